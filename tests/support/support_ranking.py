"""What the tests of scripts/ranking share."""

import copy
import json
import statistics
import sys

from support_classes import official
from support_cli import DOCS, SCRIPTS, ScriptTest

sys.path.insert(0, str(SCRIPTS))
from ranking_items.locked import locked_hash  # noqa: E402
from ranking_items.reports import ARCHIVE, packed  # noqa: E402

ABOUT = {"system": "One", "nodes": 1, "devices": 1, "interconnect": "none", "who": "A. B.", "way": "baseline",
         "command": "isobar --class S"}
PHASES = ("setup", "update", "solve", "sequence")


def computed(report):
    """What follows from the samples, written anew."""
    timings, benchmark, steps = report["timings"], report["benchmark"], len(report["sequence"]["steps"])
    for phase in PHASES:
        samples = timings[phase]["samples"]
        timings[phase] |= {"median": statistics.median(samples), "min": min(samples), "max": max(samples)}
    samples, median = timings["sequence"]["samples"], timings["sequence"]["median"]
    benchmark |= {"repeats": len(samples), "seconds": sum(samples), "median": median,
                  "spread": (max(samples) - min(samples)) / median}
    grid = report["run"]["parameters"]["grid"]
    report["fom"]["value"] = steps * grid["nx"] * grid["ny"] * grid["nz"] / median / 1e6
    benchmark["hash"] = locked_hash(report)
    return report


def slower(factor, *words):
    """The same run on a machine that takes so many times as long; with three times the repeats, so that it takes long enough."""
    report = official(*words)
    for phase in PHASES:
        report["timings"][phase]["samples"] = 3 * [factor * one for one in report["timings"][phase]["samples"]]
    return computed(report)


def edited(report, path, change):
    """A copy in which the value at a path of keys is change(value)."""
    report = copy.deepcopy(report)
    *way, key = path
    place = report
    for part in way:
        place = place[part]
    place[key] = change(place[key])
    return report


def with_parts(report, nodes=2, devices=4):
    """With the figures of three sizes and energy: of half and a quarter of the columns a side 0.8 and 0.5 of the class's own."""
    steps, sizes = len(report["sequence"]["steps"]), []
    for k, factor in enumerate((1, 0.8, 0.5)):
        figure, columns = factor * report["fom"]["value"], report["run"]["parameters"]["grid"]["nx"] // 2**k
        seconds = {"repeat": 1e-6 * steps * columns**2 * 128 / figure, "setup": 0.1, "update": 0.1, "solve": 0.1}
        sizes.append({"columns": columns, "unknowns": columns**2 * 128, "valid": True, "reason": None, "repeats": 8, "iterations": 2,
                      "true_residual": 1e-6, "seconds": seconds,
                      "mdof_s": {"in_all": figure, "per_node": figure / nodes, "per_device": figure / devices}})
    report["benchmark"] |= {"sizes": sizes, "nodes": nodes, "devices": devices}
    energy = {"reason": None, "source": "NVML", "devices": devices, "solves": 10, "seconds": 2.0, "joules": 500.0,
              "joules_per_solve": 50.0, "microjoules_per_unknown": 50e6 / sizes[0]["unknowns"], "watts": 250.0}
    return report | {"energy": energy}


class RankingTest(ScriptTest):
    def setUp(self):
        super().setUp()
        self.docs = self.directory / "docs"
        (self.docs / "results").mkdir(parents=True)
        (self.docs / "report.schema.json").write_text((DOCS / "report.schema.json").read_text())

    def result(self, name, *reports, **about):
        """Hands in a result; a key of `about` that is None is left out."""
        folder = self.docs / "results" / name
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for k, report in enumerate(reports):
            (folder / f"{k}.json").write_text(report if isinstance(report, str) else json.dumps(report))
        (folder / "about.toml").write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in {**ABOUT, **about}.items()
                                                   if value is not None))
        return folder

    def kept(self, name, *reports, **about):
        """Hands in a result in the form of scripts/ranking --keep, whatever stands in its reports."""
        folder = self.result(name, **about)
        (folder / ARCHIVE).write_bytes(packed({f"{k}.json": report for k, report in enumerate(reports)}))
        return folder

    def ranking(self, *words, code=0):
        return self.script("ranking", "--docs", self.docs, *words, code=code)

    def page(self):
        self.ranking()
        return (self.docs / "ranking.md").read_text(encoding="utf-8")

    def loosen(self):
        """A schema that takes sizes and energy, whether or not it has them yet."""
        schema = json.loads((DOCS / "report.schema.json").read_text())
        del schema["additionalProperties"], schema["properties"]["benchmark"]["additionalProperties"]
        (self.docs / "report.schema.json").write_text(json.dumps(schema))

    def rows(self, heading, table=0):
        """Cells of a table below a heading."""
        lines = self.page().split(f"## {heading}\n", 1)[1].split("\n## ")[0].split("\n\n")
        table = [part for part in lines if part.startswith("|")][table]
        return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines()[2:]]

    def refused(self, *words):
        """One line with these words, and no page."""
        line = self.ranking(code=2)
        self.assertEqual(len(line.splitlines()), 1, line)
        self.assertFalse((self.docs / "ranking.md").exists())
        for word in words:
            self.assertIn(word, line)
