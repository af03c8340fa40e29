"""Levels that a deck leaves to the program. isobar --dry-run tells them for one rank; more ranks may allow fewer
(miniapp/pressure/setup/hierarchy.cpp, core/src/columns/level_choice.cpp)."""
import copy
import math

from reproduce_items import dry_run, places

from . import Bad
from .overlap import grids, most_distributed
from .ranks import halvings

MOST_STEPS = 30  # smoothing steps on the coarsest level; beyond them CG is the better choice
ALONE = ("decomposition.process_grid=auto", "multigrid.overlap_rows=auto", "multigrid.replicated_from=auto", "multigrid.merge=[]")


def program_of(deck):
    isobar = deck.isobar or places.program("isobar")
    if isobar is None:
        raise Bad(f"{deck.name}: {places.no_program('isobar', '--isobar')}")
    return isobar


def asked(what, deck, settings=()):
    """what(program, arguments) of dry_run for the deck on one rank."""
    words = [*deck.words, *(word for pair in settings for word in ("--set", pair))]
    try:
        return what(program_of(deck), tuple(words))
    except dry_run.Failed as error:
        raise Bad(str(error)) from None


def with_numbers(deck, count):
    """The deck with the levels, the steps on the coarsest one and the merged layers that the program chooses on so many ranks."""
    if not deck.multigrid or deck.get("multigrid.levels") != "auto" or deck.words is None:
        return deck
    chosen = asked(dry_run.levels, deck, [f"grid.{axis}={deck.count(f'grid.{axis}')}" for axis in ("nx", "ny")] + list(ALONE))
    levels = most_levels(deck, chosen.count, count)
    steps = chosen.steps if levels == chosen.count else needed_steps(deck, chosen.cfl, levels)
    deck = copy.deepcopy(deck)
    deck.put("multigrid.levels", levels)
    if chosen.merged:
        deck.put("multigrid.merged_layers", chosen.merged)
    if steps is None:
        deck.put("multigrid.coarse_solver", "cg")
    elif deck.get("multigrid.coarse_steps") == "auto":
        deck.put("multigrid.coarse_steps", steps)
    return deck


def most_levels(deck, wanted, count):
    """The most levels that can be distributed over the ranks, if coarse levels may not be replicated."""
    nx, ny, grid = deck.count("grid.nx"), deck.count("grid.ny"), deck.get("decomposition.process_grid")
    given = [tuple(grid)] if isinstance(grid, list) else grids(count)
    in_rows = (not isinstance(grid, list) or grid[0] == 1) and most_distributed(nx, ny, wanted, (1, count)) > 1
    if count == 1 or in_rows and deck.get("multigrid.replicated_from") != 0:
        return wanted
    return max(1, *(most_distributed(nx, ny, wanted, one) for one in given))


def needed_steps(deck, cfl, levels):
    """Smoothing steps that solve a coarsest level with a CFL number above 1; None if CG is the better choice."""
    nx, ny = deck.count("grid.nx"), deck.count("grid.ny")
    x, y = halvings(nx, ny, levels)[-1]
    coarsest = max(-(-nx // 2 ** x), -(-ny // 2 ** y))
    reach = min(cfl * coarsest / max(nx, ny), coarsest)
    steps = max(2, math.ceil(reach * reach))
    return steps if steps <= MOST_STEPS else None
