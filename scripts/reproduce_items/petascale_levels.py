"""Petascale paper, table 5 and figure 3: a V-cycle level by level, on one rank and on several."""
from report_items.run import EXCHANGE_PARTS

from . import plots
from .model import Item, Result
from .petascale_solvers import local_ratio, one_and_many, overhead
from .tables import Table

# The kernels of the papers' cycle first; a run's other kernels follow, so that the sums are over all.
KERNELS = ("smooth", "smooth_from_zero", "restrict_residual", "prolongate_smooth",
           "residual_norm", "mirror_sides", "exchange")


def by_level(run):
    """{kernel: [ms an iteration on each level, None where it does not run]}, finest first."""
    depth = len(run.report["decomposition"]["levels"])
    rows = [row for row in run.kernels() if row["level"] >= 0 and not row["kernel"].startswith(EXCHANGE_PARTS)]
    table = {kernel: [None] * depth for kernel in dict.fromkeys([*KERNELS, *(row["kernel"] for row in rows)])}
    for row in rows:
        table[row["kernel"]][row["level"]] = 1e3 * row["seconds"] / max(1, run.iterations)
    return table


def totals(table):
    return [sum(v or 0.0 for v in column) for column in zip(*table.values())]


def cycle_table(run, published, key):
    levels = by_level(run)
    sides = [level["nx"] for level in run.report["decomposition"]["levels"]]
    table = Table(f"ms of a V-cycle on {run.ranks} rank{'s' * (run.ranks > 1)}",
                  ["kernel", *(f"{n} columns" for n in sides), "all levels"], gaps=[f"{n} columns" for n in sides])
    for kernel, row in levels.items():
        if any(v is not None for v in row):
            table.rows.append([kernel, *row, sum(v or 0.0 for v in row)])
    mine, its = totals(levels), published[key]["kernels"]
    padded = (its + [None] * len(mine))[:len(mine)]
    table.rows += [
        ["all kernels", *mine, sum(mine)], ["paper: all kernels", *padded, sum(its)],
        ["paper/ours", *(local_ratio(published, a, run, b) for a, b in zip(padded, mine)),
         local_ratio(published, sum(its), run, sum(mine))],
        ["an iteration, no fences", *[None] * len(mine), 1e3 * run.iteration],
        ["paper: an iteration", *[None] * len(mine), published[key]["iteration"]]]
    return table


def table5(context):
    published = context.published("petascale-table5")
    runs = one_and_many(context, "petascale-table-5.toml", "multigrid")
    tables = [cycle_table(run, published, key) for run, key in zip(runs, ("one", "many")) if run]
    notes = overhead(runs, [published["one"]["iteration"], published["many"]["iteration"]]) + [
        f"paper: {published['source']}; {published['machine']}; 1 and 64 GPUs, finest level first",
        "paper/ours: times faster for each unknown of a rank; our kernels are timed with fences"]
    return Result(tables, notes, published, level_plot(runs, published, stack=True), (9.5, 4.4))


def figure3(context):
    published = context.published("petascale-table5")
    runs = one_and_many(context, "petascale-table-5.toml", "multigrid")
    table = Table("ms of all kernels of a level in a V-cycle, finest level first",
                  ["ranks", "level", "columns a side", "ours", "paper", "paper/ours"], zeros=("level",))
    for run, key in zip(runs, ("one", "many")):
        if run is None:
            continue
        sides = [level["nx"] for level in run.report["decomposition"]["levels"]]
        for level, (n, mine) in enumerate(zip(sides, totals(by_level(run)))):
            paper = published[key]["kernels"][level]
            table.rows.append([run.ranks, level, n, mine, paper,
                               local_ratio(published, paper, run, mine)])
    notes = [f"paper: its figure 3 draws its table 5; {published['source']}",
             "a quarter of the columns should take a quarter of the time, until a level is too "
             "small for the machine"]
    return Result([table], notes, published, level_plot(runs, published, stack=False), (9, 4.2))


def level_plot(runs, published, stack):
    """Table 5: kernels above each other; figure 3: the sums on a logarithmic axis."""
    def draw(figure):
        there = [(run, key) for run, key in zip(runs, ("one", "many")) if run]
        axes = figure.subplots(1, len(there), squeeze=False, sharey=True)[0]
        for ax, (run, key) in zip(axes, there):
            sides = [str(level["nx"]) for level in run.report["decomposition"]["levels"]]
            title = f"{run.ranks} rank{'s' * (run.ranks > 1)}"
            if stack:
                parts = {k: v for k, v in by_level(run).items() if any(v)}
                plots.stacked(ax, sides, parts, "ms of a V-cycle", title)
            else:
                gpus = published["ranks"][key == "many"]
                plots.bars(ax, sides, {f"paper, {gpus} GPU{'s' * (gpus > 1)}, n = 512":
                                       published[key]["kernels"][:len(sides)],
                                       f"ours, {title}": totals(by_level(run))},
                           "ms of a V-cycle", title, log=True)
                ax.legend(fontsize=8)
            ax.set_xlabel("columns a side of the level")
        if stack:
            axes[0].legend(fontsize=8)
    return draw


ITEMS = [
    Item("petascale-table5", "petascale paper: kernels of a V-cycle by level, one rank and several",
         table5),
    Item("petascale-figure3", "petascale paper: time of each multigrid level", figure3),
]
