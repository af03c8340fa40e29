"""Unstructured-grid paper: the common part of its items."""
import math

from .model import Case
from .places import INPUTS

NUMBERINGS = {"2LV": "two-level", "CM": "cuthill-mckee", "XYZ": "coordinate", "STO": "random",
              "HIE": "hierarchical"}
ORDERS = {"Q1": 1, "Q2": 2}
DECKS = {"CIRCLE": "circle", "BLOOD": "vessel"}
# Vertices, edges and elements of level 1.
COARSEST = {"CIRCLE": (16, 24, 8), "BLOOD": (267, 500, 234)}


def unknowns(mesh, element, level):
    vertices, edges, elements = COARSEST[mesh]
    for _ in range(level - 1 + (element == "Q2")):
        vertices, edges, elements = vertices + edges + elements, 2 * edges + 4 * elements, 4 * elements
    return vertices


def side(mesh, element, level):
    """The number to compare --size with: the columns of a square of as many unknowns."""
    return math.isqrt(unknowns(mesh, element, level))


def scaled(context, level):
    """The paper's level, one coarser each time --scale doubles."""
    return max(2, level - round(math.log2(context.options.scale)))


def case(key, mesh, element, level, settings):
    deck = INPUTS / "fem" / f"{DECKS[mesh]}-{element.lower()}.toml"
    return Case(key, str(deck), {"mesh.levels": level, **settings}, 1, "isobar_fem", side(mesh, element, level))


def solve(key, mesh, element, level, numbering, mended=False):
    """A solve in one of the paper's numberings; a random one is kept unless `mended` asks to renumber it."""
    settings = {"space.numbering": NUMBERINGS[numbering]}
    if numbering == "STO":
        settings["space.renumber_random"] = mended
    return case(key, mesh, element, level, settings)
