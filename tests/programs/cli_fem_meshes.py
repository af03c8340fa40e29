"""isobar_fem: valid and refused meshes with unusual connections, and sizes of all orders of magnitude."""

import unittest

import numpy

from support_cli import options
from support_fem import NODES, QUADS, RIM, Fem, gmsh

# A second mesh of two squares after the first, with nodes and a boundary of its own.
QUADS_BEHIND = ["7 8 11 10", "8 9 12 11"]
RIM_BEHIND = ["7 8", "8 9", "9 12", "12 11", "11 10", "10 7"]
BOTH = {"quads": QUADS + QUADS_BEHIND, "rim": RIM + RIM_BEHIND, "names": ("rim", "other"),
        "rims": [1] * 6 + [2] * 6}
QUICK = {"run.repeats": 1, "run.warmup": 0, "run.kernel_timings": False, "output.solution": "u.npy"}
SIZES = (1e-300, 1e-160, 1e-158, 1e-30, 1e30, 1e200, 1e300)
FORMATS = ({}, {"solver.matrix_format": "macro"}, {"solver.precision": "float", "solver.tolerance": 1e-4},
           {"solver.precision": "mixed", "solver.method": "cg-multigrid"}, {"multigrid.start": "full"})


def behind(x):
    """Nodes of the first mesh and of a second one: next to it, or above it for x = 0."""
    return NODES + [f"{float(node.split()[0]) + x} {node.split()[1]}" for node in NODES]


class Meshes(Fem):
    def u(self, deck, settings=None, ranks=None):
        report = self.solve(deck, {**QUICK, **(settings or {})}, ranks=ranks)
        return numpy.load(self.directory / "u.npy")[:, 0, 2], report

    def refuse_on_ranks(self, deck, says, settings=None):
        for ranks in (None, 2):
            self.refuse(deck, *options(settings or {}), says=says, ranks=ranks)


