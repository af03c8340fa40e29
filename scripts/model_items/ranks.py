"""How columns are distributed over ranks, and ranks over hosts (comm/src/topology/decomposition.cpp)."""
from dataclasses import dataclass

from . import Bad


def halvings(nx, ny, levels):
    """How often each level has halved x and y (core/grid/coarsening.hpp)."""
    found, x, y = [], 0, 0
    for _ in range(levels):
        found.append((x, y))
        wide, long = -(-nx // 2 ** x), -(-ny // 2 ** y)
        x, y = x + (4 * long <= 5 * wide), y + (4 * wide <= 5 * long)
    return found


@dataclass(frozen=True)
class Axis:
    """One direction: n columns, distributed so that levels halved so often keep their columns whole."""
    n: int
    parts: int
    halved: int

    def columns(self, halved):
        return -(-self.n // 2 ** halved)

    def fits(self):
        single = self.halved > 0 and self.columns(self.halved - 1) % 2 == 1 and self.parts > 1
        return self.columns(self.halved) >= self.parts + single

    def first(self, part, halved):
        each, more = divmod(self.columns(self.halved), self.parts)
        narrow_end = self.n % 2 ** self.halved != 0
        coarse = each * part + (max(0, part - (self.parts - more)) if narrow_end else min(part, more))
        return min(coarse << (self.halved - halved), self.columns(halved))

    def most(self, halved=0):
        """Columns of the largest part."""
        return max(self.first(p + 1, halved) - self.first(p, halved) for p in range(self.parts))

    def busiest(self):
        """The number by which the program chooses: owned and halo columns."""
        return min(-(-self.columns(self.halved) // self.parts) << self.halved, self.n) + min(self.parts - 1, 2)


def axes(nx, ny, levels, grid):
    x, y = halvings(nx, ny, levels)[-1]
    return Axis(nx, grid[0], x), Axis(ny, grid[1], y)


def choose(nx, ny, levels, ranks):
    """The process grid that the program takes: fewest columns with halo; of equal ones the one with more ranks in y."""
    fewest, best = None, None
    for px in range(1, ranks + 1):
        if ranks % px == 0:
            x, y = axes(nx, ny, levels, (px, ranks // px))
            columns = x.busiest() * y.busiest()
            if x.fits() and y.fits() and (fewest is None or columns < fewest):
                fewest, best = columns, (px, ranks // px)
    if best is None:
        raise Bad(f"{ranks} ranks: no process grid fits {levels} levels of {nx} x {ny} columns; take fewer ranks or levels")
    return best


def fits(nx, ny, levels, grid):
    return all(axis.fits() for axis in axes(nx, ny, levels, grid))


@dataclass
class Ranks:
    """Ranks of a run: their columns and their neighbours."""
    nx: int
    ny: int
    levels: int
    grid: tuple
    host: int               # ranks of a host; they lie in x first, as the program numbers them
    distributed: int | None = None  # levels that are distributed, if not all

    def __post_init__(self):
        self.halvings = halvings(self.nx, self.ny, self.levels)
        self.distributed = self.distributed or self.levels
        self.axes = axes(self.nx, self.ny, self.distributed, self.grid)
        if not all(axis.fits() for axis in self.axes):
            raise Bad(f"process grid {self.grid[0]} x {self.grid[1]}: does not fit {self.distributed} levels of "
                      f"{self.nx} x {self.ny} columns")
        self.surroundings = {self._around(i, j) for i in range(self.grid[0]) for j in range(self.grid[1])}

    @property
    def count(self):
        return self.grid[0] * self.grid[1]

    @property
    def hosts(self):
        return -(-self.count // self.host)

    def sides(self, level):
        """Columns in x and in y of the busiest rank."""
        if level >= self.distributed:
            return self.whole(level)
        return tuple(axis.most(h) for axis, h in zip(self.axes, self.halvings[level]))

    def whole(self, level):
        return tuple(axis.columns(h) for axis, h in zip(self.axes, self.halvings[level]))

    def halved(self):
        """Whether (x, y) are halved below each level but the coarsest."""
        pairs = zip(self.halvings, self.halvings[1:])
        return tuple((b[0] > a[0], b[1] > a[1]) for a, b in pairs)

    def _host(self, i, j):
        return (i + j * self.grid[0]) // self.host

    def _around(self, i, j):
        """Neighbours of a rank: (in x, in y, at corners) on its own host, and the same on others."""
        counts = [0] * 6
        for x in (-1, 0, 1):
            for y in (-1, 0, 1):
                there = (i + x, j + y)
                if (x, y) == (0, 0) or not all(0 <= a < most for a, most in zip(there, self.grid)):
                    continue
                kind = 0 if y == 0 else 1 if x == 0 else 2
                counts[kind + 3 * (self._host(i, j) != self._host(*there))] += 1
        return tuple(counts)

    def neighbours(self, axis):
        """The most in one direction, 0 to 2."""
        return max(around[axis] + around[axis + 3] for around in self.surroundings)
