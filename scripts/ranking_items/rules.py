"""The rules by which a report was made, each with its figure of merit, its sizes and its hashes (docs/rules.md)."""
import functools
import pathlib
import re
from dataclasses import dataclass

SOURCE = pathlib.Path(__file__).resolve().parents[2] / "miniapp/pressure/classes/locked_values.cpp"
STEPS = 4  # time steps of a repeat
STEPS_PER_SETUP = 72  # of a model, by rules 2
LEAST_REPEATS, LEAST_SECONDS, TOLERANCE = 8, 2.0, 1e-5

# Rules 1 are closed: nothing changes them any more.
HASHES_OF_RULES_1 = {("S", "open"): "8fa51d4f6625f524", ("S", "reference"): "419e78814a9f603f",
                     ("M", "open"): "df5e37f15bb4b413", ("M", "reference"): "071b09127c5ee97a",
                     ("L", "open"): "d8f16a4c726129d6", ("L", "reference"): "a29607a7d43bdbf2",
                     ("XL", "open"): "34854240cc376024", ("XL", "reference"): "e27f990387e070f4",
                     ("fill", "open"): "6f0b991616c0c39d", ("fill", "reference"): "f77b62235fb5a649"}


@functools.cache
def hashes_of_the_program():
    """The published hashes, from the only place that has them."""
    known = re.findall(r'{"([\w-]+)", "(\w+)", "([0-9a-f]{16})"}', SOURCE.read_text(encoding="utf-8"))
    return {(name, algorithm): hash_ for name, algorithm, hash_ in known}


def of_a_repeat(report, statistic):
    """Seconds of a solve by rules 1: a repeat's over its steps."""
    return statistic(report["timings"]["sequence"]["samples"]) / len(report["sequence"]["steps"])


def of_a_step_of_a_model(report, statistic):
    """By rules 2: a solve, its share of a setup, and an update in steps without a setup. The statistic is that of one step, then their mean
    (miniapp/pressure/run/model_step.cpp)."""
    steps, share = len(report["sequence"]["steps"]), 1 / report["benchmark"]["steps_per_setup"]
    solves, updates, setups = (report["timings"][phase]["samples"] for phase in ("solve", "update", "setup"))

    def mean(samples, count):
        return sum(statistic(samples[k::count]) for k in range(count)) / max(count, 1)

    return mean(solves, steps) + (1 - share) * mean(updates, steps - 1) + share * mean(setups, 1)


@dataclass(frozen=True)
class Rules:
    number: int
    seconds_of_a_solve: object  # of a report, with a statistic of samples: the figure follows from it
    seconds_of_a_size: object  # from benchmark.sizes[].seconds and the steps of a repeat: the same for a size
    formula: str
    columns: dict  # of each class, a side of the panel or of one of six
    hashes: object
    steps_per_setup: object = None

    def published(self, benchmark):
        """The hash of a report's class and algorithm; None without one."""
        name = "fill" if benchmark["class"].startswith("fill") else benchmark["class"]
        return self.hashes().get((name, benchmark["algorithm"]))


def figure(unknowns, seconds):
    """Millions of unknowns a second."""
    return 1e-6 * unknowns / seconds


RULES = {1: Rules(1, of_a_repeat, lambda seconds, steps: seconds["repeat"] / steps, "unknowns times steps over benchmark.median",
                  {"S": 128, "M": 512, "L": 2048, "XL": 4096}, lambda: HASHES_OF_RULES_1),
         2: Rules(2, of_a_step_of_a_model, lambda seconds, steps: seconds["step"],
                  "unknowns over a solve, 71/72 of an update and 1/72 of a setup, means over the steps of medians in timings",
                  {"S": 128, "M": 512, "L": 3072, "XL": 6144,
                   "sphere-S": 64, "sphere-M": 192, "sphere-L": 1280, "sphere-XL": 2560}, hashes_of_the_program, STEPS_PER_SETUP)}
NEWEST = max(RULES)


def rules_of(report):
    """The rules of a report; reports of rules 1 do not name them. None for unknown rules."""
    number = report["benchmark"].get("rules", 1)
    return RULES.get(number) if isinstance(number, int) and not isinstance(number, bool) else None


def share_of(name):
    """0.8 of fill=0.8; None of a name that is no such class."""
    found = re.fullmatch(r"fill=([0-9.]+(?:[eE][-+]?[0-9]+)?)", name)
    try:
        share = float(found[1]) if found else 0.0
    except ValueError:
        return None
    return share if 0.0 < share <= 1.0 else None
