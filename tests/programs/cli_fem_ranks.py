"""isobar_fem on several ranks: results of one rank, files in pieces, memory, and errors."""

import re
import sys
import unittest

import numpy

from support_cli import INPUTS, SANITIZED, SCRIPTS, options
from support_fem import Fem, gmsh

sys.path.insert(0, str(SCRIPTS))
from plot_items.vtu import read  # noqa: E402

CHECKS = ["converged", "true_residual", "residual_agreement", "manufactured_error", "manufactured_order",
          "symmetry", "transfers"]


class Ranks(Fem):
    def compare(self, deck, settings=None, ranks=(2, 4, 6), rounding=1e-12):
        """Runs on these ranks print the same as one rank."""
        settings = {"output.solution": "u.npy", "run.repeats": 1, "run.kernel_timings": False, **(settings or {})}
        found = []
        for count in (None, *ranks):
            report = self.solve(deck, settings, ranks=count)
            self.assertEqual(report["decomposition"]["ranks"], count or 1)
            found.append((report, numpy.load(self.directory / "u.npy")))
        (one, u), *others = found
        self.assertIsNone(one["decomposition"]["partition"])
        for report, v in others:
            self.assertEqual(report["solver"]["iterations"], one["solver"]["iterations"])
            self.assertEqual(v.shape, u.shape)
            numpy.testing.assert_array_equal(u[:, 0, :2], v[:, 0, :2])
            self.assertLess(abs(u - v).max(), rounding)
            counts = ("elements", "unknowns", "fixed", "stiffness_entries", "transfer_entries")
            for level, of_one in zip(report["decomposition"]["levels"], one["decomposition"]["levels"]):
                self.assertEqual([level[key] for key in counts], [of_one[key] for key in counts])
            self.assertEqual([check["name"] for check in report["verification"]["checks"]],
                             [check["name"] for check in one["verification"]["checks"]])
            if one["errors"]:
                largest = max(one["errors"]["norm"].values())
                for kind in ("of_u", "of_interpolation", "norm"):
                    for norm, error in report["errors"][kind].items():
                        self.assertAlmostEqual(error, one["errors"][kind][norm], delta=1e-9 * largest)
        return [report for report, _ in found]

    def test_solves_go_as_on_one_rank(self):
        for order in (1, 2):
            with self.subTest(order=order):
                reports = self.compare(self.circle(), {"space.order": order})
                names = [check["name"] for check in reports[-1]["verification"]["checks"]]
                self.assertEqual(names, CHECKS)

    def test_known_solutions_and_meshes_of_all_kinds(self):
        self.compare(self.square(), {"space.order": 2}, ranks=(2, 6))
        self.compare(INPUTS / "fem" / "vessel-q1.toml", {"mesh.levels": 2}, ranks=(2, 6))
        self.compare(self.file(gmsh()), {"mesh.levels": 5}, ranks=(2, 4))

    def test_triangles(self):
        terms = {"problem.reaction": 2, "problem.fluxes": [["west", "solution"], ["north", "solution"]],
                 "problem.transfers": [["north", 3.0]]}
        for elements, order, ranks, settings in (
                ("mixed", 2, (2, 5), {"output.vtk": "v", "mesh.partition": "bisection", **terms}),
                ("triangles", 1, (2, ), {"solver.matrix_format": "sliced-ell"})):
            with self.subTest(elements=elements, order=order):
                self.compare(self.square(), {"mesh.elements": elements, "space.order": order, **settings}, ranks)
        self.compare(INPUTS / "fem" / "triangles.toml", {"mesh.levels": 3, "space.numbering": "two-level"}, (4, ))

    def test_triangles_of_a_file(self):
        text = gmsh().replace("8 3 2 9 9 2 3 6 5", "8 2 2 9 9 2 3 6\n9 2 2 9 9 2 6 5").replace(
            "$Elements\n8", "$Elements\n9")
        self.compare(self.file(text), {"mesh.levels": 5, "space.order": 2}, ranks=(3, ))

    def test_smoothers_formats_precisions_and_starts(self):
        for settings in ({"multigrid.smoother": "spai", "solver.method": "cg-multigrid"},
                         {"mesh.levels": 5, "multigrid.coarsest_level": "auto"},
                         {"mesh.levels": 5, "multigrid.coarsest_level": 2, "multigrid.coarse_solver": "cg"},
                         # The first vector of Chebyshev's estimate is the same in this numbering.
                         {"multigrid.smoother": "chebyshev", "problem.diffusion": "wave",
                          "space.numbering": "two-level"},
                         {"multigrid.cycle": "F", "multigrid.start": "full", "space.numbering": "coordinate"},
                         {"solver.method": "cg-multigrid", "solver.precision": "mixed", "solver.tolerance": 1e-10},
                         {"solver.matrix_format": "ell", "mesh.partition": "bisection"}):
            with self.subTest(settings=settings):
                self.compare(self.circle(), settings, ranks=(2, ))
        self.compare(self.circle(), {"solver.precision": "float", "solver.tolerance": 1e-4}, ranks=(4, ),
                     rounding=1e-5)

    def test_rows_of_macro_elements(self):
        for order, word in ((1, "macro"), (2, "macro"), (1, "bands")):
            settings = {"space.order": order, "mesh.levels": 7 - order, "solver.matrix_format": word}
            one, two = self.compare(self.circle(), settings, ranks=(2, ))
            entries = [report["decomposition"]["levels"][0]["stiffness_entries"] for report in (one, two)]
            self.assertEqual(*entries)

    def test_transports(self):
        for transport in ("peer", "device", "staged"):
            report = self.solve(self.circle(), ranks=2, more=("--transport", transport))
            self.assertEqual(report["decomposition"]["transport"]["inside_host"], transport)
        report = self.solve(self.circle(), ranks=2)
        self.assertIn("an exchange on all levels takes", report["decomposition"]["transport"]["reason"])

    def test_the_report_says_how_the_mesh_is_distributed(self):
        for ranks, elements, level in ((2, 8, 3), (6, 128, 1)):
            report = self.solve(self.circle(), {"mesh.partition": "bisection"}, ranks=ranks)
            partition = report["decomposition"]["partition"]
            self.assertEqual((partition["method"], partition["dealt_elements"], partition["dealt_level"]),
                             ("bisection", elements, level))
            share = report["problem"]["unknowns"] / ranks
            self.assertLessEqual(partition["least_unknowns"], share)
            self.assertGreaterEqual(partition["most_unknowns"], share)
            self.assertLess(partition["most_unknowns"], 1.4 * share)
            done = self.start(self.circle(), "--dry-run", "--set", "mesh.partition=bisection", ranks=ranks)
            line = (f"bisection deals {elements} elements: {partition['least_unknowns']} to "
                    f"{partition['most_unknowns']} unknowns")
            self.assertIn(line, done.stdout)
            self.assertIn(line, report["screen"])

    def test_kernels_move_what_those_of_one_rank_do(self):
        found = []
        for ranks in (None, 2):
            report = self.solve(self.circle(), {"solver.matrix_format": "sliced-ell"}, ranks=ranks)
            rows = {(row["kernel"], row["level"]): row for row in report["timings"]["kernels"]}
            found.append((report, rows["fem_stiffness_jacobi", 0]))
        (one, alone), (two, together) = found
        self.assertEqual(together["calls"], alone["calls"])
        self.assertAlmostEqual(together["bytes"], alone["bytes"], delta=0.1 * alone["bytes"])
        self.assertEqual(two["timings"]["product"]["entries"], one["timings"]["product"]["entries"])
        self.assertEqual(two["memory"]["solve_allocations"], 0)


