"""Whether the times of a report follow from their samples, and the figures from the times."""
import math
import statistics

from .claims import equal, holds, is_number, same, within
from .of_problem import columns_of_part, panels, unknowns
from .rules import LEAST_REPEATS, LEAST_SECONDS, figure

PHASES = ("setup", "update", "solve", "sequence")
MOST_SECONDS = 1e7
DISTURBED = 10  # the largest ratio of sums of medians to the median of sums, or its inverse, if something else runs now and then
PART_OF_SECONDS = 0.25  # of the least seconds, at half and a quarter of a class


def spread(samples):
    """The largest minus the smallest, divided by the median."""
    return (max(samples) - min(samples)) / statistics.median(samples)


def repeats_of_parts(report):
    """Seconds of each repeat: its setup, its updates and its solves, in the order in which they were timed."""
    timings, steps = report["timings"], len(report["sequence"]["steps"])
    setups, updates, solves = (timings[phase]["samples"] for phase in ("setup", "update", "solve"))
    return [setup + sum(updates[(steps - 1) * k:(steps - 1) * (k + 1)]) + sum(solves[steps * k:steps * (k + 1)])
            for k, setup in enumerate(setups)]


def of_samples(report):
    timings, alone = report["timings"], report["decomposition"]["ranks"] == 1
    for phase in PHASES:
        name, timing = f"timings.{phase}", timings[phase]
        samples = timing["samples"]
        for k, one in enumerate(samples):
            yield holds(f"{name}.samples[{k}]", one, 0 < one < MOST_SECONDS, "seconds above 0")
        for key, function in (("median", statistics.median), ("min", min), ("max", max)):
            yield equal(f"{name}.{key}", timing[key], function(samples) if samples else None, f"that of {name}.samples")
        ranks = timing["ranks"]
        if samples:
            least, middle, most = ranks["min"], ranks["median"], ranks["max"]
            yield holds(f"{name}.ranks", f"{least}, {middle}, {most}", least <= middle <= most, "in order: min, median, max")
            yield holds(f"{name}.ranks.max", most, most <= timing["median"] or same(most, timing["median"]),
                        f"at most {name}.median, {timing['median']}: a sample is that of the slowest rank")
            if alone:
                yield equal(f"{name}.ranks.min", least, timing["median"], f"{name}.median of the only rank")


def of_repeats(report):
    timings, steps = report["timings"], len(report["sequence"]["steps"])
    repeats = len(timings["sequence"]["samples"])
    interrupted = report["verification"]["reason"] == "interrupted"
    for phase, each in () if interrupted else (("setup", 1), ("update", steps - 1), ("solve", steps)):
        yield equal(f"number of samples of timings.{phase}", len(timings[phase]["samples"]), each * repeats,
                    f"{each} in each of {repeats} repeats of timings.sequence")
    for k, (found, computed) in enumerate(zip(timings["sequence"]["samples"], repeats_of_parts(report))):
        yield equal(f"timings.sequence.samples[{k}]", found, computed, "the sum of its setup, updates and solves")
    warmups, least = report["run"]["parameters"]["run"]["warmup"], report["run"]["parameters"]["run"]["repeats"]
    if not interrupted:
        yield holds("benchmark.repeats", repeats, repeats >= least, f"at least run.parameters.run.repeats, {least}")
        seconds, wanted = math.fsum(timings["sequence"]["samples"]), report["run"]["parameters"]["sequence"]["least_seconds"]
        yield holds("benchmark.seconds", seconds, seconds >= wanted * (1 - 1e-9), f"at least run.parameters.sequence.least_seconds, {wanted:g}")
        yield from of_counts(report, repeats + warmups)


def of_counts(report, repeats):
    """Each repeat, warmups too, solves each step once and has the solution of one step verified, in turn."""
    steps = report["sequence"]["steps"]
    for k, step in enumerate(steps):
        name = f"sequence.steps[{k}]"
        yield equal(f"{name}.solves", step["solves"], repeats, "one of each repeat and warmup")
        if report["run"]["parameters"]["verification"]["enabled"]:
            yield equal(f"{name}.verified", step["verified"], len(range(k, repeats, len(steps))),
                        f"every {len(steps)}th of {repeats} repeats and warmups")


