"""isobar_flow on the Poisson equation: solutions against an operator in numpy, ranks, reports, outcomes."""

import itertools
import os
import unittest

import numpy

import support_box
from support_cli import INPUTS, SANITIZED, FlowTest

SMOOTHERS = ("jacobi", "gauss-seidel", "sor", "chebyshev")
SIDES = {
    "dirichlet": {},
    "neumann": {side: "neumann" for side in ("west", "east", "south", "north", "bottom", "top")},
    "periodic": {"west": "periodic", "east": "periodic", "bottom": "neumann"},
    "around z": {"bottom": "periodic", "top": "periodic", "north": "neumann"},
}


def settings_of(sides):
    return {f"sides.{side}": kind for side, kind in sides.items()}


class Solutions(FlowTest):
    SHAPE = (12, 16, 8)  # ny, nx, nz

    def random(self):
        return numpy.random.Generator(numpy.random.PCG64(5)).uniform(-1.0, 1.0, self.SHAPE)

    def solved(self, settings, sides, ranks=None, f=None, stretching=(1.0, 1.0, 1.0)):
        """Report, solution and relative residual of a random right-hand side."""
        f = self.random() if f is None else f
        report = self.solve(self.write_deck(),
                            {"rhs.kind": "file", "rhs.file": self.save("f.npy", f),
                             "grid.stretching": list(stretching), "output.solution": "u.npy",
                             **settings_of(sides), **settings}, ranks=ranks)
        u = numpy.load(self.directory / "u.npy")
        edges = [support_box.interfaces(n, 1.0, ratio)
                 for n, ratio in zip((16, 12, 8), stretching)]
        return report, u, support_box.residual(u, f, edges, sides)

    def test_sides_and_smoothers(self):
        for (name, sides), smoother in itertools.product(SIDES.items(), SMOOTHERS):
            with self.subTest(sides=name, smoother=smoother):
                report, u, true = self.solved({"multigrid.smoother": smoother}, sides)
                self.assertLessEqual(true, 1e-8 * (1 + 1e-6))
                self.assertEqual(report["problem"]["singular"], name == "neumann")
                if name == "neumann":
                    self.assertLess(abs(numpy.mean(u)), 1e-13 * numpy.max(abs(u)))

    def test_stretched_cells(self):
        for sides in SIDES.values():
            with self.subTest(sides=sides):
                _, _, true = self.solved({"multigrid.smoother": "gauss-seidel", "solver.tolerance": 1e-7},
                                         sides, stretching=(1.0, 3.0, 5.0))
                self.assertLessEqual(true, 1e-7 * (1 + 1e-6))

    def test_precisions_and_cycles(self):
        for settings in ({"solver.precision": "mixed", "solver.tolerance": 1e-9},
                         {"solver.precision": "float", "solver.tolerance": 1e-4},
                         {"multigrid.cycle": "W"}, {"multigrid.cycle": "F"},
                         {"multigrid.restriction": "full-weighting"},
                         {"multigrid.start": "full"}, {"multigrid.levels": 2},
                         {"solver.method": "jacobi", "solver.max_iterations": 2000,
                          "solver.tolerance": 1e-4}):
            with self.subTest(settings=settings):
                tolerance = settings.get("solver.tolerance", 1e-8)
                _, _, true = self.solved(settings, {})
                self.assertLessEqual(true, tolerance * (1 + 1e-3))

    def test_ranks_give_one_solution(self):
        for sides in SIDES.values():
            with self.subTest(sides=sides):
                settings = {"multigrid.levels": 2, "multigrid.smoother": "gauss-seidel"}
                alone, u, _ = self.solved(settings, sides)
                for ranks in (2, 4):
                    report, v, _ = self.solved(settings, sides, ranks=ranks)
                    self.assertEqual(report["solver"]["iterations"], alone["solver"]["iterations"])
                    self.assertEqual(report["decomposition"]["ranks"], ranks)
                    numpy.testing.assert_allclose(v, u, rtol=0, atol=1e-12 * numpy.max(abs(u)))

    def test_a_point_charge_is_its_cell(self):
        report = self.solve(self.write_deck(nx=8, ny=8, nz=8),
                            {"rhs.kind": "charges", "rhs.charges": [[0.3, 0.6, 0.9, 2.0]],
                             "output.solution": "u.npy"})
        f = numpy.zeros((8, 8, 8))
        f[4, 2, 7] = 2.0 * 8**3
        u = numpy.load(self.directory / "u.npy")
        edges = [support_box.interfaces(8)] * 3
        self.assertLessEqual(support_box.residual(u, f, edges, {}), 1e-8 * (1 + 1e-6))
        self.assertEqual(report["files"][0]["what"], "solution")


