"""isobar_flow on flows: known ones, ranks, restarts, outputs, and runs that go wrong."""

import csv
import math
import os
import unittest

from support_cli import FlowTest

CAVITY = """[grid]
nx = {nx}
ny = 1
nz = 16
length = [1.0, 0.0625, 1.0]
[flow]
reynolds = 100
[walls]
south = "free-slip"
north = "free-slip"
top_velocity = [1.0, 0.0, 0.0]
[time]
most_steps = {steps}
[multigrid]
smoother = "gauss-seidel"
"""
HEATED = """[grid]
nx = 16
ny = 8
nz = 16
[flow]
rayleigh = {rayleigh}
prandtl = 0.71
initial = "conduction"
[walls]
west_temperature = 1.0
east_temperature = 0.0
[time]
most_steps = {steps}
[multigrid]
smoother = "gauss-seidel"
levels = 2
"""


class Flows(FlowTest):
    def cavity(self, steps=20, nx=16):
        return self.write("deck.toml", CAVITY.format(nx=nx, steps=steps))

    def heated(self, steps=10, rayleigh="1e4"):
        return self.write("deck.toml", HEATED.format(rayleigh=rayleigh, steps=steps))

    def rows(self, name):
        with open(self.directory / name, encoding="utf-8") as file:
            return [{key: float(x) for key, x in row.items()} for row in csv.DictReader(file)]