def medians(report):
    return {key: report["timings"][phase]["median"] for key, phase in (("repeat", "sequence"), *((one, one) for one in PHASES[:3]))}


def of_figure(report, rules):
    """The figure of merit, and the benchmark's numbers about repeats."""
    samples, benchmark = report["timings"]["sequence"]["samples"], report["benchmark"]
    yield equal("benchmark.repeats", benchmark["repeats"], len(samples), "the number of samples of timings.sequence")
    if rules.steps_per_setup:
        asked, weighed = report["run"]["parameters"]["sequence"]["steps_per_setup"], benchmark["steps_per_setup"]
        yield equal("benchmark.steps_per_setup", weighed, asked, "run.parameters.sequence.steps_per_setup")
        yield holds("benchmark.steps_per_setup", weighed, not benchmark["official"] or weighed == rules.steps_per_setup, f"{rules.steps_per_setup} of an official run")
    if not samples:
        return
    name = "timings.sequence.samples"
    yield equal("benchmark.seconds", benchmark["seconds"], math.fsum(samples), f"the sum of {name}")
    yield equal("benchmark.median", benchmark["median"], statistics.median(samples), f"that of {name}")
    yield equal("benchmark.spread", benchmark["spread"], spread(samples), f"largest less smallest of {name}, over the median")
    valid = report["verification"]["valid"]
    yield equal("fom.value", report["fom"]["value"], figure(unknowns(report), rules.seconds_of_a_solve(report, statistics.median)) if valid else None,
                rules.formula if valid else "a run that is not valid has no figure")


def of_sizes(report, rules):
    """The class's own size, half and a quarter of its columns a side."""
    benchmark, columns = report["benchmark"], report["run"]["parameters"]["grid"]["nx"]
    sizes = benchmark.get("sizes")
    yield holds("benchmark.sizes", sizes and len(sizes), sizes and len(sizes) == 3, "3: a class's own size, half and a quarter of it")
    for k, (size, part) in enumerate(zip(sizes, (1, 2, 4))):
        name, wanted = f"benchmark.sizes[{k}]", columns if part == 1 else columns_of_part(report, part)
        yield equal(f"{name}.columns", size["columns"], wanted, f"{columns} columns over {part}, rounded up as the program does")
        yield from (of_a_run if size["valid"] else of_no_run)(report, rules, name, size)
    yield from of_own_size(report, rules, sizes[0])


def of_a_run(report, rules, name, size):
    """A size that was run and is valid."""
    seconds, benchmark = size["seconds"], report["benchmark"]
    yield equal(f"{name}.reason", size["reason"], None, "the size is valid")
    cells = unknowns(report) if name.endswith("[0]") else panels(report) * size["columns"]**2 * report["run"]["parameters"]["grid"]["nz"]
    yield equal(f"{name}.unknowns", size["unknowns"], cells, f"cells of {size['columns']} columns a side")
    yield holds(f"{name}.seconds", seconds, seconds and all(one > 0 for one in seconds.values()), "seconds above 0 of repeat, setup, update and solve")
    yield holds(f"{name}.iterations", size["iterations"], is_number(size["iterations"]) and size["iterations"] >= 1, "at least 1")
    tolerance = report["run"]["parameters"]["solver"]["tolerance"]
    yield holds(f"{name}.true_residual", size["true_residual"], size["true_residual"] is not None
                and 0 < size["true_residual"] <= tolerance * (1 + 1e-6), f"above 0, and at most the tolerance, {tolerance:g}")
    if not report["solver"].get("choice"):
        method = report["solver"]["method"]
        yield equal(f"{name}.method", size.get("method", method), method, "solver.method, that of all sizes")
    steps = len(report["sequence"]["steps"])
    parts = seconds["setup"] + (steps - 1) * seconds["update"] + steps * seconds["solve"]
    yield within(f"{name}.seconds.repeat", seconds["repeat"], parts / DISTURBED, DISTURBED * parts, "a setup, updates and solves")
    if benchmark["official"]:
        yield holds(f"{name}.repeats", size["repeats"], size["repeats"] >= LEAST_REPEATS, f"at least {LEAST_REPEATS}")
        least = LEAST_SECONDS * PART_OF_SECONDS / DISTURBED
        yield holds(f"{name}.repeats times seconds.repeat", size["repeats"] * seconds["repeat"],
                    size["repeats"] * seconds["repeat"] >= least, f"at least {least:.3g} s")
    one = rules.seconds_of_a_size(seconds, steps)
    yield from of_figures(report, f"{name}.mdof_s", size["mdof_s"], figure(size["unknowns"], one))
    if rules.steps_per_setup:
        share = 1 / benchmark["steps_per_setup"]
        parts = seconds["solve"] + (1 - share) * seconds["update"] + share * seconds["setup"]
        yield within(f"{name}.seconds.step", one, parts / DISTURBED, DISTURBED * parts, "a solve, an update and a share of a setup")
        yield holds(f"{name}.seconds.fastest_step", seconds["fastest_step"], seconds["fastest_step"] <= one * (1 + 1e-9), f"at most seconds.step, {one}")
        yield from of_figures(report, f"{name}.fastest_mdof_s", size["fastest_mdof_s"], figure(size["unknowns"], seconds["fastest_step"]))


