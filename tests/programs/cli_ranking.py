"""scripts/ranking: what it makes of results, and how it refuses those that were edited."""

import copy
import json
import statistics
import sys
import unittest

from support_classes import official, stamped, written
from support_cli import DOCS, SCHEMA, SCRIPTS, ScriptTest, validate

sys.path.insert(0, str(SCRIPTS))
from ranking_items.consistency import unknowns  # noqa: E402
from ranking_items.locked import locked_hash, published_hash  # noqa: E402
from report_items.numbers import number, seconds  # noqa: E402

ABOUT = {"system": "One", "nodes": 1, "devices": 1, "interconnect": "none", "who": "A. B.", "way": "baseline",
         "command": "isobar --class S"}
PHASES = ("setup", "update", "solve", "sequence")


def computed(report):
    """What follows from the samples, written anew."""
    timings, benchmark, steps = report["timings"], report["benchmark"], len(report["sequence"]["steps"])
    for phase in PHASES:
        samples = timings[phase]["samples"]
        timings[phase] |= {"median": statistics.median(samples), "min": min(samples), "max": max(samples)}
    samples, median = timings["sequence"]["samples"], timings["sequence"]["median"]
    benchmark |= {"repeats": len(samples), "seconds": sum(samples), "median": median,
                  "spread": (max(samples) - min(samples)) / median}
    grid = report["run"]["parameters"]["grid"]
    report["fom"]["value"] = steps * grid["nx"] * grid["ny"] * grid["nz"] / median / 1e6
    benchmark["hash"] = locked_hash(report)
    return report


def slower(factor, *words):
    """The same run on a machine that takes so many times as long; with three times the repeats, so that it takes long enough."""
    report = official(*words)
    for phase in PHASES:
        report["timings"][phase]["samples"] = 3 * [factor * one for one in report["timings"][phase]["samples"]]
    return computed(report)


def edited(report, path, change):
    """A copy in which the value at a path of keys is change(value)."""
    report = copy.deepcopy(report)
    *way, key = path
    place = report
    for part in way:
        place = place[part]
    place[key] = change(place[key])
    return report


def with_parts(report, nodes=2, devices=4):
    """With the figures of three sizes and energy: of half and a quarter of the columns a side 0.8 and 0.5 of the class's own."""
    steps, sizes = len(report["sequence"]["steps"]), []
    for k, factor in enumerate((1, 0.8, 0.5)):
        figure, columns = factor * report["fom"]["value"], report["run"]["parameters"]["grid"]["nx"] // 2**k
        seconds = {"repeat": 1e-6 * steps * columns**2 * 128 / figure, "setup": 0.1, "update": 0.1, "solve": 0.1}
        sizes.append({"columns": columns, "unknowns": columns**2 * 128, "valid": True, "reason": None, "repeats": 8, "iterations": 2,
                      "true_residual": 1e-6, "seconds": seconds,
                      "mdof_s": {"in_all": figure, "per_node": figure / nodes, "per_device": figure / devices}})
    report["benchmark"] |= {"sizes": sizes, "nodes": nodes, "devices": devices}
    energy = {"reason": None, "source": "NVML", "devices": devices, "solves": 10, "seconds": 2.0, "joules": 500.0,
              "joules_per_solve": 50.0, "microjoules_per_unknown": 50e6 / sizes[0]["unknowns"], "watts": 250.0}
    return report | {"energy": energy}


class RankingTest(ScriptTest):
    def setUp(self):
        super().setUp()
        self.docs = self.directory / "docs"
        (self.docs / "results").mkdir(parents=True)
        (self.docs / "report.schema.json").write_text((DOCS / "report.schema.json").read_text())

    def result(self, name, *reports, **about):
        """Hands in a result; a key of `about` that is None is left out."""
        folder = self.docs / "results" / name
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for k, report in enumerate(reports):
            (folder / f"{k}.json").write_text(report if isinstance(report, str) else json.dumps(report))
        (folder / "about.toml").write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in {**ABOUT, **about}.items()
                                                   if value is not None))
        return folder

    def ranking(self, *words, code=0):
        return self.script("ranking", "--docs", self.docs, *words, code=code)

    def page(self):
        self.ranking()
        return (self.docs / "ranking.md").read_text(encoding="utf-8")

    def loosen(self):
        """A schema that takes sizes and energy, whether or not it has them yet."""
        schema = json.loads((DOCS / "report.schema.json").read_text())
        del schema["additionalProperties"], schema["properties"]["benchmark"]["additionalProperties"]
        (self.docs / "report.schema.json").write_text(json.dumps(schema))

    def rows(self, heading, table=0):
        """Cells of a table below a heading."""
        lines = self.page().split(f"## {heading}\n", 1)[1].split("\n## ")[0].split("\n\n")
        table = [part for part in lines if part.startswith("|")][table]
        return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines()[2:]]

    def refused(self, *words):
        """One line with these words, and no page."""
        line = self.ranking(code=2)
        self.assertEqual(len(line.splitlines()), 1, line)
        self.assertFalse((self.docs / "ranking.md").exists())
        for word in words:
            self.assertIn(word, line)


