"""Numbers that isobar.PressureSolver accepts: lists, scalars, float32, named axes, any strides, and memory of other libraries."""

import importlib.util
import unittest

import numpy

import isobar
from support_cli import DOCS, CommandLineTest
from support_python import ATMOSPHERE, CUDA_RUNTIME, F, GRID, NX, NY, NZ, SHAPE, make, python

HEIGHTS = 1.0 + 0.1 * numpy.arange(NZ)
COLUMNS = 1.5 + numpy.sin(0.3 * numpy.arange(NY * NX)).reshape(NY, NX)
WITH_XARRAY = importlib.util.find_spec("xarray") is not None
CG = "[solver]\nmethod = \"cg-multigrid\"\n[multigrid]\nlevels = 2\n"


class Exchanged:
    """A library's array that says where its memory is by DLPack alone."""

    def __init__(self, array, device=(1, 0)):
        self.array, self.device = array, device

    def __dlpack__(self, stream=None):
        del stream
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return self.device


class OnDevice:
    """A library's array that says where its memory is by __cuda_array_interface__."""

    def __init__(self, **changed):
        interface = {"shape": SHAPE, "typestr": "<f8", "data": (4096, False), "version": 3, **changed}
        self.__cuda_array_interface__ = {key: value for key, value in interface.items() if value is not ...}


class Coefficients(unittest.TestCase):
    def solution(self, **coefficients):
        return make(CG, **coefficients).solve(F)

    def same(self, given, meant):
        numpy.testing.assert_array_equal(self.solution(**given), self.solution(**meant))

    def test_a_number_is_the_same_everywhere(self):
        self.same({"alpha_h": 2, "beta": numpy.float32(0.5)}, {"alpha_h": numpy.full(NZ, 2.0), "beta": numpy.full(NZ, 0.5)})
        numpy.testing.assert_array_equal(*(make("[solver]\nmethod = \"bicgstab\"\n", xi_x=xi).solve(F)
                                           for xi in (0.5, numpy.full(NZ, 0.5))))
        flat = {"grid": isobar.PressureGrid(NX, NY, NZ, flux="vertex")}
        numpy.testing.assert_array_equal(*(make(CG, ground=ground, **flat).solve(F)
                                           for ground in (1e-5, numpy.full((NY, NX), 1e-5))))

    def test_lists_and_other_numbers(self):
        self.same({"alpha_v": HEIGHTS.tolist()}, {"alpha_v": HEIGHTS})
        self.same({"alpha_v": COLUMNS.tolist()}, {"alpha_v": COLUMNS})
        self.same({"alpha_h": (HEIGHTS.tolist(), COLUMNS)}, {"alpha_h": (HEIGHTS, COLUMNS)})
        single = COLUMNS.astype(numpy.float32)
        self.same({"alpha_h": single}, {"alpha_h": single.astype(numpy.float64)})
        self.same({"alpha_h": numpy.arange(1, NZ + 1)}, {"alpha_h": numpy.arange(1.0, NZ + 1)})
        self.same({"alpha_h": COLUMNS.astype(">f8")[::-1]}, {"alpha_h": COLUMNS[::-1].copy()})
        self.same({"alpha_h": Exchanged(COLUMNS)}, {"alpha_h": COLUMNS})

    def test_interfaces_and_columns_as_lists(self):
        depth = ATMOSPHERE.non_dimensional().depth
        interfaces = numpy.linspace(0.0, depth, NZ + 1)
        numpy.testing.assert_array_equal(*(make(grid=isobar.PressureGrid(NX, NY, NZ, interfaces=given)).solve(F)
                                           for given in (interfaces, interfaces.tolist())))

    @unittest.skipUnless(WITH_XARRAY, "no xarray here")
    def test_named_axes(self):
        import xarray
        cells = COLUMNS[:, :, None] * HEIGHTS
        for name, numbers, axes in (("z", HEIGHTS, (0,)), ("xy", COLUMNS, (1, 0)), ("zyx", cells, (2, 0, 1)), ("yxz", cells, (0, 1, 2))):
            array = xarray.DataArray(numbers.transpose(axes), dims=tuple(name))
            self.same({"alpha_v": array}, {"alpha_v": numbers})
        self.same({"alpha_v": xarray.DataArray(COLUMNS, dims=("lat", "lon"))}, {"alpha_v": COLUMNS})  # as it lies
        with self.assertRaisesRegex(ValueError, r"^alpha_v: axes named x; expected a number, numbers of shape \(12,\)[^\n]*$"):
            make(CG, alpha_v=xarray.DataArray(HEIGHTS, dims=("x",)))


