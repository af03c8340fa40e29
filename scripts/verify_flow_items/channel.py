"""A channel that a force drives, compared with Poiseuille's parabola."""
from reproduce_items.tables import Table

from .box_state import run
from .verdicts import order_of, passed

SIZES = (8, 16, 32)
FORCE, VISCOSITY = 1.2, 0.1
GOAL = 1.9


def error(program, n):
    """Largest difference of u from force / (2 viscosity) z (1 - z), in the centres of cells."""
    _, state = run(program, f"channel-{n}", "channel", (4, 4, n), **{"time.end_time": 20.0})
    exact = [FORCE / (2.0 * VISCOSITY) * z * (1.0 - z) for z in ((k + 0.5) / n for k in range(n))]
    return max(abs(state.u[state.place(1, 1, k)] - exact[k]) for k in range(n))


def tables(program, sizes, _cases):
    rows, before = [], None
    for n in sizes or SIZES:
        found = error(program, n)
        order = before and order_of(before, found)
        rows.append([n, found, order, "" if order is None else passed(order >= GOAL)])
        before = found
    yield Table(f"channel: largest error of u beside the parabola of the mean 1, force {FORCE}, viscosity {VISCOSITY}",
                ["cells", "error", "order", f"goal {GOAL}"], rows, gaps=("order", f"goal {GOAL}"))
