"""All scripts of Python: their help, a reader that leaves, an option that none knows, and an interrupt."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(os.environ["ISOBAR_SOURCE_DIR"])
SCRIPTS = [path for folder in ("scripts", "bench") for path in sorted((TOP / folder).iterdir())
           if path.is_file() and path.suffix == "" and path.read_text(encoding="utf-8").startswith("#!/usr/bin/env python3")]


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def ended(self, script, *arguments, stdout=subprocess.PIPE):
        return subprocess.run([sys.executable, script, *arguments], cwd=self.folder, stdout=stdout, stderr=subprocess.PIPE,
                              text=True, check=False, timeout=100)

    def test_there_are_some(self):
        self.assertGreater(len(SCRIPTS), 15)

    def test_help(self):
        for script in SCRIPTS:
            with self.subTest(script=script.name):
                done = self.ended(script, "--help")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertRegex(done.stdout, r"\Ausage: ")

    def test_a_reader_that_leaves(self):
        for script in SCRIPTS:
            with self.subTest(script=script.name):
                reader, writer = os.pipe()
                os.close(reader)
                done = self.ended(script, "--help", stdout=writer)
                os.close(writer)
                self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, ""))

    def test_an_option_that_none_knows(self):
        for script in SCRIPTS:
            with self.subTest(script=script.name):
                done = self.ended(script, "--nonsense")
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertRegex(done.stderr, re.escape(script.name) + r": error: ")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_an_interrupt(self):
        module = f"import sys; sys.path.insert(0, {str(TOP / 'scripts')!r}); from script_items import run_script\n"
        done = self.ended("-c", module + "def main():\n    raise KeyboardInterrupt\nrun_script(main)")
        self.assertEqual((done.returncode, done.stderr), (-signal.SIGINT, ""))


if __name__ == "__main__":
    unittest.main()
