"""Random decks and meshes for isobar_fem: on meshes in Gmsh's formats, which may have a fault, and on the program's own."""

import json

import numpy

import support_fem_operator
from support_decks import Draw
from support_fem_meshes import Writer, random_mesh

MOST_UNKNOWNS = 900
FUNCTIONS = {"one": lambda x, y: numpy.ones_like(x), "x": lambda x, y: x, "y": lambda x, y: y,
             "sines": lambda x, y: numpy.sin(numpy.pi * x) * numpy.sin(numpy.pi * y),
             "polynomial": lambda x, y: 16 * x * (1 - x) * y * (1 - y)}
DIFFUSIONS = {"wave": lambda x, y: 1 + 0.5 * numpy.sin(numpy.pi * x) * numpy.sin(numpy.pi * y),
              "radial": lambda x, y: 1 + x * x + y * y,
              "jump": lambda x, y: numpy.where(x * y > 0, 100.0, 1.0)}


def values_of(function, points):
    """A number, or a function by name, at points."""
    x, y = points[:, 0], points[:, 1]
    if isinstance(function, str):
        return {**FUNCTIONS, **DIFFUSIONS}[function](x, y)
    return numpy.full(len(points), float(function))


class Case:
    """A mesh with a deck, and the expected outcome."""

    def __init__(self, seed):
        self.draw = draw = Draw(seed)
        self.mesh = random_mesh(draw, 24)
        self.extent = numpy.ptp(numpy.array(self.mesh.points), axis=0).max()
        self.order = draw.integer(1, 2)
        most = max(l for l in range(1, 6) if l == 1 or self.unknowns(l) <= MOST_UNKNOWNS)
        self.levels = draw.integer(min(2, most), most)
        # The size of f and g: it is unusual only on meshes of a usual size, so that a double holds u.
        self.size = draw.one_of(1.0, 1.0, 1.0, 10.0 ** draw.integer(-280, 250) if self.is_usual() else 1.0)
        self.f = draw.one_of(0.0, self.size, self.size * draw.number(-2, 2), *self.functions())
        self.boundaries = self.draw_boundaries()
        self.c, self.settings, self.says = 1.0, {}, None
        self.settings |= self.draw_problem() | self.draw_solver()
        self.fault = draw.one_of(*[None] * 6, self.draw_fault)
        if self.fault:
            self.fault()
        self.version = draw.one_of(2, 4)
        self.text = self.spoil(Writer(self.mesh, draw).text(self.version))
        self.ranks = draw.one_of(None, None, None, 1, 2, 3, 4, 5, 6, 7)
        if self.ranks and self.ranks > len(self.mesh.quads) * 4 ** (self.levels - 1) and not self.says:
            self.says = "cannot be distributed to"

    def is_usual(self):
        return 1e-2 < self.extent < 1e2

    def functions(self):
        """Functions that are finite and of a usual size on the mesh."""
        return list(FUNCTIONS) if self.is_usual() and self.size == 1.0 else []

    def unknowns(self, levels):
        return len(self.mesh.quads) * (self.order * 2 ** (levels - 1) + 1) ** 2

    def draw_boundaries(self):
        """Values by name; each component has an edge on a boundary with a value."""
        draw, mesh = self.draw, self.mesh
        values = {rim: draw.one_of(0.0, self.size * draw.number(-1, 1), "none", *self.functions())
                  for rim in mesh.rims}
        component_of = {v: c for quad, c in zip(mesh.quads, mesh.components) for v in quad}
        for component in set(mesh.components):
            own = {mesh.rims[rim] for edge, rim in mesh.edges.items()
                   if component_of[edge[0]] == component}
            if all(values[rim] == "none" for rim in own):
                values[sorted(own)[0]] = self.size * draw.number(-1, 1)
        used = {mesh.rims[rim] for rim in mesh.edges.values()}
        return {rim: value if rim in used else "none" for rim, value in values.items()
                if rim in used or draw.chance(0.5)}

    def draw_problem(self):
        draw, mesh = self.draw, self.mesh
        settings = {"problem.rhs": self.f}
        if draw.chance(0.3):
            self.f = mesh.views["f"] = [self.size * draw.number(-1, 1) for _ in mesh.quads]
            settings = {"problem.rhs_view": "f"}
        kind = draw.one_of("one", "number", "view", "regions", "regions", "function")
        if kind == "number":
            self.c = draw.scale(1e-3, 1e3) * draw.one_of(1.0, self.size)
            if self.is_usual() and self.size == 1.0:
                self.c = draw.one_of(self.c, draw.scale(1e-250, 1e250))
            settings["problem.diffusion"] = self.c
        elif kind == "view":
            self.c = mesh.views["c"] = [draw.scale(1e-2, 1e2) for _ in mesh.quads]
            settings["problem.diffusion_view"] = "c"
        elif kind == "regions":
            settings |= self.draw_regions()
        elif self.functions() and kind == "function":
            self.c = settings["problem.diffusion"] = draw.one_of(*DIFFUSIONS)
        return settings

    def draw_regions(self):
        """A coefficient for each region with quadrilaterals. A further region with all of them may exist without a coefficient."""
        draw, mesh = self.draw, self.mesh
        values = [draw.scale(1e-2, 1e2) for _ in mesh.regions]
        self.c = [values[own[0]] for own in mesh.regions_of]
        used = sorted({own[0] for own in mesh.regions_of})
        settings = {"problem.regions": [[mesh.regions[r], values[r]] for r in used]}
        if draw.chance(0.4):
            mesh.regions.append("everything")
            for own in mesh.regions_of:
                if draw.chance(0.7):
                    own.append(len(mesh.regions) - 1)
        return settings

    def draw_solver(self):
        draw = self.draw
        self.precision = draw.one_of("double", "double", "float", "mixed")
        cg = self.precision == "mixed" or draw.chance(0.5)
        form = draw.one_of("auto", "csr", "ell", "sliced-ell", "macro", *(["bands"] if self.order == 1 else []))
        settings = {"mesh.partition": draw.one_of("auto", "bisection"), "space.order": self.order,
                    "solver.precision": self.precision, "solver.matrix_format": form,
                    "solver.method": "cg-multigrid" if cg else "multigrid", "solver.max_iterations": 200,
                    "solver.tolerance": draw.scale(1e-10, 1e-6) if self.precision != "float" else 1e-4,
                    "multigrid.cycle": draw.one_of("V", "W", "F"),
                    "multigrid.before": draw.integer(1, 4), "multigrid.after": draw.integer(1, 4)}
        settings["multigrid.after"] = settings["multigrid.before"] if cg else settings["multigrid.after"]
        smoothers = ["jacobi", "chebyshev", "l1-jacobi"]
        if form not in ("macro", "bands"):
            smoothers += ["spai", "chebyshev-spai"]
            settings["space.numbering"] = draw.one_of("two-level", "cuthill-mckee", "coordinate", "random",
                                                      "hierarchical", "macro")
        settings["multigrid.smoother"] = draw.one_of(*smoothers)
        settings["multigrid.coarse_solver"] = draw.one_of("auto", "cg")
        if not cg and draw.chance(0.3):
            settings["multigrid.start"] = "full"
        if self.levels > 2 and draw.chance(0.3):
            settings["multigrid.coarsest_level"] = draw.one_of("auto", draw.integer(1, self.levels - 1))
        return settings

    def draw_fault(self):
        """Puts a fault into the mesh or the deck, and sets the expected words of the error line."""
        draw, mesh = self.draw, self.mesh
        fault = draw.one_of("free", "empty", "hilly", "inverted", "nameless", "twice", "unknown", "folded")
        self.spoiled = fault
        if fault == "free":
            self.boundaries = dict.fromkeys(self.boundaries, "none")
            self.says = "known up to a constant"
        elif fault == "empty":
            mesh.rims.append("empty")
            self.boundaries["empty"] = 0.0
            self.says = 'the boundary "empty" of the mesh has no edges'
        elif fault == "hilly":
            self.says = "expected a mesh in a plane"
        elif fault == "inverted":
            mesh.quads[0] = mesh.quads[0][::-1]
            self.says = "is inverted"
        elif fault == "nameless":
            del mesh.edges[draw.one_of(*mesh.edges)]
            self.says = "is on the boundary and has no name"
        elif fault == "twice":
            mesh.quads.append(mesh.quads[0])
            mesh.regions_of.append(mesh.regions_of[0])
            mesh.views = {name: [*values, values[0]] for name, values in mesh.views.items()}
            self.says = ") again"
        elif fault == "unknown":
            self.boundaries["lid"] = 0.0
            self.says = 'the mesh has no boundary "lid"'
        else:
            self.fold()

    def fold(self):
        """Adds a mirror image of a quadrilateral at one of its boundary edges, on the same side of the edge."""
        mesh = self.mesh
        (a, b), _ = next(iter(mesh.edges.items()))
        quad = next(q for q in mesh.quads if a in q and b in q)
        k = next(k for k in range(4) if {quad[k], quad[(k + 1) % 4]} == {a, b})
        first, second, third, fourth = (quad[(k + n) % 4] for n in range(4))
        count = len(mesh.points)
        mesh.points += [mesh.points[third], mesh.points[fourth]]
        mesh.quads.append((first, second, count, count + 1))
        mesh.regions_of.append(mesh.regions_of[0])
        mesh.views = {name: [*values, values[0]] for name, values in mesh.views.items()}
        rim = mesh.edges.pop((a, b))
        for edge in ((second, count), (count, count + 1), (count + 1, first)):
            mesh.edges[tuple(sorted(edge))] = rim
        self.says = "the mesh is folded there"

    def spoil(self, text):
        if self.says != "expected a mesh in a plane":
            return text
        lines = text.splitlines()
        at = lines.index("$EndNodes") - 1 - self.mesh.orphans
        words = lines[at].split()
        words[-1] = number = repr(self.mesh.z + 0.1 * float(self.extent))
        assert number
        lines[at] = " ".join(words)
        return "\n".join([*lines, ""])

    def deck(self):
        pairs = json.dumps([[name, value] for name, value in self.boundaries.items()])
        return (f'[mesh]\nsource = "file"\nfile = "mesh.msh"\nlevels = {self.levels}\n'
                f'[problem]\nboundaries = {pairs}\n')

    def space(self, _):
        mesh = self.mesh
        return support_fem_operator.Space(mesh.points, mesh.quads, mesh.names_of_edges(), self.levels, self.order)

    def equation(self, finest_mesh):
        """`finest_mesh(settings)`: the mesh v.vtu of a run with these settings."""
        mesh, space = self.mesh, self.space(finest_mesh)
        f = space.at_unknowns(self.f) if isinstance(self.f, list) else values_of(self.f, space.points)
        c = (space.of_elements(self.c) if isinstance(self.c, list)
             else values_of(self.c, space.centres()))
        values = {}
        for n, rims in space.rims_of.items():
            fixing = [rim for rim in mesh.rims if rim in rims and self.boundaries.get(rim, "none") != "none"]
            if fixing:
                values[n] = values_of(self.boundaries[fixing[0]], space.points[n:n + 1])[0]
        # Numbers near 1 keep squares from being too large or too small.
        c_scale = abs(c).max()
        u_scale = max(abs(f).max() * self.extent * (self.extent / c_scale), *map(abs, values.values())) or 1.0
        f = f / u_scale / c_scale
        return space, u_scale, c_scale, support_fem_operator.Equation(
            space, f, c / c_scale, {n: value / u_scale for n, value in values.items()})


