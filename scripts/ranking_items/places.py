"""Which place a result takes: of each system its best one, and one place for results whose ranges overlap."""
from .result import ENOUGH

PLACED = ("baseline", "ported", "optimised")


def has_place(result):
    """Ten runs of a release, or of changes that were handed in; others are listed by their figure without a number."""
    return len(result.reports) >= ENOUGH and result.about["way"] in PLACED


def system_of(result):
    """The key of a row: a system as it was used, and a way."""
    about = result.about
    return about["system"].casefold(), about["nodes"], about["devices"], about["way"]


def best_and_others(results):
    """(the best of each system, all others). A result with enough runs comes before one with fewer."""
    order = sorted(results, key=lambda one: (not has_place(one), -one.figure, one.name))
    best = {}
    for one in order:
        best.setdefault(system_of(one), one)
    kept = set(map(id, best.values()))
    return list(best.values()), [one for one in order if id(one) not in kept]


def overlap(first, second):
    return max(min(first.figures), min(second.figures)) <= min(max(first.figures), max(second.figures))


def placed(results):
    """[(place or None, result)], the largest figure first. A result whose range overlaps that of a place's first takes this place;
    the one behind them takes the next number that is free."""
    found, leader, place, count = [], None, 0, 0
    for one in sorted(results, key=lambda one: (-one.figure, one.name)):
        if not has_place(one):
            found.append((None, one))
            continue
        count += 1
        if leader is None or not overlap(leader, one):
            leader, place = one, count
        found.append((place, one))
    return found