class Runs(Flows):
    def test_a_cavity(self):
        report = self.solve(self.cavity())
        self.assertEqual(report["flow"]["ended_by"], "most_steps")
        self.assertEqual(report["flow"]["steps"], 20)
        self.assertEqual(report["solver"]["not_converged"], 0)
        self.assertEqual(report["fom"]["unit"], "Mcell steps/s")
        self.assertEqual(report["memory"]["solve_allocations"], 0)
        names = [check["name"] for check in report["verification"]["checks"]]
        self.assertEqual(names, ["finite", "stability", "pressure", "divergence",
                                 "manufactured_error", "manufactured_order", "symmetry"])
        kernels = {row["kernel"] for row in report["timings"]["kernels"]}
        self.assertLessEqual({"flow_predict_velocity", "flow_divergence", "flow_project"}, kernels)

    def test_an_absolute_tolerance_is_one_of_the_pressure(self):
        """The check of the divergence allows what the tolerance leaves, and no more."""
        tight = self.solve(self.cavity(), {"solver.tolerance": 1e-10})
        loose = self.solve(self.cavity(), {"solver.tolerance": 1e-10, "solver.absolute_tolerance": 1e-4})
        self.assertEqual(loose["solver"]["not_converged"], 0)
        self.assertLess(loose["solver"]["iterations"], tight["solver"]["iterations"])
        bounds = [next(check["bound"] for check in report["verification"]["checks"] if check["name"] == "divergence")
                  for report in (tight, loose)]
        self.assertLess(bounds[0], bounds[1])

    def test_a_vortex_decays_as_it_must(self):
        walls = "".join(f'{side} = "free-slip"\n' for side in
                        ("west", "east", "south", "north", "bottom", "top"))
        deck = self.write("deck.toml", "[grid]\nnx = 32\nny = 1\nnz = 32\nlength = [1, 0.25, 1]\n"
                          "[flow]\nviscosity = 0.05\ninitial = \"taylor-green\"\n"
                          f"[walls]\n{walls}[time]\nend_time = 0.5\n")
        for scheme in ("adams-bashforth", "runge-kutta"):
            with self.subTest(scheme=scheme):
                report = self.solve(deck, {"time.scheme": scheme})
                self.assertEqual(report["flow"]["ended_by"], "end_time")
                self.assertAlmostEqual(report["flow"]["time"], 0.5, delta=1e-12)
                # 1/2 of the integral of sin^2 cos^2 + cos^2 sin^2 over the box, times the decay.
                exact = 0.25 * 0.25 * math.exp(-4.0 * math.pi**2 * 0.05 * 0.5)
                self.assertAlmostEqual(report["flow"]["kinetic_energy"], exact, delta=0.01 * exact)

    def test_heat_that_is_conducted(self):
        """Without buoyancy the temperature stays linear: one unit of heat through each wall."""
        report = self.solve(self.heated(rayleigh="0", steps=5))
        fluxes = report["flow"]["wall_fluxes"]
        self.assertAlmostEqual(fluxes["west"], 1.0, delta=1e-6)
        self.assertAlmostEqual(fluxes["east"], -1.0, delta=1e-6)
        self.assertEqual(set(fluxes), {"west", "east"})
        box = report["flow"]["heat_flux"]
        self.assertAlmostEqual(box["x"], 1.0, delta=1e-12)
        self.assertAlmostEqual(box["y"], 0.0, delta=1e-12)
        self.assertAlmostEqual(box["z"], 0.0, delta=1e-12)

    def test_heat_that_is_carried(self):
        """In a steady flow every plane carries what the wall gives, so the mean of the box is that of the hot wall; the
        parabola at the wall is some percent off on so few cells."""
        deck = self.heated(rayleigh="1e4", steps=100000)
        alone = None
        for ranks in (None, 2):
            report = self.solve(deck, {"time.steady_rate": 1.0, "solver.tolerance": 1e-7}, ranks=ranks)
            flux, box = report["flow"]["wall_fluxes"], report["flow"]["heat_flux"]
            self.assertGreater(box["x"], 1.5)
            self.assertAlmostEqual(box["x"], flux["west"], delta=0.05 * flux["west"])
            self.assertLess(abs(box["y"]), 1e-3)
            alone = alone or box
            self.assertAlmostEqual(box["x"], alone["x"], delta=1e-4)
            self.assertRegex(report["screen"], r"heat flux +2\.\d+, .* in x, y and z, mean of the box")

    def test_a_flow_without_a_temperature_carries_no_heat(self):
        self.assertIsNone(self.solve(self.cavity(2))["flow"]["heat_flux"])

    def test_pressure_solves_are_counted_by_time(self):
        report = self.solve(self.cavity(250), {"time.scheme": "runge-kutta"})
        solver, history = report["solver"], report["solver"]["history"]
        self.assertEqual(history["steps_each"], 4)
        self.assertEqual({len(history[key]) for key in ("least", "mean", "most")}, {63})
        self.assertEqual(min(history["least"]), solver["least_iterations"])
        self.assertEqual(max(history["most"]), solver["most_iterations"])
        steps = [4] * 62 + [2]
        total = sum(3 * n * mean for n, mean in zip(steps, history["mean"]))
        self.assertAlmostEqual(total, solver["iterations"], delta=1e-6)
        self.assertEqual(solver["solves"], 750)

    def test_a_steady_rate_that_the_pressure_hides_is_named(self):
        warned = self.solve(self.cavity(2), {"time.steady_rate": 1e-6})
        self.assertEqual(warned["stderr"].count("\n"), 1)
        self.assertIn("--set time.steady_rate=1e-06: may never be seen", warned["stderr"])
        quiet = self.solve(self.cavity(2), {"time.steady_rate": 1e-6, "solver.tolerance": 1e-8})
        self.assertEqual(quiet["stderr"], "")

    def test_it_ends_when_it_is_steady(self):
        report = self.solve(self.cavity(100000), {"time.steady_rate": 0.05})
        self.assertEqual(report["flow"]["ended_by"], "steady_rate")
        self.assertLess(report["flow"]["rate_of_change"], 0.05)

    def test_precisions(self):
        for precision in ("float", "mixed"):
            with self.subTest(precision=precision):
                self.solve(self.heated(), {"solver.precision": precision,
                                           "solver.tolerance": 1e-3})

    def test_progress_is_shown_where_it_is_asked_for(self):
        done = self.start(self.cavity(3), "--progress", "on")
        self.assertRegex(done.stderr, r"^step +1  time \d")
        self.assertEqual(self.start(self.cavity(3)).stderr, "")

    def test_cold_starts_need_more_cycles(self):
        warm, cold = (self.solve(self.cavity(30), {"solver.start": start})["solver"]["iterations"]
                      for start in ("last", "zero"))
        self.assertLess(warm, cold)

    def test_ranks_give_one_flow(self):
        settings = {"output.probes": "p.csv", "output.fluxes": "f.csv",
                    "output.probe_points": [[0.3, 0.4, 0.6], [0.9, 0.1, 0.2]],
                    "solver.tolerance": 1e-10}
        alone = None
        for ranks in (None, 2, 4):
            with self.subTest(ranks=ranks):
                self.solve(self.heated(), settings, ranks=ranks)
                found = self.rows("p.csv") + self.rows("f.csv")
                alone = alone or found
                for row, expected in zip(found, alone, strict=True):
                    for key, value in expected.items():
                        self.assertAlmostEqual(row[key], value, delta=1e-7 * (1 + abs(value)))


