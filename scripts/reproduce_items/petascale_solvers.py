"""Petascale paper, tables 3 and 4: both solvers, and CG on one rank and on several."""
import math

from . import plots
from .model import Case, Item, Nothing, Result
from .tables import Table, percent, ratio

METHODS = {"cg": "cg-fused", "multigrid": "multigrid"}


def table3(context):
    published = context.published("petascale-table3")
    cases = [Case((name, at), "petascale-table-3.toml",
                  {"solver.method": METHODS[name], **context.grid(n)})
             for name in METHODS for at, n in enumerate(published["rows"][name]["n"])]
    done = context.sweep(cases)
    columns = ["solver", "n", "paper's n", "ms/iteration", "paper", "paper/ours", "iterations",
               "paper", "GFLOP/s", "paper", "% of copy", "paper: % of peak", "transp. ms", "paper",
               "total ms", "paper", "paper/ours"]
    table = Table("one rank", columns)
    for (name, at), run in done.items():
        known = {key: values[at] for key, values in published["rows"][name].items()}
        cells = known["n"] ** 2 * published["nz"]
        ours, total = 1e3 * run.iteration, 1e3 * run.seconds("total")
        flops = published["operations"][name] * run.cells / run.iteration / 1e9
        table.rows.append([
            name, run.columns, known["n"], ours, known["iteration"],
            ratio(known["iteration"], ours, cells, run.cells), run.iterations,
            known["iterations"], flops, known["gflops"], percent(run.of_copy()),
            known["percent_of_peak"], 1e3 * run.seconds("transpose"), known["transpose"], total,
            known["total"], ratio(known["total"], total, cells, run.cells)])
    notes = [f"paper: {published['source']}; {published['machine']}",
             "paper/ours: times faster for each unknown; total: transposition and solve",
             "GFLOP/s: the paper's operations a cell (its table 1) over our time; % of copy: our "
             "modelled bytes over the time, relative to a copy in the same run"]
    def draw(figure):
        axes = figure.subplots(1, 2)
        for ax, mine, key, label in ((axes[0], 3, "iteration", "ms an iteration"),
                                     (axes[1], 14, "total", "ms in total")):
            series = {f"ours, {name}": [(r[1], r[mine]) for r in table.rows if r[0] == name]
                      for name in METHODS}
            for name, known in published["rows"].items():
                series[f"paper, {name}"] = list(zip(known["n"], known[key]))
            plots.lines(ax, series, "columns a side", label)
            plots.ticks_at(ax, {x for line in ax.lines for x in line.get_xdata()})
            ax.tick_params(axis="x", labelsize=8)
        axes[0].legend()
    return Result([table], notes, published, draw, (9, 4.2))


def several(context):
    """The largest process grid px x py within --ranks, as square as possible: (px, py)."""
    best = (1, 1)
    for ranks in range(2, context.options.ranks + 1):
        py = next(d for d in range(math.isqrt(ranks), 0, -1) if ranks % d == 0)
        if ranks // py <= 2 * py:
            best = (ranks // py, py)
    return best


def one_and_many(context, deck, method):
    """Runs of the same columns a rank on one rank and on several; the second may be missing."""
    grids = list(dict.fromkeys([(1, 1), several(context)]))
    done = context.sweep([
        Case(px * py, deck, {"solver.method": method, **context.grid(512, px=px, py=py),
                             **({"decomposition.process_grid": [px, py]} if px > 1 else {})},
             ranks=px * py) for px, py in grids])
    if 1 not in done:
        raise Nothing("the run on one rank was not possible")
    many = max(done)
    return done[1], done[many] if many > 1 else None


def local_ratio(published, paper, run, ours):
    """The speedup for each unknown of a rank."""
    return ratio(paper, ours, published["n"] ** 2 * published["nz"], run.cells / run.ranks)


def table4(context):
    published = context.published("petascale-table4")
    runs = one_and_many(context, "petascale-table-4.toml", "cg-fused")
    table = Table("ms of a CG iteration", ["ranks", "part", "ours", "paper's GPUs", "paper",
                                           "paper/ours"])
    for run, at in zip(runs, (0, 1)):
        if run is None:
            continue
        ours = {part: 1e3 * run.share(part) for part in ("SpMV", "preconditioner")}
        ours["kernels"] = sum(ours.values())
        ours["iteration"] = 1e3 * run.iteration
        for part, mine in ours.items():
            paper = published["rows"][part][at]
            table.rows.append([run.ranks, part, mine, published["ranks"][at], paper,
                               local_ratio(published, paper, run, mine)])
    notes = overhead(runs, published["rows"]["iteration"]) + \
        [f"paper: {published['source']}; {published['machine']}"]

    def draw(figure):
        axes = figure.subplots(1, 2)
        parts = ("SpMV", "preconditioner")
        paper = {p: published["rows"][p] for p in parts}
        paper["halo exchange and other"] = [i - k for i, k in zip(published["rows"]["iteration"],
                                                                  published["rows"]["kernels"])]
        plots.stacked(axes[0], ["1 GPU", "64 GPUs"], paper, "ms an iteration",
                      f"paper, {published['n']} columns a side")
        there = [run for run in runs if run]
        ours = {p: [1e3 * run.share(p) for run in there] for p in parts}
        ours["halo exchange and other"] = [
            max(0.0, 1e3 * run.iteration - sum(v[n] for v in ours.values()))
            for n, run in enumerate(there)]
        plots.stacked(axes[1], [f"{run.ranks} rank{'s' * (run.ranks > 1)}" for run in there],
                      ours, "ms an iteration",
                      f"ours, {context.columns(published['n'])} columns a side")
        plots.legend(axes[0])
    return Result([table], notes, published, draw, (8, 4.2))


def overhead(runs, paper):
    said = f"an iteration takes {paper[1] / paper[0]:.2f} times as long on the paper's 64 GPUs"
    if runs[1] is None:
        return [said + "; ours on one rank only (--ranks)"]
    return [f"{said}, {runs[1].iteration / runs[0].iteration:.2f} times on our {runs[1].ranks} "
            "ranks (ranks that share cores or memory take longer for that reason)"]


ITEMS = [
    Item("petascale-table3", "petascale paper: CG and multigrid, n = 128 to 768", table3),
    Item("petascale-table4", "petascale paper: kernels of CG on one rank and several", table4),
]
