"""isobar_fem: known solutions, all meshes, numberings, formats, smoothers and cycles; its outputs, its dry run, and runs that go
wrong."""

import re
import sys
import unittest

import numpy

from support_cli import DOCS, INPUTS, SANITIZED, SCRIPTS, FemTest, options

DECKS = sorted((INPUTS / "fem").glob("*.toml"))
NUMBERINGS = ("two-level", "cuthill-mckee", "coordinate", "random", "hierarchical")
CIRCLE = """[mesh]
source = "circle"
levels = 4
[problem]
boundaries = [["inner", 1.0], ["outer", 0.0]]
"""
SQUARE = """[mesh]
source = "square"
levels = 4
distortion = 0.2
[problem]
solution = "{solution}"
"""
# Two squares beside each other, in Gmsh's format.
NODES = ["0 0", "1 0", "2 0", "0 1", "1 1", "2 1"]
QUADS = ["1 2 5 4", "2 3 6 5"]
RIM = ["1 2", "2 3", "3 6", "6 5", "5 4", "4 1"]


def gmsh(nodes=NODES, quads=QUADS, rim=RIM, names=("rim",), version="2.2 0 8"):
    lines = [f"1 {n + 1} \"{name}\"" for n, name in enumerate(names)]
    elements = [f"1 2 1 1 {ends}" for ends in rim] + [f"3 2 9 9 {corners}" for corners in quads]
    return "\n".join(
        ["$MeshFormat", version, "$EndMeshFormat", "$PhysicalNames", str(len(lines)), *lines,
         "$EndPhysicalNames", "$Nodes", str(len(nodes))]
        + [f"{n + 1} {place} 0" for n, place in enumerate(nodes)]
        + ["$EndNodes", "$Elements", str(len(elements))]
        + [f"{n + 1} {element}" for n, element in enumerate(elements)] + ["$EndElements", ""])


class Fem(FemTest):
    def circle(self):
        return self.write("deck.toml", CIRCLE)

    def square(self, solution="sines"):
        return self.write("deck.toml", SQUARE.format(solution=solution))

    def file(self, text, boundaries='[["rim", 0.0]]'):
        self.write("mesh.msh", text)
        return self.write("deck.toml", "[mesh]\nsource = \"file\"\nfile = \"mesh.msh\"\nlevels = 3\n"
                                       f"[problem]\nboundaries = {boundaries}\n")


class Runs(Fem):
    def test_every_deck_of_the_inputs(self):
        for path in DECKS:
            with self.subTest(deck=path.name):
                report = self.solve(path, {"mesh.levels": 4})
                self.assertEqual(report["stderr"], "")
                names = [check["name"] for check in report["verification"]["checks"]]
                known = ["known_solution"] if report["errors"] else []
                self.assertEqual(names, ["converged", "true_residual", "residual_agreement",
                                         "manufactured_error", "manufactured_order", "symmetry",
                                         "transfers", *known])

    def test_levels_and_figures(self):
        report = self.solve(self.circle())
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

    def test_formats_precisions_smoothers_and_cycles(self):
        for settings in ({"solver.matrix_format": "csr"}, {"solver.matrix_format": "ell"},
                         {"solver.precision": "float", "solver.tolerance": 1e-4},
                         {"solver.method": "cg-multigrid"},
                         {"solver.method": "cg-multigrid", "multigrid.smoother": "spai"},
                         {"multigrid.smoother": "chebyshev"}, {"multigrid.smoother": "l1-jacobi"},
                         {"multigrid.smoother": "spai"}, {"multigrid.cycle": "W"},
                         {"multigrid.cycle": "F", "multigrid.start": "full"},
                         {"problem.diffusion": "wave"}, {"problem.diffusion": "jump"},
                         {"problem.rhs": "sines", "problem.diffusion": 3.5}):
            for order in (1, 2):
                with self.subTest(settings=settings, order=order):
                    self.solve(self.circle(), {"space.order": order, **settings})

    def test_known_solutions(self):
        """The error falls as the elements promise, and is none where they have the solution."""
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

    def test_a_wrong_solution_is_no_result(self):
        report = self.solve(self.square("x"), {"problem.boundaries": [["west", 0.1]]}, code=1)
        self.assertIn("known_solution", report["verification"]["reason"])

    def test_too_few_iterations_are_no_result(self):
        report = self.solve(self.circle(), {"solver.max_iterations": 2, "output.vtk": "v"}, code=1)
        self.assertTrue((self.directory / "v.unconverged.vtu").exists())
        self.assertEqual(report["solver"]["iterations"], 2)


