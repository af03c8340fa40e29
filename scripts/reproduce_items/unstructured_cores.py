"""Unstructured-grid paper, table 2: its columns SSE and MCSSE, a product on one core and on several."""
import os
from dataclasses import replace

from .model import Nothing
from .tables import Table

# A product needs no solve to its end.
PRODUCTS = {"solver.max_iterations": 1, "run.kernel_timings": False, "verification.enabled": False}
VECTORS = "both columns of the paper are vectorised; a build's registers are fixed: --isobar-fem names another build to compare with"


def doubled(most):
    """1, 2, 4, ... and the most."""
    counts = [1]
    while counts[-1] < most:
        counts.append(min(2 * counts[-1], most))
    return counts


def on_threads(case, count):
    return replace(case, key=(*case.key, count), settings={**case.settings, **PRODUCTS},
                   environment={"OMP_NUM_THREADS": count, "OMP_PROC_BIND": "spread"})


def on_ranks(case, count):
    return replace(case, key=(*case.key, count), settings={**case.settings, **PRODUCTS}, ranks=count)


def show_commands(context, cases):
    """For --dry-run, which knows no backend: the commands for threads, as far as this machine has cores."""
    counts = context.few(doubled(len(os.sched_getaffinity(0))))
    try:
        context.sweep([on_threads(case, count) for case in context.few(cases) for count in counts])
    except Nothing:  # a dry run gives no result
        pass


def ways(context, run):
    """(word, most, how a case takes so many cores) and a note; no way where the build, or --ranks, has one core alone."""
    environment = run.report["environment"]
    backend = environment["kokkos"]["backend"]
    if backend == "OpenMP":
        return ("thread", environment["host"]["cores"], on_threads), VECTORS
    if backend != "Serial":
        return None, f"no columns of threads: the program's Kokkos backend is {backend}, and its host computes no products"
    missing = "no columns of threads: the program's Kokkos backend is Serial, and an OpenMP build has them"
    if context.options.ranks == 1:
        return None, f"{missing}; --ranks 2 or more sets ranks in their place"
    return ("rank", context.options.ranks, on_ranks), f"{missing}; ranks take their place"


def several_cores(context, cases, done, theirs):
    """(table or None, note) of the products of those `cases` that have a run in `done`. theirs(*key) are the paper's rates."""
    way, note = ways(context, next(iter(done.values())))
    if way is None:
        return None, note
    word, most, on = way
    counts = context.few(doubled(most))
    cases = context.few([case for case in cases if case.key in done])
    runs = context.sweep([on(case, count) for case in cases for count in counts])
    named = [f"{count} {word}{'s' * (count > 1)}" for count in counts]
    table = Table(f"the same products on several {word}s, MFlop/s",
                  ["numbering", "element", "level", "our level", *named, "speedup", "paper SSE", "paper MCSSE", "paper speedup"],
                  gaps=[*named, "speedup"] if context.gaps else ())
    for case in cases:
        rates = [run.report["timings"]["product"]["mflop_s"] if (run := runs.get((*case.key, count))) else None
                 for count in counts]
        one, four, _ = theirs(*case.key)
        table.rows.append([*case.key, case.settings["mesh.levels"], *rates, rates[-1] / rates[0] if rates[0] and rates[-1] else None,
                           one, four, four / one])
    return table, note
