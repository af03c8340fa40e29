"""Base of the tests of the command line: running `isobar`, writing decks, reading reports.

CMakeLists.txt passes the paths in the environment (isobar_cli_test).
"""

import concurrent.futures
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import jsonschema
import numpy

EXECUTABLE = os.environ["ISOBAR_EXECUTABLE"]
FLOW_EXECUTABLE = os.environ["ISOBAR_FLOW_EXECUTABLE"]
FEM_EXECUTABLE = os.environ["ISOBAR_FEM_EXECUTABLE"]
INPUTS = pathlib.Path(os.environ["ISOBAR_INPUTS_DIR"])
SCRIPTS = pathlib.Path(os.environ["ISOBAR_SOURCE_DIR"]) / "scripts"
DOCS = pathlib.Path(os.environ["ISOBAR_DOCS_DIR"])
SANITIZED = bool(os.environ.get("ISOBAR_SANITIZE"))
MULTIGRID = ("multigrid", "cg-multigrid", "bicgstab-multigrid", "gcr-multigrid", "gmres-multigrid", "cr-multigrid")
METHODS = MULTIGRID + ("cg-fused", "cg-standard", "bicgstab", "cg-sor", "gcr", "gmres", "cr")
MODES = ("modes", "cg-modes", "bicgstab-modes", "gcr-modes", "gmres-modes", "cr-modes")
STORED_MULTIGRID = ("multigrid-csr", "multigrid-ell")
STORED = ("cg-csr",) + STORED_MULTIGRID  # the rivals on stored matrices
PATIENCE = 300  # seconds until a run counts as hanging; a loaded machine is slow

SCHEMA = json.loads((DOCS / "report.schema.json").read_text())
FLOW_SCHEMA = json.loads((DOCS / "flow-report.schema.json").read_text())
FEM_SCHEMA = json.loads((DOCS / "fem-report.schema.json").read_text())


def validate(report, schema):
    """The schema of one program's reports refers to that of the other's."""
    resolver = jsonschema.RefResolver(f"{DOCS.as_uri()}/", schema)
    jsonschema.Draft202012Validator(schema, resolver=resolver).validate(report)


def command(*arguments, ranks=None, executable=EXECUTABLE):
    """The command line; without `ranks` the executable is started directly."""
    launcher = []
    if ranks is not None:
        launcher = [os.environ["ISOBAR_MPIEXEC"], os.environ["ISOBAR_MPIEXEC_NUMPROC_FLAG"], ranks]
    return [str(word) for word in (*launcher, executable, *arguments)]


def environment(ranks, directory):
    """Open MPI 4 would start a daemon and look for networks; a rank alone needs neither. Ranks
    alone would share a directory below /tmp, which the first to end removes under the others.
    """
    alone = {"OMPI_MCA_ess_singleton_isolated": "1", "OMPI_MCA_pml": "ob1",
             "OMPI_MCA_orte_tmpdir_base": str(directory)}
    return {**os.environ, **(alone if ranks is None else {})}


def options(settings):
    """{"grid.nx": 8} as --set grid.nx=8; lists as the deck writes them, without spaces."""
    words = []
    for key, value in settings.items():
        if isinstance(value, (bool, list)):
            value = json.dumps(value, separators=(",", ":"))
        words += ["--set", f"{key}={value}"]
    return words


