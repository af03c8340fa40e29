"""The matrix and the right-hand sides once more, in numpy, to check what a run wrote.

Written from the equation and its finite volumes, not from the program. All is in long double:
what cancels keeps more digits than the program has.
"""

import numpy

REAL = numpy.longdouble
PI = REAL("3.14159265358979323846264338327950288")


def physics(grid, numbers):
    """w^2, lam^2 and the depth in earth radii; `numbers` are the deck's [physics], all of them."""
    step = numbers.get("time_step", 600.0 * 256.0 / grid["nx"])
    if "cfl" in numbers:  # 2 w / h with the smaller mesh width h
        side = REAL(1) if grid["domain"] == "flat" else PI / 2
        width = side / max(grid["nx"], grid["ny"])
        step = numbers["cfl"] * width * numbers["radius"] / numbers["sound_speed"]
    step, radius = REAL(step), REAL(numbers["radius"])
    omega = numbers["sound_speed"] * step / (2 * radius)
    buoyancy = numbers["buoyancy_frequency"] * step / 2
    return omega**2, 1 / (1 + buoyancy**2), numbers["depth"] / radius


def line(t, n, domain):
    """Places from -1 to 1 (panels) or 0 to 1 of the points t of a line that has n cells."""
    if domain == "flat":
        return REAL(t) / n
    share = 2 * REAL(t) / n - 1
    return numpy.tan(PI / 4 * share) if domain == "equiangular-panel" else share


def angle(along, across):
    """From the middle of a coordinate line to `along`. Such a line is a great circle; it stands
    `across` from the panel's middle."""
    return numpy.arctan(along / numpy.sqrt(1 + across**2))


def transmissibilities(n, others, domain):
    """Transmissibilities of the n + 1 edges that cut a row of n cells, [other, edge]: length of the edge
    over distance of the centres; on a side of the domain, over the distance of the centre from the side."""
    edges = numpy.arange(n + 1)
    points = numpy.concatenate(([0], edges[:-1] + 0.5, [n]))  # what is coupled: sides and centres
    low, high = (line(numpy.arange(others) + shift, others, domain)[:, None] for shift in (0, 1))
    middle = line(numpy.arange(others) + 0.5, others, domain)[:, None]
    at, coupled = line(edges, n, domain)[None, :], line(points, n, domain)[None, :]
    if domain == "flat":
        return (high - low) / numpy.diff(coupled)
    length = angle(high, at) - angle(low, at)
    return length / numpy.diff(angle(coupled, middle), axis=1)


def on_panel(x, y):
    """Points of the unit sphere, [j, i, axis]."""
    r = numpy.sqrt(1 + x**2 + y**2)
    return numpy.stack([x / r, y / r, 1 / r], axis=-1)


def mirrored_nodes(p, sides):
    """Points of nodes, [j, i, axis], with mirror images of those inside beyond closed sides, which are great circles."""
    for at, inside, side, image in ((0, 1, "west", (-1, -1)), (-1, -2, "east", (1, 1))):
        if sides[side] == "neumann":
            p[:, at] = numpy.stack([image[0] * p[:, inside, 2], p[:, inside, 1], image[1] * p[:, inside, 0]], axis=-1)
    for at, inside, side, image in ((0, 1, "south", (-1, -1)), (-1, -2, "north", (1, 1))):
        if sides[side] == "neumann":
            p[at] = numpy.stack([p[inside, :, 0], image[0] * p[inside, :, 2], image[1] * p[inside, :, 1]], axis=-1)
    return p


def means_at_vertices(alpha):
    """Harmonic means of the columns around each vertex of the grid, [j, i]."""
    def around(numbers):
        beyond = numpy.pad(numbers, 1)
        return beyond[:-1, :-1] + beyond[:-1, 1:] + beyond[1:, :-1] + beyond[1:, 1:]
    return around(numpy.ones_like(alpha)) / around(1 / alpha)


