"""The Taylor-Green vortex in three dimensions: its enstrophy, which grows as vortices are stretched, and its kinetic energy."""
import math

from reproduce_items.tables import Table

from .box_state import run
from .published import ENERGY, ENSTROPHY
from .verdicts import deviation, digits, passed

# By the Reynolds number: cells a side, times, the goal in percent, and the cells from which it counts.
SIZES = {100: (16, 32), 1600: (32,)}
TIMES = {100: (2, 5)}
GOALS = {100: (5.0, 32), 1600: (5.0, 256)}


def kinetic_energy(state):
    """Half the mean square of the velocity. Velocities are 0 on the planes of symmetry that they cross, so no face is missing."""
    return 0.5 * sum(x * x for field in (state.u, state.v, state.w) for x in field) / state.nx**3


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


def states(program, reynolds, n, times):
    """(time, state) for rising times. Each run goes on from the state of the one before."""
    more = {}
    for time in times:
        name = f"vortex3d-{reynolds}-{n}-{time:g}"
        _, state = run(program, name, "taylor-green-3d", (n, n, n),
                       **{"flow.reynolds": reynolds, "time.end_time": float(time), **more})
        more = {"flow.initial": "restart", "flow.restart_from": str(program.out / f"{name}.restart")}
        yield time, state


def tables(program, sizes, cases):
    for reynolds, (source, published) in ENSTROPHY.items():
        if reynolds not in (cases or (100,)):
            continue
        goal, enough = GOALS[reynolds]
        rows = []
        for n in sizes or SIZES[reynolds]:
            for time, state in states(program, reynolds, n, TIMES.get(reynolds, tuple(published))):
                compared = [("enstrophy", enstrophy(state), published[time])]
                if reynolds in ENERGY:
                    compared.append(("energy", kinetic_energy(state), ENERGY[reynolds][time]))
                for name, value, known in compared:
                    off = deviation(value, known)
                    rows.append([n, time, name, digits(value), digits(known), off, passed(abs(off) <= goal, n >= enough)])
        yield Table(f"vortex3d, Re {reynolds}: beside {source}",
                    ["cells", "time", "", "value", "published", "off %", f"goal {goal:g} % from {enough} cells"], rows,
                    zeros=("off %",))
