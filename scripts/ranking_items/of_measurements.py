"""Whether the other measurements of a report are consistent: energy, copies, kernels and memory."""
import math

from .claims import equal, holds, is_number, within
from .of_problem import panels, unknowns

LEAST_BYTES, MOST_BYTES = 0.05, 500.0  # of a kernel, for each cell of its level and call
MOST_LEVELS = 40
FIELDS = 16  # bytes a cell of a solution and a right-hand side in double


def of_energy(report):
    used = report.get("energy") or {}
    if used.get("joules") is None:
        return
    for key in ("solves", "seconds", "joules", "devices"):
        yield holds(f"energy.{key}", used[key], is_number(used[key]) and used[key] > 0, "above 0")
    each = used["joules"] / used["solves"]
    yield equal("energy.joules_per_solve", used["joules_per_solve"], each, "energy.joules over energy.solves")
    yield equal("energy.microjoules_per_unknown", used["microjoules_per_unknown"], 1e6 * each / unknowns(report), "joules of a solve over its unknowns")
    yield equal("energy.watts", used["watts"], used["joules"] / used["seconds"], "energy.joules over energy.seconds")
    if report["environment"]["gpu"] is not None and "devices" in report["benchmark"]:
        yield equal("energy.devices", used["devices"], report["benchmark"]["devices"], "benchmark.devices")
    solve = report["timings"]["solve"]["median"]
    if solve:
        yield within("energy.seconds over energy.solves", used["seconds"] / used["solves"], solve / 10, 10 * solve, "timings.solve.median, within a factor of 10")


def of_copies(timings):
    copies = [one for one in timings["copies"] if is_number(one["gb_s"])]
    for key, among in (("copy_bandwidth_gb_s", copies), ("ordinary_copy_gb_s", [one for one in copies if one["stores"] == "ordinary"])):
        if among:
            yield equal(f"timings.{key}", timings[key], max(one["gb_s"] for one in among), "the fastest of timings.copies")


def of_kernels(report):
    timings, levels = report["timings"], report["decomposition"]["levels"]
    copy = timings["copy_bandwidth_gb_s"]
    for k, one in enumerate(timings["kernels"]):
        name = f"timings.kernels[{k}]"
        least, seconds, most = one["seconds_min"], one["seconds"], one["seconds_max"]
        yield holds(f"{name}.seconds", seconds, 0 <= least <= seconds <= most, f"from seconds_min, {least}, to seconds_max, {most}")
        if report["decomposition"]["ranks"] == 1:
            yield equal(f"{name}.seconds_min", least, most, "seconds_max of the only rank")
        yield holds(f"{name}.level", one["level"], -1 <= one["level"] < MOST_LEVELS, f"from -1 to {MOST_LEVELS - 1}")
        yield holds(f"{name}.calls", one["calls"], one["calls"] >= 1, "at least 1")
        if one["bytes"] is None or not seconds:
            continue
        yield equal(f"{name}.gb_s", one["gb_s"], 1e-9 * one["bytes"] / seconds, "its bytes over its seconds")
        if copy and one["percent_of_copy"] is not None:
            yield equal(f"{name}.percent_of_copy", one["percent_of_copy"], 100 * one["gb_s"] / copy, "its gb_s over copy_bandwidth_gb_s")
        if 0 <= one["level"] < len(levels):  # solvers of modes have coarser ones of their own
            cells = panels(report) * math.prod(levels[one["level"]][key] for key in ("nx", "ny", "nz"))
            yield within(f"{name}.bytes a cell and call", one["bytes"] / one["calls"] / cells, LEAST_BYTES, MOST_BYTES, "what a kernel moves")


def of_memory(report):
    for kind in ("measured", "predicted"):
        name, memory = f"memory.{kind}_bytes_per_rank", report["memory"][f"{kind}_bytes_per_rank"]
        yield equal(f"{name}.total", memory["total"], memory["device"] + memory["host"], "the sum of device and host")
        ranks = report["decomposition"]["ranks"]
        yield holds(f"{name}.total", memory["total"], memory["total"] * ranks >= FIELDS * unknowns(report),
                    f"at least {FIELDS * unknowns(report) // ranks}: a solution and a right-hand side")


def of_measurements(report):
    yield from of_energy(report)
    yield from of_copies(report["timings"])
    yield from of_kernels(report)
    yield from of_memory(report)
