"""Notes on a result that do not refuse it: numbers that no rule forbids and that somebody should look at."""
import re

from .of_problem import unknowns
from .result import ENOUGH, WIDE
from .rules import share_of

# GB/s and W of a device by its vendor. The longest of these names that is in the device's name counts.
DEVICES = {"V100": (900, 300), "A100": (2039, 400), "H100": (3352, 700), "H200": (4800, 700), "GH200": (4900, 1000), "GB200": (8000, 1200),
           "B200": (8000, 1000), "L40": (864, 300), "A30": (933, 165), "MI210": (1638, 300), "MI250": (1638, 560), "MI300A": (5325, 760),
           "MI300X": (5325, 750), "MI325X": (6000, 1000), "Max 1550": (3277, 600)}
LARGE = 2e8  # bytes of a device's fields, beyond which no cache holds them
TOLERANCE = 1.1  # of what vendors say
LEAST_COLUMNS = 640  # of fill, from where a step of 64 columns is a small part


def peak(device):
    """(GB/s, W) of a device; None where it is not known here."""
    names = [name for name in DEVICES if device and name.lower() in device.lower()]
    return DEVICES[max(names, key=len)] if names else None


def of_device(report):
    known, devices = peak(report["environment"]["gpu"]), report["benchmark"].get("devices", 1)
    if known is None or 16 * unknowns(report) / devices < LARGE:
        return
    bandwidth, watts = (one * devices * TOLERANCE for one in known)
    copy, energy = report["timings"]["copy_bandwidth_gb_s"], report.get("energy") or {}
    if copy and copy > bandwidth:
        yield f"copies move {copy:.0f} GB/s, more than {bandwidth:.0f}, what {devices} such devices have"
    if energy.get("watts") and energy["watts"] > watts:
        yield f"it takes {energy['watts']:.0f} W, more than {watts:.0f}, what {devices} such devices take"


def of_roof(report):
    """Solves cannot be faster than a copy of the least bytes, unless a cache holds them."""
    timings = report["timings"]
    moved = sum(one["bytes"] or 0.0 for one in timings["kernels"])
    copy, devices = timings["copy_bandwidth_gb_s"], report["benchmark"].get("devices", 1)
    if not (moved and copy and report["environment"]["gpu"]) or 16 * unknowns(report) / devices < LARGE:
        return
    least = 1e-9 * moved / copy
    if timings["solve"]["median"] < least / TOLERANCE:
        yield f"a solve takes {timings['solve']['median']:.3g} s, less than {least:.3g} s, in which copies move its kernels' bytes"


def of_fill(report):
    """The share that the name says, against memory as Kokkos and the host say it; on hosts ranks share a node's."""
    where, share = report["environment"], share_of(report["benchmark"]["class"])
    found = re.search(r"Total Global Memory: ([0-9.]+) GiB", where["kokkos"]["configuration"])
    memory = where["host"]["memory_bytes"] / where["host"]["ranks_per_node"] if where["gpu"] is None else found and 2**30 * float(found[1])
    need = report["memory"]["predicted_bytes_per_rank"]["total" if where["gpu"] is None else "device"]
    if share and memory and report["run"]["parameters"]["grid"]["nx"] > LEAST_COLUMNS and not 0.7 * share < need / memory < TOLERANCE * share:
        yield f"{report['benchmark']['class']} takes {need / memory:.2g} of a device's memory"


def notes(result):
    """Lines of a result."""
    if len(result.reports) < ENOUGH:
        yield f"{len(result.reports)} of {ENOUGH} runs: listed without a place"
    if result.spread_within > WIDE:
        yield f"repeats of a run differ by {result.spread_within:.0%}, more than {WIDE:.0%}: something else ran, or clocks changed"
    if result.first["environment"]["build_type"] not in ("Release", ""):
        yield f"environment.build_type is {ascii(result.first['environment']['build_type'])[:40]}, not Release"
    if "fast-math" in result.first["environment"]["flags"]:
        yield "environment.flags have fast-math"
    if result.first["benchmark"].get("sources") != "compared":
        yield "benchmark.sources is not compared: the sources are those of an archive, whose changes nobody sees, or the report does not say so"
    for path, report in zip(result.paths, result.reports):
        for line in (*of_device(report), *of_roof(report), *of_fill(report)):
            yield f"{path.name}: {line}"
