"""Makes the rows of a table again by its commands, where this machine can."""
import dataclasses
import datetime
import json
import pathlib
import shlex
import subprocess
import tempfile

from reproduce_items.tables import number

from . import TOP, BadTable
from .data import UNKNOWN

ANY = "any machine"  # the machine of what is computed, and not measured


def rows_in(document, columns):
    """The rows of a JSON file which have these columns: of its tables, or objects with these keys."""
    if not isinstance(document, dict):
        return
    tables = document.get("tables") or [document.get("table") or {"rows": document.get("rows", [])}]
    for table in tables:
        for row in table["rows"]:
            named = row if isinstance(row, dict) else dict(zip(table["columns"], row))
            if all(column in named for column in columns):
                yield [named[column] for column in columns]


def left(words, folder):
    """The document that a command leaves in the folder; BadTable if it leaves none."""
    command = shlex.join(words).replace(f"{folder}/", "")[:100]
    try:
        done = subprocess.run(words, cwd=TOP, capture_output=True, text=True, check=False)
    except OSError as error:
        raise BadTable(f"{words[0]}: {error.strerror}") from None
    try:
        return json.loads(next(path for part in (folder, folder / "out") for path in part.glob("*.json")).read_text(encoding="utf-8"))
    except (OSError, ValueError, StopIteration):
        said = (done.stderr or done.stdout).strip().splitlines()
        raise BadTable(f"{command}: exit code {done.returncode} and no JSON: {said[-1] if said else 'nothing printed'}") from None


def cell(value, say):
    return "-" if value is None else say.get(number(value), number(value))


def made(step):
    """The rows of one command: its label, then the columns that the table takes."""
    with tempfile.TemporaryDirectory(prefix="isobar-tables-") as name:
        folder = pathlib.Path(name)
        places = {"{json}": folder / "table.json", "{out}": folder / "out"}
        words = [str(places.get(word, word)) for word in shlex.split(step["run"])]
        rows = [[cell(value, step["say"]) for value in row] for row in rows_in(left(words, folder), step["take"])]
    if not rows:
        raise BadTable(f"{step['run'][:100]}: its JSON has no row with the columns {', '.join(step['take'])}")
    if step["wide"]:
        rows = [[value for column in zip(*rows) for value in column]]
    return [[*step["label"], *row] for row in rows]


def commit():
    """The checkout's commit; unknown where there is no history."""
    try:
        said = subprocess.run(["git", "-C", TOP, "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        said = ""
    return said or UNKNOWN


def again(data, machine=None):
    """The data with new rows, date and commit."""
    if not data.make:
        raise BadTable(f"has no [[make]]; run this and change the rows: {data.command}")
    if not machine and not data.machine.startswith(ANY):
        raise BadTable(f"expected --machine with the name of this machine, as the table has '{data.machine}'")
    rows = [row for step in data.make for row in made(step)]
    if any(len(row) != len(data.columns) for row in rows):
        raise BadTable(f"its commands give {len(rows[0])} cells a row, must give {len(data.columns)}")
    return dataclasses.replace(data, rows=rows, date=str(datetime.date.today()), commit=commit(),
                               machine=data.machine if data.machine.startswith(ANY) else machine)
