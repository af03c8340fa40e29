"""scripts/ranking: the runs of a result are of one command and were measured apart."""

import copy
import random
import unittest

from support_ranking import HOST, ONE_GPU, PHASES, RankingTest, another, at, by_rules_2, computed, edited, measured, repeats, ten

from ranking_items.twins import Samples, samples_of, twins  # noqa: E402


def changed(report, change):
    """With other samples; change(phase, samples) gives them."""
    report = copy.deepcopy(report)
    for phase in PHASES[:3]:
        report["timings"][phase]["samples"] = change(phase, report["timings"][phase]["samples"])
    report["timings"]["sequence"]["samples"] = repeats(report, len(report["sequence"]["steps"]))
    return at(computed(report), 30)


def in_the_last_digits(_, samples):
    return [one * (1 + 1e-12) for one in samples]


def but_for_some(_, samples):
    return [one * (1.001 if k % 3 else 1) for k, one in enumerate(samples)]


def scaled(_, samples):
    return [1.02 * one for one in samples]


def by_whole_repeats(phase, samples):
    """Begins with another repeat, so that each step keeps its place."""
    each = {"setup": 1, "update": 3, "solve": 4}[phase]
    return samples[10 * each:] + samples[:10 * each]


def scaled_and_shifted(phase, samples):
    return scaled(phase, by_whole_repeats(phase, samples))


def shuffled(_, samples):
    return random.Random(1).sample(samples, len(samples))


def scaled_and_shuffled(phase, samples):
    return scaled(phase, shuffled(phase, samples))


def with_a_constant(_, samples):
    return [one + 1e-5 for one in samples]


def with_noise(_, samples):
    noise = random.Random(2)
    return [one + 2e-9 * noise.randint(-3, 3) for one in samples]


COPIES = (in_the_last_digits, but_for_some, scaled, by_whole_repeats, scaled_and_shifted, shuffled, scaled_and_shuffled, with_a_constant, with_noise)


class Twins(RankingTest):
    def test_the_same_run_twice(self):
        for base in (measured(), by_rules_2(measured())):
            self.result("a", base, at(copy.deepcopy(base), 10))
            self.refused("results/a/1.json: the same run as 0.json", "expected runs started anew")
            self.kept("a", base, at(copy.deepcopy(base), 10))
            self.refused("reports.tar.xz/1.json: the same run as 0.json")

    def test_one_run_copied_and_changed(self):
        for base in (measured(), measured(HOST)):
            for change in COPIES:
                with self.subTest(change=change.__name__, class_=base["benchmark"]["class"]):
                    self.result("a", base, changed(base, change), devices=base["benchmark"]["devices"])
                    self.refused("results/a/1.json: the same run as 0.json")

    def test_ten_copies_with_a_sample_changed_in_its_13th_digit(self):
        runs = []
        for k in range(10):
            report = at(measured(), 2 * k)
            report["timings"]["solve"]["samples"][k] *= 1 + 1e-12
            report["timings"]["sequence"]["samples"] = repeats(report, 4)
            runs.append(computed(report))
        self.result("a", *runs)
        self.refused("results/a/1.json: the same run as 0.json: 100% of the samples")

    def test_runs_that_were_measured_apart(self):
        """Each pair of runs of real results passes with a wide margin."""
        for name in (ONE_GPU, HOST, "nvidia-h200-m-open"):
            samples = [samples_of(measured(name, run)) for run in range(10)]
            for k, one in enumerate(samples):
                for other in samples[:k]:
                    self.assertIsNone(twins(one, other))

    def test_a_coarse_clock_is_no_copy(self):
        """With a clock of microseconds many samples are the same by chance."""
        def microseconds(_, samples):
            return [round(one, 6) for one in samples]
        self.result("a", changed(measured(), microseconds), at(changed(measured(run=1), microseconds), 9))
        self.assertEqual(self.read()[1], [])
        self.result("a", changed(measured(), microseconds), at(changed(measured(), microseconds), 9))
        self.refused("the same run as 0.json")

    def test_a_short_run_meets_ratios_of_a_long_one_by_chance(self):
        """Two of eight setups have ratios that a run of hundreds has, too; all of them are a copy."""
        chance = random.Random(3)
        long = [0.02 * (1 + 0.05 * chance.random()) for _ in range(500)]
        apart = [0.06 * (1 + 0.05 * chance.random()) for _ in range(8)]
        apart[1], apart[4] = apart[0] * long[11] / long[10], apart[3] * long[31] / long[30]

        def samples(setups):
            return {"setup": Samples(setups, 1)}
        self.assertIsNone(twins(samples(apart), samples(long)))
        copied = [3 * one for one in long[40:48]]
        self.assertIn("scaled or shifted", twins(samples(copied), samples(long)))

    def test_a_run_in_two_results(self):
        self.result("a", measured(), system="One")
        self.result("b", at(measured(), 40), system="Another")
        self.refused("results/b/0.json: the same run as", "results/a/0.json", "expected each run in one result")
        self.result("b", changed(measured(), scaled_and_shifted), system="Another")
        self.refused("results/b/0.json: the same run as", "scaled or shifted")


class Runs(RankingTest):
    def test_of_one_command_and_machine(self):
        for path, value, words in ((("benchmark", "commit"), "f" * 40, "commit"), (("environment", "compiler"), "Clang 99", "compiler"),
                                   (("environment", "gpu"), "NVIDIA H100", "device"), (("environment", "flags"), "-O0", "flags"),
                                   (("environment", "mpi", "library"), "Open MPI v9", "MPI library"), (("environment", "host", "cores"), 64, "cores"),
                                   (("run", "parameters", "fields", "layout"), "z-fastest", "settings")):
            with self.subTest(words=words):
                other = edited(another(1), path, lambda _: value)
                other["solver"]["layout"] = other["run"]["parameters"]["fields"]["layout"]
                self.result("a", another(0), other)
                self.refused(f"results/a/1.json: {words} is not as in 0.json; expected runs of one command")
        self.result("a", another(0), by_rules_2(another(1)))
        self.refused("1.json: rules is not as in 0.json")

    def test_one_after_the_other(self):
        """Ten runs cannot end within the seconds that each of them has timed."""
        first, second = another(0), another(1)
        second["run"]["date"] = first["run"]["date"]
        self.result("a", first, second)
        self.refused("run.date is 0 s behind 0.json, must be at least the 2.", "one after the other")
        second["environment"]["host"]["names"] = ["other"]
        self.result("a", first, second)
        self.assertEqual(self.read()[1], [])

    def test_nodes_and_devices(self):
        self.result("a", measured(), devices=2)
        self.refused("about.toml", "devices = 2, but the reports say 1")
        self.result("a", measured(), nodes=2)
        self.refused("about.toml", "nodes = 2, but the reports say 1")
        for about, words in (({"nodes_of_system": 1, "nodes": 1, "devices_of_system": 1, "devices": 1}, None),):
            self.result("a", measured(), **about)
            self.assertEqual(self.read()[1], [], words)
        host = measured(HOST)
        self.result("a", host, nodes=1, devices=2, devices_of_system=1)
        self.refused("devices_of_system = 1, must be at least devices, 2")

    def test_ten_runs_pass(self):
        self.result("a", *ten())
        self.assertEqual(self.read()[1], [])


if __name__ == "__main__":
    unittest.main()
