"""Ways to make a problem class easier, or to have it measured otherwise: none of them is official, and each is named.

Most runs are of few cells and repeats, departures of their own, so that they are short; that one departure suffices is seen by the
first test, and key by key in tests/miniapp/pressure/unit_classes.cpp. ISOBAR_SHOW=1 prints what each attempt printed."""
import os
import shutil
import sys
import unittest

from support_classes import ClassTest
from support_cli import EXECUTABLE, INPUTS, options

SMALL = {"grid.nx": 32, "grid.ny": 32, "grid.nz": 16, "run.repeats": 4, "sequence.least_seconds": 0,
         "run.kernel_timings": False}
CLASSES = INPUTS / "classes"


class Tampering(ClassTest):
    def check(self, key, *arguments, small=True, **how):
        """An attempt whose departure `key` is said, in the report and on the screen."""
        report, screen = self.run_class(*(options(SMALL) if small else []), *arguments, **how)
        self.assertIsNotNone(report, screen)
        departures = self.departures(report)
        self.assertIn(key, departures, screen)
        self.assertFalse(report["benchmark"]["official"])
        self.assertIsNone(report["benchmark"]["figure"])
        self.assertNotIn("FOM(", screen)
        line = [line for line in screen.splitlines() if line.startswith(f"  departs    {key}: ")]
        self.assertEqual(len(line), 1, screen)
        self.show(arguments or (how.get("variables", "an edited file"),), line[0].strip())
        return report

    def check_refused(self, *arguments, says, **how):
        report, line = self.run_class(*arguments, **how)
        self.assertIsNone(report)
        self.assertIn(says, line)
        self.show(arguments, line.strip())

    @staticmethod
    def show(attempt, printed):
        if os.environ.get("ISOBAR_SHOW"):
            print(" ".join(map(str, attempt)), "->", printed, file=sys.stderr)

    def installed(self, file, old, new):
        """A program whose class file was edited."""
        decks = self.directory / "share/isobar/inputs/classes"
        shutil.copytree(CLASSES, decks, dirs_exist_ok=True)
        (self.directory / "bin").mkdir(exist_ok=True)
        shutil.copy(EXECUTABLE, self.directory / "bin/isobar")
        text = (decks / file).read_text()
        self.assertEqual(text.count(old), 1)
        (decks / file).write_text(text.replace(old, new))
        return self.directory / "bin/isobar"

    def test_one_departure_suffices(self):
        report = self.check("solver.tolerance", "--set", "solver.tolerance=0.5", small=False)
        self.assertEqual(self.departures(report), {"solver.tolerance": (0.5, 1e-5)})
        self.assertTrue(report["verification"]["valid"], "valid, and yet not official")

    def test_values_on_the_command_line(self):
        for setting in ("solver.tolerance=2e-5", "physics.cfl=1", "physics.sound_speed=5", "rhs.seed=1",
                        "rhs.kind=constant", 'sequence.right_sides=["constant"]', "sequence.steps=1",
                        "sequence.time_step_factors=[0.01]", "sequence.least_seconds=0",
                        "run.repeats=4", "grid.nz=8", "grid.layers=uniform", "grid.domain=equiangular-panel",
                        "boundaries.top=dirichlet", "coefficients.beta_profile=100",
                        "verification.enabled=false", "verification.residual_agreement=0.9",
                        "solver.precision=float", "solver.method=auto", "sequence.steps=0"):
            with self.subTest(setting=setting):
                self.check(setting.split("=")[0], "--set", setting)

    def test_values_at_odds(self):
        self.check_refused("--set", "physics.time_step=1", says="physics.time_step is given too")
        self.check_refused("--set", "run.repeats=1", says="fewer than sequence.steps")

    def test_edited_class_files(self):
        for file, old, new, key in (("problem.toml", "cfl = 8.4", "cfl = 0.1", "physics.cfl"),
                                    ("problem.toml", "tolerance = 1e-5", "tolerance = 1e-1",
                                     "solver.tolerance")):
            self.check(key, executable=self.installed(file, old, new))
        self.check("multigrid.levels", "--algorithm", "reference",
                   executable=self.installed("reference.toml", "levels = 5", "levels = 3"))

    def test_copied_class_files(self):
        copy = self.write("problem.toml", (CLASSES / "problem.toml").read_text())
        self.check_refused(copy, says="not a section that says how to solve")
        alone = self.solve(copy, {**SMALL, "physics.cfl": 0.1})
        self.assertIsNone(alone["benchmark"])
        self.assertRegex(alone["screen"].splitlines()[-1], "^FOM: ")

    def test_a_deck_of_ones_own_with_a_tolerance(self):
        mine = self.write("mine.toml", '[solver]\nmethod = "multigrid"\ntolerance = 0.5\n')
        self.check("solver.tolerance", mine)

    def test_a_deck_of_ones_own_with_an_absolute_tolerance(self):
        mine = self.write("mine.toml", '[solver]\nmethod = "multigrid"\nabsolute_tolerance = 1.0\n')
        self.check("solver.absolute_tolerance", mine)

    def test_the_reference_is_fixed(self):
        self.check("solver.precision", "--algorithm", "reference", "--set", "solver.precision=mixed")
        self.check("result", "--algorithm", "reference", "--set", "solver.max_iterations=2", "--set",
                   "solver.check_after=2")

    def test_the_environment(self):
        for name in ("LD_PRELOAD", "KOKKOS_TOOLS_LIBS"):
            self.check(f"environment {name}", variables={name: "/nowhere/libfast.so"})
        self.check("--ranks-per-host", "--ranks-per-host", 1)


if __name__ == "__main__":
    unittest.main()
