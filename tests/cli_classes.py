"""Problem classes: an untouched class is official on one and two ranks, with either algorithm."""
import unittest

from support_classes import ClassTest
from support_cli import options


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

    def test_open_on_one_rank_and_two(self):
        for ranks in (None, 2):
            self.check_official(*self.run_class(ranks=ranks), "FOM(S, open)")

    def test_reference_has_a_fixed_count(self):
        report, screen = self.run_class("--algorithm", "reference", ranks=2)
        self.check_official(report, screen, "FOM(S, reference)")
        self.assertEqual({step["iterations"] for step in report["sequence"]["steps"]}, {14})

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
        self.assertIn("= 2147483648 unknowns", done.stdout)
        self.assertIn("  departs    solver.tolerance: found 0.1, wanted 1e-05\n", done.stdout)

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
