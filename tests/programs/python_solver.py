"""isobar.PressureSolver in Python on one rank: the program's own results, on arrays as they lie."""

import itertools
import json
import threading
import time
import unittest

import numpy

import isobar
from support_cli import CommandLineTest
from support_python import ATMOSPHERE, F, GRID, LEVELS, NX, NY, NZ, SHAPE, difference, make

METHODS = (
    {"solver.method": "multigrid", "multigrid.levels": 3},
    {"solver.method": "multigrid", "solver.precision": "mixed", "multigrid.levels": 2},
    {"solver.method": "multigrid", "fields.layout": "z-fastest", "multigrid.levels": 3},
    {"solver.method": "cg-fused"},
    {"solver.method": "cg-multigrid", "multigrid.levels": 2},
    {"solver.method": "modes"},
    {"solver.method": "modes", "solver.precision": "mixed"},
    {"solver.method": "cg-modes"},
)


def sections(settings):
    """Settings of a deck as TOML."""
    text = ""
    for key, value in settings.items():
        section, name = key.split(".")
        text += f"[{section}]\n{name} = {json.dumps(value)}\n" if f"[{section}]" not in text \
            else f"{name} = {json.dumps(value)}\n"
    return text


class Program(CommandLineTest):
    def test_counts_norms_and_digits_are_those_of_the_deck(self):
        self.save("f.npy", F)
        deck = self.write_deck(NX, NY, NZ, "[physics]\ntime_step = 4800\n"
                                           "[rhs]\nkind = \"file\"\nfile = \"f.npy\"\n"
                                           "[output]\nsolution = \"u.npy\"\n")
        for settings in METHODS:
            with self.subTest(settings=settings):
                run = self.solve(deck, settings)["solver"]
                solver = make(sections(settings))
                u = solver.solve(F)
                self.assertEqual(solver.report.status, "converged")
                self.assertEqual(solver.report.iterations, run["iterations"])
                numpy.testing.assert_array_equal(solver.report.residual_norms,
                                                 run["residual_history"])
                numpy.testing.assert_array_equal(u, numpy.load(self.directory / "u.npy"))


class Arrays(unittest.TestCase):
    def setUp(self):
        self.solver = make()
        self.u = self.solver.solve(F)

    def test_a_new_array_is_float64_of_the_partition(self):
        self.assertEqual((self.u.dtype, self.u.shape), (numpy.float64, SHAPE))
        self.assertTrue(self.u.flags.c_contiguous)

    def test_every_order_of_the_axes(self):
        for order in map("".join, itertools.permutations("xyz")):
            axes = ["yxz".index(axis) for axis in order]
            for f in (F.transpose(axes), numpy.ascontiguousarray(F.transpose(axes))):
                u = self.solver.solve(f, order=order)
                self.assertTrue(u.flags.c_contiguous, order)
                numpy.testing.assert_array_equal(u, self.u.transpose(axes), order)

    def test_memory_beside_the_cells_stays_as_it_is(self):
        f, u = (numpy.full((NY + 2, NX + 2, 2 * NZ), 7.0) for _ in range(2))
        inner = (slice(1, -1), slice(1, -1), slice(0, None, 2))
        f[inner] = F
        returned = self.solver.solve(f[inner], u[inner])
        self.assertTrue(numpy.shares_memory(returned, u))
        numpy.testing.assert_array_equal(u[inner], self.u)
        u[inner] = 7.0
        numpy.testing.assert_array_equal(u, 7.0)

    def test_one_array_for_both_read_only_input_and_broadcast_input(self):
        both = F.copy()
        self.assertIs(self.solver.solve(both, both), both)
        numpy.testing.assert_array_equal(both, self.u)
        f = numpy.broadcast_to(F[:, :, :1], SHAPE)
        self.assertFalse(f.flags.writeable)
        numpy.testing.assert_array_equal(self.solver.solve(f), self.solver.solve(f.copy()))

    def test_strides_of_an_axis_with_one_cell_do_not_count(self):
        solver = make(grid=isobar.PressureGrid(NX, NY, 1))
        f = numpy.ascontiguousarray(F[:, :, :1])
        u = numpy.zeros(f.shape)
        solver.solve(f[:, :, ::-1], u[:, :, ::-1])
        self.assertTrue(solver.report.converged)
        numpy.testing.assert_array_equal(u, solver.solve(f))

    def test_integrals_are_cell_means_times_volumes(self):
        flat = make(grid=isobar.PressureGrid(NX, NY, NZ, domain="flat", layers="uniform"))
        volume = ATMOSPHERE.non_dimensional().depth / (NX * NY * NZ)
        u = flat.solve(F)
        self.assertLess(difference(flat.solve(F * volume, right_side="integrals"), u), 1e-12)


