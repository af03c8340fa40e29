"""Makes the rows of a table again by its commands, where this machine can."""
import contextlib
import dataclasses
import datetime
import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import tempfile
import time

from reproduce_items.tables import number

from . import TOP, BadTable
from .data import FILES, UNKNOWN
from .machine import ANY


class Object(dict):
    """An object of JSON, whose keys are names, too."""
    __getattr__ = dict.__getitem__


def rows_in(document, columns, only):
    """These columns of all rows in JSON that have them, and have texts of `only` in theirs. Rows are objects, or those of tables."""
    inside = document.values() if isinstance(document, dict) else document if isinstance(document, list) else ()
    rows = [document] if isinstance(document, dict) else []
    if rows and all(isinstance(document.get(key), list) for key in ("columns", "rows")):
        rows = [dict(reversed([*zip(document["columns"], row)])) for row in document["rows"]]  # of two columns of a name the first counts
    for named in rows:
        if all(column in named for column in columns) and all(str(named.get(column)) in allowed for column, allowed in only.items()):
            yield [named[column] for column in columns]
    for one in inside:
        yield from rows_in(one, columns, only)


def programs():
    """The environment in which commands find the programs of build/serial, or of build/$ISOBAR_PRESET."""
    built = TOP / "build" / (os.environ.get("ISOBAR_PRESET") or "serial")
    parts = [str(built / part) for part in ("miniapp", "bench", "tests")]
    return {**os.environ, "PATH": os.pathsep.join([*parts, os.environ.get("PATH", "")])}


def ended(words, until):
    """The run of a command, which is stopped at `until`, a time of time.monotonic(), with all that it has started."""
    with subprocess.Popen(words, cwd=TOP, env=programs(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        try:
            out, err = process.communicate(timeout=max(0.0, until - time.monotonic()) if until else None)
        except BaseException as error:
            for number in (signal.SIGTERM, signal.SIGKILL):  # mpirun stops its ranks at the first
                with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
                    os.killpg(process.pid, number)
                    process.wait(5)
            if isinstance(error, subprocess.TimeoutExpired):
                raise BadTable(f"{' '.join(words)[:100]}: not ended when the time of --seconds was over") from None
            raise
    return subprocess.CompletedProcess(words, process.returncode, out, err)


def left(run, say, until):
    """The JSON that a command leaves, with what it printed as `printed`. Its last line, if it leaves none and `say` has words for it."""
    with tempfile.TemporaryDirectory(prefix="isobar-tables-") as name:
        folder = pathlib.Path(name)
        words = [word.replace("{json}", str(folder / "table.json")).replace("{out}", str(folder / "out")) for word in shlex.split(run)]
        try:
            done = ended(words, until)
        except OSError as error:
            raise BadTable(f"{words[0]}: {error.strerror}") from None
        if done.returncode == 0 and not any(file in run for file in FILES):
            return Object(printed=done.stdout)
        files = sorted(path for part in (folder, folder / "out") for path in part.glob("*.json"))  # 01.json and so on are single runs
        try:
            document = json.loads(files[-1].read_text(encoding="utf-8"), object_hook=Object)
        except (OSError, ValueError, IndexError):
            last = ((done.stderr or done.stdout).strip().splitlines() or ["nothing printed"])[-1]
            if last in say:
                return last
            raise BadTable(f"{run[:100]}: exit code {done.returncode} and no JSON: {last}") from None
    return Object(document, printed=done.stdout) if isinstance(document, dict) else document


def cell(value, say):
    return "-" if value is None else say.get(number(value), number(value))


def after(printed, texts):
    """The words that stand in a printed line after these texts, of which each is searched behind the one before."""
    place = 0
    for text in texts:
        place = printed.find(text, place) + len(text)
        if place < len(text):
            raise ValueError(f"it printed no '{text}'")
    return printed[place:].partition("\n")[0].split()


def plain(text):
    """Exponents as pages have them: 1.2e-5 and 6.5e10."""
    return re.sub(r"(?<=[0-9]e)(-?)[+0]*(?=[0-9])", r"\1", text)


def shown(document, step, row):
    """The cells of `show`. Names of its expressions: the keys of the document, `row`, what the program `printed`, after() and number()."""
    names = {**document, "row": row, "number": number, "after": lambda *texts: after(document["printed"], texts)}
    try:
        return [cell(plain(eval(f'f"""{text}"""', names)), step["say"]) for text in step["show"]]  # pylint: disable=eval-used
    except Exception as error:  # of any expression  # pylint: disable=broad-except
        raise BadTable(f"{step['run'][:100]}: it has not left what {step['show']} shows: {type(error).__name__} {error}") from None


def rows_of(step, row, known, until):
    """The rows of the commands of one row; `known` has what commands have left before."""
    rows = []
    for words in step["cells"]:
        run = step["run"].replace("{row}", row).replace("{cell}", words)
        document = known[run] = known.get(run) or left(run, step["say"], until)
        if isinstance(document, str):
            rows.append([step["say"][document]] * len(step["show"]))
        elif step["show"]:
            rows.append(shown(document, step, row))
        else:
            rows += [[cell(value, step["say"]) for value in values] for values in rows_in(document, step["take"], step["only"])]
    if not rows:
        raise BadTable(f"{step['run'][:100]}: its JSON has no row with the columns {', '.join(step['take'])}")
    if step["show"]:
        return [[value for values in rows for value in values]]
    return [[value for column in zip(*rows) for value in column]] if step["wide"] else rows


def made(step, known, until):
    """The rows of a step."""
    return [[*step["label"], *label, *values] for *label, row in step["rows"] for values in rows_of(step, row, known, until)]


def commit():
    """The checkout's commit; unknown where there is no history."""
    try:
        said = subprocess.run(["git", "-C", TOP, "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        said = ""
    return said or UNKNOWN


def again(data, machine, until=None):
    """The data with new rows, date and commit. Commands that still run at `until`, a time of time.monotonic(), are stopped."""
    if not data.make:
        raise BadTable(f"has no [[make]]; run this and change the rows: {data.command}")
    machine.check(data)
    name = data.machine if data.machine.startswith(ANY) else machine.named(data.gpus)
    known = {}
    rows = [row for step in data.make for row in made(step, known, until)]
    if any(len(row) != len(data.columns) for row in rows):
        raise BadTable(f"its commands give {len(rows[0])} cells a row, must give {len(data.columns)}")
    return dataclasses.replace(data, rows=rows, date=str(datetime.date.today()), commit=commit(), machine=name)
