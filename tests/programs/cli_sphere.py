"""The whole sphere in isobar: solutions against the equation in numpy, on any number of ranks that cuts the panels; files; and every line
about what the sphere has not."""

import unittest

import numpy

from support_cli import INPUTS, CommandLineTest, memory_directory
from support_operator import middle_quarter, physics, uniform
from support_sphere import SphereOperator, centres

N, LAYERS = 16, 6
SPHERE = {"grid.domain": "sphere", "rhs.kind": "random", "solver.tolerance": 1e-9}
METHODS = ({"solver.method": "multigrid"}, {"solver.method": "multigrid", "solver.precision": "mixed"},
           {"solver.method": "multigrid", "fields.layout": "z-fastest"}, {"solver.method": "cg-fused"},
           {"solver.method": "cg-standard"}, {"solver.method": "cg-multigrid"}, {"solver.method": "bicgstab"},
           {"solver.method": "bicgstab-multigrid"})
NUMBERS = {"sound_speed": 550.0, "buoyancy_frequency": 0.018, "radius": 6371e3, "depth": 50e3}


class SphereTest(CommandLineTest):
    base = memory_directory()

    def setUp(self):
        super().setUp()
        self.deck = self.write_deck(N, N, LAYERS)

    def solution(self, settings, ranks=None):
        output = self.directory / "u.npy"
        report = self.solve(self.deck, {**SPHERE, "verification.iteration_bound": 400, **settings,
                                        "output.solution": output}, ranks=ranks)
        return report, numpy.load(output)


class Solutions(SphereTest):
    def equation(self, **coefficients):
        grid = {"nx": N, "ny": N, "nz": LAYERS, "domain": "panel"}
        return SphereOperator(N, LAYERS, *(float(x) for x in physics(grid, NUMBERS)), **coefficients)

    def random(self):
        return uniform(1, numpy.arange(6 * N * N * LAYERS)).reshape(6 * N, N, LAYERS)

    def test_every_method_solves_the_equation(self):
        equation = self.equation()
        for method in METHODS:
            with self.subTest(method=method):
                _, u = self.solution(method)
                self.assertEqual(u.shape, (6 * N, N, LAYERS))
                self.assertLessEqual(equation.residual(u, self.random()), 2e-9)

    def test_every_right_side(self):
        equation = self.equation()
        z = (numpy.arange(LAYERS) + 0.5) / LAYERS
        x = centres(N).reshape(6 * N, N, 3)
        box = numpy.zeros((6 * N, N, LAYERS))
        box[:N][middle_quarter(N)[:, None] & middle_quarter(N)[None, :]] = 1.0
        blob = numpy.exp(-((2 * numpy.arcsin(numpy.linalg.norm(x - (1, 0, 0), axis=-1) / 2)
                            / (numpy.pi / 2))[:, :, None] ** 2 + (z - 0.5) ** 2) / 0.1**2)
        smooth = ((x[..., 0] ** 2 - x[..., 1] ** 2) * x[..., 2])[:, :, None] * numpy.sin(numpy.pi * z)
        for kind, f in (("box", box), ("blob", blob), ("smooth", smooth), ("constant", numpy.ones_like(box))):
            with self.subTest(kind=kind):
                _, u = self.solution({"rhs.kind": kind})
                self.assertLessEqual(equation.residual(u, f), 2e-9)
        numpy.save(self.directory / "f.npy", smooth)
        _, u = self.solution({"rhs.kind": "file", "rhs.file": self.directory / "f.npy"}, ranks=3)
        self.assertLessEqual(equation.residual(u, smooth), 2e-9)

    def test_ranks_have_the_solution_of_one(self):
        for method in METHODS:
            alone, solution = self.solution(method)
            for ranks in (2, 3, 4, 6, 8):
                with self.subTest(method=method, ranks=ranks):
                    report, shared = self.solution({**method, "multigrid.levels": 2} if "multigrid" in
                                                   method["solver.method"] else method, ranks=ranks)
                    if "multigrid" not in method["solver.method"]:
                        few = 5 if method["solver.method"] == "bicgstab" else 1
                        self.assertAlmostEqual(report["solver"]["iterations"], alone["solver"]["iterations"], delta=few)
                    numpy.testing.assert_allclose(shared, solution, rtol=0, atol=1e-7 * abs(solution).max())

    def test_functions_of_the_position(self):
        """The ramp goes from pole to pole, mountains stand on each panel, a file has the rows of all panels."""
        s = numpy.sin(numpy.pi * 3 * (numpy.arange(N) + 0.5) / N) ** 2
        left = numpy.tile(1 - 4000 / 50e3 * s[:, None] * s, (6, 1))[:, :, None]
        ramp = 8.0 ** ((1 + centres(N).reshape(6 * N, N, 3)[:, :, 2:]) / 2)
        numbers = numpy.random.default_rng(1).uniform(0.5, 2.0, (6 * N, N))
        path = self.directory / "beta.npy"
        numpy.save(path, numbers)
        equation = self.equation(alpha_h=ramp, alpha_v=1 / left, beta=numbers[:, :, None])
        settings = {"coefficients.alpha_h_columns": "ramp", "coefficients.ramp_factor": 8.0,
                    "coefficients.alpha_v_columns": "mountains", "coefficients.beta_columns": path}
        for method in ("multigrid", "cg-fused"):
            for ranks in (None, 2, 4):
                _, u = self.solution({**settings, "solver.method": method,
                                      **({"multigrid.levels": 2, "multigrid.coarse_solver": "cg"}
                                         if method == "multigrid" else {})}, ranks=ranks)
                self.assertLessEqual(equation.residual(u, self.random()), 2e-9)

    def test_coefficients_a_cell(self):
        numbers = numpy.random.default_rng(2).uniform(0.5, 2.0, (2, 6 * N, N, LAYERS))
        settings = {}
        for name, cells in zip(("alpha_h", "beta"), numbers):
            settings[f"coefficients.{name}_cells"] = self.directory / f"{name}.npy"
            numpy.save(settings[f"coefficients.{name}_cells"], cells)
        equation = self.equation(alpha_h=numbers[0], beta=numbers[1])
        for method in ("cg-standard", "cg-multigrid", "bicgstab-multigrid"):
            for ranks in (None, 2, 4):
                _, u = self.solution({**settings, "solver.method": method,
                                      **({"multigrid.levels": 2} if "multigrid" in method else {})}, ranks=ranks)
                self.assertLessEqual(equation.residual(u, self.random()), 2e-9)

    def test_the_order_is_that_of_the_sphere(self):
        report, _ = self.solution({})
        checks = {check["name"]: check["message"] for check in report["verification"]["checks"]}
        self.assertRegex(checks["manufactured_sphere_order"],
                         r"^observed order (1\.9|2\.0)\d on the sphere, the scheme's is 2$")

    def test_the_deck_of_the_repository(self):
        report = self.solve(INPUTS / "sphere.toml", {"grid.nx": 32, "grid.ny": 32, "grid.nz": 16,
                                                   "multigrid.levels": "auto"})
        self.assertLessEqual(report["solver"]["iterations"], 3)


