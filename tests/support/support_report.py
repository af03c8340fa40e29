"""Code that the tests of scripts/report share: reports of all three programs, and a page as its reader sees it."""

import copy
import functools
import html.parser
import json
import pathlib
import subprocess
import sys
import tempfile

from support_cli import EXECUTABLE, FEM_EXECUTABLE, FLOW_EXECUTABLE, INPUTS, SCRIPTS, command, environment, options

sys.path.insert(0, str(SCRIPTS))
from report_items.page import page  # noqa: E402
from report_items.reading import check  # noqa: E402
from report_items.run import Run  # noqa: E402

QUICK = {"run.repeats": 3, "run.warmup": 0}
BOX = {"grid.nx": 16, "grid.ny": 16, "grid.nz": 8}
# By kind: the program, a deck, what is set beside it.
RUNS = {
    "isobar": (EXECUTABLE, "small.toml", {**BOX, "multigrid.levels": 3, "verification.iteration_bound": 100, **QUICK}),
    "ranks": (EXECUTABLE, "small.toml", {**BOX, "multigrid.levels": 2, "verification.iteration_bound": 100,
                                         "run.repeats": 1, "run.warmup": 0}),
    "auto": (EXECUTABLE, "small.toml", {**BOX, "solver.method": "auto", "multigrid.levels": 3, "verification.iteration_bound": 100, **QUICK}),
    "poisson": (FLOW_EXECUTABLE, "flow/poisson.toml", {**BOX, **QUICK}),
    "flow": (FLOW_EXECUTABLE, "flow/taylor-green.toml", {"grid.nx": 16, "grid.ny": 1, "grid.nz": 16,
                                                        "time.most_steps": 5, "output.vtk": "flow"}),
    "fem": (FEM_EXECUTABLE, "fem/circle-q2.toml", {"mesh.levels": 3, **QUICK}),
}


@functools.cache
def written(kind):
    """The text of a small run's report."""
    executable, deck, settings = RUNS[kind]
    with tempfile.TemporaryDirectory(prefix="isobar-report-") as directory:
        path = pathlib.Path(directory) / "report.json"
        ranks = 2 if kind == "ranks" else None
        words = command(INPUTS / deck, *options(settings), "--report", path, ranks=ranks, executable=executable)
        done = subprocess.run(words, cwd=directory, text=True, capture_output=True, check=False,
                              env=environment(ranks, directory))
        if not path.exists():
            raise AssertionError(done.stdout + done.stderr)
        return path.read_text()


def report_of(kind):
    return json.loads(written(kind))


def run_of(report, name="run"):
    return Run(check(report, pathlib.Path(name)), report, name)


def changed(report, name="run", **values):
    """A run of the report with other values: `fom__value=2` is report["fom"]["value"] = 2."""
    report = copy.deepcopy(report)
    for path, value in values.items():
        *sections, key = path.split("__")
        place = report
        for section in sections:
            place = place[section]
        place[key] = value
    return run_of(report, name)


def timing(*samples):
    ordered = sorted(samples)
    middle = ordered[len(ordered) // 2]
    return {"samples": list(samples), "median": middle, "min": ordered[0], "max": ordered[-1],
            "ranks": {"min": middle, "median": middle, "max": middle}}


class Page(html.parser.HTMLParser):
    """Elements with their attributes and texts; that all are closed in turn is checked on the way."""

    VOID = ("meta", "br", "link", "img", "input", "hr", "base")

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements, self.open = [], []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        element = {"tag": tag, "text": "", "parent": self.open[-1] if self.open else None, **dict(attrs)}
        self.elements.append(element)
        if tag not in self.VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open[-1]["tag"] == tag, (tag, self.open[-1:])
        self.open.pop()

    def handle_data(self, data):
        for element in self.open:
            element["text"] += data

    def all(self, tag, class_=None):
        return [one for one in self.elements if one["tag"] == tag
                and (class_ is None or class_ in (one.get("class") or "").split())]

    def inside(self, element, tag):
        def has(one):
            return one is not None and (one is element or has(one["parent"]))
        return [one for one in self.all(tag) if has(one["parent"])]

    def section(self, title):
        """The first section with a heading."""
        for one in self.elements:
            if one["tag"] in ("h2", "h3") and one["text"].strip() == title:
                return one["parent"]
        raise AssertionError(f"no section {title}")

    def rows(self, element):
        """The rows of all tables below an element: a row's texts, and its exact numbers, None if there is none."""
        found = []
        for row in self.inside(element, "tr"):
            cells = self.inside(row, "td")
            if cells:
                found.append(([cell["text"] for cell in cells],
                              [float(cell["data-value"]) if "data-value" in cell else None for cell in cells]))
        return found

    def tiles(self):
        """{name: (figure, what stands below)}, those of the first run."""
        found = {}
        for tile in self.all("div", "tile"):
            name, figure, below = (one["text"] for one in self.inside(tile, "span"))
            found.setdefault(name, (figure, below))
        return found


def page_of(*runs):
    return Page(page(list(runs)))