class Outputs(Flows):
    def test_probes_fluxes_and_pictures(self):
        self.solve(self.heated(10), {"output.probes": "p.csv", "output.fluxes": "f.csv",
                                     "output.probe_points": [[0.5, 0.5, 0.5]], "output.vtk": "v",
                                     "output.every_steps": 4}, ranks=2)
        probes = self.rows("p.csv")
        self.assertEqual(list(probes[0]), ["time", "u0", "v0", "w0", "p0", "T0"])
        self.assertEqual(len(probes), 4)  # at the beginning, after 4 and 8 steps, at the end
        self.assertEqual(probes[0]["time"], 0.0)
        self.assertAlmostEqual(probes[0]["T0"], 0.5, delta=1e-12)
        self.assertEqual(list(self.rows("f.csv")[0]), ["time", "west", "east"])
        for name in ("v.pvts", "v_0001.vts", "v_at_0001.pvts", "v_at_0002_0001.vts"):
            self.assertTrue((self.directory / name).exists(), name)
        self.assertFalse((self.directory / "v_at_0003.pvts").exists())
        text = (self.directory / "v.pvts").read_text()
        for field in ("velocity_x", "velocity_z", "pressure", "temperature"):
            self.assertIn(f'Name="{field}"', text)

    def test_netcdf_has_the_same_fields(self):
        if os.environ["ISOBAR_HAS_NETCDF"] != "ON":
            line = self.refuse(self.cavity(2), "--set", "output.netcdf=f.nc", says="output.netcdf=f.nc")
            self.assertIn("ISOBAR_ENABLE_NETCDF=ON", line)
            return
        report = self.solve(self.heated(4), {"output.netcdf": "f.nc", "output.every_steps": 2,
                                             "output.solution": "unused.npy"}, ranks=2)
        self.assertEqual([file["what"] for file in report["files"]], ["netcdf"])
        self.assertIn("not used, only with problem.kind", report["stderr"])
        for name in ("f.nc", "f_at_0001.nc"):
            data = (self.directory / name).read_bytes()
            self.assertEqual(data[:4], b"CDF\x05")
            for field in (b"velocity_y", b"temperature", b"z_bounds", b"CF-1.8"):
                self.assertIn(field, data)

    def test_outputs_at_their_times(self):
        self.solve(self.heated(100000), {"output.fluxes": "f.csv", "output.every_time": 1e-3,
                                         "time.end_time": 4e-3})
        times = [row["time"] for row in self.rows("f.csv")]
        self.assertEqual(len(times), 5)
        for n, time in enumerate(times):
            self.assertAlmostEqual(time, n * 1e-3, delta=1e-12)

    def test_a_restart_is_the_same_run(self):
        for ranks, precision in ((None, "double"), (2, "double"), (None, "float")):
            with self.subTest(ranks=ranks, precision=precision):
                settings = {"solver.precision": precision, "solver.tolerance": 1e-4}
                self.solve(self.heated(12), {**settings, "output.restart": "whole"}, ranks=ranks)
                self.solve(self.heated(5), {**settings, "output.restart": "half"}, ranks=ranks)
                report = self.solve(self.heated(12),
                                    {**settings, "flow.initial": "restart",
                                     "flow.restart_from": "half", "output.restart": "again"},
                                    ranks=ranks)
                self.assertEqual(report["flow"]["steps"], 12)
                self.assertEqual(report["flow"]["steps_of_this_run"], 7)
                self.assertEqual((self.directory / "again").read_bytes(),
                                 (self.directory / "whole").read_bytes())


