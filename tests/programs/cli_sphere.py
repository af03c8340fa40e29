"""The whole sphere in isobar: solutions against the equation in numpy, on any number of ranks that cuts the panels; files; and every line
about what the sphere has not."""

import json
import unittest

import numpy

from support_cli import INPUTS, CommandLineTest, memory_directory
from support_operator import physics
from support_sphere import centres, inclined_operator, plain_operator, right_side

N, LAYERS = 16, 6
SPHERE = {"grid.domain": "sphere", "rhs.kind": "random", "solver.tolerance": 1e-9}
METHODS = ({"solver.method": "multigrid"}, {"solver.method": "multigrid", "solver.precision": "mixed"},
           {"solver.method": "multigrid", "fields.layout": "z-fastest"}, {"solver.method": "cg-fused"},
           {"solver.method": "cg-standard"}, {"solver.method": "cg-multigrid"}, {"solver.method": "bicgstab"},
           {"solver.method": "bicgstab-multigrid"}, {"solver.method": "gcr-multigrid"}, {"solver.method": "cr"},
           {"solver.method": "modes"},
           {"solver.method": "modes", "solver.precision": "mixed"}, {"solver.method": "cg-modes"},
           {"solver.method": "bicgstab-modes", "solver.precision": "mixed"})
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
        grid = {"nx": N, "ny": N, "nz": LAYERS, "domain": "sphere"}
        return plain_operator(N, LAYERS, *physics(grid, NUMBERS), **coefficients)

    def random(self):
        return right_side(N, LAYERS, {"kind": "random", "seed": 1})

    def test_every_method_solves_the_equation(self):
        equation = self.equation()
        for method in METHODS:
            with self.subTest(method=method):
                _, u = self.solution(method)
                self.assertEqual(u.shape, (6 * N, N, LAYERS))
                self.assertLessEqual(equation.residual(u, self.random()), 2e-9)

    def test_every_right_side(self):
        equation = self.equation()
        numpy.save(self.directory / "f.npy", right_side(N, LAYERS, {"kind": "smooth"}))
        for ranks, rhs in ((None, {"kind": "box"}), (4, {"kind": "box", "box_layers": [0.1, 0.6]}),
                           (None, {"kind": "blob"}), (3, {"kind": "blob", "blob_centre": [0.1, 0.8, 0.3], "blob_width": 0.4}),
                           (2, {"kind": "smooth"}), (6, {"kind": "constant"}), (4, {"kind": "random", "seed": 2}),
                           (None, {"kind": "sources", "seed": 18}), (4, {"kind": "sources", "seed": 19}),
                           (None, {"kind": "layered", "seed": 3}), (6, {"kind": "layered", "seed": 4}),
                           (3, {"kind": "file", "file": self.directory / "f.npy"})):
            with self.subTest(rhs=rhs, ranks=ranks):
                _, u = self.solution({f"rhs.{key}": value for key, value in rhs.items()}, ranks)
                self.assertLessEqual(equation.residual(u, right_side(N, LAYERS, rhs)), 2e-9)

    def test_a_sequence_on_any_ranks(self):
        steps = {}
        for ranks in (None, 2, 4, 6):
            report = self.solve(self.deck, {**SPHERE, "run.repeats": 4, "sequence.steps": 4, "sequence.right_sides":
                                            ["sources", "layered", "random", "smooth"], "physics.cfl": 4.0}, ranks=ranks)
            steps[ranks] = report["sequence"]["steps"]
            for one, other in zip(steps[None], steps[ranks]):
                self.assertEqual(one["iterations"], other["iterations"])
                self.assertAlmostEqual(other["true_residual"] / one["true_residual"], 1.0, delta=1e-3)

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

    def test_merged_levels(self):
        """Fewer ranks hold more patches, down to one column a panel."""
        settings = {"multigrid.levels": 5, "physics.cfl": 84.0, "multigrid.coarse_solver": "cg"}
        alone, solution = self.solution(settings)
        for ranks, merge, shared_by in ((2, [[1, 1]], [2, 1, 1, 1, 1]), (3, [[2, 2]], [3, 3, 2, 2, 2]),
                                        (4, [[2, 3], [3, 1]], [4, 4, 3, 1, 1]), (6, [[1, 2]], [6, 2, 2, 2, 2]),
                                        (8, [[1, 4], [2, 2], [4, 1]], [8, 4, 2, 2, 1])):
            with self.subTest(ranks=ranks, merge=merge):
                report, u = self.solution({**settings, "multigrid.merge": merge}, ranks=ranks)
                self.assertEqual(report["solver"]["iterations"], alone["solver"]["iterations"])
                self.assertEqual([level["ranks"] for level in report["decomposition"]["levels"]], shared_by)
                numpy.testing.assert_allclose(u, solution, rtol=0, atol=1e-7 * abs(solution).max())

    def test_rims_first(self):
        """Steps in parts of the patches, in their own queue too, and in patches that are too small for parts."""
        for settings in ({"grid.nx": 96, "grid.ny": 96, "grid.nz": 2}, {}):
            settings = {**settings, "multigrid.levels": 3, "multigrid.pre_relaxation": [], "solver.tolerance": 1e-6}
            alone, solution = self.solution(settings)
            for ranks, overlap in ((2, "rim"), (4, "rim"), (4, "queue"), (6, "rim")):
                with self.subTest(ranks=ranks, overlap=overlap, **settings):
                    report, u = self.solution({**settings, "decomposition.overlap": overlap}, ranks=ranks)
                    self.assertEqual(report["solver"]["iterations"], alone["solver"]["iterations"])
                    numpy.testing.assert_allclose(u, solution, rtol=0, atol=1e-9 * abs(solution).max())

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
        for method in ("multigrid", "cg-fused", "cg-modes"):
            for ranks in (None, 2, 4):
                _, u = self.solution({**settings, "solver.method": method,
                                      **({"multigrid.levels": 2, "multigrid.coarse_solver": "cg"}
                                         if method == "multigrid" else {})}, ranks=ranks)
                self.assertLessEqual(equation.residual(u, self.random()), 2e-9)

    def test_inclined_layers(self):
        """Heights of a formula, and those of a file that has no two columns alike."""
        grid = {"nx": N, "ny": N, "nz": LAYERS, "domain": "sphere"}
        s = numpy.sin(numpy.pi * 3 * (numpy.arange(N) + 0.5) / N) ** 2
        mountains = numpy.tile(0.2 * s[:, None] * s, (6, 1))
        heights = numpy.random.default_rng(3).uniform(-0.02, 0.1, (6 * N, N))
        path = self.directory / "ground.npy"
        numpy.save(path, heights * NUMBERS["depth"])
        ramp = 8.0 ** ((1 + centres(N).reshape(6 * N, N, 3)[:, :, 2:]) / 2)
        formula = {"coefficients.ground": "mountains", "coefficients.mountain_height": 0.2 * NUMBERS["depth"]}
        for ground, factors, settings in ((mountains, {}, formula), (heights, {}, {"coefficients.ground": path}),
                                          (heights, {"alpha_h": ramp}, {"coefficients.ground": path, "coefficients.ramp_factor": 8.0,
                                                                        "coefficients.alpha_h_columns": "ramp"})):
            equation = inclined_operator(N, LAYERS, *physics(grid, NUMBERS), ground=ground, **factors)
            level = plain_operator(N, LAYERS, *physics(grid, NUMBERS), alpha_v=1 / (1 - ground[:, :, None]) ** 2)
            for method, ranks in (("cg-standard", None), ("bicgstab-multigrid", 2), ("cg-multigrid", None), ("cg-multigrid", 4)):
                with self.subTest(settings=settings, method=method, ranks=ranks):
                    report, u = self.solution({**settings, "solver.method": method,
                                               **({"multigrid.levels": 2} if "multigrid" in method else {})}, ranks=ranks)
                    self.assertLessEqual(equation.residual(u, self.random()), 2e-9)
                    self.assertGreater(level.residual(u, self.random()), 1e-4)
                    self.assertIn(f"ground: {settings['coefficients.ground']}", report["equation"]["given"])

    def test_coefficients_a_cell(self):
        numbers = numpy.random.default_rng(2).uniform(0.5, 2.0, (2, 6 * N, N, LAYERS))
        settings = {}
        for name, cells in zip(("alpha_h", "beta"), numbers):
            settings[f"coefficients.{name}_cells"] = self.directory / f"{name}.npy"
            numpy.save(settings[f"coefficients.{name}_cells"], cells)
        equation = self.equation(alpha_h=numbers[0], beta=numbers[1])
        for method in ("cg-standard", "cg-multigrid", "bicgstab-multigrid", "cg-modes"):
            for ranks in (None, 2, 4):
                _, u = self.solution({**settings, "solver.method": method,
                                      **({"multigrid.levels": 2} if "multigrid" in method else {})}, ranks=ranks)
                self.assertLessEqual(equation.residual(u, self.random()), 2e-9)

    def test_a_measured_method(self):
        """Fields of the host have the rows of all panels, without the rows between them."""
        for ranks in (None, 2):
            report, _ = self.solution({"solver.method": "auto", "multigrid.levels": 2}, ranks=ranks)
            candidates = report["solver"]["choice"]["candidates"]
            self.assertEqual([c["method"] for c in candidates if c["solve"]], ["multigrid", "cg-multigrid", "modes"])

    def test_the_order_is_that_of_the_sphere(self):
        report, _ = self.solution({})
        checks = {check["name"]: check["message"] for check in report["verification"]["checks"]}
        self.assertRegex(checks["manufactured_sphere_order"],
                         r"^observed order (1\.9|2\.0)\d on the sphere, the scheme's is 2$")

    def test_the_deck_of_the_repository(self):
        report = self.solve(INPUTS / "sphere.toml", {"grid.nx": 32, "grid.ny": 32, "grid.nz": 16,
                                                   "multigrid.levels": "auto"})
        self.assertLessEqual(report["solver"]["iterations"], 3)


