"""Finite elements on quadrilaterals with straight edges, assembled with numpy, without code of the program.

Elements are Q1 or Q2 on a mesh that is quartered again and again. c is constant in each element, f is interpolated
by the elements themselves, and the unknowns of the solution's file are met element by element.
"""

import numpy

AXIS = {1: numpy.array([0.5 - 0.5 / 3**0.5, 0.5 + 0.5 / 3**0.5]),
        2: numpy.array([0.5 - 0.5 * 0.6**0.5, 0.5, 0.5 + 0.5 * 0.6**0.5])}
WEIGHTS = {1: numpy.array([0.5, 0.5]), 2: numpy.array([5.0, 8.0, 5.0]) / 18.0}
# The place of each local node among the nodes of an axis, along x and along y: corners, edges, centre.
PLACES = {1: [(0, 0), (1, 0), (1, 1), (0, 1)],
          2: [(0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1), (1, 1)]}


def axis_basis(order, t):
    """Values and slopes of the basis of an axis."""
    if order == 1:
        return [1 - t, t], [-1.0, 1.0]
    return ([(1 - t) * (1 - 2 * t), 4 * t * (1 - t), t * (2 * t - 1)],
            [4 * t - 3, 4 - 8 * t, 4 * t - 1])


def quadrature(order):
    """For each point: weight, values of the nodes and their gradients in the unit square."""
    for j, t in enumerate(AXIS[order]):
        for i, s in enumerate(AXIS[order]):
            (along_x, slope_x), (along_y, slope_y) = axis_basis(order, s), axis_basis(order, t)
            value = numpy.array([along_x[a] * along_y[b] for a, b in PLACES[order]])
            gradient = numpy.array([[slope_x[a] * along_y[b], along_x[a] * slope_y[b]]
                                    for a, b in PLACES[order]])
            yield WEIGHTS[order][i] * WEIGHTS[order][j], value, gradient


def quartered(points, quads, rims):
    """The next level: element q has the children 4 q to 4 q + 3. `rims` has the name of each edge on the boundary."""
    points, middles, finer, finer_rims = list(points), {}, [], {}

    def middle(a, b):
        key = (min(a, b), max(a, b))
        if key not in middles:
            middles[key] = len(points)
            points.append(0.5 * (points[a] + points[b]))
            if key in rims:
                for end in key:
                    finer_rims[min(end, middles[key]), max(end, middles[key])] = rims[key]
        return middles[key]

    for quad in quads:
        around = [middle(quad[k], quad[(k + 1) % 4]) for k in range(4)]
        centre = len(points)
        points.append(0.25 * sum(points[v] for v in quad))
        finer += [(quad[k], around[k], centre, around[k - 1]) for k in range(4)]
    return points, finer, finer_rims


class Space:
    """The unknowns of a refined mesh in the order of the solution's file."""

    def __init__(self, points, quads, rims, levels, order):
        points = [numpy.array(p, dtype=float) for p in points]
        for _ in range(levels - 1):
            points, quads, rims = quartered(points, quads, rims)
        self.order, self.refinements = order, levels - 1
        if order == 2:
            nodes, points, rims = self.biquadratic(points, quads, rims)
        else:
            nodes = [list(quad) for quad in quads]
            rims = {key: name for key, name in rims.items()}
        number = {}
        for element in nodes:
            for n in element:
                number.setdefault(n, len(number))
        self.elements = numpy.array([[number[n] for n in element] for element in nodes])
        self.points = numpy.array([points[n] for n in number])
        self.rims_of = {}  # the names of the boundaries of each unknown
        for key, name in rims.items():
            for n in key:
                self.rims_of.setdefault(number[n], set()).add(name)

    @staticmethod
    def biquadratic(points, quads, rims):
        points, middles, nodes = list(points), {}, []
        for quad in quads:
            edges = []
            for k in range(4):
                key = tuple(sorted((quad[k], quad[(k + 1) % 4])))
                if key not in middles:
                    middles[key] = len(points)
                    points.append(0.5 * (points[key[0]] + points[key[1]]))
                edges.append(middles[key])
            nodes.append([*quad, *edges, len(points)])
            points.append(0.25 * sum(points[v] for v in quad))
        return nodes, points, {(*key, middles[key]): name for key, name in rims.items()}

    def at_unknowns(self, of_quads):
        """Turns numbers of the coarsest mesh's quadrilaterals into numbers at unknowns, the means of those around each."""
        sums, counts = numpy.zeros(len(self.points)), numpy.zeros(len(self.points))
        for e, nodes in enumerate(self.elements):
            sums[nodes] += of_quads[e >> (2 * self.refinements)]
            counts[nodes] += 1
        return sums / counts

    def of_elements(self, of_quads):
        return numpy.repeat(of_quads, 4**self.refinements)

    def centres(self):
        return self.points[self.elements[:, :4]].mean(axis=1)

    def system(self, f, c):
        """The stiffness matrix without boundary values, and the load."""
        count = len(self.points)
        matrix, load = numpy.zeros((count, count)), numpy.zeros(count)
        corners, nodes = self.points[self.elements], self.elements.shape[1]
        local, of_f = numpy.zeros((len(corners), nodes, nodes)), numpy.zeros((len(corners), nodes))
        for weight, value, gradient in quadrature(self.order):
            map_ = numpy.einsum("enx,nd->exd", corners, gradient)
            determinant = numpy.linalg.det(map_)
            in_plane = numpy.einsum("nd,edx->enx", gradient, numpy.linalg.inv(map_))
            local += numpy.einsum("e,enx,emx->enm", weight * determinant * c, in_plane, in_plane)
            of_f += numpy.outer(weight * determinant, value) * (f[self.elements] @ value)[:, None]
        for e, own in enumerate(self.elements):
            matrix[numpy.ix_(own, own)] += local[e]
            load[own] += of_f[e]
        return matrix, load


class Equation:
    """Solves A x = b with the values of fixed unknowns; `values` has them by the number of the unknown."""

    def __init__(self, space, f, c, values):
        self.matrix, self.load = space.system(f, c)
        self.fixed = numpy.array(sorted(values), dtype=int)
        self.values = numpy.array([values[n] for n in sorted(values)])
        self.free = numpy.setdiff1d(numpy.arange(len(space.points)), self.fixed)

    def scale(self):
        """The norm of the residual of u = 0 inside."""
        u = numpy.zeros(len(self.load))
        u[self.fixed] = self.values
        return numpy.linalg.norm(self.residual(u)[0])

    def residual(self, u):
        """The residual of the free unknowns, and || |A| |u| + |f| ||."""
        a, f = self.matrix[self.free], self.load[self.free]
        return f - a @ u, numpy.linalg.norm(abs(a) @ abs(u) + abs(f))

    def solution(self):
        u = numpy.zeros(len(self.load))
        u[self.fixed] = self.values
        inner = self.matrix[numpy.ix_(self.free, self.free)]
        u[self.free] = numpy.linalg.solve(inner, self.residual(u)[0])
        return u
