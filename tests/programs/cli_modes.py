"""Vertical modes in isobar, alone and inside CG and BiCGStab: their solutions are multigrid's, on any number of ranks, and what does not
separate is refused."""

import unittest

import numpy

from support_cli import INPUTS, CommandLineTest, memory_directory, true_residual

MODES = {"solver.method": "modes", "rhs.kind": "random"}
SIDES = ({}, {"boundaries.west": "neumann", "boundaries.north": "neumann"},
         {"grid.domain": "flat", "boundaries.west": "periodic", "boundaries.east": "periodic"},
         {"grid.domain": "flat", "boundaries.west": "periodic", "boundaries.east": "periodic",
          "boundaries.south": "periodic", "boundaries.north": "periodic"},
         {"boundaries.bottom": "dirichlet"}, {"boundaries.top": "dirichlet"})
CONVECTION = {"grid.domain": "flat", "physics.time_step": 1200.0, "coefficients.xi_x_profile": 5.0, "coefficients.xi_z_profile": 3.4}


class ModesTest(CommandLineTest):
    base = memory_directory()

    def solution(self, deck, settings, ranks=None):
        output = self.directory / "solution.npy"
        report = self.solve(deck, {**settings, "output.solution": output}, ranks=ranks)
        return report, numpy.load(output)

    def compare_ranks(self, deck, settings, equations):
        """Each equation on many ranks takes as many iterations as on one, and has its solution."""
        for precision in ("double", "mixed"):
            for equation in equations:
                chosen = {**settings, **equation, "solver.precision": precision, "solver.tolerance": 1e-9}
                alone, solution = self.solution(deck, chosen)
                for ranks in (2, 4, 6):
                    with self.subTest(equation=equation, precision=precision, ranks=ranks):
                        report, shared = self.solution(deck, chosen, ranks=ranks)
                        self.assertEqual(report["solver"]["iterations"], alone["solver"]["iterations"])
                        numpy.testing.assert_allclose(shared, solution, rtol=0, atol=1e-8 * abs(solution).max())


class Alone(ModesTest):
    def test_every_precision(self):
        deck = self.write_deck()
        for precision, tolerance in (("double", 1e-11), ("mixed", 1e-11), ("float", 1e-3)):
            with self.subTest(precision=precision):
                report = self.solve(deck, {**MODES, "solver.precision": precision, "solver.tolerance": tolerance})
                self.assertEqual(report["solver"]["method"], "modes")
                self.assertEqual(report["memory"]["solve_allocations"], 0)
                self.assertEqual(report["memory"]["solve_deep_copies"], 0)
                if precision != "float":
                    self.assertLessEqual(true_residual(report), 1.01 * tolerance)

    def test_one_iteration_reaches_what_was_asked(self):
        deck = self.write_deck(64, 64, 32)
        for settings in ({}, {"rhs.kind": "box"}, {"solver.tolerance": 1e-10}, {"solver.precision": "mixed"}):
            with self.subTest(settings=settings):
                report = self.solve(deck, {**MODES, "solver.tolerance": 1e-5, **settings})
                self.assertEqual(report["solver"]["iterations"], 1)

    def test_solutions_are_those_of_multigrid(self):
        deck = self.write_deck(32, 24, 9)
        for sides in SIDES:
            with self.subTest(sides=sides):
                tight = {**sides, "rhs.kind": "random", "solver.tolerance": 1e-12}
                _, modes = self.solution(deck, {**tight, "solver.method": "modes"})
                _, cycles = self.solution(deck, {**tight, "multigrid.levels": "auto", "verification.iteration_bound": 40})
                numpy.testing.assert_allclose(modes, cycles, rtol=0, atol=1e-10 * abs(cycles).max())

    def test_ranks_have_the_solution_of_one(self):
        self.compare_ranks(self.write_deck(24, 24, 7), MODES, SIDES[::2])

    def test_time_steps_follow_the_equation(self):
        deck = self.write_deck(32, 32, 12)
        for step in (60.0, 600.0, 6000.0):
            with self.subTest(step=step):
                report = self.solve(deck, {**MODES, "physics.time_step": step, "solver.tolerance": 1e-8})
                self.assertTrue(report["solver"]["converged"])

    def test_what_does_not_separate_is_refused(self):
        deck = self.write_deck()
        for name in ("alpha_v", "beta"):
            for ranks in (None, 2):
                self.refuse(deck, "--set", "solver.method=modes", "--set", f"coefficients.{name}_columns=mountains",
                            "--set", "coefficients.alpha_h_profile=standard-atmosphere", ranks=ranks,
                            says=("solver.method=modes", f"{name}: is a function of the position", "another method"))
        self.refuse(deck, "--set", "solver.method=modes", "--set", "coefficients.xi_x_profile=1.0",
                    says=("solver.method=modes", "convection"))

    def test_columns_of_their_own_on_one_rank(self):
        for settings in ({"grid.domain": "latlon"}, {"coefficients.alpha_h_columns": "mountains"},
                         {"coefficients.alpha_v_columns": "mountains", "coefficients.beta_columns": "ramp"}):
            with self.subTest(settings=settings):
                self.solve(self.write_deck(), {**MODES, **settings})

    def test_columns_of_their_own_on_many_ranks(self):
        file = self.save("columns.npy", numpy.random.default_rng(5).uniform(0.7, 1.4, (28, 24)))
        self.compare_ranks(self.write_deck(24, 28, 7), MODES,
                           ({"grid.domain": "latlon"}, {"coefficients.alpha_h_columns": "mountains"},
                            {"coefficients.alpha_v_columns": "mountains", "coefficients.beta_columns": "ramp",
                             "coefficients.alpha_h_columns": file}))

    def test_the_deck(self):
        self.solve(INPUTS / "modes.toml", {"grid.nx": 64, "grid.ny": 64, "grid.nz": 32, "verification.iteration_bound": 1})


