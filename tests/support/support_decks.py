"""Random decks that docs/deck.md allows, and for which their solver is meant to converge."""

import numpy


METHOD_IS_OPEN = 41  # a draw of its own, which changes no other one
FLUX = 42  # the same
SPHERE = 43  # the same


class Draw:
    """Random numbers of one deck."""

    def __init__(self, seed):
        self.random = numpy.random.Generator(numpy.random.PCG64(seed))

    def one_of(self, *choices):
        return choices[self.random.integers(len(choices))]

    def chance(self, probability):
        return self.random.random() < probability

    def integer(self, low, high):
        return int(self.random.integers(low, high + 1))

    def number(self, low, high):
        return float(self.random.uniform(low, high))

    def scale(self, low, high):
        """Between low and high, all orders of magnitude equally often."""
        return float(numpy.exp(self.random.uniform(numpy.log(low), numpy.log(high))))


def draw_solver(draw):
    method = draw.one_of("multigrid", "multigrid", "multigrid", "cg-fused", "cg-standard",
                         "cg-multigrid", "cg-multigrid", "cg-csr", "multigrid-csr",
                         "multigrid-ell", "bicgstab", "bicgstab-multigrid", "cg-modes", "bicgstab-modes",
                         "gcr-multigrid", "gmres-multigrid", "cr", "cr-multigrid")
    precisions = ["double", "float"]
    if method == "multigrid" or method.endswith("-multigrid"):
        precisions += ["float-storage", "mixed", "mixed"]
    elif method.endswith("-modes"):
        precisions += ["mixed"]
    elif method in ("cg-fused", "cg-standard", "bicgstab", "cr"):
        precisions += ["float-storage"]
    precision = draw.one_of(*precisions)
    layouts = ["x-fastest"]
    if method in ("multigrid", "cg-fused", "cg-standard") and precision in ("double", "float"):
        layouts += ["z-fastest"]
    wide = precision in ("double", "mixed")
    solver = {"solver.method": method, "solver.precision": precision,
              "solver.tolerance": draw.scale(1e-10, 1e-2) if wide else draw.scale(2e-3, 3e-2),
              "solver.max_iterations": 400, "fields.layout": draw.one_of(*layouts)}
    if precision == "mixed" and "multigrid" in method:
        solver["mixed.in_float"] = draw.one_of("cycles", "coarse-levels")
        if solver["mixed.in_float"] == "cycles":
            solver["mixed.inner"] = draw.one_of("float", "float-storage")
            if method == "multigrid":
                solver["mixed.cycles"] = [draw.integer(1, 4) for _ in range(draw.integer(1, 3))]
    if method == "multigrid" and "mixed.cycles" not in solver and draw.chance(0.2):
        solver["solver.check_after"] = draw.integer(1, 5)
    if draw.chance(0.2):
        solver["solver.min_iterations"] = draw.integer(1, 5)
    if method.startswith(("gcr", "gmres")):
        solver["solver.restart"] = draw.integer(15, 30)
    if method == "cg-multigrid" and draw.chance(0.5):
        solver["solver.flexible"] = True
    return solver


def draw_relaxation(draw, smoother, mirrored):
    """Factors before and after the coarse correction; mirrored for a symmetric cycle."""
    least, most = (0.5, 0.9) if smoother == "jacobi" else (0.9, 1.15)
    before, after = (
        [round(draw.number(least, most), 3) for _ in range(draw.integer(0, 2))] for _ in range(2))
    if mirrored:
        after = before[::-1]
    if not before + after:
        before, after = [0.7], [0.7]
    settings = {"multigrid.pre_relaxation": before, "multigrid.post_relaxation": after}
    if not mirrored and draw.chance(0.2):
        settings["multigrid.finest_relaxation"] = [before, after, [0.6], [0.7]]
    return settings


def draw_multigrid(draw, solver, levels):
    """Stored matrices and CG that is not flexible ask for certain parts (deck_resolve.cpp)."""
    stored = solver["solver.method"] in ("multigrid-csr", "multigrid-ell")
    symmetric = solver["solver.method"] == "cr-multigrid" or (
        solver["solver.method"] == "cg-multigrid" and "solver.flexible" not in solver)
    settings = {"multigrid.levels": levels, "multigrid.coarse_steps": draw.integer(2, 30)}
    smoother = "jacobi"
    if not stored and not symmetric:
        smoother = draw.one_of("jacobi", "jacobi", "red-black")
        settings["multigrid.restriction"] = draw.one_of("average", "transpose")
        settings["multigrid.start"] = draw.one_of("zero", "zero", "full")
        linear = solver["solver.method"] in ("bicgstab-multigrid", "gmres-multigrid")
        settings["multigrid.coarse_solver"] = "smoother" if linear else draw.one_of("smoother", "cg")
        if settings["multigrid.coarse_solver"] == "cg":
            settings["multigrid.coarse_tolerance"] = draw.scale(1e-4, 1e-1)
    if not stored and draw.chance(0.5):
        settings["multigrid.merged_layers"] = draw.integer(1, 8)
        settings["multigrid.overcorrection"] = round(draw.number(0.95, 1.15), 3)
    if settings.get("multigrid.coarse_solver") != "cg":
        settings["multigrid.coarse_relaxation"] = round(draw.number(0.5, 0.9), 3)
    settings["multigrid.smoother"] = smoother
    return {**settings, **draw_relaxation(draw, smoother, symmetric)}


