"""How columns are dealt out to ranks, and ranks to hosts (comm/src/decomposition.cpp)."""
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
    """One direction: n columns, dealt out so that levels halved so often keep their columns whole."""
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
        """Columns of the part that has most."""
        return max(self.first(p + 1, halved) - self.first(p, halved) for p in range(self.parts))

    def busiest(self):
        """As the program estimates it when it chooses: owned and halo columns."""
        return min(-(-self.columns(self.halved) // self.parts) << self.halved, self.n) + min(self.parts - 1, 2)


def axes(nx, ny, levels, grid):
    x, y = halvings(nx, ny, levels)[-1]
    return Axis(nx, grid[0], x), Axis(ny, grid[1], y)


def choose(nx, ny, levels, ranks):
    """The process grid that the program takes: fewest columns with halo, ranks in y where it does not matter."""
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


def slab_grid(nx, ny, levels, ranks, host):
    """Near-square over hosts, whose ranks lie in y."""
    inside = min(host, ranks)
    if ranks % inside:
        raise Bad(f"{ranks} ranks with --slabs: must be a multiple of the {inside} ranks of a host")
    px, py = choose(nx, ny, levels, ranks // inside)
    return px, py * inside


@dataclass
class Ranks:
    """Ranks of a run: which columns, and where the neighbours are."""
    nx: int
    ny: int
    levels: int
    grid: tuple
    host: int           # ranks of a host
    slabs: bool = False  # ranks of a host lie in y, else in x first, as the program numbers them

    def __post_init__(self):
        self.halvings = halvings(self.nx, self.ny, self.levels)
        self.axes = axes(self.nx, self.ny, self.levels, self.grid)
        if not all(axis.fits() for axis in self.axes):
            raise Bad(f"process grid {self.grid[0]} x {self.grid[1]}: does not fit {self.levels} levels of "
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
        return tuple(axis.most(h) for axis, h in zip(self.axes, self.halvings[level]))

    def whole(self, level):
        return tuple(axis.columns(h) for axis, h in zip(self.axes, self.halvings[level]))

    def halved_both(self):
        """Levels below which both sides are halved."""
        pairs = zip(self.halvings, self.halvings[1:])
        return {level for level, (a, b) in enumerate(pairs) if b[0] > a[0] and b[1] > a[1]}

    def _host(self, i, j):
        if self.slabs:
            return i, j // self.host
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
