"""T = kernels + halos + sums. All of it is linear in the machine's latencies and in its seconds a byte: a term is
{name of a machine's number: how often it counts}."""
import functools
import math
import re
from collections import Counter
from dataclasses import dataclass

from .cycle import Plan, Shape, plan_of
from reproduce_items import places

from .deck import Deck
from .levels import with_numbers
from .machine import SUMS_ON_DEVICE
from .overlap import ALL, MESSAGES, scheme_of
from .ranks import Ranks

BLAS = {"dot": 1.0, "set_zero": 1.0, "copy": 2.0, "axpby": 3.0}  # references of calls that are not our kernels
BETWEEN_PRECISIONS = ("to_float", "to_double", "residual_float", "correct_float", "correct")  # in double words
MARCHES = ("smooth", "smooth_from_zero", "prolongate_smooth")
LANES, LEAST_ROWS = 32, 4  # columns of a team; rows of a team from which on bytes determine the time
EXTRA_ROWS = 4  # that a segment costs more than it has
GROUPS = ("kernels", "halos", "sums")


@functools.cache
def traffic():
    """{kernel: (references a cell, whether of all layers)} from kernel_list.hpp."""
    text = places.KERNEL_LIST.read_text()
    rows = re.findall(r'\{Kernel::\w+,\s*"(\w+)",\s*Words::\w+,\s*([\d.]+),\s*"[^"]*"(?:,\s*[\d.]+)?(,\s*true)?\s*\}', text)
    return {name: (float(references), bool(all_layers)) for name, references, all_layers in rows} \
        | {name: (references, False) for name, references in BLAS.items()}


def march_cost(tiles, rows, segments, teams):
    """The time of a march in rows; `teams` run at once, each on a segment of the rows of a tile of columns."""
    return math.ceil(tiles * segments / teams) * (math.ceil(rows / segments) + EXTRA_ROWS)


