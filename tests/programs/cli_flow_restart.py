"""Restart files of isobar_flow: damaged ones and those of other flows are refused; a run in pieces leaves the files of a straight one."""

import json
import math
import os
import random
import shutil
import struct
import sys
import unittest

from cli_flow_runs import Flows
from support_cli import SCRIPTS

sys.path.insert(0, str(SCRIPTS))
from verify_flow_items.restart import HEAD_BYTES, file_of, head_of  # noqa: E402

GO_ON = {"flow.initial": "restart", "flow.restart_from": "r"}
GOING_ON = ("--set", "flow.initial=restart", "--set", "flow.restart_from=r")
CELLS = 16 * 16


class Restarts(Flows):
    def first(self, steps=3, **settings):
        """The bytes of a cavity's restart file, r."""
        self.solve(self.cavity(steps), {"output.restart": "r", **settings})
        return (self.directory / "r").read_bytes()

    def refuse_file(self, content, says, ranks=None, deck=None):
        (self.directory / "r").write_bytes(content)
        line = self.refuse(deck or self.cavity(6), *GOING_ON, ranks=ranks, says=says)
        self.assertIn("--set flow.restart_from=r: r ", line)
        self.assertIn("; expected ", line)


class Damage(Restarts):
    def test_a_changed_bit_anywhere(self):
        good, numbers = self.first(), random.Random(38)
        places = [0, 19, 31, HEAD_BYTES - 1, HEAD_BYTES, len(good) - 1]
        places += [numbers.randrange(len(good)) for _ in range(40)]
        for n, place in enumerate(places):
            with self.subTest(place=place):
                bad = bytearray(good)
                bad[place] ^= 1 << numbers.randrange(8)
                self.refuse_file(bytes(bad), says="", ranks=(None, 2, 4)[n % 3] if n < 9 else None)

    def test_swapped_and_moved_bytes(self):
        good, numbers = self.first(), random.Random(39)
        for _ in range(10):
            a, b = (HEAD_BYTES + 8 * numbers.randrange((len(good) - HEAD_BYTES) // 8) for _ in "ab")
            bad = bytearray(good)
            bad[a:a + 8], bad[b:b + 8] = good[b:b + 8], good[a:a + 8]
            if bad != good:
                self.refuse_file(bytes(bad), says="is damaged")

    def test_files_of_other_sizes(self):
        good = self.first()
        for ranks in (None, 2):
            self.refuse_file(good[:-8], says=("is not complete", f"{len(good) - 8} bytes"), ranks=ranks)
            self.refuse_file(good + b"\n", says="is too long", ranks=ranks)
        for size in (0, 1, 21, 22, 100, HEAD_BYTES - 1, HEAD_BYTES, HEAD_BYTES + 8):
            with self.subTest(size=size):
                self.refuse_file(good[:size], says="is no")

    def test_what_is_no_restart_file(self):
        good = self.first()
        for content in (b"x" * len(good), json.dumps({"a": [1] * 3000}).encode(), b"\0" * len(good),
                        random.Random(1).randbytes(len(good)), good.replace(b"isobar_flow", b"isobar_fern", 1)):
            for ranks in (None, 2):
                self.refuse_file(content, says="is no restart file of isobar_flow", ranks=ranks)
        self.refuse_file(good.replace(b"restart 2", b"restart 3", 1), says="isobar_flow restart 3")
        for name, says in (("d", "Is a directory"), ("pipe", "Is a pipe")):
            (os.mkdir if name == "d" else os.mkfifo)(self.directory / name)
            for ranks in (None, 2):
                self.refuse(self.cavity(6), "--set", "flow.initial=restart", "--set", f"flow.restart_from={name}",
                            ranks=ranks, says=says)

    def test_numbers_that_cannot_be_although_the_checksums_fit(self):
        good = self.first()
        head, fields = head_of(good), good[HEAD_BYTES:]
        for lines, says in (({"clock.time": "nan"}, "time nan"), ({"clock.time": (-8.0).hex()}, "time -8"),
                            ({"clock.time": "inf"}, "time inf"), ({"clock.steps": "-3"}, "-3 steps"),
                            ({"clock.last_dt": (9.0).hex()}, "length 9"), ({"outputs": "4"}, "4 outputs"),
                            ({"clock.steps": "three"}, "is no restart file")):
            self.refuse_file(file_of({**head, **lines}, fields), says=says)
        for number, says in ((math.nan, "velocity_x = nan in cell (8, 0, 3)"), (math.inf, "= inf"),
                             (1e6, "CFL number"), (-1e300, "CFL number")):
            at = 8 * (8 * 16 + 3)
            bad = fields[:at] + struct.pack("d", number) + fields[at + 8:]
            for ranks in (None, 2):
                self.refuse_file(file_of(head, bad), says=says, ranks=ranks)


class OtherFlows(Restarts):
    def test_the_line_names_the_key_and_both_values(self):
        self.solve(self.heated(2), {"output.restart": "r"})
        for key, value, there, here in (
                ("grid.nx", 8, "16", "8"), ("grid.length", "[1,2,1]", "[1, 1, 1]", "[1, 2, 1]"),
                ("grid.stretching", "[1,1,2.5]", "[1, 1, 1]", "[1, 1, 2.5]"),
                ("walls.top", "free-slip", "no-slip", "free-slip"),
                ("walls.top_velocity", "[1,0,0]", "[0, 0, 0]", "[1, 0, 0]"),
                ("walls.west_temperature", 2, "1", "2"),
                ("walls.east_temperature", "insulated", "0", "insulated"),
                ("time.scheme", "runge-kutta", "adams-bashforth", "runge-kutta"),
                ("solver.precision", "float", "double", "float")):
            for ranks in (None, 2):
                self.refuse(self.heated(4), *GOING_ON, "--set", f"{key}={value}", ranks=ranks,
                            says=("--set flow.restart_from=r: r is of a flow with "
                                  f"{key} = {there}, and this run has {here}; expected the same value"))
        self.refuse(self.heated(4, rayleigh="2e4"), *GOING_ON, says=("flow.buoyancy = 7100, ", "has 14200;"))
        self.refuse(self.cavity(4), *GOING_ON, says=("grid.ny = 8, ", "has 1;"))

    def test_what_may_change(self):
        self.first()
        for settings in ({"time.cfl": 0.2}, {"time.step": 1e-3}, {"time.end_time": 0.2},
                         {"solver.precision": "mixed", "solver.tolerance": 1e-3}, {"multigrid.levels": 2},
                         {"multigrid.smoother": "jacobi"}, {"output.vtk": "v", "output.every_steps": 1},
                         {"decomposition.process_grid": "[1,1]"}):
            with self.subTest(settings=settings):
                report = self.solve(self.cavity(6), {**GO_ON, **settings})
                self.assertLess(report["flow"]["steps_of_this_run"], report["flow"]["steps"])
                self.assertEqual(report["stderr"], "")


class Format1(Restarts):
    """Files of Isobar 1.0.0."""

    def old(self, clock=None, fields=None):
        good = self.first()
        head = head_of(good)
        line = clock or f"{head['clock.steps']} {head['clock.time']} {head['clock.last_dt']}"
        text = f"isobar_flow restart 1: 16 x 1 x 16 cells, without temperature, adams-bashforth\n{line}\n"
        return text.encode().ljust(512, b"\n") + (fields or good[HEAD_BYTES:])

    def test_they_are_taken_with_a_note(self):
        content = self.old()
        for ranks in (None, 2):
            self.solve(self.cavity(6), {**GO_ON, "output.restart": "new"}, ranks=ranks)
            new = (self.directory / "new").read_bytes()
            (self.directory / "old").write_bytes(content)
            report = self.solve(self.cavity(6), {**GO_ON, "flow.restart_from": "old", "output.restart": "again"},
                                ranks=ranks)
            self.assertEqual(report["stderr"].count("has format 1"), 1)
            self.assertEqual((self.directory / "again").read_bytes(), new)

    def test_their_numbers_are_checked(self):
        for clock, says in (("3 nan 0x1p-9", "time nan"), ("3 -0x1p+3 0x1p-9", "time -8"), ("3 0x1p-3", "is no restart"),
                            ("-3 0x1p-3 0x1p-9", "-3 steps")):
            self.refuse_file(self.old(clock), says=says)
        huge = struct.pack("d", 1e6) * CELLS
        for number, says in ((huge, "CFL number"), (struct.pack("d", math.nan) * CELLS, "velocity_x = nan")):
            content = self.old()
            self.refuse_file(content[:512] + number + content[512 + len(number):], says=says)
        self.refuse_file(self.old()[:-8], says="is not complete")
        self.refuse_file(self.old(), says=("16 x 1 x 16 cells", "8 x 1 x 16 cells"), deck=self.cavity(6, nx=8))


class Pieces(Restarts):
    """Runs in pieces, each the same deck again but for its number of steps, in a directory of their own."""

    OUTPUTS = {"output.probes": "p.csv", "output.fluxes": "f.csv", "output.restart": "r", "output.vtk": "v",
               "output.probe_points": [[0.3, 0.4, 0.6], [0.9, 0.1, 0.2]], "solver.tolerance": 1e-6}

    def setUp(self):
        super().setUp()
        self.top = self.directory
        if os.environ["ISOBAR_HAS_NETCDF"] == "ON":
            self.OUTPUTS = {**self.OUTPUTS, "output.netcdf": "f.nc"}

    def at(self, name):
        """The next runs are in this directory."""
        self.directory = self.top / name
        self.directory.mkdir(exist_ok=True)

    def run_to(self, steps, settings, ranks, goes_on=False):
        return self.solve(self.heated(steps), {**self.OUTPUTS, **settings, **(GO_ON if goes_on else {})}, ranks=ranks)

    def files(self, name):
        """The files of runs by name. NetCDF files hold the time of day, so only their names count."""
        return {path.name: path.read_bytes() if path.suffix != ".nc" else b"" for path in (self.top / name).iterdir()
                if path.name not in ("deck.toml", "report.json")}

    def compare(self, names=None):
        straight, pieces = self.files("straight"), self.files("pieces")
        if names is None:
            self.assertEqual(sorted(pieces), sorted(straight))
        for name in names or straight:
            self.assertEqual(pieces[name], straight[name], name)

    def test_they_leave_the_files_of_a_straight_run(self):
        for ranks in (None, 2, 4):
            for settings in ({"output.every_steps": 4}, {"output.every_time": 3e-3, "time.step": 4e-4}):
                with self.subTest(ranks=ranks, settings=settings):
                    for name in ("straight", "pieces"):
                        shutil.rmtree(self.top / name, ignore_errors=True)
                    self.at("straight")
                    self.run_to(21, settings, ranks)
                    self.at("pieces")
                    for n, steps in enumerate((3, 4, 9, 16, 17, 21)):  # on outputs, before and behind them
                        self.run_to(steps, settings, ranks, goes_on=n > 0)
                    self.compare()
                    self.assertGreaterEqual(len(self.rows("p.csv")), 4)

    def test_a_piece_again_changes_nothing(self):
        self.at("pieces")
        for steps, settings in ((8, {"output.every_steps": 4}), (9, {"output.every_steps": 4}), (9, {})):
            with self.subTest(steps=steps, settings=settings):
                self.run_to(steps, settings, None)
                before = self.files("pieces")
                report = self.solve(self.heated(steps), {**self.OUTPUTS, **settings, **GO_ON}, code=1)
                self.assertEqual(report["verification"]["reason"], "work: no time step was made")
                self.assertEqual(self.files("pieces"), before)

    def test_what_ran_on_behind_the_restart_is_cut_off(self):
        settings = {"output.every_steps": 4}
        self.at("straight")
        self.run_to(14, settings, 2)
        self.at("pieces")
        self.run_to(8, settings, 2)
        old = (self.directory / "r").read_bytes()
        self.run_to(14, settings, 2, goes_on=True)
        (self.directory / "r").write_bytes(old)
        self.run_to(14, settings, 2, goes_on=True)
        self.compare()

    def test_an_interrupted_run_goes_on_from_what_it_left(self):
        """Files of a run that was interrupted before its first output lie beside the names, of which others may have some."""
        settings = {"output.every_steps": 4}
        self.at("straight")
        self.run_to(9, settings, None)
        self.at("pieces")
        self.run_to(3, settings, None)
        for name in ("p.csv", "f.csv", "r"):
            path = self.directory / name
            path.rename(path.with_name(f"{path.stem}.unconverged{path.suffix}"))
        self.write("p.csv", "of another run\n")
        self.solve(self.heated(9), {**self.OUTPUTS, **settings, **GO_ON, "flow.restart_from": "r.unconverged"})
        self.compare(("p.csv", "f.csv", "r", "v_at_0001.pvts", "v_at_0002_0000.vts", "v_0000.vts"))

    def test_without_times_each_piece_leaves_the_row_of_its_end(self):
        self.at("pieces")
        for n, steps in enumerate((2, 5, 7)):
            end = self.run_to(steps, {}, None, goes_on=n > 0)["flow"]["time"]
            times = [row["time"] for row in self.rows("p.csv")]
            self.assertEqual(len(times), n + 2)
            self.assertEqual((times[0], times[-1]), (0.0, end))

    def test_a_new_name_begins_anew(self):
        self.at("pieces")
        start = self.run_to(2, {}, None)["flow"]["time"]
        self.run_to(4, {"output.probes": "new.csv"}, None, goes_on=True)
        self.assertEqual(self.rows("new.csv")[0]["time"], start)
        self.assertEqual(len(self.rows("new.csv")), 2)

    def test_files_that_no_run_goes_on_with(self):
        self.at("pieces")
        self.run_to(4, {"output.every_steps": 2}, None)
        old = (self.directory / "p.csv").read_bytes()
        for ranks in (None, 2):
            self.refuse_to_go_on(ranks, "output.probe_points are not those", {"output.probe_points": [[0.1, 0.1, 0.1]] * 2})
            self.refuse_to_go_on(ranks, 'p.csv, which this run would go on with, begins with "time,u0,',
                                 {"output.probe_points": [[0.1, 0.1, 0.1]]})
        for content, says in ((b"", None), (b"\n", 'begins with ""'), (old + b"0,1\n", "line 5 has 2 numbers"),
                              (old[:-9], "ends within a line"), (old + old.splitlines()[2] + b"\n", "expected times that grow")):
            (self.directory / "p.csv").write_bytes(content)
            if says:
                self.refuse_to_go_on(None, says, {})
                self.assertEqual((self.directory / "p.csv").read_bytes(), content)

    def refuse_to_go_on(self, ranks, says, settings):
        words = []
        for key, value in {**self.OUTPUTS, "output.every_steps": 2, **GO_ON, **settings}.items():
            words += ["--set", f"{key}={json.dumps(value) if isinstance(value, list) else value}"]
        line = self.refuse(self.heated(8), *words, ranks=ranks, says=says)
        self.assertIn("--set output.probes=p.csv: ", line)


class Names(Restarts):
    def test_files_on_the_way_are_meant_once(self):
        self.first()
        given = {"output.vtk": "v", "output.every_steps": 2}
        for settings, says in (({"output.report": "v_at_0001.pvts"}, "output.report=v_at_0001.pvts"),
                               ({"output.report": "./v_at_0007_0000.vts"}, "output.report="),
                               ({"output.probes": "v_at_0002.pvts", "output.probe_points": "[[0,0,0]]"}, "output.probes="),
                               ({"output.restart": "v_at_12345_0001.vts"}, "output.restart=")):
            words = [word for key, value in {**given, **settings}.items() for word in ("--set", f"{key}={value}")]
            for ranks in (None, 2):
                self.refuse(self.cavity(6), *words, ranks=ranks,
                            says=(says, "is the same file as --set output.vtk=v; expected another name"))
        (self.directory / "v_at_0003.pvts").symlink_to("r")
        words = [word for key, value in {**given, **GO_ON}.items() for word in ("--set", f"{key}={value}")]
        self.refuse(self.cavity(6), *words, says=("--set output.vtk=v: v_at_0003.pvts", "--set flow.restart_from=r"))

    def test_the_file_that_is_gone_on_from(self):
        self.first()
        (self.directory / "w.pvts").symlink_to("r")
        for key, name in (("output.report", "./r"), ("output.vtk", "w")):
            self.refuse(self.cavity(6), *GOING_ON, "--set", f"{key}={name}",
                        says=(f"--set {key}={name}: ", "flow.restart_from=r"))
        os.link(self.directory / "r", self.directory / "hard")
        self.solve(self.cavity(6), {**GO_ON, "output.restart": "hard"})
        report = self.solve(self.cavity(8), {**GO_ON, "flow.restart_from": "hard", "output.restart": "hard"})
        self.assertEqual(report["flow"]["steps_of_this_run"], 2)


class Ranks(Restarts):
    def test_a_file_is_the_same_whichever_ranks_write_it(self):
        self.solve(self.heated(3), {"output.restart": "r"})
        for ranks in (None, 2, 3, 4):
            self.solve(self.heated(3), {**GO_ON, "output.restart": "again"}, ranks=ranks, code=1)
            self.assertEqual((self.directory / "again").read_bytes(), (self.directory / "r").read_bytes())


if __name__ == "__main__":
    unittest.main()
