"""scripts/model: levels that a deck leaves open are those of the program, on one rank and on more; problem classes."""

import json
import re
import unittest

from support_cli import EXECUTABLE, INPUTS
from support_model import Deck, ModelTest
from model_items.levels import with_numbers  # found through support_model

OPEN = {"multigrid.levels": "auto", "multigrid.coarse_steps": "auto", "multigrid.coarse_solver": "auto", "multigrid.overlap_rows": "[]"}
LINE = re.compile(r"^levels +(\d+) levels?, .*: CFL number .* on the coarsest, (?:(\d+) smoothing steps?|CG) there(?:, (\d+) instead)?", re.M)


class Levels(ModelTest):
    def chosen(self, deck, settings, count):
        """(levels, steps on the coarsest one or None, layers that are merged) of the model."""
        deck = with_numbers(Deck.load(INPUTS / deck, [f"{key}={value}" for key, value in settings.items()], EXECUTABLE), count)
        steps = None if deck.get("multigrid.coarse_solver") == "cg" else deck.coarse_steps
        return deck.levels, steps, deck.get("multigrid.merged_layers")

    def said(self, deck, settings, count, merged):
        """The same of a run on so many ranks."""
        words = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
        run = self.start(INPUTS / deck, "--dry-run", *words, ranks=None if count == 1 else count)
        line = LINE.search(run.stdout)
        self.assertIsNotNone(line, run.stdout + run.stderr)
        return int(line[1]), line[2] and int(line[2]), int(line[3] or merged)

    def test_as_the_program(self):
        """CFL numbers that ask for few and for many levels, that merge fewer layers, and ranks that allow fewer levels."""
        for deck, merged, settings, counts in (
                ("fastest.toml", 4, {}, (1, 2)),
                ("fastest.toml", 4, {"physics.cfl": 0.5}, (1,)),
                ("fastest.toml", 4, {"physics.cfl": 30.0}, (1,)),
                ("paper.toml", 1, {"physics.cfl": 60.0, "grid.nx": 100, "grid.ny": 60}, (1,)),
                ("paper.toml", 1, {"physics.cfl": 500.0, "grid.nx": 32, "grid.ny": 32}, (1,)),
                ("paper.toml", 1, {"physics.cfl": 24.0, "grid.nx": 48, "grid.ny": 48, "multigrid.replicated_from": 0}, (1, 2, 4)),
                ("paper.toml", 1, {"physics.cfl": 200.0, "grid.nx": 48, "grid.ny": 48, "multigrid.replicated_from": 0}, (4,)),
                ("paper.toml", 1, {"physics.cfl": 24.0, "grid.nx": 16, "grid.ny": 16}, (4,))):
            for count in counts:
                with self.subTest(deck=deck, settings=settings, count=count):
                    settings = {**OPEN, **settings}
                    self.assertEqual(self.chosen(deck, settings, count), self.said(deck, settings, count, merged))

    def test_levels_that_are_given_stay(self):
        deck = Deck.load(INPUTS / "paper.toml", isobar="/no/program")
        self.assertIs(with_numbers(deck, 4), deck)


class Predictions(ModelTest):
    def predict(self, *words, code=0):
        return self.script("model", "predict", *words, "--machine", "h200", "--isobar", EXECUTABLE, code=code)

    def rows(self, *words):
        return [line.split() for line in self.predict(*words).splitlines()[3:]]

    def test_automatic_levels_as_given_ones(self):
        words = (INPUTS / "fastest.toml", "--iterations", 2, "--ranks", "1,2,4", "--set")
        self.assertEqual(self.predict(*words, "multigrid.levels=auto"), self.predict(*words, "multigrid.levels=5"))

    def test_the_table_as_json(self):
        words = (INPUTS / "fastest.toml", "--iterations", 2, "--ranks", "1,2")
        said = self.predict(*words, "--json", "table.json").splitlines()
        table, = json.loads((self.directory / "table.json").read_text())["tables"]
        self.assertEqual((table["title"], [row[0] for row in table["rows"]]), (said[0], [1, 2]))
        self.assertIn("--json none/table.json: No such file", self.predict(*words, "--json", "none/table.json", code=2))

    def test_a_class_as_its_deck(self):
        """The open algorithm is that of fastest.toml; M has 512 x 512 columns."""
        self.assertEqual(self.rows("--class", "M", "--iterations", 2), self.rows(INPUTS / "fastest.toml", "--iterations", 2))
        reference = self.rows("--class", "M", "--iterations", 14, "--algorithm", "reference", "--ranks", 1)
        open_one = self.rows("--class", "M", "--iterations", 2, "--ranks", 1)
        self.assertGreater(float(reference[0][-3]), float(open_one[0][-3]))

    def test_a_class_weakly_scaled(self):
        rows = self.rows("--class", "S", "--iterations", 2, "--ranks", "1,4", "--weak")
        self.assertEqual([row[5:8] for row in rows], [["128", "x", "128"], ["256", "x", "64"]])

    def test_a_deck_says_how_to_solve(self):
        solver = self.write("mine.toml", '[solver]\nmethod = "cg-fused"\n')
        cg = self.rows(solver, "--class", "S", "--iterations", 60, "--ranks", 1)
        self.assertNotEqual(cg, self.rows("--class", "S", "--iterations", 60, "--ranks", 1))

    def test_refusals(self):
        for words, said in (((), "no DECK and no --class"), (("--class", "Q"), "--class Q: unknown class"),
                            (("--class", "fill=0.5"), "expected a class of one size"),
                            ((INPUTS / "paper.toml", "--algorithm", "open"), "is for --class"),
                            ((INPUTS / "paper.toml", "--set", "multigrid.levels=auto", "--isobar", "/no/isobar"), "/no/isobar: No such file"),
                            ((INPUTS / "sphere.toml",), 'grid.domain = "sphere"'),
                            (("--class", "sphere-S"), 'class sphere-S: grid.domain = "sphere"'),
                            ((INPUTS / "paper.toml", "--set", "multigrid.levels=auto", "--set", "physics.cfl=500", "--set", "grid.nx=32",
                              "--set", "grid.ny=32", "--set", "multigrid.coarse_solver=cg"), 'coarse_solver = "cg"')):
            line = self.script("model", "predict", "--isobar", EXECUTABLE, *words, "--iterations", 2, "--machine", "h200", code=2)
            self.assertEqual(len(line.splitlines()), 1, line)
            self.assertIn(said, line)


if __name__ == "__main__":
    unittest.main()
