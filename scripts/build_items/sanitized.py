"""Small decks of the three programs for a sanitizer, and what it says of a run."""
import re
from dataclasses import dataclass, field

TOOLS = ("memcheck", "racecheck", "initcheck")
FOUND = 99  # the exit code with which a sanitizer says that it found something
SMALL = {"grid.nx": 48, "grid.ny": 32, "grid.nz": 16}
FEW = {"run.repeats": 1, "run.warmup": 0, "run.kernel_timings": False}
SHORT = {**SMALL, "time.most_steps": 2, "run.kernel_timings": False}
LEVELS = {"multigrid.levels": 3}
RANDOM = {"rhs.kind": "random", "verification.iteration_bound": 1000}


@dataclass(frozen=True)
class Case:
    name: str
    program: str
    deck: str  # below inputs/
    settings: dict = field(default_factory=dict)


def pressure(name, deck="small.toml", **settings):
    sizes = {**SMALL, "grid.ny": SMALL["grid.nx"]} if deck in ("sphere.toml", "ground.toml") else SMALL
    return Case(name, "isobar", deck, {**sizes, **FEW, **RANDOM, **{key.replace("__", "."): value for key, value in settings.items()}})


def flow(name, deck, settings=None):
    return Case(name, "isobar_flow", f"flow/{deck}.toml", {**SHORT, **(settings or {})})


def poisson(name, **settings):
    return Case(name, "isobar_flow", "flow/poisson.toml", {**SMALL, **FEW, **{f"solver.{key}": value for key, value in settings.items()}})


def fem(name, deck, levels=4, **settings):
    return Case(name, "isobar_fem", f"fem/{deck}.toml", {"mesh.levels": levels, **FEW, **{key.replace("__", "."): value for key, value in settings.items()}})


CASES = (
    pressure("multigrid", solver__method="multigrid", **{"multigrid.levels": 3}),
    pressure("multigrid-float", solver__method="multigrid", solver__precision="float", solver__tolerance=1e-3, **LEVELS),
    pressure("fastest", "fastest.toml", **LEVELS),
    pressure("tall", solver__method="multigrid", grid__nz=300, grid__nx=32, **LEVELS),
    pressure("red-black", solver__method="multigrid", multigrid__smoother="red-black", **LEVELS),
    pressure("cg-fused", solver__method="cg-fused"),
    pressure("cg-multigrid-mixed", solver__method="cg-multigrid", solver__precision="mixed", **LEVELS),
    pressure("bicgstab", "unsymmetric.toml", solver__method="bicgstab-multigrid", **LEVELS),
    pressure("modes", "modes.toml"),
    pressure("sphere", "sphere.toml", **LEVELS),
    pressure("latlon", "latlon.toml", **LEVELS),
    pressure("ground", "ground.toml", **LEVELS),
    poisson("poisson"),
    poisson("poisson-mixed", precision="mixed"),
    poisson("poisson-direct", method="direct"),
    flow("cavity", "cavity-re100"),
    flow("heated-cube", "heated-cube", {"time.most_steps": 2}),
    flow("cylinder", "cylinder", {"grid.ny": 1, "grid.nx": 110, "grid.nz": 20}),
    fem("fem-q1", "circle-q1"),
    fem("fem-q2", "circle-q2", levels=3),
    fem("fem-bands", "circle-q1", solver__matrix_format="bands", space__numbering="macro"),
    fem("fem-macro", "circle-q1", solver__matrix_format="macro", space__numbering="macro"),
    fem("fem-triangles", "triangles", levels=3),
)


def verdict(code, said):
    """(whether a run is clean, what a table says of it). `said`: all that it printed."""
    found = re.search(r"(?:ERROR|RACECHECK) SUMMARY: (\d+) (?:error|hazard)s?", said)
    if found is None:
        return False, f"exit code {code}, and no summary"
    if int(found[1]):
        return False, f"{found[1]} found"
    return (True, "clean") if code == 0 else (False, f"clean, but exit code {code}")
