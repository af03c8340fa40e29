"""scripts/reproduce: every item has all its figures, none of them 0, empty or no number; and the page that is made of them."""

import json
import math
import pathlib
import re
import sys
import unittest

from support_cli import DOCS, EXECUTABLE, FEM_EXECUTABLE, FLOW_EXECUTABLE, SCRIPTS, ScriptTest, memory_directory

sys.path.insert(0, str(SCRIPTS))
from reproduce_items.page import MADE, Page  # noqa: E402
from reproduce_items.tables import ANY, NoFigure, Table, check_curves, text  # noqa: E402

COUNTER = pathlib.Path(EXECUTABLE).parent.parent / "bench/isobar_count_operations"  # is there where benchmarks are built
PROGRAMS = ("--isobar", EXECUTABLE, "--isobar-flow", FLOW_EXECUTABLE, "--isobar-fem", FEM_EXECUTABLE, "--counter", COUNTER)
# A program that runs the real one and spoils its report.
SPOILED = """#!{python}
import json, subprocess, sys
words = sys.argv[1:]
done = subprocess.run([{executable!r}, *words])
if "--report" in words and done.returncode in (0, 1):
    path = words[words.index("--report") + 1]
    report = json.load(open(path))
    {change}
    json.dump(report, open(path, "w"))
sys.exit(done.returncode)
"""


def sections(page):
    """{item: what stands below it} of a page."""
    _, *parts = re.split(r"^## (?=\S+$)", page, flags=re.MULTILINE)
    return dict(part.split("\n", 1) for part in parts)


class ReproduceTest(ScriptTest):
    base = memory_directory()

    def reproduce(self, *words, code=0, programs=PROGRAMS):
        return self.script("reproduce", *words, *programs, "--out", "out", code=code)

    def listed(self):
        return [line.split()[0] for line in self.script("reproduce", "--list").splitlines()]

    def result(self, item):
        return json.loads((self.directory / "out" / f"{item}.json").read_text())

    def page(self):
        return (self.directory / "page.md").read_text()


class Items(ReproduceTest):
    def figures(self, item):
        """The contents of an item's tables, without the script's own check."""
        for table in self.result(item)["tables"]:
            self.assertGreater(len(table["rows"]), 0, table["title"])
            for name, column in zip(table["columns"], zip(*table["rows"])):
                numbers = [value for value in column if isinstance(value, (int, float))]
                self.assertTrue(all(map(math.isfinite, numbers)), (item, name, column))
                if "paper" not in name and "Ghia" not in name:
                    yield table["title"], name, column

    def test_every_item_has_all_its_figures(self):
        said = self.reproduce("all", "--small", "--page", "page.md")
        self.assertEqual(list(sections(self.page())), self.listed())
        for item, part in sections(self.page()).items():
            with self.subTest(item=item):
                if item in ("petascale-table1", "single-table2") and not COUNTER.exists() or item == "single-table7":
                    self.assertIn("Not here: ", part)
                    continue
                self.assertRegex(part, MADE)
                self.assertIn(f"\n    scripts/reproduce {item} ", part)
                self.assertIn((self.directory / "out" / f"{item}.txt").read_text().split("\n", 1)[1].strip(), part)
                empty = [(title, name) for title, name, column in self.figures(item)
                         if not any(value not in (None, 0, "") for value in column)]
                alone = [pair for pair in empty if pair[1] not in ("exchange", "efficiency %", "paper - ours")]
                self.assertEqual(alone, [], said[-2000:])

    def test_halos_are_counted_on_two_ranks_whatever_ranks_says(self):
        self.reproduce("petascale-table2", "--scale", 2, "--nz", 8, "--ranks", 1)
        table = self.result("petascale-table2")["tables"][0]
        rows = {(row[0], row[1]): dict(zip(table["columns"][2:], row[2:])) for row in table["rows"]}
        halos = {name: row["halos an iteration"] for (name, _), row in rows.items()}
        # A solve takes one more: it computes f - A u before it says that it has converged.
        exchanges = float(halos.pop("cg"))
        self.assertTrue(1.0 < exchanges < 1.1, rows)
        self.assertEqual(halos, {"multigrid": "2 2 2 2 2", "multigrid, fine level": "2"})
        for (name, n), row in rows.items():
            self.assertLess(abs(row["ours/paper"] - 1), 0.5, (name, n))
        cg = rows["cg", 128]  # exchanges of 4 n cells each, over the references of n^2 cells
        self.assertAlmostEqual(cg["ours"], 1e4 * exchanges * 4 * 128 / (128**2 * cg["refs a cell"]), delta=0.2)


    def test_the_model_beside_a_run_is_what_scripts_model_says_of_its_report(self):
        self.reproduce("petascale-figure5", "--scale", 16, "--nz", 8, "--repeats", 1, "--machine", "titan")
        result = self.result("petascale-figure5")
        table = result["tables"][0]
        models = [dict(zip(table["columns"], row))["model"] for row in table["rows"]]
        self.assertEqual(len(models), 2)
        self.assertIn("on NVIDIA K20X", " ".join(result["notes"]))
        for run, model in zip(result["runs"], models):
            said = self.script("model", "check", "--machine", "titan", "--limit", 1e9, run["report"]).splitlines()
            words = re.split(r"  +", said[3])
            iterations, predicted = int(words[3]), float(words[5])
            self.assertAlmostEqual(model * iterations / predicted, 1, delta=0.01)

    def test_a_machine_that_nobody_knows(self):
        said = self.reproduce("petascale-figure5", "--machine", "nowhere", code=2)
        self.assertIn("reproduce: --machine nowhere: no such machine; take a file, or one of h200, titan", said)


