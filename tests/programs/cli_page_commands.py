"""Commands of the pages: the programs take each, and those of docs/reproducing.md give a valid result."""

import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(os.environ["ISOBAR_SOURCE_DIR"])
PROGRAMS = {name: os.environ[f"{name.upper()}_EXECUTABLE"] for name in ("isobar", "isobar_flow", "isobar_fem")}
MADE = ("ranking.md", "tables-cpu.md", "tables-h200.md")  # by commands that write these pages
COMMAND = re.compile(r"(?:[A-Z_]+=\S+ )*(?:mpirun (?:-np?) \d+ )?(?:build/\S+/)?(?:isobar|isobar_flow|isobar_fem) \S*(?:\.toml|--)")
# Words that stand for others: DECK.toml, N, values "...", and files that the reader has.
STANDS_FOR_OTHERS = re.compile(r"\.\.\.|\b[A-Z]{2,}\.toml|[ =]\{?[A-Z]+\}?\b(?!-)|[ =](?:mine|deck)\.toml|=(?:beta|heights)\.npy|decades-N|restart_from=|&&|[|]")
CLASS = re.compile(r"--class (?:sphere-)?(?:S|M|L|XL)\b")
LARGE = re.compile(r"quickstart|papers/single-gpu")  # seconds on a core


def commands_of(page):
    """(line, command) of each command of a program, in a block or between backticks. The page's NAME="words" are put in."""
    text = page.read_text(encoding="utf-8")
    names, begun = dict(re.findall(r'\b([A-Z]+)="([^"]+)"', text)), ""
    for number, line in enumerate(text.split("\n"), 1):
        found = [line.strip()] if line.startswith("    ") else re.findall(r"`([^`]+)`", line)
        for command in [begun + found[0]] if begun and found else found:
            begun = ""
            command = re.split(r"\s+#| > |; ", command.removeprefix("$ "))[0]
            for name, words in names.items():
                command = command.replace(f"${name}", words)
            if command.endswith("\\"):
                begun = command[:-1]
            elif COMMAND.match(command) and not STANDS_FOR_OTHERS.search(CLASS.sub("", command)):
                yield number, command


class Commands(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in ("inputs", "docs", "scripts"):
            (self.folder / name).symlink_to(TOP / name)

    def run_command(self, command, *more):
        """A command with the build's programs, on one rank where it names several: the result is the same."""
        words = [word for word in shlex.split(command) if not re.match(r"[A-Z_]+=", word)]
        while pathlib.PurePath(words[0]).name not in PROGRAMS:
            words.pop(0)
        words[0] = PROGRAMS[pathlib.PurePath(words[0]).name]
        return subprocess.run([*words, *more], cwd=self.folder, text=True, capture_output=True, check=False)

    def test_the_programs_take_them(self):
        """By a dry run, which reads the deck and checks all keys. A machine may be too small for a grid."""
        count = 0
        for page in [TOP / "README.md", *sorted((TOP / "docs").glob("*.md"))]:
            for line, command in commands_of(page) if page.name not in MADE else ():
                count += 1
                with self.subTest(page=page.name, line=line, command=command):
                    done = self.run_command(command, "--dry-run")
                    self.assertIn(done.returncode, (0, 3), done.stderr)
        self.assertGreater(count, 50)

    def test_those_of_the_papers_are_valid(self):
        count = 0
        for line, command in commands_of(TOP / "docs/reproducing.md"):
            if LARGE.search(command):
                continue
            count += 1
            with self.subTest(line=line, command=command):
                done = self.run_command(command)
                self.assertEqual(done.returncode, 0, done.stdout[-500:] + done.stderr)
                self.assertIn("RESULT: VALID", done.stdout)
        self.assertGreater(count, 15)


if __name__ == "__main__":
    unittest.main()
