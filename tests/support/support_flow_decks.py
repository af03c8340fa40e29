"""Random decks of isobar_flow: the Poisson equation, and flows of a few steps."""

import numpy

from support_decks import Draw

PAIRS = (("west", "east"), ("south", "north"), ("bottom", "top"))
SMOOTHERS = ("jacobi", "gauss-seidel", "sor", "chebyshev")


def draw_ranks(draw):
    """None: without a launcher, which is quick."""
    return draw.integer(1, 7) if draw.chance(0.35) else None


def draw_box(draw, least, most, periodic):
    """Odd numbers of cells around an axis are rare: red-black steps do not close there."""
    cells = [draw.integer(least, most) for _ in range(3)]
    cells = [n + n % 2 if around and draw.chance(0.8) else n for n, around in zip(cells, periodic)]
    return {"grid.nx": cells[0], "grid.ny": cells[1], "grid.nz": cells[2],
            "grid.length": [round(draw.scale(0.5, 2.0), 3) for _ in range(3)],
            "grid.stretching": [draw.one_of(1.0, 1.0, round(draw.number(1.0, 4.0), 2))
                                for _ in range(3)]}


def draw_cycle(draw, section, smoothers):
    cycle = {f"{section}.smoother": draw.one_of(*smoothers), f"{section}.cycle": draw.one_of("V", "W", "F")}
    if cycle[f"{section}.smoother"] != "auto":
        cycle |= {f"{section}.before": draw.integer(1, 3), f"{section}.after": draw.integer(1, 3)}
    if cycle[f"{section}.smoother"] in ("gauss-seidel", "sor") and draw.chance(0.3):
        cycle[f"{section}.relaxation"] = round(draw.number(0.9, 1.6), 2)
    return cycle


def draw_merges(draw):
    """The default smoother of merged levels has to fit any box."""
    merges = {"amalgamation.level": draw.integer(1, 3), "amalgamation.cycles": draw.integer(1, 2)}
    if draw.chance(0.3):
        merges["amalgamation.form"] = "all-gather"
    else:
        if draw.one_of([1], [1], [2]) == [2]:  # in the other notation
            merges["multigrid.merge"] = [[merges.pop("amalgamation.level"), 2]]
    return merges | (draw_cycle(draw, "amalgamation", ("auto", *SMOOTHERS)) if draw.chance(0.5) else {})


def draw_multigrid(draw):
    settings = {"multigrid.restriction": draw.one_of("average", "average", "full-weighting"),
                "multigrid.start": draw.one_of("zero", "zero", "full"),
                **draw_cycle(draw, "multigrid", ("auto", "auto", *SMOOTHERS))}
    if draw.chance(0.5):
        settings["multigrid.coarse_steps"] = draw.integer(4, 60)
    if draw.chance(0.2):
        settings["multigrid.levels"] = draw.integer(1, 3)
    return settings | (draw_merges(draw) if draw.chance(0.4) else {})


def draw_solver(draw, deck, periodic_z, methods):
    """Transforms want equal cells; so do tridiagonal solves of a periodic z."""
    method = draw.one_of(*methods)
    if method == "direct":
        x, y, z = deck["grid.stretching"]
        deck["grid.stretching"] = [1.0, 1.0, 1.0 if periodic_z else z]
    settings = {"solver.method": method, "solver.max_iterations": 300,
                "solver.precision": draw.one_of("double", "double", "float",
                                                *(("mixed",) if method == "multigrid" else ()))}
    if method == "multigrid":
        settings |= draw_multigrid(draw)
    elif method == "jacobi":
        settings |= {"multigrid.before": draw.integer(5, 20), "multigrid.after": draw.integer(5, 20)}
    return settings


def draw_sides(draw):
    sides = {}
    for low, high in PAIRS:
        if draw.chance(0.25):
            sides[low] = sides[high] = "periodic"
        else:
            sides[low], sides[high] = (draw.one_of("dirichlet", "neumann") for _ in range(2))
    return sides


def draw_right_side(draw, lengths):
    kind = draw.one_of("file", "file", "random", "charges", "sines")
    settings = {"rhs.kind": kind}
    if kind == "random":
        settings["rhs.seed"] = draw.one_of(0, draw.integer(1, 2**40))
    if kind == "charges":
        settings["rhs.charges"] = [[*(round(draw.number(0.0, length), 4) for length in lengths),
                                    round(draw.number(-2.0, 2.0), 3)] for _ in range(draw.integer(1, 5))]
    return settings


