"""A file of docs/data: a table with the command, the machine, the date and the commit that made it."""
import dataclasses
import datetime
import re
import tomllib

from . import BadTable

UNKNOWN = "unknown"
SOURCE = ("command", "machine", "date", "commit")
LISTS = ("columns", "rows", "make")
# "up to" says that the figures came to the pages with this commit or on this day; nobody wrote down when they were measured.
BOUND = "up to "
COMMIT = re.compile(r"[0-9a-f]{7,40}")
FORMS = {"date": "days as 2026-11-28, or up to 2026-11-28", "commit": "hashes as 4dfdeeeb, or up to 4dfdeeeb"}
NUMBER = re.compile(r"(?<![\w.^])\d+(?:\.\d+)?(?:e[+-]?\d+)?")
MAKE = {"run": str, "take": list, "label": list}


@dataclasses.dataclass
class Data:
    """Cells are Markdown, as the page shows them. `make` has the commands that make the rows again."""
    name: str
    command: str
    machine: str
    date: str
    commit: str
    columns: list
    rows: list
    make: list = dataclasses.field(default_factory=list)

    def unknown(self):
        return [key for key in SOURCE if getattr(self, key) == UNKNOWN]

    def figures(self):
        """The numbers that name this measurement: at least three significant digits, and no sizes of grids."""
        found = NUMBER.findall(" ".join(cell for row in self.rows for cell in row[1:]))
        return frozenset(text for text in found if len(re.sub(r"e.*|\D", "", text).lstrip("0")) >= 3 and (not text.isdigit() or int(text) % 16))


def is_day(text):
    try:
        return len(text) == 10 and bool(datetime.date.fromisoformat(text))
    except ValueError:
        return False


def source_of(shown, values):
    """The four facts, each a text of its form."""
    for key in SOURCE:
        value = values.get(key)
        if not isinstance(value, str) or not value.strip():
            raise BadTable(f"{shown}: no {key}; expected {key} = \"...\", or \"{UNKNOWN}\" where nobody knows")
        right = {"date": is_day, "commit": COMMIT.fullmatch}.get(key)
        if right and value != UNKNOWN and not all(right(part.removeprefix(BOUND)) for part in value.split(", ")):
            raise BadTable(f"{shown}: {key} = \"{value}\": expected {FORMS[key]}, with commas between several")
    return {key: values[key] for key in SOURCE}


def check_rows(shown, values):
    columns, rows = values.get("columns"), values.get("rows")
    for key, found in (("columns", columns), ("rows", rows)):
        if not isinstance(found, list) or not found:
            raise BadTable(f"{shown}: no {key}; expected a list")
    for number, row in enumerate([columns, *rows]):
        where = f"row {number}" if number else "columns"
        if not isinstance(row, list) or not all(isinstance(cell, str) and "\n" not in cell for cell in row):
            raise BadTable(f"{shown}: {where}: expected a list of texts of one line")
        if len(row) != len(columns):
            raise BadTable(f"{shown}: {where} has {len(row)} cells, must have {len(columns)}")


def check_make(shown, steps):
    for step in steps:
        if not all(isinstance(step.get(key), kind) for key, kind in MAKE.items()) or step.keys() - MAKE.keys() or "{json}" not in step["run"]:
            raise BadTable(f"{shown}: make: expected run, a command with {{json}}, and the lists take and label")


def read(path, shown):
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadTable(f"{shown}: {getattr(error, 'strerror', None) or error}") from None
    if other := sorted(values.keys() - {*SOURCE, *LISTS}):
        raise BadTable(f"{shown}: {other[0]}: no such key; expected {', '.join((*SOURCE, *LISTS))}")
    source = source_of(shown, values)
    check_rows(shown, values)
    check_make(shown, values.get("make", []))
    return Data(path.stem, **source, columns=values["columns"], rows=values["rows"], make=values.get("make", []))


def quoted(text):
    """A text of TOML; commands of several lines stay readable."""
    if "\n" in text:
        return "'''\n" + text.strip("\n") + "\n'''"
    return f"'{text}'" if ('"' in text or "\\" in text) and "'" not in text else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def listed(cells):
    return "[" + ", ".join(map(quoted, cells)) + "]"


def text_of(data):
    lines = [f"{key} = {quoted(getattr(data, key))}" for key in SOURCE]
    lines += [f"columns = {listed(data.columns)}", "rows = [", *(f"  {listed(row)}," for row in data.rows), "]"]
    for step in data.make:
        lines += ["", "[[make]]", f"run = {quoted(step['run'])}", f"take = {listed(step['take'])}", f"label = {listed(step['label'])}"]
    return "\n".join(lines) + "\n"
