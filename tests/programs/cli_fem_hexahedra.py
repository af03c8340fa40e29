"""isobar_fem: meshes that are extruded into layers of hexahedra."""

import unittest

import numpy

from support_cli import INPUTS, options
from support_fem import Fem, gmsh

LAYERS = """[mesh]
source = "circle"
levels = 2
layers = 2
height = 0.5
[problem]
boundaries = [["inner", 1.0], ["outer", 0.0], ["bottom", "none"], ["top", "none"]]
"""
QUICK = {"run.repeats": 1, "run.warmup": 0, "run.kernel_timings": False, "output.solution": "u.npy"}


class Hexahedra(Fem):
    def layers(self):
        return self.write("deck.toml", LAYERS)

    def u(self, deck, settings=None, ranks=None):
        report = self.solve(deck, {**QUICK, **(settings or {})}, ranks=ranks)
        return numpy.load(self.directory / "u.npy")[:, 0, :], report

    def test_orders_are_those_of_the_elements(self):
        deck = str(INPUTS / "fem/hexahedra.toml")
        for order, finest in ((1, 4), (2, 3)):
            errors = []
            for levels in (finest - 1, finest):
                _, report = self.u(deck, {"space.order": order, "mesh.levels": levels})
                self.assertLess(report["solver"]["iterations"], 12)
                errors.append(report["errors"]["of_u"]["l2"])
            self.assertAlmostEqual(numpy.log2(errors[0] / errors[1]), order + 1, delta=0.15)

    def test_a_right_side_that_is_the_same_at_all_heights_gives_the_solution_of_the_plane(self):
        for order in (1, 2):
            rows, report = self.u(self.layers(), {"space.order": order, "solver.tolerance": 1e-11})
            mesh = report["problem"]["mesh"]
            self.assertEqual((mesh["layers"], mesh["height"]), (2, 0.5))
            flat, report = self.u(self.circle(), {"space.order": order, "mesh.levels": 2,
                                                  "solver.tolerance": 1e-11})
            self.assertEqual((report["problem"]["mesh"]["layers"], report["problem"]["mesh"]["height"]), (0, None))
            self.assertEqual(len(rows), len(flat) * (4 * order + 1))
            of_place = {(x, y): u for x, y, u in flat}
            for x, y, z, u in rows:
                self.assertTrue(0 <= z <= 0.5)
                self.assertAlmostEqual(u, of_place[x, y], delta=1e-8)

    def test_several_ranks_as_one(self):
        for settings in ({}, {"space.order": 2, "problem.boundaries": [["inner", "none"], ["outer", "none"],
                                                                       ["bottom", 1], ["top", "x"]]}):
            alone, _ = self.u(self.layers(), settings)
            shared, report = self.u(self.layers(), settings, ranks=3)
            numpy.testing.assert_allclose(shared, alone, atol=1e-7)
            partition = report["decomposition"]["partition"]
            self.assertGreater(3 * partition["most_unknowns"], report["problem"]["unknowns"] - 1)

    def test_jacobi_has_its_factor_by_the_largest_eigenvalue(self):
        deck = str(INPUTS / "fem/hexahedra.toml")
        jacobi = {"mesh.levels": 3, "space.order": 1, "multigrid.smoother": "jacobi", "solver.tolerance": 1e-8}
        for height in (0.05, 0.01):  # cells 20 and 100 times as wide as high
            _, report = self.u(deck, {**jacobi, "mesh.height": height})
            finest = report["decomposition"]["levels"][0]
            self.assertTrue(report["solver"]["converged"])
            self.assertIsNone(report["solver"]["warning"])
            self.assertAlmostEqual(finest["relaxation"] * finest["largest_eigenvalue"], 4 / 3)
            self.assertTrue(4 < finest["largest_eigenvalue"] < 4.5)

    def test_a_factor_that_diverges_is_named(self):
        settings = {**QUICK, "mesh.levels": 3, "space.order": 1, "multigrid.smoother": "jacobi",
                    "mesh.height": 0.05, "multigrid.relaxation": 0.7}
        run = self.start(str(INPUTS / "fem/hexahedra.toml"), *options(settings))
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, "smoothing steps enlarge errors on level 0: the relaxation factor 0.7 is "
                                     "above 2 / 4.09.*; expected multigrid.relaxation below 0.489, or \"auto\"")
        self.assertIn("warning      smoothing steps enlarge", run.stdout)

    def test_constants_may_be_the_null_space(self):
        rows, _ = self.u(self.layers(), {"problem.boundaries": [[n, "none"] for n in ("inner", "outer", "bottom", "top")],
                                         "problem.null_space": "constants", "problem.rhs": "x",
                                         "solver.method": "cg-multigrid", "multigrid.smoother": "chebyshev"})
        self.assertLess(abs(rows[:, 3].sum()), 1e-3 * abs(rows[:, 3]).sum())

    def test_fluxes_and_transfers_of_the_known_solution(self):
        deck = str(INPUTS / "fem/hexahedra.toml")
        settings = {"problem.fluxes": [[name, "solution"] for name in ("east", "north", "bottom", "top")],
                    "problem.transfers": [["top", 2.0], ["north", 1.0]], "problem.diffusion": 0.5}
        for order, most in ((1, 0.05), (2, 5e-4)):
            for ranks in (None, 2):
                _, report = self.u(deck, {**settings, "space.order": order, "mesh.levels": 3}, ranks=ranks)
                self.assertLess(report["errors"]["of_u"]["l2"], most)

    def test_files_for_paraview(self):
        for order, nodes, kind in ((1, 8, 12), (2, 27, 29)):
            _, report = self.u(self.layers(), {"space.order": order, "output.vtk": "v", "output.vtk_encoding": "ascii"})
            text = (self.directory / "v.vtu").read_text()
            self.assertEqual(set(self.numbers(text, "types")), {str(kind)})
            points = numpy.array(self.numbers(text, "Points"), dtype=float).reshape(-1, 3)
            self.assertEqual((points[:, 2].min(), points[:, 2].max()), (0.0, 0.5))
            cells = numpy.array(self.numbers(text, "connectivity"), dtype=int).reshape(-1, nodes)
            self.assertEqual(len(cells), report["decomposition"]["levels"][0]["elements"])
            corners = points[cells[:, :8]]
            self.assertTrue((corners[:, 4:, 2] > corners[:, :4, 2]).all())
            numpy.testing.assert_allclose(points[cells[:, 4:8], :2], points[cells[:, :4], :2], atol=1e-12)
            if order == 2:
                numpy.testing.assert_allclose(points[cells[:, 26], 2], corners[:, :, 2].mean(axis=1), atol=1e-12)

    @staticmethod
    def numbers(text, name):
        return [word for word in text.split(f'Name="{name}"')[1].split(">", 1)[1].split("<", 1)[0].split()]


