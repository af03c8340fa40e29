"""Code that the tests of scripts/ranking share: real reports of docs/results, and results made of them."""
import copy
import datetime
import functools
import json
import random
import statistics
import sys
from unittest import mock

from support_cli import DOCS, SCRIPTS, ScriptTest

sys.path.insert(0, str(SCRIPTS))
from ranking_items import rules  # noqa: E402
from ranking_items.locked import locked_hash  # noqa: E402
from ranking_items.page import page  # noqa: E402
from ranking_items.releases import Releases  # noqa: E402
from ranking_items.reports import ARCHIVE, packed, unpacked  # noqa: E402
from ranking_items.results import Schema, read_results  # noqa: E402

ABOUT = {"system": "One", "nodes": 1, "devices": 1, "interconnect": "none", "who": "A. B.", "way": "baseline",
         "command": "isobar --class M"}
PHASES = ("setup", "update", "solve", "sequence")
ONE_GPU, TWO_GPUS, HOST, REFERENCE = "nvidia-h200-of-2-m-open-3", "nvidia-h200-x2-m-open-2", "epyc-vm-2-cores-s-open", "nvidia-h200-m-reference"


@functools.cache
def texts(name):
    return [data for _, data in unpacked(DOCS / "results" / name / ARCHIVE)]


def measured(name=ONE_GPU, run=0):
    """As it was handed in, by rules 1; ONE_GPU and HOST have ten runs."""
    return json.loads(texts(name)[run])


def step_of(report, statistic):
    """Seconds that a figure is made from, by hand as docs/rules.md has it; of each step the statistic, then their mean."""
    setup, update, solve, repeat = (report["timings"][phase]["samples"] for phase in PHASES)
    if report["benchmark"].get("rules") != 2:
        return statistic(repeat) / 4
    solves, updates = [statistic(solve[k::4]) for k in range(4)], [statistic(update[k::3]) for k in range(3)]
    return sum(solves) / 4 + sum(updates) / 3 * 71 / 72 + statistic(setup) / 72


def figures(report, size, seconds):
    figure = 1e-6 * size["unknowns"] / seconds
    return {"in_all": figure, **{f"per_{key}": figure / report["benchmark"][f"{key}s"] for key in ("node", "device")}}


def computed(report):
    """The report with all numbers that follow from the samples, and from the times of the smaller sizes, computed anew."""
    timings, benchmark = report["timings"], report["benchmark"]
    for phase in PHASES:
        middle = statistics.median(samples := timings[phase]["samples"])
        timings[phase] |= {"median": middle, "min": min(samples), "max": max(samples), "ranks": {"min": middle, "median": middle, "max": middle}}
    samples, median = timings["sequence"]["samples"], timings["sequence"]["median"]
    benchmark |= {"repeats": len(samples), "seconds": sum(samples), "median": median, "spread": (max(samples) - min(samples)) / median}
    sizes, by_2 = benchmark["sizes"], benchmark.get("rules") == 2
    sizes[0] |= {"repeats": len(samples), "seconds": {"repeat": median, **{phase: timings[phase]["median"] for phase in PHASES[:3]}}}
    for size in sizes:
        seconds = size["seconds"]
        if by_2:
            own, step = size is sizes[0], seconds and seconds["solve"] + seconds["update"] * 71 / 72 + seconds["setup"] / 72
            steps = {"step": step_of(report, statistics.median) if own else step, "fastest_step": step_of(report, min) if own else step and 0.9 * step}
            size["seconds"] = seconds and seconds | steps
            size["fastest_mdof_s"] = size["valid"] and figures(report, size, steps["fastest_step"])
        size["mdof_s"] = size["valid"] and figures(report, size, steps["step"] if by_2 else seconds["repeat"] / 4)
    if "clocks" in benchmark:
        benchmark["clocks"] |= {"mpi": benchmark["seconds"], "kernel": benchmark["seconds"]}
    report["fom"]["value"] = sizes[0]["mdof_s"]["in_all"]
    benchmark["hash"] = locked_hash(report)
    return report


PANEL = ({"name": "manufactured_panel_error", "value": 5.7102e-4, "bound": 1e-3, "message": "relative L2 error 5.71e-04 at n = 32 on the panel"},
         {"name": "manufactured_panel_order", "value": 0.03397, "bound": 0.2, "message": "observed order 1.97 on the panel, the scheme's is 2"})


def by_rules_2(report):
    """The same times by rules 2, with what its problem has besides."""
    report = copy.deepcopy(report)
    report["benchmark"] |= {"rules": 2, "steps_per_setup": 72}
    report["run"]["parameters"]["sequence"]["steps_per_setup"] = 72
    report["run"]["parameters"]["grid"]["flux"] = "vertex"
    report["verification"]["checks"] += [one | {"passed": True} for one in PANEL]
    for size in report["benchmark"]["sizes"]:
        size["method"] = report["solver"]["method"] if size["valid"] else None
    return computed(report)


