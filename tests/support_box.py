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


def apply(u, edges, sides):
    """A u; edges = (x, y, z), sides as the deck has them by name."""
    x, y, z = (numpy.diff(e) for e in edges)
    hy, hx, hz = y[:, None, None], x[None, :, None], z[None, None, :]
    pairs = [(sides.get(a, "dirichlet"), sides.get(b, "dirichlet"))
             for a, b in (("west", "east"), ("south", "north"), ("bottom", "top"))]
    return (fluxes_out(u, 1, edges[0], pairs[0], hy * hz)
            + fluxes_out(u, 0, edges[1], pairs[1], hx * hz)
            + fluxes_out(u, 2, edges[2], pairs[2], hx * hy))


def volumes(edges):
    x, y, z = (numpy.diff(e) for e in edges)
    return y[:, None, None] * x[None, :, None] * z[None, None, :]


def residual(u, f, edges, sides):
    """Relative residual of cell means f; where no side fixes u the mean of f does not count."""
    volume = volumes(edges)
    if "dirichlet" not in {sides.get(side, "dirichlet") for side in
                           ("west", "east", "south", "north", "bottom", "top")}:
        f = f - numpy.sum(f * volume) / numpy.sum(volume)
    b = f * volume
    return numpy.linalg.norm(b - apply(u, edges, sides)) / numpy.linalg.norm(b)
