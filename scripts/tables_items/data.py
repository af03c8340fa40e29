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
MOST_GPUS = 64
# Commands that make rows again. `run` may have {row} and {cell}. {row} takes the last text of each of `rows`, and {cell} each of
# `cells`. The texts before the last are the row's first cells, after those of `label`. `take` has columns of a table in the
# command's JSON. It takes all rows, or those with the texts of `only` in a column. With `wide` they become one row. Otherwise `show`
# has the text of each cell as Python's f-string, with the names of make.shown. `say` has words of the page for those of the program.
MAKE = {"run": str, "rows": list, "cells": list, "show": list, "take": list, "only": dict, "label": list, "wide": bool, "say": dict}
NONE = {"rows": [[""]], "cells": [""], "show": [], "take": [], "only": {}, "label": [], "wide": False, "say": {}}
FILES = ("{json}", "{out}")  # a file that the command writes, or a folder for one


@dataclasses.dataclass
class Data:
    """Cells are Markdown, as the page shows them. A file has `command`, or `make` with commands that scripts/tables can run.

    `gpus` is how many GPUs the commands take; 0 for what is computed, and for times of a CPU.
    """
    name: str
    command: str
    machine: str
    date: str
    commit: str
    columns: list
    rows: list
    make: list = dataclasses.field(default_factory=list)
    gpus: int = 0

    def oldest(self):
        """The first day of its figures; empty where nobody knows it."""
        days = [day.removeprefix(BOUND) for day in self.date.split(", ")]
        return "" if UNKNOWN in days else min(days)

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


def check_cells(shown, columns, step):
    """A step gives as many cells a row as the table has columns; with `wide` only its command knows."""
    for row in step["rows"] if not step["wide"] else []:
        cells = len(step["label"]) + len(row) - 1 + (len(step["cells"]) * len(step["show"]) or len(step["take"]))
        if cells != len(columns):
            raise BadTable(f"{shown}: make: '{step['run'][:60]}' gives {cells} cells a row, must give {len(columns)}")


def texts(value):
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)


def steps_of(shown, steps):
    """The steps of `make` with all keys."""
    whole = [{**NONE, **step} if isinstance(step, dict) else {} for step in steps] if isinstance(steps, list) else [{}]
    for step in whole:
        if step.keys() != MAKE.keys() or not all(isinstance(step[key], kind) for key, kind in MAKE.items()):
            raise BadTable(f"{shown}: make: expected run = a command, and of {', '.join(NONE)} what it needs")
        one = texts(step["take"]) != texts(step["show"])
        if not one or step["take"] and not any(file in step["run"] for file in FILES):
            raise BadTable(f"{shown}: make: expected show = [texts], or a command with {' or '.join(FILES)} and take = [columns]")
        if not all(map(texts, step["rows"])) or not texts(step["cells"]):
            raise BadTable(f"{shown}: make: expected rows = [[cells, words of the command]] and cells = [words]")
        for key, place in (("rows", "{row}"), ("cells", "{cell}")):
            if (place in step["run"]) > (step[key] != NONE[key]):
                raise BadTable(f"{shown}: make: {place} in run: expected {key} = a list")
    return whole


def commands_of(step):
    """All commands of a step for a reader, without the file that they leave."""
    runs = [step["run"].replace("{row}", row[-1]).replace("{cell}", cell) for row in step["rows"] for cell in step["cells"]]
    return list(dict.fromkeys(re.sub(r" --(set )?[\w.=:]+ ?\{(json|out)\}\S*", "", " ".join(run.split())) for run in runs))


def command_of(steps):
    return "\n".join(command for step in steps for command in commands_of(step))


def read(path, shown):
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadTable(f"{shown}: {getattr(error, 'strerror', None) or error}") from None
    if other := sorted(values.keys() - {*SOURCE, "gpus", *LISTS}):
        raise BadTable(f"{shown}: {other[0]}: no such key; expected {', '.join((*SOURCE, 'gpus', *LISTS))}")
    gpus = values.get("gpus", 0)
    if type(gpus) is not int or not 0 <= gpus <= MOST_GPUS:
        raise BadTable(f"{shown}: gpus = {gpus}: expected how many GPUs the commands take, from 1 to {MOST_GPUS}")
    steps = steps_of(shown, values.get("make", []))
    if steps and "command" in values:
        raise BadTable(f"{shown}: has command and [[make]]; expected one of them")
    source = source_of(shown, values if not steps else {**values, "command": command_of(steps)})
    check_rows(shown, values)
    for step in steps:
        check_cells(shown, values["columns"], step)
    return Data(path.stem, **source, columns=values["columns"], rows=values["rows"], make=steps, gpus=gpus)


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
    if isinstance(value, list) and all(isinstance(one, list) for one in value):
        return "\n".join(["[", *(f"  {written(one)}," for one in value), "]"])
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)} = {written(one)}" for key, one in value.items()) + "}"
    return quoted(value)


def text_of(data):
    lines = [f"{key} = {quoted(getattr(data, key))}" for key in SOURCE if key != "command" or not data.make]
    lines += [f"gpus = {data.gpus}"] if data.gpus else []
    lines += [f"columns = {written(data.columns)}", f"rows = {written(data.rows)}"]
    for step in data.make:
        lines += ["", "[[make]]", *(f"{key} = {written(step[key])}" for key in MAKE if step[key] != NONE.get(key))]
    return "\n".join(lines) + "\n"
