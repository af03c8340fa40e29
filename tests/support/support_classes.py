"""Reports and names that the tests of problem classes share."""
import functools
import json
import pathlib
import subprocess
import tempfile

from support_cli import EXECUTABLE, CommandLineTest, command, environment, validate


@functools.cache
def written(*words):
    """The text of the report of a run with these words behind --class."""
    with tempfile.TemporaryDirectory(prefix="isobar-class-") as directory:
        path = pathlib.Path(directory) / "report.json"
        done = subprocess.run(command("--class", *words, "--report", path), cwd=directory, text=True, capture_output=True,
                              check=False, env=environment(None, directory))
        if not path.exists():
            raise AssertionError(done.stdout + done.stderr)
        return path.read_text()


def stamped(*words):
    """Such a report as a build from a clean commit would have written it; without words of the smallest class that there is."""
    report = json.loads(written(*(words or ("fill=0.0001",))))
    benchmark = report["benchmark"]
    benchmark |= {"official": True, "departures": [], "commit": "0123456789ab" + "c" * 28, "changed_files": 0,
                  "figure": f"FOM({benchmark['class']}, {benchmark['algorithm']})"}
    return report


def official(*words):
    """The same without what older reports have not: figures of smaller sizes, and energy."""
    report = stamped(*words)
    report.pop("energy", None)
    for key in ("sizes", "devices", "nodes"):
        report["benchmark"].pop(key, None)
    return report


# Entries that a report may also have: figures of the class's smaller sizes, and energy.
SECONDS = {"repeat": 0.5, "setup": 0.1, "update": 0.001, "solve": 0.09}
SIZES = [{"columns": 64, "unknowns": 524288, "valid": True, "reason": None, "repeats": 8, "iterations": 3, "true_residual": 1e-6,
          "seconds": SECONDS, "mdof_s": {"in_all": 12.0, "per_node": 6.0, "per_device": 3.0}},
         {"columns": 32, "unknowns": 131072, "valid": None, "reason": "too few columns", "repeats": 0, "iterations": None,
          "true_residual": None, "seconds": None, "mdof_s": None},
         {"columns": 16, "unknowns": 32768, "valid": False, "reason": "not converged", "repeats": 8, "iterations": 99,
          "true_residual": 1e-3, "seconds": SECONDS, "mdof_s": None}]
ENERGY = {"reason": None, "source": "NVML", "devices": 4, "solves": 9, "seconds": 2.0, "joules": 27.0, "joules_per_solve": 3.25,
          "microjoules_per_unknown": 6.2, "watts": 13.5}



def with_sizes(report):
    report["benchmark"] |= {"sizes": SIZES, "devices": 4, "nodes": 2}
    return report | {"energy": ENERGY}


class ClassTest(CommandLineTest):
    """Runs of classes."""

    def run_class(self, *arguments, name="S", ranks=None, variables=None, executable=EXECUTABLE):
        """(report, screen) of a run that ended with 0 or 1, (None, line) of one that was refused."""
        path, beside = (self.directory / f"report{more}.json" for more in ("", ".unconverged"))
        for old in (path, beside):
            old.unlink(missing_ok=True)
        words = ("--class", name, "--report", path, *arguments)
        done = subprocess.run(command(*words, ranks=ranks, executable=executable),
                              cwd=self.directory, text=True, capture_output=True, timeout=300,
                              check=False,
                              env={**environment(ranks, self.directory), **(variables or {})})
        if done.returncode not in (0, 1):
            return None, done.stderr
        report = json.loads((path if path.exists() else beside).read_text())
        validate(report, self.schema)
        return report, done.stdout

    @staticmethod
    def departures(report):
        """{key: (found, wanted)} of all but the build's, which a tree that is being worked on has."""
        return {d["key"]: (d["found"], d["wanted"]) for d in report["benchmark"]["departures"]
                if d["key"] not in ("build commit", "build changed files")}
