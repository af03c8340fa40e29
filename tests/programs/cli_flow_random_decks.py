"""Random decks of the Poisson equation: every run ends well, and what is called VALID solves the equation.

The solution is put into an operator in numpy (support_box.py), and its residual held against the report. A number as first
argument says how many decks; so does ISOBAR_RANDOM_DECKS.
"""

import unittest

import numpy

import support_box
import support_flow_decks as decks
import support_operator
from support_cli import true_residual
from support_random import RandomRuns, main, number_of_decks

DECKS = number_of_decks(200, 15)
LEAST_VALID = 0.65  # of some smoothers nothing converges; some boxes cannot be distributed over the ranks
LAST_DIGIT = 1e-6
# Keys of boxes, levels and ranks that do not go together; each run that is refused names one of them.
REFUSED = (r"grid\.n[xyz]|decomposition\.process_grid|multigrid\.(levels|merge|smoother)|amalgamation\.(level|ranks|smoother)")


def right_side(deck, edges, sides, f):
    kind = deck["rhs.kind"]
    if kind == "random":
        y, x, z = f.shape
        return support_operator.uniform(deck["rhs.seed"], numpy.arange(f.size)).reshape(y, x, z)
    if kind == "charges":
        return support_box.charges(edges, deck["rhs.charges"])
    return support_box.sines(edges, sides) if kind == "sines" else f


class RandomDecks(RandomRuns):
    def check(self, seed):
        deck, sides, f, ranks = decks.poisson_deck(seed)
        place = self.place(seed)
        numpy.save(place / "f.npy", f)
        more = {"rhs.file": "f.npy"} if deck["rhs.kind"] == "file" else {}
        done, report = self.run_deck(
            place, "poisson", {**deck, **more, "run.repeats": 1, "run.warmup": 0, "output.solution": "u.npy",
                               "output.unconverged": "replace"}, ranks)
        if report is None:
            return self.is_refused(done, REFUSED)
        self.assertRegex(report["verification"]["reason"], "^$|^converged: |^true_residual: ", deck)
        self.check_solution(deck, sides, f, report, numpy.load(place / "u.npy"))
        return "VALID" if done.returncode == 0 else "INVALID"

    def check_solution(self, deck, sides, f, report, u):
        if not numpy.isfinite(u).all():
            self.assertFalse(report["verification"]["valid"])
            return
        edges = decks.edges_of(deck, support_box.interfaces)
        true = support_box.residual(u, right_side(deck, edges, sides, f), edges, sides)
        self.assertLessEqual(abs(true - true_residual(report)), 1e-11 * (1.0 + 1e3 * true), deck)
        if not report["verification"]["valid"]:
            return
        self.assertLessEqual(true, deck["solver.tolerance"] * (1 + LAST_DIGIT) + 1e-11)
        if support_box.is_singular(sides):
            volume = support_box.volumes(edges)
            mean = numpy.sum(u * volume) / numpy.sum(volume)
            self.assertLessEqual(abs(mean), 1e-5 * numpy.max(abs(u)), deck)

    def test_valid_runs_solve_the_equation(self):
        self.check_decks(DECKS, LEAST_VALID)

    def test_a_wrong_solution_is_seen(self):
        """Not a test of the program but of this one."""
        deck, sides, f, _ = decks.poisson_deck(3)
        edges = decks.edges_of(deck, support_box.interfaces)
        f = right_side(deck, edges, sides, f)
        u = f.copy()
        for wrong in (0.0, 1e-3):
            other = u.copy()
            other[1, 1, -1] += wrong
            difference = abs(support_box.residual(other, f, edges, sides)
                             - support_box.residual(u, f, edges, sides))
            self.assertEqual(difference > 1e-11 * (1.0 + 1e3), wrong > 0.0)


if __name__ == "__main__":
    main()
