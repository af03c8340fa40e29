"""Ranks that differ in program, command line, deck or files are refused by all of them together, with one line that says what
differs and on which rank."""

import os
import pathlib
import shutil
import subprocess
import sys
import unittest

import numpy

from support_cli import (EXECUTABLE, FEM_EXECUTABLE, FLOW_EXECUTABLE, INPUTS, PATIENCE, CommandLineTest, environment,
                         own_lines)

FLOW_DECK = """[problem]
kind = "poisson"
[grid]
nx = 16
ny = 12
nz = 8
[run]
repeats = 1
warmup = 0
"""
FEM_DECK = """[mesh]
source = "square"
cells = 2
levels = 3
[problem]
solution = "sines"
[run]
repeats = 1
warmup = 0
"""
SAME = "expected the same on all ranks"


class RanksDiffer(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.decks = {EXECUTABLE: self.write_deck(16, 16, 8, "[run]\nrepeats = 1\nwarmup = 0\n"
                                                             "[multigrid]\nlevels = 3\n"),
                      FLOW_EXECUTABLE: self.write("flow.toml", FLOW_DECK),
                      FEM_EXECUTABLE: self.write("fem.toml", FEM_DECK)}

    def start_each(self, *commands):
        """One rank for each command line. All must have ended."""
        words = [os.environ["ISOBAR_MPIEXEC"]]
        for n, line in enumerate(commands):
            words += [":"] * (n > 0) + [os.environ["ISOBAR_MPIEXEC_NUMPROC_FLAG"], "1", *line]
        return subprocess.run([str(word) for word in words], cwd=self.directory, text=True, capture_output=True,
                              timeout=PATIENCE, check=False, env=environment(2, self.directory))

    def differ(self, *commands, says):
        done = self.start_each(*commands)
        lines = own_lines(done.stderr)
        self.assertEqual((done.returncode, len(lines)), (2, 1), done.stdout + done.stderr)
        for words in says:
            self.assertIn(words, lines[0])
        self.assertNotIn("RESULT", done.stdout)
        self.assertNotIn("MPI_ABORT", done.stderr)

    def test_ranks_that_agree_run(self):
        for program, deck in self.decks.items():
            with self.subTest(program=program):
                shutil.copy(deck, self.directory / "copy.toml")
                done = self.start_each([program, deck], [program, "copy.toml"])  # its path may differ
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_arguments(self):
        for program, deck in self.decks.items():
            for more, says in (
                    (["--set", "solver.tolerance=1e-3"],
                     ("its settings", "--set solver.tolerance=1e-3 instead of none")),
                    (["--report", "r.json"], ("its settings", "--report r.json instead of none")),
                    (["--progress", "off"], ("its settings", "--progress off")),
                    (["--transport", "device"], ("--transport", "device instead of auto")),
                    (["--ranks-per-host", "1"], ("--ranks-per-host", "1 instead of 0")),
                    (["--dry-run"], ("what it is asked for", "--dry-run instead of a run")),
                    (["--list-decks"], ("what it is asked for", "--list-decks")),
                    (["--deck-reference"], ("what it is asked for", "--deck-reference")),
                    (["--version"], ("what it is asked for", "--version")),
                    (["--nonsense"], ("what is wrong with its command line", "--nonsense"))):
                with self.subTest(program=program, more=more):
                    self.differ([program, deck], [program, deck, *more],
                                says=("rank 1 differs from rank 0 in ", SAME, *says))
                    self.differ([program, deck], [program, deck], [program, deck, *more],
                                says=("rank 2 differs from rank 0 in ", *says))

    def test_rank_0_is_the_one_that_differs(self):
        deck = self.decks[EXECUTABLE]
        self.differ([EXECUTABLE, deck, "--set", "rhs.kind=constant"], [EXECUTABLE, deck],
                    says=("rank 1 differs from rank 0 in its settings: none instead of --set rhs.kind=constant",))
        self.differ([EXECUTABLE], [EXECUTABLE, deck], says=("rank 1 differs from rank 0 in", "no deck given"))

    def test_programs(self):
        deck = self.decks[EXECUTABLE]
        self.differ([EXECUTABLE, deck], [FLOW_EXECUTABLE, deck],
                    says=("rank 1 differs from rank 0 in the program: isobar_flow instead of isobar", SAME))
        self.differ([FEM_EXECUTABLE, deck], [EXECUTABLE, deck], says=("the program: isobar instead of isobar_fem",))
        self.differ([FEM_EXECUTABLE, "--help"], [EXECUTABLE, deck], says=("the program",))

    @unittest.skipUnless(sys.platform == "linux", "build ids of ELF")
    def test_builds(self):
        """A program of the same sources and flags with another build id, as another linking has."""
        head = bytes.fromhex("040000001400000003000000") + b"GNU\0"  # name of 4 bytes, 20 bytes, NT_GNU_BUILD_ID
        for program, deck in self.decks.items():
            code = bytearray(pathlib.Path(program).read_bytes())
            place = code.find(head)
            if place < 0:
                self.skipTest("no build ids here")
            code[place + len(head)] ^= 1
            other = self.directory / pathlib.Path(program).name
            other.write_bytes(code)
            other.chmod(0o755)
            with self.subTest(program=program):
                self.differ([program, deck], [other, deck],
                            says=("rank 1 differs from rank 0 in the executable: ", f"{other} (build id ", SAME))

    def test_decks(self):
        for program, deck in self.decks.items():
            with self.subTest(program=program):
                other = self.write("other.toml", deck.read_text() + "\n# a remark\n")
                self.differ([program, deck], [program, other],
                            says=("rank 1 differs from rank 0 in the deck: ", "other.toml (", "CRC-32", SAME))
                self.differ([program, deck], [program, deck], [program, "none.toml"],
                            says=("rank 2 differs from rank 0 in the deck: none.toml: No such file or directory",))
                self.differ([program, "none.toml"], [program, deck],
                            says=("instead of none.toml: No such file or directory",))

    def test_classes(self):
        small = ["--set", "run.repeats=1"]
        self.differ([EXECUTABLE, "--class", "S", *small], [EXECUTABLE, "--class", "M", *small],
                    says=("--class: M instead of S",))
        self.differ([EXECUTABLE, "--class", "S", "--algorithm", "open"],
                    [EXECUTABLE, "--class", "S", "--algorithm", "reference"],
                    says=("--algorithm: reference instead of open",))

    def array(self, *shape):
        """The bytes of a NumPy file, some MB of them in the largest."""
        path = self.save("array.npy", 1.0 + numpy.random.default_rng(1).random(shape))
        return path.read_bytes()

    def test_files_that_the_deck_names(self):
        """Copies of a deck in two directories, as a rank of another host may have them."""
        mesh = (INPUTS / "meshes" / "vessel.msh").read_bytes()
        for program, key, name, data in (
                (EXECUTABLE, "rhs.file", "f.npy", self.array(16, 16, 8)),
                (EXECUTABLE, "coefficients.alpha_h_columns", "c.npy", self.array(16, 16)),
                (EXECUTABLE, "coefficients.beta_cells", "c.npy", self.array(16, 16, 8)),
                (FLOW_EXECUTABLE, "rhs.file", "f.npy", self.array(128, 128, 32)),
                (FLOW_EXECUTABLE, "flow.restart_from", "r.bin", os.urandom(3000)),
                (FEM_EXECUTABLE, "mesh.file", "m.msh", mesh)):
            section, key_name = key.split(".")
            more = {"rhs.file": 'kind = "file"\n', "flow.restart_from": 'initial = "restart"\n',
                    "mesh.file": 'source = "file"\nlevels = 2\n'}.get(key, "")
            text = f'[{section}]\n{more}{key_name} = "{name}"\n'
            if program == EXECUTABLE:
                text = "[grid]\nnx = 16\nny = 16\nnz = 8\n" + text
            elif program == FLOW_EXECUTABLE:
                text += ("viscosity = 1\n[time]\nmost_steps = 1\n" if section == "flow" else '[problem]\nkind = "poisson"\n')
                text += "[grid]\nnx = 128\nny = 128\nnz = 32\n"
            decks = []
            for place in ("a", "b"):
                folder = self.directory / place
                folder.mkdir(exist_ok=True)
                (folder / "d.toml").write_text(text)
                (folder / name).write_bytes(data)
                decks.append(folder / "d.toml")
            other = decks[1].parent / name
            with self.subTest(program=program, key=key):
                other.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
                self.differ([program, decks[0]], [program, decks[1]],
                            says=(f"rank 1 differs from rank 0 in {key}: ", f"b/{name}: {len(data)} bytes, CRC-32", SAME))
                other.unlink()
                # Said by whoever reads the deck, if that looks for the file.
                self.differ([program, decks[0]], [program, decks[1]],
                            says=("rank 1 differs from rank 0 in ", f"b/{name}", "o such file", SAME))


if __name__ == "__main__":
    unittest.main()
