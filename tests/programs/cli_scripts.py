"""scripts/compare and scripts/reproduce: what they make of reports, and how they refuse."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import unittest

from support_cli import DOCS, EXECUTABLE, INPUTS, SCRIPTS, ScriptTest


class Compare(ScriptTest):
    def report(self, name, **changes):
        """A report of a small run, with the solve's time or other settings changed."""
        report = self.solve(self.write_deck(nx=16, ny=16, nz=4), {"multigrid.levels": 2, **changes})
        return self.write(name, json.dumps(report)), report

    def rows(self, *files):
        """{label: the rest of the line} of the table that compare prints."""
        lines = self.script("compare", *files).splitlines()
        return {line.split("  ")[0]: line.split() for line in lines}

    def test_ratios_of_two_reports(self):
        path, report = self.report("a.json")
        report["timings"]["solve"]["median"] /= 4
        report["timings"]["kernels"][0]["seconds"] *= 2
        report["fom"]["value"] *= 4
        rows = self.rows(path, self.write("b.json", json.dumps(report)))
        kernel = report["timings"]["kernels"][0]
        self.assertEqual(rows["solve, ms"][-1], "4")
        self.assertEqual(rows["FOM, MDOF/s"][-1], "4")
        self.assertEqual(rows["iterations"][-1], "1")
        label = f"{kernel['kernel']}, level {kernel['level']}, ms"
        self.assertEqual(rows[label][-1], "0.5")

    def test_three_runs(self):
        path, report = self.report("a.json")
        files = [path]
        for name, factor in (("b.json", 2), ("c.json", 4)):
            report["timings"]["solve"]["median"] /= factor
            files.append(self.write(name, json.dumps(report)))
            report["timings"]["solve"]["median"] *= factor
        del report["timings"]["kernels"][0]
        report["solver"]["tolerance"] = 1e-3
        files.append(self.write("d.json", json.dumps(report)))
        said = self.script("compare", *files)
        self.assertIn(f"C  {files[2]}\n", said)
        self.assertIn("1e-05 and 0.001\n", said)
        rows = self.rows(*files)
        self.assertEqual(rows["solve, ms"][-3:], ["2", "4", "1"])
        self.assertEqual(sum(row[-1] == "-" for row in rows.values() if row), 1)  # the kernel that D has not

    def test_results_of_reproduce(self):
        files = [self.write(f"{n}.json", json.dumps(
            {"item": "x", "tables": [{"title": "t", "columns": ["n", "ms"], "rows": [["one", n]]}]}))
            for n in (1.5, 3.0, 6.0)]
        self.assertIn("1.5 -> 3 (2) -> 6 (4)", self.script("compare", *files))

    def test_a_reader_that_leaves_is_no_error(self):
        path, _ = self.report("a.json")
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([sys.executable, SCRIPTS / "compare", path, path], stdout=writer,
                              stderr=subprocess.PIPE, text=True, check=False)
        os.close(writer)
        self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, ""))

    def test_other_problems_are_named(self):
        a, _ = self.report("a.json")
        b, _ = self.report("b.json", **{"grid.nz": 5, "solver.precision": "float",
                                        "solver.tolerance": 1e-2})
        said = self.script("compare", a, b)
        self.assertIn("warning: grid.nz: 4 and 5\n", said)
        self.assertIn("warning: solver.precision: double and float\n", said)
        self.assertNotIn("warning", self.script("compare", a, a))

    def test_bad_input_gets_one_line(self):
        a, _ = self.report("a.json")
        for file, words in ((self.directory / "none.json", "No such file"),
                            (self.write("text.json", "text"), "not JSON"),
                            (self.write("list.json", "[]"), "neither a report"),
                            (self.write("part.json", '{"timings": {}, "solver": {}, "run": {}}'),
                             "run.parameters is missing")):
            said = self.script("compare", a, file, code=2)
            self.assertEqual(len(said.splitlines()), 1, said)
            self.assertIn(words, said)
        self.assertIn("expected two or more", self.script("compare", a, code=2))


class Reproduce(ScriptTest):
    def test_an_item_leaves_its_files(self):
        said = self.script("reproduce", "petascale-table3", "--isobar", EXECUTABLE, "--scale", 16,
                           "--size", 16, "--nz", 4, "--out", "out", "--repeats", 1,
                           "--markdown", "out/page.md")
        self.assertIn("larger than --size 16", said)
        result = json.loads((self.directory / "out" / "petascale-table3.json").read_text())
        rows = result["tables"][0]["rows"]
        self.assertEqual([row[:3] for row in rows],
                         [["cg", 8, 128], ["cg", 16, 256], ["multigrid", 16, 256]])
        self.assertEqual(rows[1][4], 7.5)
        text = (self.directory / "out" / "petascale-table3.txt").read_text()
        self.assertIn("table 3", text)
        self.assertRegex(text, r"skipped multigrid 8 x 8 x 4 1 rank: inputs/papers/.*levels")
        page = (self.directory / "out" / "page.md").read_text()
        self.assertIn("## petascale-table3\n", page)
        self.assertIn(text.strip().splitlines()[-1], page)

    def test_what_cannot_run_is_skipped(self):
        said = self.script("reproduce", "petascale-table4", "--isobar", EXECUTABLE, "--size", 8,
                           code=1)
        self.assertEqual(said, "")
        self.script("reproduce", "petascale-table4", "--isobar", "missing", code=1)

    def test_all_items_have_a_deck_that_the_program_reads(self):
        lines = self.script("reproduce", "all", "--dry-run", "--isobar", EXECUTABLE).splitlines()
        decks = {line.split()[1] for line in lines if line.startswith(f"   {EXECUTABLE} ")}
        self.assertGreaterEqual(len(decks), 9)
        for deck in decks:
            self.assertEqual(self.start(deck, "--dry-run", "--set", "grid.nx=64", "--set",
                                        "grid.ny=64").returncode, 0, deck)

    def test_bad_input_gets_one_line(self):
        for arguments, words in ((["no-item"], "--list names them"), ([], "no item given"),
                                 (["all", "--scale", "0"], "--scale 0: must be at least 1"),
                                 (["all", "--launcher", "x"], "must contain {ranks}")):
            said = self.script("reproduce", *arguments, code=2)
            self.assertEqual(len(said.splitlines()), 1, said)
            self.assertIn(words, said)


