"""scripts/ranking: the page that it makes of results."""

import html
import json
import re
import statistics
import unittest

from support_classes import stamped, written
from support_cli import SCHEMA, validate
from support_ranking import HOST, REFERENCE, TWO_GPUS, RankingTest, another, by_rules_2, computed, edited, measured, ten  # puts scripts on the path

from ranking_items.locked import locked_hash  # noqa: E402
from ranking_items.rules import RULES  # noqa: E402
from report_items.numbers import number, seconds  # noqa: E402

NAMES = ("S", "M", "L", "XL", "fill=0.5")
HOSTILE = '"\'><script>alert(1)</script> | [x](http://example.org) ![y](a.png) `*_~$#@ <b> www.example.org &amp; \\ {{ x }}'


class Hash(unittest.TestCase):
    def test_published_ones(self):
        for rules in RULES.values():
            found = {rules.published({"class": name, "algorithm": algorithm}) for name in NAMES for algorithm in ("open", "reference")}
            self.assertEqual(len(found - {None}), 10)
            self.assertEqual(len(rules.hashes()), 2 * len(rules.columns) + 2)
            self.assertIsNone(rules.published({"class": "XXL", "algorithm": "open"}))
        for words in (("sphere-S",), ("fill=0.0001", "--algorithm", "reference")):
            benchmark = json.loads(written(*words))["benchmark"]
            self.assertEqual(RULES[benchmark.get("rules", 1)].published(benchmark), benchmark["hash"])

    def test_it_follows_from_a_report_alone(self):
        for words in (("sphere-S",), ("fill=0.0001", "--algorithm", "reference"),
                      ("fill=0.0001", "--set", "run.repeats=9", "--set", "multigrid.coarse_steps=3", "--set", "grid.layers=uniform")):
            report = json.loads(written(*words))
            validate(report, SCHEMA)
            self.assertEqual(locked_hash(report), report["benchmark"]["hash"], words)


