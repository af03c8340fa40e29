"""A deck's run with one build, and how those of two builds differ."""
import json
import os
import pathlib
import subprocess
from dataclasses import dataclass

import numpy

# Relative differences of solutions by rounding alone; solves magnify those of their numbers.
ROUNDING = {"double": 1e-8, "mixed": 1e-6, "float": 1e-2, "float-storage": 1e-2}
# Errors of two solutions are no larger than residuals times the condition of the matrix, which no deck tells.
TOLERANCES, TOLERANCES_OF_OTHER_COUNTS = 10.0, 1000.0
ERRATIC = ("bicgstab", "gcr", "gmres", "cr")


@dataclass
class Outcome:
    """`line`: what a run that was refused or died said. `report` and `solution` are None where there is none."""
    code: int
    line: str
    report: dict | None
    solution: numpy.ndarray | None


def program(build, name):
    """The path of a program in a build's folder, or in a folder with the programs; None if it has none."""
    return next((path for path in (build / "miniapp" / name, build / name) if os.access(path, os.X_OK) and path.is_file()), None)


def run(executable, place, device, seconds):
    """Runs place/deck.toml."""
    # Open MPI would start a daemon and look for networks, which one rank does not need.
    alone = {"OMPI_MCA_ess_singleton_isolated": "1", "OMPI_MCA_pml": "ob1", "OMPI_MCA_orte_tmpdir_base": str(place)}
    devices = {} if device is None else {"CUDA_VISIBLE_DEVICES": device, "HIP_VISIBLE_DEVICES": device}
    try:
        done = subprocess.run([executable, "deck.toml", "--report", "report.json"], cwd=place, text=True, capture_output=True,
                              check=False, timeout=seconds, env={**os.environ, **alone, **devices})
    except subprocess.TimeoutExpired:
        return Outcome(-1, f"ran for more than {seconds} s", None, None)
    lines = [line for line in done.stderr.splitlines() if ": not used" not in line]
    line = lines[-1] if lines else ""
    reports = [path for path in (place / "report.json", place / "report.unconverged.json") if path.exists()]
    if done.returncode not in (0, 1) or not reports:
        return Outcome(done.returncode, line, None, None)
    solution = place / "u.npy"
    return Outcome(done.returncode, line, json.loads(reports[0].read_text()), numpy.load(solution) if solution.exists() else None)


@dataclass
class Difference:
    what: str
    first: str
    second: str
    bound: str


def relative(a, b):
    """|| a - b || / || a ||"""
    if a.shape != b.shape or not (numpy.isfinite(a).all() and numpy.isfinite(b).all()):
        return float("inf")
    scale = numpy.abs(a).max() or 1.0
    return float(numpy.linalg.norm((a - b) / scale) / (numpy.linalg.norm(a / scale) or 1.0))


def most_apart(deck, count):
    """By how many iterations two builds may differ."""
    erratic = deck.settings.get("solver.method", "").startswith(ERRATIC) or deck.precision.startswith("float")
    return max(1, int((0.3 if erratic else 0.1) * count))


def differences(deck, a, b):
    """All that is not the same within its bound. Invalid runs of both builds are the same."""
    if a.code != b.code or a.report is None or b.report is None:
        if a.code == b.code == 2 and a.report is None and b.report is None:
            return [] if same_line(a.line, b.line) else [Difference("line", a.line, b.line, "the same")]
        same = a.code == b.code and a.code in (0, 1)
        return [] if same else [Difference("exit code", f"{a.code} {a.line}".strip(), f"{b.code} {b.line}".strip(), "the same")]
    if a.code == 1:
        return []
    found = [*counts(deck, a, b), *residuals(deck, a, b)]
    return found + (flows(deck, a, b) if "flow" in a.report else solutions(deck, a, b))


def same_line(a, b):
    """Programs may lie in folders of other names."""
    return a.split(": ", 1)[-1] == b.split(": ", 1)[-1]


def counts(deck, a, b):
    """Iterations of the solve, and of each time step of a sequence."""
    found = []
    for (where, one), (_, other) in zip(numbered(a.report), numbered(b.report)):
        most = most_apart(deck, one)
        if abs(one - other) > most:
            found.append(Difference(where, str(one), str(other), f"{most} apart"))
    return found


def numbered(report):
    """(name, count) of each."""
    steps = (report.get("sequence") or {}).get("steps", [])
    return [("iterations", report["solver"]["iterations"]), *((f"of step {n}", step["iterations"]) for n, step in enumerate(steps))]


def residuals(deck, a, b):
    """Each build's own check of its true residual."""
    found = []
    for check in a.report["verification"]["checks"]:
        other = next((c for c in b.report["verification"]["checks"] if c["name"] == check["name"]), None)
        if other is None:
            found.append(Difference(f"check {check['name']}", "there", "missing", "the same"))
        elif check["name"] == "true_residual" and other["value"] > check["bound"]:
            found.append(Difference("true residual", f"{check['value']:.3e}", f"{other['value']:.3e}", f"{check['bound']:.1e}"))
    return found


def solutions(deck, a, b):
    if a.solution is None or b.solution is None:
        return []
    same_count = a.report["solver"]["iterations"] == b.report["solver"]["iterations"]
    bound = ROUNDING[deck.precision] + deck.tolerance * (TOLERANCES if same_count else TOLERANCES_OF_OTHER_COUNTS)
    apart = relative(a.solution, b.solution)
    if apart <= bound:
        return []
    return [Difference("solution", "u", f"{apart:.2e} apart", f"{bound:.1e}")]


def flows(deck, a, b):
    """The flow behind its steps by a few numbers."""
    found = []
    for name, bound in (("steps", 0.0), ("time", 1e-3), ("kinetic_energy", 1e-3)):
        one, other = (x.report["flow"][name] for x in (a, b))
        bound = bound and bound + ROUNDING[deck.precision] + TOLERANCES * deck.tolerance
        if abs(one - other) > bound * max(abs(one), abs(other)):
            found.append(Difference(name.replace("_", " "), f"{one:.9g}", f"{other:.9g}", f"{bound:.1e} relative"))
    return found
