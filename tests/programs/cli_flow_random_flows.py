"""Random flows: every run ends well, and what is called VALID is what its equations ask for.

A flow of some steps is written to a restart file, and a run from there makes one step more. Divergence, energy, walls and
the whole step are computed once more in numpy (support_flow_step.py). How many flows: as in cli_flow_random_decks.py.
"""

import unittest

import numpy

import support_box
import support_flow_decks as decks
from support_flow_step import Grid, read_restart, weights
from support_random import RandomRuns, main, number_of_decks

FLOWS = number_of_decks(60, 8)
LEAST_VALID = 0.6  # fixed steps are often too long
REFUSED = (r"time\.step|grid\.n[xyz]|decomposition\.process_grid|multigrid\.(levels|merge|smoother)|"
           r"amalgamation\.(level|ranks|smoother)")


def is_driven(walls, deck):
    """Whether anything can give energy to the flow."""
    moves = any(name.endswith("_velocity") and any(value) for name, value in walls.items())
    return moves or deck.get("flow.buoyancy", 0.0) != 0.0


class Flow:
    """The contents of a run's restart file."""

    def __init__(self, deck, walls, path, report):
        cells = [deck[f"grid.{n}"] for n in ("nx", "ny", "nz")]
        self.with_temperature = "flow.diffusivity" in deck
        self.fields, self.rates, self.pressure = read_restart(path, cells, self.with_temperature)
        self.grid = Grid(decks.edges_of(deck, support_box.interfaces), walls)
        self.said = report["flow"]
        self.digits = 2e-5 if deck["solver.precision"] == "float" else 1e-11

    @property
    def energy(self):
        return self.grid.energy(self.fields)


class RandomFlows(RandomRuns):
    def check(self, seed):
        deck, walls, steps, ranks = decks.flow_deck(seed)
        place = self.place(seed)
        first = {**deck, "time.most_steps": steps, "output.restart": "first"}
        done, report = self.run_deck(place, "flow", first, ranks)
        if report is None:
            return self.is_refused(done, REFUSED)
        if done.returncode == 1:
            self.assertRegex(report["verification"]["reason"], "^stability: |^pressure: ", deck)
            return "INVALID"
        before = Flow(deck, walls, place / "first", report)
        self.check_flow(before, deck, walls)
        more = {"time.most_steps": steps + 1, "flow.initial": "restart", "flow.restart_from": "first",
                "output.restart": "second"}
        done, report = self.run_deck(place, "flow", {**deck, **more}, ranks)
        if report is None:  # a fixed step that is too long for what the flow has become
            return self.is_refused(done, r"time\.step")
        if done.returncode == 1:
            self.assertRegex(report["verification"]["reason"], "^stability: |^pressure: ", deck)
            return "INVALID"
        behind = Flow(deck, walls, place / "second", report)
        self.check_flow(behind, deck, walls)
        if not is_driven(walls, deck):
            self.assertLessEqual(behind.energy, before.energy * 1.02, deck)
        if deck["time.scheme"] == "adams-bashforth":
            self.check_step(before, behind, deck)
        if seed % 4 == 0:
            self.check_restart(place, deck, steps, ranks)
        return "VALID"

    def check_flow(self, flow, deck, walls):
        """Checks of every velocity: divergence and energy are those of the report, and nothing flows through walls."""
        u = flow.fields
        self.assertTrue(all(numpy.isfinite(x).all() for x in u), deck)
        divergence = numpy.linalg.norm(flow.grid.divergence(u))
        scale = max(numpy.max(abs(x)) for x in u[:3]) * flow.grid.volume(3).size**0.5
        self.assertAlmostEqual(divergence, flow.said["divergence"], delta=flow.digits * scale, msg=str(deck))
        self.assertAlmostEqual(flow.energy, flow.said["kinetic_energy"],
                               delta=10.0 * flow.digits * flow.energy, msg=str(deck))
        for axis, (low, _) in enumerate(decks.PAIRS):
            if walls[low] != "periodic":
                self.assertEqual(numpy.max(abs(numpy.take(u[axis], 0, axis))), 0.0, deck)
        if deck["flow.initial"] == "taylor-green" and not is_driven(walls, deck):
            start = flow.grid.energy(decks.taylor_green(decks.edges_of(deck, support_box.interfaces), walls))
            self.assertLessEqual(flow.energy, start * 1.02, deck)

    def check_step(self, before, behind, deck):
        """The rates of the flow before the step, and what they and the pressure make of it."""
        numbers = [deck.get(f"flow.{name}", 0.0) for name in ("viscosity", "diffusivity", "buoyancy")]
        rates = before.grid.rates(before.fields, *numbers)
        now, last = weights(behind.said["last_step"], before.said["last_step"])
        for f, rate in enumerate(rates):
            size = max(numpy.max(abs(r)) for r in rates) + 1e-3
            self.assertLessEqual(numpy.max(abs(rate - behind.rates[f])), 1e2 * behind.digits * size, deck)
            expected = before.fields[f] + now * rate + last * before.rates[f]
            if f < 3:
                expected = expected - (now + last) * before.grid.gradient(behind.pressure, f)
            size = max(numpy.max(abs(expected)), numpy.max(abs(before.fields[f])), now * size)
            self.assertLessEqual(numpy.max(abs(expected - behind.fields[f])), 1e2 * behind.digits * size, deck)

    def check_restart(self, place, deck, steps, ranks):
        """A run without a break is the same to the last bit."""
        whole = {**deck, "time.most_steps": steps + 1, "output.restart": "whole"}
        self.assertEqual(self.run_deck(place, "flow", whole, ranks)[0].returncode, 0)
        cells = [deck[f"grid.{n}"] for n in ("nx", "ny", "nz")]
        for one, other in zip(*(read_restart(place / name, cells, "flow.diffusivity" in deck)
                                for name in ("whole", "second"))):
            self.assertEqual(numpy.asarray(one).tobytes(), numpy.asarray(other).tobytes(), deck)

    def test_valid_runs_are_flows(self):
        self.check_decks(FLOWS, LEAST_VALID)


if __name__ == "__main__":
    main()
