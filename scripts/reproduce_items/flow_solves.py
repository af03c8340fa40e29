"""Amalgamation paper: the common part of its figures of the Poisson solver."""
import math

from . import plots
from .model import Case

DECK = "amalgamation.toml"
MERGED = {"amalgamation.smoother": "jacobi", "amalgamation.before": 4, "amalgamation.after": 4}
FLOAT = {"solver.precision": "float", "solver.tolerance": 1e-5}


def case(key, settings, ranks=1):
    return Case(key, DECK, settings, ranks, "isobar_flow")


def said(context, figure):
    """The paper's text about a figure, as published numbers and as notes."""
    published = context.published("flow-figures")
    of = published["figures"][figure]
    return of, [f"paper: {published['source']}, figure {figure}; {of['machine']}; {published['note']}",
                *(f"paper: {line}" for line in of["says"])]


def cells(context, n):
    """Cells along a side if the paper has n + 1 points."""
    return context.columns(n)


def grown(context, sides, ranks):
    """Settings of a grid with these cells of the paper on one rank, scaled; y, x and z double in turn as ranks do.
    Cells are cubes."""
    nx, ny, nz = (cells(context, n) for n in sides)
    nz, width = context.layers(nz), 1 / nx
    for doubling in range(int(math.log2(ranks))):
        nx, ny, nz = ((nx, 2 * ny, nz), (2 * nx, ny, nz), (nx, ny, 2 * nz))[doubling % 3]
    return {"grid.nx": nx, "grid.ny": ny, "grid.nz": nz, "grid.length": [width * n for n in (nx, ny, nz)]}


def cube(context, n):
    return grown(context, (n, n, n), 1)


def shortest(grid):
    return min(grid[f"grid.{n}"] for n in ("nx", "ny", "nz"))


def level_of(grid, side):
    """The level, 0 the finest, on which the shortest side has so many cells; at least the next to the finest."""
    return max(1, int(math.log2(max(1, shortest(grid) // side))))


def shape(run, level=0):
    """nx x ny x nz of a level."""
    of = run.report["decomposition"]["levels"][level]
    return f"{of['nx']} x {of['ny']} x {of['nz']}"


def summary(run):
    """Cycles, mean reduction, ms a cycle and in all, and whether the tolerance was met."""
    return [run.iterations, run.reduction(), 1e3 * run.iteration, 1e3 * run.seconds("solve"), run.converged]


SUMMARY = ["cycles", "reduction a cycle", "ms/cycle", "ms", "converged"]


def curves(runs):
    """{label: [(ms, relative residual norm)]}."""
    return {label: [(1e3 * seconds, norm) for seconds, norm in run.history()]
            for label, run in runs.items()}


def against_time(axes, lines, title=None, log_time=False):
    """Residual norms against time, with at most 40 markers a line; time 0 has no place on a logarithmic axis."""
    drawn = {}
    for label, points in lines.items():
        points = points[1 if log_time else 0:]
        drawn[label] = points[::math.ceil(len(points) / 40)] + points[-1:]
    plots.lines(axes, drawn, "ms", "residual norm / first", (log_time, True), title)
    axes.legend(fontsize=8)
