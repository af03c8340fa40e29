"""Reads reports, or says in one line why one cannot be read."""
import json
import os

from . import shape
from .run import Run
from .shapes import PROGRAMS


class BadInput(Exception):
    """One line: a file, what is wrong with it, and what would be right."""


def program_of(report):
    """Which program wrote a report, or None: schemas of the second and the third have a `problem`."""
    if not isinstance(report, dict) or not {"schema_version", "run", "solver"} <= report.keys():
        return None
    problem = report.get("problem")
    if isinstance(problem, dict):
        return next((name for key, name in (("kind", "isobar_flow"), ("mesh", "isobar_fem"))
                     if key in problem), None)
    return "isobar" if problem is None else None


def no_number(word):
    raise ValueError(f"{word} is no number of JSON; isobar writes null")


def object_of(pairs):
    """A JSON object, each key once: of two the reader would take the last without a word."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {ascii(twice)[:60]} stands twice in one object, must stand once")
    return found


def parsed(path):
    """The JSON of a file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{shown(path)}: {error.strerror}") from None
    return parsed_bytes(data, path)


def parsed_bytes(data, path):
    """The JSON in a file's bytes; messages name the path."""
    try:
        text = data.decode("utf-8")
    except ValueError:
        raise BadInput(f"{shown(path)}: not a text in UTF-8, must be a report in JSON") from None
    try:
        return json.loads(text, parse_constant=no_number, object_pairs_hook=object_of)
    except (ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, ValueError) else "nested too deeply"
        raise BadInput(f"{shown(path)}: not JSON ({why}), must be what --report wrote") from None


def shown(path):
    """A path in a message: one line, whatever its name holds."""
    text = str(path)
    return text if text.isprintable() else ascii(text)


def check(report, path):
    program = program_of(report)
    if program is None:
        raise BadInput(f"{shown(path)}: not a report of isobar, isobar_flow or isobar_fem (--report FILE.json)")
    version, form = PROGRAMS[program]
    found = report["schema_version"]
    if found != version or isinstance(found, bool):
        raise BadInput(f"{shown(path)}: schema_version of {program} is {shape.named(found)}, must be {version}: "
                       "run the deck again, or take the scripts/report of that version of Isobar")
    if line := shape.wrong(report, form):
        raise BadInput(f"{shown(path)}: {line}")
    return program


def read(path, name):
    report = parsed(path)
    return Run(check(report, path), report, name)


def names_of(paths):
    """The names of runs: their files' names, with as much of the path as distinguishes them."""
    parts = [path.with_suffix("").parts for path in paths]
    for depth in range(1, max(map(len, parts)) + 1):
        names = ["/".join(one[-depth:]) for one in parts]
        if len(set(names)) == len(names):
            return names
    return [str(path) for path in paths]


def read_all(paths):
    """All reports, in the order in which they were given."""
    known = {}
    for path in paths:
        if (same := known.setdefault(os.path.realpath(path), path)) is not path:
            raise BadInput(f"{shown(path)}: given twice (as {shown(same)} before), must be given once")
    return [read(path, name) for path, name in zip(paths, names_of(paths))]
