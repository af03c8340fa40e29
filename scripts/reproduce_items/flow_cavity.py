"""Amalgamation paper, figure 1: the lid-driven cavity at Re 1000 beside Ghia's numbers."""
import math
from bisect import bisect_left
from itertools import accumulate

from . import plots, vtk
from .flow_solves import said
from .model import Case, Item, Result
from .places import INPUTS
from .tables import ANY, Table

DECK = INPUTS / "flow" / "cavity-paper.toml"
LID = 1.0
# Ghia's numbers (table III), except those that are too near to 0 for coarse grids.
PSI = (-0.1175, -0.115, -0.11, -0.1, -0.09, -0.07, -0.05, -0.03, -0.01, -1e-3, 1e-5, 1e-4, 2.5e-4, 5e-4, 1e-3, 1.5e-3)


def cavity(context, files):
    nx, ny, nz = (max(1, n // context.options.scale) for n in (256, 32, 256))
    # The deck describes the flow; these settings are only the grid's size and the files.
    return Case("cavity", DECK, {
        "grid.nx": nx, "grid.ny": ny, "grid.nz": context.options.nz or nz,
        "run.kernel_timings": False, "output.vtk": str(files)}, 1, "isobar_flow")


def middle(rows):
    """u on x = 1/2 and w on z = 1/2 as [(place, velocity)], walls included."""
    (u, w), nz, nx = rows, len(rows[0]), len(rows[0][0])
    upwards = [(u[k][(nx - 1) // 2] + u[k][nx // 2]) / 2 for k in range(nz)]
    across = [(a + b) / 2 for a, b in zip(w[(nz - 1) // 2], w[nz // 2])]
    return line(upwards, 0.0, LID), line(across, 0.0, 0.0)


def line(numbers, first, last):
    n = len(numbers)
    return [(0.0, first), *(((i + 0.5) / n, v) for i, v in enumerate(numbers)), (1.0, last)]


def at(points, x):
    """Linear between points."""
    n = min(max(1, bisect_left(points, (x, -math.inf))), len(points) - 1)
    (x0, y0), (x1, y1) = points[n - 1:n + 1]
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


def beside(title, names, points, published):
    """A table, and the largest difference."""
    rows = [[x, at(points, x), theirs, at(points, x) - theirs] for x, theirs in published]
    return Table(title, [*names, "Ghia", "difference"], rows, zeros=ANY), max(abs(row[3]) for row in rows)


def extrema_table(u, w, published):
    ours = [min(u, key=second), max(w, key=second), min(w, key=second)]
    rows = [[name, mine[1], theirs[0], 100 * (mine[1] / theirs[0] - 1), mine[0], theirs[1]]
            for mine, (name, theirs) in zip(ours, published["extrema"].items())]
    return Table("extrema, at the centres of cells",
                 ["", "ours", "Botella, Peyret", "difference %", "at", "theirs at"], rows, zeros=("difference %",))


def second(pair):
    return pair[1]


def figure1(context):
    _, notes = said(context, "1")
    published = context.published("flow-figure-1")
    files = context.out / "flow-figure-1"
    if not context.options.dry_run:
        context.out.mkdir(parents=True, exist_ok=True)
    run = context.sweep([cavity(context, files)])["cavity"]
    shape, fields = vtk.read_piece(files.with_name(files.name + "_0000.vts"))
    rows = [vtk.plane(fields[name], shape, shape[1] // 2) for name in ("velocity_x", "velocity_z")]
    u, w = middle(rows)
    of_u, worst_u = beside("u on x = 1/2", ["z", "u"], u, published["height_and_u"])
    of_w, worst_w = beside("w on z = 1/2", ["x", "w"], w, published["x_and_w"])
    notes += [f"Ghia: {published['source']}; {published['note']}", f"extrema: {published['source_extrema']}",
              f"largest differences from Ghia: u {worst_u:.2g}, w {worst_w:.2g} of the lid's speed",
              f"{' x '.join(map(str, shape))} cells, {run.line()}; steady: no velocity changes faster than "
              f"{run.report['run']['parameters']['time']['steady_rate']}",
              "no friction in front and behind (the paper does not say what holds there): the flow is the same in all "
              "slices"]
    return Result([of_u, of_w, extrema_table(u, w, published)], notes, published,
                  lambda figure: draw(figure, rows, u, w, published), (11.0, 5.0), {"u(z)": u, "w(x)": w})


def draw(figure, rows, u, w, published):
    left, right = figure.subplots(1, 2, width_ratios=(1.1, 1))
    streamlines(figure, left, *rows)
    right.plot([v for _, v in u], [z for z, _ in u], color=plots.COLOURS[0], label="u(z) on x = 1/2")
    right.plot([v for _, v in published["height_and_u"]], [z for z, _ in published["height_and_u"]], "o",
               color=plots.PAPER, markerfacecolor="white", label="Ghia, u")
    right.set(xlabel="u", ylabel="z", xlim=(-1, 1), ylim=(0, 1))
    above = right.twiny()
    above.set(xlabel="x")
    other = above.twinx()
    other.plot([x for x, _ in w], [v for _, v in w], color=plots.COLOURS[1], label="w(x) on z = 1/2")
    other.plot(*zip(*published["x_and_w"]), "s", color=plots.PAPER, markerfacecolor="white", label="Ghia, w")
    other.set(ylabel="w", ylim=(-1, 1), xlim=(0, 1))
    lines = [*right.lines, *other.lines]
    right.legend(lines, [of.get_label() for of in lines], fontsize=8, loc="upper left")


def streamlines(figure, axes, u, w):
    """Over the velocity's magnitude, in the middle plane: lines of psi with u = d psi / dz, 0 on the walls."""
    nz, nx = len(u), len(u[0])
    speed = [[math.hypot(a, b) for a, b in zip(*pair)] for pair in zip(u, w)]
    shown = axes.imshow(speed, origin="lower", extent=(0, 1, 0, 1), cmap="viridis", vmin=0, vmax=LID,
                        interpolation="bilinear")
    columns = [[0.0, *accumulate(row[i] / nz for row in u)] for i in range(nx)]
    walls = [[0.0] * (nz + 1)]
    psi = list(zip(*walls, *columns, *walls))
    axes.contour([0, *((i + 0.5) / nx for i in range(nx)), 1], [k / nz for k in range(nz + 1)], psi, PSI,
                 colors="white", linewidths=0.8, linestyles="solid")
    axes.set(xlabel="x", ylabel="z", xlim=(0, 1), ylim=(0, 1))
    axes.grid(False)
    figure.colorbar(shown, ax=axes, label="velocity / lid's", shrink=0.9)


ITEMS = [Item("flow-figure-1", "amalgamation paper: lid-driven cavity at Re 1000, streamlines and centre lines",
              figure1, {"scale": 16, "nz": None, "set": ["grid.ny=1", "grid.length=[1,0.0625,1]"]})]
