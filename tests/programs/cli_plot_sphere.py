"""Pictures of fields on the whole sphere (scripts/plot FILE.npy): what is drawn where, and one line for bad input."""

import importlib.util
import io
import random
import struct
import sys
import unittest

import numpy

from support_cli import SCRIPTS, ScriptTest
from support_sphere import centres

sys.path.insert(0, str(SCRIPTS))
from plot_items import sphere  # noqa: E402

N, LAYERS = 12, 3


def wave(x):
    """A spherical harmonic, with a part that no symmetry of the cube leaves alone."""
    return (x[..., 0]**2 - x[..., 1]**2) * x[..., 2] + x @ (0.1, 0.2, 0.3)


def field(n=N, layers=LAYERS):
    """Another multiple of the wave in each layer, as isobar writes it."""
    return wave(centres(n)).reshape(6 * n, n, 1) * numpy.arange(1.0, layers + 1)


def with_header(description):
    """A file of version 1 with a header of its own, and a few numbers."""
    text = description.encode() + b"\n"
    return numpy.lib.format.magic(1, 0) + struct.pack("<H", len(text)) + text + bytes(64)


def header(shape, kind="<f8"):
    return with_header(f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}")


class SphereTest(ScriptTest):
    def raw(self, name, content):
        path = self.directory / name
        path.write_bytes(content)
        return path

    def bad_files(self):
        """(path, words of its line)."""
        zipped = io.BytesIO()
        numpy.savez(zipped, field())
        whole = self.save("whole.npy", field()).read_bytes()
        contents = {"empty": b"", "text": b"text", "zip": zipped.getvalue(), "open": with_header("{'shape': ((("),
                    "deep": with_header("-" * 9000 + "1"), "list": with_header("[]"), "cut header": whole[:40]}
        for name, content in contents.items():
            yield self.raw(f"{name}.npy", content), "no array of NumPy is in it; expected a .npy file of isobar"
        for name, array in {"float32": field().astype("f4"), "int64": field().astype(int),
                            "complex128": field() + 1j, "object": numpy.array([{}])}.items():
            yield self.save(f"{name}.npy", array), f"its numbers are {name}; expected float64"
        for number, shape in enumerate([(24, 4), (24, 4, 1, 1), (20, 4, 2), (4, 24, 2), (0, 0, 2), (6, 1, 0), ()]):
            path = self.save(f"shape{number}.npy", numpy.zeros(shape))
            yield path, f"its shape is {shape}; expected (6 n, n, layers)"
        yield self.raw("short.npy", whole[:-8]), f"it ends after {len(whole) - 8} bytes; expected {len(whole)}"
        yield self.raw("vast.npy", header((6 * 2**40, 2**40, 2**40))), "it ends after"
        yield self.raw("negative.npy", header((-6, -1, 1))), "its shape is (-6, -1, 1)"
        for name, value in (("nan", numpy.nan), ("inf", numpy.inf), ("vast", 1e305)):
            array = field()
            array[5, 3, LAYERS // 2] = value
            yield self.save(f"{name}1.npy", array), f"layer {LAYERS // 2} has a number that is not finite"
        yield self.directory / "none.npy", "No such file"
        yield self.directory, "Is a directory"


class Reading(SphereTest):
    def test_each_layer_of_both_orders_of_indices(self):
        for order in "CF":
            path = self.save("u.npy", numpy.array(field(), order=order))
            for number, k in ((None, LAYERS // 2), (0, 0), (LAYERS - 1, LAYERS - 1)):
                layer = sphere.read(path, number)
                self.assertEqual((layer.number, layer.layers), (k, LAYERS))
                numpy.testing.assert_array_equal(layer.values, wave(centres(N)) * (k + 1.0))

    def test_bad_files(self):
        for path, words in self.bad_files():
            with self.subTest(path.name), self.assertRaises(sphere.Unreadable) as caught:
                sphere.read(path)
            self.check(str(caught.exception), path, words)

    def check(self, line, path, words):
        self.assertEqual(len(line.splitlines()), 1, line)
        self.assertTrue(line.startswith(f"{path}: "), line)
        self.assertIn(words, line)

    def test_changed_headers_are_read_or_have_a_line(self):
        draw = random.Random(5)
        whole = self.save("u.npy", field(2, 1)).read_bytes()
        read = 0
        for number in range(400):
            first, changed = draw.randrange(128), bytearray(whole)
            new = draw.choice((b"\0", b"(", b"9", b"-", b"'", b" ", b"\n", b"\xff", b"f4", b"12", b"0x1or"))
            changed[first:first + len(new)] = new
            with self.subTest(number=number):
                try:
                    read += sphere.read(self.raw("changed.npy", changed)).values.shape == (6, 2, 2)
                except sphere.Unreadable as problem:
                    self.check(str(problem), self.directory / "changed.npy", "; expected ")
        self.assertGreater(read, 10)


class Drawing(unittest.TestCase):
    def test_views_show_the_field_where_it_is(self):
        """Values beside the place of each quadrilateral; those of coarse and of very fine grids, too."""
        for n, nearness in ((1, 1.5), (5, 0.5), (40, 0.06), (300, 0.03)):
            values = wave(centres(n))
            for towards in sphere.VIEWS:
                corners, shades = sphere.quadrilaterals(values, towards)
                middle = corners.mean(axis=1)
                depth = numpy.sqrt(numpy.maximum(1 - (middle**2).sum(-1), 0))
                axes = sphere.projected(numpy.eye(3), towards)
                expected = wave(numpy.column_stack([middle, depth]) @ axes.T)
                self.assertLess(abs(shades - expected).max(), nearness, (n, towards))

    def test_views_are_full_discs(self):
        for n in (1, 3, 40):
            for towards in sphere.VIEWS:
                corners, _ = sphere.quadrilaterals(wave(centres(n)), towards)
                x, y = corners[..., 0], corners[..., 1]
                areas = (x * numpy.roll(y, -1, axis=1) - y * numpy.roll(x, -1, axis=1)).sum(axis=1) / 2
                self.assertGreater(areas.min(), -1e-6)  # A corner that is moved onto the rim bends its column.
                self.assertAlmostEqual(areas.sum(), numpy.pi, delta=0.01)

    def test_panels_of_the_net_continue_each_other(self):
        """Columns on both sides of a shared edge are nearest neighbours on the sphere."""
        x = centres(N)
        for panel in range(5):
            step = numpy.subtract(sphere.PLACES[panel + 1], sphere.PLACES[panel])
            here, there = (x[panel][:, -1], x[panel + 1][:, 0]) if step[0] else (x[panel][-1], x[panel + 1][0])
            self.assertLess(numpy.linalg.norm(here - there, axis=-1).max(), 1.01 * numpy.pi / 2 / N)

    def test_colours(self):
        for values, expected in (((-1, 3), ("RdBu_r", -3, 3)), ((-5, 3), ("RdBu_r", -5, 5)),
                                 ((0, 3), ("viridis", 0, 3)), ((2, 3), ("viridis", 2, 3)), ((-3, -2), ("viridis", -3, -2)),
                                 ((0, 0), ("viridis", -0.5, 0.5)), ((4, 4), ("viridis", 2, 6))):
            self.assertEqual(tuple(sphere.colour_scale(numpy.array(values, float)).values()), expected)


@unittest.skipIf(importlib.util.find_spec("matplotlib") is None, "no matplotlib")
class Pictures(SphereTest):
    def draw(self, *arguments):
        """Checks the picture; returns its name."""
        name = self.script("plot", *arguments).strip()
        picture = (self.directory / name).read_bytes()
        self.assertEqual(picture[:8], b"\x89PNG\r\n\x1a\n")
        self.assertGreater(min(struct.unpack(">II", picture[16:24])), 1000)
        self.assertGreater(len(picture), 50000)
        return name

    def test_pictures(self):
        self.save("u.npy", field())
        self.assertEqual(self.draw("u.npy"), "u.png")
        self.assertEqual(self.draw("u.npy", "--layer", 0, "--out", "other.png"), "other.png")
        self.assertNotEqual(*((self.directory / name).read_bytes() for name in ("u.png", "other.png")))
        self.assertEqual(self.draw("u.npy", "--out", "plain"), "plain.png")
        for name, array in {"one": field(1, 1), "zero": 0 * field(), "tiny": 1e-310 * field(),
                            "a $x_{$": field() + 9}.items():
            self.save(f"{name}.npy", array)
            self.assertEqual(self.draw(f"{name}.npy"), f"{name}.png")

    def refuse(self, *arguments):
        """The one line about bad input."""
        line, end, more = self.script("plot", *arguments, code=2).partition("\n")
        self.assertEqual((end, more), ("\n", ""), line + more)
        self.assertTrue(line.startswith(f"plot: {arguments[0]}: "), line)
        return line

    def test_bad_files_get_one_line(self):
        for path, words in self.bad_files():
            with self.subTest(path.name):
                self.assertIn(words, self.refuse(path))

    def test_bad_options_get_one_line(self):
        self.save("u.npy", field())
        self.write("v.vtu", "text")
        for arguments, words in ((("u.npy", "--layer", LAYERS), f"no layer {LAYERS}; expected 0 to {LAYERS - 1}"),
                                 (("u.npy", "--layer", -1), "it has no layer -1; expected 0 to"),
                                 (("u.npy", "--box", 0, 1, 0, 1), "--box is for .vtu files; expected"),
                                 (("u.npy", "--field", "u"), "--field is for .vtu and .vts files; expected"),
                                 (("v.vtu", "--layer", 0), "--layer is for .npy files; expected")):
            self.assertIn(words, self.refuse(*arguments))
        for place, words in (("no/where.png", "No such file"), ("u.odd", "no kind of picture ends in .odd; expected")):
            said = self.script("plot", "u.npy", "--out", place, code=2)
            self.assertEqual(said.count("\n"), 1, said)
            self.assertTrue(said.startswith(f"plot: {place}: ") and words in said, said)


if __name__ == "__main__":
    unittest.main()