class Components(Meshes):
    def test_each_has_a_fixed_unknown_or_is_named(self):
        text = gmsh(nodes=behind(4.0), **BOTH)
        u, _ = self.u(self.file(text, '[["rim", 0.0], ["other", 1.0]]'))
        self.assertGreater(u.max(), 1.0)
        self.refuse_on_ranks(
            self.file(text, '[["rim", 0.0], ["other", "none"]]'),
            ['problem.boundaries', 'mesh.msh:40: nothing fixes u on the component of element 15 '
             '(2 of 4 quadrilaterals, x = 4 to 6, y = 0 to 1), whose boundaries are "other"',
             'expected at least one boundary that is not "none"'])

    def test_a_boundary_without_edges_fixes_nothing(self):
        text = gmsh(names=("rim", "nowhere"))
        self.refuse_on_ranks(self.file(text, '[["rim", "none"], ["nowhere", 0.0]]'),
                             'the boundary "nowhere" of the mesh has no edges; expected "none"')
        self.refuse_on_ranks(self.file(text, '[["rim", 0.0], ["nowhere", 0.0]]'), "has no edges")
        self.refuse_on_ranks(self.file(text, '[["rim", "none"], ["nowhere", "none"]]'),
                             "known up to a constant")
        for boundaries in ('[["rim", 0.0], ["nowhere", "none"]]', '[["rim", 0.0]]'):
            self.u(self.file(text, boundaries))

    def test_sheets_above_each_other_have_their_own_numbers(self):
        """Each sheet has the solution that it has alone, also on several ranks and in the file for ParaView."""
        alone = {c: self.u(self.file(gmsh(), '[["rim", 0.0]]'), {"problem.diffusion": c})[0].max()
                 for c in (1.0, 100.0)}
        text = gmsh(nodes=behind(0.0), regions=("A", "A", "B", "B"),
                    views={"c": [1, 1, 100, 100], "f": [1, 1, 100, 100]}, **BOTH)
        deck = self.file(text, '[["rim", 0.0], ["other", 0.0]]')
        for settings in ({"problem.regions": [["A", 1], ["B", 100]]}, {"problem.diffusion_view": "c"}):
            for ranks in (None, 2, 3):
                u, _ = self.u(deck, settings, ranks)
                self.assertAlmostEqual(u[:len(u) // 2].max(), alone[1.0], delta=1e-7)
                self.assertAlmostEqual(u[len(u) // 2:].max(), alone[100.0], delta=1e-9)
        for ranks in (None, 3):
            u, _ = self.u(deck, {"problem.rhs_view": "f"}, ranks)
            self.assertAlmostEqual(u[len(u) // 2:].max(), 100 * alone[1.0], delta=1e-5)

    def test_folds_and_strange_neighbours_are_refused(self):
        nodes = ["0 0", "1 0", "0 0", "0 1", "1 1", "0 1"]
        self.refuse_on_ranks(self.file(gmsh(nodes=nodes, quads=["1 2 5 4", "3 2 5 6"])),
                             ["mesh.msh:25: the edge of nodes 2 and 5 of element 7 has element 8 on "
                              "the same side: the mesh is folded there"])
        nodes = ["0 0", "1 0", "1 1", "0 1", "0.5 2", "-0.5 1"]
        rim = ["1 2", "2 3", "3 4", "4 1", "1 3", "3 5", "5 6", "6 1"]
        self.refuse_on_ranks(self.file(gmsh(nodes=nodes, quads=["1 2 3 4", "1 3 5 6"], rim=rim)),
                             "element 9 shares nodes 1 and 3 with a quadrilateral, and not as an edge")


class Files(Meshes):
    def test_what_nothing_needs_is_left_out(self):
        whole, _ = self.u(self.file(gmsh()))
        u, _ = self.u(self.file(gmsh(nodes=NODES + ["5 5"])))
        numpy.testing.assert_array_equal(u, whole)

    def test_meshes_that_are_not_in_a_plane_of_constant_z(self):
        for nodes, good in ((["0 0 3"] * 6, True), (["0 0 0"] * 5 + ["0 0 1e-12"], True),
                            (["0 0 0"] * 5 + ["0 0 0.1"], False)):
            text = gmsh()
            for n, (node, z) in enumerate(zip(NODES, nodes)):
                text = text.replace(f"\n{n + 1} {node} 0\n", f"\n{n + 1} {node} {z.split()[2]}\n")
            if good:
                self.u(self.file(text))
            else:
                self.refuse_on_ranks(self.file(text), "mesh.msh:15: node 6 has z = 0.1 and node 1 "
                                                      "(line 10) z = 0; expected a mesh in a plane")

    def test_names_of_several_groups(self):
        """Two groups of curves have one name, and a curve and a surface share a name."""
        text = gmsh(names=("cold", "cold"), rims=[1, 2, 1, 2, 1, 2], regions=("cold", "cold"))
        whole, _ = self.u(self.file(gmsh()), {"problem.diffusion": 2})
        u, report = self.u(self.file(text, '[["cold", 0.0]]'), {"problem.regions": [["cold", 2]]})
        numpy.testing.assert_array_equal(u, whole)
        self.assertEqual(report["problem"]["boundaries"], {"cold": 0.0})

    def test_names_that_the_file_has_and_gives_to_nothing(self):
        deck = self.file(gmsh(regions=("left", "right", "unused")))
        self.refuse(deck, *options({"problem.regions": [["left", 1], ["right", 1], ["unused", 1]]}),
                    says='the mesh has no region "unused", as no quadrilateral is in this physical group')
        self.refuse(deck, *options({"problem.regions": [["rim", 1]]}),
                    says='no region "rim" (it names a physical group of curves); expected "left"')
        self.refuse(self.file(gmsh(regions=("left", "right")), '[["left", 0.0]]'),
                    says='no boundary "left" (it names a physical group of surfaces); expected "rim"')

    def test_quadrilaterals_in_two_regions(self):
        """Format 2.2 has such an element twice."""
        text = gmsh(regions=("a", "b", "both"), quads=QUADS + ["2 3 6 5"])
        deck = self.file(text)
        u, _ = self.u(deck, {"problem.regions": [["a", 1], ["b", 5]]})
        v, _ = self.u(deck, {"problem.regions": [["a", 1], ["both", 5]]})
        numpy.testing.assert_array_equal(u, v)
        self.u(deck, {"problem.regions": [["a", 1], ["b", 5], ["both", 5]]})
        self.refuse(deck, *options({"problem.regions": [["a", 1], ["b", 5], ["both", 6]]}),
                    says='mesh.msh:29: element 8 is in the regions "b" and "both"; expected one')
        self.refuse(deck, *options({"problem.regions": [["b", 5]]}),
                    says=['nothing is said of the region "a", of ', "mesh.msh:28: element 7; expected"])

    def test_too_many_quadrilaterals_around_a_node(self):
        angles = numpy.pi * numpy.arange(20) / 10
        nodes = ["0 0"] + [f"{(1 + n % 2) * numpy.cos(a)} {(1 + n % 2) * numpy.sin(a)}"
                           for n, a in enumerate(angles)]
        quads = [f"1 {2 * n + 2} {2 * n + 3} {(2 * n + 2) % 20 + 2}" for n in range(10)]
        rim = [f"{n + 2} {(n + 1) % 20 + 2}" for n in range(20)]
        self.refuse(self.file(gmsh(nodes=nodes, quads=quads, rim=rim)),
                    says="mesh.msh:10: 10 quadrilaterals meet in node 1; expected up to 9")


class Sizes(Meshes):
    """u is linear in f and its boundary values, for all sizes of these, of c and of the mesh."""

    def compare(self, u, factor, one, report):
        rounding = {"double": 1e-13, "mixed": 1e-7, "float": 1e-5}[report["solver"]["precision"]]
        self.assertLess(abs(u / factor - one).max(), rounding * abs(one).max())
        self.assertTrue(report["verification"]["valid"])

    def test_u_scales_with_the_right_hand_side(self):
        deck = self.file(gmsh())
        for settings in FORMATS:
            settings = {"mesh.levels": 4, **settings}
            one, first = self.u(deck, settings)
            for size in SIZES:
                u, report = self.u(deck, {**settings, "problem.rhs": size})
                self.assertEqual(report["solver"]["iterations"], first["solver"]["iterations"])
                self.compare(u, size, one, report)

    def test_u_scales_with_what_it_is_on_boundaries(self):
        deck = self.file(gmsh(names=("a", "b"), rims=[1, 2, 1, 2, 1, 2]), '[["a", 1.0], ["b", -0.5]]')
        one, _ = self.u(deck, {"problem.rhs": 3})
        for size in SIZES[:-1]:
            u, report = self.u(deck, {"problem.rhs": 3 * size,
                                      "problem.boundaries": [["a", size], ["b", -0.5 * size]]})
            self.compare(u, size, one, report)

    def test_u_is_inverse_to_c(self):
        deck = self.file(gmsh(views={"c": [1e-250, 2e-250], "d": [1e250, 2e250], "e": [1, 2]}))
        for settings in FORMATS:
            one, _ = self.u(deck, {**settings, "problem.diffusion_view": "e"})
            for view, size in (("c", 1e-250), ("d", 1e250)):
                u, report = self.u(deck, {**settings, "problem.diffusion_view": view})
                self.compare(u, 1 / size, one, report)

    def test_u_scales_with_the_square_of_lengths(self):
        for settings in FORMATS:
            one, _ = self.u(self.file(gmsh()), {"mesh.levels": 4, **settings})
            for exponent in (-25, 25):
                nodes = [" ".join(f"{x}e{exponent}" for x in node.split()) for node in NODES]
                u, report = self.u(self.file(gmsh(nodes=nodes)), {"mesh.levels": 4, **settings})
                self.compare(u, 10.0 ** (2 * exponent), one, report)

    def test_what_no_double_holds_is_refused(self):
        nodes = [" ".join(f"{x}e20" for x in node.split()) for node in NODES]
        self.refuse_on_ranks(self.file(gmsh(nodes=nodes)), "u is larger than a double holds",
                             {"problem.rhs": 1e290})
        nodes = [" ".join(f"{x}e-20" for x in node.split()) for node in NODES]
        self.refuse_on_ranks(self.file(gmsh(nodes=nodes)), "u is smaller than a double holds",
                             {"problem.rhs": 1e-290})
        for exponent in (-100, 100):
            nodes = [" ".join(f"{x}e{exponent}" for x in node.split()) for node in NODES]
            self.refuse_on_ranks(self.file(gmsh(nodes=nodes)), "in another unit of length")


if __name__ == "__main__":
    unittest.main()
