"""scripts/model: fits find what made the reports, checks compare, and wrong input is refused."""

import json
import unittest

from support_cli import INPUTS, SCRIPTS
from support_model import CG, FASTEST, MACHINE, ModelTest, cost
from model_items import measured  # found through support_model
from model_items.fit import fit


class Fit(ModelTest):
    def report(self, machine, deck, settings, ranks, iterations):
        """The report that a machine of the model would give."""
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
        found = fit(start, runs, 100.0, ())
        for key, value in found.items():
            self.assertAlmostEqual(value / truth[key], 1, delta=0.02, msg=key)
        self.assertEqual({key.split(".")[0] for key in found}, {"kernels", "link", "sum"})
        kept = fit(start, runs, 100.0, ("sum.", "kernels.wait"))
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
                               ("latency = 1e-3", "latency = -1e-3", ("link.peer.latency = -0.001", "from 0 on")),
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
                              ("grid.n=3", ("grid.n = 3", "no such key"))):
            self.predict("--set", setting, says=("paper.toml", *says))

    def test_of_ranks_and_schemes(self):
        self.predict("--ranks", "2,x", says=("--ranks 2,x",))
        self.predict("--ranks", "100000", says=("100000 ranks", "fewer ranks"))
        self.predict("--ranks", 4, "--set", "decomposition.process_grid=[2,3]", says=("[2, 3]", "product 4"))
        self.predict("--ranks", 4, "--set", "decomposition.process_grid=[2,2]", "--set", "multigrid.overlap_rows=[2]",
                     says=("[2, 2]", "[1, 4]", "multigrid.overlap_rows"))
        self.predict("--ranks", 4, "--set", "multigrid.overlap_rows=[2,2,2,2,2]", says=("at most 4",))
        self.predict("--ranks", 4, "--set", "multigrid.merge=[[2,1]]", says=("multigrid.merge", "[]"))
        self.predict("--ranks", 4, "--set", "multigrid.replicated_from=5", says=("replicated_from = 5", "0 to 4"))

    def test_of_runs(self):
        for text, says in (("", ("run: missing",)), ("[[run]]\n", ("run 1: ", "must be")),
                           ('[[run]]\ndeck = "a"\niterations = 1\nsolve = -1.0\n', ("solve = -1.0", "above 0")),
                           ('[[run]]\ndeck = "a"\niterations = 1\nsolve = 1.0\n', ("no such deck",))):
            self.refused("check", "--machine", "h200", self.write("runs.toml", text), says=says)
        self.refused("check", "--machine", "h200", "none.json", says=("none.json", "No such file"))
        self.refused("fit", self.write("part.json", "{}"), says=("part.json", "must be a report"))


if __name__ == "__main__":
    unittest.main()
