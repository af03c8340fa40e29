"""scripts/scale: runs of decks and of problem classes on several numbers of ranks, their figures and efficiencies, and how it refuses."""

import importlib.util
import json
import os
import shutil
import statistics
import subprocess
import sys
import unittest

from support_cli import EXECUTABLE, SCRIPTS, ScriptTest

SMALL = {"grid.nx": 32, "grid.ny": 32, "grid.nz": 8, "run.repeats": 4, "sequence.least_seconds": 0.0, "multigrid.levels": 3}
QUICK = [word for key, value in SMALL.items() for word in ("--set", f"{key}={value}")]
PICTURES = importlib.util.find_spec("matplotlib") is not None


class ScaleTest(ScriptTest):
    def scale(self, *arguments, code=0):
        return self.script("scale", *arguments, "--isobar", EXECUTABLE, "--out", self.directory / "out", code=code)

    def result(self, name):
        return json.loads((self.directory / "out" / f"{name}.json").read_text())

    def rows(self, name):
        """Rows of the table, each by the names of its columns."""
        table = self.result(name)["table"]
        return [dict(zip(table["columns"], row)) for row in table["rows"]]

    def report(self, name):
        return json.loads((self.directory / "out" / "reports" / f"{name}.json").read_text())


class Decks(ScaleTest):
    def test_strong_scaling_of_two_transports(self):
        deck = self.write_deck(nx=16, ny=16, nz=4)
        said = self.scale(deck, "--strong", "--ranks", "2,1", "--transport", "staged", "--transport", "peer",
                          "--set", "multigrid.levels=2")
        self.assertIn("efficiency %", said)
        rows = self.rows("deck-strong")
        self.assertEqual([(row["transport"], row["ranks"], row["unknowns"]) for row in rows],
                         [("staged", 1, 1024), ("staged", 2, 1024), ("peer", 1, 1024), ("peer", 2, 1024)])
        self.assertEqual([row["efficiency %"] for row in rows if row["ranks"] == 1], [100.0, 100.0])
        self.assertEqual(rows[3]["halos"], "peer, device")
        one, two = (self.report(f"deck-strong-peer-{n}") for n in (1, 2))
        faster = one["timings"]["solve"]["median"] / two["timings"]["solve"]["median"]
        self.assertAlmostEqual(rows[3]["times faster"], faster)
        self.assertAlmostEqual(rows[3]["efficiency %"], 100 * faster / 2)

    def test_weak_scaling_keeps_columns_of_a_rank(self):
        deck = self.write_deck(nx=64, ny=64, nz=2)
        self.scale(deck, "--weak", "--ranks", "1,2", "--set", "multigrid.levels=3")
        self.assertEqual([row["unknowns"] for row in self.rows("deck-weak")], [64 * 64 * 2, 92 * 92 * 2])

    def test_six_panels_count(self):
        deck = self.write_deck(nx=32, ny=32, nz=2, more='domain = "sphere"\n')
        self.scale(deck, "--weak", "--ranks", "1,2", "--set", "multigrid.levels=2")
        self.assertEqual([row["unknowns"] for row in self.rows("deck-weak")], [6 * 32 * 32 * 2, 6 * 46 * 46 * 2])


