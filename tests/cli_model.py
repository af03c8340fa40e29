"""scripts/model: predictions that can be checked by hand, and counts of the program itself."""

import unittest
from collections import Counter

from support_cli import INPUTS
from support_model import CG, FASTEST, ModelTest, cost


class ByHand(ModelTest):
    def test_cg_on_one_rank(self):
        machine = self.machine(**{"kernels.ramp": 0})
        parts = cost.predict(self.case("quickstart.toml", CG, 1, 15, machine), machine)
        words = 3 * 1 + 2 + 3 + 15 * 7 + 16 * 4  # three fields set to zero, a copy, axpby, spmv, tridiag
        launches = 3 + 1 + 1 + 15 + 16 + 2       # and two that find the solve finished
        self.assertAlmostEqual(parts["kernels"], words * 8 * 32 * 32 * 4 / 1e9 + launches * 1e-6)
        self.assertEqual(parts["halos"], 0)
        self.assertAlmostEqual(parts["sums"], 2 * 1e-3)

    def test_the_ramp_counts_half_where_a_kernel_moves_ramp_bytes(self):
        terms = cost.call_terms(self.machine(), "kernels.double.other", 1e5, 3)
        self.assertEqual(terms, {"kernels.fixed": 3, "kernels.ramp": 1.5, "kernels.double.other": 3e5})

    def test_cg_on_two_ranks(self):
        machine = self.machine()
        parts = cost.predict(self.case("quickstart.toml", CG, 2, 16, machine), machine)
        self.assertAlmostEqual(parts["halos"], 16 * (1e-3 + 32 * 4 * 8 / 1e6))
        self.assertAlmostEqual(parts["sums"], 33 * (1e-4 + 1e-5) + 2 * (1e-3 + 2e-4 + 2e-5))

    def test_between_hosts_the_slower_link_counts(self):
        machine = self.machine(**{"ranks_per_host": 2})
        case = self.case("quickstart.toml", CG, 4, 16, machine)
        self.assertEqual(case.ranks.grid, (2, 2))  # two rows of a host: neighbours in y are on another one
        columns = 16 + 1e-9
        parts = cost.predict(case, machine)
        self.assertAlmostEqual(parts["halos"], 16 * max(1e-3 + columns * 4 * 8 / 1e6, 4e-3 + columns * 4 * 8 / 2e6))
        sums = 33 * (2e-4 + 2e-5 + 3e-4 + 3e-5) + 66 * 1e-3  # of the host, there and back
        self.assertAlmostEqual(parts["sums"], sums)

    def test_weakly_scaled_the_kernels_take_as_long(self):
        said = self.script("model", "predict", INPUTS / "paper.toml", "--iterations", 8, "--machine", "h200",
                           "--weak", "--ranks", "1,16384")
        one, many = (line.split() for line in said.splitlines()[3:])
        self.assertEqual(many[:5], ["16384", "128", "x", "128", "5.50e+11"])
        self.assertEqual(one[8], many[8])


class Counts(ModelTest):
    def compare(self, settings, deck, ranks):
        """Calls, bytes and process grid of the program beside the model's."""
        settings = {**settings, "multigrid.levels": 5, "verification.iteration_bound": 20}
        report = self.solve(INPUTS / deck, settings, ranks=ranks)
        case = self.case(deck, settings, ranks or 1, report["solver"]["iterations"], self.machine())
        self.assertEqual(list(case.ranks.grid), report["decomposition"]["process_grid"])
        travels = ("exchange", "peer_", "halo_", "allreduce")
        rows = report["timings"]["kernels"]
        kernels = {(r["kernel"], r["level"]): r for r in rows if not r["kernel"].startswith(travels)}
        self.assertEqual({key: r["calls"] for key, r in kernels.items()}, dict(case.plan.kernels))
        for (kernel, level), row in kernels.items():
            if row["bytes"]:
                self.assertAlmostEqual(case.bytes(kernel, level) * row["calls"] * case.ranks.count, row["bytes"])
        exchanges = Counter()
        for (level, _), calls in case.plan.exchanges.items():
            exchanges[level] += calls
        self.assertEqual({r["level"]: r["calls"] for r in rows if r["kernel"] == "exchange"}, dict(exchanges))

    def test_of_the_program(self):
        for deck in ("fastest.toml", "paper.toml"):
            for ranks in (None, 2, 4):
                with self.subTest(deck=deck, ranks=ranks):
                    self.compare(FASTEST, deck, ranks)

    def test_process_grids_of_ragged_sizes(self):
        for nx, ny, ranks in ((60, 60, 6), (100, 40, 6), (37, 81, 4)):
            report = self.solve(self.write_deck(nx=nx, ny=ny, nz=2), {"physics.cfl": 2.0}, ranks=ranks)
            grid = cost.choose(nx, ny, 3, ranks)
            self.assertEqual(list(grid), report["decomposition"]["process_grid"])
            layout = cost.Ranks(nx, ny, 3, grid, 8)
            parts = report["decomposition"]["partitions"]
            self.assertEqual(layout.sides(0), (max(p["nx"] for p in parts), max(p["ny"] for p in parts)))

    def test_wide_levels_exchange_once_a_cycle(self):
        machine = self.machine()
        today, wide = (self.case("fastest.toml", {}, 2, 2, machine, wide=level) for level in (None, 1))
        self.assertEqual(cost.halo_terms(today, machine)["link.peer.latency"], 43)
        self.assertEqual(cost.halo_terms(wide, machine)["link.peer.latency"], 11 + 4)
        self.assertEqual(wide.depths, {1: 3, 2: 4, 3: 5, 4: 4})
        self.assertEqual(wide.cells(4, 32), 32 * (16 + 4) * 32)
        inner = self.case("fastest.toml", {}, 4, 2, machine, wide=1, slabs=True)
        self.assertEqual(inner.cells(2, 32), 128 * (32 + 2 * 4) * 32)

    def test_replicated_levels_are_whole_on_every_rank(self):
        machine = self.machine()
        case = self.case("fastest.toml", {}, 4, 2, machine, replicated=3, slabs=True)
        self.assertEqual(case.ranks.grid, (1, 4))
        self.assertEqual(case.cells(3, 32), 64 * 64 * 32)
        self.assertEqual(cost.halo_terms(case, machine)["link.peer.latency"], 11 + 8 + 8 + 4 * 2)


if __name__ == "__main__":
    unittest.main()