def vertex_metrics(nx, ny, domain, sides):
    """The inverse metric at the vertices of a panel's grid times the area that the four nodes around each span, [j, i]: of the
    differences along x, along y, and mixed. Nodes are centres and the middles of edges on sides. Nothing goes through closed sides."""
    def nodes(n):
        return line(numpy.concatenate(([0], numpy.arange(n) + 0.5, [n])), n, domain)
    p = mirrored_nodes(on_panel(nodes(nx)[None, :], nodes(ny)[:, None]), sides)
    sw, se, nw, ne = p[:-1, :-1], p[:-1, 1:], p[1:, :-1], p[1:, 1:]
    a, b = (se - sw + ne - nw) / 2, (nw - sw + ne - se) / 2
    aa, bb, ab = (numpy.sum(v * w, axis=-1) for v, w in ((a, a), (b, b), (a, b)))
    area = numpy.sqrt(aa * bb - ab**2)
    x, y, mixed = bb / area, aa / area, -ab / area
    for at, across, line_of_vertices in ((0, x, "west"), (-1, x, "east"), (0, y, "south"), (-1, y, "north")):
        if sides[line_of_vertices] == "neumann":
            for k in (across, mixed):
                (k.T if across is x else k)[at] = 0
    return x, y, mixed


def areas(nx, ny, domain):
    """Areas of the cells, [j, i]; on the panel the solid angle of a gnomonic rectangle."""
    x = line(numpy.arange(nx + 1), nx, domain)[None, :]
    y = line(numpy.arange(ny + 1), ny, domain)[:, None]
    corner = x * y
    if domain != "flat":
        corner = numpy.arctan(corner / numpy.sqrt(1 + x**2 + y**2))
    return numpy.diff(numpy.diff(corner, axis=0), axis=1)


class Coefficients:
    """alpha_h, alpha_v and beta of a deck's [coefficients]: profiles [k] and columns [j, i]."""

    def __init__(self, grid, numbers, depth_in_metres):
        self.shape = grid["ny"], grid["nx"]
        self.numbers, self.depth, self.nz = numbers, depth_in_metres, grid["nz"]

    def profile(self, name):
        given = self.numbers.get(f"{name}_profile", 1.0)
        return numpy.broadcast_to(numpy.asarray(given).astype(REAL), (self.nz,))

    def columns(self, name):
        if self.numbers.get(f"{name}_columns", "constant") == "constant":
            return numpy.ones(self.shape, REAL)
        y, x = (numpy.sin(PI * self.numbers["mountains"] * line(numpy.arange(n) + 0.5, n, "flat")) ** 2
                for n in self.shape)
        left = 1 - self.numbers["mountain_height"] * y[:, None] * x[None, :] / REAL(self.depth)
        return 1 / left if name == "alpha_v" else left


def through_edges(alpha, low, high):
    """Factors of the edges' transmissibilities along the last axis: alpha of both columns in series, on sides that of one
    column or nothing."""
    inner = 2 / (1 / alpha[:, 1:] + 1 / alpha[:, :-1])
    first, last = (alpha[:, [at]] * (side == "dirichlet") for at, side in ((0, low), (-1, high)))
    return numpy.concatenate((first, inner, last), axis=1)


class Layers:
    """The vertical half of the matrix over a column of area 1, [k]."""

    def __init__(self, grid, omega_squared, lambda_squared, depth, coefficients, sides):
        nz = grid["nz"]
        t = numpy.arange(nz + 1).astype(REAL) / nz
        z = depth * (t * t if grid["layers"] == "graded" else t)
        sphere = REAL(0 if grid["domain"] == "flat" else 1)
        # (r^3 - 1)/3 with r = 1 + z; in the flat box z
        self.volumes = numpy.diff(z + sphere * (z**2 + z**3 / 3))
        half = numpy.diff(z) / 2 / coefficients.profile("alpha_v")  # resistance of half a layer
        way = numpy.concatenate((half[:1], half[1:] + half[:-1], half[-1:]))
        # through interface k
        self.vertical = omega_squared * lambda_squared * (1 + sphere * z) ** 2 / way
        self.vertical[0] *= sides.get("bottom") == "dirichlet"
        self.vertical[-1] *= sides.get("top") == "dirichlet"
        self.horizontal = omega_squared * self.volumes * coefficients.profile("alpha_h")