def poisson_deck(seed):
    """Settings, what holds on the sides, the numbers of a file that is the right-hand side, and ranks."""
    draw = Draw(seed)
    sides = draw_sides(draw)
    deck = draw_box(draw, 2, 28, [sides[low] == "periodic" for low, _ in PAIRS])
    deck |= draw_solver(draw, deck, sides["bottom"] == "periodic", ("multigrid",) * 5 + ("direct", "jacobi"))
    low = deck["solver.precision"] == "float" or deck["solver.method"] == "jacobi"
    deck["solver.tolerance"] = draw.scale(2e-3, 2e-2) if low else draw.scale(1e-9, 1e-3)
    deck |= draw_right_side(draw, deck["grid.length"])
    f = draw.random.uniform(-1.0, 1.0, [deck[f"grid.{n}"] for n in ("ny", "nx", "nz")])
    return deck | {f"sides.{side}": kind for side, kind in sides.items()}, sides, f, draw_ranks(draw)


def draw_walls(draw, with_temperature):
    """As the deck's [walls] has them, without its name."""
    walls = {}
    slippery = draw.chance(0.3)  # no friction anywhere, as the vortex wants it
    moving = not slippery and draw.chance(0.8)
    for axis, pair in enumerate(PAIRS):
        around = draw.chance(0.3)
        for side in pair:
            walls[side] = "periodic" if around else "free-slip" if slippery else draw.one_of("no-slip", "free-slip")
            if moving and not around and draw.chance(0.6):
                walls[side] = "no-slip"
                walls[f"{side}_velocity"] = [0.0 if n == axis else round(draw.number(-1.0, 1.0), 3)
                                             for n in range(3)]
            if with_temperature and not around and draw.chance(0.5):
                walls[f"{side}_temperature"] = round(draw.number(-1.0, 1.0), 3)
    return walls


def draw_fluid(draw, with_temperature, walls):
    fluid = {"flow.viscosity": draw.scale(1e-6, 1e-1)}
    if with_temperature:
        fluid |= {"flow.diffusivity": draw.scale(1e-6, 1e-1),
                  "flow.buoyancy": draw.one_of(0.0, round(draw.number(-20.0, 20.0), 2))}
    slippery = "no-slip" not in walls.values()
    choices = ["taylor-green"] * 4 if slippery else ["rest"]
    return fluid | {"flow.initial": draw.one_of(*choices, *["conduction"] * with_temperature)}


def about_stable(deck, walls):
    """About the longest stable step with the speed of the walls, or with 1."""
    narrow = [length / cells / stretching for length, cells, stretching in
              zip(deck["grid.length"], (deck[f"grid.{n}"] for n in ("nx", "ny", "nz")), deck["grid.stretching"])]
    speeds = [sum(abs(v) for v in value) for name, value in walls.items() if name.endswith("_velocity")]
    diffusion = 4.0 * max(deck["flow.viscosity"], deck.get("flow.diffusivity", 0.0)) * sum(1.0 / h**2 for h in narrow)
    return 1.0 / (diffusion + max([1.0, *speeds]) / min(narrow))


def flow_deck(seed):
    """Settings, walls, steps before and behind a restart, and ranks."""
    draw = Draw(10**6 + seed)
    with_temperature = draw.chance(0.5)
    walls = draw_walls(draw, with_temperature)
    deck = draw_box(draw, 2, 14, [walls[low] == "periodic" for low, _ in PAIRS])
    deck |= draw_fluid(draw, with_temperature, walls)
    deck |= draw_solver(draw, deck, walls["bottom"] == "periodic", ("multigrid", "multigrid", "direct"))
    deck["solver.tolerance"] = 1e-4 if deck["solver.precision"] == "float" else draw.scale(1e-9, 1e-5)
    if draw.chance(0.4):
        deck["time.step"] = about_stable(deck, walls) * draw.scale(0.1, 2.0)
    else:
        deck["time.cfl"] = round(draw.number(0.1, 1.0), 2)
    deck["time.scheme"] = draw.one_of("adams-bashforth", "adams-bashforth", "runge-kutta")
    deck |= {f"walls.{name}": value for name, value in walls.items()}
    return deck, walls, draw.one_of(draw.integer(1, 6), draw.integer(1, 6), draw.integer(20, 80)), draw_ranks(draw)


def edges_of(deck, interfaces):
    return [interfaces(deck[f"grid.{n}"], length, ratio) for n, length, ratio in
            zip(("nx", "ny", "nz"), deck["grid.length"], deck["grid.stretching"])]


def taylor_green(edges, walls):
    """Its u and w on their faces and v = 0, as docs/flow-deck.md has it for half a wave between walls."""
    kx, kz = ((2.0 if walls[PAIRS[n][0]] == "periodic" else 1.0) * numpy.pi / edges[n][-1] for n in (0, 2))
    (x, _, z), (cx, _, cz) = edges, [0.5 * (e[1:] + e[:-1]) for e in edges]
    ones = numpy.ones((1, len(edges[1]) - 1, 1))
    u = numpy.sin(kx * x[:-1, None, None]) * numpy.cos(kz * cz[None, None, :]) * ones
    w = -kx / kz * numpy.cos(kx * cx[:, None, None]) * numpy.sin(kz * z[None, None, :-1]) * ones
    return [u, numpy.zeros_like(u), w]
