"""Tables as text and as JSON, and numbers as a reader wants them."""
from dataclasses import dataclass, field


@dataclass
class Table:
    title: str
    columns: list
    rows: list = field(default_factory=list)

    def data(self):
        return {"title": self.title, "columns": self.columns, "rows": self.rows}


def text(table):
    """Columns as wide as their content; texts to the left, numbers to the right."""
    cells = [[number(value) for value in row] for row in table.rows]
    widths = [max(map(len, column)) for column in zip(table.columns, *cells)]
    words = [all(isinstance(v, str) for v in column) and table.rows
             for column in zip(*table.rows)] or [True] * len(table.columns)

    def line(row):
        return "  ".join(c.ljust(w) if left else c.rjust(w)
                         for c, w, left in zip(row, widths, words)).rstrip()

    return "\n".join([table.title, line(table.columns), "-" * (sum(widths) + 2 * len(widths) - 2)]
                     + [line(row) for row in cells])


def number(value):
    """Three or four significant digits; '-' for what there is not."""
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
