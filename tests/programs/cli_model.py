"""scripts/model: predictions that can be checked by hand, and counts of the program itself."""

import unittest
from collections import Counter

from support_cli import INPUTS
from support_model import CG, FASTEST, ModelTest, choose, cost


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
                           "--weak", "--ranks", "64,16384")
        few, many = (line.split() for line in said.splitlines()[3:])
        self.assertEqual(many[:5], ["16384", "128", "x", "128", "5.50e+11"])
        self.assertEqual(few[8], many[8])


def on_hosts(kernels):
    """The model counts a GPU's kernels. On hosts a norm comes with the first smoothing step of the next cycle, of which the
    last one is in vain (docs/decisions/0032)."""
    counts = Counter(kernels)
    norms = counts.pop(("residual_norm", 0), 0)
    if norms:
        counts["smooth_norm", 0] = norms
        counts["smooth", 0] -= norms - 1
    return {key: calls for key, calls in counts.items() if calls}


class Counts(ModelTest):
    def compare(self, settings, deck, ranks):
        """Calls, bytes and process grid of the program beside the model's."""
        settings = {**settings, "multigrid.levels": 5, "verification.iteration_bound": 20}
        report = self.solve(INPUTS / deck, settings, ranks=ranks, more=("--transport", "peer"))
        case = self.case(deck, settings, ranks or 1, report["solver"]["iterations"], self.machine())
        self.assertEqual(list(case.ranks.grid), report["decomposition"]["process_grid"])
        travels = ("exchange", "peer_", "halo_", "allreduce")
        rows = report["timings"]["kernels"]
        kernels = {(r["kernel"], r["level"]): r for r in rows if not r["kernel"].startswith(travels)}
        self.assertEqual({key: r["calls"] for key, r in kernels.items()}, on_hosts(case.plan.kernels))
        if case.ranks.count <= 2 or not any(case.rows):  # else those at the domain's ends compute fewer rows
            for (kernel, level), row in kernels.items():
                if row["bytes"]:
                    self.assertAlmostEqual(case.bytes(kernel, level) * row["calls"] * case.ranks.count, row["bytes"])
        self.assertEqual({r["level"]: r["calls"] for r in rows if r["kernel"] == "peer_send"}, self.exchanges(case))

    def exchanges(self, case):
        """Right-hand sides that have an exchange of their own belong to the coarsest level."""
        counts = Counter()
        for (level, _), calls in case.plan.exchanges.items():
            counts[level] += calls
        for (levels, beyond), calls in case.plan.gathers.items():
            counts[levels[0] if beyond else case.ranks.levels - 1] += calls
        return {level: calls for level, calls in counts.items() if calls}

    def test_of_the_program(self):
        for deck in ("fastest.toml", "paper.toml"):
            for ranks in (None, 2, 4):
                with self.subTest(deck=deck, ranks=ranks):
                    self.compare({**FASTEST, "multigrid.overlap_rows": []}, deck, ranks)

    def test_of_levels_that_overlap(self):
        for deck, deep in (("fastest.toml", [2, 4, 4, 4]), ("paper.toml", [2, 4, 4, 3])):
            chosen = self.case(deck, {}, 2, 2, self.machine())
            self.assertEqual(chosen.rows, (0, *deep))
            for ranks, rows in ((2, deep), (4, deep), (2, [2, 2, 2, 1]), (2, [0, 2, 2, 2]), (2, [0, 0, 0, 3])):
                with self.subTest(deck=deck, ranks=ranks, rows=rows):
                    size = {"grid.nx": 32 * ranks, "grid.ny": 32 * ranks}
                    self.compare({**FASTEST, **size, "multigrid.overlap_rows": rows}, deck, ranks)

    def test_of_replicated_levels(self):
        for deck in ("fastest.toml", "paper.toml"):
            for rows in ([], [2, 2, 2]):
                with self.subTest(deck=deck, rows=rows):
                    self.compare({**FASTEST, "multigrid.overlap_rows": rows, "multigrid.replicated_from": 4}, deck, 2)

    def test_process_grids_of_ragged_sizes(self):
        for nx, ny, ranks in ((60, 60, 6), (100, 40, 6), (37, 81, 4)):
            report = self.solve(self.write_deck(nx=nx, ny=ny, nz=2), {"physics.cfl": 2.0}, ranks=ranks)
            grid = choose(nx, ny, 3, ranks)
            self.assertEqual(list(grid), report["decomposition"]["process_grid"])
            layout = cost.Ranks(nx, ny, 3, grid, 8)
            parts = report["decomposition"]["partitions"]
            self.assertEqual(layout.sides(0), (max(p["nx"] for p in parts), max(p["ny"] for p in parts)))

    def test_what_the_program_chooses(self):
        machine = self.machine()
        for deck, settings, ranks, transport, grid, rows in (
                ("fastest.toml", {}, 4, "peer", (1, 4), (0, 2, 4, 4, 4)),
                ("fastest.toml", {}, 4, "staged", (1, 4), (0, 2, 4, 4, 4)),
                ("paper.toml", {}, 4, "staged", (2, 2), (0,) * 5),
                ("paper.toml", {"multigrid.overlap_rows": []}, 4, "peer", (2, 2), (0,) * 5),
                ("fastest.toml", {"grid.nx": 4096, "grid.ny": 4096}, 64, "peer", (8, 8), (0,) * 5),
                ("fastest.toml", {"decomposition.process_grid": [2, 2]}, 4, "peer", (2, 2), (0,) * 5)):
            case = self.case(deck, settings, ranks, 2, machine, transport)
            self.assertEqual((case.ranks.grid, case.rows), (grid, rows))

    def test_right_hand_sides_travel_once(self):
        machine = self.machine()
        fastest, paper = (self.case(deck, {}, 2, 2, machine) for deck in ("fastest.toml", "paper.toml"))
        self.assertEqual(cost.halo_terms(fastest, machine)["link.peer.latency"], 11 + 4)
        self.assertEqual(cost.halo_terms(paper, machine)["link.peer.latency"], 2 * (2 + 4))
        row = 4 * 32  # bytes of a column in float, with merged layers
        gathered = row * (2 * 256 + 4 * 128 + 4 * 64 + 4 * 32)
        self.assertEqual(cost.halo_terms(fastest, machine)["link.peer.rate"], 11 * 4 * 128 * 512 + 4 * gathered)
        beyond = 8 * 128 * (3 * 256 + 5 * 128 + 5 * 64 + 4 * 32)  # with their halo, as they travel by themselves
        self.assertEqual(cost.halo_terms(paper, machine)["link.peer.rate"], 2 * (2 * 8 * 128 * 512 + beyond))

    def test_rows_of_neighbours_are_computed_as_well(self):
        case = self.case("fastest.toml", {}, 4, 2, self.machine())
        self.assertEqual([case.computed(level) for level in range(5)],
                         [(512, 128), (256, 64 + 4), (128, 32 + 8), (64, 16 + 8), (32, 8 + 8)])

    def test_replicated_levels_are_whole_on_every_rank(self):
        machine = self.machine()
        settings = {"multigrid.overlap_rows": [], "multigrid.replicated_from": 3}
        case = self.case("fastest.toml", settings, 4, 2, machine)
        self.assertEqual(case.ranks.grid, (1, 4))
        self.assertEqual(case.computed(3), (64, 64))
        self.assertEqual(cost.halo_terms(case, machine)["link.peer.latency"], 11 + 8 + 8 + 4)

    def test_rows_that_neighbours_wait_for_are_marched_first(self):
        machine = self.machine(**{"kernels.rim": 1e-6})
        rims = [cost.kernel_terms(self.case("fastest.toml", {}, ranks, 2, machine, transport), machine)["kernels.rim"]
                for ranks, transport in ((2, "nccl"), (2, "staged"), (4, "staged"))]
        self.assertEqual(rims, [0, 11, 22])

    def test_marches_leave_multiprocessors_idle(self):
        machine = self.machine(**{"kernels.multiprocessors": 132})
        unused = {n: self.case("paper.toml", {"grid.nx": n, "grid.ny": n}, 1, 8, machine).unused("smooth", 0, machine)
                  for n in (512, 704, 736, 1440)}
        # 11 and 20 segments of a tile's rows: two and seven rounds, of which each but the first costs four rows more.
        several = {n: (rounds * n / segments + 4 * (rounds - 1)) * 132 / (n * n / 32)
                   for n, rounds, segments in ((736, 2, 11), (1440, 7, 20))}
        self.assertEqual(unused, {512: 132 / 128, 704: 1, **several})
        self.assertLess(unused[1440], 132 / 90)  # one round, which leaves 42 of 132 multiprocessors idle

    def test_segments_are_those_of_the_kernels(self):
        """The C++ rule is in core/src/walk/gpu/row_range.hpp; its tests have these numbers, too."""
        for tiles, rows, teams, segments in ((64, 512, 264, 4), (128, 1024, 264, 2), (8, 64, 264, 33), (2, 32, 264, 32),
                                             (23, 736, 132, 11), (45, 1440, 132, 20)):
            self.assertEqual(cost.best_segments(tiles, rows, teams), segments)


if __name__ == "__main__":
    unittest.main()
