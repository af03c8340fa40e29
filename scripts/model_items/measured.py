"""Measured solves: reports of isobar, files of scripts/scale, or a TOML list of times."""
import pathlib
from dataclasses import dataclass, field

from report_items.reading import BadInput, parsed, shown
from report_items.shape import AMOUNT, ANYTHING, COUNT, LEVEL, OBJECT, TEXT, Every, Is, List, Maybe, is_amount, is_number, wrong
from reproduce_items.run import Run

from . import Bad
from .cost import Case
from .deck import Deck, read_toml
from .machine import TRANSPORTS

MOST_RANKS, MOST_ITERATIONS = 10**6, 10**5  # the model distributes columns over all ranks and goes through each iteration
RANKS = Is(f"an integer from 1 to {MOST_RANKS}", lambda v: is_number(v) and isinstance(v, int) and 1 <= v <= MOST_RANKS)
ITERATIONS = Is(f"an integer from 1 to {MOST_ITERATIONS}", lambda v: is_number(v) and isinstance(v, int) and 1 <= v <= MOST_ITERATIONS)
SOLVE = Is("seconds above 0 (1e-30 to 1e+30)", lambda v: is_amount(v) and v > 0)
REPORT = {"run": {"deck": TEXT, "parameters": Every(OBJECT)}, "solver": {"iterations": ITERATIONS},
          "decomposition": {"ranks": RANKS, "process_grid": List(RANKS, 2), "transport": {"inside_host": TEXT}},
          "timings": {"solve": {"median": SOLVE},
                      "kernels": List({"kernel": TEXT, "level": LEVEL, "calls": COUNT, "seconds": AMOUNT, "bytes": Maybe(AMOUNT)})}}
RUN_KEYS = {"deck": str, "set": list, "ranks": int, "transport": str, "iterations": int, "solve": float}
LIMITS = {"ranks": RANKS, "iterations": ITERATIONS, "solve": SOLVE, "set": List(TEXT)}


@dataclass
class Measured:
    deck: Deck
    ranks: int
    transport: str
    iterations: int
    seconds: float
    kernels: list = field(default_factory=list)  # rows of a report; of one rank

    def label(self):
        return f"{pathlib.Path(self.deck.name).stem}, {self.deck.get('grid.nx')} x {self.deck.get('grid.ny')}"

    def case(self, machine):
        return Case.of(self.deck, self.ranks, machine, self.transport, self.iterations)


def load(path):
    """All solves of a file."""
    path = pathlib.Path(path)
    if path.suffix == ".toml":
        return of_list(path)
    data = read_json(path)
    if isinstance(data, dict) and "reports" in data:
        if line := wrong(data["reports"], List(TEXT, 1), "reports"):
            raise Bad(f"{shown(path)}: {line}")
        found = [beside(path, report) for report in data["reports"]]
        return [of_report(report, read_json(report)) for report in found]
    return [of_report(path, data)]


def read_json(path):
    try:
        return parsed(path)
    except BadInput as error:
        raise Bad(f"{str(error).split(', must be')[0]}; must be a report of isobar, a JSON file of scripts/scale, or a TOML list of runs") from None


def beside(path, report):
    """A report as scripts/scale names it, or below the folder of its result if both were moved."""
    named = pathlib.Path(report)
    return named if named.exists() else path.parent / "reports" / named.name


def of_report(path, data):
    line = "a run of time steps" if isinstance(data, dict) and "flow" in data else wrong(data, REPORT)
    if line:
        raise Bad(f"{shown(path)}: {line}; must be a report of isobar (docs/report.md)")
    run = Run(data, path)
    one, said = run.ranks == 1, data["decomposition"]
    deck = Deck(data["run"]["deck"], data["run"]["parameters"]).checked("run.parameters")
    if not one:
        deck.parameters["decomposition"]["process_grid"] = said["process_grid"]
    transport = "peer" if one else said["transport"]["inside_host"]
    if transport not in TRANSPORTS:
        raise Bad(f"{shown(path)}: decomposition.transport.inside_host is {transport!r}, must be one of {', '.join(TRANSPORTS)}")
    return Measured(deck, run.ranks, transport, run.iterations, run.seconds("solve"), run.kernels() if one else [])


def of_list(path):
    runs = read_toml(path, "list of runs").get("run")
    if not isinstance(runs, list) or not runs or not all(isinstance(row, dict) for row in runs):
        raise Bad(f"{path}: run: missing; must be a list of [[run]]")
    return [of_row(path, number, row) for number, row in enumerate(runs, 1)]


def of_row(path, number, row):
    row = {"set": [], "ranks": 1, "transport": "peer", **row}
    for key in {*RUN_KEYS, *row}:
        value, kind = row.get(key), RUN_KEYS.get(key)
        if kind is None:
            raise Bad(f"{path}: run {number}: {shown(key)}: no such key; known are {', '.join(RUN_KEYS)}")
        if not isinstance(value, kind) or isinstance(value, bool) or wrong(value, LIMITS.get(key, ANYTHING)):
            raise Bad(f"{path}: run {number}: {key} = {value!r}: must be {expected(key, kind)}")
    if row["transport"] not in TRANSPORTS:
        raise Bad(f"{path}: run {number}: transport = {row['transport']!r}: must be one of {', '.join(TRANSPORTS)}")
    deck = Deck.load(path.parent / row["deck"], row["set"])
    return Measured(deck, row["ranks"], row["transport"], row["iterations"], row["solve"])


def expected(key, kind):
    return {str: "a text", list: "a list of KEY=VALUE", float: "seconds above 0, as 3.0e-3"}.get(kind) or LIMITS[key].words
