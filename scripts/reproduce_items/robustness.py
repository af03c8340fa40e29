"""Robustness (docs/robustness.md): iteration counts while one number of the problem is changed."""
import math

from . import plots
from .model import Case, Item, Result
from .tables import Table

DECK = "robustness.toml"
CFL = (1, 2.1, 8.4, 16.8, 84, 840)
MOST = 100  # V-cycles, after which a run is given up

# Smoothing steps before and after the coarse correction, by name.
CYCLES = {
    "V(1,1), 2/3": {},
    "V(1,1), 0.6 and 1.4": {"multigrid.pre_relaxation": [0.6], "multigrid.post_relaxation": [1.4]},
    "V(2,1), 0.526, 0.8 and 1.665": {"multigrid.pre_relaxation": [0.526, 0.8],
                                     "multigrid.post_relaxation": [1.665]},
    "CG around V(1,1), 0.8": {"solver.method": "cg-multigrid", "multigrid.pre_relaxation": [0.8],
                              "multigrid.post_relaxation": [0.8]},
}
COARSE_CG = {"multigrid.coarse_solver": "cg", "multigrid.coarse_steps": 1000}


def settings(n, nz, cfl=8.4, levels=5, **more):
    grid = dict(zip(("grid.nx", "grid.ny"), n if isinstance(n, tuple) else (n, n)))
    return {**grid, "grid.nz": nz, "physics.cfl": cfl, "solver.method": "multigrid",
            "multigrid.levels": levels, "solver.max_iterations": MOST, **more}


def cg(n, nz, cfl):
    grid = {"grid.nx": n, "grid.ny": n, "grid.nz": nz}
    return {**grid, "physics.cfl": cfl, "solver.method": "cg-fused",
            "solver.max_iterations": 20000}


def levels_study():
    """Levels 2 to 10 against the CFL number; 10 levels need 512 columns a side."""
    rows = [(f"{levels} levels, {name}", {c: settings(512, 8, c, levels, **coarse) for c in CFL})
            for name, coarse in (("2 coarse steps", {}), ("coarse CG", COARSE_CG))
            for levels in range(2, 11)]
    rows += [("CG", {c: cg(512, 8, c) for c in CFL})]
    return "iterations by CFL number, 512 x 512 x 8 cells, box, V(1,1) with 2/3", rows


def cycles_study():
    """The smoothing steps with which 10 levels do not depend on the CFL number."""
    return "iterations by CFL number, 512 x 512 x 8 cells, 10 levels, 2 coarse steps", [
        (f"{name}; {rhs}", {c: settings(512, 8, c, 10, **{"rhs.kind": rhs}, **steps) for c in CFL})
        for name, steps in CYCLES.items() for rhs in ("box", "constant", "random")]


def depth_study():
    """D from 1 to 500 km: the thinner, the stronger the vertical coupling. The right-hand side must vary
    with height, as the box does not, or the vertical would not matter at all."""
    return "iterations by depth D in km, 64 x 64 x 64 cells, 7 levels, 2 coarse steps, random", [
        (f"{grading} layers, CFL number {cfl:g}",
         {d: settings(64, 64, cfl, 7, **{"physics.depth": 1e3 * d, "grid.layers": grading,
                                         "rhs.kind": "random"}) for d in (1, 5, 50, 200, 500)})
        for grading in ("graded", "uniform") for cfl in (1, 8.4, 84, 840)]


def nz_study():
    return "iterations by n_z, 64 x 64 columns, 7 levels, 2 coarse steps, random", [
        (f"{grading} layers, CFL number {cfl:g}",
         {nz: settings(64, nz, cfl, 7, **{"grid.layers": grading, "rhs.kind": "random"})
          for nz in (1, 2, 3, 16, 33, 128, 257)})
        for grading in ("graded", "uniform") for cfl in (8.4, 84)]


