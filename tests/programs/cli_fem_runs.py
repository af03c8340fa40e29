"""isobar_fem: known solutions, all meshes, numberings, formats, smoothers and cycles; its dry run and its output."""

import re
import unittest

import numpy

from support_cli import DOCS, INPUTS, SANITIZED, options
from support_fem import Fem, gmsh

DECKS = sorted((INPUTS / "fem").glob("*.toml"))
NUMBERINGS = ("two-level", "cuthill-mckee", "coordinate", "random", "hierarchical", "macro")


class Runs(Fem):
    def test_every_deck_of_the_inputs(self):
        for path in DECKS:
            with self.subTest(deck=path.name):
                report = self.solve(path, {"mesh.levels": 2 if "vessel" in path.name else 4})
                self.assertEqual(report["stderr"], "")
                names = [check["name"] for check in report["verification"]["checks"]]
                known = ["known_solution"] if report["errors"] else []
                self.assertEqual(names, ["converged", "true_residual", "residual_agreement",
                                         "manufactured_error", "manufactured_order", "symmetry",
                                         "transfers", *known])

    def test_levels_and_figures(self):
        report = self.solve(self.circle(), {"solver.matrix_format": "sliced-ell"})
        levels = report["decomposition"]["levels"]
        self.assertEqual([level["elements"] for level in levels], [512, 128, 32, 8])
        self.assertEqual(levels[-1]["transfer_entries"], 0)
        product, timings = report["timings"]["product"], report["timings"]
        self.assertEqual(product["entries"], levels[0]["stiffness_entries"])
        self.assertAlmostEqual(product["mflop_s"],
                               2e-6 * product["entries"] / product["seconds"]["median"], delta=1)
        self.assertEqual(len(timings["assembly"]["samples"]), 2)
        self.assertEqual(report["fom"]["unit"], "MDOF/s")
        self.assertEqual(report["memory"]["solve_allocations"], 0)
        self.assertIn("energy", report)
        rows = {(row["kernel"], row["level"]): row for row in timings["kernels"]}
        step = rows["fem_stiffness_jacobi", 0]
        n, entries = levels[0]["unknowns"], levels[0]["stiffness_entries"]
        self.assertEqual(step["bytes"], step["calls"] * (12 * entries + n + 4 * 8 * n))

    def test_all_numberings_have_one_count_of_iterations(self):
        found = {}
        for order in (1, 2):
            for numbering in NUMBERINGS:
                settings = {"space.order": order, "space.numbering": numbering,
                            "space.renumber_random": False, "output.solution": "u.npy"}
                report = self.solve(self.circle(), settings)
                self.assertEqual(report["problem"]["numbering"], numbering)
                u = numpy.load(self.directory / "u.npy")
                self.assertEqual(u.shape, (report["problem"]["unknowns"], 1, 3))
                iterations, first = found.setdefault(order, (report["solver"]["iterations"], u))
                self.assertEqual(report["solver"]["iterations"], iterations)
                self.assertLess(abs(u - first).max(), 1e-7)
        self.assertGreater(first[:, 0, 2].max(), 0.99)

    def test_a_random_numbering_is_mended_when_the_mesh_is_loaded(self):
        report = self.solve(self.circle(), {"space.numbering": "random"})
        self.assertEqual(report["problem"]["numbering"], "hierarchical")
        self.assertIn("random is given up at load", report["screen"])

    def test_rows_of_macro_elements_give_what_stored_ones_do(self):
        for order, word in ((1, "macro"), (2, "macro"), (1, "bands")):
            found = []
            for settings in ({"space.numbering": "coordinate"}, {"solver.matrix_format": word}):
                report = self.solve(self.circle(), {"space.order": order, "mesh.levels": 5,
                                                    "output.solution": "u.npy", **settings})
                found.append((report, numpy.load(self.directory / "u.npy")))
            (stored, u), (computed, v) = found
            self.assertEqual(computed["problem"]["numbering"], "macro")
            self.assertEqual(computed["solver"]["matrix_format"], word)
            self.assertEqual(computed["solver"]["iterations"], stored["solver"]["iterations"])
            self.assertLess(abs(u - v).max(), 1e-9)
            fine = [report["decomposition"]["levels"][0] for report in (stored, computed)]
            self.assertLess(fine[1]["stiffness_entries"], 0.5 * fine[0]["stiffness_entries"])

    def test_formats_precisions_smoothers_and_cycles(self):
        for settings in ({"solver.matrix_format": "csr"}, {"solver.matrix_format": "ell"},
                         {"solver.matrix_format": "sliced-ell"},
                         {"solver.precision": "float", "solver.tolerance": 1e-4},
                         {"solver.method": "cg-multigrid"},
                         {"solver.method": "cg-multigrid", "multigrid.smoother": "spai"},
                         {"solver.method": "cg-multigrid", "solver.precision": "mixed"},
                         {"solver.method": "cg-multigrid", "solver.precision": "mixed",
                          "solver.matrix_format": "macro", "problem.diffusion": "wave"},
                         {"multigrid.smoother": "chebyshev", "multigrid.largest_eigenvalue": 2.6},
                         {"multigrid.smoother": "chebyshev"}, {"multigrid.smoother": "chebyshev-spai"},
                         {"multigrid.coarse_solver": "cg"}, {"multigrid.coarse_solver": "direct"},
                         {"multigrid.smoother": "l1-jacobi"},
                         {"multigrid.smoother": "spai"}, {"multigrid.cycle": "W"},
                         {"multigrid.cycle": "F", "multigrid.start": "full"},
                         {"problem.diffusion": "wave"}, {"problem.diffusion": "jump"},
                         {"problem.rhs": "sines", "problem.diffusion": 3.5},
                         {"solver.matrix_format": "ell-t"},
                         {"solver.matrix_format": "ell-t", "solver.row_threads": 16},
                         {"multigrid.smoother": "gauss-seidel"},
                         {"multigrid.smoother": "colour-gauss-seidel", "solver.matrix_format": "ell"},
                         {"multigrid.smoother": "ilu", "multigrid.relaxation": 0.9},
                         {"solver.method": "cg-multigrid", "multigrid.smoother": "gauss-seidel"},
                         {"solver.method": "cg-multigrid", "multigrid.smoother": "ilu",
                          "solver.precision": "mixed"},
                         {"problem.reaction": 7.5}, {"problem.reaction": "wave"}):
            for order in (1, 2):
                with self.subTest(settings=settings, order=order):
                    self.solve(self.circle(), {"space.order": order, **settings})

    def test_sweeps_say_how_many_groups_of_rows_they_have(self):
        groups = {}
        for numbering in ("coordinate", "random", "hierarchical"):
            for smoother in ("gauss-seidel", "ilu", "colour-gauss-seidel", "jacobi"):
                report = self.solve(self.circle(), {"space.numbering": numbering, "multigrid.smoother": smoother,
                                                    "space.renumber_random": False})
                levels = report["decomposition"]["levels"]
                groups[numbering, smoother] = levels[0]["sweep_groups"]
                self.assertEqual(levels[-1]["sweep_groups"], 0)
            self.assertEqual(groups[numbering, "gauss-seidel"], groups[numbering, "ilu"])
            self.assertLess(groups[numbering, "colour-gauss-seidel"], 10)
            self.assertEqual(groups[numbering, "jacobi"], 0)
        self.assertLess(groups["random", "ilu"], groups["coordinate", "ilu"])

    def test_reaction_fluxes_and_transfers(self):
        base = {"problem.solution": "sines", "mesh.levels": 4, "problem.boundaries": []}
        sides = [[side, "solution"] for side in ("west", "east", "south", "north")]
        for settings in ({"problem.reaction": 3.0}, {"problem.fluxes": sides[:3]},
                         {"problem.fluxes": sides, "problem.transfers": [["east", 2.0]], "problem.diffusion": 0.3},
                         {"problem.fluxes": sides, "problem.reaction": 100.0},
                         {"problem.fluxes": sides, "problem.transfers": [[side[0], 50.0] for side in sides]},
                         {"problem.fluxes": sides, "problem.null_space": "constants"},
                         {"problem.fluxes": sides[:2], "problem.transfers": [["west", 1.0]],
                          "solver.matrix_format": "macro"},
                         {"problem.fluxes": sides, "problem.null_space": "constants",
                          "solver.precision": "mixed", "solver.method": "cg-multigrid"},
                         {"problem.fluxes": sides, "problem.null_space": "constants",
                          "multigrid.coarse_solver": "cg"},
                         {"problem.fluxes": sides, "problem.reaction": 100.0, "solver.matrix_format": "macro"}):
            for order in (1, 2):
                with self.subTest(settings=settings, order=order):
                    report = self.solve(self.square(), {**base, "space.order": order, **settings})
                    self.assertIn("known_solution", [c["name"] for c in report["verification"]["checks"]])

    def test_triangles(self):
        for elements in ("triangles", "mixed"):
            for order in (1, 2):
                for settings in ({}, {"space.numbering": "cuthill-mckee", "multigrid.smoother": "ilu"},
                                 {"solver.precision": "mixed", "solver.method": "cg-multigrid",
                                  "multigrid.smoother": "chebyshev-spai"},
                                 {"solver.matrix_format": "sliced-ell", "output.vtk": "t", "output.solution": "u.npy"},
                                 {"multigrid.cycle": "F", "multigrid.start": "full"}):
                    with self.subTest(elements=elements, order=order, settings=settings):
                        report = self.solve(self.square(), {"mesh.elements": elements, "space.order": order,
                                                            **settings})
                        self.assertIn(f"P{order} = ", report["screen"])
        u = numpy.load(self.directory / "u.npy")[:, 0]
        exact = numpy.sin(numpy.pi * u[:, 0]) * numpy.sin(numpy.pi * u[:, 1])
        self.assertLess(abs(u[:, 2] - exact).max(), 1e-3)

    def test_a_file_has_triangles_beside_quadrilaterals(self):
        text = gmsh().replace("8 3 2 9 9 2 3 6 5", "8 2 2 9 9 2 3 6\n9 2 2 9 9 2 6 5").replace(
            "$Elements\n8", "$Elements\n9")
        report = self.solve(self.file(text), {"problem.boundaries": [], "problem.solution": "sines", "mesh.levels": 5,
                                              "space.order": 2})
        self.assertIn("Q2 and P2 = ", report["screen"])
        self.assertEqual(report["problem"]["mesh"]["elements"], 3)

    def test_a_null_space_leaves_u_with_mean_zero(self):
        settings = {"problem.rhs": "x", "problem.null_space": "constants", "output.solution": "u.npy",
                    "problem.boundaries": [["inner", "none"], ["outer", "none"]]}
        u = []
        for diffusion in (1, 4):
            self.solve(self.circle(), {**settings, "problem.diffusion": diffusion})
            u.append(numpy.load(self.directory / "u.npy")[:, 0, 2])
            self.assertLess(abs(u[-1].max() + u[-1].min()), 1e-7)  # odd in x
        self.assertLess(abs(u[0] - 4 * u[1]).max(), 1e-6)

    def test_cycles_end_on_the_level_that_is_asked_for(self):
        for level, solved_by, settings in ((1, "direct", {}), (3, "direct", {}), ("auto", "direct", {}),
                                           (2, "cg", {"multigrid.coarse_solver": "cg"}),
                                           (3, "direct", {"multigrid.start": "full"}),
                                           (4, "direct", {"solver.matrix_format": "macro"}),
                                           (5, "cg", {"solver.matrix_format": "macro"})):
            with self.subTest(level=level, settings=settings):
                report = self.solve(self.circle(), {"mesh.levels": 6, "multigrid.coarsest_level": level,
                                                    **settings})
                number = 4 if level == "auto" else level
                self.assertEqual(report["solver"]["coarsest_level"], number)
                self.assertEqual(report["solver"]["coarse_solver"], solved_by)
                levels = report["decomposition"]["levels"]
                self.assertEqual(len(levels), 7 - number)
                self.assertEqual(levels[-1]["transfer_entries"], 0)
                self.assertIn(f"level {number} of 6, {levels[-1]['unknowns']} unknowns", report["screen"])
                self.assertLess(max(k["level"] for k in report["timings"]["kernels"]), len(levels))

    def test_cycles_in_float_inside_cg(self):
        """Mixed and double runs agree to more digits than float has, in as many iterations."""
        for settings in ({}, {"multigrid.smoother": "spai"}, {"solver.matrix_format": "macro"},
                         {"solver.matrix_format": "bands"}):
            with self.subTest(settings=settings):
                settings = {"solver.method": "cg-multigrid", "solver.tolerance": 1e-11,
                            "output.solution": "u.npy", **settings}
                double = self.solve(self.circle(), settings)
                u = numpy.load(self.directory / "u.npy")
                mixed = self.solve(self.circle(), {**settings, "solver.precision": "mixed"})
                self.assertEqual(mixed["solver"]["precision"], "mixed")
                self.assertEqual(mixed["solver"]["iterations"], double["solver"]["iterations"])
                self.assertLess(abs(numpy.load(self.directory / "u.npy") - u).max(), 1e-9)
                kernel, = (k for k in mixed["timings"]["kernels"] if k["kernel"] == "fem_stiffness_of_cg")
                self.assertGreater(kernel["gb_s"], 0.0)
        self.refuse(self.circle(), "--set", "solver.precision=mixed",
                    says=['solver.precision', 'expected solver.method = "cg-multigrid"'])

    def test_known_solutions(self):
        """The error falls with the order of the elements, and is none if they contain the solution."""
        for order in (1, 2):
            errors = [self.solve(self.square(), {"space.order": order, "mesh.levels": levels,
                                                 "solver.tolerance": 1e-11})["errors"]["of_u"]
                      for levels in (3, 4)]
            self.assertAlmostEqual(numpy.log2(errors[0]["l2"] / errors[1]["l2"]), order + 1, delta=0.2)
            self.assertAlmostEqual(numpy.log2(errors[0]["energy"] / errors[1]["energy"]), order,
                                   delta=0.1)
        for solution, order, distortion in (("one", 1, 0.2), ("x", 1, 0.2), ("y", 2, 0.2),
                                            ("polynomial", 2, 0)):
            report = self.solve(self.square(solution), {"space.order": order,
                                                        "mesh.distortion": distortion})
            self.assertLess(report["errors"]["of_u"]["l2"], 1e-7)

    def test_sides_without_flow(self):
        """u = x has no flux through south and north."""
        report = self.solve(self.square("x"), {"problem.boundaries": [["south", "none"],
                                                                      ["north", "none"]]})
        self.assertEqual(report["problem"]["boundaries"],
                         {"west": "solution", "east": "solution", "south": None, "north": None})
        self.assertLess(report["errors"]["of_u"]["l2"], 1e-7)

    def test_a_mesh_of_ones_own(self):
        report = self.solve(self.file(gmsh()), {"mesh.levels": 5})
        self.assertEqual(report["problem"]["mesh"]["elements"], 2)
        self.assertEqual(report["problem"]["unknowns"], 17 * 33)

    def test_values_of_the_meshs_file(self):
        """Two squares with c = 1 and 3: u rises linearly from 0 to 1 in each, with 3/4 where they meet."""
        mesh = gmsh(names=("west", "east", "walls"), rims=[3, 3, 2, 3, 3, 1], regions=("left", "right"),
                    views={"c": [1, 3], "f": [0, 0], "one": [1, 1]})
        deck = self.file(mesh, '[["west", 0.0], ["east", 1.0], ["walls", "none"]]')
        for settings in ({"problem.diffusion_view": "c", "problem.rhs_view": "f"},
                         {"problem.regions": [["left", 1], ["right", 3]], "problem.rhs": 0}):
            for order in (1, 2):
                self.solve(deck, {**settings, "space.order": order, "output.solution": "u.npy"})
                x, _, u = numpy.load(self.directory / "u.npy")[:, 0, :].T
                numpy.testing.assert_allclose(u, numpy.where(x < 1, 0.75 * x, 0.75 + 0.25 * (x - 1)), atol=1e-7)
        one, same = (self.solve(deck, settings)["solver"]["residual_history"]
                     for settings in ({"problem.rhs_view": "one"}, {"problem.rhs": 1}))
        self.assertEqual(one, same)

    def test_an_absolute_tolerance(self):
        for settings in ({}, {"solver.method": "cg-multigrid"}, {"solver.method": "cg-multigrid", "solver.precision": "mixed"},
                         {"solver.precision": "float"}, {"multigrid.start": "full"}, {"problem.boundaries": [["inner", 1e100], ["outer", 0.0]]}):
            with self.subTest(**settings):
                self.check_absolute_tolerance(self.circle(), settings)

    def test_a_wrong_solution_is_no_result(self):
        report = self.solve(self.square("x"), {"problem.boundaries": [["west", 0.1]]}, code=1)
        self.assertIn("known_solution", report["verification"]["reason"])

    def test_too_few_iterations_are_no_result(self):
        report = self.solve(self.circle(), {"solver.max_iterations": 2, "output.vtk": "v"}, code=1)
        self.assertTrue((self.directory / "v.unconverged.vtu").exists())
        self.assertEqual(report["solver"]["iterations"], 2)