def at(report, minutes):
    """So long after it was measured."""
    when = datetime.datetime.strptime(report["run"]["date"], "%Y-%m-%dT%H:%M:%SZ") + datetime.timedelta(minutes=minutes)
    report["run"]["date"] = f"{when:%Y-%m-%dT%H:%M:%SZ}"
    return report


def another(seed, factor=1.0, base=None):
    """A run that was measured apart, on a machine that takes so many times as long."""
    report, noise = copy.deepcopy(base or measured()), random.Random(seed)
    timings, steps = report["timings"], len(report["sequence"]["steps"])
    for phase in PHASES[:3]:
        middle = timings[phase]["median"]
        timings[phase]["samples"] = [factor * middle * (1 + 0.01 * noise.random()) for _ in timings[phase]["samples"]]
    timings["sequence"]["samples"] = repeats(report, steps)
    for size in report["benchmark"]["sizes"]:
        if size["seconds"]:
            size["seconds"] = {key: factor * one for key, one in size["seconds"].items()}
    for key in ("seconds", "joules", "joules_per_solve", "microjoules_per_unknown"):
        if report["energy"][key] is not None:
            report["energy"][key] *= factor
    return at(computed(report), 2 * seed)


def repeats(report, steps):
    setups, updates, solves = (report["timings"][phase]["samples"] for phase in PHASES[:3])
    return [one + sum(updates[(steps - 1) * k:(steps - 1) * (k + 1)]) + sum(solves[steps * k:steps * (k + 1)]) for k, one in enumerate(setups)]


def ten(factor=1.0, base=None, first=0):
    """Runs of one command, as many as the rules want."""
    return [another(first + seed, factor, base) for seed in range(10)]


def edited(report, path, change):
    """A copy in which the value at a path of keys is change(value)."""
    report = copy.deepcopy(report)
    *way, key = path
    place = report
    for part in way:
        place = place[part]
    place[key] = change(place.get(key) if isinstance(place, dict) else place[key])
    return report


class RankingTest(ScriptTest):
    def setUp(self):
        super().setUp()
        self.docs = self.directory / "docs"
        (self.docs / "results").mkdir(parents=True)
        self.write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n## [1.0.1] - 2026-11-25\n\n## [1.0.0] - 2026-11-25\n")
        (self.docs / "report.schema.json").write_text((DOCS / "report.schema.json").read_text())

    def publish(self, *reports):
        """Lets the program know the hashes of these reports' problems by rules 2, for checks in this process."""
        source = self.directory / "published.cpp"
        lines = {(one["benchmark"]["class"].split("=")[0], one["benchmark"]["algorithm"], locked_hash(one)) for one in reports}
        source.write_text("".join(f'{{"{name}", "{algorithm}", "{hash_}"}},\n' for name, algorithm, hash_ in lines))
        patch = mock.patch.object(rules, "SOURCE", source)
        patch.start()
        self.addCleanup(rules.hashes_of_the_program.cache_clear)
        self.addCleanup(patch.stop)
        rules.hashes_of_the_program.cache_clear()

    def result(self, name, *reports, **about):
        """Hands in a result; a key of `about` that is None is left out."""
        folder = self.docs / "results" / name
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for k, report in enumerate(reports):
            text = report if isinstance(report, (str, bytes)) else json.dumps(report)
            (folder / f"{k}.json").write_bytes(text if isinstance(text, bytes) else text.encode())
        (folder / "about.toml").write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in {**ABOUT, **about}.items()
                                                   if value is not None))
        return folder

    def kept(self, name, *reports, **about):
        """Hands in a result in the form of scripts/ranking --keep, whatever stands in its reports."""
        folder = self.result(name, **about)
        (folder / ARCHIVE).write_bytes(packed({f"{k}.json": report for k, report in enumerate(reports)}))
        return folder

    def ranking(self, *words, **more):
        return self.script("ranking", "--docs", self.docs, *words, **more)

    def read(self):
        """(results, lines) in this process."""
        return read_results(self.docs / "results", Schema(self.docs / "report.schema.json"), Releases(self.directory))

    def page(self):
        results, lines = self.read()
        self.assertEqual(lines, [])
        return page(results)

    def rows(self, heading, table=0):
        """Cells of a table below a heading."""
        lines = self.page().split(f"# {heading}\n", 1)[1].split("\n#")[0].split("\n\n")
        table = [part for part in lines if part.startswith("|")][table]
        return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines()[2:]]

    def refused(self, *words):
        """One line with these words."""
        _, lines = self.read()
        self.assertEqual(len(lines), 1, lines)
        self.assertEqual(len(lines[0].splitlines()), 1, lines)
        for word in words:
            self.assertIn(word, lines[0])
        return lines[0]
