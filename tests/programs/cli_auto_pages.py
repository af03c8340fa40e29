"""scripts/report and scripts/ranking on runs that chose their method."""

import json
import unittest

from support_classes import SIZES, official, stamped, with_sizes, written
from support_ranking import RankingTest
from support_report import changed, page_of, report_of, run_of

AUTO = ("--set", "solver.method=auto")


class Page(unittest.TestCase):
    TITLE = "Choice of the method"

    def test_a_row_for_each_candidate(self):
        """With its times, or the reason why it was left out."""
        report = report_of("auto")
        page, choice = page_of(run_of(report)), report["solver"]["choice"]
        section = page.section(self.TITLE)
        self.assertIn(choice["reason"], section["text"])
        rows = page.rows(section)
        self.assertEqual(len(rows), 4)
        for (texts, values), one in zip(rows, choice["candidates"]):
            self.assertEqual(values[1:5], [one[key] for key in ("predicted_solve", "setup", "update", "solve")])
            taken = one["method"] == report["solver"]["method"]
            self.assertEqual((texts[0], texts[5]), (one["method"], "taken" if taken else one["left_out"] or ""))

    def test_levels_of_cells_are_a_row_of_their_own(self):
        report = report_of("auto")
        one, = (c for c in report["solver"]["choice"]["candidates"] if c["method"] == "cg-multigrid")
        candidates = [{**one, "of_cells": True, "left_out": None}, {**one, "left_out": "slow"}]
        page = page_of(changed(report, solver__method="cg-multigrid",
                               solver__choice={"reason": "cg-multigrid of cells: 1 ms a solve", "candidates": candidates}))
        rows = [(texts[0], texts[5]) for texts, _ in page.rows(page.section(self.TITLE))]
        self.assertEqual(rows, [("cg-multigrid of cells", "taken"), ("cg-multigrid", "slow")])

    def test_nothing_where_the_deck_names_it(self):
        for run in (changed(report_of("auto"), solver__choice=None), run_of(report_of("isobar")), run_of(report_of("poisson"))):
            self.assertNotIn(self.TITLE, page_of(run).all("body")[0]["text"])

    def test_each_size_of_a_class_has_its_method(self):
        report = with_sizes(official())
        report["benchmark"]["sizes"] = [{**SIZES[0], "method": "modes"}, {**SIZES[1], "method": None}, {**SIZES[2], "method": "multigrid"}]
        page = page_of(run_of(report))
        rows = [texts for texts, _ in page.rows(page.section("Class fill=0.0001, open")) if "×" in texts[0]]
        self.assertEqual([row[-1] for row in rows], ["modes", "not run: too few columns", "INVALID: not converged"])


class Ranking(RankingTest):
    def test_it_is_listed_with_what_was_taken(self):
        """The hash is that of what was asked for."""
        for words in ((), ("--algorithm", "reference")):
            with self.subTest(words=words):
                report = json.loads(written("fill=0.0001", *words, *AUTO))
                self.result("a", report, way="development")
                heading = "Not official" + ("" if "rules" in report["benchmark"] else " (rules 1)")
                said = self.rows(heading)[0][2]
                self.assertRegex(said, "(^|; )solver.method: found auto, wanted [a-z ]+; ")
                self.assertTrue(said.endswith(f"; took {report['solver']['method']}"), said)

    def test_it_is_refused_as_an_official_one(self):
        self.result("a", stamped("fill=0.0001", *AUTO))
        self.refused("results/a/0.json", "benchmark.official is true", "chose its method")


if __name__ == "__main__":
    unittest.main()