class Hash(unittest.TestCase):
    def test_published_ones(self):
        found = {published_hash({"class": name, "algorithm": algorithm}) for name in ("S", "M", "L", "XL", "fill=0.5")
                 for algorithm in ("open", "reference")}
        self.assertEqual(len(found - {None}), 10)
        for words in (("S",), ("fill=0.0001", "--algorithm", "reference")):
            benchmark = json.loads(written(*words))["benchmark"]
            self.assertEqual(published_hash(benchmark), benchmark["hash"])
        self.assertIsNone(published_hash({"class": "XXL", "algorithm": "open"}))

    def test_it_follows_from_a_report_alone(self):
        for words in (("S",), ("fill=0.0001", "--algorithm", "reference"),
                      ("fill=0.0001", "--set", "run.repeats=9", "--set", "multigrid.coarse_steps=3", "--set", "grid.layers=uniform")):
            report = json.loads(written(*words))
            validate(report, SCHEMA)
            self.assertEqual(locked_hash(report), report["benchmark"]["hash"], words)


class Tables(RankingTest):
    def test_the_largest_figure_is_first(self):
        for name, factor in (("b", 2.0), ("a", 1.0), ("c", 0.5)):
            self.result(name, slower(factor), system=f"System {name}", nodes=2, devices=4)
        rows, figure = self.rows("Class fill=0.0001, open"), official()["fom"]["value"]
        self.assertEqual([row[1] for row in rows], ["System c", "System a", "System b"])
        for row, factor in zip(rows, (2, 1, 0.5)):
            self.assertEqual(row[4:10], [f"**{number(factor * figure)}**", "one run", number(factor * figure / 4),
                                         number(factor * figure / 2), "4", "2"])
        timings = official()["timings"]
        for row, factor in zip(self.rows("Class fill=0.0001, open", table=1), (0.5, 1, 2)):
            self.assertEqual(row[2:6], [number(unknowns(official()) / 1e6), *(seconds(factor * timings[phase]["median"]) for phase in ("setup", "update", "solve"))])
        for words in ("`isobar --class S`", f"Isobar {official()['run']['version']}, commit 0123456789ab. {official()['run']['date'][:10]}, A. B.;"):
            self.assertEqual(self.page().count(words), 3)

    def test_reports_as_the_program_writes_them(self):
        self.result("a", stamped())
        self.assertEqual(len(self.rows("Class fill=0.0001, open")), 1)

    def test_runs_give_median_and_spread(self):
        runs = [slower(1 / factor) for factor in (1.0, 1.1, 1.4, 1.0 + 1e-9)]
        self.result("a", *runs)
        row, = self.rows("Class fill=0.0001, open")
        figure = runs[0]["fom"]["value"]
        self.assertEqual(row[4], f"**{number(1.05 * figure)}**")
        self.assertEqual(row[5], f"38 % of 4: {number(figure)} to {number(1.4 * figure)}")

    def test_sizes_and_energy_where_they_are(self):
        self.loosen()
        report = with_parts(official())
        report["environment"]["gpu"] = "GPU"
        self.result("a", report, nodes=2, devices=4)
        figure, row = report["fom"]["value"], self.rows("Class fill=0.0001, open", table=1)[0]
        self.assertEqual(row[6:9], [number(0.8 * figure), number(0.5 * figure), number(50e6 / report["benchmark"]["sizes"][0]["unknowns"])])
        report["benchmark"]["sizes"][2] |= {"valid": None, "mdof_s": None, "seconds": None}
        self.result("a", report, nodes=2, devices=4)
        self.assertEqual(self.rows("Class fill=0.0001, open", table=1)[0][7], "–")
        (self.docs / "ranking.md").unlink()
        for about, words in (({"nodes": 1, "devices": 4}, "nodes = 1, but the reports say 2"),
                             ({"nodes": 2, "devices": 2}, "devices = 2, but the reports say 4")):
            self.result("a", report, **about)
            self.refused(words)
        for path, words in ((("benchmark", "sizes", 1, "mdof_s", "in_all"), "sizes[1].mdof_s.in_all"),
                            (("benchmark", "sizes", 0, "seconds", "repeat"), "sizes[0]."), (("energy", "joules"), "energy.joules_per"),
                            (("energy", "microjoules_per_unknown"), "energy.microjoules")):
            self.result("a", edited(report, path, lambda value: 0.9 * value), nodes=2, devices=4)
            self.refused(words)

    def test_a_problem_that_is_not_the_published_one(self):
        self.result("a", computed(edited(official(), ("run", "parameters", "rhs", "seed"), lambda seed: seed + 1)))
        self.assertRegex(self.rows("Not official")[0][2], "^hash: found [0-9a-f]{16}, wanted 6f0b991616c0c39d$")

    def test_classes_and_algorithms_have_tables_of_their_own(self):
        other = edited(official(), ("run", "parameters", "rhs", "seed"), lambda seed: seed + 1)
        self.result("a", official())
        self.result("b", computed(other))
        self.result("c", official("fill=0.0001", "--algorithm", "reference"))
        self.result("d", official("S"))
        self.result("e", slower(0.5))
        page = self.page()
        self.assertEqual(page.count("## Class fill=0.0001, open"), 1)
        self.assertIn("results/b/0.json", page.split("## Not official")[1])
        self.assertLess(page.index("## Class S, open"), page.index("## Class fill"))
        self.assertEqual(len(self.rows("Class fill=0.0001, reference")), 1)
        self.assertEqual([page.count(f"results/{name}/0.json") for name in "abcde"], [1] * 5)

    def test_what_is_not_official_is_not_ranked(self):
        report = official()
        report["benchmark"] |= {"official": False, "figure": None,
                                "departures": [{"key": "solver.tolerance", "found": 0.5, "wanted": 1e-5}]}
        self.result("a", report, system="Tampered")
        self.assertEqual(self.rows("Not official")[0][:3],
                         ["Tampered", "fill=0.0001, open", "solver.tolerance: found 0.5, wanted 1e-05"])
        self.assertIn("No official result", self.page())

    def test_somebodys_words_are_text(self):
        self.result("a", official(), system="<b> | [x](http://example.org) `*_", note="<script>")
        page = self.page()
        self.assertIn(r"&lt;b&gt; \| \[x\](http://example.org) \`\*\_", page)
        self.assertNotIn("<", page)

    def test_check_says_whether_the_page_is_what_the_files_say(self):
        self.result("a", official())
        self.assertIn("not what the files say", self.ranking("--check", code=1))
        self.assertFalse((self.docs / "ranking.md").exists())
        self.ranking()
        self.ranking("--check")
        self.result("b", slower(2.0))
        self.ranking("--check", code=1)

    def test_the_page_of_the_docs(self):
        self.script("ranking", "--check")


