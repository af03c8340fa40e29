"""The Poisson equation alone: order 2 with sides of each kind, and the factor by which a cycle reduces the residual."""
import math
from array import array

from reproduce_items.tables import Table

from .runs import Failed
from .verdicts import order_of, passed

SIZES = (16, 32, 64)
KINDS = {"dirichlet": ("dirichlet", "dirichlet"), "dirichlet, neumann": ("dirichlet", "neumann"),
         "neumann": ("neumann", "neumann"), "periodic": ("periodic", "periodic")}
REDUCTION_GOAL, ORDER_GOAL = 0.15, 1.9
# Whether the goal asks for a smoother: Jacobi's four steps leave 0.72^4 = 0.27 of the roughest errors.
SMOOTHERS = {"auto": True, "gauss-seidel": True, "chebyshev": True, "jacobi": False}
ONCE = {"run.repeats": 1, "run.warmup": 0}


def sides(along_x, along_y, along_z):
    names = (("west", "east"), ("south", "north"), ("bottom", "top"))
    return {f"sides.{name}": kind for axis, kinds in zip(names, (along_x, along_y, along_z))
            for name, kind in zip(axis, KINDS[kinds])}


def wave(kind, n):
    """The factor of the program's known solution along an axis of this kind, in the centres of cells."""
    number, phase = {"dirichlet": (math.pi, 0.0), "dirichlet, neumann": (0.5 * math.pi, 0.0),
                     "neumann": (math.pi, 0.5 * math.pi), "periodic": (2.0 * math.pi, 0.0)}[kind]
    return [math.sin(number * (i + 0.5) / n + phase) for i in range(n)]


def solution(path):
    """The numbers of a NumPy file of float64."""
    content = path.read_bytes()
    start = 10 + int.from_bytes(content[8:10], "little")
    numbers = array("d")
    numbers.frombytes(content[start:])
    return numbers


def error(program, kinds, n):
    """2-norm of the error relative to that of the solution."""
    name = f"poisson-{'-'.join(kinds)}-{n}".replace(", ", "-")
    path = program.out / f"{name}.npy"
    program.report(name, "poisson", {"grid.nx": n, "grid.ny": n, "grid.nz": n, **sides(*kinds), **ONCE,
                                     "solver.tolerance": 1e-10, "output.solution": str(path)})
    x, y, z = (wave(kind, n) for kind in kinds)
    exact = [a * b * c for b in y for a in x for c in z]
    found = solution(path)
    # If nothing fixes the solution, its mean is that of the exact one, 0.
    return math.sqrt(sum((u - v) ** 2 for u, v in zip(found, exact)) / sum(v * v for v in exact))


def orders(program, sizes):
    rows = []
    kinds = list(KINDS)
    cases = [(kind,) * 3 for kind in kinds] + [tuple(kinds[(n + m) % 4] for m in range(3)) for n in range(4)]
    for case in cases:
        errors = [error(program, case, n) for n in sizes]
        order = order_of(errors[-2], errors[-1], sizes[-1] / sizes[-2])
        rows.append(["; ".join(case), *errors, order, passed(order >= ORDER_GOAL)])
    return Table("poisson: error of the known solution, by sides in x; y; z",
                 ["sides", *(f"{n}^3" for n in sizes), "order", f"goal {ORDER_GOAL}"], rows)


def cycle(smoother):
    """V(2,2), or with "auto" the cycle that the program chooses."""
    steps = {} if smoother == "auto" else {"multigrid.before": 2, "multigrid.after": 2}
    return {"multigrid.smoother": smoother, **steps}


def reduction(program, smoother, kind, shape):
    """The mean factor of a cycle over a solve to 1e-8."""
    name = f"poisson-{smoother}-{kind}-{'x'.join(map(str, shape))}"
    n = max(shape)
    report = program.report(name, "poisson",
                            {"grid.nx": shape[0], "grid.ny": shape[1], "grid.nz": shape[2],
                             "grid.length": [m / n for m in shape], **sides(kind, kind, kind), **ONCE,
                             "rhs.kind": "random", **cycle(smoother),
                             "verification.enabled": False})
    history = report["solver"]["residual_history"]
    if len(history) < 2 or not all(history):
        raise Failed(f"{name}: no residual norm after each cycle in its report")
    return (history[-1] / history[0]) ** (1.0 / (len(history) - 1))


def reductions(program, sizes):
    rows = []
    shapes = [(n, n, n) for n in sizes] + [(n + 1, n + 1, n + 1) for n in sizes[:-1]]
    shapes += [(sizes[-1], 1, sizes[-1]), (48, 20, 28)]
    for smoother, counts in SMOOTHERS.items():
        for kind in ("dirichlet", "neumann", "periodic"):
            found = []
            for shape in shapes:
                if kind == "periodic" and any(m % 2 and m > 1 for m in shape):
                    found.append(None)  # an odd number of cells on a circle is not halved
                else:
                    found.append(reduction(program, smoother, kind, shape))
            worst = max(x for x in found if x is not None)
            rows.append([smoother, kind, *found, worst, passed(worst <= REDUCTION_GOAL, counts)])
    return Table("poisson: mean factor of a V(2,2) cycle, and of the one that is chosen, in a solve to 1e-8, random right-hand side",
                 ["smoother", "sides", *("x".join(map(str, s)) for s in shapes), "most", f"goal {REDUCTION_GOAL}"],
                 rows, gaps=["x".join(map(str, s)) for s in shapes])


def tables(program, sizes, _cases):
    yield orders(program, sizes or SIZES)
    yield reductions(program, sizes or SIZES)
