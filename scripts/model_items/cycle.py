"""The work of a solve: calls of kernels, exchanges and sums, counted as core/multigrid and core/columns make them."""
from collections import Counter
from dataclasses import dataclass, field

from .overlap import ALL

BATCH = 16  # iterations of CG between two looks of the host (core/columns/pcg.hpp)


@dataclass
class Plan:
    """The work of one solve on each rank. `word` is the level's storage word."""
    word: int
    cycles: int = 0
    kernels: Counter = field(default_factory=Counter)    # (kernel, level): calls; level -1: BLAS
    exchanges: Counter = field(default_factory=Counter)  # (level, with corners): calls
    gathers: Counter = field(default_factory=Counter)    # (levels of the right-hand sides, rows beyond them): calls
    rims: int = 0         # launches for rows that neighbours wait for
    idle: int = 0         # launches that find the solve finished
    norms: int = 0        # sums that come to the host
    waits: int = 0        # of the host for the device
    device_sums: int = 0  # sums that stay on the device


@dataclass(frozen=True)
class Shape:
    """The properties of the ranks that determine the counts."""
    overlap: tuple        # rows of neighbours that are computed, level by level
    rows_alone: bool      # ranks have neighbours in y alone
    halved: tuple         # whether (x, y) are halved below each level but the coarsest
    sums_on_device: bool  # or one rank alone
    rim_parts: int = 0    # of the finest level that are smoothed before the others, so that they travel meanwhile


def plan_of(deck, iterations, shape):
    if not deck.multigrid:
        return cg(deck, iterations, shape.sums_on_device)
    deck.one_of("multigrid.cycle", "V")
    deck.one_of("multigrid.smoother", "jacobi")
    deck.one_of("multigrid.restriction", "average", None)
    deck.one_of("multigrid.start", "zero")
    deck.one_of("multigrid.coarse_solver", "smoother", "auto")
    deck.one_of("fields.layout", "x-fastest")
    precision = deck.one_of("solver.precision", "double", "float", "mixed")
    plan = Plan(8 if precision == "double" else 4)
    cycles = Cycles(deck, plan, shape)
    if precision == "mixed":
        deck.one_of("mixed.in_float", "cycles")
        deck.one_of("mixed.inner", "float")
        refinement(deck, plan, cycles, iterations)
    else:
        plan.kernels["dot", -1] += 1
        for n in range(iterations):
            cycles.run(zero=n == 0)
        plan.norms = 1 + iterations - max(0, (deck.get("solver.check_after") or 0) - 1)
        plan.kernels["residual_norm", 0] += plan.norms - 1
    plan.waits = plan.norms
    return plan


def refinement(deck, plan, cycles, iterations):
    """Cycles in float between double residuals (core/src/columns/refinement.cpp)."""
    counts = deck.factors("mixed.cycles")
    plan.kernels["to_float", 0] += 1
    for n in range(iterations):
        for cycle in range(counts[min(n, len(counts) - 1)]):
            cycles.run(zero=cycle == 0)
        plan.kernels[("residual_float", "correct_float", "correct")[min(n, 2)], 0] += 1
        plan.exchanges[0, False] += n > 1  # of u in double
    if iterations == 1:
        plan.kernels["to_double", 0] += 1
    plan.norms = 1 + iterations


class Level:
    """The number of rows beside a rank's own on which u is right (core/multigrid/field_level.hpp)."""

    def __init__(self, index, overlap):
        self.index, self.overlap = index, overlap
        self.valid, self.corners, self.mirrored = 0, False, False

    def set_valid(self, rows, with_halo=False):
        self.valid = min(rows, self.overlap + with_halo)
        self.corners = self.mirrored = False


