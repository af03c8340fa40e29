"""Where hosts have little shared memory (/dev/shm), as containers have: other transports are taken, with the reason; one that was
asked for is refused in one line. No rank waits, none gets SIGBUS."""

import json
import subprocess
import unittest

from support_cli import (EXECUTABLE, FEM_EXECUTABLE, FEM_SCHEMA, FLOW_EXECUTABLE, FLOW_SCHEMA, PATIENCE, SCHEMA,
                         CommandLineTest, command, environment, own_lines, validate)

MOUNT = 'mount -t tmpfs -o size="$0" tmpfs /dev/shm && exec "$@"'
SHORT = "ranks of this host cannot share "
SPACE = " bytes of memory (/dev/shm): No space left on device"
LARGE = ('[grid]\ndomain = "flat"\nlayers = "uniform"\nnx = 128\nny = 128\nnz = 64\n[rhs]\nkind = "random"\n'
         "[run]\nrepeats = 1\nkernel_timings = false\n")
DECKS = {
    EXECUTABLE: (SCHEMA, "[grid]\nnx = 32\nny = 32\nnz = 16\n[multigrid]\nlevels = 3\n"),
    FLOW_EXECUTABLE: (FLOW_SCHEMA, '[problem]\nkind = "poisson"\n[grid]\nnx = 16\nny = 16\nnz = 8\n'),
    FEM_EXECUTABLE: (FEM_SCHEMA, '[mesh]\nsource = "square"\ncells = 4\nlevels = 3\n[problem]\nsolution = "sines"\n'),
}


def may_mount():
    done = subprocess.run(["unshare", "--mount", "sh", "-c", MOUNT, "64k", "true"], capture_output=True, check=False)
    return done.returncode == 0


@unittest.skipUnless(may_mount(), "not allowed to mount /dev/shm in a mount namespace (unshare --mount)")
class LittleSharedMemory(CommandLineTest):
    def start_with(self, size, program, *arguments, ranks=2):
        """Open MPI itself is told to do without shared memory: it would fall back to TCP with remarks."""
        words = ["unshare", "--mount", "sh", "-c", MOUNT, size,
                 *command(*arguments, ranks=ranks, executable=program)]
        return subprocess.run(words, cwd=self.directory, text=True, capture_output=True, timeout=PATIENCE,
                              check=False, env={**environment(ranks, self.directory), "OMPI_MCA_btl": "self,tcp"})

    def valid(self, size, program, deck, schema, ranks=2):
        done = self.start_with(size, program, deck, "--report", "r.json", ranks=ranks)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(own_lines(done.stderr), [])
        report = json.loads((self.directory / "r.json").read_text())
        validate(report, schema)
        transport = report["decomposition"]["transport"]
        self.assertIn(transport["reason"], done.stdout)
        return transport

    def passed_over(self, transport):
        self.assertEqual((transport["inside_host"], transport["between_hosts"]), ("device", "device"))
        self.assertIn("; no peer: " + SHORT, transport["reason"])
        self.assertIn(SPACE, transport["reason"])

    def refused(self, size, program, deck, ranks=2):
        done = self.start_with(size, program, deck, "--transport", "peer", ranks=ranks)
        lines = own_lines(done.stderr)
        self.assertEqual((done.returncode, len(lines)), (3, 1), done.stdout + done.stderr)
        self.assertNotIn("MPI_ABORT", done.stderr)
        self.assertNotIn("RESULT", done.stdout)
        self.assertIn(SHORT, lines[0])
        self.assertIn(SPACE, lines[0])
        return lines[0]

    def test_64_kilobytes_are_too_little_for_a_run(self):
        deck = self.write("deck.toml", LARGE)
        for ranks in (2, 4):
            with self.subTest(ranks=ranks):
                self.passed_over(self.valid("64k", EXECUTABLE, deck, SCHEMA, ranks))
                self.refused("64k", EXECUTABLE, deck, ranks)

    def test_enough_for_what_is_measured_is_not_enough_for_the_run(self):
        """Whatever there is, a run is valid: what a run needs beyond what was measured was asked for with it."""
        deck = self.write("deck.toml", LARGE + "[solver]\nprecision = \"mixed\"\n[multigrid]\nlevels = 4\n")
        ways = [self.valid(size, EXECUTABLE, deck, SCHEMA)["inside_host"]
                for size in ("256k", "512k", "1m", "2m", "3m", "4m", "6m", "64m")]
        self.assertEqual(ways[0], "device")

    def test_all_programs_pass_it_over(self):
        for program, (schema, text) in DECKS.items():
            with self.subTest(program=program):
                deck = self.write("deck.toml", text + "[run]\nrepeats = 1\nwarmup = 0\n")
                self.passed_over(self.valid("4k", program, deck, schema))
                self.assertIn(": --transport peer was asked for, but " + SHORT, self.refused("4k", program, deck))


if __name__ == "__main__":
    unittest.main()
