"""The matrix on the whole sphere and its right-hand sides once more, in numpy: the energy of each vertex of the grid, found by where
columns meet, without any table of panels."""

import collections

import numpy

PANELS = 6
# centre of each panel, and its directions x and y
FRAMES = numpy.array([[(1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 1, 0), (-1, 0, 0), (0, 0, 1)],
                      [(0, 0, 1), (-1, 0, 0), (0, -1, 0)], [(-1, 0, 0), (0, 0, -1), (0, -1, 0)],
                      [(0, -1, 0), (0, 0, -1), (1, 0, 0)], [(0, 0, -1), (0, 1, 0), (1, 0, 0)]], float)


def points(n, shift):
    """Points of the unit sphere so many columns from the south-western corner of each column, [panel, j, i, axis]."""
    at = numpy.tan(numpy.pi * ((numpy.arange(n) + shift[0]) / n / 2 - 0.25)), \
        numpy.tan(numpy.pi * ((numpy.arange(n) + shift[1]) / n / 2 - 0.25))
    x = (FRAMES[:, 0, None, None] + at[0][None, None, :, None] * FRAMES[:, 1, None, None]
         + at[1][None, :, None, None] * FRAMES[:, 2, None, None])
    return x / numpy.linalg.norm(x, axis=-1, keepdims=True)


def centres(n):
    return points(n, (0.5, 0.5))


def angle(a, b, c):
    """At b, between the great circles to a and c."""
    u, v = numpy.cross(b, a), numpy.cross(b, c)
    return numpy.arctan2(numpy.linalg.norm(numpy.cross(u, v), axis=-1), (u * v).sum(-1))


def areas(n):
    corners = [points(n, shift) for shift in ((0, 0), (1, 0), (1, 1), (0, 1))]
    angles = sum(angle(corners[k - 1], corners[k], corners[(k + 1) % 4]) for k in range(4))
    return angles - 2 * numpy.pi


def couplings(n, alpha):
    """(column, column, coefficient) of all pairs, columns counted panel after panel, row after row. alpha: one number a column and
    layer; each vertex takes the harmonic mean of its columns'."""
    centre = centres(n).reshape(-1, 3)
    meet, place = collections.defaultdict(list), {}
    for shift in ((0, 0), (1, 0), (0, 1), (1, 1)):
        for column, x in enumerate(points(n, shift).reshape(-1, 3)):
            key = tuple(numpy.rint(1e7 * x).astype(int))
            meet[key].append(column)
            place[key] = x
    for key, columns in meet.items():
        mean = len(columns) / (1 / alpha[columns]).sum(axis=0)
        if len(columns) == 3:
            a, b, c = columns
            yield from ((one, other, mean * 0.5 / numpy.sqrt(3)) for one, other in ((a, b), (b, c), (c, a)))
            continue
        east = numpy.cross(place[key], (0.3, 0.5, 0.8))
        north = numpy.cross(place[key], east)
        sw, se, ne, nw = sorted(columns, key=lambda c: numpy.arctan2(centre[c] @ north, centre[c] @ east))
        a = centre[se] - centre[sw] + centre[ne] - centre[nw]
        b = centre[nw] - centre[sw] + centre[ne] - centre[se]
        jacobian = numpy.linalg.norm(numpy.cross(a, b)) / mean
        along_x, along_y, mixed = b @ b / jacobian / 2, a @ a / jacobian / 2, -(a @ b) / jacobian / 2
        yield from ((sw, se, along_x), (nw, ne, along_x), (sw, nw, along_y), (se, ne, along_y),
                    (sw, ne, mixed), (se, nw, -mixed))


class SphereOperator:
    """A u, volume-integrated, for arrays of shape (6 n, n, nz). alpha_h, alpha_v and beta are arrays that can be broadcast to it; alpha_v
    does not depend on the height."""

    def __init__(self, n, nz, omega_squared, lambda_squared, depth, graded=True, alpha_h=1.0, alpha_v=1.0, beta=1.0):
        z = depth * (numpy.arange(nz + 1) / nz) ** (2 if graded else 1)
        volumes = numpy.diff(z + z**2 + z**3 / 3)
        between = numpy.zeros(nz + 1)
        between[1:-1] = omega_squared * lambda_squared * (1 + z[1:-1]) ** 2 / ((z[2:] - z[:-2]) / 2)
        self.shape = (PANELS * n, n, nz)
        self.cell = areas(n).reshape(-1, 1) * volumes
        per_cell = lambda numbers: numpy.broadcast_to(numbers, self.shape).reshape(-1, nz)
        self.reaction = self.cell * per_cell(beta)
        self.vertical = areas(n).reshape(-1, 1) * per_cell(alpha_v)[:, :1] * between
        self.layers = omega_squared * volumes
        one, other, coefficient = (numpy.array(x) for x in zip(*couplings(n, per_cell(alpha_h))))
        self.pairs, self.coefficient = (one, other), coefficient

    def apply(self, u):
        u = u.reshape(-1, self.shape[2])
        image = self.reaction * u
        one, other = self.pairs
        flux = self.coefficient * (u[one] - u[other]) * self.layers
        numpy.add.at(image, one, flux)
        numpy.add.at(image, other, -flux)
        up = self.vertical[:, 1:-1] * (u[:, :-1] - u[:, 1:])
        image[:, :-1] += up
        image[:, 1:] -= up
        return image

    def residual(self, u, f):
        """|| f - A u || / || f ||, f given as cell means."""
        f = self.cell * f.reshape(-1, self.shape[2])
        return float(numpy.linalg.norm(f - self.apply(u)) / numpy.linalg.norm(f))
