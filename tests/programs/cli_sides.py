"""Every output file with every kind of side on many ranks: as on one rank, with coordinates and bounds."""

import csv
import os
import unittest
import xml.etree.ElementTree as xml

import numpy

from support_cli import CommandLineTest, FlowTest, memory_directory
from support_vts import vts_piece

try:
    import netCDF4
except ImportError:
    netCDF4 = None

HAS_NETCDF = os.environ["ISOBAR_HAS_NETCDF"] == "ON" and netCDF4 is not None
RANKS = (2, 4, 6)
SHAPE = (12, 18, 4)  # cells in x, y and z, which 4 and 6 ranks divide in both directions
SIDES = ("west", "east", "south", "north")


def kinds(first, second):
    """{name: a kind for each side}: two kinds that are sides, and those that have none."""
    return {first: (first,) * 4, second: (second,) * 4, "mixed": (first, second, second, first),
            "periodic in x": ("periodic", "periodic", first, second),
            "periodic in y": (second, first, "periodic", "periodic"),
            "periodic in both": ("periodic",) * 4}


def section(name, sides, more=""):
    return f"[{name}]\n" + "".join(f'{side} = "{kind}"\n' for side, kind in zip(SIDES, sides)) + more


class OutputsOfSides(CommandLineTest):
    base = memory_directory()

    def netcdf(self, name):
        with netCDF4.Dataset(self.directory / name) as file:
            file.set_auto_mask(False)
            return {key: numpy.array(variable[:]) for key, variable in file.variables.items()}

    def vtk(self, name):
        """All arrays of all pieces in one, by cell or by corner, which ranks share."""
        whole = {}
        covered = 0
        index = xml.parse(self.directory / f"{name}.pvts").getroot().find("PStructuredGrid")
        for piece in index.iter("Piece"):
            extent, arrays = vts_piece(self.directory / piece.get("Source"))
            self.assertEqual(extent, [int(n) for n in piece.get("Extent").split()])
            (x0, x1), (y0, y1), (z0, z1) = zip(extent[::2], extent[1::2])
            covered += (x1 - x0) * (y1 - y0) * (z1 - z0)
            for key, values in arrays.items():
                corners = 1 if key == "Points" else 0
                shape = (z1 - z0 + corners, y1 - y0 + corners, x1 - x0 + corners)
                values = values.reshape(*shape, -1)
                full = whole.setdefault(key, numpy.full(
                    (SHAPE[2] + corners, SHAPE[1] + corners, SHAPE[0] + corners, values.shape[-1]), numpy.nan))
                full[z0:z1 + corners, y0:y1 + corners, x0:x1 + corners] = values
        self.assertEqual(covered, numpy.prod(SHAPE))
        return whole

    def table(self, name):
        with open(self.directory / name, encoding="utf-8") as file:
            rows = list(csv.reader(file))
        return {"head": rows[0], "numbers": numpy.array(rows[1:], dtype=float)}

    def same(self, found, expected, near=1e-9):
        self.assertEqual(found.keys(), expected.keys())
        for key, values in expected.items():
            if isinstance(values, list):
                self.assertEqual(found[key], values)
                continue
            self.assertFalse(numpy.isnan(found[key]).any(), key)
            exact = key in ("x", "y", "z", "height", "lon", "lat", "Points") or key.endswith("_bounds")
            scale = max(numpy.abs(values).max(), 1e-3)
            numpy.testing.assert_allclose(found[key], values, rtol=0, atol=0 if exact else near * scale,
                                          err_msg=key)

    def check_axes(self, file, names, lengths):
        """Coordinates in the middle of bounds that begin where the last ones end."""
        for name, length, cells in zip(names, lengths, SHAPE):
            edges = numpy.linspace(0.0, length, cells + 1)
            numpy.testing.assert_allclose(file[name], 0.5 * (edges[1:] + edges[:-1]), rtol=0, atol=1e-12 * length)
            if f"{name}_bounds" in file:
                numpy.testing.assert_allclose(file[f"{name}_bounds"], numpy.stack([edges[:-1], edges[1:]], 1),
                                              rtol=0, atol=1e-12 * length)


