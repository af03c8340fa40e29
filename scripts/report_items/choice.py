"""How a run chose its method, where its deck left that open."""
from .html import Cell, section, table, tag
from .numbers import seconds

TIMES = ("predicted_solve", "setup", "update", "solve")
COLUMNS = ("method", "predicted solve", "setup", "an update", "a solve", "")


def row(one, reason):
    """`reason` begins with the name of the one that was taken."""
    name = one["method"] + (" of cells" if one.get("of_cells") else "")
    said = "taken" if reason.startswith(f"{name}: ") else one["left_out"] or ""
    return [name, *(Cell(seconds(one[key]), one[key]) for key in TIMES), said]


def choice(run):
    """A row for each candidate; nothing where the deck names its method."""
    found = run["solver"].get("choice")
    return section("Choice of the method", tag("p", found["reason"]),
                   table(COLUMNS, [row(one, found["reason"]) for one in found["candidates"]])) if found else None
