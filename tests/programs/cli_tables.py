"""scripts/tables: each table of figures in the pages comes from a file of docs/data that names its source, and stands once."""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import pathlib
import shutil
import sys
import tempfile
import types
import unittest
import unittest.mock

TOP = pathlib.Path(os.environ["ISOBAR_SOURCE_DIR"])
SCRIPTS = TOP / "scripts"

sys.path.insert(0, str(SCRIPTS))
from tables_items import BadTable, data, make  # noqa: E402
from tables_items.checks import Tables as Faults  # noqa: E402
from tables_items.pages import cells_of, has_figures  # noqa: E402

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


class Written(Tables):
    def test_a_table_with_its_source(self):
        self.assertIn("\n| n | ms |\n| --- | --- |\n| 64 | 1.23 |\n| 128 | 4.56 |\n| 256 | 7.89 |\n\n"
                      "[Source](data/times.toml): a laptop; 2026-11-28; commit unknown.\n\n", self.page())
        done = self.tables("--check")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("1 of 1 allowed tables have a source that is unknown in part: times\n", done.stdout)
        self.assertEqual(self.tables().stdout, "no page changed\n")

    def test_files_are_written_as_they_are_read(self):
        for path in (TOP / "docs/data").glob("*.toml"):
            self.assertEqual(data.text_of(data.read(path, path.name)), path.read_text(), path.name)


class Refused(Tables):
    def test_a_changed_figure(self):
        self.change("4.56", "4.65")
        self.refused("docs/page.md:10: found '| 128 | 4.65 |', but docs/data/times.toml says '| 128 | 4.56 |'")

    def test_a_table_without_a_source(self):
        self.change("More.", TABLE)
        self.refused("docs/page.md:17: a table of figures without a source: '| n | ms |'")

    def test_a_table_on_two_pages(self):
        self.write("second.md", self.page())
        self.refused("docs/second.md:5: table times stands at docs/page.md:5 too")

    def test_figures_in_two_files(self):
        self.write("data/again.toml", SOURCE.replace("unknown", "4dfdeeeb") + ROWS.replace("1.23", "7.89").replace("],", "], [\"x\", \"1.23\"],", 1))
        self.change("More.", "<!-- table: again -->\n<!-- /table -->")
        self.tables()
        self.refused("docs/data/times.toml: its figures (1.23, 4.56, 7.89, ...) stand in docs/data/again.toml too")

    def test_a_fact_that_is_missing(self):
        for key in ("command", "machine", "date", "commit"):
            self.write("data/times.toml", "".join(line + "\n" for line in (SOURCE + ROWS).splitlines() if not line.startswith(key)))
            self.refused(f"docs/data/times.toml: no {key}")

    def test_what_is_no_day_no_commit_no_table(self):
        for old, new, words in (("2026-11-28", "28 November", 'date = "28 November"'), ('"unknown"', '"main"', 'commit = "main"'),
                                ('"7.89"', '7.89', "row 3"), ('["256", "7.89"]', '["256"]', "row 3 has 1 cells, must have 2"),
                                ("rows", "lines", "lines: no such key"), ("rows", "make", "make: expected run"), ('"n"', "n", "Invalid value")):
            self.write("data/times.toml", (SOURCE + ROWS).replace(old, new, 1))
            self.refused("docs/data/times.toml: ", words)

    def test_markers(self):
        self.change("<!-- /table -->", "")
        self.refused("docs/page.md:5: found '<!-- table: times -->', expected '<!-- /table -->' after it")
        self.write("page.md", "# Times\n")
        self.refused("docs/data/times.toml: stands on no page")
        self.write("page.md", PAGE.replace("times", "none"))
        done = self.tables("--check")
        self.assertIn("docs/page.md:5: docs/data/none.toml: no such file", done.stderr)

    def test_one_more_unknown_source(self):
        self.allow(0)
        self.refused("1 tables have an unknown source, must be at most 0")
        self.tables("--keep")
        self.refused("must be at most 0")


class Figures(unittest.TestCase):
    def test_which_tables_have_figures(self):
        for row, has in (("| a | 1.2 | text |", True), ("| a | text | text | 1 |", False), ("| a | **7.6** | -3 | |", True),
                         ("| a | 128 x 128 |", False), ("| wall | 2 U - u |", False), ("| a | 48 s | `x` |", True), ("| 1 | text |", False)):
            self.assertEqual(has_figures([row]), has, row)

    def test_cells(self):
        self.assertEqual(cells_of("| | a \\| b | |"), ["", "a \\| b", ""])


