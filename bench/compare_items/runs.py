"""What comparisons with other solvers share: a command on all ranks, and a number of a report."""
import os
import subprocess
import sys


def launch(mpirun, ranks, command):
    """Runs a command on all ranks and returns what it printed, which is shown if it fails."""
    environment = dict(os.environ)
    if os.geteuid() == 0:  # Open MPI refuses root otherwise
        environment.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    line = mpirun.split() + ["-n", str(ranks)] + [str(c) for c in command]
    done = subprocess.run(line, env=environment, text=True, capture_output=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(line)}\nended with exit code {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def value(report, path, file):
    """report["a"]["b"] for "a.b", or an end with the missing key's name."""
    for key in path.split("."):
        if not isinstance(report, dict) or key not in report:
            sys.exit(f"{file}: no key {path} in isobar's report; is this program too old or new?")
        report = report[key]
    return report


def true_residual(report):
    """The true relative residual that the verification found; None if it is not told."""
    checks = report.get("verification", {}).get("checks", [])
    return next((c["value"] for c in checks if c["name"] == "true_residual"), None)
