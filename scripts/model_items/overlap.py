"""The rows of its neighbours on which a rank computes coarse levels, as the program chooses them on GPUs
(miniapp/pressure/setup/hierarchy.cpp, core/src/multigrid/overlap_choice.cpp)."""
from dataclasses import dataclass

from .ranks import Axis, choose, fits, halvings

ALL = 1 << 28  # rows of a level that every rank has whole
MOST_SLABS = 32  # ranks up to which slabs are chosen
MESSAGES = ("device", "staged")


@dataclass(frozen=True)
class Scheme:
    """How a run distributes its levels over ranks."""
    rows: tuple  # of neighbours that a rank computes, level by level
    distributed: int   # levels that are distributed; every rank has the others whole
    grid: tuple


def deep_overlap(deck):
    """Rows on level 1 and so on with which only right-hand sides are exchanged. They are counted from the finest level,
    whose correction has to be right on one row beside its cells."""
    before, after = (len(deck.factors(f"multigrid.{when}_relaxation")) for when in ("pre", "post"))
    found, wanted = [], 1
    for level in range(1, deck.levels):
        rows = max(wanted, wanted + before + after - 1)
        rows += rows % 2
        if level == deck.levels - 1:
            rows = wanted + deck.coarse_steps - 1
        finer = found[-1] if found else 0
        found.append(max(rows, finer - finer // 2))
        wanted = (wanted + after) // 2 + 1
    return found


def overlap_pays(deck, count, transport):
    """Whether overlap pays: MPI's messages cost by their bytes, and only right-hand sides that share a message save some."""
    together = not deck.factors("multigrid.pre_relaxation")
    return count <= MOST_SLABS and (together or transport not in MESSAGES)


def scheme_of(deck, nx, ny, count, transport):
    """The scheme that deck and program choose for so many ranks."""
    levels, grid = deck.levels, deck.get("decomposition.process_grid")
    grid = tuple(grid) if isinstance(grid, list) else None
    if grid and (len(grid) != 2 or grid[0] * grid[1] != count):
        deck.refuse("decomposition.process_grid", f"two numbers with the product {count}")
    if count == 1:
        return Scheme((ALL,) * levels, levels, (1, 1))
    rows, replicated = coarse_rows(deck, nx, ny, count, grid, transport)
    distributed = min(replicated + 1, levels) if replicated else levels
    slabs = any(rows)
    if slabs and fits(nx, ny, distributed, (1, count)):
        rows = whole_levels(rows, nx, ny, distributed, count)
    if slabs and grid and grid[0] != 1:
        deck.refuse("decomposition.process_grid", f"[1, {count}] where coarse levels overlap (multigrid.overlap_rows)")
    return Scheme(rows, distributed, grid or ((1, count) if slabs else choose(nx, ny, distributed, count)))


def coarse_rows(deck, nx, ny, count, grid, transport):
    """Rows level by level, and the first replicated level or 0."""
    levels = deck.levels
    in_rows = 0 if grid and grid[0] != 1 else most_distributed(nx, ny, levels, (1, count))
    given, replicated = deck.get("multigrid.overlap_rows"), deck.get("multigrid.replicated_from")
    possible = deck.multigrid and in_rows > 1
    if given in ("auto", None):
        given = deep_overlap(deck) if possible and overlap_pays(deck, count, transport) else []
    if replicated in ("auto", None):
        somehow = in_rows == levels or any(fits(nx, ny, levels, g) for g in ([grid] if grid else grids(count)))
        replicated = in_rows - 1 if possible and not somehow else 0
    check(deck, given, replicated)
    rows = [0, *given, *[0] * levels][:levels]
    if replicated:
        rows[replicated:] = [ALL] * (levels - replicated)
    return tuple(rows), replicated


def whole_levels(rows, nx, ny, distributed, count):
    """The rows; a level whose overlap has all rows of a part, and all coarser ones, are whole on every rank."""
    halved = [y for _, y in halvings(nx, ny, len(rows))]
    axis = Axis(ny, count, halved[distributed - 1])
    for level in range(1, distributed):
        if rows[level] >= axis.columns(halved[level]):
            return rows[:level] + (ALL,) * (len(rows) - level)
    return rows


def check(deck, rows, replicated):
    coarser = deck.levels - 1
    if not isinstance(rows, list) or len(rows) > coarser:
        deck.refuse("multigrid.overlap_rows", f"a list of at most {coarser} integers, or auto")
    if type(replicated) is not int or not 0 <= replicated <= coarser:
        deck.refuse("multigrid.replicated_from", f"an integer from 0 to {coarser}, or auto")
    if deck.get("multigrid.merge"):
        deck.refuse("multigrid.merge", "[], as the model knows no levels on fewer ranks")


def most_distributed(nx, ny, levels, grid):
    """Levels of which each rank gets a part, at most as many as asked for."""
    return next((n for n in range(levels, 0, -1) if fits(nx, ny, n, grid)), 0)


def grids(count):
    return [(px, count // px) for px in range(1, count + 1) if count % px == 0]
