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
# A command that makes rows again: what to run, the columns to take from its JSON, and cells before them. With `wide` all its rows
# become one. `say` has words of the page for those of the program.
MAKE = {"run": str, "take": list, "label": list, "wide": bool, "say": dict}
NONE = {"label": [], "wide": False, "say": {}}
FILES = ("{json}", "{out}")  # a file that the command writes, or a folder for one


@dataclasses.dataclass
class Data:
    """Cells are Markdown, as the page shows them. A file has `command`, or `make` with commands that scripts/tables can run."""
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


def steps_of(shown, steps):
    """The steps of `make` with all keys."""
    whole = [{**NONE, **step} if isinstance(step, dict) else {} for step in steps] if isinstance(steps, list) else [{}]
    for step in whole:
        if step.keys() != MAKE.keys() or not all(isinstance(step[key], kind) for key, kind in MAKE.items()) or not any(file in step["run"] for file in FILES):
            raise BadTable(f"{shown}: make: expected run = a command with {' or '.join(FILES)}, take = [columns], and perhaps {', '.join(NONE)}")
    return whole


def command_of(steps):
    """The commands of `make` for a reader, without the file that they leave."""
    return "\n".join(re.sub(r" --\w+ \{(json|out)\}", "", step["run"]) for step in steps)


def read(path, shown):
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadTable(f"{shown}: {getattr(error, 'strerror', None) or error}") from None
    if other := sorted(values.keys() - {*SOURCE, *LISTS}):
        raise BadTable(f"{shown}: {other[0]}: no such key; expected {', '.join((*SOURCE, *LISTS))}")
    steps = steps_of(shown, values.get("make", []))
    if steps and "command" in values:
        raise BadTable(f"{shown}: has command and [[make]]; expected one of them")
    source = source_of(shown, values if not steps else {**values, "command": command_of(steps)})
    check_rows(shown, values)
    return Data(path.stem, **source, columns=values["columns"], rows=values["rows"], make=steps)


def quoted(text):
    """A text of TOML; commands of several lines stay readable."""
    if "\n" in text:
        return "'''\n" + text.strip("\n") + "\n'''"
    if "'" not in text and ('"' in text or "\\" in text):
        return f"'{text}'"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def written(value):
    """A value of TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)} = {written(one)}" for key, one in value.items()) + "}"
    return quoted(value)


def text_of(data):
    lines = [f"{key} = {quoted(getattr(data, key))}" for key in SOURCE if key != "command" or not data.make]
    lines += [f"columns = {written(data.columns)}", "rows = [", *(f"  {written(row)}," for row in data.rows), "]"]
    for step in data.make:
        lines += ["", "[[make]]", *(f"{key} = {written(step[key])}" for key in MAKE if step[key] != NONE.get(key))]
    return "\n".join(lines) + "\n"
