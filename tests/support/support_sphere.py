"""The matrix on the whole sphere and its right-hand sides once more, in numpy: the energy of each vertex of the grid, found by where
columns meet, without any table of panels."""

import collections

import numpy

from support_operator import (PI, REAL, Coefficients, Layers, bump, middle_quarter, part_way, relative_norms,
                              uniform)

PANELS = 6
# centre of each panel, and its directions x and y
FRAMES = numpy.array([[(1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 1, 0), (-1, 0, 0), (0, 0, 1)],
                      [(0, 0, 1), (-1, 0, 0), (0, -1, 0)], [(-1, 0, 0), (0, 0, -1), (0, -1, 0)],
                      [(0, -1, 0), (0, 0, -1), (1, 0, 0)], [(0, 0, -1), (0, 1, 0), (1, 0, 0)]], float)


def points(n, shift, real=float):
    """Points of the unit sphere so many columns from the south-western corner of each column, [panel, j, i, axis]."""
    at = [numpy.tan(PI / 4 * (2 * (numpy.arange(n) + REAL(to)) / n - 1)).astype(real) for to in shift]
    x = (FRAMES[:, 0, None, None] + at[0][None, None, :, None] * FRAMES[:, 1, None, None]
         + at[1][None, :, None, None] * FRAMES[:, 2, None, None])
    return x / numpy.linalg.norm(x, axis=-1, keepdims=True)


def centres(n, real=float):
    return points(n, (0.5, 0.5), real)


def angle(a, b, c):
    """At b, between the great circles to a and c."""
    u, v = numpy.cross(b, a), numpy.cross(b, c)
    return numpy.arctan2(numpy.linalg.norm(numpy.cross(u, v), axis=-1), (u * v).sum(-1))


def areas(n):
    corners = [points(n, shift, REAL) for shift in ((0, 0), (1, 0), (1, 1), (0, 1))]
    angles = sum(angle(corners[k - 1], corners[k], corners[(k + 1) % 4]) for k in range(4))
    return angles - 2 * PI


def vertices(n):
    """[(column, column, coefficient)] of each vertex, columns counted panel after panel, row after row, for alpha = 1."""
    centre = centres(n, REAL).reshape(-1, 3)
    meet, place = collections.defaultdict(list), {}
    for shift in ((0, 0), (1, 0), (0, 1), (1, 1)):
        for column, x in enumerate(points(n, shift, REAL).reshape(-1, 3)):
            key = tuple(numpy.rint(1e7 * x).astype(int))
            meet[key].append(column)
            place[key] = x
    for key, columns in meet.items():
        if len(columns) == 3:
            a, b, c = columns
            yield [(one, other, 1 / numpy.sqrt(12 * REAL(1))) for one, other in ((a, b), (b, c), (c, a))]
            continue
        east = numpy.cross(place[key], (0.3, 0.5, 0.8))
        north = numpy.cross(place[key], east)
        sw, se, ne, nw = sorted(columns, key=lambda c: numpy.arctan2(centre[c] @ north, centre[c] @ east))
        a = centre[se] - centre[sw] + centre[ne] - centre[nw]
        b = centre[nw] - centre[sw] + centre[ne] - centre[se]
        half = 1 / (2 * numpy.linalg.norm(numpy.cross(a, b)))
        along_x, along_y, mixed = b @ b * half, a @ a * half, -(a @ b) * half
        yield [(sw, se, along_x), (nw, ne, along_x), (sw, nw, along_y), (se, ne, along_y), (sw, ne, mixed), (se, nw, -mixed)]


def columns_of(pairs):
    return sorted({column for one, other, _ in pairs for column in (one, other)})


def mean_of_vertex(columns, alpha):
    """The harmonic mean that a vertex has of its columns' alpha, of one number a column or one a column and layer."""
    return len(columns) / (1 / alpha[columns]).sum(axis=0)


def couplings(n, alpha):
    """(column, column, coefficients of the layers) of all pairs. alpha has one number a column and layer."""
    for pairs in vertices(n):
        mean = mean_of_vertex(columns_of(pairs), alpha)
        yield from ((one, other, mean * coefficient) for one, other, coefficient in pairs)