class Spoiled(ReproduceTest):
    """Reports without what an item prints: one line, exit code 1, and nothing is written."""

    def refused(self, item, change, *says):
        program = self.write("spoiled", SPOILED.format(python=sys.executable, executable=EXECUTABLE, change=change))
        program.chmod(0o755)
        said = self.reproduce(item, "--small", code=1, programs=("--isobar", program))
        own = [line for line in said.splitlines() if line.startswith("reproduce: ")]
        self.assertEqual(len(own), 1, said)
        self.assertNotIn("Traceback", said)
        for word in (item, *says):
            self.assertIn(word, own[0])
        self.assertEqual(list((self.directory / "out").glob("*.*")), [])

    def test_no_exchange(self):
        self.refused("petascale-table2", "report['timings']['kernels'] = [k for k in report['timings']['kernels'] if k['kernel'] != 'exchange']",
                     "level 0 has 0 halo exchanges")

    def test_no_kernels(self):
        for item in ("single-table3", "petascale-table5", "petascale-figure6"):
            self.refused(item, "report['timings']['kernels'] = []", "must be a figure" if item != "petascale-table5" else "")

    def test_no_time(self):
        self.refused("petascale-table3", "report['timings']['solve']['median'] = 0.0", "timings.solve.median is 0.0")

    def test_no_residual(self):
        self.refused("stored-multigrid", "report['solver']['residual_history'][0] = None", "no residual norm")

    def test_no_report(self):
        self.refused("petascale-table4", "report['timings']['copies'] = 1e308", "timings.copies is 1e+308, must be a list")


