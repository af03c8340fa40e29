"""Tables as text and as JSON, and numbers for readers. A table with a missing figure is refused."""
import math
import re
from dataclasses import dataclass, field

ANY = object()  # of `zeros` and `gaps`: all columns


class NoFigure(Exception):
    """A figure is missing, an impossible zero, or not a number; the text says which."""


@dataclass
class Table:
    """`zeros` names the columns in which 0 is a figure, `gaps` those that may have none in some rows."""
    title: str
    columns: list
    rows: list = field(default_factory=list)
    zeros: object = ()
    gaps: object = ()

    def data(self):
        return {"title": self.title, "columns": self.columns, "rows": self.rows}

    def may(self, what, column):
        return what is ANY or column in what

    def wrong(self, column, value):
        """The fault of a figure; None if it is allowed."""
        if value is None or value == "":
            return None if self.may(self.gaps, column) else "nothing"
        zero = value == 0 and not isinstance(value, bool) or isinstance(value, str) and re.fullmatch(r"0(\.0+)?( 0(\.0+)?)*", value)
        if zero and not self.may(self.zeros, column):
            return f"{value}"
        finite = not isinstance(value, float) or math.isfinite(value)
        return None if finite and not (isinstance(value, str) and value.lower() in ("nan", "inf", "-nan", "-inf")) else f"{value}"

    def check(self):
        """Raises NoFigure at the first missing figure."""
        if not self.rows:
            raise NoFigure(f"table '{self.title}' has no row")
        for number_of, row in enumerate(self.rows, 1):
            if len(row) != len(self.columns):
                raise NoFigure(f"table '{self.title}', row {number_of} has {len(row)} figures, must have {len(self.columns)}")
            for column, value in zip(self.columns, row):
                if why := self.wrong(column, value):
                    raise NoFigure(f"table '{self.title}', column '{column}', row {number_of} ({row[0]}): found {why}, must be a figure")


def check_curves(curves):
    """The same for {label: [(x, y), ...]}, or for such curves by a name."""
    for label, points in curves.items():
        if isinstance(points, dict):
            check_curves(points)
            continue
        if not points:
            raise NoFigure(f"curve '{label}' has no point")
        if not all(math.isfinite(value) for point in points for value in point):
            raise NoFigure(f"curve '{label}' has a point that is no number")


def text(table):
    """Columns as wide as their content; texts to the left, numbers to the right. Raises NoFigure."""
    table.check()
    cells = [[number(value) for value in row] for row in table.rows]
    widths = [max(map(len, column)) for column in zip(table.columns, *cells)]
    words = [all(isinstance(v, str) for v in column) for column in zip(*table.rows)]

    def line(row):
        return "  ".join(c.ljust(w) if left else c.rjust(w)
                         for c, w, left in zip(row, widths, words)).rstrip()

    return "\n".join([table.title, line(table.columns), "-" * (sum(widths) + 2 * len(widths) - 2)]
                     + [line(row) for row in cells])


def number(value):
    """Three or four significant digits; '-' for a missing number."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, float):
        return str(value)
    size = abs(value)
    if size == 0:
        return "0"
    if size >= 1e6 or size < 1e-3:
        return f"{value:.2e}"
    if size >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if size >= 10 else f"{value:.3g}"


def toml(value):
    """A value as --set takes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "[" + ",".join(map(toml, value)) + "]" if isinstance(value, list) else str(value)


def ratio(paper, ours, paper_cells=1, cells=1):
    """How many times faster for each unknown: both in the same unit; None if one is missing."""
    if not paper or not ours:
        return None
    return (paper / paper_cells) / (ours / cells)


def milli(seconds):
    return None if seconds is None else 1e3 * seconds


def percent(fraction):
    return None if fraction is None else 100.0 * fraction