class Run(ScriptTest):
    """scripts/run beside stand-ins of apt, CMake and mpirun; the latter prints what it is called with."""

    MPIRUN = """#!/bin/sh
case "$*" in *--dry-run*) [ "$2" -le "$MOST_RANKS" ]; exit;; esac
echo "$*"
"""

    def setUp(self):
        super().setUp()
        for folder in ("scripts", "inputs"):
            shutil.copytree(SCRIPTS.parent / folder, self.directory / "top" / folder)
        (self.directory / "top" / "docs").mkdir()
        for page in DOCS.glob("*deck.md"):
            shutil.copy(page, self.directory / "top" / "docs")
        programs = {"dpkg-query": "#!/bin/sh\necho install ok installed\n", "apt-get": "#!/bin/sh\nexit 1\n",
                    "cmake": "#!/bin/sh\necho \"$*\" >>\"$CALLS\"\n", "mpirun": self.MPIRUN, "nproc": "#!/bin/sh\necho 6\n"}
        for name, text in programs.items():
            self.write(name, text).chmod(0o755)
        self.calls = self.directory / "calls"

    def run_script(self, *arguments, code=0, folder="top", most_ranks=64):
        settings = {name: value for name, value in os.environ.items() if not name.startswith("ISOBAR_")}
        done = subprocess.run(
            [self.directory / "top/scripts/run", *arguments], text=True, capture_output=True, check=False,
            cwd=self.directory / folder,
            env={**settings, "PATH": f"{self.directory}:{os.environ['PATH']}", "CALLS": str(self.calls),
                 "MOST_RANKS": str(most_ranks)})
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.help = done.stdout
        return done.stderr if code else done.stdout.splitlines()[-1]

    def test_help_builds_nothing(self):
        for words in (["--help"], ["-h"]):
            self.run_script(*words)
            self.assertIn("--class S|M|L|XL|fill=SHARE", self.help)
        self.run_script("none.toml", code=2)
        self.assertFalse(self.calls.exists())
        self.assertFalse((self.directory / "top/build").exists())

    def test_the_deck_says_which_program(self):
        decks = {"isobar": [*INPUTS.glob("*.toml")], "isobar_fem": [*(INPUTS / "fem").glob("*.toml")],
                 "isobar_flow": [*(INPUTS / "flow").glob("*.toml")]}
        for program, paths in decks.items():
            for path in paths:
                self.assertRegex(self.run_script(f"inputs/{path.relative_to(INPUTS)}"), rf"miniapp/{program} inputs/")

    def test_decks_and_arguments(self):
        self.assertRegex(self.run_script("--set", "grid.nx=64"),
                         r"^-np 6 \S+/miniapp/isobar inputs/quickstart.toml --set grid.nx=64$")
        self.write("own.toml", "[mesh]\nsource = \"square\"\n")
        self.assertRegex(self.run_script("own.toml", folder="."), rf"/isobar_fem {self.directory}/own.toml$")
        self.assertIn("--target isobar_fem\n", self.calls.read_text())
        self.assertRegex(self.run_script("inputs/flat.toml", folder="."), r"/isobar \S+/top/inputs/flat.toml$")

    def test_classes(self):
        """Without a deck, and with one that says how to solve, from wherever it is called."""
        for words in (["--class", "S"], ["--class=S"], ["--class", "M", "--algorithm", "reference"],
                      ["--report", "r.json", "--class", "fill=0.5", "--set", "run.repeats=9"]):
            self.assertTrue(self.run_script(*words).endswith(f"/miniapp/isobar {' '.join(words)}"))
        self.write("mine.toml", "[solver]\nmethod = \"cg-fused\"\n")
        self.assertRegex(self.run_script("mine.toml", "--class", "S", folder="."),
                         rf"/miniapp/isobar {self.directory}/mine.toml --class S$")
        self.assertRegex(self.run_script("--class", "S", "mine.toml", folder="."), r"/miniapp/isobar --class S mine.toml$")
        self.run_script("none.toml", "--class", "S", code=2)
        self.assertEqual(set(re.findall(r"--target (.+)$", self.calls.read_text(), re.M)), {"isobar"})

    def test_a_class_needs_the_commit(self):
        """git is installed for it, where there is a history."""
        self.write("dpkg-query", "#!/bin/sh\ncase \"$*\" in *git) ;; *) echo install ok installed;; esac\n")
        self.run_script("--class", "S")
        (self.directory / "top/.git").mkdir()
        self.run_script()
        self.assertIn("missing packages: git", self.run_script("--class", "S", code=3))

    def test_the_program_says_on_how_many_ranks_a_class_fits(self):
        for words in (["--class", "S"], ["inputs/quickstart.toml", "--class", "S"]):
            for most, ranks in ((64, 6), (4, 4), (0, 1)):
                self.assertIn(f"-np {ranks} ", self.run_script(*words, most_ranks=most))

    def test_as_many_ranks_as_fit(self):
        for most, ranks in ((64, 6), (4, 4), (0, 1)):
            self.assertIn(f"-np {ranks} ", self.run_script("inputs/flat.toml", most_ranks=most))


if __name__ == "__main__":
    unittest.main()
