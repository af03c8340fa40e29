"""Progress lines, and a solve that somebody stops.

A rank that receives SIGINT or SIGTERM asks all ranks to stop after the current iteration. Open
MPI's mpirun answers a SIGINT of its own by SIGTERM to the ranks, so Ctrl-C there ends alike.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

from support_cli import (PATIENCE, CommandLineTest, FlowTest, command, environment, options,
                         validate)


def ranks_below(launcher):
    """Process ids of the ranks that a launcher started, however deep."""
    children = pathlib.Path(f"/proc/{launcher}/task/{launcher}/children").read_text().split()
    ranks = []
    for child in map(int, children):
        name = pathlib.Path(f"/proc/{child}/comm").read_text().strip()
        ranks += [child] if name.startswith("isobar") else ranks_below(child)
    return ranks


def gone(process):
    """Whether a process has ended; a zombie has."""
    try:
        stat = pathlib.Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return True
    return stat.rpartition(")")[2].split()[0] == "Z"


@unittest.skipUnless(sys.platform == "linux", "looks into /proc")
class Interrupts(CommandLineTest):
    # So little relaxation that a solve takes minutes and its residual still falls.
    LONG = {"solver.tolerance": 1e-30, "solver.max_iterations": 1_000_000_000, "multigrid.levels": 3}
    LITTLE = {"multigrid.pre_relaxation": [], "multigrid.post_relaxation": [5e-4], "multigrid.coarse_relaxation": 5e-4}

    def start_long(self, ranks=None):
        """A solve of some minutes that has begun to iterate."""
        deck = self.write_deck(32, 32, 16)
        process = subprocess.Popen(
            command(deck, *options({**self.LONG, **self.LITTLE}), "--progress", "on", "--report", "report.json",
                    ranks=ranks, executable=self.executable),
            cwd=self.directory, env=environment(ranks, self.directory), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(self.kill, process)
        line = process.stderr.readline()
        self.assertRegex(line, r"^iteration +\d+  relative residual \d\.\d{3}e[+-]\d\d\n$")
        return process

    @staticmethod
    def kill(process):
        """Leaves nothing behind that a failed test has started."""
        if process.poll() is None:
            for rank in ranks_below(process.pid):
                os.kill(rank, signal.SIGKILL)
            process.kill()
        process.communicate()

    def check_end(self, process):
        screen, errors = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 1, errors)
        self.assertEqual(screen.splitlines()[-1], "RESULT: INVALID (interrupted)")
        self.assertNotIn("FOM", screen)
        report = json.loads((self.directory / "report.unconverged.json").read_text())
        validate(report, self.schema)
        self.assertEqual(report["verification"]["reason"], "interrupted")
        self.assertEqual(report["solver"]["status"], "interrupted")
        self.assertGreater(report["solver"]["iterations"], 0)

    def check_gone(self, ranks):
        """A GPU's driver takes its time to let a process go, and launchers do not wait for it."""
        end = time.monotonic() + 10
        while not all(gone(rank) for rank in ranks):
            self.assertLess(time.monotonic(), end, "a rank is left")
            time.sleep(0.05)

    def test_alone(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start_long()
            process.send_signal(number)
            self.check_end(process)

    def test_all_ranks_or_only_one(self):
        for chosen in (slice(None), slice(0, 1), slice(1, 2)):
            with self.subTest(ranks=chosen):
                process = self.start_long(ranks=2)
                ranks = ranks_below(process.pid)
                self.assertEqual(len(ranks), 2)
                for rank in ranks[chosen]:
                    os.kill(rank, signal.SIGINT)
                self.check_end(process)
                self.check_gone(ranks)

    def test_the_launcher(self):
        process = self.start_long(ranks=2)
        ranks = ranks_below(process.pid)
        process.send_signal(signal.SIGINT)
        self.check_end(process)
        self.check_gone(ranks)


class PoissonInterrupts(FlowTest, Interrupts):
    """The same of isobar_flow."""

    LITTLE = {"multigrid.smoother": "jacobi", "multigrid.relaxation": 2e-4}


@unittest.skipUnless(sys.platform == "linux", "looks into /proc")
class FlowInterrupts(FlowTest):
    DECK = """[grid]\nnx = 16\nny = 8\nnz = 8\n[flow]\nreynolds = 10\n[walls]
top_velocity = [1, 0, 0]\n[time]\nmost_steps = 1000000000\n"""

    def test_a_flow_ends_after_its_step_and_keeps_what_it_has(self):
        for ranks in (None, 2):
            with self.subTest(ranks=ranks):
                deck = self.write("deck.toml", self.DECK)
                process = subprocess.Popen(
                    command(deck, "--progress", "on", "--report", "report.json", "--set",
                            "output.restart=r", ranks=ranks, executable=self.executable),
                    cwd=self.directory, env=environment(ranks, self.directory), text=True,
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                self.addCleanup(Interrupts.kill, process)
                self.assertRegex(process.stderr.readline(), r"^step +\d+  time ")
                process.send_signal(signal.SIGINT)
                screen, errors = process.communicate(timeout=30)
                self.assertEqual(process.returncode, 1, errors)
                self.assertEqual(screen.splitlines()[-1], "RESULT: INVALID (interrupted)")
                report = json.loads((self.directory / "report.unconverged.json").read_text())
                validate(report, self.schema)
                self.assertEqual(report["flow"]["ended_by"], "interrupted")
                self.assertTrue((self.directory / "r.unconverged").exists())


class Progress(CommandLineTest):
    def errors(self, *arguments):
        done = self.start(self.write_deck(nz=4), *options({"multigrid.levels": 3}), *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("iteration ", done.stdout)
        return done.stderr

    def test_lines_only_where_somebody_looks(self):
        self.assertEqual(self.errors(), "")
        self.assertEqual(self.errors("--progress", "off"), "")
        self.assertRegex(self.errors("--progress", "on"), r"^iteration +0  relative residual 1.00")

    def test_a_terminal_is_somebody(self):
        reader, terminal = os.openpty()
        self.addCleanup(os.close, reader)
        arguments = command(self.write_deck(nz=4), *options({"multigrid.levels": 3}))
        with os.fdopen(terminal) as stream:
            subprocess.run(arguments, cwd=self.directory, env=environment(None, self.directory),
                           check=True, stderr=stream, stdout=subprocess.DEVNULL, timeout=PATIENCE)
            self.assertIn(b"relative residual", os.read(reader, 4096))


if __name__ == "__main__":
    unittest.main()
