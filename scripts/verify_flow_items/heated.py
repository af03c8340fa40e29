"""The heated square cavity: Nusselt numbers and velocities against de Vahl Davis."""
from reproduce_items.tables import Table

from .curves import extremum
from .published import HEATED
from .verdicts import deviation, digits, verdict

# (deck, goal in percent, cells a side that it asks for)
CASES = {1e3: ("heated-ra1e3", 0.5, 128), 1e4: ("heated-ra1e4", 0.5, 128),
         1e5: ("heated-ra1e5", 0.5, 128), 1e6: ("heated-ra1e6", 1.0, 256)}
# The mean Nusselt numbers and the velocities; the others are shown.
GOALS = ("largest u", "largest w", "Nu mean", "Nu half", "Nu wall")
SIZES = (16, 32, 64)


def wall_fluxes(run):
    """(z, - dT/dx) on the western wall, where T is 1: the parabola through the wall and two cells."""
    n, t = run.n, run.state.field("T")
    near, far = run.centres(0)[:2]
    scale = 1.0 / (near * far * (far - near))
    return [(z, scale * (far**2 * (1.0 - t[k]) - near**2 * (1.0 - t[n + k])))
            for k, z in enumerate(run.centres(2))]


def over_height(run, numbers):
    return sum(width * number for width, number in zip(run.widths(2), numbers))


def carried(run, i):
    """The integral over the height of u T through the western faces of column i, as the scheme takes it."""
    n, u, t = run.n, run.state.field("u"), run.state.field("T")
    return over_height(run, [u[i * n + k] * 0.5 * (t[(i - 1) * n + k] + t[i * n + k]) for k in range(n)])


def conducted(run, i):
    n, t, x = run.n, run.state.field("T"), run.centres(0)
    return over_height(run, [(t[(i - 1) * n + k] - t[i * n + k]) / (x[i] - x[i - 1]) for k in range(n)])


def numbers(run):
    """Figures by the names of published.HEATED. The least flux is at the wall's upper end, by a straight line from the last two cells."""
    n, fluxes, u, x = run.n, wall_fluxes(run), run.state.field("u"), run.centres(0)
    height, largest_u = extremum(run.u_on_vertical())
    place, largest_w = extremum(run.w_on_horizontal())
    at, largest = extremum(fluxes)
    (za, fa), (zb, fb) = fluxes[-2:]
    return {"psi middle": abs(over_height(run, [u[n // 2 * n + k] for k in range(n // 2)])),
            "largest u": largest_u, "height": height, "largest w": largest_w, "place": place,
            "Nu mean": 1.0 + sum((x[i] - x[i - 1]) * carried(run, i) for i in range(1, n)),
            "Nu half": carried(run, n // 2) + conducted(run, n // 2),
            "Nu wall": over_height(run, [flux for _, flux in fluxes]), "Nu largest": largest, "at": at,
            "Nu least": fb + (1.0 - zb) * (fb - fa) / (zb - za)}


def tables(program, sizes, cases):
    for rayleigh, (deck, goal, wanted) in CASES.items():
        if cases and rayleigh not in cases:
            continue
        coarser, runs = None, []
        for n in sizes or SIZES:
            coarser = program.steady(deck, n, True, coarser)
            runs.append(coarser)
        yield table_of(rayleigh, goal, wanted, runs)


def table_of(rayleigh, goal, wanted, runs):
    rows = []
    for run in runs:
        for name, value in numbers(run).items():
            known = HEATED[rayleigh][name]
            rows.append([run.n, name, digits(value), digits(known), deviation(value, known),
                         verdict(value, known, goal, run.is_steady, run.n >= wanted)
                         if name in GOALS else ""])
    return Table(f"heated cavity, Ra {rayleigh:.0e}, beside de Vahl Davis",
                 ["cells", "", "value", "published", "off %", f"goal {goal} % on {wanted}^2"], rows,
                 zeros=("off %",), gaps=(f"goal {goal} % on {wanted}^2",))
