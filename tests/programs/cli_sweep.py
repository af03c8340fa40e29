"""scripts/sweep: times for a cell on panels of several sizes, and how it refuses."""

import json
import unittest

from support_cli import EXECUTABLE, ScriptTest


class Sweep(ScriptTest):
    def sweep(self, *arguments, code=0):
        return self.script("sweep", *arguments, "--isobar", EXECUTABLE, "--out", self.directory / "out", code=code)

    def rows(self):
        table = json.loads((self.directory / "out/deck-columns.json").read_text())["table"]
        return [dict(zip(table["columns"], row)) for row in table["rows"]]

    def test_figures_are_those_of_the_reports(self):
        deck = self.write_deck(nx=8, ny=8, nz=4)
        said = self.sweep(deck, "--columns", "16:33:16", "--set", "multigrid.levels=2", "--set", "run.repeats=2")
        rows = self.rows()
        self.assertEqual([row["unknowns"] for row in rows], [16 * 16 * 4, 32 * 32 * 4])
        for row, size in zip(rows, (16, 32)):
            report = json.loads((self.directory / f"out/reports/deck-{size}.json").read_text())
            iteration = report["timings"]["solve"]["median"] / report["solver"]["iterations"]
            self.assertAlmostEqual(row["a cell, ps"] / (1e12 * iteration / row["unknowns"]), 1)
        least = min(row["a cell, ps"] for row in rows)
        self.assertEqual([row["over the least"] for row in rows], [row["a cell, ps"] / least for row in rows])
        self.assertIn("more time for a cell than the fastest", said)

    def test_several_ranks(self):
        self.sweep(self.write_deck(nx=8, ny=8, nz=4), "--columns", "16:16:1", "--ranks", "2", "--set", "multigrid.levels=2")
        self.assertEqual(json.loads((self.directory / "out/reports/deck-16.json").read_text())["decomposition"]["ranks"], 2)

    def test_a_size_that_gives_no_result(self):
        said = self.sweep(self.write_deck(nx=8, ny=8, nz=4), "--columns", "15:16:1", "--set", "multigrid.levels=4",
                          "--set", "decomposition.process_grid=[3, 1]", code=3)
        self.assertIn("no run gave a result", said)

    def test_bad_arguments(self):
        deck = self.write_deck(nx=8, ny=8, nz=4)
        for arguments, line in ((["--columns", "16:8:1"], "--columns 16:8:1: must be FIRST:LAST:STEP"), (["--columns", "a"], "--columns a: must be"),
                                (["--ranks", "0"], "--ranks 0: must be at least 1"), (["--launcher", "x"], "--launcher x: must contain {ranks}")):
            self.assertIn(line, self.sweep(deck, *arguments, code=2))
        self.assertIn("no.toml: no such deck", self.sweep("no.toml", code=2))


if __name__ == "__main__":
    unittest.main()