class Lines(SphereTest):
    def line(self, *settings, says, ranks=None):
        options = [word for setting in ("grid.domain=sphere", *settings) for word in ("--set", setting)]
        self.refuse(self.deck, *options, says=says, ranks=ranks)

    def test_what_the_sphere_has_not(self):
        for setting, expected in (("grid.flux=two-point", '"vertex", as the two-point flux does not converge there'),
                                  ("boundaries.west=neumann", "none, as it has no sides"),
                                  ("rhs.kind=sources", '"box", "constant", "random", "smooth", "blob" or "file"'),
                                  ("decomposition.process_grid=[1, 1]", "none, as panels are cut into rows"),
                                  ("decomposition.overlap=rim", '"auto" or "none"'),
                                  ("multigrid.merge=[[1, 1]]", "[]"), ("multigrid.overlap_rows=[2]", "[]"),
                                  ("multigrid.replicated_from=1", "0"),
                                  ("coefficients.xi_x_profile=1.0", "none"),
                                  ("output.vtk=u.vts", "none, or output.netcdf")):
            with self.subTest(setting=setting):
                self.line(setting, says=('not available with grid.domain = "sphere"', expected))

    def test_what_the_vertex_flux_has_not(self):
        for setting in ("solver.method=modes", "solver.method=multigrid-csr", "multigrid.smoother=red-black"):
            self.line(setting, says=('not available with grid.flux = "vertex"',))

    def test_columns_and_ranks(self):
        self.line("grid.ny=18", says=("--set grid.ny=18", "grid.nx is 16", "expected 16"))
        self.line("multigrid.levels=6", says=("--set multigrid.levels=6", "16 x 16 columns", "at most 5"))
        self.line("coefficients.beta_profile=0.0", says=("known up to a constant only",))
        self.line("multigrid.levels=4", ranks=8, says=("cut into 1 x 4 patches", "at most 3"))
        self.line(ranks=5, says=("deck.toml:2: grid.nx = 16", "5 ranks cut a panel into 5 parts", "expected a multiple of 5"))


if __name__ == "__main__":
    unittest.main()