def draw_grid(draw, multiple):
    """Sizes that `multiple` divides, from 4 on: the box needs a column in its middle."""
    nx, ny = (multiple * draw.integer(-(-4 // multiple), 40 // multiple) for _ in range(2))
    return {"grid.nx": nx, "grid.ny": nx if draw.chance(0.2) else ny,
            "grid.nz": draw.one_of(1, 2, 3, draw.integer(4, 40), draw.integer(4, 40)),
            "grid.domain": draw.one_of("panel", "equiangular-panel", "flat"),
            "grid.layers": draw.one_of("graded", "uniform")}


def draw_physics(draw, wide, levels):
    """Shallow shells couple their layers so strongly that float has no digits left."""
    settings = {"physics.depth": draw.scale(1e3 if wide else 20e3, 500e3)}
    if draw.chance(0.5):
        settings["physics.sound_speed"] = draw.number(300.0, 700.0)
        settings["physics.buoyancy_frequency"] = draw.one_of(0.0, 0.018, 0.03)
        settings["physics.radius"] = draw.one_of(6371e3, 3390e3)
    if draw.chance(0.5):
        settings["physics.cfl"] = draw.scale(0.5, 6.0 * 2**levels)
    elif draw.chance(0.5):
        settings["physics.time_step"] = draw.scale(60.0, 3000.0)
    return settings


def draw_equation(draw, layers, depth):
    """Boundaries, and coefficients that hardly change what the levels were drawn for."""
    settings = {}
    if draw.chance(0.3):
        for side in ("west", "east", "south", "north", "bottom", "top"):
            settings[f"boundaries.{side}"] = draw.one_of("dirichlet", "neumann")
    if draw.chance(0.3):
        for name in ("alpha_h", "alpha_v", "beta"):
            settings[f"coefficients.{name}_profile"] = draw.one_of(
                draw.scale(0.5, 2.0), [draw.scale(0.5, 2.0) for _ in range(layers)])
    if draw.chance(0.3):
        for name in ("alpha_h", "alpha_v", "beta"):
            settings[f"coefficients.{name}_columns"] = draw.one_of("constant", "mountains")
        settings["coefficients.mountain_height"] = draw.number(0.1, 0.5) * depth
        settings["coefficients.mountains"] = draw.integer(1, 5)
    return settings


def draw_right_side(draw):
    kind = draw.one_of("box", "constant", "random", "smooth", "blob", "sources", "layered", "file")
    settings = {"rhs.kind": kind}
    if kind == "box" and draw.chance(0.5):
        # Holds the centre of a layer for any number of layers.
        settings["rhs.box_layers"] = [round(draw.number(0.0, 0.2), 3),
                                      round(draw.number(0.8, 1.0), 3)]
    if kind in ("random", "sources", "layered"):
        settings["rhs.seed"] = draw.one_of(0, draw.integer(1, 2**40), 2**63 - 1)
    if kind == "blob":
        settings["rhs.blob_centre"] = [round(draw.number(0.1, 0.9), 3) for _ in range(3)]
        settings["rhs.blob_width"] = round(draw.number(0.1, 1.0), 3)
    return settings


def has_nine_points(deck):
    """Whether method and smoother work with the vertex flux."""
    return (deck.get("multigrid.smoother", "jacobi") == "jacobi"
            and not deck["solver.method"].endswith(("-csr", "-ell")))


def may_have_vertex_flux(deck):
    return deck["grid.domain"] in ("panel", "equiangular-panel") and has_nine_points(deck)


def on_sphere(deck):
    """The deck on the whole sphere, without what that has not: sides, and coefficients of the position."""
    left_out = tuple(f"boundaries.{side}" for side in ("west", "east", "south", "north")) + ("coefficients.mountain",)
    kept = {key: value for key, value in deck.items() if not key.startswith(left_out) and not key.endswith("_columns")}
    return {**kept, "grid.domain": "sphere", "grid.ny": deck["grid.nx"]}


def random_deck(seed):
    """Settings by key, and the numbers of a right-hand side that is to be written to a file, or None."""
    draw = Draw(seed)
    solver = draw_solver(draw)
    has_levels = "multigrid" in solver["solver.method"]
    levels = draw.integer(1, 5) if has_levels else 1
    wide = solver["solver.precision"] in ("double", "mixed")
    deck = {**draw_grid(draw, 2 ** (levels - 1)), **draw_physics(draw, wide, levels), **solver,
            **(draw_multigrid(draw, solver, levels) if has_levels else {}),
            **draw_right_side(draw)}
    deck |= draw_equation(draw, deck["grid.nz"], deck["physics.depth"])
    if deck["solver.method"] == "multigrid" and Draw([seed, METHOD_IS_OPEN]).chance(0.3):
        deck["solver.method"] = "auto"
    if has_nine_points(deck) and Draw([seed, SPHERE]).chance(0.25):
        deck = on_sphere(deck)
    if may_have_vertex_flux(deck) and Draw([seed, FLUX]).chance(0.5):
        deck["grid.flux"] = "vertex"
    if deck["rhs.kind"] != "file":
        return deck, None
    panels = 6 if deck["grid.domain"] == "sphere" else 1
    shape = (panels * deck["grid.ny"], deck["grid.nx"], deck["grid.nz"])
    return deck, draw.random.standard_normal(shape) * draw.scale(1e-6, 1e6)
