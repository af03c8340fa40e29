"""Finds a machine's numbers from measured solves: least squares of relative errors, as T is linear in them.

Kernels come from runs on one rank: their solves, and the kernel tables of their reports, whose kernels stand alone
between fences. Links and sums come from the rest of the time of runs on several ranks. Numbers that the runs hardly
determine stay near those of the machine that the fit starts from."""
import math

from . import Bad
from .cost import BLAS, call_terms, merged, terms_of
from .machine import is_rate

OF_SOLVE, OF_KERNEL = 0.01, 0.05  # how far a measured time may be off, relative
LEAST = 0.01                      # of the number that the fit starts from


def fit(machine, measured, trust, kept):
    """{name: value} of all numbers in the runs' terms except those `kept`. `trust`: relative error of the machine's numbers."""
    cases = [(run, run.case(machine)) for run in measured]
    try:
        found = solve(machine, list(of_one_rank(machine, cases)), trust, kept)
        found |= solve(machine, list(of_many_ranks(machine, cases, found)), trust, kept)
    except ArithmeticError:
        found = {"": math.nan}
    if not all(map(math.isfinite, found.values())):
        raise Bad("these times lie too far apart for one machine: no numbers of it follow from them")
    return found


def of_one_rank(machine, cases):
    """(terms, seconds, how far these may be off) of solves and kernels on one rank."""
    for run, case in cases:
        if run.ranks > 1:
            continue
        yield merged(terms_of(case, machine)), run.seconds, OF_SOLVE * run.seconds
        for row in run.kernels:
            if not row["bytes"] or not row["calls"] or not row["seconds"]:
                continue
            kernel, time = row["kernel"], row["seconds"] / row["calls"]
            if (kernel, row["level"]) in case.plan.kernels and kernel not in BLAS:
                moved = row["bytes"] / row["calls"] * case.unused(kernel, row["level"], machine)
                terms = call_terms(machine, machine.rate_of(kernel, case.word(kernel)), moved)
                yield {"kernels.fence": 1, **terms}, time, OF_KERNEL * time


def of_many_ranks(machine, cases, found):
    """The same for the time of solves on several ranks that kernels do not explain."""
    for run, case in cases:
        if run.ranks > 1:
            terms = merged(terms_of(case, machine))
            kernels = {key for key in terms if key.startswith("kernels.")}
            spent = sum(terms[key] * seconds_of(key, found, machine) for key in kernels)
            yield ({key: count for key, count in terms.items() if key not in kernels}, run.seconds - spent,
                   OF_SOLVE * run.seconds)


def seconds_of(key, found, machine):
    if key not in found:
        return machine.seconds(key)
    return 1 / found[key] if is_rate(key) else found[key]


def solve(machine, rows, trust, kept):
    """Numbers in units of the machine's own, so that the fit starts from 1. Zeros stay zeros."""
    start = {key: machine.seconds(key) for key in sorted({key for terms, _, _ in rows for key in terms})}
    keys = [key for key in start if start[key] > 0 and not key.startswith(kept)]
    n = len(keys)
    matrix = [[(i == j) / trust ** 2 for j in range(n)] for i in range(n)]
    right = [1 / trust ** 2] * n
    for terms, time, error in rows:
        row = [terms.get(key, 0) * start[key] for key in keys]
        time -= sum(count * start[key] for key, count in terms.items() if key not in keys)
        for i in range(n):
            right[i] += row[i] * time / error ** 2
            for j in range(n):
                matrix[i][j] += row[i] * row[j] / error ** 2
    times = bounded(matrix, right)
    return {key: 1 / (x * start[key]) if is_rate(key) else x * start[key] for key, x in zip(keys, times)}


def bounded(matrix, right):
    """The solution; numbers that would fall below the least value are set to it, one after the other."""
    n = len(right)
    held = {}
    while True:
        free = [i for i in range(n) if i not in held]
        x = dict(held)
        x.update(zip(free, gauss([[matrix[i][j] for j in free] for i in free],
                                 [right[i] - sum(matrix[i][j] * held[j] for j in held) for i in free])))
        low = min(free, key=x.get, default=None)
        if low is None or x[low] >= LEAST:
            return [x[i] for i in range(n)]
        held[low] = LEAST


def gauss(matrix, right):
    """Solves with a symmetric positive definite matrix, which needs no pivoting."""
    n = len(right)
    rows = [row[:] + [b] for row, b in zip(matrix, right)]
    for k in range(n):
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - sum(rows[k][j] * x[j] for j in range(k + 1, n))) / rows[k][k]
    return x