class Cells(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.solver = make()
        cls.u = cls.solver.solve(F)

    def same(self, f, **keywords):
        numpy.testing.assert_array_equal(self.solver.solve(f, **keywords), self.u)

    def test_numbers_that_are_converted(self):
        self.same(F.tolist())
        self.same(F.astype(F.dtype.newbyteorder()))
        single = F.astype(numpy.float32)
        numpy.testing.assert_array_equal(self.solver.solve(single), self.solver.solve(single.astype(numpy.float64)))
        whole = numpy.arange(F.size).reshape(SHAPE) % 7
        numpy.testing.assert_array_equal(self.solver.solve(whole), self.solver.solve(whole.astype(numpy.float64)))
        padded = numpy.zeros(SHAPE, [("f", numpy.float64), ("mark", numpy.uint8)])
        padded["f"] = F
        self.same(padded["f"])

    def test_negative_strides(self):
        for axis in range(3):
            f = numpy.flip(numpy.flip(F, axis).copy(), axis)
            self.assertLess(f.strides[axis], 0)
            self.same(f)
            u = numpy.flip(numpy.zeros(SHAPE), axis)
            self.assertIs(self.solver.solve(F, u), u)
            numpy.testing.assert_array_equal(u, self.u)
            self.solver.solve_from(f, u)
            self.assertEqual(self.solver.report.iterations, 0)

    def test_a_solution_in_float(self):
        u = numpy.full((NY, NX, 2 * NZ), 7.0, numpy.float32)
        part = u[:, :, ::2]
        self.assertIs(self.solver.solve(F, part), part)
        numpy.testing.assert_array_equal(part, self.u.astype(numpy.float32))
        numpy.testing.assert_array_equal(u[:, :, 1::2], 7.0)
        single = F.astype(numpy.float32)
        meant = self.solver.solve(single.astype(numpy.float64)).astype(numpy.float32)
        turned = numpy.flip(numpy.flip(single.transpose(2, 0, 1), 1).copy(), 1)
        for array, axes, order in ((single, (0, 1, 2), "yxz"), (turned, (2, 0, 1), "zyx")):  # read and written in place
            self.assertIs(self.solver.solve(array, array, order=order), array)
            numpy.testing.assert_array_equal(array, meant.transpose(axes))
        self.solver.solve_from(F, part)
        self.assertLess(self.solver.report.residual_norms[1], 1e-4 * self.solver.report.residual_norms[0])

    def test_memory_of_other_libraries(self):
        self.same(Exchanged(F))
        numpy.testing.assert_array_equal(self.solver.solve(Exchanged(F.astype(numpy.float32))),
                                         self.solver.solve(F.astype(numpy.float32)))
        single = numpy.zeros(SHAPE, numpy.float32)
        self.solver.solve(Exchanged(F), Exchanged(single))
        numpy.testing.assert_array_equal(single, self.u.astype(numpy.float32))
        memory = numpy.zeros((NY, NX, 2 * NZ))
        u = Exchanged(memory[:, :, NZ - 1::-1])
        self.assertIs(self.solver.solve(Exchanged(F), u), u)
        numpy.testing.assert_array_equal(memory[:, :, NZ - 1::-1], self.u)
        numpy.testing.assert_array_equal(memory[:, :, NZ:], 0.0)

    @unittest.skipUnless(WITH_XARRAY, "no xarray here")
    def test_named_axes(self):
        import xarray
        f = xarray.DataArray(F.transpose(2, 0, 1), dims=("z", "y", "x"))
        u = self.solver.solve(f)
        self.assertIs(type(u), numpy.ndarray)
        numpy.testing.assert_array_equal(u, self.u.transpose(2, 0, 1))
        written = xarray.zeros_like(f).transpose("x", "z", "y")
        self.assertIs(self.solver.solve(f, written), written)
        numpy.testing.assert_array_equal(written.transpose("y", "x", "z"), self.u)
        self.same(xarray.DataArray(F, dims=("lat", "lon", "level")))
        self.same(F, order="yxz")
        with self.assertRaisesRegex(ValueError, '^order = "yxz": f has axes named zyx; expected the same$'):
            self.solver.solve(f, order="yxz")


class Refusals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.solver = make()

    def refuse(self, kind, line, *arguments):
        with self.assertRaises(kind) as caught:
            self.solver.solve(*arguments)
        self.assertEqual(str(caught.exception), line)

    def refuse_both(self, kind, problem, array):
        self.refuse(kind, f"f{problem}", array)
        self.refuse(kind, f"u{problem}", F, array)

    @unittest.skipIf(CUDA_RUNTIME, "built for CUDA: python_device.py")
    def test_memory_of_a_gpu(self):
        """The description is read on a build for hosts, too, which says why it does not take the memory."""
        line = ": memory of {}, which this Isobar does not reach: it is built for hosts; expected memory of the host"
        self.refuse_both(ValueError, line.format("a CUDA device"), OnDevice())
        self.refuse_both(ValueError, line.format("a CUDA device"), OnDevice(strides=(8 * NX * NZ, 8 * NZ, 8)))
        self.refuse_both(ValueError, line.format("a CUDA device"), Exchanged(F, (2, 0)))
        self.refuse_both(ValueError, line.format("a ROCm device"), Exchanged(F, (10, 0)))
        self.refuse_both(ValueError, line.format("a device of DLPack's type 4"), Exchanged(F, (4, 0)))
        u = self.solver.solve(F)
        numpy.testing.assert_array_equal(self.solver.solve(Exchanged(F, (3, 0))), u)  # locked pages of the host

    def test_descriptions_that_are_none(self):
        name = ".__cuda_array_interface__"
        self.refuse_both(TypeError, f'{name}["shape"] = None: expected a tuple of integers', OnDevice(shape=...))
        self.refuse_both(TypeError, f'{name}["typestr"] = 8: expected a text', OnDevice(typestr=8))
        self.refuse_both(TypeError, f'{name}["data"] = 4096: expected an address and whether it is read-only', OnDevice(data=4096))
        self.refuse_both(TypeError, f'{name}["strides"] = 8: expected a tuple of integers or None', OnDevice(strides=8))
        self.refuse_both(ValueError, ": 1 strides in __cuda_array_interface__ for 3 axes", OnDevice(strides=(8,)))
        broken = OnDevice()
        broken.__cuda_array_interface__ = 3
        self.refuse_both(TypeError, f"{name} = 3: expected a dict", broken)

    def test_coefficients_on_a_device(self):
        with self.assertRaisesRegex(TypeError, r"^alpha_h = [^\n]*: expected a number, [^\n]*$"):
            make(alpha_h=OnDevice())

    def test_the_solver_goes_on(self):
        u = self.solver.solve(F)
        with self.assertRaises(ValueError):
            self.solver.solve(OnDevice(typestr="<i8"))
        numpy.testing.assert_array_equal(self.solver.solve(F), u)


@unittest.skipUnless(WITH_XARRAY and importlib.util.find_spec("netCDF4"), "no xarray or netCDF4 here")
class Example(CommandLineTest):
    def test_netcdf_through_xarray(self):
        import xarray
        example = DOCS / "examples" / "solve_netcdf.py"
        self.assertLessEqual(len(example.read_text().splitlines()), 60)
        lines = python(example, "fields.nc", "u.nc", directory=self.directory).splitlines()
        self.assertRegex(lines[-1], r"^converged after \d+ iterations, relative residual \S+e-\d+$")
        fields, u = (xarray.load_dataset(self.directory / name) for name in ("fields.nc", "u.nc"))
        self.assertEqual((u.u.dims, u.u.solver), (fields.f.dims, "converged"))
        numpy.testing.assert_array_equal(u.x, fields.x)
        nz, ny, nx = fields.f.shape
        solver = isobar.PressureSolver(isobar.PressureGrid(nx, ny, nz), atmosphere=isobar.Atmosphere(time_step=2400.0),
                                       options='[solver]\nmethod = "cg-multigrid"\ntolerance = 1e-8\n',
                                       alpha_h=fields.alpha_h.values, alpha_v=fields.alpha_v.values)
        numpy.testing.assert_array_equal(u.u.values, solver.solve(fields.f.values, order="zyx"))
        fields.transpose("x", "z", "y").to_netcdf(self.directory / "turned.nc")
        python(example, "turned.nc", "v.nc", directory=self.directory)
        numpy.testing.assert_array_equal(xarray.load_dataset(self.directory / "v.nc").u.transpose(*u.u.dims).values, u.u.values)


class Context(unittest.TestCase):
    def test_a_solver_is_closed_at_the_end(self):
        with make() as solver:
            self.assertIsInstance(solver, isobar.PressureSolver)
            solver.solve(F)
        with self.assertRaisesRegex(RuntimeError, "^this solver is closed$"):
            solver.solve(F)

    def test_an_exception_goes_on(self):
        with self.assertRaisesRegex(KeyError, "mine"), make() as solver:
            raise KeyError("mine")
        with self.assertRaisesRegex(RuntimeError, "^this solver is closed$"):
            solver.update(atmosphere=ATMOSPHERE)
        self.assertEqual(GRID.nx, NX)


if __name__ == "__main__":
    unittest.main()
