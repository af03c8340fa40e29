"""Elements of a page. Text that is not markup is escaped, also the names of a report."""
import html as standard
import re

from .numbers import DASH

EMPTY = {"br", "meta", "circle", "line", "rect", "path", "polyline"}
# Characters that HTML cannot hold: control characters, halves of surrogate pairs and code points that are no characters.
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


class Markup(str):
    """Text that is not escaped any more."""


def escaped(value):
    if isinstance(value, Markup):
        return value
    return Markup(standard.escape(FORBIDDEN.sub("\ufffd", str(value)), quote=True))


def join(*parts):
    """Parts, and lists of parts, one after the other; None is nothing."""
    flat = []
    for part in parts:
        if isinstance(part, (list, tuple)):
            flat.append(join(*part))
        elif part is not None:
            flat.append(escaped(part))
    return Markup("".join(flat))


def tag(name, /, *content, **attributes):
    """An element. `class_` is class, other underscores are hyphens; an attribute that is None is left out."""
    words = "".join(f' {key.rstrip("_").replace("_", "-")}="{escaped(value)}"'
                    for key, value in attributes.items() if value is not None)
    inside = join(*content)
    return Markup(f"<{name}{words}/>" if name in EMPTY and not inside else f"<{name}{words}>{inside}</{name}>")


class Cell:
    """The text of a cell in a table, and the exact number behind it, by which the table is sorted, and which the page shows."""

    def __init__(self, shown, value=None, class_=None):
        self.shown, self.value, self.class_ = shown, value, class_

    def markup(self):
        numeric = self.value is not None or self.shown == DASH
        words = " ".join(w for w in ("number" if numeric else None, self.class_) if w) or None
        exact = repr(self.value) if isinstance(self.value, float) else self.value
        return tag("td", self.shown, class_=words, data_value=exact)


def cell(content):
    return content if isinstance(content, Cell) else Cell(DASH if content is None else content)


def table(columns, rows, caption=None, sortable=False):
    """A column is at the right if the first of its cells that is not empty is a number. First cells are headings."""
    cells = [[cell(content) for content in row] for row in rows]
    numeric = [any(row[k].value is not None for row in cells) for k in range(len(columns))]
    head = tag("tr", [tag("th", name, scope="col", class_="number" if right else None)
                      for name, right in zip(columns, numeric)])
    body = [tag("tr", [one.markup() for one in row]) for row in cells]
    inside = tag("table", tag("caption", caption) if caption else None, tag("thead", head),
                 tag("tbody", body), class_="sortable" if sortable else None)
    return tag("div", inside, class_="wide")


def pairs(rows):
    """Names and what they are, as a list of definitions."""
    return tag("dl", [(tag("dt", name), tag("dd", DASH if value is None else value))
                      for name, value in rows])


def more(title, *content):
    """Content that only some readers want; open on paper."""
    return tag("details", tag("summary", title), *content)


def section(title, *content, level=3, id_=None):
    """Nothing if there is no content."""
    inside = join(*content)
    return tag("section", tag(f"h{level}", title), inside, id_=id_) if inside else None
