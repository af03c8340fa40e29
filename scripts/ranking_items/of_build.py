"""Whether version, commit and date of a report are possible, as far as the report alone tells."""
import datetime
import re

from .claims import equal, holds

VERSION = re.compile(r"\d{1,5}\.\d{1,5}\.\d{1,5}(\+[0-9A-Za-z.]{1,40})?", re.ASCII)
COMMIT = re.compile(r"[0-9a-f]{40}")
HASH = re.compile(r"[0-9a-f]{16}")
FIRST_DAY = datetime.datetime(2026, 11, 20, tzinfo=datetime.timezone.utc)  # of the program
SLACK = datetime.timedelta(days=1)  # that clocks may be wrong by


def time_of(text):
    """The time of a date as the program writes it; None for another text."""
    try:
        return datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.timezone.utc)
    except ValueError:
        return None


def of_build(report):
    run, benchmark = report["run"], report["benchmark"]
    yield holds("run.version", run["version"], VERSION.fullmatch(run["version"]), "as 1.0.0 or 1.0.0+12.g1a2b3c4")
    yield equal("benchmark.version", benchmark["version"], run["version"], "run.version")
    commit = benchmark["commit"]
    yield holds("benchmark.commit", commit, commit is None or COMMIT.fullmatch(commit), "40 hexadecimal digits, or null")
    yield holds("benchmark.hash", benchmark["hash"], HASH.fullmatch(benchmark["hash"]), "16 hexadecimal digits")
    yield holds("run.version", run["version"], "dirty" not in run["version"] or not benchmark["official"], "of a clean build: the run says official")
    named = re.search(r"\.g([0-9a-f]+)", run["version"])
    yield holds("run.version", run["version"], not named or not commit or commit.startswith(named[1]), f"that of benchmark.commit, {commit}")
    when = time_of(run["date"])
    now = datetime.datetime.now(datetime.timezone.utc)
    yield holds("run.date", run["date"], when, "as 2026-12-01T09:30:00Z")
    yield holds("run.date", run["date"], FIRST_DAY - SLACK <= when <= now + SLACK, f"from {FIRST_DAY:%Y-%m-%d} to today, {now:%Y-%m-%d}")
