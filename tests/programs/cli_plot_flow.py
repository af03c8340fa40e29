"""scripts/plot: sections, streamlines and profiles of flows, from files of isobar_flow and made-up ones; what is wrong with a file."""

import importlib.util
import subprocess
import sys
import unittest

import numpy

from support_cli import EXECUTABLE, FLOW_EXECUTABLE, INPUTS, SCRIPTS, ScriptTest, command, environment

sys.path.insert(0, str(SCRIPTS))
from plot_items import vts  # noqa: E402
from plot_items.section import section_of  # noqa: E402
from plot_items.vtu import Unreadable  # noqa: E402
from verify_flow_items.published import GHIA_HEIGHTS, GHIA_PLACES, GHIA_U, GHIA_W  # noqa: E402

MARK = b'<AppendedData encoding="raw">\n_'


def vts_bytes(extent, places, fields):
    """A piece as isobar_flow writes it: fields [k, j, i] and interfaces of the whole box."""
    x, y, z = (places[n][extent[2 * n]:extent[2 * n + 1] + 1] for n in range(3))
    points = numpy.stack(numpy.meshgrid(x, y, z, indexing="ij"), axis=-1).transpose(2, 1, 0, 3)
    i, j, k = (slice(*extent[2 * n:2 * n + 2]) for n in range(3))
    arrays = {**{name: numbers[k, j, i] for name, numbers in fields.items()}, "Points": points}
    head, data = "", b""
    for name, numbers in arrays.items():
        head += f'<DataArray type="Float64" Name="{name}" format="appended" offset="{len(data)}"/>\n'
        data += numpy.uint64(8 * numbers.size).tobytes() + numpy.ascontiguousarray(numbers, "<f8").tobytes()
    text = f'<VTKFile type="StructuredGrid"><StructuredGrid><Piece Extent="{" ".join(map(str, extent))}">{head}</Piece></StructuredGrid>\n'
    return text.encode() + MARK + data + b"\n</AppendedData>\n</VTKFile>\n"


class FlowTest(ScriptTest):
    places = (numpy.array([0.0, 0.2, 0.5, 1.0]), numpy.array([0.0, 1.0, 2.0]), numpy.array([0.0, 0.25, 0.5, 0.75, 1.0]))

    def fields(self):
        """Velocities that say where they are: 100 k + 10 j + i, and more for each axis."""
        k, j, i = numpy.meshgrid(range(4), range(2), range(3), indexing="ij")
        return {f"velocity_{axis}": 1000.0 * n + 100 * k + 10 * j + i for n, axis in enumerate("xyz", 1)}

    def write_flow(self, extents=((0, 3, 0, 1, 0, 4), (0, 3, 1, 2, 0, 4)), places=None, fields=None):
        """A .pvts file and its pieces."""
        names = []
        for n, extent in enumerate(extents):
            names.append(f"flow_{n}.vts")
            (self.directory / names[-1]).write_bytes(vts_bytes(extent, places or self.places, fields or self.fields()))
        pieces = "".join(f'<Piece Source="{name}"/>' for name in names)
        return self.write("flow.pvts", f'<VTKFile type="PStructuredGrid"><PStructuredGrid>{pieces}</PStructuredGrid></VTKFile>')


