"""The page of tables that --page writes. It has a part for each item of --list, each with the command, the commit and the date that made it."""
import datetime
import re
import subprocess

from . import launch, places

HEAD = """# The papers' tables beside ours

Each table stands below the command, the commit and the date that made it.
"""
# The text above a table. A part without it comes from an earlier page, and its command is unknown.
MADE = re.compile(r"^    scripts/reproduce .+\n\nIsobar \S+, commit [0-9a-f]{7,40}, \d{4}-\d\d-\d\d\.$", re.MULTILINE)
COMMIT = re.compile(r"^class .*; version (\S+), commit ([0-9a-f]{12})$", re.MULTILINE)


class Unknown(Exception):
    """The commit of a program is unknown; the text says why."""


def built_from(isobar):
    """(version, commit) from which a program says it was built."""
    try:
        said = launch.start([isobar, "--class", "S", "--dry-run"])
    except OSError as error:
        raise Unknown(f"{isobar}: {error.strerror}") from None
    found = COMMIT.search(said.stdout)
    if not found:
        raise Unknown(f"{isobar}: does not know the commit that it was built from; build it in a checkout of git, or give --commit")
    return found[1], found[2]


def version_of(isobar):
    try:
        return launch.start([isobar, "--version"]).stdout.split()[-1]
    except (OSError, IndexError):
        raise Unknown(f"{isobar}: does not say its version") from None


def changed_files():
    """Whether the checkout's programs or scripts differ from its commit; False where there is no git."""
    try:
        said = subprocess.run(["git", "-C", places.ROOT, "status", "--porcelain", "--", "core", "comm", "miniapp", "scripts", "inputs"],
                              text=True, capture_output=True, check=False)
    except OSError:
        return False
    return said.returncode == 0 and bool(said.stdout.strip())


class Page:
    """Parts of items that a call does not run stay as they are."""

    def __init__(self, path, names, isobar, commit=None):
        self.path, self.names = path, names
        version, known = (version_of(isobar), commit) if commit else built_from(isobar)
        self.made_by = f"Isobar {version}, commit {known}, {datetime.date.today()}."
        text = path.read_text(encoding="utf-8") if path.exists() else HEAD
        head, *parts = re.split(r"^## (?=\S+$)", text, flags=re.MULTILINE)
        self.head = head.rstrip()
        found = dict(part.split("\n", 1) for part in parts)
        self.parts = {name: part.strip("\n") for name, part in found.items() if name in names and MADE.search(part)}

    def add(self, name, command, text):
        self.parts[name] = f"    {command}\n\n{self.made_by}\n\n```\n{text.strip()}\n```"
        self.write()

    def leave_out(self, name, reason):
        """Replaces the part of an item that gave nothing by the reason."""
        self.parts[name] = f"Not here: {' '.join(reason.split())}."
        self.write()

    def write(self):
        parts = [f"## {name}\n\n{self.parts.get(name, 'Not made for this page.')}" for name in self.names]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("\n\n".join([self.head, *parts]) + "\n", encoding="utf-8")
