"""The Taylor-Green vortex in three dimensions: its enstrophy, which grows as vortices are stretched."""
import math

from reproduce_items.tables import Table

from .box_state import run
from .published import ENSTROPHY
from .verdicts import deviation, digits, passed

SIZES = (16, 32)
TIMES = (2, 5)
GOAL = 5.0 # percent


def enstrophy(state):
    """Half the mean square of the vorticity on an eighth of the vortex, a cube of side pi between planes of symmetry. Vorticity stands on
    edges of cells; on the planes it is 0 along them."""
    n, h = state.nx, math.pi / state.nx
    u, v, w, at = state.u, state.v, state.w, state.place
    total = 0.0
    for j in range(n):
        for i in range(n):
            for k in range(n):
                p = at(i, j, k)
                if j > 0 and k > 0:
                    total += ((w[p] - w[at(i, j - 1, k)] - v[p] + v[at(i, j, k - 1)]) / h) ** 2
                if i > 0 and k > 0:
                    total += ((u[p] - u[at(i, j, k - 1)] - w[p] + w[at(i - 1, j, k)]) / h) ** 2
                if i > 0 and j > 0:
                    total += ((v[p] - v[at(i - 1, j, k)] - u[p] + u[at(i, j - 1, k)]) / h) ** 2
    return 0.5 * total / n**3


def found(program, reynolds, n, time):
    _, state = run(program, f"vortex3d-{reynolds}-{n}-{time}", "taylor-green-3d", (n, n, n),
                   **{"flow.reynolds": reynolds, "time.end_time": float(time)})
    return enstrophy(state)


def tables(program, sizes, cases):
    for reynolds, (source, published) in ENSTROPHY.items():
        if reynolds not in (cases or (100,)):
            continue
        rows = []
        for n in sizes or SIZES:
            for time, known in published.items():
                if reynolds == 100 and time not in TIMES:
                    continue
                value = found(program, reynolds, n, time)
                off = deviation(value, known)
                rows.append([n, time, digits(value), digits(known), off, passed(abs(off) <= GOAL, n >= 32)])
        yield Table(f"vortex3d, Re {reynolds}: enstrophy, beside {source}",
                    ["cells", "time", "enstrophy", "published", "off %", f"goal {GOAL:g} % from 32 cells"], rows,
                    zeros=("off %",))