@unittest.skipIf(os.environ["ISOBAR_HAS_FFT"] != "ON", "no library for Fourier transforms")
class Direct(FlowTest):
    """Transforms in x and y, a tridiagonal solve in z: as many digits as numbers have, in one iteration."""

    SETTINGS = {"solver.method": "direct", "rhs.kind": "random", "output.solution": "u.npy",
                "solver.tolerance": 1e-11, "verification.residual_agreement": 1e-9}

    def find(self, settings, ranks=None):
        report = self.solve(self.write_deck(nx=20, ny=15, nz=12), {**self.SETTINGS, **settings},
                            ranks=ranks)
        self.assertEqual(report["solver"]["iterations"], 1)
        self.assertEqual(report["solver"]["method"], "direct")
        return numpy.load(self.directory / "u.npy")

    def test_finds_what_multigrid_finds(self):
        for sides in ({}, *SIDES.values(), {"west": "neumann", "north": "neumann", "top": "neumann"}):
            with self.subTest(sides=sides):
                settings = {**settings_of(sides), "grid.stretching": [1.0, 1.0, 2.0]}
                if sides.get("bottom") == "periodic":
                    del settings["grid.stretching"]
                u = self.find(settings)
                self.solve(self.write_deck(nx=20, ny=15, nz=12),
                           {**self.SETTINGS, **settings, "solver.method": "multigrid",
                            "multigrid.smoother": "chebyshev", "multigrid.coarse_steps": 200})
                v = numpy.load(self.directory / "u.npy")
                numpy.testing.assert_allclose(v, u, rtol=0, atol=1e-9 * numpy.max(abs(u)))
                for ranks in (2, 4):
                    w = self.find(settings, ranks)
                    numpy.testing.assert_allclose(w, u, rtol=0, atol=1e-12 * numpy.max(abs(u)))

    def test_memory(self):
        # Large enough that MPI's own buffers, which grow with its messages by some megabytes a rank, stay far below a tenth.
        for ranks in (None, 2):
            memory = self.solve(self.write_deck(nx=256, ny=192, nz=160), self.SETTINGS,
                                ranks=ranks)["memory"]
            predicted, measured = (memory[f"{kind}_bytes_per_rank"]["total"]
                                   for kind in ("predicted", "measured"))
            if not SANITIZED:
                self.assertLess(abs(measured - predicted), 0.1 * predicted, f"measured {measured}, predicted {predicted}")
            self.assertEqual(memory["solve_allocations"], 0)

    def test_what_it_cannot_do(self):
        deck = self.write_deck(nx=16, ny=16, nz=16)
        direct = ("--set", "solver.method=direct")
        for settings, says in (
                (["grid.stretching=[2.0,1.0,1.0]"], "needs equal cells in x and in y"),
                (["grid.stretching=[1.0,1.0,2.0]", "sides.bottom=periodic", "sides.top=periodic"],
                 "needs equal cells in a periodic z"),
                (["solver.precision=mixed"], "has no cycle to do in float")):
            self.refuse(deck, *direct, *(word for s in settings for word in ("--set", s)), says=says)
        done = self.start(deck, *direct, "--set", "solver.tolerance=1e-17")
        self.assertEqual(done.returncode, 1)
        self.assertIn("stagnated after 1 iterations", done.stdout)