def columns_study():
    """Sizes that are no powers of two, and rectangles; the CFL number is that of the narrower columns."""
    sizes = ((32, 32), (33, 33), (48, 48), (50, 50), (66, 66), (100, 100), (48, 64), (64, 96), (64, 128),
             (128, 64), (32, 128), (128, 32), (33, 66))
    return "iterations by columns n_x x n_y, n_z = 64, automatic levels, V(1,1) with 2/3", [
        (rhs, {f"{nx} x {ny}": settings((nx, ny), 64, 8.4, "auto", **{"rhs.kind": rhs})
               for nx, ny in sizes}) for rhs in ("box", "random")]


# inputs/fastest.toml, except for its size and its levels.
FASTEST = {"solver.precision": "mixed", "mixed.cycles": [2], "multigrid.pre_relaxation": [],
           "multigrid.post_relaxation": [0.55, 0.95, 1.7], "multigrid.overcorrection": 1.02,
           "multigrid.merged_layers": 4, "rhs.kind": "random"}


def automatic_study():
    """Levels and merged layers that follow from the CFL number."""
    return "corrections by CFL number, fastest.toml's cycles, automatic levels, random", [
        (f"{n} x {n} x {nz}", {c: settings(n, nz, c, "auto", **FASTEST)
                             for c in (1, 2.1, 8.4, 16.8, 33, 84, 420, 840)})
        for n, nz in ((64, 64), (64, 128), (128, 64), (128, 128), (256, 64))]


STUDIES = (levels_study, cycles_study, depth_study, nz_study, columns_study, automatic_study)


def count(run):
    if run is None:
        return None
    if run.converged:
        return run.iterations
    status = run.report["solver"]["status"]
    return f">{run.iterations}" if status == "not converged" else status


def smaller(settings):
    """An eighth of the columns each way, and as many levels as they allow."""
    sides = {key: max(8, settings[key] // 8) for key in ("grid.nx", "grid.ny")}
    levels = settings.get("multigrid.levels")
    most = {"multigrid.levels": min(levels, int(math.log2(min(sides.values()))) - 1)} if isinstance(levels, int) else {}
    return {**settings, **sides, **most}


def study(context, title, rows):
    if context.options.small:
        title = f"an eighth of the columns: {title}"
        rows = [(name, {at: smaller(row[at]) for at in context.few(row)}) for name, row in context.few(rows)]
    done = context.sweep([Case((name, at), DECK, case) for name, row in rows
                          for at, case in row.items()])
    return Table(title, ["", *(f"{at}" for at in rows[0][1])],
                 [[name, *(count(done.get((name, at))) for at in row)] for name, row in rows], gaps=context.gaps)


def robustness(context):
    tables = [study(context, *make()) for make in STUDIES]
    notes = [f">{MOST}: not converged after {MOST} V-cycles",
             "coarse CG: to 1e-2 on the coarsest level; V(1,1), 2/3 is the papers' cycle"]

    def draw(figure):
        axes = figure.subplots(1, 2, sharey=True)
        rows = {row[0]: list(zip(CFL, row[1:])) for row in tables[0].rows}
        for ax, coarse in zip(axes, ("2 coarse steps", "coarse CG")):
            series = {f"{n} levels": rows[f"{n} levels, {coarse}"] for n in (2, 3, 5, 7, 8, 10) if f"{n} levels, {coarse}" in rows}
            series["CG"] = rows["CG"]
            plots.lines(ax, {name: [(x, y) for x, y in points if isinstance(y, int)]
                             for name, points in series.items()},
                        "horizontal CFL number", "iterations", title=coarse)
            ax.set_xticks(CFL, [f"{c:g}" for c in CFL])
            ax.minorticks_off()
        axes[0].legend()
    return Result(tables, notes, None, draw, (9.5, 4.4))


ITEMS = [Item("robustness", "multigrid over CFL numbers, levels, depths, n_z and odd sizes",
              robustness)]
