"""The unstructured-grid paper's tables (scripts/reproduce), and pictures (scripts/plot)."""

import importlib.util
import json
import shlex
import subprocess
import unittest

from support_cli import EXECUTABLE, FEM_EXECUTABLE, INPUTS, ScriptTest, command, environment

TABLES = [f"unstructured-table-{n}" for n in range(1, 5)]


class Tables(ScriptTest):
    def table(self, number, *arguments):
        """(screen, the rows of a small run)."""
        said = self.script("reproduce", f"unstructured-table-{number}", "--isobar", EXECUTABLE, "--isobar-fem",
                           FEM_EXECUTABLE, "--out", "out", "--repeats", 1, *arguments)
        result = json.loads((self.directory / "out" / f"unstructured-table-{number}.json").read_text())
        return said, result["tables"][0]["rows"]

    def test_all_commands_are_those_that_the_program_reads(self):
        said = self.script("reproduce", *TABLES, "--dry-run", "--isobar-fem", FEM_EXECUTABLE)
        commands = [shlex.split(line) for line in said.splitlines() if line.startswith(f"   {FEM_EXECUTABLE} ")]
        self.assertGreater(len(commands), 50)
        for words in commands[::7]:
            done = subprocess.run([*words, "--dry-run"], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_the_counts_of_table_1(self):
        """Counts are exactly those of the paper, except for counts that it cannot have meant."""
        said, rows = self.table(1, "--size", 250)
        counts = {(mesh, element, level): numbers for mesh, element, level, *numbers in rows}
        self.assertEqual({(mesh, element) for mesh, element, _ in counts},
                         {(mesh, element) for mesh in ("CIRCLE", "BLOOD") for element in ("Q1", "Q2")})
        for unknowns, paper, _, _, _ in counts.values():
            self.assertEqual(unknowns, paper)
        misprints = {("CIRCLE", "Q1", 4): 392, ("CIRCLE", "Q1", 5): 672, ("CIRCLE", "Q1", 6): 896,
                     ("CIRCLE", "Q2", 4): 1728, ("CIRCLE", "Q2", 5): 2304, ("BLOOD", "Q1", 4): 889}
        for key, numbers in counts.items():
            if key[:2] != ("BLOOD", "Q2"):
                self.assertEqual(numbers[-1], misprints.get(key, 0), key)
        self.assertIn(("CIRCLE", "Q1", 7), counts)
        self.assertIn("conforming biquadratic elements have 16", said)

    def test_products_and_solves(self):
        said, products = self.table(2, "--scale", 32, "--set", "run.kernel_timings=false")
        self.assertEqual(len(products), 40)
        self.assertEqual([row for row in products if row[0] == "2LV" and row[1] == "Q1"][-1][7:],
                         [426.81, 855.99, 7925.34])
        self.assertIn("our levels are coarser", said)
        _, solves = self.table(3, "--scale", 32, "--set", "run.kernel_timings=false")
        self.assertEqual(len(solves), 48)
        cycles = {}
        for numbering, element, level, ours, count, *_ in solves:
            self.assertEqual(cycles.setdefault((element, ours), count), count, (numbering, element, level))

    def test_the_vessel(self):
        _, rows = self.table(4, "--scale", 32, "--set", "run.kernel_timings=false")
        self.assertEqual(len(rows), 10)
        self.assertEqual({row[4] for row in rows if row[1] == "Q1"}, {rows[0][4]})


@unittest.skipIf(importlib.util.find_spec("matplotlib") is None, "no matplotlib")
class Pictures(ScriptTest):
    def run_fem(self, deck, *settings):
        words = [word for setting in settings for word in ("--set", setting)]
        subprocess.run(command(INPUTS / "fem" / deck, *words, "--set", "output.vtk=v", executable=FEM_EXECUTABLE),
                       cwd=self.directory, env=environment(None, self.directory), check=True, capture_output=True)

    def test_pictures(self):
        for deck in ("circle-q2.toml", "vessel-q1.toml"):
            self.run_fem(deck, "mesh.levels=2", "run.repeats=1")
            for arguments in ((), ("--field", "f", "--out", "other.png"), ("--box", -1, 0.5, -1, 0.5)):
                name = self.script("plot", "v.vtu", *arguments).strip()
                self.assertEqual((self.directory / name).read_bytes()[:4], b"\x89PNG")

    def test_bad_input_gets_one_line(self):
        self.run_fem("circle-q1.toml", "mesh.levels=2", "run.repeats=1")
        for arguments, words in ((("none.vtu",), "No such file"),
                                 ((self.write("text.vtu", "text"),), "no .vtu file"),
                                 (("v.vtu", "--field", "g"), "has u, f"),
                                 (("v.vtu", "--box", 1, 0, 0, 1), "expected X0 < X1"),
                                 (("v.vtu", "--box", 5, 6, 5, 6), "no element is there"),
                                 (("v.vtu", "--out", "no/where.png"), "No such file")):
            said = self.script("plot", *arguments, code=2)
            self.assertEqual(len(said.splitlines()), 1, said)
            self.assertIn(words, said)


if __name__ == "__main__":
    unittest.main()
