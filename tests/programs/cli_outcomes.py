"""Runs that end without a valid result: exit code 1, the reason, and no figure of merit."""

import unittest

import numpy

from support_cli import METHODS, STORED, CommandLineTest, true_residual


class InvalidRuns(CommandLineTest):
    def test_float_alone_ends_by_the_residual_of_its_solution(self):
        # The recurrence of CG meets any tolerance. The report has the residual of the solution.
        for method in ("cg-fused", "cg-standard", "cg-multigrid"):
            for tolerance, code in ((1e-5, 0), (1e-7, 1)):
                with self.subTest(method=method, tolerance=tolerance):
                    report = self.solve(self.write_deck(nx=64, ny=64, nz=32),
                                        {"solver.method": method, "solver.precision": "float",
                                         "solver.tolerance": tolerance, "rhs.kind": "box"}, code=code)
                    self.assertEqual(report["solver"]["status"], "stagnated" if code else "converged")
                    history = report["solver"]["residual_history"]
                    self.assertLess(true_residual(report), 2 * history[-1] / history[0])
                    if code == 0:  # rounding of the residual in float does not spoil a result
                        self.assertLessEqual(history[-1] / history[0], 0.99 * tolerance)
                    else:
                        self.assertIn("stagnated after", report["verification"]["reason"])
                        self.assertIn("expected a tolerance above it", report["verification"]["reason"])

    def test_float_goes_on_to_a_hundredth_below_its_tolerance(self):
        # A tolerance just above the norm of an iteration ends a solve there in double. In float that is too close.
        for precision, more in (("double", 0), ("float", 1)):
            with self.subTest(precision=precision):
                settings = {"solver.method": "multigrid", "solver.precision": precision, "rhs.kind": "box"}
                deck = self.write_deck(nx=64, ny=64, nz=32)
                first = self.solve(deck, {**settings, "solver.tolerance": 1e-3})["solver"]
                history = first["residual_history"]
                near = self.solve(deck, {**settings, "solver.tolerance": 1.005 * history[-1] / history[0]})
                self.assertEqual(near["solver"]["iterations"], first["iterations"] + more)

    def test_an_absolute_tolerance_ends_a_solve_that_is_valid_by_it(self):
        deck = self.write_deck()
        for method in METHODS:
            for precision in ("double", "float"):
                with self.subTest(method=method, precision=precision):
                    settings = {"solver.method": method, "solver.precision": precision, "rhs.kind": "random"}
                    self.check_absolute_tolerance(deck, settings)

    def test_no_solve_converges_before_its_least_iterations(self):
        report = self.solve(self.write_deck(), {"solver.min_iterations": 12, "solver.tolerance": 0.1})
        self.assertEqual(report["solver"]["iterations"], 12)
        self.refuse(self.write_deck(), "--set", "solver.min_iterations=12", "--set", "solver.max_iterations=11",
                    says="solver.min_iterations")

    def test_a_residual_above_the_divergence_tolerance_ends_a_solve(self):
        settings = {"multigrid.pre_relaxation": [1.9], "multigrid.post_relaxation": [1.9]}
        far = self.solve(self.write_deck(), settings, code=1)["solver"]
        near = self.solve(self.write_deck(), {**settings, "solver.divergence_tolerance": 2.0}, code=1)["solver"]
        self.assertEqual(near["status"], "diverged")
        self.assertLess(near["iterations"], far["iterations"])

    def test_float_multigrid_stalls_and_says_so(self):
        # Its norm is the true one, and stays above the floor however many cycles it has.
        for tolerance in (1e-5, 1e-8):
            with self.subTest(tolerance=tolerance):
                report = self.solve(self.write_deck(nx=64, ny=64, nz=32),
                                    {"solver.precision": "float", "solver.tolerance": tolerance,
                                     "rhs.kind": "box", "solver.max_iterations": 30}, code=1)
                self.assertEqual(report["solver"]["status"], "not converged")
                self.assertGreater(true_residual(report), 1e-5)

    def test_float_multigrid_that_stalls_does_not_use_all_its_cycles(self):
        report = self.solve(self.write_deck(nx=64, ny=64, nz=32),
                            {"solver.precision": "float", "solver.tolerance": 1e-7, "rhs.kind": "box",
                             "solver.max_iterations": 1000}, code=1)
        self.assertEqual(report["solver"]["status"], "stagnated")
        self.assertLess(report["solver"]["iterations"], 200)

    def test_cycles_that_diverge_say_so(self):
        report = self.solve(self.write_deck(), {"multigrid.pre_relaxation": [1.9],
                                                "multigrid.post_relaxation": [1.9]}, code=1)
        self.assertEqual(report["solver"]["status"], "diverged")
        self.assertIn("diverged after", report["verification"]["reason"])

    def test_too_few_iterations(self):
        for method in METHODS + STORED:
            with self.subTest(method=method):
                report = self.solve(self.write_deck(),
                                    {"solver.method": method, "solver.max_iterations": 2}, code=1)
                self.assertEqual(report["solver"]["iterations"], 2)
                self.assertEqual(len(report["solver"]["residual_history"]), 3)
                self.assertEqual(report["solver"]["status"], "not converged")
                self.assertIn("not converged after 2 iterations", report["verification"]["reason"])

    def test_more_iterations_than_the_deck_allows(self):
        deck = self.write_deck()
        needed = self.solve(deck)["solver"]["iterations"]
        self.solve(deck, {"verification.iteration_bound": needed})
        report = self.solve(deck, {"verification.iteration_bound": needed - 1}, code=1)
        self.assertEqual(report["verification"]["reason"],
                         f"iterations: {needed} iterations, at most {needed - 1} allowed")

    def test_unverified_results_are_not_valid(self):
        report = self.solve(self.write_deck(nz=4), {"verification.enabled": False})
        self.assertTrue(report["solver"]["converged"])
        self.assertFalse(report["verification"]["valid"])
        self.assertEqual(report["verification"]["reason"],
                         "verification: verification is switched off")
        self.assertIsNone(report["fom"]["value"])

    def test_unverified_solves_that_did_not_converge(self):
        for steps in ({}, {"sequence.steps": 2, "run.repeats": 2}):
            with self.subTest(steps=steps):
                report = self.solve(self.write_deck(nz=4), {"verification.enabled": False, **steps,
                                                            "solver.max_iterations": 1}, code=1)
                self.assertIn("not converged after 1 iteration", report["verification"]["reason"])

    def test_unverified_steps(self):
        report = self.solve(self.write_deck(nz=4), {"verification.enabled": False, "sequence.steps": 2, "run.repeats": 2})
        self.assertEqual(report["verification"]["reason"],
                         "verification: verification is switched off")

    def test_numbers_that_overflow(self):
        report = self.solve(self.write_deck(nz=4), {"physics.time_step": 1e300}, code=1)
        self.assertIn("not finite", report["verification"]["reason"])


class PlantedNumbers(CommandLineTest):
    """One number of the right-hand side that is none."""

    def spoilt(self, number):
        right_side = numpy.ones((16, 16, 8))
        right_side[11, 5, 3] = number
        return self.save("spoilt.npy", right_side)

    def check(self, number, word, ranks=None):
        path = self.spoilt(number)
        deck = self.write_deck(nx=16, ny=16, nz=8)
        self.refuse(deck, "--set", "rhs.kind=file", "--set", f"rhs.file={path}", ranks=ranks,
                    says=("rhs.file", f"spoilt.npy: number [11, 5, 3] is {word}; expected a finite number"))

    def test_nan_on_one_rank(self):
        self.check(numpy.nan, "nan")

    def test_nan_on_one_of_two_ranks(self):
        self.check(numpy.nan, "nan", ranks=2)

    def test_infinity(self):
        self.check(numpy.inf, "inf", ranks=2)
        self.check(-numpy.inf, "-inf")


if __name__ == "__main__":
    unittest.main()
