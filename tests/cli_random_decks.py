"""Random decks: every run ends well, and what is called VALID solves the equation.

The solution is put into an operator that shares nothing with the program (support_operator.py), and
its residual held against the tolerance and the report.
"""

import json
import subprocess
import unittest

import numpy

import support_operator
from support_cli import (PATIENCE, SANITIZED, CommandLineTest, command, environment,
                         memory_directory, options, true_residual)
from support_decks import random_deck

DECKS = 40 if SANITIZED else 300  # sanitizers make runs many times slower
LEAST_VALID = 0.8  # of them; the others' solvers do not converge, or not as far as they believe
# Defaults of docs/deck.md that decks leave out.
PHYSICS = {"sound_speed": 550.0, "buoyancy_frequency": 0.018, "radius": 6371e3, "depth": 50e3}
# How exactly the program can know its true residual: rounding errors of coefficients and sums, in
# units of 2^-53 || |A||u| + |f| || and of the residual itself. A quarter of that was seen.
ROUNDINGS = 1
RELATIVE = 1e-12
LAST_DIGIT = 1e-6  # how far above the tolerance a true residual may be (docs/running.md)


def section(deck, name):
    return {key.split(".")[1]: value for key, value in deck.items() if key.startswith(name + ".")}


def residual(deck, solution):
    """The true relative residual, and how exactly the program can know it."""
    grid, rhs = section(deck, "grid"), section(deck, "rhs")
    numbers = {**PHYSICS, **section(deck, "physics")}
    coefficients = support_operator.Coefficients(grid, section(deck, "coefficients"),
                                                 numbers["depth"])
    operator = support_operator.Operator(grid, *support_operator.physics(grid, numbers), coefficients,
                                         section(deck, "boundaries"))
    true, magnitude = operator.residual(solution, support_operator.right_side(grid, rhs))
    return true, ROUNDINGS * 2.0**-53 * magnitude + RELATIVE * true


class RandomDecks(CommandLineTest):
    base = memory_directory()

    def outcome(self, seed):
        """Runs a deck: its settings, the exit code with all that was printed, report, solution."""
        deck, f = random_deck(seed)
        place = self.directory / str(seed)
        place.mkdir()
        if f is not None:
            deck["rhs.file"] = str(place / "f.npy")
            numpy.save(deck["rhs.file"], f)
        (place / "deck.toml").write_text("".join(
            f"{key} = {deck[key]}\n" for key in ("grid.nx", "grid.ny", "grid.nz")))
        settings = {**deck, "run.repeats": 1, "run.warmup": 0, "run.kernel_timings": False,
                    "output.solution": "u.npy", "output.unconverged": "replace"}
        done = subprocess.run(
            command("deck.toml", *options(settings), "--report", "report.json"),
            cwd=place, text=True, capture_output=True, timeout=PATIENCE, check=False,
            env=environment(None, place))
        if done.returncode not in (0, 1):
            return deck, done, None, None
        return deck, done, json.loads((place / "report.json").read_text()), numpy.load(
            place / "u.npy")

    def check(self, seed):
        """True if the run is valid."""
        deck, done, report, solution = self.outcome(seed)
        self.assertIn(done.returncode, (0, 1), done.stdout + done.stderr)
        self.check_verdict(done.stdout, report, done.returncode)
        reason = report["verification"]["reason"]
        # The checks of the operator and of the solver's honesty have nothing to find.
        self.assertRegex(reason, "^$|^converged: |^true_residual: ", deck)
        if numpy.isfinite(solution).all():
            true, rounding = residual(deck, solution)
            reported = true_residual(report)
            self.assertLessEqual(abs(true - reported), rounding, deck)
            if done.returncode == 0:
                self.assertLessEqual(true, deck["solver.tolerance"] * (1 + LAST_DIGIT) + rounding)
        return done.returncode == 0

    def test_valid_runs_solve_the_equation(self):
        self.check_all(self.check, DECKS, LEAST_VALID)

    def test_a_wrong_solution_is_seen(self):
        """Not a test of the program but of this one."""
        deck, done, report, solution = self.outcome(9)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for factor, holds in ((1.0, True), (1.0 + 1e-3, False)):
            solution[1, 2, -1] *= factor
            true, rounding = residual(deck, solution)
            self.assertEqual(abs(true - true_residual(report)) <= rounding, holds)


if __name__ == "__main__":
    unittest.main()