class Refusals(RankingTest):
    # Where a report is edited: the path, how, and the words of the line.
    EDITS = ((("fom", "value"), lambda v: 1.01 * v, "fom.value is"),
             (("fom", "value"), lambda v: None, "fom.value is None"),
             (("timings", "sequence", "median"), lambda v: v / 2, "timings.sequence.median"),
             (("timings", "sequence", "samples", 0), lambda v: v / 2, "timings.sequence."),
             (("timings", "solve", "samples", 5), lambda v: v / 2, "timings."),
             (("timings", "update", "samples"), lambda v: v[1:], "timings.update"),
             (("benchmark", "spread"), lambda v: 0.001, "benchmark.spread"),
             (("benchmark", "seconds"), lambda v: v + 1, "benchmark.seconds"),
             (("benchmark", "hash"), lambda v: "0" * 16, "benchmark.hash"),
             (("benchmark", "class"), lambda v: "M", "benchmark."),
             (("benchmark", "commit"), lambda v: None, "benchmark.official"),
             (("benchmark", "changed_files"), lambda v: 3, "benchmark.official"),
             (("benchmark", "departures"), lambda v: [{"key": "x", "found": 1, "wanted": 2}], "benchmark.official"),
             (("benchmark", "official"), lambda v: False, "benchmark.official"),
             (("run", "parameters", "rhs", "seed"), lambda v: v + 1, "benchmark.hash"),
             (("run", "parameters", "solver", "tolerance"), lambda v: 0.5, "benchmark.hash"),
             (("run", "parameters", "grid", "nx"), lambda v: 2 * v, "decomposition.levels[0].nx"),
             (("decomposition", "levels", 0, "ny"), lambda v: 2 * v, "decomposition.levels[0].ny"),
             (("decomposition", "ranks"), lambda v: 8, "decomposition.ranks"),
             (("sequence", "steps"), lambda v: v + v[:1], "samples of timings.update"),
             (("verification", "checks", 1, "passed"), lambda v: False, "verification.valid"),
             (("sequence",), lambda v: None, "is not there"),
             (("benchmark",), lambda v: None, "of no problem class"),
             (("schema_version",), lambda v: 2, "schema_version: 3 was expected"),
             (("fom",), lambda v: {}, "docs/report.schema.json"))

    def test_edited_reports(self):
        for path, change, words in self.EDITS:
            with self.subTest(path=path):
                self.result("a", edited(official(), path, change))
                self.refused("results/a/0.json", words)
        self.result("a", "{")
        self.refused("not JSON")
        self.result("a", official())
        self.ranking()

    def test_a_figure_that_was_edited_everywhere_is_seen_by_its_samples(self):
        report = slower(1.0)
        report["timings"]["sequence"]["samples"] = [one / 2 for one in report["timings"]["sequence"]["samples"]]
        self.result("a", computed(report))
        self.refused("timings.sequence.samples[0]")

    def test_runs_of_one_result(self):
        self.result("a", official(), official())
        self.refused("the same run as 0.json")
        other = slower(1.5)
        other["benchmark"]["commit"] = "f" * 40
        self.result("a", official(), other)
        self.refused("1.json: commit is not as in 0.json")
        self.result("a", official(), slower(1.5, "fill=0.0001", "--set", "multigrid.coarse_steps=3"))
        self.refused("1.json: settings is not as in 0.json")

    def test_what_a_report_cannot_know(self):
        for about, words in (({"system": None}, "system is missing"), ({"system": ""}, "must be a text"), ({"nodes": 0}, "from 1 on"),
                             ({"devices": True}, "from 1 on"), ({"way": "best"}, "must be one of baseline, ported, optimised"),
                             ({"who": "a\nb"}, "of one line"), ({"colour": "red"}, "unknown key"),
                             ({"way": "ported"}, "patch is missing"), ({"patch": "../a"}, "must be a file of the same folder"),
                             ({"way": "optimised", "patch": "0.json"}, "page is missing")):
            with self.subTest(about=about):
                self.result("a", official(), **about)
                self.refused("about.toml", words)
        (self.result("a", official()) / "about.toml").unlink()
        self.refused("about.toml", "--new")
        (self.result("a") / "about.toml").write_text("= 3")
        self.refused("no report in it")
        (self.result("a", official()) / "about.toml").write_text("= 3")
        self.refused("not TOML")

    def test_more_hosts_than_nodes(self):
        self.result("a", edited(official(), ("environment", "host", "names"), lambda v: ["x", "y", "z"]), nodes=2)
        self.refused("nodes = 2, but the reports name 3 hosts")

    def test_each_bad_result_has_a_line(self):
        for name in "ab":
            self.result(name, "{")
        self.assertEqual(len(self.ranking(code=2).splitlines()), 2)

    def test_a_new_folder_has_to_be_filled_in(self):
        folder = self.docs / "results/new"
        self.script("ranking", "--new", folder)
        (folder / "1.json").write_text(json.dumps(official()))
        self.refused("system = ''")
        self.assertIn("File exists", self.script("ranking", "--new", folder, code=2))


if __name__ == "__main__":
    unittest.main()
