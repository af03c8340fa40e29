"""Finds out whether two runs were measured apart. Hardly any samples of two runs agree to a nanosecond, and chance decides which repeat
is slower than another: ten runs each of five results share at most 4 % of samples, and their ranks correlate by at most 0.62."""
import functools
import statistics
from collections import Counter

MOST_EQUAL = 0.25  # share of samples, or of ratios of neighbours
MOST_ALIKE = 0.95  # rank correlation
LEAST_EQUAL = 5  # entries that two runs share by chance no more: a short one meets one or two of a long one's ratios
FEWEST = 8  # samples that a comparison of runs needs
FEWEST_RANKED = 16
CLOCK = 1e9  # ticks of a second
CHANCE = 5  # times as many equal samples as a coarse clock explains


class Samples:
    """The samples of one phase of a run. Each is also divided by the median of its step, as all runs share the times of steps."""

    def __init__(self, samples, period):
        usual = [statistics.median(samples[k::period]) for k in range(period)]
        self.relative = [one / usual[k % period] for k, one in enumerate(samples)]
        self.ticks = Counter(round(one * CLOCK) for one in samples)
        self.ratios = Counter(round(after / before, 6) for before, after in zip(samples, samples[1:]))
        self.sorted = sorted(samples)
        self.count = len(samples)

    @functools.cached_property
    def coarse(self):
        """The number of samples of another run that a sample equals by chance: as many as of its own."""
        return sum(k * (k - 1) for k in self.ticks.values()) / self.count


def samples_of(report):
    """{phase: Samples} of the phases that have enough."""
    steps = len(report["sequence"]["steps"])
    found = {phase: report["timings"][phase]["samples"] for phase in ("setup", "update", "solve")}
    periods = {"setup": 1, "update": max(steps - 1, 1), "solve": steps}
    return {phase: Samples(samples, periods[phase]) for phase, samples in found.items() if len(samples) >= FEWEST}


def common(first, second):
    """Share of two counters' entries that both have; 0 where they are too few to say anything."""
    equal = sum((first & second).values())
    return equal / max(min(first.total(), second.total()), 1) if equal >= LEAST_EQUAL else 0


def ranks(values):
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0] * len(values)
    for rank, place in enumerate(order):
        found[place] = rank
    return found


def correlation(first, second):
    count = min(len(first), len(second))
    return statistics.correlation(ranks(first[:count]), ranks(second[:count]))


def scaled(first, second):
    """Share of samples that, sorted by size, are the same multiple of the other run's."""
    quotients = [one / other for one, other in zip(first.sorted, second.sorted)]
    usual = statistics.median(quotients)
    return sum(abs(one / usual - 1) < 1e-7 for one in quotients) / len(quotients)


def copied(phase, first, second):
    """The reason why two runs have common samples, in any order; None without a sign of it. It is quick."""
    limit = max(MOST_EQUAL, CHANCE * max(first.coarse, second.coarse))
    if limit >= 1:  # of clocks so coarse that most samples are the same by chance
        return None
    if (share := common(first.ticks, second.ticks)) > limit:
        return f"{share:.0%} of the samples of timings.{phase} are the same to a nanosecond"
    if (share := common(first.ratios, second.ratios)) > limit:
        return f"{share:.0%} of the samples of timings.{phase} are those of the other run, scaled or shifted"
    return None


def alike(phase, first, second):
    """The reason why two runs' samples of a phase were not measured apart; None without a sign of it."""
    if line := copied(phase, first, second):
        return line
    if first.count == second.count and CHANCE * max(first.coarse, second.coarse) < 1 and (share := scaled(first, second)) > MOST_EQUAL:
        return f"{share:.0%} of the samples of timings.{phase} are those of the other run, scaled and in another order"
    if min(first.count, second.count) >= FEWEST_RANKED and (rho := correlation(first.relative, second.relative)) > MOST_ALIKE:
        return f"the samples of timings.{phase} rise and fall together (rank correlation {rho:.3f})"
    return None


def twins(first, second, test=alike):
    """The first sign that two runs' samples_of are not apart; `copied` suffices for runs of different results, of which there are many pairs."""
    lines = (test(phase, first[phase], second[phase]) for phase in first if phase in second)
    return next((line for line in lines if line), None)
