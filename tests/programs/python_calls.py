"""Functions of Python that a solve calls: a monitor, a preconditioner and a matrix."""

import traceback
import unittest

import numpy

import isobar
from support_python import ATMOSPHERE, CUDA_RUNTIME, F, GRID, LEVELS, NX, NY, NZ, difference, make

STANDARD = '[solver]\nmethod = "cg-standard"\ntolerance = 1e-9\nmax_iterations = 2000\n'
# Where the matrix of the flat box is known.
OMEGA, LAMBDA, DEPTH = 1e-2, 0.05, 0.2
FLAT = {"grid": isobar.PressureGrid(NX, NY, NZ, domain="flat", layers="uniform"),
        "physics": isobar.Physics(omega_squared=OMEGA, lambda_squared=LAMBDA, depth=DEPTH)}
VOLUME = DEPTH / (NX * NY * NZ)


def flat_matrix(u, v):
    """v = A u of the flat box, with u = 0 on the sides; u has a halo of one column."""
    assert not u.flags.writeable
    cells = u.copy()
    cells[:, 0], cells[:, -1] = -cells[:, 1], -cells[:, -2]
    cells[0], cells[-1] = -cells[1], -cells[-2]
    inner = cells[1:-1, 1:-1]
    horizontal = (NX**2 * (2 * inner - cells[1:-1, 2:] - cells[1:-1, :-2])
                  + NY**2 * (2 * inner - cells[2:, 1:-1] - cells[:-2, 1:-1]))
    steps = numpy.diff(inner, axis=2, prepend=inner[:, :, :1], append=inner[:, :, -1:])
    vertical = -LAMBDA * (NZ / DEPTH)**2 * numpy.diff(steps, axis=2)
    v[...] = VOLUME * (OMEGA * (horizontal + vertical) + inner)


class Monitors(unittest.TestCase):
    def test_it_sees_each_norm_but_the_last(self):
        solver, seen = make(), []
        solver.set_monitor(lambda state: seen.append((state.iteration, state.residual_norm, state.relative_residual)))
        solver.solve(F)
        norms = solver.report.residual_norms
        self.assertEqual(solver.report.status, "converged")
        self.assertEqual([n for n, _, _ in seen], list(range(solver.report.iterations)))
        numpy.testing.assert_allclose([norm for _, norm, _ in seen], norms[:-1], rtol=1e-14)
        numpy.testing.assert_allclose([share for _, _, share in seen], norms[:-1] / norms[0], rtol=1e-14)
        solver.set_monitor(None)
        solver.solve(F)
        self.assertEqual(len(seen), len(norms) - 1)

    def test_what_is_true_stops_the_solve(self):
        solver = make()
        for answer, status in ((1, "interrupted"), ("stop", "interrupted"), (0, "converged"), (None, "converged")):
            solver.set_monitor(lambda state, answer=answer: answer)
            solver.solve(F)
            self.assertEqual((solver.report.status, solver.report.iterations == 1),
                             (status, status == "interrupted"), answer)

    def test_an_exception_comes_through(self):
        solver = make()
        u = solver.solve(F)
        error = KeyError("mine")

        def fail(state):
            if state.iteration == 2:
                raise error

        solver.set_monitor(fail)
        try:
            solver.solve(F)
            self.fail("no exception")
        except KeyError as caught:
            self.assertIs(caught, error)
            self.assertEqual([frame.name for frame in traceback.extract_tb(caught.__traceback__)][-1], "fail")
        solver.set_monitor(lambda state: numpy.ones(2))  # neither true nor false
        with self.assertRaisesRegex(ValueError, "ambiguous"):
            solver.solve(F)
        solver.set_monitor(None)
        numpy.testing.assert_array_equal(solver.solve(F), u)

    def test_calls_of_isobar_are_refused(self):
        """One call at a time: they would wait for ever."""
        solver, other = make(), make()
        for call in (lambda: solver.solve(F), lambda: other.solve(F), other.close, make,
                     lambda: solver.update(atmosphere=ATMOSPHERE), lambda: solver.set_monitor(None)):
            solver.set_monitor(lambda state, call=call: call())
            with self.assertRaisesRegex(RuntimeError, "^a monitor or an operator of the caller calls Isobar; expected it to wait until the "
                                                      "solve has ended$"):
                solver.solve(F)
        solver.set_monitor(lambda state: solver.partition.nx != NX or "levels" not in solver.levels)  # questions are not
        solver.solve(F)
        self.assertTrue(solver.report.converged)

    def test_a_solver_that_goes_within_a_monitor(self):
        solver, others = make(), [make(), make()]
        solver.set_monitor(lambda state: others.clear())
        solver.solve(F)
        self.assertEqual((solver.report.status, others), ("converged", []))

    def test_a_solver_that_goes_with_a_monitor(self):
        """The solver lets go of a monitor that had the last reference to another one, which has a monitor with a third."""
        third = make()
        second = make()
        second.set_monitor(lambda state, kept=third: False)
        solver = make()
        for end in (lambda: solver.set_monitor(None), solver.close):
            solver.set_monitor(lambda state, kept=second: False)
            del second, third
            end()
            second, third = make(), make()
            second.set_monitor(lambda state, kept=third: False)

    def test_what_is_no_function(self):
        with self.assertRaisesRegex(TypeError, "^monitor = 3: expected a function of an IterationState or None$"):
            make().set_monitor(3)

    def test_it_goes_with_the_solver(self):
        class Monitor:
            alive = 0

            def __init__(self):
                Monitor.alive += 1

            def __del__(self):
                Monitor.alive -= 1

            def __call__(self, state):
                return False

        solver = make()
        solver.set_monitor(Monitor())
        solver.solve(F)
        self.assertEqual(Monitor.alive, 1)
        solver.close()
        self.assertEqual(Monitor.alive, 0)


