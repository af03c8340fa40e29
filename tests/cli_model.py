"""scripts/model: predictions that can be checked by hand, counts of the program itself, fits, and how it refuses."""

import json
import sys
import unittest
from collections import Counter

from support_cli import INPUTS, SCRIPTS, ScriptTest

sys.path.insert(0, str(SCRIPTS))
from model_items import cost, measured  # noqa: E402
from model_items.cycle import Scheme  # noqa: E402
from model_items.deck import Deck  # noqa: E402
from model_items.fit import fit  # noqa: E402
from model_items.machine import Machine  # noqa: E402

MACHINE = """name = "made up"
ranks_per_host = 4
[kernels]
fixed = 1e-6 # a remark
ramp = 2e-6
ramp_bytes = 1e5
fence = 3e-6
wait = 1e-3
[kernels.double]
other = 1e9
[kernels.float]
smooth = 5e8
other = 2e9
[link.peer]
latency = 1e-3
rate = 1e6
[network]
latency = 4e-3
rate = 2e6
[sum.peer]
first = 1e-4
doubling = 1e-5
[sum.host]
first = 2e-4
doubling = 2e-5
[sum.network]
first = 3e-4
doubling = 3e-5
"""
CG = {"grid.nx": 32, "grid.ny": 32, "grid.nz": 4, "solver.method": "cg-fused"}
FASTEST = {"grid.nx": 64, "grid.ny": 64, "grid.nz": 8}


class ModelTest(ScriptTest):
    def machine(self, **changes):
        return Machine.load(self.write("machine.toml", MACHINE), changes.items())

    def case(self, deck, settings, ranks, iterations, machine, **scheme):
        loaded = Deck.load(INPUTS / deck, [f"{key}={value}" for key, value in settings.items()])
        return cost.Case.of(loaded, ranks, machine, "peer", iterations, Scheme(**scheme))


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

    def test_replicated_levels_are_whole_on_every_rank(self):
        machine = self.machine()
        case = self.case("fastest.toml", {}, 4, 2, machine, replicated=3, slabs=True)
        self.assertEqual(case.ranks.grid, (1, 4))
        self.assertEqual(case.cells(3, 32), 64 * 64 * 32)
        self.assertEqual(cost.halo_terms(case, machine)["link.peer.latency"], 11 + 8 + 8 + 4 * 2)


class Fit(ModelTest):
    def report(self, machine, deck, settings, ranks, iterations):
        """What a machine of the model would report."""
        case = self.case(deck, settings, ranks, iterations, machine)
        kernels = []
        for (kernel, level), calls in case.plan.kernels.items():
            terms = cost.call_terms(machine, machine.rate_of(kernel, case.word(kernel)), case.bytes(kernel, level))
            alone = machine["kernels.fence"] + cost.seconds(terms, machine)
            kernels.append({"kernel": kernel, "level": level, "calls": calls, "seconds": calls * alone,
                            "bytes": None if level < 0 else calls * case.bytes(kernel, level)})
        said = {"process_grid": list(case.ranks.grid), "ranks": ranks, "transport": {"inside_host": "peer"}}
        report = {"run": {"deck": deck, "parameters": case.deck.parameters}, "decomposition": said,
                  "solver": {"iterations": iterations},
                  "timings": {"solve": {"median": sum(cost.predict(case, machine).values())}, "kernels": kernels}}
        name = f"{deck}-{settings['grid.nx']}-{ranks}.json"
        (self.directory / "reports").mkdir(exist_ok=True)
        return self.write(f"reports/{name}", json.dumps(report))

    def reports(self, machine):
        runs = [(deck, {**FASTEST, "grid.nx": n, "grid.ny": n}, ranks, its) for ranks in (1, 2)
                for deck, its in (("fastest.toml", 2), ("paper.toml", 8)) for n in (64, 128, 512)]
        runs += [("quickstart.toml", {**CG, "grid.nx": n, "grid.ny": n}, ranks, 30) for ranks in (1, 2, 4) for n in (64, 128)]
        return [self.report(machine, *run) for run in runs]

    def test_finds_what_made_the_reports(self):
        truth = self.machine()
        runs = [run for path in self.reports(truth) for run in measured.load(path)]
        start = self.machine(**{"kernels.fixed": 3e-6, "kernels.ramp": 1e-6, "kernels.wait": 2e-3, "kernels.fence": 1e-6,
                                "kernels.double.other": 2e9, "kernels.float.smooth": 2e9, "link.peer.latency": 3e-3,
                                "link.peer.rate": 5e6, "sum.peer.first": 3e-4})
        found = fit(start, runs, Scheme(), 100.0, ())
        for key, value in found.items():
            self.assertAlmostEqual(value / truth[key], 1, delta=0.01, msg=key)
        self.assertEqual({key.split(".")[0] for key in found}, {"kernels", "link", "sum"})
        kept = fit(start, runs, Scheme(), 100.0, ("sum.", "kernels.wait"))
        self.assertFalse([key for key in kept if key.startswith("sum.") or key == "kernels.wait"])

    def test_machine_check_and_result_of_scale(self):
        truth = self.machine()
        self.write("scaled.json", json.dumps({"table": {}, "reports": [f"elsewhere/{path.name}"
                                                                       for path in self.reports(truth)]}))
        wrong = self.write("wrong.toml", MACHINE.replace("other = 1e9", "other = 2e9"))
        said = self.script("model", "check", "--machine", "wrong.toml", "scaled.json", code=1)
        fitted = self.script("model", "fit", "--machine", wrong, "--trust", 100, "scaled.json")
        self.assertRegex(fitted, r"fixed = 1e-06 # fitted to 18 runs; before: 1e-6, a remark\n")
        self.write("new.toml", fitted)
        said = self.script("model", "check", "--machine", "new.toml", "--limit", 0.5, "scaled.json")
        self.assertRegex(said, r"worst deviation .0\.\d %")

    def test_the_machines_are_as_close_as_they_say(self):
        runs = sorted((SCRIPTS / "machines").glob("h200-*-runs.toml"))
        self.assertTrue(runs)
        self.script("model", "check", "--machine", "h200", *runs)
        self.script("model", "check", "--machine", "h200", "--limit", 0.001, *runs, code=1)


