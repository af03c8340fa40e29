"""Random decks on 1 to 7 ranks: every run ends well, and what is called VALID solves the equation.

The solution is put into an operator that shares nothing with the program (support_operator.py), and
its residual compared with the tolerance and the report. A run whose columns so many ranks cannot share
is refused in one line, and repeated on half of the ranks. An argument, or ISOBAR_RANDOM_DECKS, says how many decks run.
"""

import json
import subprocess
import unittest

import numpy

import support_operator
import support_sphere
from support_cli import (PATIENCE, CommandLineTest, command, environment, memory_directory, options,
                         own_lines, true_residual)
from support_decks import Draw, random_deck
from support_random import main, number_of_decks

DECKS = number_of_decks(300, 40)  # sanitizers make runs many times slower
MOST_RANKS = 7
LEAST_VALID = 0.8  # of them; the others' solvers do not converge, or not as far as they believe
# Defaults of docs/deck.md that decks leave out.
PHYSICS = {"sound_speed": 550.0, "buoyancy_frequency": 0.018, "radius": 6371e3, "depth": 50e3}
# How exactly the program can know its true residual. Rounding errors of coefficients and sums are in units of 2^-53 ||
# |A||u| + |f| || and of the residual itself. A quarter of that was seen.
ROUNDINGS = 1
RELATIVE = 1e-12
REFUSED = r"^isobar: [^\n]*\branks\b[^\n]*$"  # one line
LAST_DIGIT = 1e-6  # how far above the tolerance a true residual may be (docs/running.md)


def section(deck, name):
    return {key.split(".")[1]: value for key, value in deck.items() if key.startswith(name + ".")}


def residual(deck, solution):
    """The true relative residual, and how exactly the program can know it."""
    grid, rhs = section(deck, "grid"), section(deck, "rhs")
    numbers = {**PHYSICS, **section(deck, "physics")}
    coefficients = support_operator.Coefficients(grid, section(deck, "coefficients"),
                                                 numbers["depth"])
    parts = (grid, *support_operator.physics(grid, numbers), coefficients, section(deck, "boundaries"))
    if grid["domain"] == "sphere":
        f = support_sphere.right_side(grid["nx"], grid["nz"], rhs)
        true, magnitude = support_sphere.SphereOperator(*parts).norms(solution, f)
    else:
        true, magnitude = support_operator.Operator(*parts).residual(solution, support_operator.right_side(grid, rhs))
    return true, ROUNDINGS * 2.0**-53 * magnitude + RELATIVE * true


class RandomDecks(CommandLineTest):
    base = memory_directory()

    def outcome(self, seed, ranks=None):
        """Runs a deck: its settings, the exit code with all that was printed, report, solution."""
        deck, f = random_deck(seed)
        place = self.directory / f"{seed}_{ranks}"
        place.mkdir()
        if f is not None:
            deck["rhs.file"] = str(place / "f.npy")
            numpy.save(deck["rhs.file"], f)
        (place / "deck.toml").write_text("".join(
            f"{key} = {deck[key]}\n" for key in ("grid.nx", "grid.ny", "grid.nz")))
        settings = {**deck, "run.repeats": 1, "run.warmup": 0, "run.kernel_timings": False,
                    "output.solution": "u.npy", "output.unconverged": "replace"}
        done = subprocess.run(
            command("deck.toml", *options(settings), "--report", "report.json", ranks=ranks),
            cwd=place, text=True, capture_output=True, timeout=PATIENCE, check=False,
            env=environment(ranks, place))
        if done.returncode not in (0, 1):
            return deck, done, None, None
        return deck, done, json.loads((place / "report.json").read_text()), numpy.load(
            place / "u.npy")

    def on_ranks(self, seed, ranks):
        """One rank needs no launcher, which would take most of the time."""
        return self.outcome(seed, ranks if ranks > 1 else None)

    def check(self, seed):
        """True if the run is valid."""
        ranks = Draw([seed, MOST_RANKS]).integer(1, MOST_RANKS)
        deck, done, report, solution = self.on_ranks(seed, ranks)
        while done.returncode == 2 and ranks > 1:
            lines = [line for line in own_lines(done.stderr) if ": not used" not in line]
            self.assertRegex("\n".join(lines), REFUSED, deck)
            ranks //= 2
            deck, done, report, solution = self.on_ranks(seed, ranks)
        self.assertIn(done.returncode, (0, 1), f"{ranks} ranks, {deck}\n{done.stdout}{done.stderr}")
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
    main()
