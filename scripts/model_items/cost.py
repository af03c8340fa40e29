"""T = kernels + halos + sums. All of it is linear in the machine's latencies and in its seconds a byte: a term is
{name of a machine's number: how often it counts}."""
import functools
import math
import re
from collections import Counter
from dataclasses import dataclass

from .cycle import Plan, Scheme, plan_of
from .deck import ROOT, Deck
from .ranks import Ranks, choose, slab_grid

BLAS = {"dot": 1.0, "set_zero": 1.0, "copy": 2.0, "axpby": 3.0}  # references of what is no kernel of ours
BETWEEN_PRECISIONS = ("to_float", "to_double", "residual_float", "correct_float", "correct")  # in double words
GROUPS = ("kernels", "halos", "sums")


@functools.cache
def traffic():
    """{kernel: (references a cell, whether of all layers)} as kernel_list.hpp has them."""
    text = (ROOT / "core/include/isobar/core/launch/kernel_list.hpp").read_text()
    rows = re.findall(r'\{Kernel::\w+,\s*"(\w+)",\s*([\d.]+),\s*"[^"]*"(?:,\s*[\d.]+)?(,\s*true)?\s*\}', text)
    return {name: (float(references), bool(all_layers)) for name, references, all_layers in rows} \
        | {name: (references, False) for name, references in BLAS.items()}


@dataclass
class Case:
    """A solve to be predicted."""
    deck: Deck
    ranks: Ranks
    transport: str
    iterations: int
    scheme: Scheme

    @staticmethod
    def of(deck, count, machine, transport, iterations, scheme=Scheme()):
        nx, ny, levels = deck.count("grid.nx"), deck.count("grid.ny"), deck.levels
        host, grid = machine["ranks_per_host"], deck.get("decomposition.process_grid")
        if isinstance(grid, list):
            if len(grid) != 2 or grid[0] * grid[1] != count:
                deck.refuse("decomposition.process_grid", f"two numbers with the product {count}")
        elif scheme.slabs:
            grid = slab_grid(nx, ny, levels, count, host)
        else:
            grid = choose(nx, ny, levels, count)
        scheme.check(deck)
        return Case(deck, Ranks(nx, ny, levels, tuple(grid), host, scheme.slabs), transport, iterations, scheme)

    @functools.cached_property
    def plan(self) -> Plan:
        ranks = self.ranks
        return plan_of(self.deck, self.iterations, ranks.count == 1,
                       self.transport == "peer" and ranks.hosts == 1, ranks.grid[0] == 1, ranks.halved_both())

    @property
    def unknowns(self):
        nx, ny = self.ranks.whole(0)
        return nx * ny * self.deck.layers(0)

    def replicated(self, level):
        return self.scheme.replicated is not None and level >= self.scheme.replicated

    @functools.cached_property
    def depths(self):
        return self.scheme.depths(self.deck) if self.ranks.count > 1 else {}

    def cells(self, level, layers):
        """That a kernel works on, on the busiest rank, with the rows of neighbours that it computes as well."""
        if self.replicated(level):
            nx, ny = self.ranks.whole(level)
        else:
            depth, whole = self.depths.get(level, 0), self.ranks.whole(level)
            nx, ny = (min(side + depth * self.ranks.neighbours(axis), whole[axis])
                      for axis, side in enumerate(self.ranks.sides(level)))
        return nx * ny * layers

    def word(self, kernel):
        return 8 if kernel in BETWEEN_PRECISIONS else self.plan.word

    def bytes(self, kernel, level):
        references, all_layers = traffic()[kernel]
        level = max(level, 0)
        return references * self.word(kernel) * self.cells(level, self.deck.layers(0 if all_layers else level))


def kernel_terms(case, machine):
    terms = Counter({"kernels.fixed": case.plan.idle})
    for (kernel, level), calls in case.plan.kernels.items():
        terms.update(call_terms(machine, machine.rate_of(kernel, case.word(kernel)), case.bytes(kernel, level), calls))
    return terms


def call_terms(machine, rate, moved, calls=1):
    """Of calls of a kernel that moves so many bytes. To fill the device and to run dry takes the ramp: half of it where
    a kernel moves ramp_bytes, and hardly any of it in a small one, which costs `fixed`."""
    return {"kernels.fixed": calls, "kernels.ramp": calls * moved / (moved + machine["kernels.ramp_bytes"]), rate: calls * moved}


def message_terms(case, machine, columns, calls):
    """Of exchanges in which a rank sends `columns(in x, in y, at corners)` numbers; inside and between hosts at once,
    on the rank that takes longest."""
    def slower(around):
        kinds = (f"link.{case.transport}", around[:3]), ("network", around[3:])
        messages = [{f"{link}.latency": calls, f"{link}.rate": calls * case.plan.word * columns(*sent)}
                    for link, sent in kinds if any(sent)]
        return max(messages, key=lambda one: seconds(one, machine), default={})
    return max(map(slower, sorted(case.ranks.surroundings)), key=lambda one: seconds(one, machine))


def halo_columns(case, level, depth, corners):
    nx, ny = case.ranks.sides(level)
    layers = case.deck.layers(level)
    return lambda x, y, c: layers * (depth * (x * ny + y * nx) + depth * depth * c * corners)


def halo_terms(case, machine):
    """Exchanges level by level; one for all wide levels a cycle."""
    terms = Counter()
    for (level, corners), calls in case.plan.exchanges.items():
        if level in case.depths or case.replicated(level):
            continue
        terms.update(message_terms(case, machine, halo_columns(case, level, 1, corners), calls))
    if case.depths:
        parts = [halo_columns(case, level, depth, True) for level, depth in case.depths.items()]
        terms.update(message_terms(case, machine, lambda *sent: sum(part(*sent) for part in parts),
                                   case.plan.cycles))
    if case.scheme.replicated:
        terms.update(gather_terms(case, case.scheme.replicated))
    return terms


def gather_terms(case, level):
    """A replicated level's right-hand side comes to all ranks once a cycle: steps as of a sum, and its bytes."""
    nx, ny = case.ranks.whole(level)
    link = "network" if case.ranks.hosts > 1 else f"link.{case.transport}"
    steps = math.ceil(math.log2(case.ranks.count))
    return {f"{link}.latency": case.plan.cycles * steps,
            f"{link}.rate": case.plan.cycles * case.plan.word * nx * ny * case.deck.layers(level)}


def sum_terms(case):
    terms = Counter({"kernels.wait": case.plan.waits})
    ranks = case.ranks

    def add(kind, calls, count):
        terms[f"sum.{kind}.first"] += calls
        terms[f"sum.{kind}.doubling"] += calls * math.log2(count)
    if ranks.count > 1:
        add("host", case.plan.norms, min(ranks.host, ranks.count))
        if case.plan.device_sums:
            add("peer", case.plan.device_sums, ranks.count)
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