def memory_directory():
    """A directory in memory, for tests of many runs: a disk has to be waited for at every file.
    Nothing where there is none."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def own_lines(text):
    """The lines that a program of ours wrote; launchers add remarks when an exit code is not 0."""
    return [line for line in text.splitlines() if re.match("isobar(_[a-z]+)?: ", line)]


class CommandLineTest(unittest.TestCase):
    """A test in an empty directory of its own, below `base` or where temporary files go."""

    base = None
    executable = EXECUTABLE
    schema = SCHEMA

    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="isobar-cli-", dir=self.base))
        self.addCleanup(shutil.rmtree, self.directory)

    def write(self, name, text):
        path = self.directory / name
        path.write_text(text)
        return path

    def write_deck(self, nx=32, ny=32, nz=16, more=""):
        """A small deck; `more` are lines of TOML behind it."""
        return self.write("deck.toml", f"[grid]\nnx = {nx}\nny = {ny}\nnz = {nz}\n{more}")

    def save(self, name, array):
        path = self.directory / name
        numpy.save(path, array)
        return path

    def start(self, *arguments, ranks=None):
        return subprocess.run(command(*arguments, ranks=ranks, executable=self.executable),
                              cwd=self.directory, text=True, capture_output=True,
                              timeout=PATIENCE, check=False,
                              env=environment(ranks, self.directory))

    def defaults(self, settings):
        """The settings with defaults for tests of many runs."""
        settings = {"run.repeats": 1, "run.warmup": 0, **settings}
        if settings.get("solver.method", "multigrid") in MULTIGRID + STORED_MULTIGRID:
            settings.setdefault("multigrid.levels", 3)
        return settings

    def solve(self, deck, settings=None, ranks=None, code=0, more=()):
        """Runs a deck, checks exit code and report; returns the report, with screen and stderr."""
        path = self.directory / "report.json"
        beside = self.directory / "report.unconverged.json"
        for old in (path, beside):
            old.unlink(missing_ok=True)
        settings = self.defaults(settings or {})
        done = self.start(deck, *options(settings), "--report", path, *more, ranks=ranks)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertNotEqual(path.exists(), beside.exists(), "one report, in one of two places")
        report = json.loads((path if path.exists() else beside).read_text())
        self.assertEqual(path.exists(), self.is_good(report))
        validate(report, self.schema)
        self.check_verdict(done.stdout, report, code)
        return {**report, "screen": done.stdout, "stderr": done.stderr}

    @staticmethod
    def is_good(report):
        """Whether files take the names that were given."""
        return reached_tolerance(report)

    def check_verdict(self, screen, report, code):
        """The last lines of the screen, the exit code and the report say the same."""
        lines = screen.splitlines()
        verification, fom = report["verification"], report["fom"]
        is_verified = report["run"]["parameters"]["verification"]["enabled"]
        self.assertEqual(verification["valid"], code == 0 and is_verified)
        if code == 0 and not is_verified:
            self.assertEqual(lines[-1], "RESULT: UNVERIFIED (verification is switched off)")
            self.assertIsNone(fom["value"])
            self.assertEqual([check["name"] for check in verification["checks"] if not check["passed"]], ["verification"])
        elif code == 0:
            self.assertEqual(lines[-2], "RESULT: VALID")
            self.assertEqual(lines[-1], f"FOM: {fom['value']:.3f} {fom['unit']}")
            self.assertTrue(all(check["passed"] for check in verification["checks"]))
        else:
            self.assertEqual(lines[-1], f"RESULT: INVALID ({verification['reason']})")
            self.assertNotIn("FOM", screen)
            self.assertIsNone(fom["value"])

    def check_all(self, check, seeds, least_valid):
        """check(seed) says whether a run is valid; at least this part of them has to be."""
        valid = 0
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for seed, future in [(s, pool.submit(check, s)) for s in range(seeds)]:
                with self.subTest(deck=seed):
                    valid += future.result()
        print(f"{valid} of {seeds} runs are valid", file=sys.stderr)
        self.assertGreaterEqual(valid, math.ceil(least_valid * seeds))

    def check_absolute_tolerance(self, deck, settings, share=1e-3):
        """A solve to an absolute tolerance that is `share` of the right-hand side's norm is one to that relative tolerance."""
        first = self.solve(deck, {**settings, "solver.tolerance": share})["solver"]
        norm = first["residual_history"][0]
        report = self.solve(deck, {**settings, "solver.tolerance": 1e-30, "solver.absolute_tolerance": share * norm})
        self.assertEqual(report["solver"]["iterations"], first["iterations"])
        self.assertLessEqual(true_residual(report), 1.000001 * share)

    def refuse(self, *arguments, says, ranks=None, code=2):
        """A run that must end with this code and one line; `says` are words of it. Returns the line."""
        done = self.start(*arguments, ranks=ranks)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        lines = own_lines(done.stderr) if ranks else done.stderr.splitlines()
        self.assertEqual(len(lines), 1, done.stderr)
        name = pathlib.Path(self.executable).name
        self.assertRegex(lines[0], rf"^{name}: (?!isobar(_[a-z]+)?: )")
        for words in [says] if isinstance(says, str) else says:
            self.assertIn(words, lines[0])
        self.assertNotIn("RESULT", done.stdout)
        return lines[0]


class FlowTest(CommandLineTest):
    """A test of isobar_flow."""

    executable = FLOW_EXECUTABLE
    schema = FLOW_SCHEMA

    def write_deck(self, nx=16, ny=12, nz=8, more=""):
        """A small deck of the Poisson equation; `more` are lines of TOML behind it."""
        return self.write("deck.toml", f"[problem]\nkind = \"poisson\"\n[grid]\nnx = {nx}\n"
                                       f"ny = {ny}\nnz = {nz}\n{more}"
                                       "[run]\nrepeats = 1\nwarmup = 0\n")

    def defaults(self, settings):
        return settings

    @staticmethod
    def is_good(report):
        if report["problem"]["kind"] == "poisson":
            return reached_tolerance(report)
        return report["flow"]["ended_by"] not in ("interrupted", "not finite", "unstable")


class FemTest(CommandLineTest):
    """A test of isobar_fem."""

    executable = FEM_EXECUTABLE
    schema = FEM_SCHEMA

    def defaults(self, settings):
        return {"run.repeats": 2, "run.warmup": 0, **settings}


class ScriptTest(CommandLineTest):
    """A test of a program below scripts/."""

    def script(self, name, *arguments, code=0):
        """Runs a script and returns its standard output; its standard error if another exit code than 0 is expected."""
        done = subprocess.run([sys.executable, SCRIPTS / name, *map(str, arguments)], text=True,
                              capture_output=True, check=False, cwd=self.directory)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stderr if code else done.stdout


def reached_tolerance(report):
    """Converged to the end; where the true residual was taken, it is small enough."""
    checks = {check["name"]: check for check in report["verification"]["checks"]}
    return (report["solver"]["converged"] and report["verification"]["reason"] != "interrupted"
            and checks.get("true_residual", {"passed": True})["passed"])


def true_residual(report):
    """As the report's own check found it."""
    checks = {check["name"]: check for check in report["verification"]["checks"]}
    return checks["true_residual"]["value"]


def exact_unknowns(screen):
    return int(re.search(r"= (\d+) unknowns", screen).group(1))
