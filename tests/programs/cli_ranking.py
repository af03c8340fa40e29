"""scripts/ranking: what it makes of results, and how it refuses those that were edited."""

import json
import unittest

from support_classes import official, stamped, written
from support_cli import SCHEMA, validate
from support_ranking import RankingTest, computed, edited, slower, with_parts  # puts scripts on the path

from ranking_items.consistency import unknowns  # noqa: E402
from ranking_items.locked import locked_hash, published_hash  # noqa: E402
from report_items.numbers import number, seconds  # noqa: E402


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
                self.kept("a", edited(official(), path, change))
                self.refused("results/a/reports.tar.xz/0.json", words)
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
