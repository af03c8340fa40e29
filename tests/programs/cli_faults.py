"""Output files under faults: every call that makes, fills, syncs or renames one fails once.

support_faults.c, preloaded, makes the n-th such call of a rank fail, lose its bytes, or kill the
run. After each fault the old file or the new one stands, whole, and the exit code and one line say so. Nothing is left in the directory but
what the next run clears.
"""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest
import zlib
from concurrent.futures import ThreadPoolExecutor

import numpy

from support_cli import (PATIENCE, SANITIZED, CommandLineTest, command, environment,
                         memory_directory, options, own_lines)

HAS_NETCDF = os.environ["ISOBAR_HAS_NETCDF"] == "ON"
LIBRARY = os.environ["ISOBAR_FAULTS_LIBRARY"]
OUTPUTS = ("report.json", "solution.npy", "fields.pvts", "fields_0000.vts", "fields_0001.vts")


def contents(directory):
    return {path.name: path.read_bytes() for path in directory.iterdir()
            if path.name != "deck.toml" and path.is_file()}


def partial_files(files):
    return sorted(name for name in files if name.endswith(".partial"))


@unittest.skipIf(SANITIZED, "a sanitizer has to be the first library that is loaded")
class Faults(CommandLineTest):
    """Each fault runs in a directory of its own that holds the files of an earlier run."""

    base = memory_directory()

    def setUp(self):
        super().setUp()
        self.old = {}

    def run_in(self, directory, ranks, faults=None, seed=2):
        settings = {"run.repeats": 1, "run.warmup": 0, "run.kernel_timings": False,
                    "multigrid.levels": 2, "rhs.kind": "random", "rhs.seed": seed,
                    "output.solution": "solution.npy", "output.vtk": "fields"}
        if HAS_NETCDF:
            settings["output.netcdf"] = "fields.nc"
        variables = environment(ranks, directory)
        if faults:
            variables |= {"LD_PRELOAD": LIBRARY, "ISOBAR_FAULTS_BELOW": str(directory), **faults}
        (directory / "deck.toml").write_text("[grid]\nnx = 8\nny = 8\nnz = 4\n")
        return subprocess.run(
            command("deck.toml", *options(settings), "--report", "report.json", ranks=ranks),
            cwd=directory, env=variables, text=True, capture_output=True, timeout=PATIENCE,
            check=False)

    def prepare(self, ranks):
        """A directory with the files of a good run with another right-hand side."""
        directory = pathlib.Path(tempfile.mkdtemp(dir=self.directory))
        if ranks not in self.old:
            done = self.run_in(directory, ranks, seed=1)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.old[ranks] = contents(directory)
        for name, data in self.old[ranks].items():
            (directory / name).write_bytes(data)
        return directory

    def whole(self, files, ranks):
        """Every file is the old one, or a new one that is complete."""
        for name, data in files.items():
            if name.endswith(".partial") or data == self.old[ranks].get(name):
                continue
            if name == "report.json":
                json.loads(data)
            elif name == "solution.npy":
                self.assertEqual(len(data), 128 + 8 * 8 * 4 * 8)
                numbers = numpy.frombuffer(data[128:])
                self.assertTrue((numbers != 0).all(), "a hole in the solution")
            elif name == "fields.nc":
                self.assertEqual(data[:4], b"CDF\5")
                self.assertEqual(len(data), len(self.old[ranks][name]))
                numbers = numpy.frombuffer(data[-2 * 8 * 8 * 4 * 8:])  # f and u, the last in the file
                self.assertTrue((numbers != 0).all(), "a hole in the fields")
            else:
                self.assertIn(b"</VTKFile>", data[-20:], name)

    def spoil(self, directory, mode, ranks, rank, number=0):
        """A run with a fault; returns it and what the library has traced."""
        trace = directory / "trace"
        done = self.run_in(directory, ranks, {
            "ISOBAR_FAULTS_MODE": mode, "ISOBAR_FAULTS_CALL": str(number),
            "ISOBAR_FAULTS_RANK": str(rank), "ISOBAR_FAULTS_TRACE": str(trace)})
        traced = trace.read_text().splitlines() if trace.exists() else []
        trace.unlink(missing_ok=True)
        return done, traced

    def check_fault(self, mode, number, ranks, rank):
        """True if the run had so many calls."""
        directory = self.prepare(ranks)
        done, happened = self.spoil(directory, mode, ranks, rank, number)
        files = contents(directory)
        say = f"{mode} {number} on rank {rank} of {ranks}: {happened}\n{done.stdout}{done.stderr}"
        self.whole(files, ranks)
        if not happened:
            self.assertEqual(done.returncode, 0, say)
            return False
        lines = own_lines(done.stderr)
        if mode == "kill":
            self.assertNotEqual(done.returncode, 0, say)
            self.clear(directory, ranks, files, say)
        else:
            self.assertIn(done.returncode, (2, 3), say)
            self.assertEqual(len(lines), 1, say)
            self.assertRegex(lines[0], "cannot (write|read back) it: ", say)
            self.assertEqual(partial_files(files), [], say)
            self.check_report(done, files, ranks, say)
        return True

    def check_report(self, done, files, ranks, say):
        """A new report beside a solution that failed tells of it; all others have their checksum."""
        self.assertNotIn("RESULT: VALID", done.stdout, say)
        if done.returncode == 2 or "report.json" in own_lines(done.stderr)[0]:
            return  # nothing was computed, or the report itself could not be written
        report = json.loads(files["report.json"])
        self.assertFalse(report["verification"]["valid"], say)
        self.assertIn(True, [bool(entry["problem"]) for entry in report["files"]], say)
        for entry in report["files"]:
            if not entry["problem"]:
                self.assertEqual(entry["crc32"], f"{zlib.crc32(files[entry['name']]):08x}", say)

    def clear(self, directory, ranks, files, say):
        """The next run clears what a kill has left, and says so."""
        left = partial_files(files)
        done = self.run_in(directory, ranks)
        self.assertEqual(done.returncode, 0, say + done.stderr)
        self.assertEqual(partial_files(contents(directory)), [], say)
        for name in left:
            self.assertIn(f"{name}: removed, left by a run that was killed", done.stderr)

    def calls(self, ranks, rank):
        """Names and files of the calls of a run without a fault."""
        directory = self.prepare(ranks)
        done, calls = self.spoil(directory, "list", ranks, rank)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.whole(contents(directory), ranks)
        self.assertGreater(len(calls), 10, "the library has seen no calls")
        return calls

    def try_all(self, mode, ranks, rank=0, only=""):
        """A fault in each call, or in each whose name begins so; behind the last one nothing is spoilt."""
        calls = self.calls(ranks, rank)
        numbers = [n for n, call in enumerate(calls, 1) if call.startswith(only)]
        with ThreadPoolExecutor(2) as pool:
            happened = list(pool.map(lambda n: self.check_fault(mode, n, ranks, rank), [*numbers, len(calls) + 1]))
        self.assertEqual(happened, [True] * len(numbers) + [False])
        print(f"{mode}: {len(numbers)} of {len(calls)} calls on rank {rank} of {ranks}")

    def test_calls_that_fail_alone(self):
        self.try_all("fail", None)

    def test_calls_that_lose_their_bytes(self):
        self.try_all("lose", None, only="write ")

    def test_kills(self):
        self.try_all("kill", None)

    def test_calls_that_fail_on_either_of_two_ranks(self):
        for rank in (0, 1):
            self.try_all("fail", 2, rank)