@unittest.skipIf(CUDA_RUNTIME, "built for CUDA, where operators of Python are refused")
class CallerOperators(unittest.TestCase):
    def test_a_matrix(self):
        expected = make(STANDARD, **FLAT).solve(F)
        for options in (STANDARD, STANDARD.replace("cg-standard", "bicgstab"),
                        STANDARD.replace("cg-standard", "cg-multigrid") + LEVELS):
            solver = make(options, matrix=flat_matrix, **FLAT)
            u = solver.solve(F)
            self.assertTrue(solver.report.converged, solver.report)
            self.assertLess(difference(u, expected), 1e-6)

    def test_a_preconditioner(self):
        shapes = set()

        def jacobi(r, z):
            shapes.add((r.shape, z.shape, r.flags.writeable, z.flags.writeable))
            numpy.divide(r, VOLUME, out=z)

        solver = make(STANDARD, preconditioner=jacobi, **FLAT)
        u = solver.solve(F)
        self.assertTrue(solver.report.converged)
        self.assertEqual(shapes, {((NY, NX, NZ), (NY, NX, NZ), False, True)})
        self.assertLess(difference(u, make(STANDARD, **FLAT).solve(F)), 1e-6)

    def test_cells_are_where_they_say(self):
        """A preconditioner that is another number in each cell, against its matrix in NumPy."""
        j, i, k = numpy.meshgrid(*map(numpy.arange, (NY, NX, NZ)), indexing="ij")
        weight = (1.0 + 0.01 * j + 0.02 * i + 0.03 * k) / VOLUME

        def weighted(r, z):
            z[...] = weight * r

        solver = make(STANDARD.replace("max_iterations = 2000", "max_iterations = 1"), preconditioner=weighted, **FLAT)
        u = solver.solve(F)
        p, image = weight * VOLUME * F, numpy.empty_like(F)
        with_halo = numpy.zeros((NY + 2, NX + 2, NZ))
        with_halo[1:-1, 1:-1] = p
        with_halo.flags.writeable = False
        flat_matrix(with_halo, image)
        numpy.testing.assert_allclose(u, p * (p * VOLUME * F).sum() / (p * image).sum(), rtol=1e-11)

    def test_an_exception_comes_through(self):
        calls = []

        def fail(r, z):
            z[...] = r
            calls.append(1)
            if len(calls) == 3:
                raise ZeroDivisionError("mine")

        solver = make(STANDARD, preconditioner=fail, **FLAT)
        with self.assertRaisesRegex(ZeroDivisionError, "^mine$"):
            solver.solve(F)
        solver.solve(F)
        self.assertTrue(solver.report.converged)

    def test_an_array_that_is_kept(self):
        kept = []
        solver = make(STANDARD, preconditioner=lambda r, z: kept.append(z), **FLAT)
        with self.assertRaisesRegex(RuntimeError, "^preconditioner: an array is kept after the call; expected a copy, as the "
                                                  "memory is the solver's$"):
            solver.solve(F)

    def test_refusals(self):
        for name in ("preconditioner", "matrix"):
            with self.assertRaisesRegex(TypeError, f"^{name} = 3: expected a function of two arrays or None$"):
                make(STANDARD, **{name: 3})
        with self.assertRaisesRegex(ValueError, '^[^\n]*"multigrid"[^\n]*$'):
            make('[solver]\nmethod = "multigrid"\n', preconditioner=lambda r, z: None)
        self.assertEqual(GRID.nz, NZ)