class Files(Fem):
    def points(self, mesh, name):
        """{(x, y): numbers}: points of several ranks are in more than one file."""
        found = {}
        for (x, y), value in zip(mesh.points, mesh.arrays[name]):
            found.setdefault((x, y), []).append(value)
        return found

    def test_pieces_are_the_file_of_one_rank(self):
        for order, encoding in ((1, "binary"), (2, "ascii")):
            settings = {"space.order": order, "output.vtk": "v", "output.vtk_encoding": encoding,
                        "problem.diffusion": 2.0}
            self.solve(self.square(), settings)
            report = self.solve(self.square(), settings, ranks=3)
            self.assertEqual([(f["what"], f["name"]) for f in report["files"]], [("vtk", "v.pvtu")])
            one, three = read(self.directory / "v.vtu"), read(self.directory / "v.pvtu")
            self.assertEqual(three.at_points, one.at_points)
            self.assertEqual(len(three.elements), len(one.elements))
            numpy.testing.assert_array_equal(numpy.sort(three.points[three.elements].mean(axis=1)[:, 0]),
                                             numpy.sort(one.points[one.elements].mean(axis=1)[:, 0]))
            for name in ("u", "f", "error"):
                expected, seen = self.points(one, name), self.points(three, name)
                self.assertEqual(set(seen), set(expected))
                self.assertGreater(max(map(len, seen.values())), 1)
                for place, values in seen.items():
                    self.assertLess(max(abs(value - expected[place][0]) for value in values), 1e-12)
            self.assertEqual(sorted(three.arrays["c"]), sorted(one.arrays["c"]))

    def test_a_wrong_solution_goes_beside(self):
        self.solve(self.circle(), {"solver.max_iterations": 2, "output.vtk": "v"}, ranks=2, code=1)
        names = sorted(path.name for path in self.directory.glob("v*"))
        self.assertEqual(names, ["v.unconverged.pvtu", "v_0000.unconverged.vtu", "v_0001.unconverged.vtu"])
        mesh = read(self.directory / "v.unconverged.pvtu")
        self.assertEqual(len(mesh.elements), 512)


class Errors(Fem):
    def test_more_ranks_than_elements(self):
        self.refuse(self.circle(), "--set", "mesh.levels=1", ranks=9,
                    says=["mesh.levels=1", "8 quadrilaterals", "9 ranks"])

    def test_what_one_rank_finds_is_said_once(self):
        self.refuse(self.square("logarithm"), ranks=2, says="is not finite at (0, 0)")
        self.refuse(self.file("nonsense\n"), ranks=2, says="mesh.msh:1: ")


@unittest.skipIf(SANITIZED, "a sanitizer's own memory counts too")
class Memory(Fem):
    def test_what_is_predicted_is_taken(self):
        for settings in ({}, {"space.order": 2, "mesh.levels": 7}, {"mesh.partition": "bisection"}):
            for ranks in (2, 6):
                with self.subTest(settings=settings, ranks=ranks):
                    settings = {"mesh.levels": 8, "solver.tolerance": 0.3, "run.repeats": 1,
                                "multigrid.relaxation": 0.5, "run.kernel_timings": False, **settings}
                    report = self.solve(self.circle(), settings, ranks=ranks)
                    dry = self.start(self.circle(), "--dry-run", *options(settings), ranks=ranks)
                    announced = float(re.search(r"memory +(\S+) GB a rank", dry.stdout).group(1))
                    predicted, measured = (report["memory"][f"{what}_bytes_per_rank"]["total"]
                                           for what in ("predicted", "measured"))
                    self.assertAlmostEqual(announced, predicted / 1e9, delta=6e-4)
                    self.assertLess(abs(measured - predicted), 0.15 * predicted + 6 * 2**20,
                                    f"measured {measured}, predicted {predicted}")


if __name__ == "__main__":
    unittest.main()