class Inside(ModesTest):
    """Modes as a preconditioner."""

    def test_every_precision(self):
        deck = INPUTS / "atmosphere.toml"
        for method in ("cg-modes", "bicgstab-modes"):
            for precision, tolerance in (("double", 1e-11), ("mixed", 1e-11), ("float", 1e-3)):
                with self.subTest(method=method, precision=precision):
                    report = self.solve(deck, {"grid.nx": 32, "grid.ny": 32, "grid.nz": 16, "rhs.kind": "random", "solver.method": method,
                                               "solver.precision": precision, "solver.tolerance": tolerance})
                    self.assertEqual(report["solver"]["method"], method)
                    self.assertEqual(report["memory"]["solve_allocations"], 0)
                    self.assertEqual(report["memory"]["solve_deep_copies"], 0)
                    if precision != "float":
                        self.assertLessEqual(true_residual(report), 1.01 * tolerance)

    def test_few_iterations_over_mountains(self):
        deck = INPUTS / "atmosphere.toml"
        for precision in ("double", "mixed"):
            for tolerance, iterations in ((1e-5, 5), (1e-10, 10)):
                with self.subTest(precision=precision, tolerance=tolerance):
                    report = self.solve(deck, {"rhs.kind": "random", "solver.method": "cg-modes", "solver.precision": precision,
                                               "solver.tolerance": tolerance})
                    self.assertAlmostEqual(report["solver"]["iterations"], iterations, delta=1)

    def test_solutions_are_those_of_multigrid(self):
        deck = self.write_deck(32, 24, 9)
        numbers = numpy.random.default_rng(3).uniform(0.7, 1.4, (24, 32, 9))
        cells = {"coefficients.alpha_v_cells": self.save("cells.npy", numbers), "coefficients.alpha_h_columns": "ramp"}
        for equation, methods in ((cells, ("cg-multigrid", "cg-modes", "bicgstab-modes")),
                                  (CONVECTION, ("bicgstab-multigrid", "bicgstab-modes"))):
            first, *others = (self.solution(deck, {**equation, "rhs.kind": "random", "solver.tolerance": 1e-12,
                                                   "solver.method": method})[1] for method in methods)
            for other in others:
                numpy.testing.assert_allclose(other, first, rtol=0, atol=1e-10 * abs(first).max())

    def test_ranks_have_the_solution_of_one(self):
        cells = self.save("cells.npy", numpy.random.default_rng(3).uniform(0.7, 1.4, (24, 24, 7)))
        self.compare_ranks(self.write_deck(24, 24, 7), {"rhs.kind": "random"},
                           ({"solver.method": "cg-modes"}, {"solver.method": "bicgstab-modes", **CONVECTION},
                            {"solver.method": "cg-modes", "coefficients.alpha_h_columns": "mountains",
                             "coefficients.alpha_v_columns": "mountains"},
                            {"solver.method": "cg-modes", "coefficients.alpha_v_cells": cells, "coefficients.alpha_h_columns": "ramp"},
                            {"solver.method": "bicgstab-modes", **CONVECTION, "grid.domain": "latlon"}))

    def test_what_does_not_fit_is_refused(self):
        deck = self.write_deck()
        self.refuse(deck, "--set", "solver.method=cg-modes", "--set", "coefficients.xi_x_profile=1.0",
                    says=("solver.method=cg-modes", "not with convection", '"bicgstab-modes"'))


if __name__ == "__main__":
    unittest.main()
