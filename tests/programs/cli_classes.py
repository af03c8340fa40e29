"""Problem classes: an untouched class is official on one and two ranks, with either algorithm."""
import json
import signal
import statistics
import subprocess
import sys
import unittest

from support_classes import ClassTest
from support_cli import command, environment, options, validate


class Classes(ClassTest):
    def check_official(self, report, screen, figure):
        """Without a departure; from sources that are not as in a commit with those of the build alone."""
        benchmark, lines = report["benchmark"], screen.splitlines()
        self.assertEqual(self.departures(report), {}, screen)
        self.assertTrue(report["verification"]["valid"])
        clean = benchmark["commit"] is not None and benchmark["changed_files"] == 0
        self.assertEqual(benchmark["official"], clean)
        self.assertEqual(benchmark["figure"], figure if clean else None)
        self.assertIn(f"OFFICIAL: {str(clean).lower()}", lines)
        self.assertEqual(lines[-2], "RESULT: VALID")
        self.assertEqual(lines[-1], f"{figure if clean else 'FOM'}: {report['fom']['value']:.3f} MDOF/s")
        self.assertGreaterEqual(benchmark["repeats"], benchmark["least_repeats"])
        self.assertGreaterEqual(benchmark["seconds"], benchmark["least_seconds"])
        for step in report["sequence"]["steps"]:
            self.assertGreaterEqual(step["verified"], 2)
            self.assertLess(step["true_residual"], 1e-5)
        self.check_sizes(report, screen)

    def check_sizes(self, report, screen):
        """The class's own size, half and a quarter of it, each valid and a line of the screen."""
        benchmark = report["benchmark"]
        sizes, ranks = benchmark["sizes"], report["environment"]["host"]["ranks"]
        self.assertEqual([size["columns"] for size in sizes], [128, 64, 32])
        self.assertEqual(benchmark["nodes"], 1)
        if report["environment"]["gpu"] is None:
            self.assertEqual(benchmark["devices"], ranks)
        for size in sizes:
            self.assertEqual(size["unknowns"], 128 * size["columns"] ** 2)
            self.assertEqual((size["valid"], size["reason"]), (True, None))
            self.assertGreaterEqual(size["repeats"], benchmark["least_repeats"])
            self.assertLess(size["true_residual"], 1e-5)
            seconds, figure = size["seconds"], size["mdof_s"]
            parts = seconds["setup"] + 3 * seconds["update"] + 4 * seconds["solve"]
            self.assertGreater(parts, 0.3 * seconds["repeat"])
            self.assertLess(parts, 3 * seconds["repeat"])
            self.assertAlmostEqual(figure["in_all"] * seconds["step"] * 1e6 / size["unknowns"], 1)
            fastest = size["fastest_mdof_s"]
            self.assertAlmostEqual(fastest["in_all"] * seconds["fastest_step"] * 1e6 / size["unknowns"], 1)
            self.assertLessEqual(seconds["fastest_step"], seconds["step"])
            self.assertAlmostEqual(figure["per_device"] * benchmark["devices"], figure["in_all"])
            self.assertAlmostEqual(figure["per_node"] * benchmark["nodes"], figure["in_all"])
            self.assertRegex(screen, rf"\n +{size['columns']} +{size['unknowns']} +"
                                     rf"{1e3 * seconds['setup']:.3f} .* {figure['per_device']:.3f}\n")
        self.assertEqual(sizes[0]["repeats"], benchmark["repeats"])
        self.assertEqual(sizes[0]["seconds"]["repeat"], benchmark["median"])
        self.assertEqual(sizes[0]["mdof_s"]["in_all"], report["fom"]["value"])
        self.check_step(report)
        self.assertEqual(sizes[0]["iterations"],
                         max(step["iterations"] for step in report["sequence"]["steps"]))

    def check_step(self, report):
        """The seconds of a model's step from the samples: of each of four steps its own median."""
        samples = {name: report["timings"][name]["samples"] for name in ("setup", "update", "solve")}
        for key, statistic in (("step", statistics.median), ("fastest_step", min)):
            solve = sum(statistic(samples["solve"][n::4]) for n in range(4)) / 4
            update = sum(statistic(samples["update"][n::3]) for n in range(3)) / 3
            self.assertAlmostEqual(report["benchmark"]["sizes"][0]["seconds"][key],
                                   solve + 71 / 72 * update + statistic(samples["setup"]) / 72, 12)

    def test_open_on_one_rank_and_two(self):
        for ranks in (None, 2):
            self.check_official(*self.run_class(ranks=ranks), "FOM(S, open)")

    def test_reference_has_a_fixed_count(self):
        report, screen = self.run_class("--algorithm", "reference", ranks=2)
        self.check_official(report, screen, "FOM(S, reference)")
        self.assertEqual({step["iterations"] for step in report["sequence"]["steps"]}, {18})

    def test_a_deck_of_ones_own_says_how_to_solve(self):
        mine = self.write("mine.toml", '[solver]\nmethod = "cg-fused"\n')
        self.check_official(*self.run_class(mine, ranks=2), "FOM(S, open)")

    def test_a_share_of_memory(self):
        """As dry runs: the most columns of a multiple of 64 that fit; a larger share has more."""
        sizes = []
        for share in ("0.01", "0.1"):
            done = self.start("--class", f"fill={share}", "--dry-run")
            self.assertEqual(done.returncode, 0, done.stderr)
            columns = int(done.stdout.split("grid")[1].split()[0])
            self.assertEqual(columns % 64, 0)
            sizes.append(columns)
        self.assertLess(*sizes)

    def test_a_dry_run_says_what_departs(self):
        done = self.start("--class", "XL", "--dry-run", *options({"solver.tolerance": 0.1}))
        self.assertIn("= 4831838208 unknowns", done.stdout)
        self.assertIn("  departs    solver.tolerance: found 0.1, wanted 1e-05\n", done.stdout)

    def test_a_size_that_cannot_be_run(self):
        """Too many levels for so few columns: named, and nothing departs."""
        report, screen = self.run_class(*options({"multigrid.levels": 7}))
        last = report["benchmark"]["sizes"][-1]
        self.assertEqual((last["valid"], last["repeats"], last["seconds"], last["mdof_s"]), (None, 0, None, None))
        self.assertIn("not run: --set multigrid.levels=7: 7 levels: 32 x 32 columns on 1 ranks allow at most", last["reason"])
        self.assertIn(f" 32      131072 {last['reason']}\n", screen)
        self.assertEqual(self.departures(report), {}, screen)

    def test_sizes_that_are_not_the_classes(self):
        """A size of one's own has no half."""
        report, _ = self.run_class(*options({"grid.nx": 32, "grid.ny": 32, "grid.nz": 8, "run.repeats": 4,
                                             "sequence.least_seconds": 0}))
        own, *smaller = report["benchmark"]["sizes"]
        self.assertEqual((own["columns"], own["unknowns"], own["valid"]), (32, 8192, True))
        self.assertEqual({size["reason"] for size in smaller},
                         {"not run: no fewer columns than the 32 before"})

    @unittest.skipUnless(sys.platform == "linux", "signals")
    def test_a_signal_ends_all_sizes(self):
        process = subprocess.Popen(command("--class", "S", "--progress", "on", "--report", "report.json"),
                                   cwd=self.directory, env=environment(None, self.directory), text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.kill)
        for line in process.stderr:
            if line == "the class with 64 columns a side\n":
                break
        process.send_signal(signal.SIGINT)
        screen, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertEqual(screen.splitlines()[-1], "RESULT: INVALID (interrupted)")
        report = json.loads((self.directory / "report.json").read_text())
        validate(report, self.schema)
        self.assertEqual([(size["valid"], size["reason"]) for size in report["benchmark"]["sizes"]],
                         [(False, "interrupted"), (False, "interrupted"), (None, "not run: interrupted")])
        self.assertFalse(report["benchmark"]["official"])
        self.assertIn("  departs    result at 64 columns: found \"INVALID (interrupted)\", wanted \"VALID\"\n", screen)

    def test_a_deck_alone_is_of_no_class(self):
        report = self.solve(self.write_deck())
        self.assertIsNone(report["benchmark"])
        self.assertNotIn("OFFICIAL", report["screen"])

    def test_refusals(self):
        self.refuse("--class", "XXL", says="--class XXL: unknown class; expected S, M, L, XL")
        self.refuse("--algorithm", "open", says="--algorithm open: no class given")
        self.refuse("--class", "S", "--algorithm", "best", says="best not in {reference,open}")


if __name__ == "__main__":
    unittest.main()