class Amalgamation(FlowTest):
    """Coarse levels on fewer ranks. With the cycle that is done around them nothing else changes."""

    SAME = {"multigrid.smoother": "gauss-seidel", "amalgamation.smoother": "gauss-seidel",
            "multigrid.levels": 5, "rhs.kind": "random", "solver.tolerance": 1e-9,
            "output.solution": "u.npy"}

    def run_on(self, ranks, settings):
        report = self.solve(self.write_deck(nx=32, ny=32, nz=16), {**self.SAME, **settings},
                            ranks=ranks)
        return report, numpy.load(self.directory / "u.npy")

    def test_all_forms_are_one_rank(self):
        for sides in ({}, SIDES["neumann"]):
            alone, u = self.run_on(None, settings_of(sides))
            for ranks, settings in ((2, {"amalgamation.level": 1}),
                                    (4, {"amalgamation.level": 2}),
                                    (4, {"amalgamation.level": 1, "amalgamation.ranks": [2, 1],
                                         "amalgamation.stages": [2]}),
                                    (4, {"amalgamation.level": 2,
                                         "amalgamation.form": "all-gather"})):
                with self.subTest(sides=bool(sides), settings=settings):
                    report, v = self.run_on(ranks, {**settings, **settings_of(sides)})
                    levels = report["decomposition"]["levels"]
                    self.assertEqual(len(levels), len(alone["decomposition"]["levels"]))
                    if "amalgamation.form" not in settings:
                        self.assertEqual(levels[-1]["ranks"], 1)
                    self.assertEqual(report["solver"]["iterations"], alone["solver"]["iterations"])
                    numpy.testing.assert_allclose(v, u, rtol=0, atol=1e-12 * numpy.max(abs(u)))

    def test_other_cycles_behind_the_merge(self):
        for settings in ({"amalgamation.cycles": 3}, {"amalgamation.cycle": "W"},
                         {"amalgamation.smoother": "chebyshev", "amalgamation.before": 3},
                         {"solver.precision": "mixed"}):
            with self.subTest(settings=settings):
                self.run_on(2, {"amalgamation.level": 1, **settings})

    def test_merges_that_cannot_be(self):
        deck = self.write_deck(nx=32, ny=32, nz=16)
        for settings in (["amalgamation.level=1", "amalgamation.ranks=[2]"],
                         ["amalgamation.level=9"]):
            self.refuse(deck, *(word for s in settings for word in ("--set", s)), ranks=2,
                        says="--set amalgamation.level=")


class Reports(FlowTest):
    def test_a_deck_of_the_inputs(self):
        report = self.solve(INPUTS / "flow" / "poisson.toml")
        self.assertEqual(report["problem"]["unknowns"], 64**3)
        self.assertEqual(report["run"]["unused"], [])
        names = [check["name"] for check in report["verification"]["checks"]]
        self.assertEqual(names, ["converged", "true_residual", "residual_agreement",
                                 "manufactured_error", "manufactured_order", "symmetry"])
        self.assertEqual(report["memory"]["solve_allocations"], 0)
        self.assertEqual(report["memory"]["solve_deep_copies"], 0)
        self.assertAlmostEqual(report["fom"]["value"] * report["timings"]["solve"]["median"],
                               64**3 / 1e6, delta=1e-9)
        kernels = [row for row in report["timings"]["kernels"] if row["level"] == 0]
        self.assertTrue(any("smooth" in row["kernel"] for row in kernels))
        self.assertTrue(all(row["bytes"] for row in kernels if row["kernel"].startswith("box_")))

    def test_order_two_on_every_kind_of_side(self):
        for sides in SIDES.values():
            with self.subTest(sides=sides):
                self.solve(self.write_deck(nx=8, ny=8, nz=8), settings_of(sides))

    def test_vtk_holds_means(self):
        self.solve(self.write_deck(), {"output.vtk": "v"}, ranks=2)
        for name in ("v.pvts", "v_0000.vts", "v_0001.vts"):
            self.assertTrue((self.directory / name).exists(), name)

    def test_dry_runs_compute_nothing(self):
        for ranks in (None, 2):
            done = self.start(self.write_deck(), "--dry-run", "--report", "r.json", ranks=ranks)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("16 x 12 x 8 = 1536 unknowns", done.stdout)
            self.assertIn("level 1    8 x 6 x 8 cells", done.stdout)
            self.assertFalse((self.directory / "r.json").exists())

    def test_pages_and_lists(self):
        self.assertIn("isobar_flow", self.start("--help").stdout)
        self.assertIn("## [amalgamation]", self.start("--deck-reference").stdout)
        self.assertIn("cavity-re1000.toml", self.start("--list-decks").stdout)