class Operator(unittest.TestCase):
    """A as calls, against the matrix of the flat box in NumPy."""

    def setUp(self):
        self.solver = make(STANDARD, **FLAT)

    @staticmethod
    def image(u):
        with_halo, image = numpy.zeros((NY + 2, NX + 2, NZ)), numpy.empty_like(u)
        with_halo[1:-1, 1:-1] = u
        with_halo.flags.writeable = False
        flat_matrix(with_halo, image)
        return image

    def test_apply(self):
        expected = self.image(F)
        numpy.testing.assert_allclose(self.solver.apply(F, right_side="integrals"), expected, rtol=1e-11, atol=1e-16)
        image = numpy.zeros((NZ, NY, NX))
        self.assertIs(self.solver.apply(F.transpose(2, 0, 1), image, order="zyx"), image)
        numpy.testing.assert_allclose(image, expected.transpose(2, 0, 1) / VOLUME, rtol=1e-11, atol=1e-11)

    def test_residual(self):
        u = self.solver.solve(F)
        r, norm = self.solver.residual(F, u)
        numpy.testing.assert_allclose(norm / self.solver.report.residual_norms[0], self.solver.report.relative_residual, rtol=1e-4)
        numpy.testing.assert_allclose(r, F - self.image(u) / VOLUME, atol=1e-11)
        into = numpy.zeros_like(F)
        self.assertIs(self.solver.residual(F, u, into)[0], into)
        numpy.testing.assert_array_equal(into, r)

    def test_diagonal(self):
        d = self.solver.diagonal(right_side="integrals")
        for cell in ((0, 0, 0), (3, 5, 7), (NY - 1, 2, NZ - 1)):
            one = numpy.zeros_like(F)
            one[cell] = 1.0
            numpy.testing.assert_allclose(d[cell], self.image(one)[cell], rtol=1e-12)
        with self.assertRaisesRegex(ValueError, "^[^\n]*matrix[^\n]*$"):
            make(STANDARD, matrix=flat_matrix, **FLAT).diagonal()
        for call, name in ((lambda: self.solver.apply("noise"), "u"), (lambda: self.solver.residual(F, "noise"), "u"),
                           (lambda: self.solver.diagonal("noise"), "d")):
            with self.assertRaisesRegex(TypeError, f"^{name}[ :]"):
                call()

    def test_a_null_space(self):
        sides = dict.fromkeys(("west", "east", "south", "north"), "neumann")
        grid = isobar.PressureGrid(NX, NY, NZ, domain="flat", layers="uniform", boundaries=sides)
        solver = make("[solver]\nmethod = \"cg-multigrid\"\n" + LEVELS, grid=grid, physics=FLAT["physics"], beta=0)
        self.assertTrue(solver.has_null_space)
        self.assertFalse(self.solver.has_null_space)
        u = solver.solve(F - F.mean())
        self.assertLess(abs(u.mean()), 1e-10 * abs(u).max())
        with self.assertRaises(ValueError):
            solver.solve(F)
        solver.remove_mean()
        numpy.testing.assert_allclose(solver.solve(F), u, atol=1e-4 * abs(u).max())
        numpy.testing.assert_allclose(solver.removed_mean, F.mean(), rtol=1e-10)


if __name__ == "__main__":
    unittest.main()