class Errors(Fem):
    def refuse_with(self, says, **settings):
        deck = self.write("deck.toml", LAYERS)
        given = {key.replace("__", "."): value for key, value in settings.items()}
        for ranks in (None, 2):
            self.refuse(deck, *options(given), says=says, ranks=ranks)

    def test_what_is_there_in_the_plane_alone(self):
        for words in ("macro", "bands"):
            self.refuse_with(["solver.matrix_format", "not available with mesh.layers", "expected \"csr\""],
                             solver__matrix_format=words)
        self.refuse_with(["space.numbering", "not available with mesh.layers"], space__numbering="macro")
        self.refuse_with(["mesh.elements", "not available with mesh.layers", "expected \"quadrilaterals\""],
                         mesh__source="square", mesh__elements="mixed")

    def test_values(self):
        self.refuse_with(["mesh.layers", "-1", "expected an integer from 0"], mesh__layers=-1)
        self.refuse_with(["mesh.height", "expected a number above 0"], mesh__height=0)
        self.refuse_with(['nothing is said of the boundary "top"'],
                         problem__boundaries=[["inner", 1], ["outer", 0], ["bottom", 0]])
        self.refuse_with(["known up to a constant"],
                         problem__boundaries=[[n, "none"] for n in ("inner", "outer", "bottom", "top")])
        self.refuse_with(['the boundary "top" fixes u'], problem__null_space="constants",
                         problem__boundaries=[["inner", "none"], ["outer", "none"], ["bottom", "none"], ["top", 1]])
        self.refuse_with(["unknowns are more than indices of 32 bits can count"], mesh__levels=10)
        self.refuse_with(["multigrid.smoother", "a row of the matrix has 125 entries"],
                         multigrid__smoother="spai", space__order=2)

    def test_names_and_triangles_of_a_file(self):
        deck = self.file(gmsh(names=("top",)), '[["top", 0.0]]')
        self.refuse(deck, *options({"mesh.layers": 1}),
                    says=["mesh.layers", 'the mesh has a boundary "top" already', "or no layers"])
        text = gmsh().replace("3 2 9 9 2 3 6 5", "2 2 9 9 2 3 6").replace("8\n1 1 2", "9\n1 1 2")
        lines = text.split("\n")
        at = lines.index("$EndElements")
        lines.insert(at, f"{at} 2 2 9 9 2 6 5")
        deck = self.file("\n".join(lines))
        self.refuse(deck, *options({"mesh.layers": 1}), says=["mesh.layers", "triangles are not extruded"])


if __name__ == "__main__":
    unittest.main()
