"""Sequences of time steps: what is solved in each, what is verified, what the figure counts."""
import statistics
import unittest

from support_cli import CommandLineTest, true_residual

SEQUENCE = """[rhs]
seed = 5
[sequence]
steps = 3
time_step_factors = [1.0, 0.5]
sound_speed_factors = [1.0, 1.0, 1.5]
right_sides = ["sources", "layered"]
[physics]
cfl = 2.0
"""


class Sequences(CommandLineTest):
    def run_sequence(self, settings=None, ranks=None, code=0):
        return self.solve(self.write_deck(more=SEQUENCE), {"run.repeats": 3, **(settings or {})}, ranks, code)

    def test_steps_have_their_own_physics_and_right_sides(self):
        report = self.run_sequence()
        steps, first = report["sequence"]["steps"], report["run"]["parameters"]["physics"]
        self.assertEqual([s["right_side"] for s in steps], ["sources", "layered", "sources"])
        self.assertEqual([s["seed"] for s in steps], [5, 6, 7])
        self.assertEqual([s["time_step"] / first["time_step"] for s in steps], [1.0, 0.5, 1.0])
        self.assertEqual([s["sound_speed"] / first["sound_speed"] for s in steps], [1.0, 1.0, 1.5])

    def test_each_is_verified_and_counted(self):
        report = self.run_sequence({"run.repeats": 4, "run.warmup": 1})
        steps, times = report["sequence"]["steps"], report["timings"]
        self.assertEqual([s["solves"] for s in steps], [5, 5, 5])
        self.assertEqual([s["verified"] for s in steps], [2, 2, 1])
        for step in steps:
            self.assertTrue(0.0 < step["true_residual"] < 1e-5, step)
        self.assertEqual(true_residual(report), max(s["true_residual"] for s in steps))
        counts = {name: len(times[name]["samples"])
                  for name in ("setup", "update", "solve", "sequence", "transpose")}
        self.assertEqual(counts, {"setup": 4, "update": 8, "solve": 12, "sequence": 4, "transpose": 4})
        for n, seconds in enumerate(times["sequence"]["samples"]):
            parts = (times["setup"]["samples"][n] + sum(times["update"]["samples"][2 * n:2 * n + 2])
                     + sum(times["solve"]["samples"][3 * n:3 * n + 3]))
            self.assertAlmostEqual(seconds, parts, delta=1e-9)
        solve, update = (statistics.mean(statistics.median(times[name]["samples"][n::count]) for n in range(count))
                         for name, count in (("solve", 3), ("update", 2)))  # each step's own median
        setups = 1 / report["run"]["parameters"]["sequence"]["steps_per_setup"]
        step = solve + (1 - setups) * update + setups * statistics.median(times["setup"]["samples"])
        self.assertAlmostEqual(report["fom"]["value"], 32 * 32 * 16 / step / 1e6, delta=1e-6)

    def test_a_step_is_what_it_would_be_alone(self):
        step = self.run_sequence()["sequence"]["steps"][1]
        alone = self.solve(self.write_deck(more='[rhs]\nkind = "layered"\nseed = 6\n'),
                           {"physics.time_step": step["time_step"], "multigrid.levels": 3})
        self.assertEqual(step["iterations"], alone["solver"]["iterations"])
        self.assertAlmostEqual(step["true_residual"] / true_residual(alone), 1.0, delta=1e-6)

    def test_ranks_agree(self):
        one, two = (self.run_sequence(ranks=ranks)["sequence"]["steps"] for ranks in (None, 2))
        for a, b in zip(one, two):
            self.assertEqual(a["iterations"], b["iterations"])
            self.assertAlmostEqual(a["true_residual"] / b["true_residual"], 1.0, delta=1e-6)

    def test_repeats_go_on_for_the_seconds_asked_for(self):
        report = self.run_sequence({"sequence.least_seconds": 0.3})
        self.assertGreaterEqual(sum(report["timings"]["sequence"]["samples"]), 0.3)
        self.assertGreater(len(report["timings"]["sequence"]["samples"]), 3)

    def test_one_bad_step_is_named(self):
        report = self.run_sequence({"solver.max_iterations": 12, "multigrid.levels": 2,
                                    "sequence.sound_speed_factors": [1, 1, 9]}, code=1)
        self.assertRegex(report["verification"]["reason"], "^converged: step 2: not converged")

    def test_refusals(self):
        deck = self.write_deck(more=SEQUENCE)
        self.refuse(deck, "--set", "run.repeats=2",
                    says="--set run.repeats=2: fewer than sequence.steps; expected at least 3")
        self.refuse(deck, "--set", "output.solution=u.npy", says="a sequence has a solution for each step")
        self.refuse(deck, "--set", 'sequence.right_sides=["file"]', says="a sequence reads no files")
        self.refuse(deck, "--set", 'sequence.right_sides=["waves"]', says="unknown choice")


if __name__ == "__main__":
    unittest.main()
