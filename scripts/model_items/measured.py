"""Measured solves: reports of isobar, what scripts/scale writes, or a TOML list of times."""
import json
import pathlib
from dataclasses import dataclass, field

from reproduce_items.run import Run

from . import Bad
from .cost import Case
from .deck import Deck, read_toml
from .machine import TRANSPORTS

RUN_KEYS = {"deck": str, "set": list, "ranks": int, "transport": str, "iterations": int, "solve": float}


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
    """All solves that a file speaks of."""
    path = pathlib.Path(path)
    if path.suffix == ".toml":
        return of_list(path)
    data = read_json(path)
    if isinstance(data, dict) and "reports" in data:
        found = [beside(path, report) for report in data["reports"]]
        return [of_report(report, read_json(report)) for report in found]
    return [of_report(path, data)]


def read_json(path):
    try:
        return json.loads(path.read_text())
    except OSError as error:
        raise Bad(f"{path}: {error.strerror}") from None
    except ValueError:
        raise Bad(f"{path}: not JSON; must be a report of isobar, a JSON file of scripts/scale, or a TOML list of runs") \
            from None


def beside(path, report):
    """A report as scripts/scale names it, or below the folder of its result if both were moved."""
    named = pathlib.Path(report)
    return named if named.exists() else path.parent / "reports" / named.name


def of_report(path, data):
    try:
        run = Run(data, path)
        one, said = run.ranks == 1, data["decomposition"]
        deck = Deck(data["run"]["deck"], data["run"]["parameters"])
        if not one:
            deck.parameters["decomposition"]["process_grid"] = said["process_grid"]
        return Measured(deck, run.ranks, "peer" if one else said["transport"]["inside_host"], run.iterations,
                        run.seconds("solve"), run.kernels() if one else [])
    except (KeyError, TypeError) as error:
        raise Bad(f"{path}: {error} is missing; must be a report of isobar (docs/report.md)") from None


def of_list(path):
    runs = read_toml(path, "list of runs").get("run")
    if not isinstance(runs, list) or not runs:
        raise Bad(f"{path}: run: missing; must be a list of [[run]]")
    return [of_row(path, number, row) for number, row in enumerate(runs, 1)]


def of_row(path, number, row):
    row = {"set": [], "ranks": 1, "transport": "peer", **row}
    for key in {*RUN_KEYS, *row}:
        value, kind = row.get(key), RUN_KEYS.get(key)
        if kind is None:
            raise Bad(f"{path}: run {number}: {key}: no such key; known are {', '.join(RUN_KEYS)}")
        if not isinstance(value, kind) or kind in (int, float) and value <= 0:
            raise Bad(f"{path}: run {number}: {key} = {value!r}: must be {expected(kind)}")
    if row["transport"] not in TRANSPORTS:
        raise Bad(f"{path}: run {number}: transport = {row['transport']!r}: must be one of {', '.join(TRANSPORTS)}")
    deck = Deck.load(path.parent / row["deck"], row["set"])
    return Measured(deck, row["ranks"], row["transport"], row["iterations"], row["solve"])


def expected(kind):
    return {str: "a text", list: "a list of KEY=VALUE", int: "an integer above 0", float: "seconds above 0, as 3.0e-3"}[kind]