def segments_at_once(tiles, rows, teams):
    """The segments with which all teams run in one round; 1 if none does."""
    return min(max(teams // tiles, 1), rows)


@functools.cache
def best_segments(tiles, rows, teams):
    """The segments into which a GPU's march divides the rows: core/src/walk/gpu/row_range.hpp has the same rule."""
    best, least = 1, math.inf
    for segments in range(1, max(1, rows // 4) + 1):
        cost = march_cost(tiles, rows, segments, teams)
        if cost < 0.999 * least:
            best, least = segments, cost
    one_round = segments_at_once(tiles, rows, teams)
    return best if least < 0.95 * march_cost(tiles, rows, one_round, teams) else one_round


@dataclass
class Case:
    """A solve to be predicted."""
    deck: Deck
    ranks: Ranks
    transport: str
    iterations: int
    rows: tuple  # of neighbours that a rank computes, level by level

    @staticmethod
    def of(deck, count, machine, transport, iterations):
        if deck.get("grid.domain") == "sphere":
            deck.refuse("grid.domain", "a single panel: the model knows no patches of six")
        deck = with_numbers(deck, count)
        nx, ny = deck.count("grid.nx"), deck.count("grid.ny")
        scheme = scheme_of(deck, nx, ny, count, transport)
        ranks = Ranks(nx, ny, deck.levels, scheme.grid, machine["ranks_per_host"], scheme.distributed)
        return Case(deck, ranks, transport, iterations, scheme.rows)

    @functools.cached_property
    def plan(self) -> Plan:
        ranks = self.ranks
        rows_alone = ranks.grid[0] == 1
        on_device = ranks.count == 1 or self.transport in SUMS_ON_DEVICE and ranks.hosts == 1
        return plan_of(self.deck, self.iterations, Shape(self.rows, rows_alone, ranks.halved(), on_device,
                                                         self.rim_parts() if rows_alone else 0))

    def rim_parts(self):
        """Whether the finest level's rows that neighbours wait for are computed first: where ranks wait for MPI's messages."""
        asked = self.deck.get("decomposition.overlap")
        rim = self.transport in MESSAGES if asked in ("auto", None) else asked != "none"
        return self.ranks.neighbours(1) if rim else 0

    @property
    def unknowns(self):
        nx, ny = self.ranks.whole(0)
        return nx * ny * self.deck.layers(0)

    def computed(self, level):
        """Columns in x and y of the busiest rank, with the rows of neighbours that it computes as well."""
        nx, ny = self.ranks.sides(level)
        rows = 0 if self.ranks.count == 1 else self.rows[level]
        return nx, min(ny + rows * self.ranks.neighbours(1), self.ranks.whole(level)[1])

    def unused(self, kernel, level, machine):
        """The factor by which a march over columns takes longer, as not all multiprocessors have a team all the time."""
        if kernel not in MARCHES or "kernels.multiprocessors" not in machine:
            return 1.0
        nx, ny = self.computed(level)
        teams = machine["kernels.multiprocessors"] * (1 if self.word(kernel) == 8 else 2)
        tiles = math.ceil(nx / LANES)
        if ny < LEAST_ROWS * segments_at_once(tiles, ny, teams):
            return 1.0
        segments = best_segments(tiles, ny, teams)
        rounds = math.ceil(tiles * segments / teams)
        rows = rounds * ny / segments + (rounds - 1) * EXTRA_ROWS  # those of the first round are part of the kernel's rate
        return tiles * LANES / nx * rows * teams / (tiles * ny)

    def word(self, kernel):
        return 8 if kernel in BETWEEN_PRECISIONS else self.plan.word

    def bytes(self, kernel, level):
        references, all_layers = traffic()[kernel]
        level = max(level, 0)
        nx, ny = self.computed(level)
        return references * self.word(kernel) * nx * ny * self.deck.layers(0 if all_layers else level)


def kernel_terms(case, machine):
    terms = Counter({"kernels.fixed": case.plan.idle, "kernels.rim": case.plan.rims})
    for (kernel, level), calls in case.plan.kernels.items():
        moved = case.bytes(kernel, level) * case.unused(kernel, level, machine)
        terms.update(call_terms(machine, machine.rate_of(kernel, case.word(kernel)), moved, calls))
    return terms


def call_terms(machine, rate, moved, calls=1):
    """Terms of calls of a kernel that moves so many bytes. Filling the device and running dry takes the ramp:
    half of it if a kernel moves ramp_bytes, and hardly any of it in a small one, which costs `fixed`."""
    return {"kernels.fixed": calls, "kernels.ramp": calls * moved / (moved + machine["kernels.ramp_bytes"]), rate: calls * moved}


def message_terms(case, machine, numbers, calls):
    """Terms of exchanges in which a rank sends `numbers` to its neighbours (in x,
    in y, at corners), inside and between hosts at once; the slowest rank counts."""
    def slower(around):
        kinds = (f"link.{case.transport}", around[:3]), ("network", around[3:])
        messages = [{f"{link}.latency": calls, f"{link}.rate": calls * case.plan.word * numbers(*sent)}
                    for link, sent in kinds if any(sent)]
        return max(messages, key=lambda one: seconds(one, machine), default={})
    return max(map(slower, sorted(case.ranks.surroundings)), key=lambda one: seconds(one, machine))


def halo_numbers(case, level, rows, corners=False):
    nx, ny = case.ranks.sides(level)
    layers = case.deck.layers(level)
    return lambda x, y, c: layers * (x * ny + rows * y * nx + c * corners)


def halo_terms(case, machine):
    """Exchanges of u level by level, and of right-hand sides."""
    terms = Counter()
    for (level, corners), calls in case.plan.exchanges.items():
        terms.update(message_terms(case, machine, halo_numbers(case, level, case.rows[level] + 1, corners), calls))
    for (levels, beyond), calls in case.plan.gathers.items():
        parts = [halo_numbers(case, level, case.rows[level] + beyond) for level in levels if case.rows[level] < ALL]
        terms.update(message_terms(case, machine, lambda *sent: sum(part(*sent) for part in parts), calls))
        for level in levels:
            if case.rows[level] == ALL:
                terms.update(replicated_terms(case, level, calls))
    return terms


def replicated_terms(case, level, calls):
    """Terms for sending a rank's owned cells of a level to all others, in an exchange whose latency is counted already."""
    nx, ny = case.ranks.sides(level)
    link = "network" if case.ranks.hosts > 1 else f"link.{case.transport}"
    return {f"{link}.rate": calls * case.plan.word * nx * ny * case.deck.layers(level) * (case.ranks.count - 1)}


def sum_terms(case):
    terms = Counter({"kernels.wait": case.plan.waits})
    ranks = case.ranks

    def add(kind, calls, count):
        terms[f"sum.{kind}.first"] += calls
        terms[f"sum.{kind}.doubling"] += calls * math.log2(count)
    if ranks.count > 1:
        add("host", case.plan.norms, min(ranks.host, ranks.count))
        if case.plan.device_sums:
            add(case.transport, case.plan.device_sums, ranks.count)
    if ranks.hosts > 1:
        add("network", case.plan.norms, ranks.hosts)
    return terms


def terms_of(case, machine):
    """{group: terms}."""
    many = case.ranks.count > 1
    return {"kernels": kernel_terms(case, machine), "halos": halo_terms(case, machine) if many else {},
            "sums": sum_terms(case)}


def merged(groups):
    terms = Counter()
    for part in groups.values():
        terms.update(part)
    return {key: count for key, count in terms.items() if count}


def seconds(terms, machine):
    return sum(count * machine.seconds(key) for key, count in terms.items() if count)


def predict(case, machine):
    """{group: seconds}."""
    return {group: seconds(terms, machine) for group, terms in terms_of(case, machine).items()}