class SmallDisk(CommandLineTest):
    """A file system of 1 MB, for whoever may mount one."""

    def setUp(self):
        super().setUp()
        self.disk = self.directory / "disk"
        self.disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", self.disk],
                                 capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("not allowed to mount a file system")
        self.addCleanup(subprocess.run, ["umount", self.disk], check=False)

    def test_a_solution_that_does_not_fit(self):
        old = b"an old solution"
        (self.disk / "s.npy").write_bytes(old)
        deck = self.write_deck(64, 64, 64)
        for ranks in (None, 2, 4):
            done = self.start(deck, *options({"multigrid.levels": 3, "run.repeats": 1,
                                              "output.solution": self.disk / "s.npy"}),
                              ranks=ranks)
            self.assertEqual(done.returncode, 3, done.stderr)
            line, = own_lines(done.stderr)
            self.assertRegex(line, r"s\.npy: not enough space: .* need \d+ bytes there and "
                                   r"\d+ bytes are free")
            self.assertEqual((self.disk / "s.npy").read_bytes(), old)
            self.assertEqual(os.listdir(self.disk), ["s.npy"])


@unittest.skipIf(SANITIZED, "a sanitizer has to be the first library that is loaded")
class SameNames(CommandLineTest):
    """Runs that write to the same names at the same time: the files of one of them remain. Renames
    take long, each run's longer than the next one's: without locks they would mix."""

    def test_report_and_solution_are_of_one_run(self):
        deck = self.write_deck(16, 16, 8)
        for _ in range(3):
            runs = [subprocess.Popen(
                command(deck, *options({"multigrid.levels": 2, "rhs.kind": "random",
                                        "rhs.seed": seed, "run.repeats": 1,
                                        "output.solution": "s.npy"}), "--report", "r.json"),
                cwd=self.directory, env={
                    **environment(None, self.directory), "LD_PRELOAD": LIBRARY,
                    "ISOBAR_FAULTS_DELAY": str(300_000 - 90_000 * seed)},
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for seed in range(4)]
            for run in runs:
                _, errors = run.communicate(timeout=PATIENCE)
                # Between its creation and its lock a file looks abandoned; its run makes another one.
                unexpected = [line for line in errors.splitlines()
                              if not line.endswith(b"removed, left by a run that was killed")]
                self.assertEqual((run.returncode, unexpected), (0, []))
            entry, = json.loads((self.directory / "r.json").read_text())["files"]
            data = (self.directory / "s.npy").read_bytes()
            self.assertEqual(entry["crc32"], f"{zlib.crc32(data):08x}")
            self.assertEqual(partial_files(os.listdir(self.directory)), [])


if __name__ == "__main__":
    unittest.main()