def sources(n, nz, seed):
    """144 bumps of alternating sign at places of the seed, each at a point of the sphere and a height."""
    x, z = centres(n).reshape(PANELS * n, n, 1, 3), (numpy.arange(nz) + 0.5) / nz
    f = numpy.zeros((PANELS * n, n, nz))
    for bump_number in range(24 * PANELS):
        up, east, height, *widths = uniform(seed, 8 * bump_number + numpy.arange(6))
        east *= numpy.pi
        centre = numpy.array([*(numpy.sqrt(1 - up**2) * numpy.array([numpy.cos(east), numpy.sin(east)])), up])
        width, height_width, strength = (part_way(low, high, number) for (low, high), number
                                         in zip(((0.08, 0.4), (0.1, 0.4), (0.5, 1.0)), widths))
        f += ((-1) ** bump_number * strength * bump(numpy.linalg.norm(x - centre, axis=-1) / width)
              * bump((z - part_way(0.1, 0.9, height)) / height_width))
    return f


def layered(n, nz, seed):
    """Three plane waves on the sphere, each with a random number on each layer."""
    x = centres(n).reshape(PANELS * n, n, 3)
    f = numpy.zeros((PANELS * n, n, nz))
    for wave in range(3):
        numbers = uniform(seed, 4 * wave + numpy.arange(4))
        along = x @ (1 + numpy.floor(3 * (numbers[:3] + 1)))
        f += numpy.sin(2 * along + numpy.pi * numbers[3])[:, :, None] * uniform(seed + wave + 1, numpy.arange(nz))
    return f


def right_side(n, nz, rhs):
    """Cell means of f as docs/sphere.md describes them, (6 n, n, nz); `rhs` is the deck's [rhs]."""
    x, z = centres(n).reshape(PANELS * n, n, 3), (numpy.arange(nz) + 0.5) / nz
    kind = rhs["kind"]
    if kind == "box":
        f = numpy.zeros((PANELS * n, n, nz))
        low, high = rhs.get("box_layers", (0.0, 1.0))
        f[:n] = (middle_quarter(n)[:, None, None] & middle_quarter(n)[None, :, None]) * ((z >= low) & (z <= high))
        return f
    if kind == "constant":
        return numpy.ones((PANELS * n, n, nz))
    if kind == "random":
        return uniform(rhs["seed"], numpy.arange(PANELS * n * n * nz)).reshape(PANELS * n, n, nz)
    if kind == "smooth":
        return ((x[..., 0] ** 2 - x[..., 1] ** 2) * x[..., 2])[:, :, None] * numpy.sin(numpy.pi * z)
    if kind == "blob":
        a, b, c = rhs.get("blob_centre", (0.5, 0.5, 0.5))
        centre = numpy.array([1, *(numpy.tan(numpy.pi / 2 * (t - 0.5)) for t in (a, b))])
        angle = 2 * numpy.arcsin(numpy.linalg.norm(x - centre / numpy.linalg.norm(centre), axis=-1) / 2)
        squares = (angle / (numpy.pi / 2))[:, :, None] ** 2 + (z - c) ** 2
        return numpy.exp(-squares / rhs.get("blob_width", 0.1) ** 2)
    if kind == "sources":
        return sources(n, nz, rhs["seed"])
    if kind == "layered":
        return layered(n, nz, rhs["seed"])
    return numpy.load(rhs["file"])


class SphereOperator:
    """A u, volume-integrated, for arrays of shape (6 n, n, nz). Arguments are those of support_operator.Operator: coefficients of
    the height alone, and of the sides bottom and top. The factors alpha_h, alpha_v and beta can be broadcast to the arrays. alpha_v does
    not depend on the height."""

    def __init__(self, grid, omega_squared, lambda_squared, depth, coefficients, sides, alpha_h=1.0, alpha_v=1.0, beta=1.0):
        n, nz = grid["nx"], grid["nz"]
        layers = Layers(grid, omega_squared, lambda_squared, depth, coefficients, sides)
        self.shape = (PANELS * n, n, nz)
        area = areas(n).reshape(-1, 1)
        self.cell = area * layers.volumes
        self.reaction = self.cell * coefficients.profile("beta") * self.per_cell(beta)
        self.vertical = area * layers.vertical * self.per_cell(alpha_v)[:, :1]
        self.layers = layers.horizontal
        one, other, coefficient = (numpy.array(x) for x in zip(*couplings(n, self.per_cell(alpha_h).astype(REAL))))
        self.pairs, self.coefficient = (one, other), coefficient

    def per_cell(self, numbers):
        return numpy.broadcast_to(numbers, self.shape).reshape(-1, self.shape[2])

    def apply(self, u, sign=-1):
        """A u; with sign = 1 the neighbours count with the other sign and all couplings with their magnitude, |A| u."""
        u = u.reshape(-1, self.shape[2]).astype(REAL)
        image = (self.reaction + self.vertical[:, 1:] + self.vertical[:, :-1]) * u
        image[:, :-1] += sign * self.vertical[:, 1:-1] * u[:, 1:]
        image[:, 1:] += sign * self.vertical[:, 1:-1] * u[:, :-1]
        for one, other in (self.pairs, self.pairs[::-1]):
            numpy.add.at(image, one, self.coefficient * self.layers * u[one])
            numpy.add.at(image, one, sign * (self.coefficient if sign < 0 else abs(self.coefficient)) * self.layers * u[other])
        return image.reshape(self.shape)

    def norms(self, u, f):
        """relative_norms(), f given as cell means."""
        return relative_norms(self, u, (self.cell * f.reshape(-1, self.shape[2])).reshape(self.shape))

    def residual(self, u, f):
        """|| f - A u || / || f ||, f given as cell means."""
        return self.norms(u, f)[0]


