"""Random decks and meshes for isobar_fem: every run ends properly, and a VALID result solves the equation.

The test writes most meshes, in both of Gmsh's formats. It reads the program's own meshes from the file for ParaView. The
solution is checked with finite elements that share nothing with the program (support_fem_operator.py). Decks with a fault must be refused in one line on any number of ranks.
ISOBAR_RANDOM_DECKS says how many run, ISOBAR_FIRST_DECK the first seed.
"""

import json
import os
import subprocess
import sys
import unittest

import numpy

from support_cli import (PATIENCE, SANITIZED, SCRIPTS, FemTest, command, environment, memory_directory,
                         options, own_lines, true_residual)
from support_fem_decks import random_case

sys.path.insert(0, str(SCRIPTS))
from plot_items.vtu import read  # noqa: E402

DECKS = int(os.environ.get("ISOBAR_RANDOM_DECKS", 10 if SANITIZED else 60))
FIRST = int(os.environ.get("ISOBAR_FIRST_DECK", 0))
LEAST_VALID = 0.6  # of all decks; one in seven has a fault, and some solvers do not converge
UNIT = {"double": 2.0**-53, "mixed": 2.0**-53, "float": 2.0**-24}


class RandomDecks(FemTest):
    base = memory_directory()

    def run_case(self, case, place):
        place.mkdir()
        (place / "mesh.msh").write_text(case.text)
        (place / "deck.toml").write_text(case.deck())
        settings = {**case.settings, "run.repeats": 1, "run.warmup": 0, "run.kernel_timings": False,
                    "output.solution": "u.npy", "output.unconverged": "replace"}
        return subprocess.run(
            command("deck.toml", *options(settings), "--report", "report.json", ranks=case.ranks,
                    executable=self.executable),
            cwd=place, text=True, capture_output=True, timeout=PATIENCE, check=False,
            env=environment(case.ranks, place))

    def finest_mesh(self, settings, place):
        """The mesh that a run with these settings writes for ParaView."""
        more = {"run.repeats": 1, "run.warmup": 0, "run.kernel_timings": False, "output.unconverged": "replace"}
        subprocess.run(command("deck.toml", *options({**settings, **more}), executable=self.executable), cwd=place,
                       timeout=PATIENCE, check=True, env=environment(None, place), capture_output=True)
        return read(place / "v.vtu")

    def check(self, seed):
        """True if the run is valid."""
        case = random_case(seed)
        place = self.directory / str(seed)
        done = self.run_case(case, place)
        said = f"{done.stdout}{done.stderr}{case.says} ranks {case.ranks}"
        if case.says:
            self.assertEqual(done.returncode, 2, said)
            lines = own_lines(done.stderr)
            self.assertEqual(len(lines), 1, said)
            self.assertIn(case.says, lines[0])
            return False
        self.assertIn(done.returncode, (0, 1), said)
        report = json.loads((place / "report.json").read_text())
        self.check_verdict(done.stdout, report, done.returncode)
        self.assertRegex(report["verification"]["reason"], "^$|^converged: |^true_residual: |^work: ", said)
        if done.returncode == 0:
            self.compare(case, report, numpy.load(place / "u.npy")[:, 0, :], place)
        return done.returncode == 0

    def compare(self, case, report, rows, place):
        """The residual of a valid solution, from the test's own operator."""
        space, u_scale, c_scale, equation = case.equation(lambda settings: self.finest_mesh(settings, place))
        self.assertEqual(len(rows), len(space.points))
        self.assertLess(abs(rows[:, :2] - space.points).max(), 1e-12 * abs(space.points).max())
        u = rows[:, 2] / u_scale
        self.assertLess(abs(u[equation.fixed] - equation.values).max(initial=0.0), 1e-12)
        scale, scale_is_known = equation.scale(), True
        if case.settings.get("multigrid.start") == "full":  # relative to the residual of a smooth start
            first = report["solver"]["residual_history"][0]
            if first is None:  # c u exceeds the range of double: compare with the residual of u = 0
                scale_is_known = False
            else:
                scale = first / u_scale / c_scale
        residual, magnitude = equation.residual(u)
        rounding = 20 * UNIT[case.precision] * magnitude / scale
        true = numpy.linalg.norm(residual) / scale
        self.assertLessEqual(true, case.settings["solver.tolerance"] * 1.001 + rounding, case.settings)
        if scale_is_known:
            self.assertLessEqual(abs(true - true_residual(report)), 1e-3 * true + rounding, case.settings)

    def test_valid_runs_solve_the_equation(self):
        self.check_all(self.check, range(FIRST, FIRST + DECKS), LEAST_VALID)

    def check_all(self, check, seeds, least_valid):
        super().check_all(lambda n: check(seeds[n]), len(seeds), least_valid)


if __name__ == "__main__":
    unittest.main()
