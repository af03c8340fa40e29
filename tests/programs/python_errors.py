"""Arguments that isobar.PressureSolver refuses in Python: TypeError or ValueError, one line that names the argument."""

import unittest

import numpy

import isobar
from support_python import ATMOSPHERE, F, GRID, LEVELS, NX, NY, NZ, SHAPE, make

UNALIGNED = numpy.zeros(8 * F.size + 1, numpy.uint8)[1:].view(numpy.float64).reshape(SHAPE)
UNEVEN = numpy.zeros(SHAPE, [("u", numpy.float64), ("mark", numpy.uint8)])["u"]
ONE_NUMBER = numpy.lib.stride_tricks.as_strided(numpy.zeros(1), SHAPE, (0, 0, 0))


class Refusals(unittest.TestCase):
    def refuse(self, kind, line, call, *arguments, **keywords):
        with self.assertRaises(kind) as caught:
            call(*arguments, **keywords)
        self.assertIs(type(caught.exception), kind)
        self.assertEqual(str(caught.exception).split("\n"), [line])


class Arrays(Refusals):
    @classmethod
    def setUpClass(cls):
        cls.solver = make()

    def refuse_both(self, kind, problem, array):
        """As right-hand side and as solution."""
        self.refuse(kind, f"f{problem}", self.solver.solve, array)
        self.refuse(kind, f"u{problem}", self.solver.solve, F, array)
        self.refuse(kind, f"u{problem}", self.solver.solve_from, F, array)

    def test_what_is_no_array(self):
        written = "expected a numpy.ndarray of float64 or float32"
        numbers = "expected an array of numbers"
        self.refuse(TypeError, f"u: list; {written}", self.solver.solve, F, [1.0, 2.0])
        self.refuse(TypeError, f"u: int; {written}", self.solver.solve, F, 3)
        self.refuse(TypeError, f"u: NoneType; {written}", self.solver.solve_from, F, None)
        self.refuse(TypeError, f"u: MaskedArray; {written}", self.solver.solve, F, numpy.ma.masked_array(F, F > 0))
        self.refuse(TypeError, f"f: masked cells have no number: {numbers}", self.solver.solve, numpy.ma.masked_array(F, F > 0))
        self.refuse(TypeError, f"f = None: {numbers}", self.solver.solve, None)
        self.refuse(TypeError, f"f = 'noise': {numbers}", self.solver.solve, "noise")
        self.refuse(TypeError, f"f = [[1.0], [2.0, 3.0]]: {numbers}", self.solver.solve, [[1.0], [2.0, 3.0]])
        self.refuse(TypeError, f"f = [True]: {numbers}", self.solver.solve, [True])

    def test_other_types_of_number(self):
        for dtype in (numpy.complex128, bool, object, "S8"):
            array = F.astype(dtype)
            self.refuse(TypeError, f"f: dtype {array.dtype.str}: expected an array of numbers", self.solver.solve, array)
        swapped = F.dtype.newbyteorder()
        for dtype in (numpy.float16, numpy.int64, numpy.complex128, object, swapped):
            array = F.astype(dtype)
            self.refuse(TypeError, f"u: dtype {array.dtype.str}; expected float64 or float32 in this machine's order of bytes",
                        self.solver.solve, F, array)

    def test_other_shapes(self):
        for shape in ((NX, NY, NZ), (NY, NX, NZ + 1), (0, NX, NZ), (NY, NX, 1)):
            y, x, z = shape
            self.refuse_both(ValueError, f": {x} x {y} x {z} cells in x, y and z on rank 0; expected "
                                         f"{NX} x {NY} x {NZ}", numpy.zeros(shape))
        self.refuse_both(ValueError, ": 1 axes; expected 3, which are yxz", F.ravel())
        self.refuse_both(ValueError, ": 4 axes; expected 3, which are yxz", F[None])
        self.refuse_both(ValueError, ": 0 axes; expected 3, which are yxz", numpy.array(1.0))
        self.refuse(ValueError, f"f: {NY} x {NX} x {NZ} cells in x, y and z on rank 0; expected "
                                f"{NX} x {NY} x {NZ}", self.solver.solve, F, order="xyz")

    def test_scalars_and_lists_are_arrays(self):
        self.refuse(ValueError, "f: 0 axes; expected 3, which are yxz", self.solver.solve, 3)
        self.refuse(ValueError, "f: 1 axes; expected 3, which are yxz", self.solver.solve, [1.0, 2.0])

    def test_memory_that_cannot_be_used(self):
        line = "u: not aligned; expected addresses and strides that are multiples of 8"
        self.refuse(ValueError, line, self.solver.solve, F, UNALIGNED)
        self.refuse(ValueError, line, self.solver.solve, F, UNEVEN)
        for dtype in (numpy.float64, numpy.float32):
            array = numpy.zeros(SHAPE, dtype)
            array.flags.writeable = False
            self.refuse(ValueError, "u: read-only; expected an array to write to", self.solver.solve, F, array)
        self.refuse(ValueError, "u: stride 0 along axis 0; expected memory for each cell",
                    self.solver.solve, F, ONE_NUMBER)
        numpy.testing.assert_array_equal(self.solver.solve(UNALIGNED), UNALIGNED)  # is copied

    def test_a_refusal_leaves_the_solver_as_it_was(self):
        u = self.solver.solve(F)
        report = self.solver.report
        with self.assertRaises(TypeError):
            self.solver.solve("noise")
        self.assertEqual(self.solver.report.iterations, report.iterations)
        numpy.testing.assert_array_equal(self.solver.solve(F), u)


