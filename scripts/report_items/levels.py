"""The levels of a run: the size and the time of each."""
from .html import Cell, join, section, table
from .numbers import count, number, percent, seconds, size


def time_on(run, level, exchange):
    """Seconds in kernels whose bytes are counted, or in halo exchanges; None where there are none."""
    found = [row["seconds"] for row in run["timings"]["kernels"] if row["level"] == level
             and (row["kernel"] == "exchange" if exchange else row["bytes"] is not None)]
    return sum(found) if found else None


def bytes_on(run, level):
    return sum(row["bytes"] or 0 for row in run["timings"]["kernels"] if row["level"] == level) or None


def whole(value):
    return Cell(count(value), value)


def of_columns(one):
    extent = " × ".join(str(one[key]) for key in ("nx", "ny", "nz"))
    unknowns = one["nx"] * one["ny"] * one["nz"]
    cells = [Cell(extent), whole(unknowns), whole(one["ranks"])]
    if "overlap" in one:
        cells += [whole(one["overlap"]), whole(one["computed_columns"])]
    return cells


def of_elements(one):
    held = sum(one[f"{name}_bytes"] for name in ("stiffness", "restriction", "prolongation", "spai"))
    return [whole(one["elements"]), whole(one["unknowns"]), whole(one["fixed"]),
            Cell(number(one["stiffness_entries"] / one["unknowns"], 3), one["stiffness_entries"]),
            Cell(size(held, 3), held)]


def columns_of(run):
    if run.program == "isobar_fem":
        return ["elements", "unknowns", "fixed", "entries a row", "matrices"]
    names = ["grid", "unknowns", "ranks"]
    return names + ["overlap", "computed columns"] if run.program == "isobar" else names


def row_of(run, one, everything):
    level = one["level"]
    own = of_elements(one) if run.program == "isobar_fem" else of_columns(one)
    time, exchange, moved = time_on(run, level, False), time_on(run, level, True), bytes_on(run, level)
    share = 100 * time / everything if time is not None and everything else None
    rate = 100 * moved / time / (1e9 * run.copy) if moved and time and run.copy else None
    return [whole(level), *own, Cell(seconds(time), time), Cell(percent(share), share), Cell(percent(rate), rate),
            Cell(seconds(exchange), exchange)]


def levels(run):
    """A table; nothing where there is one level and no kernel was timed."""
    rows = run["decomposition"]["levels"]
    if len(rows) < 2 and not run["timings"]["kernels"]:
        return None
    everything = sum(time_on(run, one["level"], False) or 0 for one in rows)
    columns = ["level", *columns_of(run), "kernels", "share", "of the best copy", "exchange"]
    return section("Levels", join(table(
        columns, [row_of(run, one, everything) for one in rows],
        "Level 0 is the finest. Kernels: seconds of those whose bytes are counted, each with fences; exchange: halos.")))