class Made(Tables):
    STEP = {**data.NONE, "run": "cp FILE {json}", "take": ["ms", "reached"], "label": ["64"], "say": {"very good": "good"}}

    def made(self, document, columns=3, **changes):
        """--make of a table whose command copies this document."""
        file = self.top / "left.json"
        file.write_text(json.dumps(document))
        step = {**self.STEP, **changes}
        step["run"] = step["run"].replace("FILE", str(file))
        one = data.Data("times", "", "a laptop", "2026-11-28", "unknown", ["n", "ms", "reached"][:columns], [["64", "1.23", "-"][:columns]], [step])
        self.write("data/times.toml", data.text_of(one))
        return self.tables("--make", "times", "--machine", "a desk")

    def test_rows_of_a_command(self):
        done = self.made({"rows": [{"ms": 2.34567, "reached": "very good"}, {"ms": None, "reached": "no"}]})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| 64 | 2.35 | good |\n| 64 | - | no |\n\n[Source](data/times.toml): a desk; ", self.page())

    def test_one_row_of_many(self):
        done = self.made({"tables": [{"columns": ["ms"], "rows": [[1.5], [2.5]]}]}, take=["ms"], wide=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| 64 | 1.5 | 2.5 |\n", self.page())

    def shown(self, show, most=2, **changes):
        """--make of a table whose cells are f-strings; the rows and cells of its file, or the fault."""
        columns = len(changes.get("cells", [""])) * len(show) + 1
        (self.top / "left.json").write_text(json.dumps({"solver": {"iterations": 7}, "parts": [{"bytes": 16}, {"bytes": 8}], "ms": 2.345, "update": 1e-5}))
        step = {**data.NONE, "run": f"cp {self.top}/{{row}}{{cell}} {{json}}", "rows": [["64", "left"], ["128", "left"]][:most], "cells": [".json"], "show": show, **changes}
        self.write("data/times.toml", data.text_of(data.Data("times", "", "a laptop", "2026-11-28", "unknown", ["n"] * columns, [["1"] * columns], [step])))
        done = self.tables("--make", "times", "--machine", "a desk")
        return data.read(self.top / "docs/data/times.toml", "").rows if done.returncode == 0 else done.stderr

    def test_cells_of_expressions(self):
        self.assertEqual(self.shown(["{solver.iterations} ({sum(part.bytes for part in parts) / 8:.0f})", "{number(ms)}", "{update:.1e}", "{row}"]),
                         [["64", "7 (3)", "2.35", "1.0e-5", "left"], ["128", "7 (3)", "2.35", "1.0e-5", "left"]])
        self.assertEqual(self.shown(["{ms}"], 1, cells=[".json", ".json "]), [["64", "2.345", "2.345"]])
        self.assertIn("it has not left what ['{solver.cycles}'] shows: KeyError 'cycles'", self.shown(["{solver.cycles}"]))

    def test_cells_of_printed_words(self):
        printed = "double\n  step 1.5 ms\nfloat\n  step 0.5 ms 80 percent"
        step = {"run": f"printf '{{row}}\n{printed}'", "cells": [""]}
        self.assertEqual(self.shown(["{after('double', 'step')[0]}", "{after('float', 'step')[2]}"], 1, **step), [["64", "1.5", "80"]])
        self.assertIn("it printed no 'half'", self.shown(["{after('double', 'half')[0]}"], **step))

    def test_a_command_runs_once(self):
        """The same command in two cells, and for two cells each."""
        log = self.top / "log"
        command = f"sh -c 'echo >> {log}; cp {self.top}/left.json $0' {{json}}"
        self.assertEqual(self.shown(["{ms}", "{solver.iterations}"], 2, run=command, cells=["a", "b"])[1], ["128", "2.345", "7", "2.345", "7"])
        self.assertEqual(len(log.read_text()), 1)

    def test_a_refusal_that_the_table_tells(self):
        refused = {"run": "sh -c 'echo program: no such smoother >&2; exit 2' {json}", "cells": [""]}
        self.assertEqual(self.shown(["{ms}"], say={"program: no such smoother": "refused"}, **refused), [["64", "refused"], ["128", "refused"]])
        self.assertIn("exit code 2 and no JSON: program: no such smoother", self.shown(["{ms}"], **refused))

    def test_some_rows_of_a_table_for_each_case(self):
        table = {"columns": ["cells", "value", "cells"], "rows": [[16, 1.5, 1], [32, 2.5, 1], [64, 3.5, 1]]}
        done = self.made({"solvers": {"box": [table]}}, take=["cells", "value"], only={"cells": ["32", "64"]}, rows=[["100", ""]], label=[])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| --- | --- | --- |\n| 100 | 32 | 2.5 |\n| 100 | 64 | 3.5 |\n\n", self.page())

    def test_steps_that_cannot_be(self):
        for changes, words in (({"show": []}, "expected show = [texts]"), ({"take": ["ms"]}, "expected show = [texts]"), ({"rows": [[]]}, "expected rows = "),
                               ({"rows": [[""]]}, "{row} in run: expected rows"), ({"cells": "a"}, "expected run = a command")):
            self.assertIn(words, self.shown(*([changes.pop("show")] if "show" in changes else [["{ms}"]]), **changes))

    def test_list_has_all_commands(self):
        self.shown(["{ms}"], run="sh -c 'cp {row}{cell} $0' --report {json}")
        said = [" ".join(line.split()[1:]) for line in self.tables("--list").stdout.splitlines()]
        self.assertEqual(said, ["docs/page.md sh -c 'cp left.json $0'"])

    def test_programs_of_the_build(self):
        for preset, folder in (("", "serial"), ("cuda-hopper90", "cuda-hopper90")):
            with unittest.mock.patch.dict(os.environ, {"ISOBAR_PRESET": preset}):
                self.assertTrue(make.programs()["PATH"].startswith(f"{TOP}/build/{folder}/miniapp{os.pathsep}"))

    def test_what_cannot_be_made_stays(self):
        rows = {"rows": [{"ms": 1.5, "reached": "no"}]}
        for document, changes, words in (({"rows": []}, {}, "no row with the columns ms, reached"), ({}, {"run": "no-program {json}"}, "no-program: No such file"),
                                         ({}, {"run": "false {json}"}, "exit code 1 and no JSON"), (rows, {"columns": 2}, "gives 3 cells a row, must give 2"),
                                         (rows, {"columns": 2, "wide": True}, "give 3 cells a row, must give 2")):
            done = self.made(document, **changes)
            self.assertEqual(done.returncode, 1)
            self.assertIn(words, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertNotIn("a desk", self.page())
        self.assertEqual(self.tables("--make", "none").returncode, 2)
        self.assertIn("expected --machine", self.tables("--make", "times").stderr)

    def test_a_commit_that_nobody_has(self):
        with unittest.mock.patch.object(Faults, "git", lambda self, *words, text="": ["false"] if words[0] == "rev-parse" else [f"{text.strip()} missing"]):
            (self.top / ".git").mkdir()
            self.change("unknown", "0123abcd", "data/times.toml")
            self.tables()
            self.refused("docs/data/times.toml: commit 0123abcd: this checkout has none of that name")

    def test_a_table_by_hand_says_its_command(self):
        one = data.Data("a", "isobar --class S", "m", "2026-11-28", "unknown", ["n"], [["1"]])
        with self.assertRaisesRegex(BadTable, "isobar --class S"):
            make.again(one)


class Repository(unittest.TestCase):
    def test_the_pages(self):
        done = run("--check")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_commands_name_files_that_are_there(self):
        for path in (TOP / "docs/data").glob("*.toml"):
            one = data.read(path, path.name)
            for word in " ".join(one.command.split("\n") if one.make else []).split():
                if word.startswith(("inputs/", "scripts/", "bench/")):
                    self.assertTrue((TOP / word).is_file(), f"{path.name}: {word}")

    def test_broken_copies(self):
        """A copy of the real pages, with a changed figure, a table without its file, and a table that stands twice."""
        with tempfile.TemporaryDirectory(prefix="isobar-tables-") as name:
            top = pathlib.Path(name)
            for file in ("README.md", "scripts/tables_items/allowed.json"):
                (top / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(TOP / file, top / file)
            shutil.copytree(TOP / "docs", top / "docs", ignore=shutil.ignore_patterns("results", "decisions", "examples"))
            self.assertEqual(run("--top", top, "--check").stderr, "")
            page = top / "docs/performance.md"
            lines = page.read_text().split("\n")
            line = next(n for n, text in enumerate(lines, 1) if text.startswith("| smoother, double |"))
            cells = lines[line - 1].split(" | ")
            cells[5] = "98.6"  # measured
            lines[line - 1] = " | ".join(cells)
            page.write_text("\n".join(lines))
            (top / "docs/scaling.md").write_text((top / "docs/scaling.md").read_text() + "\n" + TABLE)
            (top / "docs/data/double.toml").write_text((TOP / "docs/data/box-kernels-h200.toml").read_text())
            said = run("--top", top, "--check").stderr
        for words in (f"docs/performance.md:{line}: found '{' | '.join(cells[:6])} |", "docs/scaling.md:", "without a source",
                      "docs/data/double.toml: stands on no page", "docs/data/double.toml: its figures"):
            self.assertIn(words, said)


if __name__ == "__main__":
    unittest.main()
