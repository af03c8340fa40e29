"""The amalgamation paper's figures (scripts/reproduce): what they leave, and what they skip."""

import json
import shlex
import subprocess
import unittest

from support_cli import EXECUTABLE, FLOW_EXECUTABLE, SCRIPTS, ScriptTest

FIGURES = [f"flow-figure-{n}" for n in (1, 5, 6, 7, 8, 9, 10, 11)]


class FlowFigures(ScriptTest):
    def figure(self, number, *arguments):
        """(screen, result) of a small run."""
        said = self.script("reproduce", f"flow-figure-{number}", "--isobar", EXECUTABLE, "--isobar-flow",
                           FLOW_EXECUTABLE, "--out", "out", "--repeats", 1, *arguments)
        return said, json.loads((self.directory / "out" / f"flow-figure-{number}.json").read_text())

    def rows(self, result, table=0):
        """The rows of a table as {column: number}."""
        found = result["tables"][table]
        return [dict(zip(found["columns"], row)) for row in found["rows"]]

    def test_all_figures_are_listed(self):
        listed = [line.split()[0] for line in self.script("reproduce", "--list").splitlines()]
        self.assertLessEqual(set(FIGURES), set(listed))

    def test_all_commands_are_those_that_the_program_reads(self):
        said = self.script("reproduce", *FIGURES, "--dry-run", "--isobar-flow", FLOW_EXECUTABLE)
        commands = [shlex.split(line) for line in said.splitlines() if line.startswith(f"   {FLOW_EXECUTABLE} ")]
        self.assertGreater(len(commands), 20)
        for words in commands:
            done = subprocess.run([*words, "--dry-run"], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_three_smoothers(self):
        _, result = self.figure(5, "--scale", 8)
        rows = self.rows(result)
        self.assertEqual([row["cells"] for row in rows], 3 * ["16 x 16 x 16"])
        for row in rows:
            self.assertTrue(row["converged"])
            self.assertLess(row["reduction a cycle"], 0.2)
            self.assertGreater(row["smoother %"], 0)
            self.assertLess(row["smoother %"], 100)
            curve = result["curves"][row["smoother"]]
            self.assertEqual(len(curve), row["cycles"] + 1)
            self.assertEqual(curve[0], [0, 1])
            self.assertLessEqual(curve[-1][1], 1e-8)
            self.assertAlmostEqual(curve[-1][0], row["ms"])

    def test_truncation_costs_cycles(self):
        said, result = self.figure(6, "--scale", 8)
        rows = self.rows(result)
        self.assertEqual([row["coarsest"] for row in rows], ["8 x 8 x 8", "4 x 4 x 4", "2 x 2 x 2"])
        self.assertGreater(rows[0]["cycles"], 2 * rows[-1]["cycles"])
        self.assertIn("multigrid.levels=7: the box has not so many", said)

    def test_jacobi_needs_more_steps_the_larger_the_grid(self):
        said, result = self.figure(8, "--scale", 8, "--size", 16)
        rows = self.rows(result)
        self.assertEqual([row["method"] for row in rows], ["multigrid", "Jacobi", "multigrid", "Jacobi"])
        self.assertAlmostEqual(rows[3]["iterations"] / rows[1]["iterations"], 4, delta=0.6)
        self.assertAlmostEqual(rows[3]["times multigrid"], rows[3]["ms"] / rows[2]["ms"])
        self.assertTrue(all(row["converged"] for row in rows))
        self.assertIn("larger than --size 16", said)

    def test_overlaps_change_no_count(self):
        said, result = self.figure(7, "--scale", 16, "--ranks", 2)
        rows = self.rows(result)
        self.assertEqual([(row["cycle"], row["overlap"]) for row in rows],
                         [(cycle, overlap) for cycle in "VW" for overlap in ("none", "rim", "queue")])
        self.assertEqual([row["amalgamated"] for row in rows], 6 * ["16 x 16 x 16"])
        for cycle in "VW":
            self.assertEqual(len({row["cycles"] for row in rows if row["cycle"] == cycle}), 1)
        self.assertIn("2 ranks of the paper's 8", said)

    def test_an_amalgamated_cycle_is_one_of_full_depth(self):
        _, result = self.figure(9, "--scale", 8, "--ranks", 2)
        by_way = {(row["ranks"], row["way"]): row for row in self.rows(result)}
        self.assertEqual(by_way[2, "full depth"]["cells"], "32 x 64 x 32")
        for column in ("cycles", "reduction a cycle"):
            self.assertAlmostEqual(by_way[2, "amalgamated"][column], by_way[2, "full depth"][column], 6)
        self.assertGreater(by_way[2, "truncated"]["cycles"], 2 * by_way[2, "amalgamated"]["cycles"])

    def test_levels_to_amalgamate(self):
        said, result = self.figure(10, "--scale", 32)
        rows = self.rows(result)
        self.assertEqual([(row["ranks"], row["cells"], row["amalgamated"]) for row in rows],
                         [(1, "16 x 8 x 16", "8 x 4 x 8")])
        self.assertIn("one rank", said)

    def test_parts_of_a_cycle_are_all_of_it(self):
        _, result = self.figure(11, "--scale", 16, "--ranks", 2)
        rows = self.rows(result)
        self.assertEqual([row["cells"] for row in rows], ["32 x 16 x 32", "32 x 32 x 32"])
        for row, share in zip(rows, self.rows(result, 1)):
            parts = {name: row[name] for name in share if name != "ranks"}
            self.assertTrue(all(ms > 0 for ms in parts.values()), parts)
            self.assertAlmostEqual(sum(parts.values()), row["all"])
            self.assertAlmostEqual(sum(share.values()) - share["ranks"], 100)

    def test_a_cavity_beside_ghia(self):
        _, result = self.figure(1, "--scale", 16, "--set", "grid.ny=1", "--set", "grid.length=[1,0.0625,1]")
        u, w = result["curves"]["u(z)"], result["curves"]["w(x)"]
        self.assertEqual((len(u), u[0], u[-1]), (18, [0, 0], [1, 1]))
        self.assertEqual((len(w), w[0], w[-1]), (18, [0, 0], [1, 0]))
        rows = self.rows(result)
        self.assertEqual(len(rows), 17)
        for row in rows:
            self.assertAlmostEqual(row["difference"], row["u"] - row["Ghia"])
            self.assertLess(abs(row["difference"]), 0.2, row)
        self.assertAlmostEqual(sum(value for _, value in u[1:-1]) / 16, 0, 3, "no net flow through the middle")

    def test_bad_input_gets_one_line(self):
        for words, reason in ((("--scale", 0), "--scale 0: must be at least 1"),
                              (("--ranks", -1), "--ranks -1: must be at least 1"),
                              (("--launcher", "srun"), "must contain {ranks}")):
            said = self.script("reproduce", "flow-figure-5", *words, code=2)
            self.assertEqual(len(said.splitlines()), 1, said)
            self.assertIn(reason, said)

    def test_no_program_no_figure(self):
        for words in (["flow-figure-5"], ["flow-figure-7", "--ranks", "2"]):
            done = subprocess.run([SCRIPTS / "reproduce", *words, "--isobar-flow", "missing"], text=True,
                                  capture_output=True, check=False, cwd=self.directory)
            self.assertEqual(done.returncode, 1)
            self.assertIn("skipped: no program missing; expected --isobar-flow PATH", done.stdout)


if __name__ == "__main__":
    unittest.main()
