"""[amalgamation] on boxes whose periodic axes have odd numbers of cells: a default smoother that fits, and lines for those that do not."""

import unittest

from support_cli import FlowTest

ODD = {"sides.bottom": "periodic", "sides.top": "periodic", "amalgamation.level": 1}
NEEDS = "red-black steps need an even number of cells in a periodic direction"


class OddAxes(FlowTest):
    def box(self, nz):
        return self.write_deck(nx=8, ny=16, nz=nz)

    def words(self, settings):
        return [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]

    def test_the_default_smoother_of_merged_levels_fits(self):
        for nz, smoother in ((3, "chebyshev"), (6, "chebyshev"), (8, "gauss-seidel")):
            for ranks in (2, 3):
                with self.subTest(nz=nz, ranks=ranks):
                    report = self.solve(self.box(nz), ODD, ranks=ranks)
                    self.assertEqual(report["run"]["parameters"]["amalgamation"]["smoother"], smoother)
                    self.assertGreater(len(report["decomposition"]["levels"]), 1)

    def test_a_smoother_that_is_given_is_kept_or_refused(self):
        for smoother in ("gauss-seidel", "sor"):
            line = self.refuse(self.box(3), *self.words({**ODD, "amalgamation.smoother": smoother}), ranks=2,
                               says=(f"--set amalgamation.smoother={smoother}: {NEEDS}", "level 1 has an odd one",
                                     'expected "jacobi" or "chebyshev"'))
            self.assertNotIn("rank 0", line)
        self.solve(self.box(3), {**ODD, "amalgamation.smoother": "jacobi"}, ranks=2)

    def test_a_relaxation_factor_belongs_to_its_smoother(self):
        self.refuse(self.box(3), *self.words({**ODD, "amalgamation.relaxation": 1.1}), ranks=2,
                    says=("amalgamation.smoother", NEEDS))

    def test_levels_end_where_a_given_smoother_ends(self):
        """6 cells around on level 0 and 3 on level 2, as axes of longer cells are not halved first."""
        given = {**ODD, "amalgamation.smoother": "sor", "multigrid.smoother": "jacobi", "sides.west": "periodic",
                 "sides.east": "periodic"}
        deck = self.write_deck(nx=12, ny=16, nz=12)
        report = self.solve(deck, given, ranks=2)
        self.assertIn("as many as red-black steps can smooth", report["solver"]["levels"])
        levels = len(report["decomposition"]["levels"])
        self.refuse(deck, *self.words({**given, "multigrid.levels": levels + 1}), ranks=2,
                    says=(f"--set multigrid.levels={levels + 1}: {NEEDS}", f"expected at most {levels}"))

    def test_the_outer_smoother_is_refused_where_a_merge_needs_its_level(self):
        self.refuse(self.box(3), *self.words({**ODD, "multigrid.smoother": "sor"}), ranks=2,
                    says=(f"--set multigrid.smoother=sor: {NEEDS}", "level 0 has an odd one"))

    def test_levels_behind_a_merge_ask_nothing_of_the_outer_smoother(self):
        report = self.solve(self.box(12), {**ODD, "multigrid.smoother": "sor"}, ranks=2)
        self.assertEqual(report["run"]["parameters"]["amalgamation"]["smoother"], "chebyshev")


if __name__ == "__main__":
    unittest.main()
