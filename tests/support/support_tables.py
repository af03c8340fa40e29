"""scripts/tables as a module, and a small tree of pages for its tests."""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import pathlib
import sys
import tempfile
import types
import unittest

TOP = pathlib.Path(os.environ["ISOBAR_SOURCE_DIR"])
SCRIPTS = TOP / "scripts"

sys.path.insert(0, str(SCRIPTS))

SOURCE = 'command = "isobar"\nmachine = "a laptop"\ndate = "2026-11-28"\ncommit = "unknown"\n'
ROWS = 'columns = ["n", "ms"]\nrows = [["64", "1.23"], ["128", "4.56"], ["256", "7.89"]]\n'
PAGE = "# Times\n\nText.\n\n<!-- table: times -->\n<!-- /table -->\n\nMore.\n"
TABLE = "| n | ms |\n| --- | --- |\n| 64 | 2.5 |\n"


def module():
    """The script as a module: a process for each call would take minutes on a busy machine."""
    loader = importlib.machinery.SourceFileLoader("scripts_tables", str(SCRIPTS / "tables"))
    loaded = importlib.util.module_from_spec(importlib.util.spec_from_loader("scripts_tables", loader))
    loader.exec_module(loaded)
    return loaded


SCRIPT = module()


def run(*arguments):
    """Exit code and what the script printed."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = SCRIPT.main([str(argument) for argument in arguments])
    return types.SimpleNamespace(returncode=code, stdout=out.getvalue(), stderr=err.getvalue())


class Tables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="isobar-tables-")
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        (self.top / "docs/data").mkdir(parents=True)
        (self.top / "scripts/tables_items").mkdir(parents=True)
        self.allow(1)
        self.write("data/times.toml", SOURCE + ROWS)
        self.write("page.md", PAGE)
        self.assertEqual(self.tables().returncode, 0)

    def allow(self, count):
        (self.top / "scripts/tables_items/allowed.json").write_text(json.dumps({"unknown": count}))

    def write(self, name, text):
        (self.top / "docs" / name).write_text(text)

    def page(self):
        return (self.top / "docs/page.md").read_text()

    def change(self, old, new, name="page.md"):
        text = (self.top / "docs" / name).read_text()
        self.assertIn(old, text)
        self.write(name, text.replace(old, new, 1))

    def tables(self, *arguments):
        return run("--top", self.top, *arguments)

    def refused(self, *words):
        """The one line with which --check refuses; it holds all words."""
        done = self.tables("--check")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