class Tables(RankingTest):
    def setUp(self):
        super().setUp()
        self.publish(by_rules_2(measured()), by_rules_2(measured(REFERENCE)), by_rules_2(measured(HOST)))
        self.base = by_rules_2(measured())

    def ten(self, factor=1.0, first=0):
        return ten(factor, self.base, first)

    def test_the_largest_figure_is_first(self):
        for name, factor, first in (("b", 3.0, 0), ("a", 2.0, 20), ("c", 1.0, 40)):
            self.result(name, *self.ten(factor, first), system=f"System {name}", devices_of_system=4)
        rows = self.rows("Class M, open")
        self.assertEqual([row[:2] for row in rows], [["1", "System c"], ["2", "System a"], ["3", "System b"]])
        results, _ = self.read()
        for row, parts, one in zip(rows, self.rows("Class M, open", table=1), (results[2], results[0], results[1])):
            figure = number(one.figure)
            self.assertEqual(row[2:6] + row[8:], [f"**{figure}**", figure, figure, "10", "1 of 4 × NVIDIA H200", "baseline"])
            self.assertEqual(parts[2:6], ["33.55", *(seconds(one.seconds(phase)).replace(" ", "&nbsp;") for phase in ("setup", "update", "solve"))])
            self.assertEqual(parts[10:], ["1", "1"])
        self.assertIn(f"`isobar --class M`. Isobar 1.0.0, commit {self.base['benchmark']['commit'][:12]}. 2026-11-25, A. B.; interconnect: none.", self.page())

    def test_the_figure_of_rules_2(self):
        self.result("a", self.base)
        def mean(phase, steps):
            samples = self.base["timings"][phase]["samples"]
            return sum(statistics.median(samples[k::steps]) for k in range(steps)) / steps
        figure = 33.554432 / (mean("solve", 4) + mean("update", 3) * 71 / 72 + mean("setup", 1) / 72)
        self.assertEqual(self.rows("Class M, open")[0][2], f"**{number(figure)}**")

    def test_runs_give_median_and_spread(self):
        runs = self.ten()
        self.result("a", *runs)
        figures = sorted(one["fom"]["value"] for one in runs)
        row, = self.rows("Class M, open")
        self.assertEqual(row[2], f"**{number((figures[4] + figures[5]) / 2)}**")
        self.assertEqual(row[5], "10")
        self.assertTrue(row[6].endswith(f", {number(figures[0])}&nbsp;to&nbsp;{number(figures[-1])}"), row[6])

    def test_few_runs_and_development_have_no_place(self):
        self.result("a", *self.ten(2.0), system="Ten")
        self.result("b", another(20, 1.0, self.base), system="One run")
        self.result("c", *self.ten(1.4, 30)[:9], system="Nine")
        self.result("d", *self.ten(1.2, 40), system="Between", way="development")
        self.assertEqual([row[:2] for row in self.rows("Class M, open")], [["–", "One run"], ["–", "Between"], ["–", "Nine"], ["1", "Ten"]])
        self.assertEqual(self.rows("Class M, open")[0][5], "one run")

    def test_ranges_that_overlap_share_a_place(self):
        for name, factor, first in (("a", 1.0, 0), ("b", 1.0001, 20), ("c", 1.5, 40), ("d", 2.0, 60)):
            self.result(name, *self.ten(factor, first), system=name)
        rows = self.rows("Class M, open")
        self.assertEqual([row[0] for row in rows], ["1", "1", "3", "4"])
        self.assertEqual([row[1] for row in rows][2:], ["c", "d"])

    def test_a_system_has_one_row(self):
        self.result("a", *self.ten(3.0), system="One")
        self.result("b", *self.ten(2.0, 20), system="one")
        self.result("c", another(40, 1.0, self.base), system="One")
        self.result("d", *self.ten(1.2, 50), system="One", way="development")
        self.assertEqual([(row[0], row[-1]) for row in self.rows("Class M, open")], [("–", "development"), ("1", "baseline")])
        others = self.rows("Class M, open", table=2)
        self.assertEqual([row[-1].split("/")[1] for row in others], ["a", "c"])
        self.assertIn("Older and other results of these systems:", self.page())

    def test_a_wide_run_is_marked(self):
        wide = another(1, base=self.base)
        samples = wide["timings"]["setup"]["samples"]
        samples[3] *= 10
        wide["timings"]["sequence"]["samples"][3] += 0.9 * samples[3]
        self.result("a", computed(wide))
        self.assertRegex(self.rows("Class M, open")[0][7], r"^\d+&nbsp;% wide$")

    def test_classes_and_algorithms_have_tables_of_their_own(self):
        self.result("a", self.base)
        self.result("b", by_rules_2(measured(REFERENCE)), way="development")
        self.result("c", by_rules_2(measured(HOST)), devices=2, way="development")
        self.result("d", computed(edited(edited(another(3, base=self.base), ("run", "parameters", "rhs", "seed"), lambda one: one + 1), ("sequence", "steps"),
                                         lambda steps: [step | {"seed": step["seed"] + 1} for step in steps])))
        page = self.page()
        self.assertLess(page.index("## Class S, open"), page.index("## Class M, open"))
        self.assertLess(page.index("## Class M, open"), page.index("## Class M, reference"))
        self.assertIn("results/d/0.json", page.split("## Not official")[1])
        self.assertRegex(self.rows("Not official")[0][2], "^hash: found [0-9a-f]{16}, wanted [0-9a-f]{16}$")

    def test_older_rules_are_history(self):
        self.result("a", measured(), system="Of rules 1")
        page = self.page()
        self.assertIn("No official result by rules 2 has been handed in yet.", page)
        self.assertIn("\n### Class M, open (rules 1)\n", page.split("## Rules 1: history")[1])
        self.result("b", another(1, base=self.base), system="Of rules 2", way="development")
        page, history = self.page().split("## Rules 1: history")
        self.assertIn("Of rules 2", page)
        self.assertNotIn("Of rules 1", page)
        self.assertIn("Of rules 1", history)
        self.assertEqual((page.count(" | fastest | "), history.count(" | fastest | ")), (1, 0))

    def test_several_devices(self):
        report = by_rules_2(measured(TWO_GPUS))
        self.result("a", report, devices=2)
        figure = report["fom"]["value"]
        self.assertEqual(self.rows("Class M, open")[0][3:5], [number(figure / 2), number(figure)])
        self.assertEqual(self.rows("Class M, open")[0][8], "2 × NVIDIA H200")
        self.assertEqual(self.rows("Class M, open", table=1)[0][10:], ["1", "2"])

    def test_what_is_not_official_is_not_ranked(self):
        report = self.base
        report["benchmark"] |= {"official": False, "figure": None, "departures": [{"key": "solver.tolerance", "found": 0.5, "wanted": 1e-5}]}
        self.result("a", report, system="Tampered")
        self.assertEqual(self.rows("Not official")[0][:3], ["Tampered", "M, open", "solver.tolerance: found 0.5, wanted 1e-05"])
        self.assertIn("No official result by rules 2", self.page())

    def test_somebodys_words_are_text(self):
        """Words of a report and of about.toml, in all places of the page: none of them is markup, and all can be read."""
        report = edited(edited(self.base, ("environment", "gpu"), lambda _: HOSTILE), ("run", "parameters", "output", "report"), lambda _: HOSTILE)
        words = {key: HOSTILE for key in ("system", "who", "interconnect", "clocks", "power_limit", "note", "command")}
        other = another(1, base=report)
        other["benchmark"] |= {"official": False, "figure": None, "departures": [{"key": HOSTILE + "\n\n# x", "found": HOSTILE, "wanted": {"a": HOSTILE}}]}
        self.result("a", report, **words)
        self.result("b", other, **words)
        page = re.sub("`[^`\n]*`", "", self.page().split("cannot-know)", 1)[1].split("## How to read")[0])
        for one in ("<", ">", "![", "](http", "](a.png", "http://", "www.", "&amp;", "`", "\\", "{{", "$", "~", "@"):
            self.assertNotIn(one, page)
        self.assertNotIn("\n# x", page)
        self.assertIn(HOSTILE, html.unescape(page))
        for line in page.splitlines():
            if line.startswith("| –"):
                self.assertIn(line.count("|"), (11, 13), line)


class Command(RankingTest):
    def test_reports_as_the_program_writes_them(self):
        for name in ("fill=0.0001", "sphere-S"):
            self.result("a", stamped(name), way="development")
            self.assertIn(f"\n## Class {name}, open\n", self.page())

    def test_check_says_whether_the_page_is_what_the_files_say(self):
        self.result("a", measured())
        self.assertIn("not what the files say", self.ranking("--check", code=1))
        self.assertFalse((self.docs / "ranking.md").exists())
        self.ranking()
        self.ranking("--check")
        self.result("b", another(1, 2.0))
        self.ranking("--check", code=1)

    def test_the_page_of_the_docs(self):
        self.script("ranking", "--check")


if __name__ == "__main__":
    unittest.main()
