"""The Taylor-Green vortex in a box without friction: orders in space and in time."""
import math

from reproduce_items.tables import Table

from .verdicts import order_of, passed

SIZES = (16, 32, 64)
VISCOSITY, END = 0.05, 0.48
# For each scheme: steps of three runs whose errors are compared, and the least order expected; on 16 x 16 cells both are stable.
SCHEMES = {"adams-bashforth": ((60, 120, 240), 1.9), "runge-kutta": ((30, 60, 120), 2.9)}
CELLS_IN_TIME, STEPS_OF_REFERENCE = 16, 960
SPACE_GOAL = 1.9


def velocity(program, n, scheme, steps):
    """u on the western faces of cells at the end; z fastest."""
    name = f"vortex-{n}-{scheme}-{steps}"
    run = program.flow(name, "taylor-green", n, False,
                       **{"flow.viscosity": VISCOSITY, "time.end_time": END, "time.scheme": scheme,
                          "time.step": END / steps, "solver.tolerance": 1e-11})
    return run.state.field("u")


def largest_difference(a, b):
    return max(abs(x - y) for x, y in zip(a, b))


def exact(n):
    """sin(pi x) cos(pi z) exp(- 2 pi^2 viscosity t) on western faces."""
    decay = math.exp(-2.0 * math.pi**2 * VISCOSITY * END)
    return [decay * math.sin(math.pi * i / n) * math.cos(math.pi * (k + 0.5) / n)
            for i in range(n) for k in range(n)]


def in_space(program, sizes):
    """Steps as small as the finest grid wants them, on all grids, so that errors in time are small beside those in space."""
    steps = 60 * (sizes[-1] // 16) ** 2
    errors = [largest_difference(velocity(program, n, "runge-kutta", steps), exact(n)) for n in sizes]
    rows = []
    for n, error, before in zip(sizes, errors, [None, *errors]):
        order = before and order_of(before, error)
        rows.append([f"{n}^2", error, order, "" if order is None else passed(order >= SPACE_GOAL)])
    return Table(f"vortex: largest error of u at t = {END}, viscosity {VISCOSITY}, Runge-Kutta, {steps} steps",
                 ["cells", "error", "order", f"goal {SPACE_GOAL}"], rows, gaps=("order", f"goal {SPACE_GOAL}"))


def in_time(program):
    """Against a run of many steps on the same grid, so that errors in space do not count."""
    reference = velocity(program, CELLS_IN_TIME, "runge-kutta", STEPS_OF_REFERENCE)
    rows = []
    for scheme, (counts, goal) in SCHEMES.items():
        before = None
        for steps in counts:
            error = largest_difference(velocity(program, CELLS_IN_TIME, scheme, steps), reference)
            order = before and order_of(before, error)
            rows.append([scheme, steps, error, order, "" if order is None else passed(order >= goal)])
            before = error
    return Table(f"vortex: largest difference of u at t = {END} from {STEPS_OF_REFERENCE} Runge-Kutta steps, "
                 f"{CELLS_IN_TIME}^2 cells", ["scheme", "steps", "difference", "order", "goal 1.9, 2.9"], rows,
                 gaps=("order", "goal 1.9, 2.9"))


def tables(program, sizes, _cases):
    yield in_space(program, sizes or SIZES)
    yield in_time(program)
