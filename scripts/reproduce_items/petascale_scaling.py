"""Petascale paper, table 6 and figures 4 to 6: weak scaling."""
import math
import re

from . import plots
from .beside_model import predictor
from .context import DECKS, reason_of
from .model import Case, Item, Nothing, Result
from .tables import Table, milli, percent

METHODS = {"cg": "cg-fused", "multigrid": "multigrid"}


def process_grid(ranks):
    """px x py, as square as possible, px >= py."""
    py = next(d for d in range(math.isqrt(ranks), 0, -1) if ranks % d == 0)
    return ranks // py, py


def rank_counts(context):
    """1, 2, 4, ... up to --ranks."""
    counts = [1]
    while 2 * counts[-1] <= context.options.ranks:
        counts.append(2 * counts[-1])
    return counts


def weak_case(context, name, n, ranks):
    px, py = process_grid(ranks)
    side = px * context.columns(n)
    if px != py:  # the panel stays a square, so that its cells keep their shape
        side = 16 * max(1, round(context.columns(n) * math.sqrt(ranks) / 16))
    return Case((name, n, ranks), "petascale-weak-scaling.toml",
                {"solver.method": METHODS[name], "grid.nx": side, "grid.ny": side,
                 "grid.nz": context.layers(), "decomposition.process_grid": [px, py]}, ranks)


def weak(context, names=tuple(METHODS)):
    published = context.published("petascale-figure4")
    return published, context.sweep([
        weak_case(context, name, n, ranks) for name in names for n in published["columns"]
        if str(n) in published["one"][name] for ranks in rank_counts(context)])


def non_square(context):
    return [] if context.options.ranks < 2 else [
        "on 2, 8, ... ranks the side is the nearest multiple of 16; efficiency is for each "
        "unknown"]


def table6(context):
    """The unknowns and bytes of a run, which the program predicts without solving."""
    published = context.published("petascale-table6")
    table = Table("unknowns of all ranks, and memory",
                  ["ranks", "columns a rank", "unknowns", "paper", "GB a rank"], gaps=("paper",))
    for ranks in rank_counts(context):
        for at, n in enumerate(published["columns"]):
            case = weak_case(context, "multigrid", n, ranks)
            command = context.command(case) + ["--dry-run"]
            if context.options.dry_run:
                print("   " + " ".join(command))
                continue
            said = context.start(command)
            if said.returncode != 0:
                raise Nothing(reason_of(said))
            paper = published["rows"].get(str(ranks))
            table.rows.append([ranks, context.columns(n) ** 2,
                               float(re.search(r"= (\d+) unknowns", said.stdout)[1]),
                               paper and paper[at],
                               float(re.search(r"memory +(\S+) GB", said.stdout)[1])])
    if not table.rows:
        raise Nothing("")
    return Result([table], [f"paper: {published['source']}", f"deck: {DECKS.name}/"
                            "petascale-weak-scaling.toml"], published)


def for_each_unknown(one, seconds_of_one, run, seconds):
    """Efficiency in % of a run on several ranks beside one on one rank; None without either time."""
    if one is None or not seconds_of_one or not seconds:
        return None
    return percent(seconds_of_one / one.cells * run.cells / run.ranks / seconds)


def weak_rows(context, done, published, predict):
    for (name, n, ranks), run in done.items():
        one = done.get((name, n, 1))
        model, model_of_one = ((predict(r) or 0.0) / max(1, r.iterations) if r else None for r in (run, one))
        paper = published["one"][name][str(n)] if ranks == 1 else [None, None]
        yield [name, context.columns(n), ranks, run.cells, run.iterations,
               1e3 * run.iteration, paper[0], milli(model or None), 1e3 * run.seconds("total"), paper[1],
               for_each_unknown(one, one and one.iteration, run, run.iteration),
               for_each_unknown(one, model_of_one, run, model), n]


def figure4(context):
    published, done = weak(context)
    predict, model_notes = predictor(context)
    rows = list(weak_rows(context, done, published, predict))
    table = Table("weak scaling", ["solver", "n", "ranks", "unknowns", "iterations",
                                   "ms/iteration", "paper", "model", "total ms", "paper",
                                   "efficiency %", "model: %"], [row[:-1] for row in rows],
                  gaps=("paper", "model", "efficiency %", "model: %"))
    notes = [f"paper: {published['source']}; {published['note']}; paper's n: "
             f"{published['columns']}", *model_notes(), *non_square(context)]
    return Result([table], notes, published,
                  scaling_plot(rows, published, context.options.scale == 1), (9.5, 4.4))


