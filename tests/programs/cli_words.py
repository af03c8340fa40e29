"""The output of `isobar` without solving: help, version, decks, the deck reference, a dry run."""

import json
import pathlib
import re
import tomllib
import unittest

from support_cli import DOCS, EXECUTABLE, FEM_EXECUTABLE, FLOW_EXECUTABLE, INPUTS, METHODS, SCRIPTS, CommandLineTest, exact_unknowns, options


class SpeakingTest(CommandLineTest):
    def say(self, *arguments, ranks=None):
        done = self.start(*arguments, ranks=ranks)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout


class Words(SpeakingTest):
    def test_help(self):
        text = self.say("--help")
        for word in ("--set", "--report", "--transport", "--dry-run", "--list-decks", "--version",
                     "exit codes"):
            self.assertIn(word, text)

    def test_version(self):
        self.assertRegex(self.say("--version"), r"^isobar \d+\.\d+\.\d+(\+[\w.]+)?\n$")

    def test_the_deck_reference_is_the_documented_one(self):
        self.assertEqual(self.say("--deck-reference"), (DOCS / "deck.md").read_text())

    def test_all_decks_are_listed_with_a_description(self):
        lines = self.say("--list-decks").splitlines()
        self.assertEqual([line.split()[0] for line in lines],
                         sorted(path.name for path in INPUTS.glob("*.toml")))
        for line in lines:
            self.assertGreater(len(line.split()), 3, line)

    def test_programs_know_no_path_of_the_source(self):
        """They look for decks beside themselves. Debuggers' tables may have such paths, and a build outside of the source does."""
        source = SCRIPTS.parent
        for program in map(pathlib.Path, (EXECUTABLE, FLOW_EXECUTABLE, FEM_EXECUTABLE)):
            data = program.read_bytes()
            if b".debug_info" in data or source not in program.parents:
                self.skipTest(f"{program} may have paths of the source")
            # A compiler may keep 16 bytes of a text at a time. Where libraries of the build lie is the loader's.
            data = data.replace(f"{source}/build".encode(), b"")
            self.assertNotIn(str(source)[:16].encode(), data, program)

    def test_two_ranks_speak_once(self):
        for arguments in (["--version"], ["--list-decks"], ["--help"]):
            self.assertEqual(self.say(*arguments, ranks=2), self.say(*arguments))


class DryRun(SpeakingTest):
    def test_every_deck_of_the_inputs(self):
        for path in sorted(INPUTS.glob("*.toml")):
            with self.subTest(deck=path.name):
                grid = tomllib.loads(path.read_text())["grid"]
                text = self.say(path, "--dry-run")
                panels = 6 if grid.get("domain") == "sphere" else 1
                self.assertEqual(exact_unknowns(text), panels * grid["nx"] * grid["ny"] * grid["nz"])
                self.assertNotIn("RESULT", text)

    def test_a_class_is_shown_by_its_name(self):
        """And not by a file of the machine; a deck that says how to solve it as it was given."""
        self.assertIn("deck         class M, reference\n", self.say("--class", "M", "--algorithm", "reference", "--dry-run"))
        self.write("mine.toml", '[solver]\nmethod = "cg-fused"\n')
        self.assertIn("deck         mine.toml\n", self.say("mine.toml", "--class", "M", "--dry-run"))
        self.refuse("mine.toml", "--class", "S", "--report", "mine.toml", says="is the same file as the deck")
        small = options({"grid.nx": 16, "grid.ny": 16, "grid.nz": 4, "multigrid.levels": 2, "run.repeats": 4, "sequence.least_seconds": 0})
        self.say("--class", "S", "--report", "r.json", *small)
        self.assertEqual(json.loads((self.directory / "r.json").read_text())["run"]["deck"], "class S, open")

    def test_a_million_million_unknowns(self):
        deck = self.write_deck(65536, 65536, 256)
        for method in METHODS:
            text = self.say(deck, "--dry-run", *options({"solver.method": method}))
            self.assertEqual(exact_unknowns(text), 65536 * 65536 * 256)
            gigabytes = float(re.search(r"memory +(\S+) GB a rank", text).group(1))
            # Right-hand side and solution in host order, and at least three fields. GCR keeps twenty vectors, GMRES ten.
            self.assertGreater(gigabytes, 5 * 8 * 2**40 / 1e9)
            self.assertLess(gigabytes, (36 if method.startswith(("gcr", "gmres")) else 15) * 8 * 2**40 / 1e9)

    def test_process_grid_and_levels(self):
        deck = self.write_deck(64, 32, 8, "[multigrid]\nlevels = 3\n")
        text = self.say(deck, "--dry-run", *options({"decomposition.process_grid": [2, 1]}),
                        ranks=2)
        self.assertIn("ranks        2 = 2 x 1", text)
        self.assertRegex(text, r"columns +3 levels, 3 of at most \d are distributed over ranks")
        self.assertIn("level 2    16 x 16 columns, 8 x 16 on rank 0", text)
        self.assertIn("on all ranks together", text)

    def test_computed_columns(self):
        deck = self.write_deck(40, 48, 8, "[multigrid]\nlevels = 3\noverlap_rows = [2, 3]\n")
        text = self.say(deck, "--dry-run", ranks=2)
        self.assertIn("ranks        2 = 1 x 2", text)
        self.assertIn("ranks compute 2, 3 rows of each neighbour on levels from 1 on", text)
        self.assertIn("level 0    40 x 48 columns, 40 x 24 on rank 0\n", text)
        self.assertIn("level 1    20 x 24 columns, 20 x 14 on rank 0, 560 computed by all ranks", text)
        self.assertIn("level 2    10 x 12 columns, 10 x 9 on rank 0, 180 computed", text)
        text = self.say(deck, "--dry-run", *options({"multigrid.replicated_from": 2}), ranks=2)
        self.assertIn("every rank has level 2 and coarser ones whole", text)
        self.assertIn("level 2    10 x 12 columns, 10 x 12 on rank 0, 240 computed", text)

    def test_merged_levels(self):
        deck = self.write_deck(40, 48, 8, "[multigrid]\nlevels = 4\nmerge = [[1, 2], [2, 1]]\n")
        text = self.say(deck, "--dry-run", ranks=4)
        self.assertIn("; 2 ranks have level 1, 1 rank has level 2 and coarser ones", text)
        self.assertIn("columns      4 levels, 2 of at most", text)
        self.assertRegex(text, r"level 0    40 x 48 columns, \d+ x \d+ on rank 0\n")
        self.assertRegex(text, r"level 1    20 x 24 columns, \d+ x \d+ on rank 0, on 2 ranks\n")
        self.assertIn("level 3    5 x 6 columns, 5 x 6 on rank 0, on 1 rank\n", text)

    def test_it_writes_no_file(self):
        deck = self.write_deck()
        self.say(deck, "--dry-run", "--report", "report.json")
        self.assertEqual([path.name for path in self.directory.iterdir()], [deck.name])

    def test_it_refuses_what_a_run_would(self):
        deck = self.write_deck()
        self.refuse(deck, "--dry-run", *options({"multigrid.levels": 12}), says="at most")


if __name__ == "__main__":
    unittest.main()
