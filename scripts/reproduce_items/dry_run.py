"""The facts that isobar --dry-run tells about a deck or a class on one rank: it allocates nothing."""
import functools
import re
from dataclasses import dataclass

from . import launch


class Failed(Exception):
    """The program could not be started, or refused: an exit code and its line."""

    def __init__(self, code, line):
        super().__init__(line)
        self.code = code


@functools.cache
def said(isobar, words):
    """Its standard output for these arguments, a tuple. Raises Failed."""
    try:
        done = launch.start([str(isobar), *words, "--dry-run"])
    except OSError as error:
        raise Failed(3, f"{isobar}: {error.strerror}") from None
    if done.returncode != 0:
        raise Failed(done.returncode, (done.stderr.strip().splitlines() or [f"{isobar} --dry-run: exit code {done.returncode}"])[-1])
    return done.stdout


def found(pattern, isobar, words):
    match = re.search(pattern, said(isobar, words), re.MULTILINE)
    if match is None:
        raise Failed(3, f"{isobar} --dry-run: no line like {pattern!r}; expected the isobar of these scripts")
    return match


def sides(isobar, words):
    """Columns in x and in y, on the whole sphere of one panel."""
    line = found(r"^grid +(?:6 x )?(\d+) x (\d+) x \d+ =", isobar, words)
    return int(line[1]), int(line[2])


def is_sphere(isobar, words):
    return re.search(r"^grid +6 x ", said(isobar, words), re.MULTILINE) is not None


@dataclass(frozen=True)
class Levels:
    """The chosen levels. `steps` on the coarsest level, or None if they are CG's."""
    count: int
    cfl: float
    steps: int | None
    merged: int | None  # layers, where they are fewer than the deck's


def levels(isobar, words):
    line = found(r"^levels +(\d+) levels?, .*?: CFL number (\S+) is \S+ on the coarsest, (?:(\d+) smoothing steps?|CG) there"
                 r"(?:, (\d+) instead of \d+ layers merged)?", isobar, words)
    return Levels(int(line[1]), float(line[2]), line[3] and int(line[3]), line[4] and int(line[4]))