class Solves(unittest.TestCase):
    def test_a_guess_that_solves_takes_no_iteration_and_a_near_one_few(self):
        solver = make()
        self.assertIsNone(solver.report)
        u = solver.solve(F)
        first = solver.report
        self.assertIs(solver.solve_from(F, u), u)
        self.assertEqual(solver.report.iterations, 0)
        solver.solve_from(F + 1e-4, u)
        self.assertTrue(solver.report.converged)
        self.assertLess(solver.report.iterations, first.iterations)
        self.assertGreater(first.iterations, 1, "a report is of its own solve")

    def test_update_is_a_new_solver(self):
        other = isobar.Atmosphere(time_step=3000.0)
        solver = make()
        before = solver.solve(F)
        solver.update(atmosphere=other)
        u = solver.solve(F)
        self.assertGreater(difference(u, before), 1e-3)
        numpy.testing.assert_array_equal(u, make(atmosphere=other).solve(F))
        solver.update(physics=ATMOSPHERE.non_dimensional())
        numpy.testing.assert_array_equal(solver.solve(F), before)

    def test_two_solvers_do_not_meet(self):
        one, two = make(), make("[solver]\nmethod = \"cg-fused\"\n")
        first, second = one.solve(F), two.solve(F)
        numpy.testing.assert_array_equal(one.solve(F), first)
        one.close()
        numpy.testing.assert_array_equal(two.solve(F), second)

    def test_a_solve_that_does_not_converge_is_a_report(self):
        solver = make(LEVELS + "[solver]\nmax_iterations = 2\ntolerance = 1e-12\n")
        solver.solve(F)
        self.assertEqual((solver.report.status, solver.report.converged), ("not converged", False))
        self.assertEqual(len(solver.report.residual_norms), 3)
        bad = F.copy()
        bad[3, 4, 5] = numpy.nan
        with self.assertRaisesRegex(ValueError, r"^f: cell \(4, 3, 5\) is not finite; expected"):
            solver.solve(bad)
        self.assertEqual(solver.report.status, "not converged") # that of the last solve

    def test_a_tolerance_that_cannot_be_reached(self):
        solver = make(LEVELS + "[solver]\ntolerance = 1e-20\n")
        solver.solve(F)
        self.assertEqual((solver.report.status, solver.report.converged), ("stagnated", False))
        self.assertGreater(solver.report.relative_residual, 1e-18)

    def test_what_a_solver_says_of_itself(self):
        solver = make(LEVELS + "[mixed]\ncycles = [2]\n")
        mine = solver.partition
        self.assertEqual((mine.first_i, mine.first_j, mine.nx, mine.ny), (0, 0, NX, NY))
        self.assertEqual((mine.global_nx, mine.global_ny), (NX, NY))
        self.assertIn("3 levels", solver.levels)
        self.assertEqual(solver.transport, "")
        self.assertIn("mixed.cycles", solver.unused_options[0])
        solver.solve(F)
        self.assertRegex(repr(solver.report), r"^<isobar.SolveReport: converged, \d+ iterations, ")

    def test_other_threads_run_meanwhile(self):
        """Without the GIL: stamps of another thread lie in the middle of a solve."""
        solver = make("[solver]\nmethod = \"cg-standard\"\ntolerance = 1e-13\n",
                      isobar.PressureGrid(96, 96, 32))
        f = numpy.random.default_rng(2).uniform(size=(96, 96, 32))
        stamps, ended = [], threading.Event()

        def stamp():
            while not ended.wait(0.001):
                stamps.append(time.perf_counter())

        thread = threading.Thread(target=stamp)
        thread.start()
        start = time.perf_counter()
        solver.solve(f)
        third = (time.perf_counter() - start) / 3
        ended.set()
        thread.join()
        self.assertGreater(sum(start + third < t < start + 2 * third for t in stamps), 0)

    def test_threads_take_turns(self):
        solvers = [make(), make()]
        expected = solvers[0].solve(F)
        results = [[], []]

        def solve(n):
            for _ in range(20):
                results[n].append(solvers[n].solve(F))

        threads = [threading.Thread(target=solve, args=(n,)) for n in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([len(r) for r in results], [20, 20])
        for u in itertools.chain(*results):
            numpy.testing.assert_array_equal(u, expected)


if __name__ == "__main__":
    unittest.main()
