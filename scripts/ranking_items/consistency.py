"""Whether the numbers of a report agree with each other: what follows from other numbers of it is computed once more."""
import math
import statistics

from .locked import locked_hash

ROUNDING = 1e-9  # relative; sums are made in another order here
PHASES = ("setup", "update", "solve", "sequence")


def same(found, computed):
    if isinstance(found, (int, float)) and isinstance(computed, (int, float)):
        return math.isclose(found, computed, rel_tol=ROUNDING, abs_tol=0.0)
    return found == computed


def unknowns(report):
    finest = report["decomposition"]["levels"][0]
    return finest["nx"] * finest["ny"] * finest["nz"]


def spread(samples):
    """Largest less smallest over the median."""
    return (max(samples) - min(samples)) / statistics.median(samples)


def repeats_of_parts(report):
    """Seconds of each repeat: its setup, its updates and its solves, in the order in which they were timed."""
    timings, steps = report["timings"], len(report["sequence"]["steps"])
    setups, updates, solves = (timings[phase]["samples"] for phase in ("setup", "update", "solve"))
    return [setup + sum(updates[(steps - 1) * k:(steps - 1) * (k + 1)]) + sum(solves[steps * k:steps * (k + 1)])
            for k, setup in enumerate(setups)]


def of_samples(timings):
    for phase in PHASES:
        samples = timings[phase]["samples"]
        for key, function in (("median", statistics.median), ("min", min), ("max", max)):
            yield f"timings.{phase}.{key}", timings[phase][key], function(samples) if samples else None


def of_figure(report):
    """The figure of merit, and what the benchmark says of the repeats."""
    samples, benchmark = report["timings"]["sequence"]["samples"], report["benchmark"]
    yield "benchmark.repeats", benchmark["repeats"], len(samples)
    if not samples:
        return
    median = statistics.median(samples)
    yield "benchmark.seconds", benchmark["seconds"], math.fsum(samples)
    yield "benchmark.median", benchmark["median"], median
    yield "benchmark.spread", benchmark["spread"], spread(samples)
    figure = 1e-6 * len(report["sequence"]["steps"]) * unknowns(report) / median
    yield "fom.value", report["fom"]["value"], figure if report["verification"]["valid"] else None


def of_sizes(report):
    """Figures of the class's own size and of smaller ones, where the report has them."""
    benchmark, steps = report["benchmark"], len(report["sequence"]["steps"])
    for k, one in enumerate(benchmark.get("sizes", [])):
        if one["mdof_s"] is None:
            continue
        figure = 1e-6 * steps * one["unknowns"] / one["seconds"]["repeat"]
        for key, over in (("in_all", 1), ("per_node", benchmark["nodes"]), ("per_device", benchmark["devices"])):
            yield f"benchmark.sizes[{k}].mdof_s.{key}", one["mdof_s"][key], figure / over
        if k == 0:
            yield "benchmark.sizes[0].unknowns", one["unknowns"], unknowns(report)
            yield "benchmark.sizes[0].seconds.repeat", one["seconds"]["repeat"], benchmark["median"]


def of_energy(report):
    used = report.get("energy") or {}
    if used.get("joules") is None:
        return
    each = used["joules"] / used["solves"]
    yield "energy.joules_per_solve", used["joules_per_solve"], each
    yield "energy.microjoules_per_unknown", used["microjoules_per_unknown"], 1e6 * each / unknowns(report)
    yield "energy.watts", used["watts"], used["joules"] / used["seconds"]


def of_repeats(report):
    timings, steps = report["timings"], len(report["sequence"]["steps"])
    repeats = len(timings["sequence"]["samples"])
    for phase, each in (("setup", 1), ("update", steps - 1), ("solve", steps)):
        yield f"samples of timings.{phase}", len(timings[phase]["samples"]), each * repeats
    for k, (found, computed) in enumerate(zip(timings["sequence"]["samples"], repeats_of_parts(report))):
        yield f"timings.sequence.samples[{k}]", found, computed


def of_problem(report):
    """Sizes, ranks and the hash."""
    grid, parts = report["run"]["parameters"]["grid"], report["decomposition"]["partitions"]
    finest = report["decomposition"]["levels"][0]
    for key in ("nx", "ny", "nz"):
        yield f"decomposition.levels[0].{key}", finest[key], grid[key]
    yield "columns of decomposition.partitions", sum(one["nx"] * one["ny"] for one in parts), grid["nx"] * grid["ny"]
    yield "decomposition.ranks", report["decomposition"]["ranks"], len(parts)
    yield "environment.host.ranks", report["environment"]["host"]["ranks"], len(parts)
    yield "benchmark.hash", report["benchmark"]["hash"], locked_hash(report)


def of_verdict(report):
    """What the verdict and the word official follow from."""
    benchmark, verification = report["benchmark"], report["verification"]
    yield "verification.valid", verification["valid"], (all(one["passed"] for one in verification["checks"])
                                                        and not verification["reason"])
    yield "benchmark.official", benchmark["official"], not benchmark["departures"]
    chosen = report["solver"].get("choice") is not None  # by a measurement, which no figure counts
    name = f"FOM({benchmark['class']}, {benchmark['algorithm']})"
    yield "benchmark.figure", benchmark["figure"], name if benchmark["official"] else None
    yield "benchmark.version", benchmark["version"], report["run"]["version"]
    if benchmark["official"]:
        enough = (benchmark["repeats"] >= benchmark["least_repeats"]
                  and benchmark["seconds"] >= benchmark["least_seconds"])
        clean = benchmark["commit"] is not None and benchmark["changed_files"] == 0
        yield "benchmark.official", True, verification["valid"] and enough and clean and not chosen


def disagreement(report):
    """The first number that does not follow from the others, in one line; None if all do."""
    parts = (of_problem(report), of_verdict(report), of_samples(report["timings"]), of_repeats(report), of_figure(report),
             of_sizes(report), of_energy(report))
    for part in parts:
        for key, found, computed in part:
            if not same(found, computed):
                return f"{key} is {found}, but follows from the rest of the report as {computed}: was it edited?"
    return None
