"""Random decks of the Poisson equation: every run ends well, and what is called VALID solves the equation.

The solution is put into an operator in numpy (support_box.py), and its residual held against the report.
"""

import json
import subprocess
import unittest

import numpy

import support_box
from support_cli import (PATIENCE, SANITIZED, FlowTest, command, environment, memory_directory,
                         options, true_residual)
from support_decks import Draw

DECKS = 15 if SANITIZED else 100
LEAST_VALID = 0.8  # the others' smoothers do not converge
LAST_DIGIT = 1e-6


def draw_sides(draw):
    """What holds on each side; red-black steps close only around an even number of cells."""
    sides = {}
    for low, high in (("west", "east"), ("south", "north"), ("bottom", "top")):
        if draw.chance(0.2):
            sides[low] = sides[high] = "periodic"
        else:
            sides[low], sides[high] = (draw.one_of("dirichlet", "neumann") for _ in range(2))
    return sides


def draw_deck(seed):
    draw = Draw(seed)
    sides = draw_sides(draw)
    precision = draw.one_of("double", "double", "float", "mixed")
    cells = [draw.integer(2, 14) * 2 for _ in range(3)]
    smoother = draw.one_of("jacobi", "gauss-seidel", "sor", "chebyshev")
    deck = {"grid.nx": cells[0], "grid.ny": cells[1], "grid.nz": cells[2],
            "grid.length": [round(draw.scale(0.5, 2.0), 3) for _ in range(3)],
            "grid.stretching": [draw.one_of(1.0, 1.0, round(draw.number(1.0, 4.0), 2))
                                for _ in range(3)],
            "solver.precision": precision, "solver.max_iterations": 300,
            "solver.tolerance": draw.scale(1e-3, 1e-2) if precision == "float"
            else draw.scale(1e-9, 1e-3),
            "multigrid.smoother": smoother, "multigrid.before": draw.integer(1, 3),
            "multigrid.after": draw.integer(1, 3), "multigrid.cycle": draw.one_of("V", "W", "F"),
            "multigrid.restriction": draw.one_of("average", "full-weighting"),
            "multigrid.start": draw.one_of("zero", "zero", "full"),
            "multigrid.coarse_steps": draw.integer(4, 60)}
    # An odd number of cells around cannot be coloured: such levels are left out by themselves.
    f = draw.random.uniform(-1.0, 1.0, (cells[1], cells[0], cells[2]))
    return {**deck, **{f"sides.{side}": kind for side, kind in sides.items()}}, sides, f


class RandomDecks(FlowTest):
    base = memory_directory()

    def check(self, seed):
        """True if the run is valid."""
        deck, sides, f = draw_deck(seed)
        place = self.directory / str(seed)
        place.mkdir()
        numpy.save(place / "f.npy", f)
        (place / "deck.toml").write_text(
            '[problem]\nkind = "poisson"\n[run]\nrepeats = 1\nwarmup = 0\nkernel_timings = false\n'
            '[rhs]\nkind = "file"\nfile = "f.npy"\n[grid]\n'
            + "".join(f"{key[5:]} = {deck[key]}\n" for key in ("grid.nx", "grid.ny", "grid.nz")))
        done = subprocess.run(
            command("deck.toml", *options({**deck, "output.solution": "u.npy",
                                           "output.unconverged": "replace"}),
                    "--report", "report.json", executable=self.executable),
            cwd=place, text=True, capture_output=True, timeout=PATIENCE, check=False,
            env=environment(None, place))
        self.assertIn(done.returncode, (0, 1), f"{deck}\n{done.stdout}{done.stderr}")
        report = json.loads((place / "report.json").read_text())
        self.check_verdict(done.stdout, report, done.returncode)
        self.assertRegex(report["verification"]["reason"], "^$|^converged: |^true_residual: ", deck)
        u = numpy.load(place / "u.npy")
        if numpy.isfinite(u).all():
            edges = [support_box.interfaces(deck[f"grid.{n}"], length, ratio) for n, length, ratio in
                     zip(("nx", "ny", "nz"), deck["grid.length"], deck["grid.stretching"])]
            true = support_box.residual(u, f, edges, sides)
            self.assertLessEqual(abs(true - true_residual(report)), 1e-11 * (1.0 + 1e3 * true), deck)
            if done.returncode == 0:
                self.assertLessEqual(true, deck["solver.tolerance"] * (1 + LAST_DIGIT) + 1e-11)
        return done.returncode == 0

    def test_valid_runs_solve_the_equation(self):
        self.check_all(self.check, DECKS, LEAST_VALID)


if __name__ == "__main__":
    unittest.main()
