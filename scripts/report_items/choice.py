"""How a run chose its method, where its deck left that open."""
from .html import Cell, section, table, tag
from .numbers import seconds

TIMES = ("predicted_solve", "setup", "update", "solve")
COLUMNS = ("method", "predicted solve", "setup", "an update", "a solve", "")


def row(one, taken):
    said = "taken" if one["method"] == taken else one["left_out"] or ""
    return [one["method"], *(Cell(seconds(one[key]), one[key]) for key in TIMES), said]


def choice(run):
    """A row for each candidate; nothing where the deck names its method."""
    found = run["solver"].get("choice")
    return section("Choice of the method", tag("p", found["reason"]),
                   table(COLUMNS, [row(one, run["solver"]["method"]) for one in found["candidates"]])) if found else None