class ClassOnTheSphere(SphereTest):
    """Few columns and repeats of sphere-S."""

    few = ("--class", "sphere-S", "--set", "grid.nx=16", "--set", "grid.ny=16", "--set", "sequence.least_seconds=0",
           "--set", "run.repeats=4", "--set", "run.warmup=0")

    def report_of(self, *words, ranks=None):
        done = self.start(*self.few, *words, "--report", "report.json", ranks=ranks)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return json.loads((self.directory / "report.json").read_text())

    def test_ranks_find_the_same(self):
        alone = self.report_of()
        self.assertEqual(alone["run"]["parameters"]["grid"]["domain"], "sphere")
        for ranks in (2, 6):
            report = self.report_of(ranks=ranks)
            for one, other in zip(alone["sequence"]["steps"], report["sequence"]["steps"]):
                self.assertLessEqual(other["true_residual"], 1e-5)
                self.assertEqual(one["iterations"], other["iterations"])

    def test_the_reference_reaches_the_tolerance(self):
        report = self.report_of("--algorithm", "reference")
        self.assertEqual({step["iterations"] for step in report["sequence"]["steps"]}, {18})


class Lines(SphereTest):
    def line(self, *settings, says, ranks=None):
        options = [word for setting in ("grid.domain=sphere", *settings) for word in ("--set", setting)]
        self.refuse(self.deck, *options, says=says, ranks=ranks)

    def test_what_the_sphere_has_not(self):
        for setting, expected in (("grid.flux=two-point", '"vertex", as the two-point flux does not converge there'),
                                  ("boundaries.west=neumann", "none, as it has no sides"),
                                  ("decomposition.process_grid=[1, 1]", "none, as panels are cut into rows"),
                                  ("multigrid.overlap_rows=[2]", "[]"),
                                  ("multigrid.replicated_from=1", "0"),
                                  ("coefficients.xi_x_profile=1.0", "none")):
            with self.subTest(setting=setting):
                self.line(setting, says=('not available with grid.domain = "sphere"', expected))

    def test_what_the_vertex_flux_has_not(self):
        for setting in ("solver.method=cg-csr", "solver.method=multigrid-csr", "multigrid.smoother=red-black"):
            self.line(setting, says=('not available with grid.flux = "vertex"',))

    def test_columns_and_ranks(self):
        self.line("grid.ny=18", says=("--set grid.ny=18", "grid.nx is 16", "expected 16"))
        self.line("multigrid.levels=6", says=("--set multigrid.levels=6", "16 x 16 columns", "at most 5"))
        self.line("coefficients.beta_profile=0.0", says=("known up to a constant only",))
        self.line("multigrid.levels=4", ranks=8, says=("cut into 1 x 4 patches", "at most 3"))
        self.line("multigrid.merge=[[4, 1]]", ranks=4, says=("--set multigrid.merge=[[4, 1]]", "cut into 1 x 2 patches", "at most 4"))
        self.line(ranks=5, says=("deck.toml:2: grid.nx = 16", "5 ranks cut a panel into 5 parts", "expected a multiple of 5"))


if __name__ == "__main__":
    unittest.main()