def relative_norms(operator, u, f):
    """|| f - A u || / || f ||, and || |A||u| + |f| || / || f ||; f is volume-integrated."""
    norms = [numpy.sqrt(numpy.sum(x**2)) for x in
             (f - operator.apply(u), operator.apply(abs(u), 1) + abs(f), f)]
    return float(norms[0] / norms[2]), float(norms[1] / norms[2])


class Operator:
    """A u, volume-integrated, for arrays of shape (ny, nx, nz). `sides` are the deck's [boundaries]."""

    def __init__(self, grid, omega_squared, lambda_squared, depth, coefficients, sides):
        nx, ny, nz, domain = (grid[key] for key in ("nx", "ny", "nz", "domain"))
        given = {side: sides.get(side, "dirichlet") for side in ("west", "east", "south", "north")}
        of_layers = Layers(grid, omega_squared, lambda_squared, depth, coefficients, sides)
        area = areas(nx, ny, domain)[:, :, None]
        self.cell = area * of_layers.volumes
        self.reaction = (self.cell * coefficients.columns("beta")[:, :, None]
                         * coefficients.profile("beta"))
        # magnitudes of the couplings, [j, i, k]: through interface k, western edge i, southern edge j
        self.z = area * coefficients.columns("alpha_v")[:, :, None] * of_layers.vertical
        layers = of_layers.horizontal
        alpha = coefficients.columns("alpha_h")
        west = transmissibilities(nx, ny, domain) * through_edges(alpha, given["west"], given["east"])
        south = transmissibilities(ny, nx, domain) * through_edges(alpha.T, given["south"],
                                                                   given["north"])
        self.x, self.y = west[:, :, None] * layers, south.T[:, :, None] * layers
        self.corner = numpy.zeros((ny + 1, nx + 1, nz), REAL)
        if grid.get("flux") == "vertex":
            mean = means_at_vertices(alpha)
            x, y, mixed = ((mean * k)[:, :, None] * layers for k in vertex_metrics(nx, ny, domain, given))
            self.x, self.y = (x[1:] + x[:-1]) / 2, (y[:, 1:] + y[:, :-1]) / 2
            self.corner = mixed / 2

    def integrate(self, f):
        return self.cell * f

    def apply(self, u, sign=-1):
        """A u; with sign = 1 the neighbours count with the other sign, |A| u."""
        u = u.astype(REAL)
        diagonal = (self.reaction + self.x[:, 1:] + self.x[:, :-1] + self.y[1:] + self.y[:-1]
                    + self.z[:, :, 1:] + self.z[:, :, :-1]
                    + self.corner[1:, 1:] + self.corner[:-1, :-1] - self.corner[1:, :-1] - self.corner[:-1, 1:])
        image = diagonal * u
        for axis, coupling in ((1, self.x[:, 1:-1]), (0, self.y[1:-1]), (2, self.z[:, :, 1:-1])):
            image, other = numpy.moveaxis(image, axis, 0), numpy.moveaxis(u, axis, 0)
            coupling = numpy.moveaxis(coupling, axis, 0)
            image[1:] += sign * coupling * other[:-1]
            image[:-1] += sign * coupling * other[1:]
            image = numpy.moveaxis(image, 0, axis)
        rising = self.corner[1:-1, 1:-1]  # columns that meet in a vertex, along one diagonal and the other
        along, across = (-rising, rising) if sign < 0 else (abs(rising), abs(rising))
        image[1:, 1:] += along * u[:-1, :-1]
        image[:-1, :-1] += along * u[1:, 1:]
        image[1:, :-1] += across * u[:-1, 1:]
        image[:-1, 1:] += across * u[1:, :-1]
        return image

    def residual(self, u, f):
        """relative_norms(), f given as cell means."""
        return relative_norms(self, u, self.integrate(f))


