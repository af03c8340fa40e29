"""NetCDF files by the CF conventions: numbers as in the NumPy file, coordinates, attributes, and every refusal."""

import os
import re
import subprocess
import unittest
import zlib

import numpy

from support_cli import CommandLineTest, options
from support_sphere import points

try:
    import netCDF4
except ImportError:
    netCDF4 = None

BUILT = os.environ["ISOBAR_HAS_NETCDF"] == "ON"
EARTH = 6371.0e3  # metres, the default of physics.radius
DEPTH = 50.0e3


@unittest.skipIf(BUILT, "built with PnetCDF")
class Without(CommandLineTest):
    def test_the_key_is_refused(self):
        deck = self.write_deck(more='[output]\nnetcdf = "u.nc"\n')
        line = self.refuse(deck, says='deck.toml:6: output.netcdf = "u.nc": this program was built '
                                      "without PnetCDF; expected no output.netcdf, or a program")
        self.assertIn("ISOBAR_ENABLE_NETCDF=ON", line)
        self.assertFalse((self.directory / "u.nc").exists())


class NetCdfTest(CommandLineTest):
    shape = (16, 13, 18)  # layers, rows, columns: no two alike, rows odd

    def run_deck(self, settings=None, ranks=None, code=0):
        nz, ny, nx = self.shape
        deck = self.write_deck(nx, ny, nz)
        return self.solve(deck, {"rhs.kind": "random", "multigrid.levels": 2,
                                 "output.netcdf": self.directory / "u.nc",
                                 "output.solution": self.directory / "u.npy", **(settings or {})},
                          ranks=ranks, code=code)

    def open(self, name="u.nc"):
        file = netCDF4.Dataset(self.directory / name)
        self.addCleanup(file.close)
        file.set_auto_mask(False)
        return file


