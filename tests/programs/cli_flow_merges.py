"""Merged levels of boxes: both notations say the same; where periodic axes have odd numbers of cells a default smoother fits, and
lines refuse those that do not."""

import unittest

from support_cli import FlowTest

ODD = {"sides.bottom": "periodic", "sides.top": "periodic", "amalgamation.level": 1}
NEEDS = "red-black steps need an even number of cells in a periodic direction"


class Notations(FlowTest):
    def test_both_say_the_same(self):
        deck = self.write_deck(nx=16, ny=16, nz=16)
        old = {"amalgamation.level": 1, "amalgamation.ranks": [2, 1], "amalgamation.stages": [2]}
        for more in ({}, {"amalgamation.cycles": 2, "amalgamation.smoother": "jacobi"}):
            expected = self.solve(deck, {**old, **more}, ranks=4)
            report = self.solve(deck, {"multigrid.merge": [[1, 2], [2, 1]], **more}, ranks=4)
            for section, key in (("solver", "residual_history"), ("solver", "levels"), ("decomposition", "levels")):
                self.assertEqual(report[section][key], expected[section][key])
            self.assertEqual([level["ranks"] for level in report["decomposition"]["levels"][:3]], [4, 2, 1])

    def test_one_of_them_is_enough(self):
        self.refuse(self.write_deck(nx=8, ny=8, nz=8), "--set", "multigrid.merge=[[1,1]]", "--set",
                    "amalgamation.level=1", ranks=2,
                    says="--set multigrid.merge=[[1,1]]: amalgamation.level is given too; expected one of the two")


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
