"""isobar_flow with forces, gravity in any direction, heat sources, in- and outflows and obstacles."""

import unittest

from support_cli import INPUTS, FlowTest

CYLINDER = {"grid.nx": 44, "grid.ny": 4, "grid.nz": 8, "grid.length": "[2.2,0.4,0.41]",
            "output.probe_points": "[[0.4,0.2,0.2]]"}
HEATED = """[grid]
nx = 8
ny = 8
nz = 8
[flow]
viscosity = 0.1
diffusivity = 0.1
buoyancy = 2.0
gravity = {gravity}
heat_source = {source}
[walls]
west_temperature = {temperature}
[time]
end_time = 1.0
"""


class Forces(FlowTest):
    def test_a_channel_reaches_its_parabola(self):
        """Half the mean of (6 z (1 - z))^2 is 0.6; the stencil adds force h^2 / (8 viscosity) to u."""
        for ranks in (None, 2):
            report = self.solve(INPUTS / "flow" / "channel.toml", {"grid.nx": 4, "grid.ny": 4, "grid.nz": 8, "time.end_time": 12.0},
                                ranks=ranks)
            energy = report["flow"]["kinetic_energy"]
            shift = 1.2 / (8.0 * 0.1 * 8**2)
            self.assertAlmostEqual(energy, 0.6 + shift + 0.5 * shift**2, delta=5e-3)
            self.assertLessEqual(report["flow"]["energy_share"], 1.0)

    def test_gravity_turns_a_flow_with_the_box(self):
        """Heated from the west against gravity along z, and the same turned by a quarter about y."""
        upright = self.write("upright.toml", HEATED.format(gravity="[0, 0, -9.81]", source=0.0, temperature=1.0))
        turned = self.write("turned.toml", HEATED.format(gravity="[-1, 0, 0]", source=0.0, temperature=1.0)
                            .replace("west_temperature", "bottom_temperature"))
        energies = [self.solve(deck)["flow"]["kinetic_energy"] for deck in (upright, turned)]
        self.assertGreater(energies[0], 1e-6)
        self.assertAlmostEqual(energies[0], energies[1], delta=1e-3 * energies[0])

    def test_a_heat_source_heats(self):
        """Without walls that are cold all of the box rises by the source, and stays at rest."""
        deck = self.write("deck.toml", HEATED.format(gravity="[0, 0, -1]", source=0.5, temperature='"insulated"'))
        report = self.solve(deck, {"output.probes": "p.csv", "output.probe_points": "[[0.5,0.5,0.5]]"})
        last = (self.directory / "p.csv").read_text().splitlines()[-1].split(",")
        self.assertAlmostEqual(float(last[-1]), 0.5, delta=1e-12)
        self.assertLess(report["flow"]["kinetic_energy"], 1e-12)


class Obstacles(FlowTest):
    def cylinder(self, ranks=None, **more):
        return self.solve(INPUTS / "flow" / "cylinder.toml", {**CYLINDER, "output.every_time": 1e9, "time.most_steps": 6,
                                                              "output.probes": "p.csv", **more}, ranks=ranks)

    def test_ranks_agree(self):
        alone = self.cylinder(**{"solver.tolerance": 1e-10})
        for ranks in (2, 4):
            several = self.cylinder(ranks, **{"solver.tolerance": 1e-10})
            self.assertAlmostEqual(several["flow"]["kinetic_energy"], alone["flow"]["kinetic_energy"], delta=1e-9)

    def test_every_solver_of_the_box_preconditions(self):
        energies = [self.cylinder(**{"solver.tolerance": 1e-9, **settings})["flow"]["kinetic_energy"] for settings in
                    ({}, {"solver.method": "direct"}, {"solver.precision": "mixed"}, {"multigrid.coarse_solver": "cg"})]
        for energy in energies[1:]:
            self.assertAlmostEqual(energy, energies[0], delta=1e-8)

    def test_a_run_in_pieces_is_a_straight_one_to_the_bit(self):
        for ranks in (None, 2):
            self.cylinder(ranks, **{"output.restart": "straight"})
            self.cylinder(ranks, **{"output.restart": "half", "time.most_steps": 3})
            self.cylinder(ranks, **{"output.restart": "pieces", "flow.initial": "restart", "flow.restart_from": "half"})
            self.assertEqual((self.directory / "pieces").read_bytes(), (self.directory / "straight").read_bytes())
        self.refuse(INPUTS / "flow" / "cylinder.toml", "--set", "flow.initial=restart", "--set", "flow.restart_from=half",
                    *[word for key, value in {**CYLINDER, "obstacles.cylinders": "[[0.3,0.2,0.05]]", "output.probes": "q.csv"}.items()
                      for word in ("--set", f"{key}={value}")], says="half is of a flow with obstacles = ")


class CoarsestLevels(FlowTest):
    def test_a_truncated_cycle_wants_its_coarsest_level_solved(self):
        deck = self.write_deck(32, 32, 32)
        counts = {}
        for way in ("steps", "residual", "cg", "exact"):
            for ranks in (None, 2):
                report = self.solve(deck, {"multigrid.levels": 3, "multigrid.coarse_solver": way, "multigrid.coarse_steps": 2,
                                           "rhs.kind": "random"}, ranks=ranks)
                counts[way, ranks] = report["solver"]["iterations"]
        for ranks in (None, 2):
            for way in ("residual", "cg", "exact"):
                self.assertLessEqual(counts[way, ranks], 9)
                self.assertLess(counts[way, ranks], counts["steps", ranks])

    def test_restrictions_of_the_paper(self):
        deck = self.write_deck(32, 32, 32)
        counts = []
        for restriction in ("average", "half-weighting", "injection"):
            report = self.solve(deck, {"multigrid.restriction": restriction, "multigrid.smoother": "jacobi", "multigrid.before": 4,
                                       "multigrid.after": 4, "rhs.kind": "random"}, ranks=2)
            counts.append(report["solver"]["iterations"])
        self.assertEqual(counts, sorted(counts))
        self.assertLessEqual(counts[-1], 25)


if __name__ == "__main__":
    unittest.main()