class Outputs(Fem):
    def test_binary_and_text_hold_the_same(self):
        read = {}
        for encoding in ("binary", "ascii"):
            for order in (1, 2):
                report = self.solve(self.square(), {"space.order": order, "output.vtk": "v",
                                                    "output.vtk_encoding": encoding})
                self.assertEqual([f["what"] for f in report["files"]], ["vtu"])
                data = self.vtu("v.vtu")
                self.assertEqual(data["u"].size, report["problem"]["unknowns"])
                nodes = 4 if order == 1 else 9
                self.assertEqual(data["connectivity"].size, nodes * data["types"].size)
                self.assertEqual(set(data["types"]), {9 if order == 1 else 28})
                self.assertLess(abs(data["error"]).max(), 0.01)
                first = read.setdefault(order, data)
                for name, numbers in first.items():
                    numpy.testing.assert_array_equal(numbers, data[name])

    def vtu(self, name):
        sys.path.insert(0, str(SCRIPTS))
        from plot_items.vtu import read
        return read(self.directory / name).arrays

    def test_the_numbers_of_a_file_are_those_of_the_other(self):
        self.solve(self.circle(), {"output.vtk": "v", "output.solution": "u.npy",
                                   "space.numbering": "hierarchical"})
        data, rows = self.vtu("v.vtu"), numpy.load(self.directory / "u.npy")[:, 0, :]
        numpy.testing.assert_array_equal(data["u"], rows[:, 2])
        numpy.testing.assert_array_equal(data["Points"].reshape(-1, 3)[:, :2], rows[:, :2])


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
        memory = self.solve(self.circle(), settings)["memory"]
        predicted, measured = (memory[f"{what}_bytes_per_rank"]["total"]
                               for what in ("predicted", "measured"))
        self.assertAlmostEqual(announced, predicted / 1e9, delta=6e-4)
        self.assertLess(abs(measured - predicted), 0.15 * predicted + 4e6,
                        f"measured {measured}, predicted {predicted}")

    def test_what_is_predicted_is_taken(self):
        for settings in ({"space.numbering": "two-level"}, {"solver.matrix_format": "csr"},
                         {"solver.precision": "float"}, {"multigrid.smoother": "spai"},
                         {"solver.method": "cg-multigrid"}):
            for order, levels in ((1, 9), (2, 7)):
                with self.subTest(settings=settings, order=order):
                    self.check({"space.order": order, "mesh.levels": levels, **settings})


class Errors(Fem):
    def refuse_mesh(self, says, boundaries='[["rim", 0.0]]', **changes):
        line = self.refuse(self.file(gmsh(**changes), boundaries), says=says)
        self.assertIn("deck.toml:", line)

    def test_meshes(self):
        self.refuse_mesh("inverted", quads=["1 4 5 2", "2 3 6 5"])
        self.refuse_mesh("degenerate", nodes=["0 0", "0 0", "2 0", "0 1", "1 1", "2 1"])
        self.refuse_mesh("has node 7, which is not there", quads=["1 2 5 4", "2 3 7 5"])
        self.refuse_mesh("belongs to no quadrilateral", nodes=NODES + ["5 5"])
        self.refuse_mesh("is on the boundary and has no name", rim=RIM[1:])
        self.refuse_mesh("4.1", version="4.1 0 8")
        self.refuse_mesh("the mesh has no quadrilaterals", quads=[], rim=[], nodes=[])
        self.refuse(self.file("nonsense\n"), says="mesh.msh:1: ")
        self.refuse(self.file(gmsh()[:150]), says="mesh.msh:")

    def test_files(self):
        deck = self.file(gmsh())
        (self.directory / "mesh.msh").unlink()
        self.refuse(deck, says=["mesh.file = \"mesh.msh\"", "no such file"])
        (self.directory / "mesh.msh").mkdir()
        self.refuse(deck, says=["mesh.msh", "cannot read it"])
        self.refuse(self.write("d.toml", '[mesh]\nsource = "file"\nlevels = 2\n'),
                    says="mesh.file is missing")

    def test_boundaries(self):
        self.refuse(self.file(gmsh(), "[]"), says='nothing is said of the boundary "rim"')
        self.refuse(self.file(gmsh(), '[["rin", 0.0]]'), says='no boundary "rin"; expected "rim"')
        self.refuse(self.file(gmsh(), '[["rim", "none"]]'), says="known up to a constant")
        self.refuse(self.file(gmsh(), '[["rim", 0.0], ["rim", 1.0]]'), says="twice")
        self.refuse(self.circle(), *options({"problem.boundaries": [["inner", "exact"]]}),
                    says="unknown choice")

    def test_numbers(self):
        for setting, words in (("mesh.levels=0", "out of range"), ("mesh.levels=17", "out of range"),
                               ("space.order=3", "an integer from 1 to 2"),
                               ("problem.diffusion=0", "a number above 0"),
                               ("problem.diffusion=-1", "a number above 0"),
                               ("problem.rhs=fast", "unknown choice"),
                               ("multigrid.relaxation=2", "in (0, 2)"),
                               ("mesh.radius=1", "in [0.05, 0.95]"),
                               ("mesh.distortion=0.3", "in [0, 0.25]"),
                               ("solver.tolerance=nan", "out of range")):
            with self.subTest(setting=setting):
                self.refuse(self.circle(), "--set", setting, says=["--set " + setting, words])
        self.refuse(self.circle(), *options({"multigrid.before": 0, "multigrid.after": 0}),
                    says="at least one smoothing step")
        self.refuse(self.circle(), *options({"mesh.levels": 16}), says="expected fewer levels")
        self.refuse(self.circle(), *options({"mesh.source": "annulus", "mesh.inner_radius": 3}),
                    says="expected less")
        self.refuse(self.square("sines"), *options({"problem.diffusion": "wave"}),
                    says="expected a number above 0")

    def test_functions_that_are_not_finite(self):
        self.refuse(self.square("logarithm"), says="is not finite at (0, 0)")

    def test_ranks(self):
        self.refuse(self.circle(), ranks=2, says="2 ranks: isobar_fem runs on one")

    def test_what_is_not_used_is_named(self):
        done = self.start(self.circle(), *options({"mesh.cells": 3, "run.repeats": 1}))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertIn("mesh.cells=3", done.stderr)


if __name__ == "__main__":
    unittest.main()
