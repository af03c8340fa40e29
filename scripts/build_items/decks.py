"""Random decks of all programs by kind and seed: those of the tests, and some that tests draw in other ways."""
import json
import pathlib
import sys
import tomllib
from dataclasses import dataclass, field

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests/support"))
import support_decks  # noqa: E402
import support_fem_decks  # noqa: E402
import support_flow_decks  # noqa: E402
from support_decks import Draw  # noqa: E402

MOST_STEPS = 20  # of a flow
ONCE = {"run.repeats": 1, "run.warmup": 0, "run.kernel_timings": False}
OUTPUT = {"output.solution": "u.npy", "output.unconverged": "replace"}


@dataclass
class Deck:
    """A deck with the files beside it: arrays or text by name."""
    program: str
    settings: dict
    files: dict = field(default_factory=dict)

    def write(self, place):
        place.mkdir(parents=True)
        for name, content in self.files.items():
            if isinstance(content, str):
                (place / name).write_text(content)
            else:
                numpy.save(place / name, content)
        (place / "deck.toml").write_text(toml(self.settings))

    @property
    def tolerance(self):
        return self.settings.get("solver.tolerance", 1e-5)

    @property
    def precision(self):
        return self.settings.get("solver.precision", "double")


def toml(settings):
    """Keys by section. A value in JSON is one in TOML."""
    sections = {}
    for key, value in settings.items():
        section, _, name = key.partition(".")
        sections.setdefault(section, []).append(f"{name} = {json.dumps(value)}\n")
    return "".join(f"[{section}]\n{''.join(lines)}" for section, lines in sections.items())


def flat(text):
    return {f"{section}.{name}": value for section, keys in tomllib.loads(text).items() for name, value in keys.items()}


def pressure(settings, f=None, more=None):
    files = dict(more or {})
    if f is not None:
        settings = {**settings, "rhs.file": "f.npy"}
        files["f.npy"] = f
    if settings["solver.method"] == "auto":  # which a clock would decide
        settings = {**settings, "solver.method": "multigrid"}
    return Deck("isobar", {**settings, **ONCE, **OUTPUT}, files)


def panel(seed):
    return pressure(*support_decks.random_deck(seed))


def first_with(seed, fits):
    """The first random deck that fits, of those that this seed alone has."""
    return next(deck for n in range(1000) if fits(deck := support_decks.random_deck(1000 * (seed + 1) + n)[0]))


def without_file(settings):
    return {**settings, "rhs.kind": "random", "rhs.seed": 1} if settings["rhs.kind"] == "file" else settings


def sphere(seed):
    found = without_file(first_with(seed, support_decks.has_nine_points))
    return pressure(found if found["grid.domain"] == "sphere" else support_decks.on_sphere(found))


def latlon(seed):
    draw = Draw([seed, 51])
    found = without_file(first_with(seed, lambda deck: deck["grid.domain"] == "flat"))
    north = round(draw.number(20.0, 80.0), 1)
    return pressure({**found, "grid.domain": "latlon", "grid.longitude": [0.0, round(draw.number(30.0, 300.0), 1)],
                     "grid.latitude": [-north, north]})


def updates(seed):
    """Three time steps, whose physics and right-hand sides differ."""
    draw = Draw([seed, 52])
    found = without_file(first_with(seed, lambda deck: deck["solver.method"] not in ("auto", "cg-csr", "multigrid-csr", "multigrid-ell")))
    deck = pressure({**found, "sequence.steps": 3, "sequence.time_step_factors": [1.0, draw.number(0.7, 1.3)],
                     "sequence.sound_speed_factors": [1.0, draw.number(0.9, 1.1), draw.number(0.9, 1.1)]})
    deck.settings["run.repeats"] = 3  # each verifies another step
    del deck.settings["output.solution"]  # each step has one
    return deck


def general(seed):
    """Coefficients that are a number a cell, with and without convection, by levels of products and of cells."""
    draw = Draw([seed, 53])
    nx, ny, nz = draw.integer(4, 24), draw.integer(4, 24), draw.integer(2, 16)
    decades = draw.one_of(0.1, 0.5, 1.0, 2.0)
    alpha = 10.0 ** draw.random.uniform(-decades / 2, decades / 2, (ny, nx, nz))
    convection = draw.chance(0.3)
    levels = draw.one_of("product", "cells")
    methods = ["gcr", "gmres", "bicgstab"] if convection else ["cg", "cg", "cr", "gcr", "gmres", "bicgstab"]
    inside = "-multigrid" if levels == "cells" else draw.one_of("-multigrid", "-modes")
    settings = {"grid.nx": nx, "grid.ny": ny, "grid.nz": nz, "grid.domain": draw.one_of("panel", "flat"), "rhs.kind": "random",
                "coefficients.alpha_h_cells": "alpha.npy", "solver.method": draw.one_of(*methods) + inside,
                "solver.max_iterations": 400, "solver.precision": draw.one_of("double", "double", "float")}
    settings["solver.tolerance"] = draw.scale(1e-9, 1e-4) if settings["solver.precision"] == "double" else draw.scale(2e-3, 2e-2)
    if draw.chance(0.5):
        settings["coefficients.alpha_v_cells"] = "alpha.npy"
    if convection:
        settings |= {"coefficients.xi_x_profile": draw.number(-3.0, 3.0), "coefficients.xi_z_profile": draw.number(-0.3, 0.3)}
    if inside == "-multigrid":
        settings |= {"multigrid.coefficients": levels, "multigrid.levels": draw.integer(1, 3)}
    return pressure(settings, more={"alpha.npy": alpha})


def poisson(seed):
    settings, _, f, _ = support_flow_decks.poisson_deck(seed)
    if settings["rhs.kind"] == "file":
        settings["rhs.file"] = "f.npy"
    return Deck("isobar_flow", {"problem.kind": "poisson", **settings, **ONCE, **OUTPUT}, {"f.npy": f})


def flow(seed):
    """A third has a block in it, and a force."""
    settings, _, steps, _ = support_flow_decks.flow_deck(seed)
    draw = Draw([seed, 54])
    if draw.chance(0.33):
        x, y, z = settings["grid.length"]
        settings |= {"obstacles.boxes": [[0.3 * x, 0.3 * y, 0.3 * z, 0.6 * x, 0.7 * y, 0.7 * z]],
                     "flow.force": [round(draw.number(-1.0, 1.0), 2), 0.0, 0.0]}
    return Deck("isobar_flow", {**settings, "time.most_steps": min(steps, MOST_STEPS), "run.kernel_timings": False})


def fem(seed):
    """Some have a fault, and builds refuse them with one line."""
    case = support_fem_decks.random_case(seed)
    return Deck("isobar_fem", {**flat(case.deck()), **case.settings, **ONCE, **OUTPUT}, {"mesh.msh": case.text})


KINDS = {"panel": panel, "general": general, "updates": updates, "latlon": latlon, "sphere": sphere, "poisson": poisson, "flow": flow,
         "fem": fem}
