"""scripts/tables: each table of figures in the pages comes from a file of docs/data that names its source, and stands once."""

import pathlib
import shutil
import tempfile
import unittest
import unittest.mock

from support_tables import PAGE, ROWS, SOURCE, TABLE, TOP, Tables, run
from tables_items import data
from tables_items.checks import Tables as Faults
from tables_items.pages import cells_of, has_figures


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

    def test_figures_in_sentences_without_an_origin(self):
        for words in ("A solve takes 3.0 ms.", "It reaches 4110 GB/s here.", "- Latency is 7.6 us"):
            self.write("page.md", self.page() + f"\n## Speed\n\n{words}\n")
            self.refused("docs/page.md:", "its section says nowhere where it comes from")
            for origin in ("    isobar inputs/small.toml", "[Why](decisions/0001-a.md).", "`scripts/scale` says so.", "[Table](other.md#a)."):
                self.write("page.md", self.page() + f"\n{origin}\n")
                self.assertEqual(self.tables("--check").returncode, 0, words + origin)
                self.write("page.md", self.page().removesuffix(f"\n{origin}\n"))
            self.write("page.md", self.page().partition("\n## Speed")[0])
        for words in ("A step of 600 s.", "7 ms/iteration", "| a | 3 ms |", "    3 ms"):
            self.write("page.md", self.page().partition("\n## Speed")[0] + f"\n## Speed\n\n{words}\n")
            self.assertEqual(self.tables("--check").returncode, 0, words)

    def test_gpus_that_no_machine_has(self):
        for value in ("-1", "65", "true", '"1"'):
            self.write("data/times.toml", SOURCE + f"gpus = {value}\n" + ROWS)
            self.refused("docs/data/times.toml: gpus = ", "from 1 to 64")

    def test_a_commit_that_nobody_has(self):
        with unittest.mock.patch.object(Faults, "git", lambda self, *words, text="": ["false"] if words[0] == "rev-parse" else [f"{text.strip()} missing"]):
            (self.top / ".git").mkdir()
            self.change("unknown", "0123abcd", "data/times.toml")
            self.tables()
            self.refused("docs/data/times.toml: commit 0123abcd: this checkout has none of that name")


class Figures(unittest.TestCase):
    def test_which_tables_have_figures(self):
        for row, has in (("| a | 1.2 | text |", True), ("| a | text | text | 1 |", False), ("| a | **7.6** | -3 | |", True),
                         ("| a | 128 x 128 |", False), ("| wall | 2 U - u |", False), ("| a | 48 s | `x` |", True), ("| 1 | text |", False)):
            self.assertEqual(has_figures([row]), has, row)

    def test_cells(self):
        self.assertEqual(cells_of("| | a \\| b | |"), ["", "a \\| b", ""])


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
