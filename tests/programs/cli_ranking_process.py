"""scripts/ranking: clocks, libraries and variables of official runs, in reports as the program writes them."""

import unittest

from support_classes import stamped
from support_ranking import RankingTest, another, edited


def to(value):
    return lambda _: value


def preloaded(libraries):
    return [libraries[0], libraries[1] | {"origin": "preloaded"}, *libraries[2:]]


def drop(*path):
    def change(report):
        report = edited(report, path, lambda one: one)
        place = report
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]
        return report
    return change


EDITS = ((("benchmark", "clocks", "kernel"), lambda one: 1.05 * one, "benchmark.clocks.kernel"), (("benchmark", "clocks", "processor"), to(1e-3), "benchmark.clocks.processor"),
         (("benchmark", "clocks", "mpi"), lambda one: 1.005 * one, "benchmark.clocks.mpi"), (("benchmark", "clocks", "mpi"), to(None), "benchmark.clocks.mpi is null"),
         (("environment", "libraries"), preloaded, "environment.libraries[1].origin is preloaded"), (("environment", "libraries"), lambda all_: all_[1:], "executables in environment.libraries is 0"),
         (("environment", "libraries"), lambda all_: all_ + all_[:1], "executables in environment.libraries is 2"), (("environment", "libraries"), lambda all_: all_ + all_[-1:], "paths of environment.libraries"),
         (("environment", "variables"), lambda all_: all_ | {"LD_PRELOAD": "a.so"}, "environment.variables.LD_PRELOAD is a.so, must be not set"),
         (("environment", "variables"), lambda all_: all_ | {"KOKKOS_TOOLS_LIBS": "a.so"}, "environment.variables.KOKKOS_TOOLS_LIBS"),
         (("environment", "flags"), to("-O3 -include fast.h"), "environment.flags is -include"), (("environment", "libraries", 0, "origin"), to("friend"), "docs/report.schema.json"))


class Process(RankingTest):
    def test_what_keeps_a_run_from_being_official(self):
        report = stamped()
        self.assertEqual(report["benchmark"].get("rules"), 2)
        for path, change, words in EDITS:
            with self.subTest(words=words):
                self.result("a", edited(report, path, change), way="development")
                self.refused("results/a/0.json: ", words)

    def test_all_of_it_or_none(self):
        whole = ("benchmark", "clocks"), ("benchmark", "sources"), ("environment", "libraries"), ("environment", "variables")
        none = stamped()
        for path in whole:
            self.result("a", drop(*path)(stamped()), way="development")
            self.refused("3 of 4, must be all there, or none in older reports")
            none = drop(*path)(none)
        self.result("a", none, way="development")
        self.assertEqual(self.read()[1], [])

    def test_runs_of_one_program(self):
        other = another(1, 2.0, stamped())
        self.result("a", another(0, 2.0, stamped()), other, way="development")
        self.assertEqual(self.read()[1], [])
        for key in ("sha256", "build_id"):
            self.result("a", another(0, 2.0, stamped()), edited(other, ("environment", "libraries", 0, key), to("0" * 64)), way="development")
            self.refused("program (environment.libraries) is not as in 0.json")


if __name__ == "__main__":
    unittest.main()