class Pressure(OutputsOfSides):
    def outputs(self, deck, ranks):
        self.solve(deck, {"solver.method": "cg-fused", "solver.tolerance": 1e-12}, ranks=ranks)
        files = {"npy": {"u": numpy.load(self.directory / "u.npy")}, "vtk": self.vtk("u")}
        if HAS_NETCDF:
            files["netcdf"] = self.netcdf("u.nc")
        return files

    def deck(self, more):
        nx, ny, nz = SHAPE
        netcdf = 'netcdf = "u.nc"\n' if HAS_NETCDF else ""
        return self.write("deck.toml", f'[grid]\nnx = {nx}\nny = {ny}\nnz = {nz}\n{more}[rhs]\nkind = "random"\n'
                                       '[run]\nkernel_timings = false\n[output]\nsolution = "u.npy"\n'
                                       f'vtk = "u"\n{netcdf}')

    def check(self, deck):
        alone = self.outputs(deck, None)
        numpy.testing.assert_array_equal(alone["vtk"]["solution"][..., 0], alone["npy"]["u"].transpose(2, 0, 1))
        if HAS_NETCDF:
            numpy.testing.assert_array_equal(alone["netcdf"]["u"], alone["npy"]["u"].transpose(2, 0, 1))
        for ranks in RANKS:
            with self.subTest(ranks=ranks):
                found = self.outputs(deck, ranks)
                for kind, expected in alone.items():
                    self.same(found[kind], expected)
        return alone

    def test_sides_of_the_flat_box(self):
        for name, sides in kinds("dirichlet", "neumann").items():
            with self.subTest(sides=name):
                alone = self.check(self.deck('domain = "flat"\nlayers = "uniform"\n' + section("boundaries", sides)))
                if HAS_NETCDF:
                    self.check_axes(alone["netcdf"], ("x", "y"), (1.0, 1.0))
                    depth = 50.0 / 6371.0
                    edges = numpy.linspace(0.0, depth, SHAPE[2] + 1)
                    numpy.testing.assert_allclose(alone["netcdf"]["height_bounds"],
                                                  numpy.stack([edges[:-1], edges[1:]], 1), rtol=1e-12)

    def test_all_degrees_of_longitude(self):
        alone = self.check(self.deck('domain = "latlon"\nlayers = "uniform"\nlongitude = [0.0, 360.0]\n'
                                     'latitude = [-60.0, 60.0]\n'))
        if HAS_NETCDF:
            for name, edges in (("x", numpy.linspace(0, 360, SHAPE[0] + 1)), ("y", numpy.linspace(-60, 60, SHAPE[1] + 1))):
                numpy.testing.assert_allclose(alone["netcdf"][f"{name}_bounds"],
                                              numpy.stack([edges[:-1], edges[1:]], 1), rtol=0, atol=1e-10)


class Box(OutputsOfSides, FlowTest):
    lengths = (1.0, 1.5, 0.5)

    def deck(self, more, outputs):
        nx, ny, nz = SHAPE
        return self.write("deck.toml", f"[grid]\nnx = {nx}\nny = {ny}\nnz = {nz}\nlength = {list(self.lengths)}\n"
                                       f"{more}[run]\nkernel_timings = false\n[output]\n{outputs}")

    def outputs(self, deck, ranks, npy=False, tables=()):
        self.solve(deck, {"solver.tolerance": 1e-10, "multigrid.levels": 1}, ranks=ranks)
        files = {"vtk": self.vtk("u"), **{name: self.table(name) for name in tables}}
        if npy:
            files["npy"] = {"u": numpy.load(self.directory / "u.npy")}
        if HAS_NETCDF:
            files["netcdf"] = self.netcdf("u.nc")
            self.check_axes(files["netcdf"], ("x", "y", "z"), self.lengths)
        return files

    NETCDF = 'netcdf = "u.nc"\n' if HAS_NETCDF else ""

    def test_the_poisson_equation(self):
        for name, sides in kinds("dirichlet", "neumann").items():
            deck = self.deck('[problem]\nkind = "poisson"\n[rhs]\nkind = "random"\n' + section("sides", sides),
                             f'solution = "u.npy"\nvtk = "u"\n{self.NETCDF}')
            with self.subTest(sides=name):
                alone = self.outputs(deck, None, npy=True)
                for ranks in RANKS:
                    with self.subTest(ranks=ranks):
                        found = self.outputs(deck, ranks, npy=True)
                        for kind, expected in alone.items():
                            self.same(found[kind], expected, near=1e-6)

    FLOW = """[flow]
viscosity = 0.05
diffusivity = 0.05
buoyancy = 1.0
initial = "{initial}"
[time]
most_steps = {steps}
step = 0.005
"""
    WRITTEN = ('probes = "p.csv"\nprobe_points = [[0.3, 0.4, 0.2], [0.9, 1.2, 0.3]]\nfluxes = "f.csv"\n'
               'every_steps = 2\nvtk = "u"\nrestart = "r.bin"\n')

    def flow(self, sides, steps, outputs):
        """A vortex where no wall holds it back, else what a moving lid drives."""
        held = "no-slip" in sides
        ends = "no-slip" if held else "free-slip"
        more = f'bottom = "{ends}"\ntop = "{ends}"\nbottom_temperature = 1.0\ntop_temperature = 0.0\n'
        if held:
            more += "top_velocity = [1.0, 0.5, 0.0]\n"
        return self.deck(self.FLOW.format(steps=steps, initial="rest" if held else "taylor-green")
                         + section("walls", sides, more), outputs + self.NETCDF)

    def test_flows(self):
        for name, sides in kinds("no-slip", "free-slip").items():
            with self.subTest(walls=name):
                deck = self.flow(sides, 4, self.WRITTEN)
                alone = self.outputs(deck, None, tables=("p.csv", "f.csv"))
                for ranks in RANKS:
                    with self.subTest(ranks=ranks):
                        found = self.outputs(self.flow(sides, 4, self.WRITTEN), ranks, tables=("p.csv", "f.csv"))
                        for kind, expected in alone.items():
                            self.same(found[kind], expected, near=1e-6)
                        if ranks == 4:
                            self.continued(sides, ranks, found)

    def continued(self, sides, ranks, found):
        """Two steps, then two more from the restart file, end as four."""
        self.outputs(self.flow(sides, 2, self.WRITTEN), ranks)
        deck = self.flow(sides, 4, 'vtk = "u"\n')
        text = deck.read_text()
        for initial in ("rest", "taylor-green"):
            text = text.replace(f'initial = "{initial}"', 'initial = "restart"\nrestart_from = "r.bin"')
        again = self.outputs(self.write("deck.toml", text), ranks)
        for kind, expected in again.items():
            self.same(expected, found[kind], near=1e-13)


if __name__ == "__main__":
    unittest.main()
