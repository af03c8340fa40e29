"""Runs that must be valid: ranks, methods, precisions, right-hand sides."""

import itertools
import unittest

from support_cli import INPUTS, METHODS, MULTIGRID, STORED, CommandLineTest, true_residual


class ValidRuns(CommandLineTest):
    def test_a_deck_of_the_inputs(self):
        report = self.solve(INPUTS / "small.toml")
        self.assertEqual(report["run"]["deck"], str(INPUTS / "small.toml"))
        self.assertEqual(report["run"]["unused"], [])
        self.assertEqual(len(report["timings"]["solve"]["samples"]), 1)
        self.assertTrue(report["solver"]["converged"])
        self.assertIn("smooth", [row["kernel"] for row in report["timings"]["kernels"]])

    def test_repeats_keep_all_samples(self):
        report = self.solve(self.write_deck(nz=4), {"run.repeats": 4, "run.warmup": 1})
        timing = report["timings"]["solve"]
        samples = sorted(timing["samples"])
        self.assertEqual(len(samples), 4)
        self.assertEqual([timing["min"], timing["max"]], [samples[0], samples[-1]])
        self.assertAlmostEqual(timing["median"], (samples[1] + samples[2]) / 2, delta=1e-12)
        self.assertAlmostEqual(report["fom"]["value"] * timing["median"], 32 * 32 * 4 / 1e6,
                               delta=1e-9)

    def test_kernel_timings_can_be_left_out(self):
        report = self.solve(self.write_deck(nz=4), {"run.kernel_timings": False})
        self.assertEqual(report["timings"]["kernels"], [])
        self.assertNotIn("solve_allocations", report["memory"])
        self.assertEqual(report["energy"]["reason"], "run.kernel_timings is false")

    def test_energy_or_why_it_is_not_known(self):
        report = self.solve(self.write_deck(nz=4))
        energy, lines = report["energy"], report["screen"].splitlines()
        reason = energy.pop("reason")
        if reason is not None:
            self.assertEqual(set(energy.values()), {None})
            self.assertIn(f"energy       not known: {reason}", lines)
            return
        self.assertGreater(energy["seconds"], 0.5)
        self.assertAlmostEqual(energy["joules"], energy["watts"] * energy["seconds"])
        self.assertAlmostEqual(energy["joules"], energy["joules_per_solve"] * energy["solves"])
        self.assertAlmostEqual(energy["microjoules_per_unknown"] * 32 * 32 * 4 / 1e6, energy["joules_per_solve"])

    def test_percentages_are_of_the_fastest_copy(self):
        for ranks in (None, 2):
            with self.subTest(ranks=ranks):
                report = self.solve(self.write_deck(nz=4), ranks=ranks)
                timings = report["timings"]
                rates = {way["way"]: way["gb_s"] for way in timings["copies"]}
                self.assertEqual(len(rates), len(timings["copies"]))
                best = max(rates, key=rates.get)
                self.assertEqual(timings["copy_bandwidth_gb_s"], rates[best])
                self.assertEqual(timings["ordinary_copy_gb_s"],
                                 max(way["gb_s"] for way in timings["copies"]
                                     if way["stores"] == "ordinary"))
                self.assertIn(f"% of the best copy's {rates[best]:.1f} GB/s ({best})\n",
                              report["screen"])
                for row in timings["kernels"]:
                    if row["gb_s"] is not None:
                        self.assertAlmostEqual(row["percent_of_copy"],
                                               100 * row["gb_s"] / rates[best], delta=1e-9)

    def test_a_key_without_effect_is_named(self):
        report = self.solve(self.write_deck(nz=4), {"rhs.seed": 7})
        line = '--set rhs.seed=7: not used, only with kind = "random", "sources" or "layered"'
        self.assertEqual(report["stderr"], f"isobar: {line}\n")
        self.assertEqual(report["run"]["unused"], [line])

    def test_every_method_and_precision(self):
        # Float stalls above 1e-5 for smooth right-hand sides; what it can reach suffices here.
        deck = self.write_deck()
        for method in METHODS + STORED:
            for precision in ("double", "float", "float-storage", "mixed"):
                if precision == "mixed" and method not in MULTIGRID:
                    continue
                if precision == "float-storage" and method in STORED:
                    continue
                with self.subTest(method=method, precision=precision):
                    report = self.solve(deck, {
                        "solver.method": method, "solver.precision": precision,
                        "solver.tolerance": 1e-3 if precision.startswith("float") else 1e-5,
                        "rhs.kind": "random"})
                    self.assertEqual(report["solver"]["method"], method)
                    self.assertEqual(report["solver"]["precision"], precision)
                    self.assertEqual(report["memory"]["solve_allocations"], 0)

    def test_both_layouts_go_the_same_way(self):
        deck = self.write_deck()
        for method in ("multigrid", "cg-fused", "cg-standard"):
            for precision, tolerance in (("double", 1e-8), ("float", 1e-3)):
                with self.subTest(method=method, precision=precision):
                    reports = [self.solve(deck, {
                        "fields.layout": layout, "solver.method": method, "rhs.kind": "random",
                        "solver.precision": precision, "solver.tolerance": tolerance})
                        for layout in ("x-fastest", "z-fastest")]
                    rows, columns = [report["solver"] for report in reports]
                    self.assertEqual([rows["layout"], columns["layout"]],
                                     ["x-fastest", "z-fastest"])
                    self.assertEqual(columns["iterations"], rows["iterations"])
                    self.assertIn(f"{precision}, z-fastest, tolerance", reports[1]["screen"])
                    self.assertEqual(reports[1]["memory"]["solve_allocations"], 0)
                    self.assertEqual(reports[1]["memory"]["solve_deep_copies"], 0)

    def test_a_solve_copies_no_field_behind_the_kernels(self):
        deck = self.write_deck()
        for method in METHODS:
            for precision in ("double", "mixed") if method in MULTIGRID else ("double",):
                with self.subTest(method=method, precision=precision):
                    report = self.solve(deck, {"solver.method": method,
                                               "solver.precision": precision})
                    self.assertEqual(report["memory"]["solve_allocations"], 0)
                    self.assertEqual(report["memory"]["solve_deep_copies"], 0)

    def test_mixed_precision_reaches_what_double_reaches(self):
        deck = self.write_deck(nx=64, ny=64, nz=32)
        for method in MULTIGRID:
            for tolerance, part in itertools.product((1e-5, 1e-8, 1e-11),
                                                     ("cycles", "coarse-levels")):
                with self.subTest(method=method, tolerance=tolerance, in_float=part):
                    report = self.solve(deck, {"solver.method": method, "solver.precision": "mixed",
                                               "mixed.in_float": part,
                                               "solver.tolerance": tolerance, "rhs.kind": "box"})
                    self.assertLessEqual(true_residual(report), 1.01 * tolerance)

    def test_norms_that_were_not_taken_are_null(self):
        report = self.solve(self.write_deck(), {"solver.check_after": 4})
        history = report["solver"]["residual_history"]
        self.assertEqual(history[1:4], [None] * 3)
        self.assertNotIn(None, history[:1] + history[4:])
        self.assertGreaterEqual(report["solver"]["iterations"], 4)

    def test_every_right_side(self):
        deck = self.write_deck()
        norms = {}
        for kind in ("box", "constant", "random", "smooth", "blob", "sources", "layered"):
            for method in ("multigrid", "cg-fused"):
                with self.subTest(kind=kind, method=method):
                    report = self.solve(deck, {"rhs.kind": kind, "solver.method": method})
                    norms[kind, method] = float(f"{report['solver']['residual_history'][0]:.10e}")
        self.assertEqual(len(set(norms.values())), 7, "right-hand sides differ, methods see the same")
        low = self.solve(deck, {"rhs.box_layers": [0, 0.25]})["solver"]["residual_history"][0]
        self.assertLess(low, 0.5 * norms["box", "multigrid"], "fewer and thinner layers")

    def test_a_right_side_of_zero_is_no_benchmark(self):
        deck = self.write_deck(nx=8, ny=8, nz=4)
        # The blob is so narrow and so far from all cell centres that it underflows to zero.
        report = self.solve(deck, {"multigrid.levels": 1, "rhs.kind": "blob",
                                   "rhs.blob_width": 1e-3, "rhs.blob_centre": [0, 0, 0]},
                            code=1)
        self.assertEqual(report["solver"]["iterations"], 0)
        self.assertIn("the right-hand side is zero", report["verification"]["reason"])

    def test_the_coarse_solver_may_be_cg(self):
        report = self.solve(self.write_deck(), {"multigrid.coarse_solver": "cg",
                                                "multigrid.coarse_steps": 20})
        self.assertEqual(report["memory"]["solve_allocations"], 0)


