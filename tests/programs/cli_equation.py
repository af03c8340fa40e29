"""Decks with an equation of their own: runs, reports, numbers from files, and every refusal."""

import unittest

import numpy

from support_cli import INPUTS, CommandLineTest, options

NX, NY, NZ = 16, 12, 8
STANDARD = {"coefficients.alpha_h_profile": "standard-atmosphere",
            "coefficients.alpha_v_profile": "standard-atmosphere"}
AROUND = {"grid.domain": "flat", "boundaries.west": "periodic", "boundaries.east": "periodic"}


class EquationTest(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.deck = self.write_deck(NX, NY, NZ)

    def run_deck(self, settings=None, ranks=None, code=0, deck=None):
        return self.solve(deck or self.deck, {"rhs.kind": "random", "multigrid.levels": 2,
                                              **(settings or {})}, ranks=ranks, code=code)

    def names_of_checks(self, report):
        return [check["name"] for check in report["verification"]["checks"]]

    def solution(self, settings, ranks=None):
        path = self.directory / "u.npy"
        self.run_deck({"solver.tolerance": 1e-10, "output.solution": path, **settings}, ranks)
        return numpy.load(path)


class Reports(EquationTest):
    def test_the_papers_equation_is_the_default(self):
        report = self.run_deck()
        self.assertEqual(report["equation"], {"given": [], "symmetric": True, "reason": None,
                                              "factorises": True, "distance": None})
        self.assertNotIn("equation ", report["screen"])

    def test_what_was_given_is_named(self):
        report = self.run_deck({**STANDARD, "coefficients.beta_columns": "mountains"})
        given = ["alpha_h: standard-atmosphere", "alpha_v: standard-atmosphere",
                 "beta: 1 x mountains"]
        self.assertEqual(report["equation"]["given"], given)
        self.assertIn("equation     " + "; ".join(given) + "\n", report["screen"])
        self.assertIn("symmetry", self.names_of_checks(report))

    def test_convection_is_not_checked_for_symmetry(self):
        report = self.run_deck({"coefficients.xi_x_profile": 2.0, "coefficients.xi_z_profile": -0.3,
                                "solver.method": "bicgstab-multigrid"})
        self.assertFalse(report["equation"]["symmetric"])
        self.assertIn("convection", report["equation"]["reason"])
        self.assertNotIn("symmetry", self.names_of_checks(report))
        self.assertIn("; not symmetric\n", report["screen"])

    def test_dry_runs_need_no_more_than_the_deck(self):
        done = self.start(self.deck, "--dry-run", *options(STANDARD))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("standard-atmosphere", done.stdout)


class Runs(EquationTest):
    def test_the_inputs_with_equations(self):
        for name, settings in (("atmosphere.toml", {"grid.nx": 32, "grid.ny": 32, "grid.nz": 32}),
                               ("unsymmetric.toml", {"grid.nx": 32, "grid.ny": 32, "grid.nz": 32}),
                               ("ground.toml", {"grid.nx": 24, "grid.ny": 24, "grid.nz": 16}),
                               ("latlon.toml", {"grid.nx": 64, "grid.ny": 32, "grid.nz": 16})):
            for ranks in (None, 2):
                with self.subTest(deck=name, ranks=ranks):
                    self.solve(INPUTS / name, {**settings, "multigrid.levels": "auto"}, ranks=ranks)

    def test_ranks_agree(self):
        for settings in (
                {**STANDARD, "coefficients.alpha_h_columns": "ramp"},
                {**AROUND, "boundaries.top": "dirichlet", "coefficients.beta_columns": "mountains"},
                {"grid.domain": "latlon", "solver.method": "cg-multigrid"},
                {"coefficients.xi_y_profile": 3.0, "solver.method": "bicgstab"},
                {"coefficients.xi_y_profile": 3.0, "solver.method": "bicgstab-modes"}):
            with self.subTest(settings=settings):
                one, two = (self.solution(settings, ranks) for ranks in (None, 2))
                numpy.testing.assert_allclose(two, one, atol=1e-8 * abs(one).max())

    def test_heights_may_be_those_of_the_formula(self):
        heights = [50e3 * (k / NZ) ** 2 for k in range(NZ + 1)]
        mine, formula = self.solution({"grid.interfaces": heights}), self.solution({})
        numpy.testing.assert_allclose(mine, formula, atol=1e-8 * abs(formula).max())
        path = self.save("z.npy", numpy.array(heights))
        self.assertTrue((self.solution({"grid.interfaces": path}) == mine).all())

    def test_methods_agree_on_closed_sides(self):
        closed = {f"boundaries.{side}": "neumann" for side in ("west", "east", "south", "north")}
        solutions = [self.solution({**closed, **STANDARD, "solver.method": method})
                     for method in ("multigrid", "cg-fused", "cg-csr", "multigrid-ell", "bicgstab")]
        for other in solutions[1:]:
            numpy.testing.assert_allclose(other, solutions[0], atol=1e-8 * abs(other).max())


class Files(EquationTest):
    """Numbers of layers, columns and cells from NumPy files."""

    def setUp(self):
        super().setUp()
        random = numpy.random.default_rng(1)
        self.profile = random.uniform(0.5, 2.0, NZ)
        self.columns = random.uniform(0.5, 2.0, (NY, NX))
        self.product = self.columns[:, :, None] * self.profile
        self.factors = {"coefficients.alpha_h_profile": self.save("p.npy", self.profile),
                        "coefficients.alpha_h_columns": self.save("c.npy", self.columns),
                        "solver.method": "cg-multigrid"}

    def cells(self, numbers, **more):
        return {"coefficients.alpha_h_cells": self.save("cells.npy", numbers),
                "solver.method": "cg-multigrid", **more}

    def test_cells_that_are_a_product_give_its_solution(self):
        factors = self.solution(self.factors)
        for ranks in (None, 2):
            cells = self.solution(self.cells(self.product), ranks)
            numpy.testing.assert_allclose(cells, factors, atol=1e-8 * abs(factors).max())
        distance = self.run_deck(self.cells(self.product))["equation"]["distance"]
        self.assertAlmostEqual(distance["largest_factor"], 1.0, delta=1e-12)

    def test_cells_that_do_not_factorise(self):
        rough = self.product * numpy.random.default_rng(2).uniform(0.5, 2.0, (NY, NX, NZ))
        for method in ("cg-standard", "cg-multigrid", "cg-modes", "bicgstab", "bicgstab-multigrid", "bicgstab-modes"):
            report = self.run_deck(self.cells(rough, **{"solver.method": method}))
            equation = report["equation"]
            self.assertFalse(equation["factorises"])
            self.assertGreater(equation["distance"]["largest_factor"], 1.5)
            self.assertLess(equation["distance"]["rms_factor"], 2.0)
            self.assertIn("; does not factorise\n", report["screen"])
        cg, bicgstab = (self.solution(self.cells(rough, **{"solver.method": method}), ranks)
                        for method, ranks in (("cg-multigrid", 2), ("bicgstab", None)))
        numpy.testing.assert_allclose(bicgstab, cg, atol=1e-7 * abs(cg).max())

    def test_wrong_numbers_are_named_with_their_place(self):
        for key, array, place, says in (
                ("alpha_h_columns", self.columns, (3, 5), "above 0"),
                ("xi_x_columns", self.columns, (11, 15), "a finite number"),
                ("alpha_v_cells", self.product, (7, 2, 4), "above 0"),
                ("beta_cells", self.product, (0, 0, 0), "of at least 0")):
            for wrong in (numpy.nan, -1.0):
                if key.startswith("xi") and wrong == -1.0:
                    continue
                numbers = array.copy()
                numbers[place] = wrong
                path = self.save("wrong.npy", numbers)
                settings = {f"coefficients.{key}": path, "solver.method": "bicgstab",
                            "coefficients.xi_x_profile": 1.0}
                with self.subTest(key=key, wrong=wrong):
                    for ranks in (None, 2):
                        self.refuse(self.deck, *options(settings), ranks=ranks, says=(
                            f"--set coefficients.{key}={path}: ",
                            f"number [{', '.join(map(str, place))}] is ", says))

    def test_wrong_files_are_refused(self):
        for key, array, says in (
                ("alpha_h_columns", self.columns.T.copy(), f"(ny, nx) = ({NY}, {NX})"),
                ("alpha_h_columns", self.columns.astype("f4"), "has dtype '<f4'"),
                ("alpha_h_cells", self.columns, f"(ny, nx, nz) = ({NY}, {NX}, {NZ})"),
                ("alpha_h_profile", self.profile[1:], f"shape ({NZ},)")):
            path = self.save("wrong.npy", array)
            self.refuse(self.deck, "--set", f"coefficients.{key}={path}",
                        says=(f"--set coefficients.{key}={path}: ", says))

    def test_outputs_do_not_replace_them(self):
        path = self.save("c.npy", self.columns)
        self.refuse(self.deck, *options({"coefficients.beta_columns": path, "output.solution": path}),
                    says=("is the same file as", "coefficients.beta_columns"))


class Refusals(EquationTest):
    def test_methods_that_do_not_fit(self):
        cells = self.save("cells.npy", numpy.ones((NY, NX, NZ)))
        for settings, says in (
                ({"coefficients.xi_x_profile": 1.0, "solver.method": "cg-multigrid"},
                 ('solver.method=cg-multigrid: not with convection', '"bicgstab-multigrid"')),
                ({"coefficients.xi_x_profile": 1.0},
                 ('solver.method = "multigrid" (default): not with convection',)),
                ({"coefficients.beta_cells": cells},
                 ('"multigrid" (default): not with coefficients that are a number a cell',
                  '"cg-multigrid"'))):
            with self.subTest(settings=settings):
                for more in ((), ("--dry-run",)):
                    self.refuse(self.deck, *options(settings), *more, says=says)

    def test_sides(self):
        for settings, says in (
                ({"grid.domain": "flat", "boundaries.north": "periodic"},
                 'boundaries.north=periodic: boundaries.south is "dirichlet"'),
                ({"boundaries.north": "periodic", "boundaries.south": "periodic"},
                 "a panel's sides do not meet")):
            self.refuse(self.deck, *options(settings), says=says)
        self.refuse(self.write_deck(15, 12, 8), *options({**AROUND, "multigrid.levels": 2}),
                    says="multigrid.levels=2")


if __name__ == "__main__":
    unittest.main()