def of_figures(report, name, found, in_all):
    """Claims of a figure in all, a node and a device."""
    benchmark = report["benchmark"]
    for key, over in (("in_all", 1), ("per_node", benchmark["nodes"]), ("per_device", benchmark["devices"])):
        yield equal(f"{name}.{key}", (found or {}).get(key), in_all / over, "unknowns over seconds of this size, nodes and devices")


def of_no_run(report, rules, name, size):
    """A size that could not be run, or is not valid: the latter keeps a result from being official."""
    official, columns = report["benchmark"]["official"], size["columns"]
    for key in ("mdof_s", "fastest_mdof_s"):
        yield equal(f"{name}.{key}", size.get(key), None, "a size that is not valid has no figure")
    yield holds(f"{name}.valid", size["valid"], not official or size["valid"] is None, "true: an official result has no size that is INVALID")
    reason = str(size["reason"])
    yield holds(f"{name}.reason", reason, size["reason"], "why it is not valid or was not run")
    if not official:
        return
    yield holds(f"{name}.reason", reason, reason.startswith("not run: "), "'not run: ' and why, or the size is to be run")
    before = report["benchmark"]["sizes"][max(int(name[-2]) - 1, 0)]["columns"]
    few = columns >= before
    alone = report["decomposition"]["ranks"] == 1
    yield holds(f"{name}.reason", reason, few or not (alone or "fewer columns" in reason),
                f"a figure: {columns} columns are fewer than {before}" + (", and one rank can have them" if alone else ""))


def of_own_size(report, rules, size):
    benchmark, steps = report["benchmark"], report["sequence"]["steps"]
    yield equal("benchmark.sizes[0].valid", size["valid"], report["verification"]["valid"], "verification.valid")
    yield equal("benchmark.sizes[0].repeats", size["repeats"], benchmark["repeats"], "benchmark.repeats")
    if not size["valid"]:
        return
    for key, value in medians(report).items():
        yield equal(f"benchmark.sizes[0].seconds.{key}", size["seconds"][key], value, "the median in timings")
    if rules.steps_per_setup:
        for key, statistic in (("step", statistics.median), ("fastest_step", min)):
            yield equal(f"benchmark.sizes[0].seconds.{key}", size["seconds"][key], rules.seconds_of_a_solve(report, statistic), rules.formula)
    yield equal("benchmark.sizes[0].iterations", size["iterations"], max(one["iterations"] for one in steps), "most of sequence.steps")
    if all(one["true_residual"] is not None for one in steps):
        yield equal("benchmark.sizes[0].true_residual", size["true_residual"], max(one["true_residual"] for one in steps), "largest of sequence.steps")
    method = report["solver"]["method"]
    yield equal("benchmark.sizes[0].method", size.get("method", method), method, "solver.method")
    first = report["timings"]["first_setup"]
    yield holds("timings.first_setup", first, is_number(first) and first > 0, "seconds above 0")