class AbsoluteTolerance(FlowTest):
    def test_it_ends_a_solve_that_is_valid_by_it(self):
        """Right-hand sides that are very large are scaled, and norms with them."""
        deck = self.write_deck()
        for settings in ({}, {"solver.precision": "float"}, {"solver.precision": "mixed"}, {"solver.method": "direct"}):
            for size in (1.0, 1e200):
                with self.subTest(size=size, **settings):
                    f = size * numpy.random.default_rng(3).uniform(-1.0, 1.0, (12, 16, 8))
                    self.check_absolute_tolerance(deck, {"rhs.kind": "file", "rhs.file": self.save("f.npy", f), **settings})

    def test_what_is_no_tolerance(self):
        for value, says in (("-1", "out of range; expected a number in [0, 1e+300]"), ("nan", "out of range"),
                            ("small", "wrong type (string); expected a number in [0, 1e+300]")):
            self.refuse(self.write_deck(), "--set", f"solver.absolute_tolerance={value}",
                        says=(f"--set solver.absolute_tolerance={value}: ", says))


class InvalidRuns(FlowTest):
    def test_too_few_iterations(self):
        report = self.solve(self.write_deck(), {"solver.max_iterations": 1, "rhs.kind": "random"},
                            code=1)
        self.assertEqual(report["solver"]["status"], "not converged")
        self.assertIn("not converged after 1 iterations", report["verification"]["reason"])

    def test_float_cannot_reach_what_double_can(self):
        report = self.solve(self.write_deck(), {"solver.precision": "float", "rhs.kind": "random"},
                            code=1)
        self.assertIn("stagnated", report["verification"]["reason"])

    def test_unverified_results_are_not_valid(self):
        report = self.solve(self.write_deck(), {"verification.enabled": False})
        self.assertEqual(report["verification"]["reason"],
                         "verification: verification is switched off")

    def test_a_planted_nan(self):
        f = numpy.ones((12, 16, 8))
        f[3, 2, 1] = numpy.nan
        for ranks in (None, 2):
            with self.subTest(ranks=ranks):
                self.refuse(self.write_deck(), "--set", "rhs.kind=file", "--set",
                            f"rhs.file={self.save('f.npy', f)}", ranks=ranks,
                            says="number [3, 2, 1] is nan; expected a finite number")


class BadInput(FlowTest):
    def test_lines(self):
        deck = self.write_deck()
        for setting, says in (
                ("grid.nz=0", "out of range; expected an integer from 1 to 4096"),
                ("sides.west=periodic", "sides.east is not periodic; expected both or none"),
                ("solver.methd=multigrid", "did you mean solver.method?"),
                ("multigrid.levels=9", "the box has not so many; expected at most"),
                ("grid.length=[1,-1,1]", "expected a list of 3 numbers above 0"),
                ("rhs.file=none.npy", None),
                ("decomposition.process_grid=[2,1]", "the run has 1"),
                ("output.report=missing/r.json", "No such file or directory")):
            with self.subTest(setting=setting):
                if says is None:
                    self.refuse(deck, "--set", "rhs.kind=file", "--set", setting,
                                says=(f"--set {setting}: ", "no such file", "(12, 16, 8)"))
                else:
                    self.refuse(deck, "--set", setting, says=(f"--set {setting}: ", says))

    def test_lines_of_the_deck_have_its_name_and_line(self):
        deck = self.write_deck(more="[sides]\nwest = \"periodic\"\n")
        for ranks in (None, 2):
            self.refuse(deck, ranks=ranks, says="deck.toml:8: sides.west = \"periodic\": ")

    def test_levels_that_colours_cannot_close(self):
        self.refuse(self.write_deck(nx=15), "--set", "sides.west=periodic", "--set",
                    "sides.east=periodic", "--set", "multigrid.smoother=sor",
                    says="red-black steps need an even number of cells in a periodic direction")

    def test_a_wrong_shape(self):
        path = self.save("f.npy", numpy.ones((16, 12, 8)))
        self.refuse(self.write_deck(), "--set", "rhs.kind=file", "--set", f"rhs.file={path}",
                    says=("has shape (16, 12, 8)", "(12, 16, 8)"))


if __name__ == "__main__":
    unittest.main()