class Figures(unittest.TestCase):
    """The one place through which all tables go."""

    def refused(self, says, *row, columns=("name", "ms"), **more):
        with self.assertRaises(NoFigure) as seen:
            text(Table("t", list(columns), [list(row)] if row else [], **more))
        self.assertIn(says, str(seen.exception))
        self.assertNotIn("\n", str(seen.exception))

    def test_what_is_no_figure(self):
        self.refused("has no row")
        for value, said in ((0, "0"), (0.0, "0.0"), ("0 0 0", "0 0 0"), ("0.00", "0.00"), (None, "nothing"), ("", "nothing"),
                            (math.nan, "nan"), (math.inf, "inf"), ("nan", "nan")):
            self.refused(f"table 't', column 'ms', row 1 (one): found {said}, must be a figure", "one", value)
        self.refused("found nan", "one", math.nan, zeros=ANY, gaps=ANY)
        self.refused("row 1 has 1 figures, must have 2", "one")

    def test_what_is_one(self):
        for value, more in ((1e-9, {}), (False, {}), ("10 0", {}), (0.0, {"zeros": ("ms",)}), (None, {"gaps": ("ms",)}), (0, {"zeros": ANY})):
            self.assertIn("one", text(Table("t", ["name", "ms"], [["one", value]], **more)))

    def test_curves(self):
        for curves in ({"a": []}, {"a": [(0, math.nan)]}, {"b": {"a": [(0, 1), (1, math.inf)]}}):
            self.assertRaises(NoFigure, check_curves, curves)
        check_curves({"b": {"a": [(0, 1), (1, 0)]}, "c": [(0, 0)]})


class Pages(ReproduceTest):
    def make(self, *words, code=0):
        return self.reproduce(*words, "--small", "--page", "page.md", code=code)

    def test_other_parts_stay_and_those_that_nobody_knows_go(self):
        self.make("petascale-table6")
        before = sections(self.page())
        self.assertIn("Not made for this page.", before["petascale-table7"])
        self.write("page.md", self.page().replace("# The papers' tables beside ours\n", "# On my machine\n\nIdle.\n", 1)
                   .replace("## petascale-table7\n\nNot made for this page.", "## petascale-table7\n\n```\nof 2020\n```"))
        self.make("petascale-table3")
        after = sections(self.page())
        self.assertEqual(list(after), self.listed())
        self.assertEqual(after["petascale-table6"], before["petascale-table6"])
        self.assertRegex(after["petascale-table3"], MADE)
        self.assertIn("Not made for this page.", after["petascale-table7"])
        self.assertTrue(self.page().startswith("# On my machine\n\nIdle.\n"))

    def test_an_item_that_gives_nothing_keeps_no_earlier_table(self):
        self.make("petascale-table6")
        self.make("petascale-table6", "--set", "grid.nx=0", code=1)
        self.assertIn("Not here: --set grid.nx=0", sections(self.page())["petascale-table6"])

    def test_a_program_that_does_not_know_its_commit(self):
        unknown = self.write("isobar", "#!/bin/sh\nexec " + EXECUTABLE + ' "$@" | sed "s/commit [0-9a-f]*$/commit unknown/"\n')
        unknown.chmod(0o755)
        said = self.reproduce("petascale-table6", "--page", "page.md", code=2, programs=("--isobar", unknown))
        self.assertIn("does not know the commit", said)
        self.assertFalse((self.directory / "page.md").exists())
        self.reproduce("petascale-table6", "--small", "--page", "page.md", "--commit", "0123456789ab", programs=("--isobar", unknown))
        self.assertIn("commit 0123456789ab, ", sections(self.page())["petascale-table6"])

    def test_pages_of_the_docs(self):
        """Each has the items of --list, with what made each table; and is as the script would write it."""
        pages = sorted(DOCS.glob("tables-*.md"))
        self.assertGreaterEqual(len(pages), 2)
        for path in pages:
            with self.subTest(page=path.name):
                parts = sections(path.read_text())
                self.assertEqual(list(parts), self.listed())
                made = [name for name, part in parts.items() if MADE.search(part)]
                for name, part in parts.items():
                    self.assertTrue(name in made or re.fullmatch(r"\s*(Not here: .+\.|Not made for this page\.)\s*", part), name)
                    self.assertEqual(part.count("```"), 2 if name in made else 0)
                self.assertGreater(len(made), 1)
                copy = self.write("page.md", path.read_text())
                Page(copy, self.listed(), EXECUTABLE, "0123456").write()
                self.assertEqual(copy.read_text(), path.read_text())


if __name__ == "__main__":
    unittest.main()
