"""isobar_fem: the files that it writes, and runs that fail."""

import sys
import unittest

import numpy

from support_cli import SCRIPTS, options
from support_fem import RIM, Fem, gmsh

sys.path.insert(0, str(SCRIPTS))
from plot_items.vtu import read  # noqa: E402


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
        return read(self.directory / name).arrays

    def test_the_numbers_of_a_file_are_those_of_the_other(self):
        self.solve(self.circle(), {"output.vtk": "v", "output.solution": "u.npy",
                                   "space.numbering": "hierarchical"})
        data, rows = self.vtu("v.vtu"), numpy.load(self.directory / "u.npy")[:, 0, :]
        numpy.testing.assert_array_equal(data["u"], rows[:, 2])
        numpy.testing.assert_array_equal(data["Points"].reshape(-1, 3)[:, :2], rows[:, :2])


class Errors(Fem):
    def refuse_mesh(self, says, boundaries='[["rim", 0.0]]', **changes):
        line = self.refuse(self.file(gmsh(**changes), boundaries), says=says)
        self.assertIn("deck.toml:", line)

    def test_meshes(self):
        self.refuse_mesh("inverted", quads=["1 4 5 2", "2 3 6 5"])
        self.refuse_mesh("degenerate", nodes=["0 0", "0 0", "2 0", "0 1", "1 1", "2 1"])
        self.refuse_mesh("has node 7, which is not there", quads=["1 2 5 4", "2 3 7 5"])
        self.refuse_mesh("is on the boundary and has no name", rim=RIM[1:])
        self.refuse_mesh("2.2 or 4.1 in ASCII", version="4.0 0 8")
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

    def test_fluxes_transfers_and_null_space(self):
        closed = {"problem.boundaries": [["inner", "none"], ["outer", "none"]]}
        for settings, says in (
                ({"problem.null_space": "constants"}, 'the boundary "outer" fixes u; expected "none"'),
                ({**closed, "problem.null_space": "constants"},
                 "f and the fluxes add up to 1 of their sizes, where nothing fixes u; expected 0, to 0.01"),
                ({**closed, "problem.null_space": "constants", "problem.reaction": 1}, "the reaction fixes u"),
                ({"problem.boundaries": [["inner", 1]], "problem.fluxes": [["outer", "logarithm"]],
                  "problem.transfers": [["outer", -1]]}, "a number above 0"),
                ({"problem.reaction": -1}, "a number from 0"),
                ({"problem.reaction": "wave", "problem.solution": "x"}, "expected a number from 0"),
                ({"problem.fluxes": [["outer", 1], ["outer", 2]], "problem.boundaries": []}, "is there twice")):
            with self.subTest(settings=settings):
                self.refuse(self.circle(), *options(settings), says=says)

    def test_triangles_that_are_not_there(self):
        for settings in ({"solver.matrix_format": "macro"}, {"space.numbering": "macro"}):
            self.refuse(self.square(), *options({"mesh.elements": "mixed", **settings}),
                        says="triangles are not available with the numbering")

    def test_values_of_the_meshs_file(self):
        deck = self.file(gmsh(regions=("left", "right"), views={"c": [1, 3], "f": [0, -1]}))
        for settings, says in (
                ({"problem.rhs_view": "g"}, 'no view "g" in $ElementData; expected "c", "f"'),
                ({"problem.diffusion_view": "f"}, "has the value -1; expected numbers above 0"),
                ({"problem.regions": [["left", 1]]}, 'nothing is said of the region "right"'),
                ({"problem.regions": [["lef", 1]]}, 'no region "lef"; expected "left", "right"'),
                ({"problem.regions": [["left", 0]]}, "expected a list of up to 100 pairs"),
                ({"problem.regions": [["left", 1], ["left", 2]]}, '"left" is there twice'),
                ({"problem.rhs_view": "f", "problem.rhs": 1}, "problem.rhs says the same"),
                ({"problem.regions": [["left", 1]], "problem.diffusion": 1}, "says the same"),
                ({"problem.diffusion_view": "c", "problem.solution": "x"}, "says the same")):
            with self.subTest(settings=settings):
                self.refuse(deck, *options(settings), says=says)
        self.refuse(self.file(gmsh()), *options({"problem.regions": [["left", 1]]}),
                    says='no region "left"; expected a mesh that has some')
        self.refuse_mesh("has no value of element 8", views={"c": [1]})

    def test_numbers(self):
        for setting, words in (("mesh.levels=0", "out of range"), ("mesh.levels=17", "out of range"),
                               ("space.order=3", "an integer from 1 to 2"),
                               ("problem.diffusion=0", "a number above 0"),
                               ("problem.diffusion=-1", "a number above 0"),
                               ("problem.rhs=fast", "unknown choice"),
                               ("multigrid.relaxation=2", "in (0, 2)"),
                               ("mesh.radius=1", "in [0.05, 0.95]"),
                               ("mesh.distortion=0.3", "in [0, 0.25]"),
                               ("solver.tolerance=nan", "out of range"),
                               ("solver.absolute_tolerance=-1e-9", "a number in [0, 1e+300]"),
                               ("solver.absolute_tolerance=inf", "out of range"),
                               ("solver.absolute_tolerance=none", "wrong type")):
            with self.subTest(setting=setting):
                self.refuse(self.circle(), "--set", setting, says=["--set " + setting, words])
        self.refuse(self.circle(), *options({"multigrid.before": 0, "multigrid.after": 0}),
                    says="at least one smoothing step")
        self.refuse(self.square(), *options({"mesh.cells": 32, "multigrid.coarse_solver": "direct"}),
                    says=["coarse_solver", "1089 unknowns; expected up to 1024"])
        self.refuse(self.circle(), *options({"mesh.levels": 6, "multigrid.coarsest_level": 5,
                                             "multigrid.coarse_solver": "direct"}),
                    says=["coarsest_level=5", "2176 unknowns", "expected a level up to 4"])
        self.refuse(self.circle(), *options({"mesh.levels": 4, "multigrid.coarsest_level": 4}),
                    says=["coarsest_level=4", "expected a level from 1 to 3"])
        self.refuse(self.circle(), *options({"mesh.levels": 16}), says="expected fewer levels")
        self.refuse(self.circle(), *options({"mesh.source": "annulus", "mesh.inner_radius": 3}),
                    says="expected less")
        self.refuse(self.square("sines"), *options({"problem.diffusion": "wave"}),
                    says="expected a number above 0")

    def test_functions_that_are_not_finite(self):
        self.refuse(self.square("logarithm"), says="is not finite at (0, 0)")

    def test_rows_of_macro_elements_have_their_numbering_and_no_stored_inverse(self):
        for word in ("macro", "bands"):
            rows = {"solver.matrix_format": word}
            self.refuse(self.circle(), *options({**rows, "space.numbering": "two-level"}),
                        says=[f'"{word}"', 'expected "macro" or no numbering'])
            self.refuse(self.circle(), *options({**rows, "multigrid.smoother": "spai"}),
                        says=["needs stored rows", f'"{word}"'])
        self.refuse(self.circle(), *options({"solver.matrix_format": "bands", "space.order": 2}),
                    says=["bands are there for order 1", 'expected "macro"'])

    def test_what_is_not_used_is_named(self):
        done = self.start(self.circle(), *options({"mesh.cells": 3, "run.repeats": 1}))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertIn("mesh.cells=3", done.stderr)


if __name__ == "__main__":
    unittest.main()
