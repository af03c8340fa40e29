"""The Poisson equation on a box of cells in numpy: -div grad u, integrated over cells, by fluxes between centres."""

import numpy


def interfaces(cells, length=1.0, ratio=1.0):
    """Cells that grow to the middle by a hyperbolic tangent."""
    if ratio == 1.0:
        return numpy.linspace(0.0, length, cells + 1)
    a = numpy.arccosh(numpy.sqrt(ratio))
    s = numpy.linspace(-1.0, 1.0, cells + 1)
    return length * 0.5 * (1.0 + numpy.tanh(a * s) / numpy.tanh(a))


def fluxes_out(u, axis, edges, sides, areas):
    """Through both sides of each cell along an axis; u is (y, x, z)."""
    u = numpy.moveaxis(u, axis, -1)
    widths = numpy.diff(edges)
    low, high = sides
    before, after = numpy.roll(u, 1, -1), numpy.roll(u, -1, -1)
    d_before, d_after = (0.5 * (widths + numpy.roll(widths, n)) for n in (1, -1))
    out = (u - before) / d_before, (u - after) / d_after
    for part, end, side in ((out[0], 0, low), (out[1], -1, high)):
        if side == "dirichlet":
            part[..., end] = u[..., end] / (0.5 * widths[end])
        elif side == "neumann":
            part[..., end] = 0.0
    return numpy.moveaxis(out[0] + out[1], -1, axis) * areas


def pairs(sides):
    """The conditions on both ends of x, y and z."""
    return [(sides.get(a, "dirichlet"), sides.get(b, "dirichlet"))
            for a, b in (("west", "east"), ("south", "north"), ("bottom", "top"))]


def apply(u, edges, sides):
    """A u; edges = (x, y, z), sides as the deck has them by name."""
    x, y, z = (numpy.diff(e) for e in edges)
    hy, hx, hz = y[:, None, None], x[None, :, None], z[None, None, :]
    on_x, on_y, on_z = pairs(sides)
    return (fluxes_out(u, 1, edges[0], on_x, hy * hz)
            + fluxes_out(u, 0, edges[1], on_y, hx * hz)
            + fluxes_out(u, 2, edges[2], on_z, hx * hy))


def volumes(edges):
    x, y, z = (numpy.diff(e) for e in edges)
    return y[:, None, None] * x[None, :, None] * z[None, None, :]


def is_singular(sides):
    """Whether no side fixes u."""
    return "dirichlet" not in [side for pair in pairs(sides) for side in pair]


def residual(u, f, edges, sides):
    """Relative residual of cell means f; where no side fixes u the mean of f does not count."""
    volume = volumes(edges)
    if is_singular(sides):
        f = f - numpy.sum(f * volume) / numpy.sum(volume)
    b = f * volume
    return numpy.linalg.norm(b - apply(u, edges, sides)) / numpy.linalg.norm(b)


def centres(edges):
    """x, y and z of the cells, each of shape (y, x, z)."""
    x, y, z = (0.5 * (e[1:] + e[:-1]) for e in edges)
    shape = numpy.ones((len(y), len(x), len(z)))
    return x[None, :, None] * shape, y[:, None, None] * shape, z[None, None, :] * shape


def wave(place, edges, low, high):
    """A sine or cosine of one axis as the sides want it, and the square of its wave number."""
    length = edges[-1]
    if len(edges) == 2 and "dirichlet" not in (low, high):
        return numpy.ones_like(place), 0.0
    if low == "periodic":
        number = 2.0 * numpy.pi / length
    else:
        number = (1.0 if low == high else 0.5) * numpy.pi / length
    return (numpy.cos if low == "neumann" else numpy.sin)(number * place), number**2


def sines(edges, sides):
    """The right-hand side whose solution is a product of sines and cosines."""
    product, squares = 1.0, 0.0
    for axis, place in enumerate(centres(edges)):
        of_axis, square = wave(place, edges[axis], *pairs(sides)[axis])
        product, squares = product * of_axis, squares + square
    return squares * product


def charges(edges, points):
    """Each in its cell, over the cell's volume; on an interface in the upper one."""
    f = numpy.zeros_like(centres(edges)[0])
    for *place, charge in points:
        i, j, k = (min(max(numpy.searchsorted(e, x, side="right") - 1, 0), len(e) - 2)
                   for e, x in zip(edges, place))
        f[j, i, k] += charge / volumes(edges)[j, i, k]
    return f
