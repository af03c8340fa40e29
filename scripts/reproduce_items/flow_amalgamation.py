"""Amalgamation paper, figures 7, 9 and 10: coarse levels on one rank of several."""
from . import plots
from .flow_solves import (FLOAT, MERGED, SUMMARY, against_time, case, cube, curves, grown, level_of, said, shape,
                          shortest, summary)
from .model import Item, Result
from .petascale_scaling import rank_counts
from .tables import Table, percent

CYCLES = ("V", "W")
OVERLAPS = {"none": "none", "rim": "simple", "queue": "streams"}  # ours, and what the paper calls it
COARSE_SIDE = 16  # cells of the grid that is amalgamated, or on which truncated cycles end
ONE_RANK = "one rank: nothing is sent and nothing amalgamated; --ranks allows more"


def merged(level, cycles=1):
    return {**MERGED, "amalgamation.level": level, "amalgamation.cycles": cycles}


def figure7(context):
    published, notes = said(context, "7")
    ranks, grid = min(8, rank_counts(context)[-1]), cube(context, 512)
    level = level_of(grid, COARSE_SIDE)
    done = context.sweep([
        case((cycle, overlap), {**grid, **merged(level, 4), "multigrid.cycle": cycle,
                                "decomposition.overlap": overlap,
                                "decomposition.process_grid": [1, ranks]}, ranks)
        for cycle in CYCLES for overlap in (OVERLAPS if ranks > 1 else ["none"])])
    table = Table(f"{ranks} rank{'s' * (ranks > 1)}, amalgamated on level {level}, four V(4,4)-cycles there, double",
                  ["cycle", "overlap", "paper's word", "cells", "amalgamated", *SUMMARY, "faster than none, %"],
                  zeros=("faster than none, %",), gaps=context.gaps)
    for (cycle, overlap), run in done.items():
        none = done.get((cycle, "none"))
        table.rows.append([cycle, overlap, OVERLAPS[overlap], shape(run), shape(run, level), *summary(run),
                           percent(none.iteration / run.iteration - 1) if none else None])
    if ranks < 8:
        notes.append(ONE_RANK if ranks == 1 else f"{ranks} ranks of the paper's 8: --ranks allows no more")
    notes.append("slabs in y, as in the paper; what may overlap is the finest level's exchange")
    lines = {cycle: curves({o: run for (c, o), run in done.items() if c == cycle}) for cycle in CYCLES}

    def draw(figure):
        for ax, cycle in zip(figure.subplots(1, 2, sharey=True), CYCLES):
            if lines[cycle]:
                against_time(ax, lines[cycle], f"{cycle}-cycles, {ranks} rank{'s' * (ranks > 1)}")
    return Result([table], notes, published, draw, (9.5, 4.2), lines)


def ways(context, ranks):
    """{way: (grid, settings)} of figure 9."""
    grid = grown(context, (256, 256, 256), ranks)
    level = level_of(grid, COARSE_SIDE)
    full = {"full depth": {}}
    return grid, full if ranks == 1 else {
        **full, "truncated": {"multigrid.levels": level + 1}, "amalgamated": merged(level)}


def figure9(context):
    published, notes = said(context, "9")
    cases = []
    for ranks in rank_counts(context):
        grid, settings = ways(context, ranks)
        cases += [case((ranks, way), {**grid, **of}, ranks) for way, of in settings.items()]
    done = context.sweep(cases)
    table = Table("V(4,4), double, as many cells on each rank", ["ranks", "way", "cells", *SUMMARY, "efficiency %"], gaps=context.gaps)
    one = done.get((1, "full depth"))
    for (ranks, way), run in done.items():
        table.rows.append([ranks, way, shape(run), *summary(run),
                           percent(one.seconds("solve") / run.seconds("solve")) if one else None])
    notes += ["full depth: every level on all ranks, which the paper's decomposition does not allow; truncated: 16 "
              f"steps where the shortest side has {COARSE_SIDE} cells; amalgamated: one cycle of full depth from there "
              "on one rank", "efficiency: the solve on one rank over that on several"]
    if one and len(rank_counts(context)) == 1:
        notes.append(ONE_RANK)
    lines = curves({f"{ranks} rank{'s' * (ranks > 1)}, {way}": run for (ranks, way), run in done.items()})
    return Result([table], notes, published, lambda figure: against_time(figure.subplots(), lines, log_time=True),
                  (8.5, 4.8), lines)


def levels_to_try(grid):
    """The levels of grids from half of the finest grid's side down to 4 cells."""
    return range(1, level_of(grid, 4) + 1)


def figure10(context):
    published, notes = said(context, "10")
    cases = []
    for ranks in rank_counts(context)[1:] or [1]:
        grid = grown(context, (512, 256, 512), ranks)
        cases += [case((ranks, level), {**grid, **FLOAT, **merged(level)}, ranks) for level in levels_to_try(grid)]
    done = context.sweep(cases)
    table = Table("V(4,4), float, amalgamated to one rank",
                  ["ranks", "cells", "paper's levels", "amalgamated", *SUMMARY, "best/ms"])
    best = {ranks: min(run.seconds("solve") for (r, _), run in done.items() if r == ranks) for ranks, _ in done}
    for (ranks, level), run in done.items():
        table.rows.append([ranks, shape(run), level + 1, shape(run, level), *summary(run),
                           best[ranks] / run.seconds("solve")])
    notes.append("512 x 256 x 512 cells of the paper a rank, which are 512^3 on 2 and 1024^3 on 16; to 1e-5")
    notes += [ONE_RANK] if max(best) == 1 else []
    lines = {f"{ranks} rank{'s' * (ranks > 1)}": [(level + 1, 1e3 * run.seconds("solve"))
                                                  for (r, level), run in done.items() if r == ranks] for ranks in best}

    def draw(figure):
        ax = figure.subplots()
        plots.lines(ax, lines, "levels, the last of them amalgamated", "ms a solve", (False, False))
        ax.set_xticks(sorted({x for points in lines.values() for x, _ in points}))
        ax.legend()
    return Result([table], notes, published, draw, curves=lines)


ITEMS = [
    Item("flow-figure-7", "amalgamation paper: three ways of overlap, V- and W-cycles", figure7),
    Item("flow-figure-9", "amalgamation paper: amalgamated beside truncated cycles, weak scaling", figure9),
    Item("flow-figure-10", "amalgamation paper: time against the level that is amalgamated", figure10),
]