class Refusals(ModelTest):
    def refused(self, *words, says):
        said = self.script("model", *words, code=2)
        self.assertEqual(len(said.splitlines()), 1, said)
        for word in says:
            self.assertIn(word, said)

    def predict(self, *words, deck=INPUTS / "paper.toml", machine="h200", says):
        self.refused("predict", deck, "--iterations", 8, "--machine", machine, *words, says=says)

    def test_of_machines(self):
        for old, new, says in (("latency = 1e-3\n", "", ("link.peer.latency", "missing", "seconds")),
                               ("other = 1e9", "other = -1e9", ("kernels.double.other = -1000000000.0", "above 0")),
                               ("other = 1e9", 'other = "fast"', ("'fast'", "bytes a second")),
                               ("fixed = 1e-6", "fixed = nan", ("kernels.fixed = nan",)),
                               ("fixed", "fixd", ("kernels.fixd", "no such key")),
                               ("ranks_per_host = 4", "ranks_per_host = 0.5", ("ranks_per_host", "integer")),
                               ("[kernels]", "[kernels", ("not TOML",))):
            path = self.write("bad.toml", MACHINE.replace(old, new, 1))
            self.predict(machine=path, says=("bad.toml", *says))
        self.predict(machine="cray", says=("cray: no such machine", "h200"))
        self.predict("--assume", "link.peer.rate=-1", says=("link.peer.rate = -1", "above 0"))

    def test_of_decks(self):
        self.predict(deck="none.toml", says=("none.toml: no such deck",))
        for setting, says in (("grid.nx=-3", ("grid.nx = -3", "integer from 1")),
                              ("multigrid.cycle=W", ('multigrid.cycle = "W"', "the model knows")),
                              ("multigrid.levels=auto", ('"auto"', "integer")),
                              ("grid.n=3", ("grid.n = 3", "no such key"))):
            self.predict("--set", setting, says=("paper.toml", *says))

    def test_of_ranks_and_schemes(self):
        self.predict("--ranks", "2,x", says=("--ranks 2,x",))
        self.predict("--ranks", "100000", says=("100000 ranks", "fewer ranks"))
        self.predict("--wide-from", 5, says=("--wide-from 5", "1 to 4"))
        self.predict("--wide-from", 1, says=("multigrid.pre_relaxation",))

    def test_of_runs(self):
        for text, says in (("", ("run: missing",)), ("[[run]]\n", ("run 1: ", "must be")),
                           ('[[run]]\ndeck = "a"\niterations = 1\nsolve = -1.0\n', ("solve = -1.0", "above 0")),
                           ('[[run]]\ndeck = "a"\niterations = 1\nsolve = 1.0\n', ("no such deck",))):
            self.refused("check", "--machine", "h200", self.write("runs.toml", text), says=says)
        self.refused("check", "--machine", "h200", "none.json", says=("none.json", "No such file"))
        self.refused("fit", self.write("part.json", "{}"), says=("part.json", "must be a report"))


if __name__ == "__main__":
    unittest.main()
