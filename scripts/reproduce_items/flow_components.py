"""Amalgamation paper, figures 11 and 12: weak scaling of the parts of a cycle."""
from report_items.run import EXCHANGE_PARTS

from . import plots
from .flow_amalgamation import ONE_RANK, merged
from .flow_solves import FLOAT, case, grown, level_of, said, shape
from .model import Item, Result
from .petascale_scaling import rank_counts
from .tables import Table, milli, percent

PARTS = ("smoother", "restriction", "prolongation", "coarse", "other", "exchange")
# Components by the beginning of a kernel's label; the others are norms and sums.
BY_LABEL = (("box_smooth", "smoother"), ("box_restrict", "restriction"), ("box_residual_norm", "other"),
            ("box_residual", "restriction"), ("box_prolongate", "prolongation"), ("exchange", "exchange"))
ALONE = ("exchange",)  # parts that a single rank does not have
INSIDE_OTHERS = (*EXCHANGE_PARTS, "gather_own", "scatter_own")  # timed with their exchange


def part_of(row, merge):
    if row["level"] >= merge:
        return "coarse"
    return next((part for label, part in BY_LABEL if row["kernel"].startswith(label)), "other")


def parts(run, merge):
    """{part: seconds of a cycle}, of kernels that are fenced."""
    seconds = dict.fromkeys(PARTS, 0.0)
    for row in run.kernels():
        if not row["kernel"].startswith(INSIDE_OTHERS):
            seconds[part_of(row, merge)] += row["seconds"] / max(1, run.iterations)
    return seconds


def figure11(context):
    published, notes = said(context, "11")
    cases, merges = [], {}
    for ranks in rank_counts(context):
        grid = grown(context, (512, 256, 512), ranks)
        merges[ranks] = min(4, level_of(grid, 2))
        cases.append(case(ranks, {**grid, **FLOAT, **merged(merges[ranks]), "run.kernel_timings": True}, ranks))
    done = context.sweep(cases)
    split = {ranks: parts(run, merges[ranks]) for ranks, run in done.items()}
    table = Table("ms of a V(4,4)-cycle, float", ["ranks", "cells", "amalgamated", *PARTS, "all", "no fences"],
                  gaps=ALONE)
    share = Table("percent of a cycle", ["ranks", *PARTS], gaps=ALONE)
    scaling = Table("efficiency, percent of the time on one rank", ["ranks", *PARTS, "all"], gaps=("exchange",))
    for ranks, run in done.items():
        all_of = sum(split[ranks].values())
        mine = {part: s if s or part not in ALONE or ranks > 1 else None for part, s in split[ranks].items()}
        table.rows.append([ranks, shape(run), shape(run, merges[ranks]), *map(milli, mine.values()), milli(all_of),
                           milli(run.iteration)])
        share.rows.append([ranks, *(percent(s and s / all_of) for s in mine.values())])
        if 1 in split:
            scaling.rows.append([ranks, *(percent(split[1][p] / s) if s and p != "exchange" else None
                                          for p, s in mine.items()), percent(sum(split[1].values()) / all_of)])
    notes += ["512 x 256 x 512 cells of the paper a rank; coarse: the amalgamated levels with gather and scatter; "
              "exchange: halos of the other levels, which the paper counts with the part that needs them",
              "restriction has the residual with it; other: norms and sums; one rank exchanges nothing that others' "
              "exchange could be compared with"]
    notes += [ONE_RANK] if len(done) == 1 and 1 in done else []

    def draw(figure):
        axes = figure.subplots(1, 2)
        plots.stacked(axes[0], [f"{r} rank{'s' * (r > 1)}" for r in split],
                      {p: [milli(s[p]) for s in split.values()] for p in PARTS}, "ms of a V-cycle")
        axes[0].legend(fontsize=8)
        plots.lines(axes[1], {part: [(row[0], row[1 + n]) for row in scaling.rows]
                              for n, part in enumerate((*PARTS, "all"))}, "ranks", "efficiency, %", (True, False))
        plots.ticks_at(axes[1], split)
        axes[1].legend(fontsize=8)
    return Result([table, share, *([scaling] if scaling.rows else [])], notes, published, draw, (10.0, 4.2))


ITEMS = [Item("flow-figure-11", "amalgamation paper, figures 11 and 12: weak scaling of a cycle's parts", figure11)]