class Names:
    """The names of one of the program's own meshes, in place of a mesh."""

    def __init__(self, rims):
        self.rims, self.edges, self.quads, self.components, self.views = rims, dict(enumerate(range(len(rims)))), [], [], {}


class GeneratedCase(Case):
    """A case with one of the program's own meshes."""

    def __init__(self, seed):
        self.draw = draw = Draw(seed)
        self.order, self.size, self.extent, self.c, self.says = draw.integer(1, 2), 1.0, 1.0, 1.0, None
        self.source = draw.one_of("circle", "annulus", "square")
        self.numbers, count = {
            "circle": lambda: ({"radius": draw.number(0.1, 0.9)}, 8),
            "annulus": lambda: ({"inner_radius": draw.number(0.2, 1), "outer_radius": draw.number(1.1, 3)}, 8),
            "square": lambda: self.draw_square()}[self.source]()
        self.mesh = Names(["west", "east", "south", "north"] if self.source == "square" else ["inner", "outer"])
        self.levels = draw.integer(1, 2 if count * 16 * self.order**2 > MOST_UNKNOWNS else 3)
        self.f = draw.one_of(0.0, draw.number(-2, 2), *self.functions())
        self.boundaries = {rim: draw.one_of(draw.number(-1, 1), "none", *self.functions()) for rim in self.mesh.rims}
        self.boundaries[self.mesh.rims[1]] = draw.number(-1, 1)
        self.settings = {"problem.rhs": self.f, **self.draw_solver()}
        if draw.chance(0.5):
            self.c = self.settings["problem.diffusion"] = draw.one_of(draw.scale(1e-3, 1e3), *DIFFUSIONS)
        self.text = ""
        self.ranks = draw.one_of(None, 1, 2, 3, 4, 5, 6, 7)
        if self.ranks and self.ranks > count * 4 ** (self.levels - 1):
            self.says = "cannot be distributed to"

    def draw_square(self):
        cells = self.draw.integer(1, 5)
        return {"cells": cells, "distortion": self.draw.number(0, 0.25), "seed": self.draw.integer(0, 99)}, cells**2

    def deck(self):
        numbers = "".join(f"{key} = {value}\n" for key, value in self.numbers.items())
        pairs = json.dumps([[name, value] for name, value in self.boundaries.items()])
        return (f'[mesh]\nsource = "{self.source}"\nlevels = {self.levels}\n{numbers}'
                f'[problem]\nboundaries = {pairs}\n')

    def is_on(self, rim, x, y):
        """Whether a boundary's curve goes through a point."""
        places = {"west": x, "east": x - 1, "south": y, "north": y - 1}
        if self.source == "circle":
            places |= {"inner": numpy.hypot(x, y) - self.numbers["radius"], "outer": max(abs(x), abs(y)) - 1}
        elif self.source == "annulus":
            places |= {name: numpy.hypot(x, y) - self.numbers[f"{name}_radius"] for name in ("inner", "outer")}
        return abs(places[rim]) < 1e-10

    def space(self, finest_mesh):
        """Points and elements of a file for ParaView that one rank writes."""
        mesh = finest_mesh({**self.settings, "output.vtk": "v", "solver.matrix_format": "csr",
                            "space.numbering": "hierarchical"})
        space = object.__new__(support_fem_operator.Space)
        space.order, space.points, space.elements = self.order, mesh.points, mesh.elements
        space.rims_of = {n: {rim for rim in self.mesh.rims if self.is_on(rim, *point)}
                         for n, point in enumerate(mesh.points)}
        return space


def random_case(seed):
    return GeneratedCase(seed) if seed % 6 == 5 else Case(seed)
