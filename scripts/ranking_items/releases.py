"""Released versions, and whether a version and a commit belong together, by CHANGELOG.md and git."""
import functools
import os
import re
import subprocess

from report_items.reading import BadInput, shown

from .of_build import SLACK, time_of

HEADING = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$", re.MULTILINE)
UNRELEASED = re.compile(r"^## \[Unreleased\]\s+## ", re.MULTILINE)  # with nothing below it
# The ways whose commit is in this repository; for others it may belong to a person who changed the source.
UNCHANGED = ("baseline", "development")


class Releases:
    """The releases of the folder with CHANGELOG.md; asks git if that folder is a whole clone."""

    def __init__(self, root):
        self.root = root
        log = root / "CHANGELOG.md"
        text = log.read_text(encoding="utf-8") if log.is_file() else ""
        self.dates = dict(HEADING.findall(text))
        self.has_git = (root / ".git").exists() and self.git("rev-parse", "--is-shallow-repository") == "false"

    @functools.lru_cache(maxsize=None)
    def git(self, *words):
        """The answer of git; None if it refuses or is missing."""
        own = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        try:
            done = subprocess.run(["git", "-C", str(self.root), *words], capture_output=True, text=True, check=False, env=own, errors="replace")
        except OSError:
            return None
        return done.stdout.strip() if done.returncode == 0 else None

    def is_released(self, version):
        return version in self.dates

    def check(self, path, way, report, strict):
        """Refuses a way that version and commit contradict; `strict`: compares with the tag, too."""
        version, commit, date = report["run"]["version"], report["benchmark"]["commit"], report["run"]["date"]
        line = self.of_version(way, version, date)
        if not line and self.has_git and way in UNCHANGED and commit:
            line = self.of_commit(way, version, commit, date, strict)
        if line:
            raise BadInput(f"{shown(path)}: way = \"{way}\": {line}")

    def of_version(self, way, version, date):
        if way != "baseline":
            return None
        if not self.is_released(version):
            known = ", ".join(sorted(self.dates)) or "none"
            return f"the reports have version {version}, must be a released one of CHANGELOG.md ({known}), or way = \"development\""
        if date[:10] < self.dates[version]:
            return f"the run is of {date[:10]}, must be of {self.dates[version]} or later, when {version} was released"
        return None

    def of_commit(self, way, version, commit, date, strict):
        name = commit[:12]
        if self.git("cat-file", "-t", commit) != "commit":
            return f"benchmark.commit {name} is none of this repository, must be one, or the way ported or optimised, with the patch"
        of_commit = re.search(r"^\s*VERSION (\d+\.\d+\.\d+)$", self.git("show", f"{commit}:CMakeLists.txt") or "", re.MULTILINE)
        if of_commit and of_commit[1] != version.split("+")[0]:
            return f"commit {name} is of version {of_commit[1]}, but the reports say {version}; must be one of the two"
        when = self.git("show", "-s", "--format=%cd", "--date=format-local:%Y-%m-%dT%H:%M:%SZ", commit)
        if when and time_of(when) and time_of(date) < time_of(when) - SLACK:
            return f"the run is of {date[:10]}, must be later than its commit {name}, which is of {when[:10]}"
        return self.of_release(version, commit, strict) if way == "baseline" else None

    def of_release(self, version, commit, strict):
        """The tag's commit; without a tag one with nothing unreleased."""
        tagged = self.git("rev-parse", "--verify", "--quiet", f"v{version}^{{commit}}")
        if strict and tagged and tagged != commit:
            return f"commit {commit[:12]} is not that of v{version}, must be {tagged[:12]}, or way = \"development\""
        if not tagged and not UNRELEASED.search(self.git("show", f"{commit}:CHANGELOG.md") or ""):
            return f"commit {commit[:12]} has more than {version}, as its CHANGELOG.md says; must be that of the release, or way = \"development\""
        return None
