"""Amalgamation paper, figures 5, 6 and 8: residual against time on one rank."""
from .flow_solves import SUMMARY, against_time, case, cells, cube, curves, said, shape, summary
from .model import Item, Result
from .tables import Table, percent

SMOOTHERS = {"weighted Jacobi, 0.86": ("jacobi", 0.86), "Gauss-Seidel": ("gauss-seidel", 1.0),
             "SOR, 1.60": ("sor", 1.6)}
LEVELS = (3, 4, 5, 6, 7)
SIZES = (64, 128, 256)
STEPS = 8  # smoothing steps of a V(4,4)-cycle, and of an iteration of Jacobi in these figures


def share_of_smoothing(run):
    """The share of all kernels' time, each with a fence; a prolongation that smooths counts as prolongation."""
    seconds = {row["kernel"]: 0.0 for row in run.kernels()}
    for row in run.kernels():
        seconds[row["kernel"]] += row["seconds"]
    smoothing = sum(s for kernel, s in seconds.items() if kernel.startswith("box_smooth"))
    return percent(smoothing / sum(seconds.values()))


def figure5(context):
    published, notes = said(context, "5")
    done = context.sweep([
        case(name, {**cube(context, 128), "multigrid.smoother": smoother,
                    "multigrid.relaxation": relaxation, "run.kernel_timings": True})
        for name, (smoother, relaxation) in SMOOTHERS.items()])
    table = Table("V(4,4) of full depth, double, one rank",
                  ["smoother", "cells", *SUMMARY, "smoother %"],
                  [[name, shape(run), *summary(run), share_of_smoothing(run)]
                   for name, run in done.items()])
    notes.append("smoother %: its kernels beside all others; a smoothing step that is fused with "
                 "the prolongation counts as prolongation")
    lines = curves(done)
    return Result([table], notes, published,
                  lambda figure: against_time(figure.subplots(), lines), curves=lines)


def figure6(context):
    published, notes = said(context, "6")
    done = context.sweep([case(levels, {**cube(context, 256), "multigrid.levels": levels})
                          for levels in LEVELS])
    table = Table("V(4,4), 16 steps of the smoother on the coarsest level, double, one rank",
                  ["levels", "cells", "coarsest", *SUMMARY],
                  [[levels, shape(run), shape(run, -1), *summary(run)]
                   for levels, run in done.items()])
    notes.append("levels are counted as in the paper, so with --scale S the coarsest grids are S "
                 "times smaller a side; a run ends after 100 cycles")
    lines = curves({f"{levels} levels, to {shape(run, -1)}": run for levels, run in done.items()})
    return Result([table], notes, published,
                  lambda figure: against_time(figure.subplots(), lines), curves=lines)


def jacobi(context, n):
    """Unweighted; the slowest error needs some 1.6 n^2 iterations of 8 steps for 1e-8."""
    return case(("Jacobi", n), {**cube(context, n), "solver.method": "jacobi",
                                "multigrid.relaxation": 1.0,
                                "solver.max_iterations": 2 * cells(context, n) ** 2,
                                "run.repeats": 1, "run.warmup": 0})


def figure8(context):
    published, notes = said(context, "8")
    done = context.sweep([make(context, n) for n in SIZES for make in
                          (lambda c, n: case(("multigrid", n), cube(c, n)), jacobi)])
    table = Table("to a relative residual of 1e-8, double, one rank",
                  ["method", "cells", "iterations", *SUMMARY[1:], "times multigrid"], gaps=context.gaps)
    for (method, n), run in done.items():
        beside = done.get(("multigrid", n))
        table.rows.append([method, shape(run), *summary(run),
                           run.seconds("solve") / beside.seconds("solve") if beside else None])
    notes.append(f"an iteration is a V(4,4)-cycle of full depth, or {STEPS} steps of Jacobi without weight")
    lines = curves({f"{method}, {cells(context, n)}$^3$": run for (method, n), run in done.items()})
    return Result([table], notes, published,
                  lambda figure: against_time(figure.subplots(), lines, log_time=True),
                  curves=lines)


ITEMS = [
    Item("flow-figure-5", "amalgamation paper: three smoothers in a V-cycle, residual against time", figure5),
    Item("flow-figure-6", "amalgamation paper: V-cycles truncated to 3 to 7 levels", figure6),
    Item("flow-figure-8", "amalgamation paper: multigrid beside Jacobi, three sizes", figure8),
]