class Classes(ScaleTest):
    @staticmethod
    def mean_of_medians(report, part, count):
        """The mean, over the `count` parts of a repeat, of each part's median over the repeats."""
        samples = report["timings"][part]["samples"]
        return sum(statistics.median(samples[n::count]) for n in range(count)) / count

    def check_figures(self, name, rows):
        """Figures are those of the reports: unknowns over a time step of a model (docs/fom.md)."""
        for row in rows:
            report = self.report(f"{name}-peer-{row['ranks']}")
            solve, update, setup = (self.mean_of_medians(report, part, count) for part, count in (("solve", 4), ("update", 3), ("setup", 1)))
            self.assertAlmostEqual(row["a step, ms"] / 1e3 / (solve + 71 / 72 * update + setup / 72), 1)
            self.assertAlmostEqual(row["MDOF/s"] * row["a step, ms"] * 1e3 / row["unknowns"], 1)
            self.assertEqual(row["MDOF/s"], report["fom"]["value"])
            self.assertEqual(row["unknowns"], report["benchmark"]["sizes"][0]["unknowns"])
            self.assertAlmostEqual(row["a device"], row["MDOF/s"] / row["devices"])
            self.assertAlmostEqual(row["efficiency %"], 100 * row["a device"] / rows[0]["a device"])
            self.assertEqual(row["official"], report["benchmark"]["official"])

    def test_weak(self):
        """Columns grow, all else is the class's: the time step shrinks with the spacing, so that the CFL number stays."""
        said = self.scale("--class", "S", "--weak", "--ranks", "1,2,4", "--transport", "peer", *QUICK)
        self.assertIn("not official", said)
        rows = self.rows("class-S-open-weak")
        self.assertEqual([(row["ranks"], row["devices"], row["columns"]) for row in rows],
                         [(1, 1, "32 x 32"), (2, 2, "46 x 46"), (4, 4, "64 x 64")])
        self.check_figures("class-S-open-weak", rows)
        physics = [self.report(f"class-S-open-weak-peer-{n}")["run"]["parameters"]["physics"] for n in (1, 2, 4)]
        self.assertEqual([one["cfl"] for one in physics], [8.4] * 3)
        self.assertAlmostEqual(physics[0]["time_step"] / physics[2]["time_step"], 2)
        self.assertEqual(self.result("class-S-open-weak")["class"], "S")
        for ending in ("txt", "json") + (("png", "pdf") if PICTURES else ()):
            self.assertTrue((self.directory / "out" / f"class-S-open-weak.{ending}").is_file(), ending)

    def test_strong_with_a_deck_of_ones_own(self):
        solver = self.write("mine.toml", '[solver]\nmethod = "cg-fused"\n')
        self.scale(solver, "--class", "S", "--strong", "--ranks", "1,2", "--transport", "peer", *QUICK[:-2])
        rows = self.rows("class-S-open-mine-strong")
        self.assertEqual([row["columns"] for row in rows], ["32 x 32"] * 2)
        self.check_figures("class-S-open-mine-strong", rows)
        self.assertEqual(self.report("class-S-open-mine-strong-peer-2")["solver"]["method"], "cg-fused")

    def test_commands(self):
        """One rank has the class as it is; what fills memory grows by itself."""
        one, two = self.scale("--class", "M", "--weak", "--ranks", "1,2", "--algorithm", "reference", "--dry-run").splitlines()
        self.assertIn("--class M --algorithm reference --transport auto", one)
        self.assertIn("mpirun -n 2 ", two)
        self.assertIn("--class M --algorithm reference --set grid.nx=736 --set grid.ny=736 --transport", two)
        for line in self.scale("--class", "fill=0.5", "--weak", "--dry-run").splitlines():
            self.assertIn("--class fill=0.5 --algorithm open --transport", line)

    def test_the_whole_sphere(self):
        """A class on six panels, whose columns of one panel grow."""
        self.scale("--class", "sphere-S", "--weak", "--ranks", "1,4", "--transport", "peer", *QUICK[:-2], "--set", "grid.nz=32")
        rows = self.rows("class-sphere-S-open-weak")
        self.assertEqual([row["columns"] for row in rows], ["6 x 32 x 32", "6 x 64 x 64"])
        self.check_figures("class-sphere-S-open-weak", rows)

    def test_reports_of_other_rules(self):
        """A program that writes reports by rules 1 has no figure to compare."""
        self.scale("--class", "S", "--strong", "--ranks", "1", *QUICK)
        old = self.report("class-S-open-strong-auto-1")
        del old["benchmark"]["rules"]
        self.write("old.json", json.dumps(old))
        program = self.write("isobar", f'#!/bin/sh\nfor word; do last=$word; done\ncp {self.directory}/old.json "$last"\n')
        program.chmod(0o755)
        said = self.script("scale", "--class", "S", "--strong", "--ranks", "1", "--isobar", program, code=1)
        self.assertIn("benchmark.rules is missing, must be 2", said)

    def test_a_failed_run_is_named_and_left_out(self):
        said = self.script("scale", "--class", "S", "--weak", "--ranks", "1,2", "--isobar", EXECUTABLE, "--launcher", "false {ranks}",
                           "--out", self.directory / "out", *QUICK, code=1)
        self.assertEqual(said, "")
        self.assertEqual([row["ranks"] for row in self.rows("class-S-open-weak")], [1])