class Stability(Flows):
    def vortex(self, steps, viscosity=1e-6):
        """A deck with the CFL number 13.5 for a step of 1."""
        walls = "".join(f'{side} = "free-slip"\n' for side in
                        ("west", "east", "south", "north", "bottom", "top"))
        return self.write("deck.toml", "[grid]\nnx = 12\nny = 12\nnz = 12\n"
                          f"[flow]\nviscosity = {viscosity}\ninitial = \"taylor-green\"\n"
                          f"[walls]\n{walls}[time]\nmost_steps = {steps}\n")

    def ends(self, deck, settings, says, steps, ranks=None):
        """A run that ends in so many steps at most, and not as a result."""
        report = self.solve(deck, settings, ranks=ranks, code=1)
        self.assertEqual(report["flow"]["ended_by"], "unstable")
        self.assertEqual(report["flow"]["status"], "unstable")
        self.assertRegex(report["verification"]["reason"], f"^stability: .*{says}")
        self.assertLessEqual(report["flow"]["steps"], steps)
        return report

    def test_a_fixed_step_above_the_limit_is_refused_at_the_beginning(self):
        for ranks in (None, 2):
            self.refuse(self.vortex(20), "--set", "time.step=0.2", ranks=ranks,
                        says=("--set time.step=0.2: not stable", "CFL number of 2.69", "expected at most 0.0743",
                              "or time.cfl in its place"))
        self.refuse(self.vortex(20), "--set", "time.step=0.2", "--set", "time.scheme=runge-kutta",
                    says="takes at most 1.73")

    def test_a_step_that_is_short_enough_shows_its_numbers(self):
        report = self.solve(self.vortex(20), {"time.step": 0.04})
        self.assertLess(report["flow"]["kinetic_energy"], 0.2501)
        self.assertAlmostEqual(report["flow"]["largest_cfl"], 0.54, delta=0.01)
        self.assertLess(report["flow"]["energy_share"], 1.0)
        self.assertRegex(report["screen"], r"pass stability: CFL number at most 0\.5\d+ of 1, kinetic energy at "
                                           r"most 0\.9\d+ of what the equations allow")

    def test_energy_that_grows_without_a_cause_ends_the_run(self):
        """Adams-Bashforth without viscosity grows slowly near its limit, with steps of any kind; Runge-Kutta does not."""
        for ranks, settings in ((None, {"time.step": 0.04}), (3, {"time.step": 0.04}), (None, {"time.cfl": 1.0})):
            with self.subTest(ranks=ranks, settings=settings):
                report = self.ends(self.vortex(2000), settings, "kinetic energy .* expected a smaller time", 1999, ranks)
                self.assertLess(report["flow"]["kinetic_energy"], 0.3)
        self.solve(self.vortex(300), {"time.step": 0.12, "time.scheme": "runge-kutta"})

    def test_a_flow_that_becomes_too_fast_ends_the_run(self):
        """And keeps the last good restart, from which the same step is refused and a free one goes on."""
        deck = self.heated(1000, rayleigh="1e8")
        for ranks in (None, 2):
            with self.subTest(ranks=ranks):
                for old in self.directory.glob("r*"):
                    old.unlink()
                self.ends(deck, {"time.step": 1e-5, "output.restart": "r", "output.every_steps": 1}, "CFL number",
                          100, ranks)
                self.assertTrue((self.directory / "r").exists())
                self.assertFalse((self.directory / "r.unconverged").exists())
        again = {"flow.initial": "restart", "flow.restart_from": "r"}
        self.refuse(deck, *(word for key, value in again.items() for word in ("--set", f"{key}={value}")),
                    "--set", "time.step=2e-5", says="--set time.step=2e-5: not stable")
        self.solve(deck, {**again, "time.most_steps": 30})

    def test_a_start_from_rest_is_not_too_fast(self):
        """Diffusion alone would let the first step make velocities that no fall brings about."""
        report = self.solve(self.heated(20, rayleigh="1e12"))
        self.assertLess(report["flow"]["kinetic_energy"], 1e12)


class Failures(Flows):
    def test_a_flow_that_explodes_keeps_the_last_good_restart(self):
        """Its energy is above the largest number before anything else is seen."""
        deck = self.heated(1000, rayleigh="1e12")
        for ranks in (None, 2):
            with self.subTest(ranks=ranks):
                for old in self.directory.glob("r*"):
                    old.unlink()
                report = self.solve(deck, {"flow.rayleigh": 1e200, "output.restart": "r",
                                           "output.every_steps": 1, "solver.tolerance": 1e-2},
                                    ranks=ranks, code=1)
                self.assertEqual(report["flow"]["ended_by"], "not finite")
                self.assertRegex(report["verification"]["reason"], "^finite: ")
                self.assertFalse((self.directory / "r.unconverged").exists())

    def test_pressures_that_do_not_converge(self):
        report = self.solve(self.cavity(3), {"solver.max_iterations": 1, "solver.tolerance": 1e-12},
                            code=1)
        self.assertEqual(report["solver"]["not_converged"], 3)
        self.assertRegex(report["verification"]["reason"], "^pressure: 3 of 3 pressure solves")

    def test_decks_that_cannot_be(self):
        for setting, says in (("flow.viscosity=-1", "expected a number above 0"),
                              ("walls.west_velocity=[1,0,0]", "expected 0 in x"),
                              ("walls.bottom=periodic", "walls.top is not periodic"),
                              ("time.step=1", "not stable"),
                              ("output.probes=p.csv", "probe_points is empty")):
            for ranks in (None, 2):
                with self.subTest(setting=setting, ranks=ranks):
                    self.refuse(self.cavity(), "--set", setting, ranks=ranks,
                                says=(f"--set {setting}: ", says))


if __name__ == "__main__":
    unittest.main()
