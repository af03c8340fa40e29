"""The backward-facing step: the distance at which the flow reattaches to the wall, in heights of the step."""
from itertools import pairwise

from reproduce_items.tables import Table

from .box_state import run
from .published import STEP
from .verdicts import deviation, digits, verdict

SIZES = (12, 24)
CASES = (100, 200)
INLET, GOAL = 2.0, 5.0 # heights of the channel; percent


def length_of(reynolds):
    """Length of the channel behind the step, in its heights."""
    return 6.0 if reynolds <= 200 else 15.0


def reattachment(state, width, inlet):
    """Where u beside the lower wall changes its sign behind the step, over the step's height of 1/2."""
    first = round(inlet / width) + 1
    beside = [(i * width, state.u[state.place(i, 0, 0)]) for i in range(first, state.nx)]
    for (x, u), (y, v) in pairwise(beside):
        if u < 0.0 <= v:
            return 2.0 * (x + (y - x) * u / (u - v) - inlet)
    return None


def step(program, reynolds, n):
    """n cells over the height, twice as long as high."""
    width = 2.0 / n
    nx = round((INLET + length_of(reynolds)) / width)
    nx += nx % 2
    depth = 1.0 / n
    report, state = run(
        program, f"step-{reynolds}-{n}", "backward-step", (nx, 1, n),
        **{"grid.length": [nx * width, depth, 1.0], "flow.reynolds": reynolds,
           "walls.west_opening": [0.0, depth, 0.5, 1.0], "obstacles.boxes": [[0.0, 0.0, 0.0, INLET, depth, 0.5]]})
    return reattachment(state, width, INLET), report["flow"]["ended_by"] == "steady_rate"


def tables(program, sizes, cases):
    rows = []
    for reynolds in STEP:
        if reynolds not in (cases or CASES):
            continue
        for n in sizes or SIZES:
            found, steady = step(program, reynolds, n)
            rows.append([reynolds, n, digits(found), digits(STEP[reynolds]),
                         None if found is None else deviation(found, STEP[reynolds]),
                         "FAIL" if found is None else verdict(found, STEP[reynolds], GOAL, steady,
                                                               n >= (24 if reynolds <= 200 else 48))])
    yield Table("step: reattachment in heights of the step, beside Erturk, expansion ratio 2",
                ["Re", "cells", "length", "published", "off %", f"goal {GOAL:g} % from 24 cells, beyond Re 200 from 48"], rows, zeros=("off %",),
                gaps=("length", "off %"))
