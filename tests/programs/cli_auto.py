"""solver.method = "auto" in isobar: which methods there are, that the fastest one is taken, and what is said of it."""

import json
import re
import signal
import subprocess
import sys
import unittest

import numpy

from support_classes import ClassTest
from support_cli import INPUTS, CommandLineTest, command, environment, exact_unknowns, memory_directory, options, validate

AUTO = {"solver.method": "auto", "rhs.kind": "random"}
MOUNTAINS = {"coefficients.alpha_v_columns": "mountains", "coefficients.alpha_h_profile": "standard-atmosphere"}
SEPARATE = {"multigrid", "cg-multigrid", "modes"}
CONVECTION = {"grid.domain": "flat", "coefficients.xi_x_profile": 1.0}


def name_of(candidate):
    return candidate["method"] + (" of cells" if candidate["of_cells"] else "")


def chosen_name(report):
    """As candidates are named."""
    parameters = report["run"]["parameters"]
    return parameters["solver"]["method"] + (" of cells" if parameters["multigrid"]["coefficients"] == "cells" else "")


class AutoTest(CommandLineTest):
    base = memory_directory()

    def chosen(self, deck, settings=None, ranks=None):
        """The report of a run, with what holds of every choice."""
        report = self.solve(deck, {**AUTO, **(settings or {})}, ranks=ranks)
        solver = report["solver"]
        self.assertEqual(report["run"]["parameters"]["solver"]["method"], solver["method"])
        line, = re.findall(r"^method +(.*)$", report["screen"], re.MULTILINE)
        self.assertEqual(line, solver["choice"]["reason"])
        self.assertRegex(line, rf"^{solver['method']}(?: of cells)?: ")
        self.assertLessEqual(report["memory"]["measured_bytes_per_rank"]["total"],
                             1.3 * report["memory"]["predicted_bytes_per_rank"]["total"] + 6e7)
        return report, {name_of(one): one for one in solver["choice"]["candidates"]}

    def check_measured(self, report, candidates, methods, steps=0):
        """These were measured, and the fastest of them was taken."""
        times = {}
        for name, one in candidates.items():
            with self.subTest(method=name):
                self.assertEqual(one["left_out"] is None, name in methods)
                self.assertEqual(one["solve"] is None, one["left_out"] is not None)
            if name in methods:
                if not one["of_cells"]:  # of which the model knows nothing
                    self.assertGreater(one["predicted_solve"], 0)
                times[name] = one["solve"] + ((one["setup"] + one["update"] * (steps - 1)) / steps if steps else 0)
        self.assertEqual(chosen_name(report), min(times, key=times.get))
        self.assertIn("(measured)", report["solver"]["choice"]["reason"])