class Words(Fem):
    def say(self, *arguments):
        done = self.start(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def test_the_deck_reference_is_the_documented_one(self):
        self.assertEqual(self.say("--deck-reference"), (DOCS / "fem-deck.md").read_text())

    def test_decks_are_listed(self):
        lines = self.say("--list-decks").splitlines()
        self.assertEqual([line.split()[0] for line in lines], [path.name for path in DECKS])

    def test_a_dry_run_counts_what_a_run_makes(self):
        for mesh in ("circle", "vessel"):
            deck = INPUTS / "fem" / f"{mesh}-q1.toml"
            for order in (1, 2):
                with self.subTest(mesh=mesh, order=order):
                    settings = {"space.order": order, "mesh.levels": 3}
                    report = self.solve(deck, settings)
                    text = self.say(deck, "--dry-run", *options(settings))
                    for level in report["decomposition"]["levels"]:
                        line = (f"{level['elements']} elements, {level['unknowns']} unknowns, "
                                f"{level['fixed']} fixed, {level['stiffness_entries']} non-zeros")
                        if level["transfer_entries"]:
                            line += f", {level['transfer_entries']} in transfers"
                        self.assertIn(line + "\n", text)


@unittest.skipIf(SANITIZED, "a sanitizer's own memory counts too")
class Memory(Fem):
    def check(self, settings):
        settings = {"solver.tolerance": 0.3, "multigrid.relaxation": 0.5, "run.repeats": 1,
                    "run.kernel_timings": False, **settings}
        dry = self.start(self.circle(), "--dry-run", *options(settings))
        announced = float(re.search(r"memory +(\S+) GB a rank", dry.stdout).group(1))
        report = self.solve(self.circle(), settings)
        on_gpu = report["environment"]["kokkos"]["backend"] in ("Cuda", "HIP", "SYCL")
        libraries, memory = (128 * 2**20 if on_gpu else 4 * 2**20), report["memory"]
        predicted, measured = (memory[f"{what}_bytes_per_rank"]["total"]
                               for what in ("predicted", "measured"))
        self.assertAlmostEqual(announced, predicted / 1e9, delta=6e-4)
        self.assertLess(abs(measured - predicted), 0.15 * predicted + libraries,
                        f"measured {measured}, predicted {predicted}")

    def test_what_is_predicted_is_taken(self):
        for settings in ({"space.numbering": "two-level", "solver.matrix_format": "sliced-ell"},
                         {"solver.matrix_format": "sliced-ell"}, {"solver.matrix_format": "csr"},
                         {"solver.precision": "float"}, {"multigrid.smoother": "spai"},
                         {"solver.method": "cg-multigrid"}, {"solver.matrix_format": "macro"},
                         {"solver.method": "cg-multigrid", "solver.precision": "mixed"},
                         {"solver.method": "cg-multigrid", "solver.precision": "mixed",
                          "solver.matrix_format": "macro"}):
            for order, levels in ((1, 8), (2, 7)):
                with self.subTest(settings=settings, order=order):
                    self.check({"space.order": order, "mesh.levels": levels, **settings})
        for settings in ({}, {"solver.precision": "float"},
                         {"solver.method": "cg-multigrid", "solver.precision": "mixed"}):
            with self.subTest(settings=settings):
                self.check({"mesh.levels": 8, "solver.matrix_format": "bands", **settings})


if __name__ == "__main__":
    unittest.main()
