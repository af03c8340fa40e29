"""The unstructured-grid paper's tables (scripts/reproduce), and pictures (scripts/plot)."""

import importlib.util
import json
import shlex
import subprocess
import sys
import types
import unittest

from support_cli import EXECUTABLE, FEM_EXECUTABLE, INPUTS, SCRIPTS, ScriptTest, command, environment

sys.path.insert(0, str(SCRIPTS))
from reproduce_items import unstructured_cores  # noqa: E402
from reproduce_items.unstructured import solve  # noqa: E402

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

    def test_the_commands_for_threads(self):
        said = self.script("reproduce", "unstructured-table-2", "--dry-run", "--small", "--isobar-fem", FEM_EXECUTABLE)
        commands = [shlex.split(line) for line in said.splitlines() if line.startswith("   env ")]
        self.assertEqual({tuple(words[:4]) for words in commands[:1]},
                         {("env", "OMP_NUM_THREADS=1", "OMP_PROC_BIND=spread", FEM_EXECUTABLE)})
        done = subprocess.run([*commands[0], "--dry-run"], capture_output=True, text=True, check=False)
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
        self.assertEqual(len(said.split("no columns of threads: ")), 2)
        _, solves = self.table(3, "--scale", 32, "--set", "run.kernel_timings=false")
        self.assertEqual(len(solves), 48)
        cycles = {}
        for numbering, element, level, ours, count, *_ in solves:
            self.assertEqual(cycles.setdefault((element, ours), count), count, (numbering, element, level))

    def test_the_vessel(self):
        _, rows = self.table(4, "--scale", 32, "--set", "run.kernel_timings=false")
        self.assertEqual(len(rows), 10)
        self.assertEqual({row[4] for row in rows if row[1] == "Q1"}, {rows[0][4]})


class Cores(unittest.TestCase):
    """The products of table 2 on one core and on several, from runs that take as long as their case says."""
    CASES = [solve((numbering, "Q1", 10), "CIRCLE", "Q1", 9, numbering) for numbering in ("XYZ", "STO")]

    def table(self, backend, cores=1, ranks=1, failing=()):
        asked = []

        def run_of(case):
            asked.append(case)
            count = case.environment.get("OMP_NUM_THREADS", case.ranks)
            return types.SimpleNamespace(report={"timings": {"product": {"mflop_s": 100.0 * count}}})

        def sweep(cases):
            return {case.key: run_of(case) for case in cases if case.key not in failing}

        context = types.SimpleNamespace(options=types.SimpleNamespace(ranks=ranks), few=list, gaps=failing, sweep=sweep)
        first = types.SimpleNamespace(report={"environment": {"kokkos": {"backend": backend}, "host": {"cores": cores}}})
        done = {case.key: first for case in self.CASES}
        skipped = solve(("HIE", "Q1", 10), "CIRCLE", "Q1", 9, "HIE")
        table, note = unstructured_cores.several_cores(context, [skipped, *self.CASES], done, lambda *key: (400.0, 1000.0, 9000.0))
        return table, note, asked

    def test_threads(self):
        table, note, asked = self.table("OpenMP", cores=6)
        self.assertEqual(table.columns[4:], ["1 thread", "2 threads", "4 threads", "6 threads", "speedup",
                                             "paper SSE", "paper MCSSE", "paper speedup"])
        self.assertEqual(table.rows[0], ["XYZ", "Q1", 10, 9, 100, 200, 400, 600, 6, 400, 1000, 2.5])
        self.assertEqual({case.ranks for case in asked}, {1})
        self.assertEqual({case.environment["OMP_PROC_BIND"] for case in asked}, {"spread"})
        self.assertIn("vectorised", note)

    def test_ranks_take_their_place(self):
        table, note, asked = self.table("Serial", cores=6, ranks=3)
        self.assertEqual(table.columns[4:7], ["1 rank", "2 ranks", "3 ranks"])
        self.assertEqual(table.rows[1][4:8], [100, 200, 300, 3])
        self.assertEqual([case.environment for case in asked], [{}] * 6)
        self.assertIn("backend is Serial", note)

    def test_a_run_that_was_skipped_leaves_a_gap(self):
        table, _, _ = self.table("OpenMP", cores=2, failing=[("STO", "Q1", 10, 2)])
        self.assertEqual(table.rows[1][4:7], [100, None, None])
        table.check()

    def test_no_columns_and_one_line(self):
        for backend, word in (("Serial", "--ranks 2 or more"), ("Cuda", "backend is Cuda")):
            table, note, asked = self.table(backend, cores=6)
            self.assertEqual((table, asked), (None, []))
            self.assertIn(word, note)
            self.assertEqual(len(note.splitlines()), 1)


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
