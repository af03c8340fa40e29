"""GCR, GMRES and CR beside BiCGStab and CG, and block SOR inside CG: their solutions, on any number of ranks, their states, and every
refusal."""

import unittest

import numpy

from support_cli import CommandLineTest, options

NX, NY, NZ = 16, 12, 8
CONVECTION = {"grid.domain": "flat", "coefficients.xi_x_profile": 5.0, "coefficients.xi_z_profile": 0.5}
FOR_CONVECTION = tuple(f"{name}{inside}" for name in ("gcr", "gmres") for inside in ("", "-multigrid", "-modes"))
FOR_SYMMETRY = ("cr", "cr-multigrid", "cr-modes", "cg-sor")


class KrylovTest(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.deck = self.write_deck(NX, NY, NZ)

    def run_deck(self, settings, ranks=None, code=0):
        return self.solve(self.deck, {"rhs.kind": "random", "verification.iteration_bound": 400, **settings}, ranks=ranks, code=code)

    def solution(self, settings, ranks=None):
        path = self.directory / "u.npy"
        report = self.run_deck({"solver.tolerance": 1e-10, "output.solution": path, **settings}, ranks)
        return report["solver"], numpy.load(path)

    def check_same(self, one, other):
        numpy.testing.assert_allclose(one, other, atol=1e-8 * abs(other).max())


class Solutions(KrylovTest):
    def test_convection(self):
        """CG is refused there; all that need no symmetric matrix agree, on one rank and on several."""
        self.refuse(self.deck, *options({**CONVECTION, "solver.method": "cg-multigrid"}), says=("not with convection", '"gmres-multigrid"'))
        _, expected = self.solution({**CONVECTION, "solver.method": "bicgstab"})
        for method in FOR_CONVECTION:
            for ranks in (None, 2, 4):
                with self.subTest(method=method, ranks=ranks):
                    self.check_same(self.solution({**CONVECTION, "solver.method": method}, ranks)[1], expected)

    def test_symmetric_matrices(self):
        _, expected = self.solution({"solver.method": "cg-fused"})
        for method in FOR_SYMMETRY + FOR_CONVECTION:
            for ranks in (None, 2) if method in FOR_SYMMETRY else (None,):
                with self.subTest(method=method, ranks=ranks):
                    self.check_same(self.solution({"solver.method": method}, ranks)[1], expected)

    def test_cells(self):
        cells = self.save("cells.npy", numpy.random.default_rng(3).uniform(0.7, 1.4, (NY, NX, NZ)))
        settings = {"coefficients.alpha_v_cells": cells}
        _, expected = self.solution({**settings, "solver.method": "cg-standard"})
        for method in FOR_CONVECTION + FOR_SYMMETRY:
            with self.subTest(method=method):
                self.check_same(self.solution({**settings, "solver.method": method})[1], expected)

    def test_precisions(self):
        for method in ("gcr-multigrid", "gmres-multigrid", "cr-multigrid", "gmres-modes"):
            with self.subTest(method=method):
                solver, _ = self.solution({"solver.method": method, "solver.precision": "mixed"})
                self.assertTrue(solver["converged"])
        for method in ("gcr", "gmres", "cr", "cg-sor"):
            with self.subTest(method=method):
                self.run_deck({"solver.method": method, "solver.precision": "float", "solver.tolerance": 1e-3})

    def test_gcr_takes_cycles_that_differ(self):
        """CG on the coarsest level."""
        solver, _ = self.solution({"solver.method": "gcr-multigrid", "multigrid.levels": 2, "multigrid.coarse_solver": "cg"})
        self.assertTrue(solver["converged"])

    def test_an_absolute_tolerance(self):
        for method in ("gcr", "gmres", "cr", "cg-sor"):
            with self.subTest(method=method):
                tight = self.run_deck({"solver.method": method, "solver.tolerance": 1e-10})["solver"]
                loose = self.run_deck({"solver.method": method, "solver.tolerance": 1e-10,
                                       "solver.absolute_tolerance": 1.01 * tight["residual_history"][3]})["solver"]
                self.assertLessEqual(loose["iterations"], 4)
                self.assertLess(loose["iterations"], tight["iterations"])


class States(KrylovTest):
    def test_restarts(self):
        """A short memory takes more iterations; block SOR takes half of those of line relaxation."""
        count = lambda **settings: self.solution({key.replace("__", "."): value for key, value in settings.items()})[0]["iterations"]
        for method in ("gcr", "gmres"):
            self.assertGreater(count(solver__method=method, solver__restart=2), count(solver__method=method, solver__restart=40))
        self.assertAlmostEqual(count(solver__method="cg-sor"), count(solver__method="cg-standard") / 2, delta=2)

    def test_not_converged_is_reported(self):
        for method in ("gcr", "gmres", "cr", "cg-sor"):
            with self.subTest(method=method):
                report = self.run_deck({"solver.method": method, "solver.max_iterations": 3, "solver.tolerance": 1e-12}, code=1)
                self.assertEqual((report["solver"]["status"], report["solver"]["iterations"]), ("not converged", 3))

    def test_memory_is_foretold(self):
        for method, restart in (("gcr", 4), ("gcr", 20), ("gmres", 20), ("gmres-multigrid", 5)):
            with self.subTest(method=method, restart=restart):
                memory = self.solve(self.write_deck(96, 96, 64), {"solver.method": method, "solver.restart": restart,
                                                                 "solver.tolerance": 1e-2})["memory"]
                predicted, measured = (memory[f"{what}_bytes_per_rank"]["total"] for what in ("predicted", "measured"))
                self.assertLessEqual(abs(measured - predicted), 0.1 * predicted + 3e7)


class Refusals(KrylovTest):
    def test_values(self):
        for settings, says in (
                ({"solver.method": "gcr", "solver.restart": 0}, ("solver.restart=0", "expected an integer from 1 to 1000")),
                ({"solver.method": "gmres", "solver.restart": 1001}, ("solver.restart=1001", "expected an integer from 1 to 1000")),
                ({"solver.method": "cg-sor", "solver.sor_factor": 2}, ("solver.sor_factor=2", "expected a number in (0, 2)")),
                ({"solver.method": "gmress"}, ("solver.method=gmress", '"gmres"'))):
            with self.subTest(settings=settings):
                self.refuse(self.deck, *options(settings), says=says)

    def test_combinations(self):
        around = {"grid.domain": "flat", "boundaries.west": "periodic", "boundaries.east": "periodic"}
        for settings, says in (
                ({**CONVECTION, "solver.method": "cr"}, ("solver.method=cr: not with convection", '"gcr"')),
                ({**CONVECTION, "solver.method": "cg-sor"}, ("solver.method=cg-sor: not with convection",)),
                ({"solver.method": "cr-multigrid", "multigrid.cycle": "F"},
                 ("multigrid.cycle=F", '"cr-multigrid" needs a symmetric cycle; expected "V" or "W"')),
                ({"solver.method": "gmres-multigrid", "multigrid.coarse_solver": "cg"},
                 ("multigrid.coarse_solver=cg", '"gmres-multigrid" needs a linear cycle')),
                ({"solver.method": "gcr", "solver.precision": "mixed"}, ("solver.precision=mixed", '"gcr" has nothing to do in float')),
                ({"solver.method": "gmres", "fields.layout": "z-fastest"}, ("fields.layout=z-fastest", "not available with")),
                ({"solver.method": "cg-sor", "grid.flux": "vertex"}, ("solver.method=cg-sor", "not available with grid.flux")),
                ({"solver.method": "cg-sor", "grid.domain": "sphere", "grid.ny": NX}, ("solver.method=cg-sor", "not available with grid.flux")),
                ({"solver.method": "cg-sor", "grid.nx": 15, **around}, ("grid.nx=15", "expected an even number"))):
            with self.subTest(settings=settings):
                self.refuse(self.deck, *options(settings), says=says)

    def test_keys_without_effect_are_named(self):
        done = self.start(self.deck, "--dry-run", *options({"solver.method": "bicgstab", "solver.restart": 5}))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("solver.restart", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
