"""scripts/ranking: reports that were edited, or whose numbers cannot be of one run. Each kind is tried on real ones."""

import copy
import unittest

from support_ranking import DOCS, HOST, REFERENCE, TWO_GPUS, RankingTest, another, by_rules_2, computed, edited, measured
from ranking_items.results import Schema  # noqa: E402
from support_ranking_edits import ALL, RULES_2, plus, times, to


class Edits(unittest.TestCase):
    schema = Schema(DOCS / "report.schema.json")

    def line_of(self, report):
        try:
            self.schema.check(DOCS / "a.json", report)
        except Exception as error:  # noqa: BLE001: any other than BadInput is a fault of the script
            self.assertEqual(type(error).__name__, "BadInput", error)
            return str(error)
        return None

    def refused(self, report, *words):
        line = self.line_of(report)
        self.assertIsNotNone(line, words)
        self.assertEqual(len(line.splitlines()), 1, line)
        for word in words:
            self.assertIn(word, line)

    def test_reports_as_they_are(self):
        for name in (HOST, REFERENCE, TWO_GPUS, "nvidia-h200-fill-0.8-open", "nvidia-h200-m-open"):
            self.assertIsNone(self.line_of(measured(name)), name)
            self.assertIsNone(self.line_of(by_rules_2(measured(name))), name)
        self.assertIsNone(self.line_of(another(1)))

    def test_edited_values(self):
        for report, edits in ((measured(), ALL), (by_rules_2(measured()), ALL + RULES_2)):
            for path, change, words in edits:
                with self.subTest(path=path, words=words, rules=report["benchmark"].get("rules", 1)):
                    self.refused(edited(report, path, change), "a.json: ", words)

    def test_values_of_several_ranks(self):
        for path, change, words in ((("decomposition", "partitions", 1, "first_j"), plus(1), "where another one ends"), (("decomposition", "partitions", 1, "rank"), to(0), "ranks of decomposition"),
                                    (("decomposition", "partitions", 0, "nx"), plus(-1), "all columns, each once"), (("decomposition", "levels", 3, "ranks"), to(3), "levels[3].ranks")):
            with self.subTest(path=path):
                self.refused(edited(measured(TWO_GPUS), path, change), words)
        self.refused(edited(measured(HOST), ("benchmark", "devices"), to(1)), "on hosts those are the ranks")

    def test_other_precision(self):
        for precision in ("float", "float-storage"):
            report = edited(measured(), ("run", "parameters", "solver", "precision"), to(precision))
            report["solver"]["precision"] = precision
            self.refused(report, f"solver.precision is {precision}, must be double or mixed")

    def test_a_class_renamed_everywhere(self):
        report = measured()
        report["benchmark"] |= {"class": "L", "figure": "FOM(L, open)"}
        self.refused(computed(report), "grid.nx is 512, must be 2048, as class L has it")
        self.refused(by_rules_2(report), "grid.nx is 512, must be 3072, as class L has it")
        report["benchmark"] |= {"class": "sphere-M", "figure": "FOM(sphere-M, open)"}
        self.refused(computed(report), "benchmark.class is sphere-M, must be one of S, M, L, XL")
        self.refused(by_rules_2(report), "grid.nx is 512, must be 192")

    def test_a_figure_that_was_edited_everywhere(self):
        for make in (copy.deepcopy, by_rules_2):
            report = make(another(1))
            report["timings"]["sequence"]["samples"] = [1.01 * one for one in report["timings"]["sequence"]["samples"]]
            self.refused(computed(report), "timings.sequence.samples[0]")

    def test_a_figure_by_other_rules(self):
        report = by_rules_2(measured())
        for value in (1, 3, "2", 2.5, None):
            self.refused(edited(report, ("benchmark", "rules"), to(value)), "benchmark.rules: 2 was expected")
        report["fom"] = measured()["fom"]
        self.refused(report, "fom.value", "71/72 of an update")
        self.refused(edited(by_rules_2(measured()), ("benchmark", "steps_per_setup"), to(144)), "steps_per_setup")
        report = by_rules_2(measured())
        del report["benchmark"]["rules"]
        self.refused(report, "benchmark.hash")


class Command(RankingTest):
    def test_one_line_and_no_page(self):
        self.result("a", edited(measured(), ("fom", "value"), times(1.01)))
        self.kept("b", edited(measured(), ("fom", "value"), times(1.01)))
        lines = self.ranking(code=2).splitlines()
        self.assertEqual(len(lines), 2)
        self.assertIn("results/a/0.json: fom.value is", lines[0])
        self.assertIn("results/b/reports.tar.xz/0.json: fom.value is", lines[1])
        self.assertFalse((self.docs / "ranking.md").exists())
        self.assertEqual(self.ranking("--check", code=2).splitlines(), lines)


if __name__ == "__main__":
    unittest.main()
