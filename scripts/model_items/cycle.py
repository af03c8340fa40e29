"""What a solve consists of: calls of kernels, exchanges and sums, counted as core/solvers makes them."""
from collections import Counter
from dataclasses import dataclass, field

from . import Bad

BATCH = 16  # iterations of CG between two looks of the host (core/solvers/pcg.hpp)


@dataclass
class Plan:
    """Of one solve on each rank. `word` is the level's storage word."""
    word: int
    cycles: int = 0
    kernels: Counter = field(default_factory=Counter)    # (kernel, level): calls; level -1: BLAS
    exchanges: Counter = field(default_factory=Counter)  # (level, with corners): calls
    idle: int = 0         # launches that find the solve finished
    norms: int = 0        # sums that come to the host
    waits: int = 0        # of the host for the device
    device_sums: int = 0  # sums that stay on the device


@dataclass
class Scheme:
    """What a run on many ranks does with coarse levels. The defaults are what the program does today."""
    wide: int | None = None        # from this level on rows of neighbours are computed as well
    replicated: int | None = None  # from this level on every rank has all columns
    slabs: bool = False            # ranks of a host lie in y

    def check(self, deck):
        for name, level in (("--wide-from", self.wide), ("--replicated-from", self.replicated)):
            if level is not None and not 1 <= level < deck.levels:
                raise Bad(f"{name} {level}: must be a level from 1 to {deck.levels - 1} of {deck.name}")
        if self.wide and deck.factors("multigrid.pre_relaxation"):
            deck.refuse("multigrid.pre_relaxation",
                        "[] with --wide-from: a step before the restriction needs its own exchange")

    def depths(self, deck):
        """{wide level: rows of neighbours that its smoothing steps need}. A finer row k rows outside needs coarse rows
        up to floor(k / 2) + 1 outside; each smoothing step needs one more."""
        if self.wide is None:
            return {}
        depths, below = {}, 1  # the finer level's own halo
        last = min(deck.levels, self.replicated or deck.levels)
        for level in range(self.wide, last):
            steps = len(deck.factors("multigrid.post_relaxation"))
            if level == deck.levels - 1:
                steps = coarse_steps(deck) - 1  # the first one starts from zero
            depths[level] = below // 2 + 1 + steps
            below = depths[level]
        return depths


def coarse_steps(deck):
    return 2 if deck.get("multigrid.coarse_steps") == "auto" else deck.count("multigrid.coarse_steps")


def plan_of(deck, iterations, alone, sums_on_device, rows_alone, halved):
    """`alone`: one rank. `rows_alone`: neighbours in y alone. `halved`: the levels that halve both sides."""
    if not deck.multigrid:
        return cg(deck, iterations, alone or sums_on_device)
    deck.one_of("multigrid.cycle", "V")
    deck.one_of("multigrid.smoother", "jacobi")
    deck.one_of("multigrid.restriction", "average", None)
    deck.one_of("multigrid.start", "zero")
    deck.one_of("multigrid.coarse_solver", "smoother", "auto")
    deck.one_of("fields.layout", "x-fastest")
    precision = deck.one_of("solver.precision", "double", "float", "mixed")
    plan = Plan(8 if precision == "double" else 4)
    cycles = Cycles(deck, plan, rows_alone, halved)
    if precision == "mixed":
        deck.one_of("mixed.in_float", "cycles")
        deck.one_of("mixed.inner", "float")
        refinement(deck, plan, cycles, iterations)
    else:
        plan.kernels["dot", -1] += 1
        for n in range(iterations):
            cycles.run(zero=n == 0)
        plan.norms = 1 + iterations - max(0, deck.get("solver.check_after") - 1)
        plan.kernels["residual_norm", 0] += plan.norms - 1
    plan.waits = plan.norms
    return plan


def refinement(deck, plan, cycles, iterations):
    """Cycles in float between double residuals (core/src/solvers/refinement.cpp)."""
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


class Cycles:
    """V-cycles (core/src/solvers/cycle.cpp and field_level.hpp)."""

    def __init__(self, deck, plan, rows_alone, halved):
        self.deck, self.plan, self.rows_alone, self.halved = deck, plan, rows_alone, halved
        self.last = deck.levels - 1

    def relaxation(self, level):
        """Smoothing steps before and after the coarse correction."""
        turns = self.deck.factors("multigrid.finest_relaxation")
        if level == 0 and turns:
            turn = 2 * (self.plan.cycles % (len(turns) // 2))
            return len(turns[turn]), len(turns[turn + 1])
        return tuple(len(self.deck.factors(f"multigrid.{when}_relaxation")) for when in ("pre", "post"))

    def run(self, zero):
        self.visit(0, zero)
        self.exchange(0)
        self.plan.cycles += 1

    def exchange(self, level, corners=False):
        self.plan.exchanges[level, corners] += 1

    def call(self, kernel, level):
        self.plan.kernels[kernel, level] += 1

    def smooth(self, level, zero=False):
        self.call("smooth_from_zero" if zero else "smooth", level)

    def visit(self, level, zero):
        if level == self.last:
            return self.coarsest(zero)
        before, after = self.relaxation(level)
        for step in range(before):
            self.smooth(level, zero and step == 0)
            self.exchange(level)
        zero = zero and before == 0
        self.call("restrict_rhs" if zero else "restrict_residual", level)
        self.coarse(level + 1)
        self.correct(level, after, zero)

    def coarse(self, level):
        merged = level == 1 and self.deck.count("multigrid.merged_layers") > 1
        if merged:
            self.call("restrict_layers", level)
        self.visit(level, True)
        self.exchange(level, corners=True)
        self.call("mirror_sides", level)
        if merged:
            self.call("interpolate_layers", level)

    def correct(self, level, after, zero):
        """The correction is fused with the first smoothing step, or brings the halo along if that is rows alone."""
        fused = not zero and after > 0 and level in self.halved
        self.call("interpolate" if zero else "prolongate_smooth" if fused else "prolongate", level)
        valid = zero and self.rows_alone
        for step in range(fused, after):
            if not (valid and step == 0):
                self.exchange(level)
            self.smooth(level)

    def coarsest(self, zero):
        for step in range(coarse_steps(self.deck)):
            if step > 0:
                self.exchange(self.last)
            self.smooth(self.last, zero and step == 0)


def cg(deck, iterations, on_device):
    """Fused CG (core/src/solvers/pcg.cpp). On a device iterations are given out in batches."""
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