class Cycles:
    """V-cycles (core/src/multigrid/cycle.cpp, field_level.hpp and matrix_free_level.cpp)."""

    def __init__(self, deck, plan, shape):
        self.deck, self.plan, self.shape = deck, plan, shape
        self.levels = [Level(n, rows) for n, rows in enumerate(shape.overlap)]
        self.last = len(self.levels) - 1
        self.gathered = [n for n, rows in enumerate(shape.overlap) if rows and ALL not in shape.overlap[:n]]
        self.waiting = []  # levels whose right-hand sides will travel with a coarser one's

    def relaxation(self, level):
        """Smoothing steps before and after the coarse correction."""
        turns = self.deck.factors("multigrid.finest_relaxation")
        if level == 0 and turns:
            turn = 2 * (self.plan.cycles % (len(turns) // 2))
            return len(turns[turn]), len(turns[turn + 1])
        return tuple(len(self.deck.factors(f"multigrid.{when}_relaxation")) for when in ("pre", "post"))

    def run(self, zero):
        self.visit(self.levels[0], zero)
        self.readable(self.levels[0])
        self.plan.cycles += 1

    def readable(self, level, zero=False, corners=False):
        """Rows beside the own ones on which u is right, at least one: u is exchanged if there are none."""
        if zero:
            return ALL
        has_corners = level.corners or not corners or self.shape.rows_alone
        if level.valid < 1 or not has_corners:
            self.plan.exchanges[level.index, corners] += 1
            level.set_valid(level.overlap + 1, with_halo=True)
            level.corners = corners
        return level.valid

    def call(self, kernel, level):
        self.plan.kernels[kernel, level.index] += 1

    def smooth(self, level, zero=False, last=False):
        """The last step of a visit writes the mirror images beyond the domain's sides too."""
        mirrored = last and not zero and level.index > 0
        rows = self.readable(level, zero)
        self.call("smooth_from_zero" if zero else "smooth", level)
        self.in_parts(level)
        level.set_valid(rows - 1)
        level.mirrored = mirrored

    def in_parts(self, level):
        """Rows of the finest level that neighbours wait for are computed first."""
        self.plan.rims += self.shape.rim_parts if level.index == 0 else 0

    def visit(self, level, zero):
        if level.index == self.last:
            return self.coarsest(zero)
        before, after = self.relaxation(level.index)
        for step in range(before):
            self.smooth(level, zero and step == 0)
        zero = zero and before == 0
        if not zero:
            self.readable(level)
        self.call("restrict_rhs" if zero else "restrict_residual", level)
        self.coarse(self.levels[level.index + 1])
        self.correct(level, after, zero)

    def coarse(self, level):
        merged = level.index == 1 and self.deck.count("multigrid.merged_layers") > 1
        if merged:
            self.call("restrict_layers", level)
        self.gather(level)
        self.visit(level, True)
        self.readable(level, corners=True)
        if not level.mirrored:
            self.call("mirror_sides", level)
        if merged:
            self.call("interpolate_layers", level)

    def gather(self, level):
        """Completes a right-hand side; those that follow from each other wait for the coarsest one."""
        if level.index in self.gathered:
            self.waiting.append(level.index)
        follows = not self.deck.factors("multigrid.pre_relaxation")
        if follows and level.overlap < ALL and level.index < self.last or not self.waiting:
            return
        by_itself = len(self.waiting) == 1 and len(self.gathered) > 1  # its halo travels too
        self.plan.gathers[tuple(self.waiting), int(by_itself)] += 1
        self.waiting = []

    def corrected(self, level):
        """Rows beside the own ones on which the correction is right after its prolongation."""
        coarse = self.levels[level.index + 1].valid  # about ALL where each rank has the level whole
        return 2 * coarse - 1 if self.shape.halved[level.index][1] else coarse

    def correct(self, level, after, zero):
        """The correction is fused with the first smoothing step, or brings the halo along if that is rows alone."""
        fused = after > 0 and all(self.shape.halved[level.index])
        if fused:
            rows = min(self.readable(level, zero), self.corrected(level))
            self.call("interpolate_smooth" if zero else "prolongate_smooth", level)
            self.in_parts(level)
            level.set_valid(rows - 1)
        elif zero:
            self.call("interpolate", level)
            level.set_valid(self.corrected(level), with_halo=self.shape.rows_alone)
        else:
            self.call("prolongate", level)
            level.set_valid(min(level.valid, self.corrected(level)))
        for step in range(fused, after):
            self.smooth(level, last=step + 1 == after)

    def coarsest(self, zero):
        level = self.levels[self.last]
        for step in range(self.deck.coarse_steps):
            self.smooth(level, zero and step == 0, last=step + 1 == self.deck.coarse_steps)


def cg(deck, iterations, on_device):
    """Fused CG (core/src/columns/pcg.cpp). On a device iterations are given out in batches."""
    plan = Plan(8 if deck.one_of("solver.precision", "double", "float") == "double" else 4)
    batches = -(-iterations // BATCH)
    behind = batches * BATCH - iterations if on_device else 0
    plan.kernels.update({("set_zero", -1): 3, ("copy", -1): 1, ("axpby", -1): 1,
                         ("cg_spmv", 0): iterations, ("cg_tridiag", 0): iterations + 1})
    plan.exchanges[0, False] = iterations + behind
    plan.idle = 2 * behind
    sums = 2 * (iterations + behind) + 1
    plan.norms, plan.device_sums = (1 + batches, sums) if on_device else (sums, 0)
    plan.waits = plan.norms if on_device else 2 * sums  # there and back
    return plan