class Ranks(CommandLineTest):
    """Results do not depend on the number of ranks."""

    def compare(self, settings, rank_counts=(1, 2, 4), nx=32, ny=48, delta=1e-10):
        deck = self.write_deck(nx=nx, ny=ny)
        reports = [self.solve(deck, settings, ranks=ranks) for ranks in rank_counts]
        first = reports[0]
        history = first["solver"]["residual_history"]
        for ranks, report in zip(rank_counts, reports):
            self.assertEqual(report["decomposition"]["ranks"], ranks)
            self.assertEqual(len(report["decomposition"]["partitions"]), ranks)
            self.assertEqual(report["solver"]["iterations"], first["solver"]["iterations"])
            self.assertAlmostEqual(true_residual(report) / true_residual(first), 1.0, delta=delta)
            for mine, its in zip(report["solver"]["residual_history"], history, strict=True):
                self.assertAlmostEqual(mine / its, 1.0, delta=delta)

    def test_multigrid(self):
        self.compare({"solver.method": "multigrid"})

    def test_cg_fused(self):
        self.compare({"solver.method": "cg-fused"}, delta=1e-8)

    def test_z_fastest(self):
        for method in ("multigrid", "cg-fused"):
            with self.subTest(method=method):
                self.compare({"solver.method": method, "fields.layout": "z-fastest"}, delta=1e-8)

    def test_other_methods(self):
        for method in ("cg-standard", "cg-multigrid") + STORED:
            with self.subTest(method=method):
                self.compare({"solver.method": method}, rank_counts=(1, 4), delta=1e-8)

    def test_the_random_right_side(self):
        self.compare({"rhs.kind": "random", "rhs.seed": 5}, rank_counts=(1, 4))

    def test_odd_sizes_without_coarse_levels(self):
        self.compare({"solver.method": "cg-fused"}, rank_counts=(1, 4), nx=13, ny=7, delta=1e-8)

    def test_a_given_process_grid(self):
        deck = self.write_deck()
        report = self.solve(deck, {"decomposition.process_grid": [1, 2]}, ranks=2)
        self.assertEqual(report["decomposition"]["process_grid"], [1, 2])

    def test_coarse_levels_that_overlap(self):
        for method in MULTIGRID:
            for nx, ny, levels, ranks, settings in (
                    (40, 48, 3, 2, {"overlap_rows": [2, 4]}),
                    (40, 48, 3, 3, {"overlap_rows": [8, 4]}),  # the rank in the middle has all rows
                    (160, 40, 3, 2, {"overlap_rows": [8, 8]}),  # x alone is halved
                    (40, 48, 3, 2, {"replicated_from": 1}),
                    (16, 16, 5, 6, {})):  # 8 rows are the last that can be distributed
                with self.subTest(method=method, nx=nx, ny=ny, ranks=ranks, settings=settings):
                    deck = self.write_deck(nx, ny, 4)
                    plain = {"solver.method": method, "multigrid.levels": levels}
                    one = self.solve(deck, plain)["solver"]
                    more = {f"multigrid.{key}": value for key, value in settings.items()}
                    report = self.solve(deck, {**plain, **more}, ranks=ranks)
                    self.assertEqual(report["solver"]["iterations"], one["iterations"])
                    self.assertEqual(report["decomposition"]["process_grid"], [1, ranks])

    def test_coarse_levels_on_fewer_ranks(self):
        deck = self.write_deck(40, 48, 4)
        for method in MULTIGRID:
            plain = {"solver.method": method, "multigrid.levels": 4}
            one = self.solve(deck, plain)
            for ranks, merge in ((2, [[1, 1]]), (4, [[1, 2], [3, 1]])):
                with self.subTest(method=method, ranks=ranks, merge=merge):
                    report = self.solve(deck, {**plain, "multigrid.merge": merge}, ranks=ranks)
                    self.assertEqual(report["solver"]["iterations"], one["solver"]["iterations"])
                    self.assertEqual([level["ranks"] for level in report["decomposition"]["levels"]],
                                     [2, 1, 1, 1] if ranks == 2 else [4, 2, 2, 1])
        self.solve(deck, {"multigrid.merge": [[1, 4]]})  # one rank has nothing to merge

    def test_reports_say_what_ranks_compute(self):
        deck = self.write_deck(40, 48, 4)

        def levels_of(settings, ranks=2):
            levels = self.solve(deck, settings, ranks=ranks)["decomposition"]["levels"]
            return [(level["overlap"], level["computed_columns"]) for level in levels]

        self.assertEqual(levels_of({}), [(0, 40 * 48), (0, 20 * 24), (0, 10 * 12)])
        rows = {"multigrid.overlap_rows": [2, 3]}
        self.assertEqual(levels_of(rows), [(0, 40 * 48), (2, 20 * (24 + 4)), (3, 10 * (12 + 6))])
        self.assertEqual(levels_of(rows, ranks=None), levels_of({}), "one rank has no neighbours")
        self.assertEqual(levels_of({"multigrid.replicated_from": 2}),
                         [(0, 40 * 48), (0, 20 * 24), (12, 2 * 10 * 12)])

    def test_all_transports(self):
        deck = self.write_deck(nz=4)
        one = self.solve(deck)["solver"]
        for more in ("auto",), ("peer",), ("device",), ("staged",), ("peer", "--ranks-per-host", "2"):
            report = self.solve(deck, ranks=4, more=("--transport", *more))
            self.assertNotEqual(report["decomposition"]["transport"]["reason"], "")
            self.assertEqual(report["solver"]["iterations"], one["iterations"], more)


if __name__ == "__main__":
    unittest.main()
