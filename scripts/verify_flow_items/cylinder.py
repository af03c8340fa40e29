"""Vortices behind a cylinder in a channel: their frequency against the bounds of Schaefer and Turek's case 2D-2."""
import csv
from itertools import pairwise

from reproduce_items.tables import Table

from .published import STROUHAL
from .runs import Failed
from .verdicts import digits, passed

SIZES = (40,)
DIAMETER, MEAN, HEIGHT, LENGTH = 0.1, 1.0, 0.41, 2.2
GOAL = 0.05 # beyond the bounds, as the cylinder is a staircase


def frequency(rows):
    """Taken from the last periods of the vertical velocity, from where it rises through its mean."""
    late = rows[len(rows) // 2:]
    mean = sum(w for _, w in late) / len(late)
    rises = [t + (s - t) * (mean - w) / (x - w) for (t, w), (s, x) in pairwise(late) if w < mean <= x]
    if len(rises) < 4:
        raise Failed("cylinder: less than three periods, the flow sheds no vortices yet")
    return (len(rises) - 1) / (rises[-1] - rises[0])


def strouhal(program, n):
    """n cells over the height, about cubes."""
    nx, depth = 2 * round(0.5 * n * LENGTH / HEIGHT), HEIGHT / n
    name, probes = f"cylinder-{n}", program.out / f"cylinder-{n}.csv"
    program.report(name, "cylinder",
                   {"grid.nx": nx, "grid.ny": 1, "grid.nz": n, "grid.length": [LENGTH, depth, HEIGHT],
                    "output.probes": str(probes), "output.probe_points": [[0.4, 0.5 * depth, 0.2]]})
    if not probes.exists():
        raise Failed(f"{name}: no probes were kept")
    with open(probes, encoding="utf-8") as file:
        rows = [(float(row["time"]), float(row["w0"])) for row in csv.DictReader(file)]
    return frequency(rows) * DIAMETER / MEAN


def tables(program, sizes, _cases):
    least, most = STROUHAL
    rows = []
    for n in sizes or SIZES:
        found = strouhal(program, n)
        rows.append([n, digits(found), f"{least} to {most}",
                     passed(least * (1.0 - GOAL) <= found <= most * (1.0 + GOAL), n >= 40)])
    yield Table("cylinder: Strouhal number at Re 100, beside the bounds of Schaefer and Turek",
                ["cells", "Strouhal", "published", f"goal: at most {100 * GOAL:g} % beyond, on 40 cells"], rows)
