"""isobar.PressureSolver in Python on a communicator of mpi4py. Run on two ranks and more, each of which is a unittest."""

import unittest

import numpy
from mpi4py import MPI

import isobar
from support_python import ATMOSPHERE, CUDA_RUNTIME, F, LEVELS, NX, NY, NZ, SHAPE, difference, make, part_of

WORLD = MPI.COMM_WORLD
LAST = WORLD.size - 1
WHOLE = make().solve(F)  # of each rank alone
KEPT = make(comm=WORLD)  # still there when Python ends


class Ranks(unittest.TestCase):
    def check(self, solver, comm):
        """Partitions cover the domain, and the parts are those of one rank's solution."""
        mine = solver.partition
        self.assertEqual(comm.allreduce(mine.nx * mine.ny), NX * NY)
        u = solver.solve(part_of(F, mine))
        self.assertEqual(u.shape, (mine.ny, mine.nx, NZ))
        self.assertLess(difference(u, part_of(WHOLE, mine)), 1e-11)
        return solver.report

    def test_ranks_solve_what_one_solves(self):
        alone = make()
        alone.solve(F)
        solver = make(comm=WORLD)
        report = self.check(solver, WORLD)
        self.assertEqual(report.iterations, alone.report.iterations)
        numpy.testing.assert_allclose(report.residual_norms[0], alone.report.residual_norms[0], 1e-12)
        self.assertNotEqual(solver.transport, "")

    def test_a_process_grid_and_a_transport(self):
        grid = isobar.PressureGrid(NX, NY, NZ, process_grid=(WORLD.size, 1))
        solver = make(comm=WORLD, grid=grid, transport="staged")
        self.assertEqual((solver.partition.first_j, solver.partition.ny), (0, NY))
        self.assertIn("staged", solver.transport)
        self.check(solver, WORLD)

    def test_each_rank_on_a_communicator_of_its_own_beside_all_together(self):
        own = WORLD.Split(WORLD.rank)
        together, alone = make(comm=WORLD), make(comm=own)
        own.Free()  # the solver has a duplicate
        mine = together.partition
        numpy.testing.assert_array_equal(alone.solve(F), WHOLE)
        self.assertLess(difference(together.solve(part_of(F, mine)), part_of(WHOLE, mine)), 1e-11)
        alone.close()
        together.close()

    def test_updates_and_guesses(self):
        other = isobar.Atmosphere(time_step=3000.0)
        solver = make(comm=WORLD)
        mine = solver.partition
        f = part_of(F, mine)
        u = solver.solve(f)
        solver.update(atmosphere=other)
        solver.solve_from(f, u)
        self.assertTrue(solver.report.converged)
        expected = make(atmosphere=other).solve(F)
        self.assertLess(difference(u, part_of(expected, mine)), 1e-4)
        solver.solve_from(f, u)
        self.assertEqual(solver.report.iterations, 0)

    def test_modes(self):
        """Each rank solves some modes of all columns, also where these have numbers of their own."""
        options = '[solver]\nmethod = "modes"\ntolerance = 1e-10\n'
        position = 1.5 + numpy.sin(0.1 * numpy.arange(NY * NX)).reshape(NY, NX)
        for coefficients in ({}, {"alpha_h": position}):
            self.check_modes(options, coefficients)
        with self.assertRaisesRegex(ValueError, 'solver.method = "modes": [^\\n]*a number a cell[^\\n]*$'):
            make(options, comm=WORLD, alpha_v=numpy.ones(SHAPE))

    def check_modes(self, options, coefficients):
        """Ranks have the solution and the counts of one, before and after an update."""
        alone, solver = make(options, **coefficients), make(options, comm=WORLD, **coefficients)
        mine, next_step = solver.partition, isobar.Atmosphere(time_step=3000.0)
        for _ in range(2):
            u = solver.solve(part_of(F, mine))
            self.assertTrue(solver.report.converged)
            self.assertLess(difference(u, part_of(alone.solve(F), mine)), 1e-9)
            self.assertEqual(solver.report.iterations, alone.report.iterations)
            for one in (alone, solver):
                one.update(atmosphere=next_step, **coefficients)

    def test_an_array_that_one_rank_refuses_ends_the_call_on_all(self):
        f = part_of(F, KEPT.partition)
        wrong = f.astype(numpy.complex128) if WORLD.rank == LAST else f
        kind, line = (TypeError, "^f: dtype <c16: ") if WORLD.rank == LAST else \
            (ValueError, f"^f: no memory on rank {LAST}$")
        with self.assertRaisesRegex(kind, line):
            KEPT.solve(wrong)
        with self.assertRaisesRegex(ValueError, '^order = "xy"' if WORLD.rank == LAST else line):
            KEPT.solve(f, order="xy" if WORLD.rank == LAST else "yxz")
        with self.assertRaisesRegex(ValueError, '^right_side = "xy"' if WORLD.rank == LAST else
                                    f"^rank {LAST} differs from rank 0 in right_side: "):
            KEPT.solve(f, right_side="xy" if WORLD.rank == LAST else "integrals")
        with self.assertRaisesRegex(ValueError, f"^f: .* on rank {LAST}; expected"):
            KEPT.solve(f[:-1] if WORLD.rank == LAST else f)
        self.check(KEPT, WORLD)

    def test_arguments_that_differ_on_one_rank_are_refused_on_all(self):
        last = WORLD.rank == LAST
        line = f"^rank {LAST} differs from rank 0 in "
        with self.assertRaisesRegex(ValueError, line + "grid.nz: "):
            make(comm=WORLD, grid=isobar.PressureGrid(NX, NY, NZ + last))
        with self.assertRaisesRegex(ValueError, line + "options.transport: staged instead of none"):
            make(comm=WORLD, transport="staged" if last else None)
        with self.assertRaisesRegex(ValueError, line + r"w\^2 of the coefficients: "):
            KEPT.update(atmosphere=isobar.Atmosphere(time_step=3000.0 if last else 600.0))
        self.check(KEPT, WORLD)

    def test_an_argument_that_one_rank_refuses_ends_the_call_on_all(self):
        last = WORLD.rank == LAST
        line = f"^rank {LAST} differs from rank 0 in "
        kind = TypeError if last else ValueError
        with self.assertRaisesRegex(kind, "^grid" if last else line):
            make(comm=WORLD, grid="none" if last else isobar.PressureGrid(NX, NY, NZ))
        with self.assertRaisesRegex(kind, "^options" if last else line):
            make(comm=WORLD, options=3 if last else LEVELS)
        with self.assertRaisesRegex(kind, "^gamma: unknown argument" if last else line):
            KEPT.update(**({"gamma": 1} if last else {}), atmosphere=ATMOSPHERE)
        self.check(KEPT, WORLD)

    def test_blocks_of_the_caller(self):
        """Stripes in x, one a rank, with coefficients of the block alone; two blocks on one rank and none on another."""
        heights, j, i = 1.0 + 0.1 * numpy.arange(NZ), *numpy.mgrid[:NY, :NX]
        columns = 1.5 + numpy.sin(0.1 * i + 0.3 * j)
        cells = columns[:, :, None] * (1.0 + 0.01 * i * j)[:, :, None] * heights
        options = '[solver]\nmethod = "cg-multigrid"\ntolerance = 1e-10\n[multigrid]\nlevels = 2\n'
        cuts = [NX * n // WORLD.size for n in range(WORLD.size + 1)]
        first, last = cuts[WORLD.rank], cuts[WORLD.rank + 1]
        mine = (slice(None), slice(first, last))
        for alpha in (columns, (heights, columns), cells):
            expected = make(options, alpha_h=alpha).solve(F)
            part = (heights, columns[mine]) if isinstance(alpha, tuple) else alpha[mine]
            for given in (part, alpha):
                solver = make(options, comm=WORLD, blocks=[(first, 0, last - first, NY)], alpha_h=given)
                u = solver.solve(F[mine])
                self.assertTrue(solver.report.converged)
                self.assertLess(difference(u, expected[mine]), 1e-8)
                solver.update(atmosphere=ATMOSPHERE, alpha_h=part)
                solver.solve_from(F[mine].astype(numpy.float32).astype(float), u)
            self.assertGreaterEqual(solver.redistributed.columns, 0)
        blocks = [(0, 0, NX, NY // 2), (0, NY // 2, NX, NY - NY // 2)] if WORLD.rank == 0 else []
        halves = [F[:NY // 2], F[NY // 2:]] if WORLD.rank == 0 else []
        for whole in (columns, cells):  # of the domain, and as a list of one for each block
            expected = make(options, alpha_h=whole).solve(F)
            for part in (whole, [whole[:NY // 2], whole[NY // 2:]]):
                given = part if WORLD.rank == 0 else whole[:0, :0]
                solver = make(options, comm=WORLD, blocks=blocks, alpha_h=given)
                u = solver.solve(halves)
                if WORLD.rank == 0:
                    self.assertLess(difference(numpy.concatenate(u), expected), 1e-8)
        part = (heights, [columns[:NY // 2], columns[NY // 2:]] if WORLD.rank == 0 else columns[:0, :0])
        solver = make(options, comm=WORLD, blocks=blocks, alpha_h=part)
        expected = make(options, alpha_h=(heights, columns)).solve(F)
        for u in (solver.solve(halves), solver.solve(halves, [numpy.zeros(half.shape) for half in halves])):
            self.assertEqual(len(u), len(blocks))
            if WORLD.rank == 0:
                self.assertLess(difference(numpy.concatenate(u), expected), 1e-8)
        self.assertEqual(solver.redistributed.columns > 0, WORLD.rank == 0)
        kind, line = (TypeError, "^f = 3: expected a list of 2 arrays, one for each block$") if WORLD.rank == 0 else \
            (ValueError, r"^f: [^\n]* on rank 0; expected [^\n]*$")
        with self.assertRaisesRegex(kind, line):
            solver.solve(3 if WORLD.rank == 0 else halves)
        values = [None, F[-1, :, :]] if WORLD.rank == 0 else 1.0  # of the second block's northern side
        whole = make(options, alpha_h=(heights, columns))
        whole.set_boundary_values(north=F[-1, :, :])
        solver.set_boundary_values(north=values)
        u, expected = solver.solve(halves), whole.solve(F)
        if WORLD.rank == 0:
            self.assertLess(difference(numpy.concatenate(u), expected), 1e-8)
        with self.assertRaisesRegex(TypeError if WORLD.rank == LAST else ValueError,
                                    "^blocks = 3: expected a list of" if WORLD.rank == LAST else "differs from rank 0"):
            make(comm=WORLD, blocks=3 if WORLD.rank == LAST else blocks)

    def refuse(self, kind, line, call):
        """An exception of the last rank, which others are told in one line."""
        last = WORLD.rank == LAST
        with self.assertRaisesRegex(kind if last else RuntimeError, line if last else f"^rank {LAST}: {kind.__name__}: {line}$"):
            call()

    def test_an_exception_of_a_monitor_on_one_rank_ends_the_solve_on_all(self):
        def fail(state):
            if WORLD.rank == LAST and state.iteration == 2:
                raise ZeroDivisionError("mine\nand more")

        f = part_of(F, KEPT.partition)
        KEPT.set_monitor(fail)
        self.refuse(ZeroDivisionError, "mine", lambda: KEPT.solve(f))
        KEPT.set_monitor(lambda state: WORLD.rank == LAST)
        KEPT.solve(f)
        self.assertEqual((KEPT.report.status, KEPT.report.iterations), ("interrupted", 1))
        KEPT.set_monitor(None)
        self.check(KEPT, WORLD)

    @unittest.skipIf(CUDA_RUNTIME, "built for CUDA, where operators of Python are refused")
    def test_caller_operators(self):
        """A preconditioner of one's own on all ranks is that of one, and its exception on one rank ends the solve on all."""
        options = '[solver]\nmethod = "cg-standard"\ntolerance = 1e-8\nmax_iterations = 3000\n'
        fails = []

        def copy(r, z):
            z[...] = r
            if fails and WORLD.rank == LAST:
                raise ZeroDivisionError("mine")

        alone, solver = make(options, preconditioner=copy), make(options, comm=WORLD, preconditioner=copy)
        expected, f = alone.solve(F), part_of(F, solver.partition)
        self.assertLess(difference(solver.solve(f), part_of(expected, solver.partition)), 1e-5)
        self.assertTrue(solver.report.converged)
        fails.append(True)
        self.refuse(ZeroDivisionError, "mine", lambda: solver.solve(f))
        with self.assertRaisesRegex(ValueError, f"^rank {LAST} differs from rank 0 in options.own: "):
            make(options, comm=WORLD, preconditioner=copy if WORLD.rank != LAST else None)

    def test_a_context(self):
        with make(comm=WORLD) as solver:
            self.check(solver, WORLD)
        with self.assertRaisesRegex(RuntimeError, "closed"):
            solver.solve(F)

    def test_communicators_that_are_none(self):
        with self.assertRaisesRegex(ValueError, "^comm = MPI_COMM_NULL: expected a communicator$"):
            make(comm=MPI.COMM_NULL)
        with self.assertRaisesRegex(TypeError, "^comm = <mpi4py.MPI.Group .*: expected a communicator of mpi4py"):
            make(comm=WORLD.Get_group())


if __name__ == "__main__":
    unittest.main()
