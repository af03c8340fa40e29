"""Options that end a solve, and levels, change in a solver that is there."""

import unittest

import isobar
from support_python import F, GRID, make


class Options(unittest.TestCase):
    def test_change_what_ends_a_solve(self):
        solver = make()
        u = solver.solve(F)
        before = solver.report.iterations
        solver.set_options("[solver]\ntolerance = 1e-11\n")
        solver.solve(F, u)
        self.assertGreater(solver.report.iterations, before)
        self.assertLessEqual(solver.report.relative_residual, 1e-11)
        solver.set_options("[solver]\nmax_iterations = 1\n")
        solver.solve(F, u)
        self.assertEqual((solver.report.status, solver.report.iterations), ("not converged", 1))

    def test_of_a_new_solver_are_refused(self):
        solver = make()
        with self.assertRaises(ValueError) as caught:
            solver.set_options('[solver]\nmethod = "cg-fused"')
        self.assertEqual(str(caught.exception).split("; expected")[0], 'options:2: solver.method = "cg-fused": wants a new solver')
        with self.assertRaises(TypeError) as caught:
            solver.set_options(1e-3)
        self.assertEqual(str(caught.exception), "options = 0.001: expected text in TOML")

    def test_levels_are_chosen_anew(self):
        short, long = isobar.Atmosphere(time_step=600.0), isobar.Atmosphere(time_step=6000.0)
        solver, fresh = isobar.PressureSolver(GRID, atmosphere=short), isobar.PressureSolver(GRID, atmosphere=long)
        first = solver.levels
        solver.update(atmosphere=long)
        self.assertEqual(solver.levels, first)
        solver.update(atmosphere=long, choose_levels=True)
        self.assertEqual(solver.levels, fresh.levels)
        self.assertNotEqual(solver.levels, first)


if __name__ == "__main__":
    unittest.main()