class Words(Refusals):
    def test_words_that_do_not_exist(self):
        solver = make()
        self.refuse(ValueError, 'order = "xy": expected one of "xyz", "xzy", "yxz", "yzx", "zxy", "zyx"',
                    solver.solve, F, order="xy")
        self.refuse(TypeError, 'right_side = 3: expected one of "cell_means", "integrals"',
                    solver.solve, F, right_side=3)
        self.refuse(ValueError, 'transport = "pigeon": expected one of "peer", "segment", "nccl", '
                                '"device", "staged"', make, transport="pigeon")
        self.refuse(ValueError, 'domain = "globe": expected one of "panel", "flat", "sphere", "equiangular-panel"',
                    isobar.PressureGrid, 8, 8, 8, domain="globe")
        self.refuse(ValueError, 'layers = "": expected one of "graded", "uniform"',
                    isobar.PressureGrid, 8, 8, 8, layers="")


class Problems(Refusals):
    def test_grids(self):
        self.refuse(TypeError, "nx = 8.5: expected an integer", isobar.PressureGrid, 8.5, 8, 8)
        self.refuse(TypeError, "nz = 10000000000: expected an integer", isobar.PressureGrid, 8, 8, 10**10)
        self.refuse(TypeError, "process_grid = 4: expected two integers, ranks in x and y",
                    isobar.PressureGrid, 8, 8, 8, process_grid=4)
        self.refuse(TypeError, "grid = (8, 8, 8): expected an isobar.PressureGrid", make,
                    grid=(8, 8, 8))
        self.refuse(ValueError, "grid.nx = 0: out of range; expected an integer from 1 to 1000000",
                    make, grid=isobar.PressureGrid(0, 8, 8))

    def test_coefficients(self):
        physics = ATMOSPHERE.non_dimensional()
        one = "physics, atmosphere: expected one of the two"
        unknown = ("viscosity: unknown argument; expected physics, atmosphere, alpha_h, alpha_v, beta, "
                   "ground, xi_x, xi_y, xi_z, positions_as_before, choose_levels")
        bad = "coefficients: w^2 = -1: out of range; expected a number above 0"
        negative = isobar.Physics(omega_squared=-1, lambda_squared=physics.lambda_squared,
                                  depth=physics.depth)
        solver = make()
        for call in (lambda **given: isobar.PressureSolver(GRID, **given), solver.update):
            self.refuse(TypeError, one, call)
            self.refuse(TypeError, one, call, physics=physics, atmosphere=ATMOSPHERE)
            self.refuse(TypeError, unknown, call, physics=physics, viscosity=1.0)
            self.refuse(TypeError, "physics = 1.0: expected an isobar.Physics", call, physics=1.0)
            self.refuse(TypeError, "atmosphere = ndarray: expected an isobar.Atmosphere", call,
                        atmosphere=F)
            self.refuse(ValueError, bad, call, physics=negative)
        self.refuse(TypeError, "time_step = '600': expected a number", isobar.Atmosphere,
                    time_step="600")

    def test_options(self):
        self.refuse(ValueError, "options:2: solver.tolerence = 1e-08: unknown key; did you mean "
                                "solver.tolerance?", make, "[solver]\ntolerence = 1e-8")
        self.refuse(TypeError, "options = {}: expected text in TOML", make, {})

    def test_communicators(self):
        self.refuse(TypeError, "comm = 3: expected a communicator of mpi4py or None", make, comm=3)

    def test_a_closed_solver(self):
        solver = make(LEVELS)
        solver.close()
        solver.close()
        for call in (lambda: solver.solve(F), lambda: solver.levels,
                     lambda: solver.update(atmosphere=ATMOSPHERE)):
            self.refuse(RuntimeError, "this solver is closed", call)


if __name__ == "__main__":
    unittest.main()