class Reading(FlowTest):
    def test_pieces_make_one_box(self):
        for extents in (((0, 3, 0, 2, 0, 4),), ((0, 3, 0, 1, 0, 4), (0, 3, 1, 2, 0, 4)), ((0, 1, 0, 2, 0, 4), (1, 3, 0, 2, 0, 4))):
            box = vts.read(self.write_flow(extents))
            self.assertEqual(box.cells, (3, 2, 4))
            for name, numbers in self.fields().items():
                numpy.testing.assert_array_equal(box.fields[name], numbers)
            for found, known in zip(box.interfaces, self.places):
                numpy.testing.assert_array_equal(found, known)

    def test_sections_are_the_cells_at_a_place(self):
        box = vts.read(self.write_flow())
        for text, normal, shape, number in (("y=0.3", 1, (4, 3), 1000), ("y=2", 1, (4, 3), 1010), ("z=0.6", 2, (2, 3), 1200),
                                            ("x=0.5", 0, (4, 2), 1002), (None, 1, (4, 3), 1010)):
            section = section_of(box, text)
            values = section.field("velocity_x")
            self.assertEqual((section.normal, values.shape, values[0, 0]), (normal, shape, number), text)
        speed = section_of(box, "y=0.3").field("speed")[0, 1]
        self.assertAlmostEqual(speed, (1001 ** 2 + 2001 ** 2 + 3001 ** 2) ** 0.5)

    def test_profiles_pass_through_the_middle(self):
        (of, along, z, u), (_, _, x, w) = section_of(vts.read(self.write_flow()), "y=0.3").profiles()
        self.assertEqual((of, along), (0, 2))
        numpy.testing.assert_allclose(z, [0.125, 0.375, 0.625, 0.875])
        share = (0.5 - 0.35) / (0.75 - 0.35)  # x = 1/2 lies between the centres 0.35 and 0.75
        numpy.testing.assert_allclose(u, [1001 + share + 100 * k for k in range(4)])
        numpy.testing.assert_allclose(x, [0.1, 0.35, 0.75])
        numpy.testing.assert_allclose(w, [3150, 3151, 3152])  # z = 1/2 lies between layers 1 and 2

    def test_what_is_wrong_with_a_file(self):
        good = self.write_flow(((0, 3, 0, 2, 0, 4),)).with_name("flow_0.vts").read_bytes()
        bad = {**self.fields(), "pressure": numpy.full((4, 2, 3), numpy.nan)}
        for data, says in ((good[:len(good) // 2], "no .vts file"), (good.replace(MARK, b""), "no appended numbers"),
                           (good.replace(b"Float64", b"Float32"), "Float64"), (good.replace(b'"0 3', b'"0 4'), "expected"),
                           (good.replace(b'"0 3', b'"0 x'), "no .vts file"), (good.replace(b'offset="0"', b'offset="-9"'), "no .vts file"),
                           (b"text", "no appended numbers"),
                           (vts_bytes((0, 3, 0, 2, 0, 4), self.places, bad), "pressure has a number that is not finite"),
                           (vts_bytes((0, 3, 0, 2, 0, 4), (self.places[0][::-1], *self.places[1:]), self.fields()), "do not rise")):
            path = self.directory / "bad.vts"
            path.write_bytes(data)
            with self.assertRaisesRegex(Unreadable, f"bad.vts: .*{says}" if says != "no .vts file" else says):
                vts.read(path)
        for extents in (((0, 3, 0, 1, 0, 4),) * 2, ((0, 3, 1, 2, 0, 4),)):
            with self.assertRaisesRegex(Unreadable, "do not cover"):
                vts.read(self.write_flow(extents))
        self.write_flow()
        (self.directory / "flow_1.vts").unlink()
        with self.assertRaisesRegex(Unreadable, "flow_1.vts: No such file"):
            vts.read(self.directory / "flow.pvts")


@unittest.skipIf(importlib.util.find_spec("matplotlib") is None, "no matplotlib")
class Pictures(FlowTest):
    def plot(self, *arguments, code=0):
        return self.script("plot", *arguments, code=code)

    def is_picture(self, name):
        return (self.directory / name).read_bytes()[:4] == b"\x89PNG"

    def run_flow(self, deck, *settings, ranks=None, executable=FLOW_EXECUTABLE):
        words = [word for setting in settings for word in ("--set", setting)]
        subprocess.run(command(INPUTS / deck, *words, ranks=ranks, executable=executable), cwd=self.directory,
                       env=environment(ranks, self.directory), check=True, capture_output=True)

    def test_a_cavity_beside_ghia(self):
        from plot_items.flow import Picture, off, with_walls
        small = ("grid.nx=16", "grid.nz=16", "time.steady_rate=1e-3")
        self.run_flow("flow/cavity-re100.toml", *small, "output.vtk=one")
        self.run_flow("flow/cavity-re100.toml", *small, "output.vtk=two", ranks=2)
        one, two = (vts.read(self.directory / f"{name}.pvts") for name in ("one", "two"))
        for name, numbers in one.fields.items():
            numpy.testing.assert_allclose(two.fields[name], numbers, atol=1e-6)
        picture = Picture(one, None, None, 100)
        self.assertEqual(picture.field, "speed")
        for number, (_, _, places, numbers) in enumerate(picture.profiles):
            self.assertLess(off(with_walls(places, numbers, float(number == 0)), picture.known[number]), 12)
        said = self.plot("two.pvts", "--ghia", 100).splitlines()
        self.assertEqual(said[0], "two.png")
        self.assertIn("ParaView: File > Open two.pvts", said[1])
        self.assertTrue(self.is_picture("two.png"))

    def test_the_distance_from_ghia(self):
        """A flow whose profiles are the published ones, but for what is added to the second."""
        from plot_items.flow import Picture, off, with_walls
        edges = numpy.linspace(0, 1, 201)
        middle = 0.5 * (edges[1:] + edges[:-1])
        u = numpy.interp(middle, *zip(*sorted([(0, 0), (1, 1), *zip(GHIA_HEIGHTS, GHIA_U[1000])])))
        w = numpy.interp(middle, *zip(*sorted([(0, 0), (1, 0), *zip(GHIA_PLACES, GHIA_W[1000])])))
        fields = {"velocity_x": u[:, None, None] + numpy.zeros((200, 1, 200)), "velocity_y": numpy.zeros((200, 1, 200)),
                  "velocity_z": w[None, None, :] + numpy.full((200, 1, 200), 0.1)}
        box = vts.Box([edges, numpy.array([0.0, 0.005]), edges], fields)
        picture = Picture(box, None, None, 1000)
        found = [off(with_walls(places, numbers, float(n == 0)), picture.known[n])
                 for n, (_, _, places, numbers) in enumerate(picture.profiles)]
        self.assertLess(found[0], 0.5)
        self.assertAlmostEqual(found[1], 100 * 0.1 / max(map(abs, GHIA_W[1000])), delta=1.2)

    def test_sections_and_fields(self):
        self.run_flow("flow/heated-cube.toml", "grid.nx=6", "grid.ny=4", "grid.nz=5", "time.most_steps=3", "time.steady_rate=1e9",
                      "output.vtk=cube", "output.fluxes=f.csv")
        for words in ((), ("--section", "z=0.9"), ("--section", "x=0", "--field", "pressure"), ("--field", "speed", "--out", "other.png")):
            name = self.plot("cube.pvts", *words).splitlines()[0]
            self.assertTrue(self.is_picture(name))
        self.assertTrue(self.is_picture(self.plot("cube_0000.vts").splitlines()[0]))

    def test_long_sections_lie_above_their_profiles(self):
        from plot_items.flow import Picture
        edges = [numpy.linspace(0, length, n + 1) for length, n in ((15.0, 30), (0.5, 1), (1.0, 8))]
        fields = {"velocity_x": numpy.ones((8, 1, 30)), "velocity_y": numpy.zeros((8, 1, 30)), "velocity_z": numpy.zeros((8, 1, 30))}
        long = Picture(vts.Box(edges, fields), None, None, None)
        self.assertAlmostEqual(long.aspect_ratio, 15.0)
        self.assertTrue(long.is_long)
        self.assertFalse(Picture(vts.Box(edges, fields), None, "x=1", None).is_long)
        from matplotlib.figure import Figure
        section, first, second = long.places(Figure())
        self.assertLess(section.rowspan.stop, first.rowspan.stop)
        self.assertEqual((list(section.colspan), list(first.colspan), list(second.colspan)), ([0, 1], [0], [1]))

    def test_no_flow(self):
        """At rest, of one cell, and without velocities: what there is is drawn."""
        still = {name: numpy.zeros((4, 2, 3)) for name in self.fields()}
        self.assertTrue(self.is_picture(self.plot(self.write_flow(fields=still)).splitlines()[0]))
        one = {name: numpy.ones((1, 1, 1)) for name in self.fields()}
        self.assertTrue(self.is_picture(self.plot(self.write_flow(((0, 1, 0, 1, 0, 1),), [numpy.array([0.0, 1.0])] * 3, one)).splitlines()[0]))
        self.run_flow("flow/poisson.toml", "grid.nx=8", "grid.ny=8", "grid.nz=8", "run.repeats=1", "output.vtk=p")
        self.assertIn("colour by", self.plot("p.pvts"))
        self.assertIn("the file has no velocities", self.plot("p.pvts", "--ghia", 100, code=2))

    def test_refusals(self):
        self.write_flow()
        self.run_flow("paper.toml", "grid.nx=8", "grid.ny=8", "grid.nz=4", "multigrid.levels=2", "verification.iteration_bound=50",
                      "output.vtk=panel", executable=EXECUTABLE)
        for words, says in ((("none.pvts",), "none.pvts: No such file"), (("panel.pvts",), "do not lie along x, y and z"),
                            (("flow.pvts", "--field", "u"), "--field u: expected one of speed, velocity_x"),
                            (("flow.pvts", "--section", "y=3"), "--section y=3: expected y from 0 to 2"),
                            (("flow.pvts", "--section", "middle"), "as y=0.5"), (("flow.pvts", "--section", "y=nan"), "as y=0.5"),
                            (("flow.pvts", "--ghia", 100, "--section", "z=0.1"), "not that of the lid-driven cavity"),
                            (("flow.pvts", "--layer", 1), "--layer is for .npy files"),
                            (("flow.pvts", "--box", 0, 1, 0, 1), "--box is for .vtu files"),
                            (("u.npy", "--section", "y=1"), "--section is for .vts files"),
                            (("flow.pvts", "--out", "no/where.png"), "No such file")):
            said = self.plot(*words, code=2)
            self.assertEqual(len(said.splitlines()), 1, said)
            self.assertIn(says, said)


if __name__ == "__main__":
    unittest.main()
