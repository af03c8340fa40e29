"""scripts/report and scripts/compare on runs of problem classes: official or not and why, parts of a repeat, sizes, energy."""

import copy
import json
import statistics
import unittest

from support_classes import ENERGY, official, with_sizes
from support_cli import ScriptTest
from support_report import page_of, report_of, run_of

from report_items.benchmark import parts  # noqa: E402
from report_items.numbers import number, percent, seconds  # noqa: E402

DEPARTURES = [{"key": "solver.tolerance", "found": 0.5, "wanted": 1e-5},
              {"key": "environment LD_PRELOAD", "found": "a.so", "wanted": None}]


def tampered(**changes):
    report = official()
    report["benchmark"] |= {"official": False, "figure": None, "departures": DEPARTURES, **changes}
    return report


class OneClass(unittest.TestCase):
    def test_an_official_result_has_its_name(self):
        report = official()
        page, name = page_of(run_of(report)), "FOM(fill=0.0001, open)"
        self.assertEqual([one["text"] for one in page.all("span", "badge")], ["✓ VALID", f"★ official: {name}"])
        self.assertEqual(page.tiles()[name], (number(report["fom"]["value"]), "MDOF/s"))
        self.assertNotIn("figure of merit", page.tiles())
        self.assertEqual(page.all("div", "bad"), [])
        text = page.section("Class fill=0.0001, open")["text"]
        for words in (report["benchmark"]["hash"], report["benchmark"]["commit"] + ", clean"):
            self.assertIn(words, text)

    def test_every_departure_is_named(self):
        page = page_of(run_of(tampered()))
        box, = page.all("div", "bad")
        self.assertEqual([one["text"] for one in page.inside(box, "li")],
                         ["solver.tolerance: found 0.5, wanted 1e-05", "environment LD_PRELOAD: found a.so, wanted none"])
        self.assertIn("not official", page.all("h1")[0]["text"])
        self.assertEqual(page.tiles()["figure of merit"][1], "MDOF/s, not official")
        self.assertNotIn("FOM(", page.all("body")[0]["text"])

    def test_times_of_a_repeat(self):
        report = official()
        timings, page = report["timings"], page_of(run_of(report))
        sequence = timings["sequence"]
        spread = percent(100 * (sequence["max"] - sequence["min"]) / sequence["median"])
        repeats = len(sequence["samples"])
        self.assertEqual(page.tiles()["repeat"], (seconds(sequence["median"]), f"median of {repeats}, spread {spread}"))
        for phase in ("setup", "update", "solve"):
            self.assertEqual(page.tiles()[phase][0], seconds(timings[phase]["median"]))
        rows = [values for _, values in page.rows(page.section("Class fill=0.0001, open"))]
        self.assertEqual(len(rows), 4)
        for k, (row, step) in enumerate(zip(rows, report["sequence"]["steps"])):
            samples = timings["solve"]["samples"][k::4]
            middle = statistics.median(samples)
            self.assertEqual(row[:3] + row[4:6], [k, step["time_step"], step["sound_speed"], step["seed"], middle])
            self.assertAlmostEqual(row[6], 100 * (max(samples) - min(samples)) / middle)
            self.assertEqual(row[7:], [step["iterations"], step["true_residual"], step["verified"]])

    def test_parts_add_up_to_repeats(self):
        report = official()
        found = [one["samples"] for _, one in parts(run_of(report))]
        self.assertEqual(len(found), 6)
        for total, *of_parts in zip(report["timings"]["sequence"]["samples"], *found):
            self.assertAlmostEqual(sum(of_parts), total)
        del report["timings"]["update"]["samples"][0]
        self.assertEqual(parts(run_of(report)), [])

    def test_sizes_and_energy_where_they_are(self):
        report = with_sizes(official())
        page = page_of(run_of(report))
        rows = [row for row in page.rows(page.section("Class fill=0.0001, open")) if len(row[0]) == 10 and "×" in row[0][0]]
        self.assertEqual(rows[0][1], [64, 524288, 0.5, 0.1, 0.001, 0.09, 12.0, 6.0, 3.0, None])
        self.assertEqual(rows[1][0][2:], ["–"] * 7 + ["not run: too few columns"])
        self.assertEqual(rows[2][0][-1], "INVALID: not converged")
        self.assertEqual(page.tiles()["energy a solve"], ("3.250 J", "6.200 µJ an unknown, 13.5 W (NVML)"))
        report["energy"] = dict.fromkeys(ENERGY) | {"reason": "no counter"}
        self.assertNotIn("energy a solve", page_of(run_of(report)).tiles())

    def test_a_run_of_no_class_has_none_of_it(self):
        page = page_of(run_of(report_of("isobar")))
        self.assertNotIn("official", page.all("body")[0]["text"])
        self.assertNotIn("repeat", page.tiles())


class Several(ScriptTest):
    def lines(self, *reports):
        """The first lines of a page and of scripts/compare, which have to be the same."""
        runs = [run_of(copy.deepcopy(one), name) for one, name in zip(reports, "ABC")]
        page = page_of(*runs)
        boxes = [one for one in page.all("div", "bad") if "Not comparable" in one["text"]]
        told = [one["text"] for box in boxes for one in page.inside(box, "li")]
        paths = [self.write(f"{k}.json", json.dumps(one)) for k, one in enumerate(reports)]
        said = [line for line in self.script("compare", *paths).splitlines() if line[:1] != " "]
        warned = [line.removeprefix("warning: ") for line in said if line.startswith("warning: ")]
        self.assertEqual(warned[:len(told)], told)
        return told, warned

    def test_results_of_one_class_are_comparable(self):
        self.assertEqual(self.lines(official(), official()), ([], []))
        self.assertEqual(self.lines(report_of("isobar"), report_of("isobar")), ([], []))

    def test_other_classes_algorithms_and_hashes_come_first(self):
        other = official("fill=0.0001", "--algorithm", "reference")
        other["run"]["parameters"]["grid"]["nz"] = 4
        told, warned = self.lines(official(), other)
        self.assertEqual([line.split(":")[0] for line in told], ["algorithm", "hash"])
        self.assertIn("open and reference", told[0])
        self.assertIn("grid.nz: 128 and 4", warned[len(told):])
        self.assertEqual(self.lines(official(), report_of("isobar"))[0][0], "class: fill=0.0001 and none")

    def test_what_is_not_official_is_said(self):
        told, _ = self.lines(official(), tampered())
        self.assertEqual(told, ["B is not official: solver.tolerance: found 0.5, wanted 1e-05; "
                                "environment LD_PRELOAD: found a.so, wanted none"])

    def test_repeats_are_compared(self):
        slow = official()
        slow["timings"]["sequence"]["median"] *= 2
        paths = [self.write(f"{k}.json", json.dumps(one)) for k, one in enumerate((official(), slow))]
        row = next(line for line in self.script("compare", *paths).splitlines() if line.startswith("repeat, ms"))
        self.assertEqual(row.split()[-1], "0.5")


if __name__ == "__main__":
    unittest.main()