class InclinedOperator(SphereOperator):
    """The same over a ground, the share `ground` of the depth in each column, that layers follow: docs/discretisation.md, "Inclined layers". Factors
    alpha_h, alpha_v and beta have one number a column."""

    def __init__(self, grid, omega_squared, lambda_squared, depth, coefficients, sides, ground, alpha_h=1.0, alpha_v=1.0, beta=1.0):
        left = 1 - ground[:, :, None]
        super().__init__(grid, omega_squared, lambda_squared, depth, coefficients, sides,
                         alpha_h * left, alpha_v / left, beta * left)
        n, nz = grid["nx"], grid["nz"]
        t = numpy.arange(nz + 1).astype(REAL) / nz
        self.height = depth * (t * t if grid["layers"] == "graded" else t)
        self.depth, self.ground = REAL(depth), ground.reshape(-1).astype(REAL)
        self.alpha_h, self.alpha_v = (self.per_cell(x)[:, 0].astype(REAL) for x in (alpha_h * left, alpha_v / left))
        self.area, self.vertices = areas(n).reshape(-1), list(vertices(n))
        self.half_layer = (omega_squared * lambda_squared * coefficients.profile("alpha_v") * self.cell / self.area[:, None])[0, 0] / 2
        self.cell = self.cell * left.reshape(-1, 1)

    def apply(self, u, sign=-1):
        image = super().apply(u, sign).reshape(-1, self.shape[2])
        if sign > 0:
            return image.reshape(self.shape)  # the rounding of the rest is smaller
        u = u.reshape(image.shape).astype(REAL)
        for pairs in self.vertices:
            self.add_vertex(pairs, u, image)
        return image.reshape(self.shape)

    def add_vertex(self, pairs, u, image):
        """Derivatives of the vertex's energy, less those of the energy without inclination."""
        columns = columns_of(pairs)
        number = {column: place for place, column in enumerate(columns)}
        form = numpy.zeros((len(columns), len(columns)), REAL)
        for one, other, coefficient in pairs:
            a, b = number[one], number[other]
            form[[a, b, a, b], [a, b, b, a]] += coefficient * numpy.array([1, 1, -1, -1])
        form *= mean_of_vertex(columns, self.alpha_h)
        rise = self.depth * self.ground[columns] / (1 - self.ground[columns].mean())
        slope, square = form @ rise, rise @ form @ rise
        along, half = slope @ u[columns], self.layers / 2
        centre = (self.height[1:] + self.height[:-1]) / 2
        steep = (1 - self.height[1:-1] / self.depth) / numpy.diff(centre)
        step = steep * numpy.diff(u[columns].mean(axis=0))
        flux = steep * ((half[:-1] + half[1:]) * square * step - (half * along)[:-1] - (half * along)[1:]) / len(columns)
        image[columns, 1:] += flux - slope[:, None] * step * half[1:]
        image[columns, :-1] -= flux + slope[:, None] * step * half[:-1]
        t = 1 - self.height[1] / (4 * self.depth)
        curvature = t**2 * half[0] * square + self.half_layer * self.alpha_v[columns].mean() * self.area[columns].sum() / 4
        image[columns, 0] -= slope * (t * half[0]) ** 2 / curvature * along[0]


def inclined_operator(n, nz, omega_squared, lambda_squared, depth, **factors):
    grid = {"nx": n, "ny": n, "nz": nz, "domain": "sphere", "layers": "graded"}
    return InclinedOperator(grid, omega_squared, lambda_squared, depth, Coefficients(grid, {}, depth), {}, **factors)


def plain_operator(n, nz, omega_squared, lambda_squared, depth, **factors):
    """The operator of graded layers with coefficients that are only factors."""
    grid = {"nx": n, "ny": n, "nz": nz, "domain": "sphere", "layers": "graded"}
    return SphereOperator(grid, omega_squared, lambda_squared, depth, Coefficients(grid, {}, depth), {}, **factors)
