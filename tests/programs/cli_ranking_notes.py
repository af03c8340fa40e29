"""scripts/ranking: what it says of a result without refusing it."""

import copy
import subprocess
import sys
import unittest

from support_cli import SCRIPTS
from support_ranking import RankingTest, another, by_rules_2, computed, measured, ten

from ranking_items.notes import notes, peak  # noqa: E402


def faster_copies(report):
    timings = report["timings"]
    for one in timings["copies"]:
        one["gb_s"] *= 2
    for key in ("copy_bandwidth_gb_s", "ordinary_copy_gb_s"):
        timings[key] *= 2
    for one in timings["kernels"]:
        one["percent_of_copy"] = one["percent_of_copy"] and one["percent_of_copy"] / 2


def more_power(report):
    for key in ("joules", "joules_per_solve", "microjoules_per_unknown", "watts"):
        report["energy"][key] *= 2


def more_bytes(report):
    for one in report["timings"]["kernels"]:
        for key in ("bytes", "gb_s", "percent_of_copy"):
            one[key] = one[key] and 2.5 * one[key]


def a_wide_repeat(report):
    samples, more = report["timings"]["setup"]["samples"], report["timings"]["setup"]["samples"][3] * 9
    samples[3] += more
    report["timings"]["sequence"]["samples"][3] += more
    computed(report)


def debug(report):
    report["environment"] |= {"build_type": "Debug", "flags": "-Ofast -ffast-math"}


class Notes(RankingTest):
    def lines(self, *reports, **about):
        self.result("a", *reports, **about)
        (result,), lines = self.read()
        self.assertEqual(lines, [])
        return list(notes(result))

    def test_what_somebody_should_look_at(self):
        for change, words in ((faster_copies, "copies move 8"), (more_power, "it takes 1"), (more_bytes, "in which copies move its kernels' bytes"),
                              (a_wide_repeat, "repeats of a run differ by"), (debug, "build_type is 'Debug', not Release")):
            with self.subTest(change=change.__name__):
                report = by_rules_2(measured())
                before = self.lines(report)
                other = copy.deepcopy(report)
                change(other)
                more = [line for line in self.lines(other) if line not in before]
                self.assertIn(words, "\n".join(more))

    def test_few_runs(self):
        self.assertIn("1 of 10 runs: listed without a place", self.lines(by_rules_2(measured())))
        self.assertNotIn("runs: listed", "\n".join(self.lines(*ten(base=by_rules_2(measured())))))

    def test_sources_of_an_archive(self):
        self.assertIn("benchmark.sources is not compared", "\n".join(self.lines(by_rules_2(measured()))))

    def test_known_devices(self):
        for name, bandwidth in (("NVIDIA H200", 4800), ("NVIDIA GH200 480GB", 4900), ("NVIDIA H100 80GB HBM3", 3352), ("AMD Instinct MI300X", 5325), ("Unknown", None), (None, None)):
            self.assertEqual(peak(name) and peak(name)[0], bandwidth)

    def test_fill_takes_its_share(self):
        report = measured("nvidia-h200-fill-0.8-open")
        self.assertNotIn("of a device's memory", "\n".join(self.lines(report, way="development")))
        report["benchmark"] |= {"class": "fill=0.5", "figure": "FOM(fill=0.5, open)"}
        self.assertIn("fill=0.5 takes 0.78 of a device", "\n".join(self.lines(report, way="development")))

    def test_the_command_says_them(self):
        """On standard error, of the newest rules alone; the exit code stays 0."""
        self.result("a", another(1, base=by_rules_2(measured())))
        self.result("b", another(2), system="Old")
        done = subprocess.run([sys.executable, SCRIPTS / "ranking", "--docs", self.docs], text=True, capture_output=True, check=False)
        self.assertEqual(done.returncode, 0)
        lines = done.stderr.splitlines()
        self.assertIn("ranking: note: a: 1 of 10 runs: listed without a place", lines)
        self.assertFalse([line for line in lines if not line.startswith("ranking: note: a: ")])


if __name__ == "__main__":
    unittest.main()