class Choice(AutoTest):
    def test_what_separates(self):
        report, candidates = self.chosen(self.write_deck())
        self.check_measured(report, candidates, SEPARATE)
        self.assertEqual(candidates["cg-modes"]["left_out"], "the equation separates")

    def test_what_does_not(self):
        for equation, methods in ((MOUNTAINS, {"multigrid", "cg-multigrid", "cg-modes"}),
                                  (CONVECTION, {"bicgstab-multigrid", "gmres-multigrid", "bicgstab-modes"})):
            with self.subTest(equation=equation):
                self.check_measured(*self.chosen(self.write_deck(), equation), methods)

    def test_coefficients_a_cell(self):
        cells = self.save("cells.npy", numpy.random.default_rng(3).uniform(0.7, 1.4, (32, 32, 16)))
        settings = {"coefficients.alpha_v_cells": cells}
        self.check_measured(*self.chosen(self.write_deck(), settings), {"cg-multigrid of cells", "cg-multigrid", "cg-modes"})

    def strong(self, decades):
        """The keys of coefficients that are log-uniform over so many decades."""
        alpha = 10.0 ** numpy.random.default_rng(7).uniform(-decades / 2, decades / 2, (16, 16, 8))
        file = self.save("strong.npy", alpha)
        return {"coefficients.alpha_h_cells": file, "coefficients.alpha_v_cells": file}

    def test_levels_of_cells_where_coefficients_are_strong(self):
        for ranks in (None, 2):
            report, candidates = self.chosen(self.write_deck(16, 16, 8), {**self.strong(4), "solver.max_iterations": 60}, ranks=ranks)
            self.assertEqual(chosen_name(report), "cg-multigrid of cells")
            self.assertIn("not converged after 60", candidates["cg-multigrid"]["left_out"])
            self.assertIn("; cg-multigrid left out: ", report["solver"]["choice"]["reason"])

    def test_levels_that_a_deck_names(self):
        strong = {**self.strong(2), "multigrid.levels": 3}
        product = self.chosen(self.write_deck(16, 16, 8), {**strong, "multigrid.coefficients": "product"})
        self.check_measured(*product, {"cg-multigrid", "cg-modes"})
        report, candidates = self.chosen(self.write_deck(16, 16, 8), {**strong, "multigrid.coefficients": "cells"})
        self.assertEqual(chosen_name(report), "cg-multigrid of cells")
        self.assertEqual(set(candidates), {"cg-multigrid", "modes", "cg-modes"})
        self.assertIn('not available with multigrid.coefficients = "cells"', candidates["cg-modes"]["left_out"])
        for settings, says in (({"multigrid.smoother": "red-black"}, "multigrid.smoother"), ({"grid.flux": "vertex"}, "grid.flux")):
            self.refuse(self.write_deck(16, 16, 8), *options({**AUTO, **strong, "multigrid.coefficients": "cells", **settings}), says=says)

    def test_advice(self):
        """A run that is slow with coefficients far from products names the levels that are for them."""
        deck, slow = self.write_deck(16, 16, 8), {"solver.max_iterations": 30, "solver.method": "cg-multigrid", "rhs.kind": "random"}
        report = self.solve(deck, {**slow, **self.strong(4)}, code=1)
        self.assertRegex(report["screen"], r'\nadvice +coefficients are [\d.]+ times off .* multigrid.coefficients = "cells" in '
                                           r'solver.method = "cg-multigrid"')
        self.assertNotIn("advice", self.solve(deck, {**slow, **self.strong(4), "multigrid.coefficients": "cells"})["screen"])
        self.assertNotIn("advice", self.solve(deck, {**slow, **self.strong(0.3)})["screen"])
        self.assertNotIn("advice", self.solve(deck, {**slow, "solver.max_iterations": 2}, code=1)["screen"])

    def test_setup_and_updates_count_in_a_sequence(self):
        settings = {"sequence.steps": 2, "sequence.time_step_factors": [1.0, 0.8], "run.repeats": 2}
        report, candidates = self.chosen(self.write_deck(), settings)
        self.check_measured(report, candidates, SEPARATE, steps=2)
        self.assertIn("ms a time step", report["solver"]["choice"]["reason"])

    def test_a_right_hand_side_from_a_file(self):
        f = self.save("f.npy", numpy.random.default_rng(5).standard_normal((32, 32, 16)))
        self.chosen(self.write_deck(), {"rhs.kind": "file", "rhs.file": f})

    def test_ranks_choose_alike(self):
        for ranks in (2, 4):
            with self.subTest(ranks=ranks):
                report, candidates = self.chosen(self.write_deck(), ranks=ranks)
                self.check_measured(report, candidates, SEPARATE)
        self.check_measured(*self.chosen(self.write_deck(), MOUNTAINS, ranks=2), {"multigrid", "cg-multigrid", "cg-modes"})

    def test_the_only_one_left_is_not_measured(self):
        """Another key of the deck leaves modes out."""
        settings = {"solver.precision": "float-storage", "solver.tolerance": 1e-2, "multigrid.cycle": "F"}
        for ranks in (None, 2):
            with self.subTest(ranks=ranks):
                report, candidates = self.chosen(self.write_deck(), settings, ranks=ranks)
                self.assertEqual(report["solver"]["method"], "multigrid")
                self.assertIn("solver.precision", candidates["modes"]["left_out"])
                self.assertIsNone(candidates["multigrid"]["solve"])
                self.assertIn("no other is left", report["solver"]["choice"]["reason"])

    def test_one_that_does_not_converge_is_left_out(self):
        report, candidates = self.chosen(self.write_deck(), {"solver.max_iterations": 2})
        self.assertEqual(report["solver"]["method"], "modes")
        self.assertIn("not solved in a measurement: not converged", candidates["multigrid"]["left_out"])

    def test_cg_around_multigrid_where_cycles_alone_take_hundreds(self):
        """Columns near the poles are much narrower than long, and levels halve both directions (inputs/latlon.toml, smaller)."""
        small = {**AUTO, "grid.nx": 64, "grid.ny": 32, "grid.nz": 16}
        report = self.solve(INPUTS / "latlon.toml", small)
        solver = report["solver"]
        self.assertNotEqual(solver["method"], "multigrid")
        times = {one["method"]: one["solve"] for one in solver["choice"]["candidates"]}
        self.assertLess(times["cg-multigrid"], times["multigrid"])
        self.assertRegex(solver["choice"]["reason"], r"cg-multigrid:? [^(]*\(1\d")
        self.assertRegex(solver["choice"]["reason"], r", multigrid \S+ \(8\d\)")


