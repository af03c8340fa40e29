"""scripts/compare_builds and scripts/sanitize: the same build twice, builds that differ, devices, and a stand-in of the sanitizer."""

import os
import pathlib
import re
import stat
import subprocess
import sys
import unittest

from support_cli import EXECUTABLE, SCRIPTS, CommandLineTest

PROGRAMS = ("isobar", "isobar_flow", "isobar_fem")
BUILD = pathlib.Path(EXECUTABLE).parent
KINDS = ("panel", "general", "updates", "latlon", "sphere", "poisson", "flow", "fem")


class BuildsTest(CommandLineTest):
    def run_script(self, name, *arguments, code=0, path=os.environ["PATH"]):
        """Standard output, or standard error of bad input."""
        done = subprocess.run([sys.executable, SCRIPTS / name, *map(str, arguments)], text=True, capture_output=True, check=False,
                              cwd=self.directory, env={**os.environ, "PATH": path})
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stderr if code > 1 else done.stdout

    def stand_in(self, folder, name, text):
        """An executable script."""
        path = self.directory / folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path.parent

    def build(self, folder, text):
        """A build whose programs do this before they run."""
        for name in PROGRAMS:
            self.stand_in(folder, name, f'{text}\nexec {BUILD / name} "$@"')
        return self.directory / folder


class Builds(BuildsTest):
    def compare(self, second, *arguments, code=0):
        return self.run_script("compare_builds", "--first", BUILD, "--second", second, *arguments, code=code)

    def test_one_build_is_itself_on_all_devices(self):
        other = self.build("other", 'case "$CUDA_VISIBLE_DEVICES" in 4|7) ;; *) exit 9 ;; esac')
        said = self.compare(other, "--decks", len(KINDS), "--jobs", 2, "--devices", "4,7")
        self.assertRegex(said, r"\n8 decks \(.*\d valid\): 0 differ\n$")

    def test_a_build_that_solves_less_well(self):
        loose = self.build("loose", "sed -i 's/^tolerance = .*/tolerance = 0.03/' deck.toml")
        said = self.compare(loose, "--kind", "general", "--decks", 2, "--keep", "kept", code=1)
        self.assertRegex(said, r"general +1 +iterations ")
        self.assertRegex(said, r"general +1 +true residual ")
        self.assertRegex(said, r"general +1 +solution ")
        again, = re.findall(r"^again: scripts/compare_builds (.* --kind general --seed 1)$", said, re.MULTILINE)
        self.assertIn("1 decks (1 valid): 1 differ", self.run_script("compare_builds", *again.split(), code=1))
        self.assertTrue((self.directory / "kept/general-1/second/deck.toml").exists())

    def test_builds_that_end_otherwise(self):
        for text, says in (("kill -9 $$", r"exit code +0 +-9"), ("echo refused >&2; exit 2", r"exit code +0 +2 refused")):
            self.assertRegex(self.compare(self.build("dies", text), "--kind", "poisson", "--seed", 0, code=1), says)
        slow = self.build("slow", "sleep 30")
        self.assertIn("ran for more than 1 s", self.compare(slow, "--kind", "poisson", "--seed", 0, "--seconds", 1, code=1))

    def test_bad_arguments(self):
        for arguments, line in ((["--jobs", 0], "--jobs 0: must be at least 1"), (["--seed", 3], "--seed 3: must be at least 0, with --kind"),
                                (["--devices", "a"], "--devices a: must be numbers"), (["--kind", "plane"], "invalid choice: 'plane'")):
            self.assertIn(line, self.compare(BUILD, *arguments, code=2))
        self.assertIn("has no isobar", self.compare(self.directory, code=2))

    def test_only_programs_of_the_kinds_are_needed(self):
        alone = self.stand_in("alone", "isobar", f'exec {BUILD / "isobar"} "$@"')
        self.assertIn("1 decks (1 valid): 0 differ", self.compare(alone, "--kind", "general", "--seed", 1))
        self.assertIn("has no isobar_flow", self.compare(alone, "--kind", "general", "--kind", "flow", "--seed", 1, code=2))


class Sanitizer(BuildsTest):
    # Drops its own options, runs the program, and says what a sanitizer says.
    TEXT = 'while [ "${{1#--}}" != "$1" ]; do tool="$tool $1 $2"; shift 2; done\n"$@"; code=$?\n{}\nexit $code'
    CASES = ("--case", "cg-fused", "--case", "poisson", "--case", "fem-q1")

    def sanitize(self, says, *arguments, code=0, more=""):
        folder = self.stand_in("bin", "compute-sanitizer", self.TEXT.format(says).replace('"$@"', f'"$@" {more}'))
        return self.run_script("sanitize", "--build", BUILD, *arguments, code=code, path=f"{folder}:{os.environ['PATH']}")

    def test_all_is_clean(self):
        said = self.sanitize('case "$tool" in *racecheck*) echo "= RACECHECK SUMMARY: 0 hazards displayed (0 errors)" ;;\n'
                             '*) echo "= ERROR SUMMARY: 0 errors" ;; esac', *self.CASES, "--tool", "memcheck", "--tool", "racecheck")
        self.assertEqual(len(re.findall(r"^\S+ +\w+ +clean$", said, re.MULTILINE)), 6)
        self.assertIn("6 runs, 0 not clean", said)
        self.assertEqual([path.name for path in self.directory.iterdir() if path.is_file()], [])
        self.assertIn("RESULT: VALID", (self.directory / "sanitized/poisson-memcheck.txt").read_text())

    def test_what_is_found(self):
        said = self.sanitize('echo "= ERROR SUMMARY: 3 errors"; code=99', *self.CASES[:2], "--tool", "initcheck", code=1)
        self.assertRegex(said, r"cg-fused +initcheck +3 found\n1 runs, 1 not clean")
        said = self.sanitize("code=134", *self.CASES[:2], "--tool", "initcheck", code=1)
        self.assertIn("exit code 134, and no summary", said)

    def test_every_deck_runs(self):
        """With the programs alone, and with no more than a dry run."""
        said = self.sanitize('echo "= ERROR SUMMARY: 0 errors"', "--tool", "memcheck", more="--dry-run")
        self.assertIn("23 runs, 0 not clean", said)

    def test_without_the_tool(self):
        empty = self.directory / "empty"
        empty.mkdir()
        line = self.run_script("sanitize", "--build", BUILD, code=3, path=empty)
        self.assertEqual(line, "sanitize: compute-sanitizer is not in PATH; it comes with CUDA, in bin\n")
        self.assertIn("has no isobar", self.run_script("sanitize", "--build", empty, code=2))


if __name__ == "__main__":
    unittest.main()