def scaling_plot(rows, published, same_size, names=tuple(METHODS)):
    def draw(figure):
        axes = figure.subplots(1, 2)
        for ax, column, label, at in ((axes[0], 5, "ms an iteration", 0),
                                      (axes[1], 8, "ms in total", 1)):
            series = {f"{name}, n = {n}": [(r[2], r[column]) for r in rows
                                           if (r[0], r[1]) == (name, n)]
                      for name, n in dict.fromkeys((r[0], r[1]) for r in rows)}
            plots.lines(ax, series, "ranks", label)
            for name, marker in zip(names, "x+" if same_size else ""):
                known = [values[at] for values in published["one"][name].values()]
                ax.plot([1] * len(known), known, marker, color=plots.PAPER, markersize=8,
                        label=f"paper, {name}, 1 GPU,\nn = 256, 512, (768)")
            plots.ticks_at(ax, {r[2] for r in rows})
        axes[1].legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=8)
    return draw


def figure5(context):
    published, done = weak(context, ["multigrid"])
    predict, model_notes = predictor(context)
    rows = [row for row in weak_rows(context, done, published, predict) if row[-1] in (256, 512)]
    table = Table("multigrid, weak scaling", ["n", "ranks", "unknowns", "ms/iteration",
                                              "paper: one K20X", "model", "total ms", "paper: one K20X"],
                  [[*row[1:4], *row[5:10]] for row in rows], gaps=("paper: one K20X", "model"))
    notes = [f"paper: {published['source']}; {published['note']}", *model_notes(),
             "the paper found its GPU code on Titan about 4 times as fast as its CPU code on "
             "HECToR, GPU against 16-core CPU, and 20 to 35 % faster than on EMERALD's M2090"]
    return Result([table], notes, published,
                  scaling_plot(rows, published, context.options.scale == 1, ["multigrid"]),
                  (9.5, 4.4))


def figure6(context):
    published, done = weak(context)
    known = context.published("petascale-table3")
    predict, model_notes = predictor(context)
    table = Table("weak scaling", ["solver", "n", "ranks", "GFLOP/s", "model", "useful GB/s",
                                   "% of copy", "paper: 16384 GPUs, % of peak"], gaps=("model",))
    for (name, n, ranks), run in done.items():
        rate = run.cells / run.iteration
        useful = run.useful_bandwidth()
        low, high = published["percent_of_peak"][name]
        work, model = known["operations"][name] * run.cells * max(1, run.iterations), predict(run)
        table.rows.append([name, context.columns(n), ranks,
                           known["operations"][name] * rate / 1e9, model and work / model / 1e9, useful and useful / 1e9,
                           percent(run.of_copy()), f"{low} to {high}"])
    notes = [f"paper: {published['source']}; it reached {published['pflops']['cg']} PFLOP/s with "
             f"CG and {published['pflops']['multigrid']} with multigrid on 16384 GPUs",
             "GFLOP/s with the paper's operations a cell (54 and 149.4)", *model_notes(), *non_square(context)]

    def draw(figure):
        axes = figure.subplots(1, 2)
        for ax, column, label in ((axes[0], 3, "GFLOP/s"), (axes[1], 6, "useful bandwidth, %")):
            series = {f"{name}, n = {n}": [(r[2], r[column]) for r in table.rows
                                           if (r[0], r[1]) == (name, n)]
                      for name, n in dict.fromkeys((r[0], r[1]) for r in table.rows)}
            plots.lines(ax, series, "ranks", label, log=(True, column == 3))
            plots.ticks_at(ax, {r[2] for r in table.rows})
        for (name, (low, high)), grey in zip(published["percent_of_peak"].items(),
                                             ("0.75", "0.88")):
            plots.band(axes[1], low, high, grey, f"paper, {name}, 16384 GPUs")
        axes[1].legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=8)
    return Result([table], notes, published, draw, (9.5, 4.2))


ITEMS = [
    Item("petascale-table6", "petascale paper: sizes of the weak scaling runs", table6),
    Item("petascale-figure4", "petascale paper: weak scaling, time", figure4),
    Item("petascale-figure5", "petascale paper: weak scaling of multigrid beside other machines",
         figure5),
    Item("petascale-figure6", "petascale paper: weak scaling, GFLOP/s and bandwidth", figure6),
]