class Refusals(ScaleTest):
    def test_bad_arguments(self):
        deck = self.write_deck(nx=16, ny=16, nz=4)
        for words, said in (((deck, "--strong", "--ranks", "0"), "--ranks 0"),
                            ((deck, "--weak", "--launcher", "srun"), "{ranks}"),
                            ((deck,), "--weak"),
                            (("--weak",), "no DECK and no --class"),
                            ((deck, "--weak", "--algorithm", "open"), "--algorithm open: is for --class"),
                            (("--class", "fill=0.5", "--strong"), "expected --weak"),
                            (("--class", "Q", "--weak"), "--class Q: unknown class"),
                            ((self.directory / "none.toml", "--weak"), "no such deck")):
            self.assertIn(said, self.scale(*words, code=2))
        self.scale(deck, "--strong", "--ranks", "1", "--set", "grid.nx=0", code=3)

    def test_a_run_without_a_result_says_why(self):
        """As the program does, below a launcher too."""
        done = subprocess.run([sys.executable, SCRIPTS / "scale", self.write_deck(nx=16, ny=16, nz=4), "--strong", "--ranks", "1,2", "--isobar", EXECUTABLE,
                               "--set", "solver.max_iterations=1"], text=True, capture_output=True, check=False, cwd=self.directory)
        self.assertEqual(done.returncode, 3)
        lines = [line for line in done.stdout.splitlines() if " ... " in line]
        self.assertEqual(len(lines), 2, done.stdout)
        for line in lines:
            self.assertIn("... RESULT: INVALID", line)


class Program(ScriptTest):
    """Which isobar is taken, in a copy of the scripts beside stand-ins of it."""

    def setUp(self):
        super().setUp()
        self.top = self.directory / "top"
        shutil.copytree(SCRIPTS, self.top / "scripts")
        (self.top / "CMakeLists.txt").touch()

    def stand_in(self, path, time=None):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
        if time:
            os.utime(path, (time, time))
        return str(path)

    def taken(self, code=0, **variables):
        settings = {name: value for name, value in os.environ.items() if not name.startswith("ISOBAR_")}
        done = subprocess.run([sys.executable, self.top / "scripts/scale", "--class", "S", "--strong", "--ranks", "1", "--dry-run"],
                              text=True, capture_output=True, check=False, cwd=self.directory, env={**settings, **variables})
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stderr if code else done.stdout.split()[0]

    def test_builds_and_path(self):
        self.assertIn("expected --isobar PATH, or a build", self.taken(code=3, PATH="/nowhere"))
        other = self.stand_in(self.directory / "bin/isobar")
        path = {"PATH": f"{self.directory / 'bin'}:{os.environ['PATH']}"}
        self.assertEqual(self.taken(**path), other)
        old = self.stand_in(self.top / "build/old/miniapp/isobar", 1e9)
        new = self.stand_in(self.top / "build/new/miniapp/isobar", 1.1e9)
        self.assertEqual(self.taken(**path), new)
        self.assertEqual(self.taken(**path, ISOBAR_PRESET="old"), old)
        serial = self.stand_in(self.top / "build/serial/miniapp/isobar", 1e9)
        self.assertEqual(self.taken(**path), serial)

    def test_installed(self):
        """PREFIX/share/isobar/scripts has PREFIX/bin beside it."""
        shared = self.directory / "prefix/share/isobar"
        shutil.copytree(self.top / "scripts", shared / "scripts")
        self.top = shared
        program = self.stand_in(self.directory / "prefix/bin/isobar")
        self.assertEqual(self.taken(), program)


if __name__ == "__main__":
    unittest.main()