@unittest.skipUnless(BUILT, "built without PnetCDF")
@unittest.skipUnless(netCDF4, "no netCDF4 for this Python (Debian: python3-netcdf4)")
class Contents(NetCdfTest):
    def test_numbers_are_those_of_the_numpy_file_on_any_ranks(self):
        right_sides = []
        for ranks, grid in ((None, "auto"), (2, [2, 1]), (4, [2, 2]), (4, [1, 4])):
            with self.subTest(ranks=ranks, grid=grid):
                self.run_deck({"decomposition.process_grid": grid}, ranks)
                file = self.open()
                self.assertEqual(file.data_model, "NETCDF3_64BIT_DATA")
                u = file["u"]
                self.assertEqual((u.dimensions, u.shape, u.dtype),
                                 (("height", "y", "x"), self.shape, numpy.float64))
                numpy.testing.assert_array_equal(
                    u[:], numpy.load(self.directory / "u.npy").transpose(2, 0, 1))
                right_sides.append(file["f"][:])
                numpy.testing.assert_array_equal(right_sides[-1], right_sides[0])

    def test_a_right_hand_side_in_a_file_is_f(self):
        nz, ny, nx = self.shape
        f = numpy.random.default_rng(3).uniform(-1, 1, (ny, nx, nz))
        self.run_deck({"rhs.kind": "file", "rhs.file": self.save("f.npy", f)}, ranks=2)
        numpy.testing.assert_array_equal(self.open()["f"][:], f.transpose(2, 0, 1))

    def test_the_report_has_its_checksum(self):
        report = self.run_deck(ranks=4)
        entry = report["files"][1]
        data = (self.directory / "u.nc").read_bytes()
        self.assertEqual((entry["what"], entry["bytes"], entry["crc32"]),
                         ("netcdf", len(data), f"{zlib.crc32(data):08x}"))
        self.assertIn(f"({len(data)} bytes, CRC-32 {entry['crc32']})", report["screen"])

    def test_columns_of_the_panel_have_longitude_and_latitude(self):
        self.run_deck(ranks=4)
        file = self.open()
        nz, ny, nx = self.shape
        xi, eta = ((2 * numpy.arange(n) + 1) / n - 1 for n in (nx, ny))
        numpy.testing.assert_allclose(file["x"][:], xi, rtol=0, atol=1e-15)
        numpy.testing.assert_allclose(file["y"][:], eta, rtol=0, atol=1e-15)
        numpy.testing.assert_allclose(self.directions(file["lon"][:], file["lat"][:]),
                                      self.gnomonic(*numpy.meshgrid(xi, eta)), rtol=0, atol=1e-14)
        corner = [numpy.linspace(-1, 1, n + 1) for n in (nx, ny)]
        edges = self.gnomonic(*numpy.meshgrid(*corner))
        around = numpy.stack([edges[:, :-1, :-1], edges[:, :-1, 1:], edges[:, 1:, 1:],
                              edges[:, 1:, :-1]], axis=-1)
        numpy.testing.assert_allclose(
            self.directions(file["lon_bounds"][:], file["lat_bounds"][:]), around, rtol=0,
            atol=1e-14)
        self.assertEqual(file["lon_bounds"].shape, (ny, nx, 4))

    def test_columns_of_an_equiangular_panel_are_at_equal_angles(self):
        self.run_deck({"grid.domain": "equiangular-panel"})
        file = self.open()
        nz, ny, nx = self.shape
        x, y = (90 * (numpy.arange(n) + 0.5) / n - 45 for n in (nx, ny))
        for name, angles in (("x", x), ("y", y)):
            numpy.testing.assert_allclose(file[name][:], angles, rtol=0, atol=1e-13)
            self.assertEqual(file[name].units, "degrees")
        xi, eta = numpy.meshgrid(*(numpy.tan(numpy.radians(angles)) for angles in (x, y)))
        numpy.testing.assert_allclose(self.directions(file["lon"][:], file["lat"][:]), self.gnomonic(xi, eta), rtol=0,
                                      atol=1e-14)
        self.assertIn("equiangular", file.title)

    def test_the_sphere_has_six_panels(self):
        nz, n = self.shape[0], 12
        deck = self.write_deck(n, n, nz)
        for ranks in (None, 3, 4):
            self.solve(deck, {"grid.domain": "sphere", "rhs.kind": "random", "multigrid.levels": 2,
                              "output.netcdf": self.directory / "u.nc", "output.solution": self.directory / "u.npy"},
                       ranks=ranks)
            file = self.open()
            self.assertEqual((file["u"].dimensions, file["u"].shape), (("height", "panel", "y", "x"), (nz, 6, n, n)))
            numpy.testing.assert_array_equal(file["u"][:].reshape(nz, 6 * n, n),
                                             numpy.load(self.directory / "u.npy").transpose(2, 0, 1))
        at = {name: numpy.moveaxis(points(n, shift), -1, 0) for name, shift in
              (("centre", (0.5, 0.5)), (0, (0, 0)), (1, (1, 0)), (2, (1, 1)), (3, (0, 1)))}
        numpy.testing.assert_allclose(self.directions(file["lon"][:], file["lat"][:]), at["centre"], rtol=0, atol=1e-14)
        for corner in range(4):
            numpy.testing.assert_allclose(self.directions(file["lon_bounds"][..., corner], file["lat_bounds"][..., corner]),
                                          at[corner], rtol=0, atol=1e-14)
        self.assertLessEqual(abs(file["lon_bounds"][:] - file["lon"][:][..., None]).max(), 180.0)
        numpy.testing.assert_allclose(file["x"][:], 90.0 * (numpy.arange(n) + 0.5) / n - 45.0, rtol=0, atol=1e-13)

    def test_columns_between_meridians_have_degrees_as_axes(self):
        self.run_deck({"grid.domain": "latlon", "grid.longitude": [-10.0, 26.0],
                       "grid.latitude": [64.0, 90.0]}, ranks=2)
        file = self.open()
        nz, ny, nx = self.shape
        for name, standard, units, edges in (
                ("x", "longitude", "degrees_east", numpy.linspace(-10.0, 26.0, nx + 1)),
                ("y", "latitude", "degrees_north", numpy.linspace(64.0, 90.0, ny + 1))):
            axis, bounds = file[name], file[name + "_bounds"][:]
            self.assertEqual((axis.standard_name, axis.units, axis.bounds),
                             (standard, units, name + "_bounds"))
            numpy.testing.assert_allclose(bounds, numpy.stack([edges[:-1], edges[1:]], 1), 1e-14)
            numpy.testing.assert_allclose(axis[:], bounds.mean(axis=1), 1e-14)
        self.assertEqual((file["height"].units, file["u"].cell_methods), ("m", "height: area: mean"))

    @staticmethod
    def gnomonic(xi, eta):
        point = numpy.stack([numpy.ones_like(xi), xi, eta])
        return point / numpy.sqrt((point ** 2).sum(axis=0))

    @staticmethod
    def directions(lon, lat):
        lon, lat = numpy.radians(lon), numpy.radians(lat)
        return numpy.stack([numpy.cos(lat) * numpy.cos(lon), numpy.cos(lat) * numpy.sin(lon),
                            numpy.sin(lat)])

    def test_heights_are_above_the_ground(self):
        nz = self.shape[0]
        for settings, edges, units in (
                ({}, DEPTH * (numpy.arange(nz + 1) / nz) ** 2, "m"),
                ({"grid.layers": "uniform"}, DEPTH * numpy.arange(nz + 1) / nz, "m"),
                ({"grid.interfaces": [100.0 * k * k for k in range(nz + 1)]},
                 100.0 * numpy.arange(nz + 1) ** 2, "m"),
                ({"grid.domain": "flat", "grid.layers": "uniform"},
                 DEPTH / EARTH * numpy.arange(nz + 1) / nz, "1")):
            with self.subTest(settings=settings):
                self.run_deck(settings)
                file = self.open()
                height, bounds = file["height"], file["height_bounds"][:]
                numpy.testing.assert_allclose(bounds, numpy.stack([edges[:-1], edges[1:]], 1), 1e-15)
                numpy.testing.assert_allclose(height[:], bounds.mean(axis=1), 1e-15)
                self.assertEqual((height.units, height.positive, height.axis, height.bounds),
                                 (units, "up", "Z", "height_bounds"))

    def test_attributes_of_the_panel(self):
        self.run_deck({"physics.time_step": 321.5})
        file = self.open()
        self.assertEqual(file.Conventions, "CF-1.8")
        self.assertRegex(file.source, r"^Isobar \d+\.\d+\.\d+(\+\S+)?: multigrid in double$")
        self.assertRegex(file.history, r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ: isobar deck\.toml$")
        self.assertEqual((file.time_step, file.radius, file.depth), (321.5, EARTH, DEPTH))
        self.assertEqual((file.tolerance, file.tolerance_reached), (1e-5, "yes"))
        self.assertNotIn(str(self.directory), " ".join(
            str(file.getncattr(name)) for name in file.ncattrs()))
        for name, standard, units in (("lon", "longitude", "degrees_east"),
                                      ("lat", "latitude", "degrees_north")):
            self.assertEqual((file[name].standard_name, file[name].units, file[name].bounds),
                             (standard, units, f"{name}_bounds"))
        self.assertEqual(file["height"].standard_name, "height")
        for name in ("u", "f"):
            field = file[name]
            self.assertEqual((field.units, field.coordinates, field.cell_methods),
                             ("1", "lat lon", "height: area: mean"))
            self.assertTrue(field.long_name)

    def test_the_flat_box_has_no_longitudes(self):
        self.run_deck({"grid.domain": "flat"}, ranks=2)
        file = self.open()
        nz, ny, nx = self.shape
        self.assertEqual(set(file.variables), {"height", "height_bounds", "x", "y", "u", "f"})
        numpy.testing.assert_allclose(file["x"][:], (numpy.arange(nx) + 0.5) / nx, 1e-15)
        numpy.testing.assert_allclose(file["y"][:], (numpy.arange(ny) + 0.5) / ny, 1e-15)
        self.assertEqual((file["x"].units, file["y"].axis, file["u"].cell_methods),
                         ("1", "Y", "height: y: x: mean"))

    def test_results_that_missed_the_tolerance_go_beside(self):
        self.run_deck()
        good = (self.directory / "u.nc").read_bytes()
        self.run_deck({"solver.max_iterations": 1}, ranks=2, code=1)
        self.assertEqual((self.directory / "u.nc").read_bytes(), good)
        self.assertEqual(self.open("u.unconverged.nc").tolerance_reached, "no")


@unittest.skipUnless(BUILT, "built without PnetCDF")
class Refusals(NetCdfTest):
    def test_names_that_cannot_be_written(self):
        deck = self.write_deck()
        for settings, says in (
                ({"output.netcdf": "none/u.nc"}, "none/u.nc: cannot write it: No such file"),
                ({"output.netcdf": "deck.toml"}, "is the same file as the deck"),
                ({"output.netcdf": "u", "output.solution": "u"}, "is the same file as --set output"),
                ({"output.netcdf": "/dev/null"}, "/dev/null: is no regular file"),
                ({"output.netcdf": "."}, "is a directory")):
            with self.subTest(settings=settings):
                self.assertIn("output.netcdf", self.refuse(deck, *options(settings), says=says))

    def test_a_disk_that_is_too_small(self):
        disk = self.directory / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk],
                                 capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("not allowed to mount a file system")
        self.addCleanup(subprocess.run, ["umount", disk], check=False)
        deck = self.write_deck(64, 64, 64)
        for ranks in (None, 2):
            line = self.refuse(deck, *options({"output.netcdf": disk / "u.nc"}), ranks=ranks, code=3,
                               says="u.nc: not enough space: the outputs of this run need ")
            need = int(re.search(r"need (\d+) bytes", line)[1])
            self.assertGreater(need, 8 * 64 ** 2 * (2 * 64 + 10))
        self.assertEqual(os.listdir(disk), [])

    def test_ncdump_reads_the_head(self):
        self.run_deck()
        try:
            done = subprocess.run(["ncdump", "-h", self.directory / "u.nc"], text=True, check=False,
                                  capture_output=True)
        except FileNotFoundError:
            self.skipTest("no ncdump (Debian: netcdf-bin)")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("double u(height, y, x) ;", done.stdout)


if __name__ == "__main__":
    unittest.main()