class Classes(ClassTest):
    def test_each_size_chooses_and_none_is_official(self):
        settings = {"grid.nz": 16, "run.repeats": 4, "sequence.least_seconds": 0, "run.kernel_timings": False}
        report, screen = self.run_class(*options({**settings, "solver.method": "auto"}))
        self.assertTrue(report["verification"]["valid"], screen)
        self.assertEqual(self.departures(report)["solver.method"], ("auto", "the name of a method"))
        sizes = report["benchmark"]["sizes"]
        self.assertEqual([size["valid"] for size in sizes], [True] * 3)
        self.assertEqual(sizes[0]["method"], report["solver"]["method"])
        self.assertLessEqual({size["method"] for size in sizes}, SEPARATE)
        said = ", ".join(f"{size['method']} with {size['columns']}" for size in sizes)
        self.assertEqual(f" {said} columns\n" in screen, len({size["method"] for size in sizes}) > 1)

    def test_a_dry_run_says_what_departs(self):
        done = self.start("--class", "S", "--dry-run", *options({"solver.method": "auto"}))
        self.assertIn('  departs    solver.method: found "auto", wanted "the name of a method"\n', done.stdout)


@unittest.skipUnless(sys.platform == "linux", "signals")
class Interrupts(CommandLineTest):
    def test_a_signal_ends_a_measurement_as_it_ends_a_solve(self):
        """Multigrid relaxes so little that its first solve takes minutes."""
        slow = {**AUTO, "run.warmup": 0, "solver.tolerance": 1e-14, "solver.max_iterations": 1_000_000_000, "multigrid.levels": 3,
                "multigrid.pre_relaxation": [], "multigrid.post_relaxation": [5e-4], "multigrid.coarse_relaxation": 5e-4}
        for ranks in (None, 2):
            with self.subTest(ranks=ranks):
                process = subprocess.Popen(
                    command(self.write_deck(), *options(slow), "--progress", "on", "--report", "report.json", ranks=ranks),
                    cwd=self.directory, env=environment(ranks, self.directory), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                self.addCleanup(process.kill)
                self.assertRegex(process.stderr.readline(), "^iteration ")
                process.send_signal(signal.SIGINT)
                screen, errors = process.communicate(timeout=60)
                self.assertEqual(process.returncode, 1, errors)
                self.assertEqual(screen.splitlines()[-1], "RESULT: INVALID (interrupted)")
                report = json.loads((self.directory / "report.unconverged.json").read_text())
                validate(report, self.schema)
                for one in report["solver"]["choice"]["candidates"][::2]:
                    self.assertIn("not solved in a measurement: ", one["left_out"])
                    self.assertIsNone(one["solve"])
                self.assertIn("needs a symmetric cycle", report["solver"]["choice"]["candidates"][1]["left_out"])
                self.assertIn("none is left", report["solver"]["choice"]["reason"])


class Words(AutoTest):
    def test_a_deck_that_names_its_method_has_no_choice(self):
        report = self.solve(self.write_deck(), {"solver.method": "modes"})
        self.assertIsNone(report["solver"]["choice"])
        self.assertNotRegex(report["screen"], re.compile("^method ", re.MULTILINE))

    def test_a_dry_run_says_which_ones_there_are(self):
        memory = {}
        for method in ("auto", *sorted(SEPARATE)):
            done = self.start(INPUTS / "quickstart.toml", "--dry-run", *options({"solver.method": method}))
            self.assertEqual((done.returncode, done.stderr.count("\n") if method == "auto" else 0), (0, 0), done.stderr)
            memory[method] = float(re.search(r"memory +(\S+) GB a rank", done.stdout).group(1))
            if method == "auto":
                self.assertIn("method       auto: multigrid or cg-multigrid or modes, by a measurement; cg-modes left out: ", done.stdout)
                self.assertRegex(done.stdout, r"solver +auto, ")
                self.assertGreater(exact_unknowns(done.stdout), 0)
        self.assertEqual(memory["auto"], max(memory[method] for method in SEPARATE))

    def test_wrong_combinations_end_with_one_line(self):
        deck = self.write_deck()
        self.refuse(deck, "--set", "solver.method=auto", "--set", "multigrid.pre_relaxation=[]", "--set", "multigrid.post_relaxation=[]",
                    says=("multigrid.post_relaxation", "expected at least one smoothing step"))
        self.refuse(deck, "--set", "solver.method=auto", "--set", "solver.precision=mixed", "--set", "fields.layout=z-fastest",
                    says=("solver.precision", "not available with"))
        self.refuse(deck, "--set", "solver.method=auto", "--set", "solver.check_after=5", "--set", "solver.max_iterations=4",
                    says=("solver.check_after", "expected at most that"))
        self.refuse(deck, "--set", "solver.method=automatic", says=("solver.method=automatic", 'expected "auto" or "multigrid"'))

    def test_nothing_is_left(self):
        cells = self.save("cells.npy", numpy.ones((32, 32, 16)))
        self.refuse(self.write_deck(), "--set", "solver.method=auto", "--set", f"coefficients.alpha_v_cells={cells}",
                    "--set", "multigrid.cycle=F", "--set", "solver.precision=float-storage",
                    says=("solver.method=auto", "no method is left: cg-multigrid of cells: ", "multigrid.cycle"))


if __name__ == "__main__":
    unittest.main()
