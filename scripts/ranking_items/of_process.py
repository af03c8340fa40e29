"""Whether the process of an official run was the program alone, and its clocks agreed (docs/classes.md, "Processes, clocks and memory").
Older reports say nothing of it."""
from .claims import equal, holds, is_number, within

MOST_DISAGREEMENT = 0.01  # of clocks
MOST_BETWEEN = 0.05  # of a time may have passed between readings of two clocks
# Variables that put code into the program (miniapp/pressure/classes/process_watch.cpp); options that let a compiler read or run other sources.
VARIABLES = ("LD_PRELOAD", "LD_AUDIT", "KOKKOS_TOOLS_LIBS", "KOKKOS_PROFILE_LIBRARY", "KOKKOS_TOOLS_LIBRARY", "CUDA_INJECTION64_PATH",
             "NVTX_INJECTION64_PATH", "HSA_TOOLS_LIB")
OPTIONS = ("-include", "-imacros", "-fplugin", "-wrapper", "-specs", "-B")


def of_clocks(report):
    clocks, seconds = report["benchmark"].get("clocks"), report["benchmark"]["seconds"]
    if clocks is None:
        return
    mpi = clocks["mpi"]
    yield holds("benchmark.clocks.mpi", mpi, is_number(mpi), "seconds: times are taken by it")
    if report["decomposition"]["ranks"] == 1:
        yield equal("benchmark.clocks.mpi", mpi, seconds, "benchmark.seconds of the only rank")
    else:
        yield within("benchmark.clocks.mpi", mpi, 0.1 * seconds, seconds * (1 + 1e-9), "at most benchmark.seconds, each part of which is the slowest rank's")
    for key in ("kernel", "processor"):
        other = clocks[key]
        if other is not None:
            apart = abs(mpi - other) - min(clocks.get("between", 0.0), MOST_BETWEEN * other)
            yield holds(f"benchmark.clocks.{key}", other, apart <= MOST_DISAGREEMENT * other * (1 + 1e-9),
                        f"within {MOST_DISAGREEMENT:.0%} of benchmark.clocks.mpi, {mpi}, of an official run")


def of_libraries(report):
    libraries = report["environment"].get("libraries")
    if libraries is None:
        return
    origins = [one["origin"] for one in libraries]
    yield equal("executables in environment.libraries", origins.count("executable"), 1, "the program")
    for k, one in enumerate(libraries):
        yield holds(f"environment.libraries[{k}].origin", one["origin"], one["origin"] != "preloaded", f"needed or plug-in of an official run ({one['path']})")
    paths = [one["path"] for one in libraries]
    yield equal("paths of environment.libraries", len(paths), len(set(paths)), "each once")


def of_process(report):
    benchmark, environment = report["benchmark"], report["environment"]
    known = [name for place, name in ((benchmark, "clocks"), (environment, "libraries"), (environment, "variables"), (benchmark, "sources")) if name in place]
    yield holds("benchmark.clocks, environment.libraries and variables, benchmark.sources", f"{len(known)} of 4", len(known) in (0, 4), "all there, or none in older reports")
    if not benchmark["official"]:
        return
    yield from of_clocks(report)
    yield from of_libraries(report)
    variables = environment.get("variables", {})
    for name in VARIABLES:
        yield holds(f"environment.variables.{name}", variables.get(name), not variables.get(name), "not set: it puts code into the program")
    for word in environment["flags"].split():
        yield holds("environment.flags", word, not word.startswith(OPTIONS), "without options that read or run what is no source of the program")