def uniform(seed, index):
    """The numbers of SplitMix64 in [-1, 1), of a seed and cells counted level by level first."""
    x = numpy.uint64(seed * 0x9E3779B97F4A7C15 % 2**64) + index.astype(numpy.uint64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (30, 0x94D049BB133111EB)):
        x = (x ^ (x >> numpy.uint64(shift))) * numpy.uint64(factor)
    x = (x ^ (x >> numpy.uint64(31))) >> numpy.uint64(11)
    return x.astype(numpy.float64) * 2.0**-52 - 1.0


def middle_quarter(n):
    i = numpy.arange(n)
    return (8 * i >= 3 * n) & (8 * i < 5 * n)


def part_way(low, high, number):
    """Maps a number in [-1, 1) to [low, high)."""
    return low + (high - low) * (number + 1) / 2


def bump(t):
    return numpy.where(abs(t) < 1, (1 - t**2) ** 2, 0.0)


def sources(x, y, z, seed):
    """24 bumps of alternating sign at places of the seed."""
    f = numpy.zeros_like(x)
    for n in range(24):
        numbers = uniform(seed, 8 * n + numpy.arange(7))
        centre = part_way(0.1, 0.9, numbers[:3])
        width = part_way(numpy.array([0.05, 0.05, 0.1]), numpy.array([0.25, 0.25, 0.4]), numbers[3:6])
        strength = (-1) ** n * part_way(0.5, 1.0, numbers[6])
        f += strength * numpy.prod([bump((at - c) / w) for at, c, w in zip((x, y, z), centre, width)], axis=0)
    return f


def layered(x, y, seed):
    """Three waves, each with a random number on each layer."""
    f, layers = numpy.zeros_like(x), numpy.arange(x.shape[2])
    for n in range(3):
        p, q = 1 + numpy.floor(3 * (uniform(seed, 2 * n + numpy.arange(2)) + 1))
        f += numpy.sin(numpy.pi * p * x) * numpy.sin(numpy.pi * q * y) * uniform(seed + n + 1, layers)
    return f


def right_side(grid, rhs):
    """Cell means of f as docs/deck.md and docs/classes.md describe them; `rhs` is the deck's [rhs]."""
    nx, ny, nz = (grid[key] for key in ("nx", "ny", "nz"))
    y, x, z = numpy.meshgrid(*((numpy.arange(n) + 0.5) / n for n in (ny, nx, nz)), indexing="ij")
    kind = rhs["kind"]
    if kind == "box":
        inside = middle_quarter(ny)[:, None] & middle_quarter(nx)[None, :]
        low, high = rhs.get("box_layers", (0.0, 1.0))
        return (inside[:, :, None] & (z >= low) & (z <= high)).astype(float)
    if kind == "constant":
        return numpy.ones((ny, nx, nz))
    if kind == "random":
        return uniform(rhs["seed"], numpy.arange(nx * ny * nz)).reshape(ny, nx, nz)
    if kind == "smooth":
        return numpy.sin(numpy.pi * x) * numpy.sin(numpy.pi * y) * numpy.sin(numpy.pi * z)
    if kind == "blob":
        a, b, c = rhs["blob_centre"]
        squares = (x - a) ** 2 + (y - b) ** 2 + (z - c) ** 2
        return numpy.exp(-squares / rhs["blob_width"] ** 2)
    if kind == "sources":
        return sources(x, y, z, rhs["seed"])
    if kind == "layered":
        return layered(x, y, rhs["seed"])
    return numpy.load(rhs["file"])
