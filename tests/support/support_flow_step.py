"""A time step of a flow in numpy, from the equations of docs/flow-design.md and from nothing of the program.

Fields are arrays [x, y, z] of the velocities on western, southern and bottom faces and of the temperature in cells.
"""

import numpy

PAIRS = (("west", "east"), ("south", "north"), ("bottom", "top"))


class Walls:
    """The sides in a deck's [walls]."""

    def __init__(self, walls):
        self.walls = walls

    def kind(self, side):
        return self.walls.get(side, "no-slip")

    def periodic(self, axis):
        return self.kind(PAIRS[axis][0]) == "periodic"

    def mirror(self, field, axis, high):
        """Factor and shift of what lies beyond a side, of the number inside."""
        side = PAIRS[axis][high]
        if field == 3:
            temperature = self.walls.get(f"{side}_temperature", "insulated")
            return (1.0, 0.0) if temperature == "insulated" else (-1.0, 2.0 * temperature)
        if field == axis:
            return 0.0, 0.0
        if self.kind(side) == "free-slip":
            return 1.0, 0.0
        return -1.0, 2.0 * self.walls.get(f"{side}_velocity", (0.0, 0.0, 0.0))[field]

    def padded(self, x, field):
        """With a number more on each side."""
        for axis in range(3):
            x = numpy.moveaxis(x, axis, 0)
            if self.periodic(axis):
                low, high = x[-1:], x[:1]
            else:
                (a, b), (c, d) = (self.mirror(field, axis, high) for high in (0, 1))
                low, high = a * x[:1] + b, c * x[-1:] + d
            x = numpy.moveaxis(numpy.concatenate((low, x, high)), 0, axis)
        return x


def along(numbers, axis):
    """Numbers of one axis, to be multiplied with a field."""
    shape = [1, 1, 1]
    shape[axis] = -1
    return numpy.reshape(numbers, shape)


class Grid:
    """edges: the places of the cells' sides along each axis."""

    def __init__(self, edges, walls):
        self.walls = Walls(walls)
        self.widths = [numpy.diff(e) for e in edges]  # of cells
        around = [w[[-1, *range(len(w)), 0]] if self.walls.periodic(axis) else w[[0, *range(len(w)), -1]]
                  for axis, w in enumerate(self.widths)]
        # Between centres, across each cell's low face and across the high one of the last.
        self.distances = [0.5 * (w[1:] + w[:-1]) for w in around]
        self.below = [w[:-1] for w in around]  # width of the cell below a face

    def open(self, axis):
        """0 on the low wall of an axis, else 1."""
        faces = numpy.ones(len(self.widths[axis]))
        faces[0] = float(self.walls.periodic(axis))
        return along(faces, axis)

    def volume(self, field):
        sides = [self.distances[n][:-1] if n == field else self.widths[n] for n in range(3)]
        return along(sides[0], 0) * along(sides[1], 1) * along(sides[2], 2)

    def energy(self, velocity):
        return 0.5 * sum(numpy.sum(self.volume(f) * velocity[f] ** 2) for f in range(3))

    def divergence(self, velocity):
        """Integrated over cells."""
        volume = self.volume(3)
        total = 0.0
        for axis in range(3):
            faces = self.walls.padded(velocity[axis], axis)[tuple(slice(1, None if n == axis else -1) for n in range(3))]
            total = total + numpy.diff(faces, axis=axis) * volume / along(self.widths[axis], axis)
        return total

    def gradient(self, p, axis):
        """On low faces; 0 on walls."""
        before = numpy.roll(p, 1, axis)
        return self.open(axis) * (p - before) / along(self.distances[axis][:-1], axis)

    def rate(self, field, padded, diffusivity):
        """The rate of convection and diffusion: what enters the control volume of a number, over that volume."""
        here = tuple([slice(1, -1)] * 3)
        total = numpy.zeros_like(padded[field][here])
        for axis in range(3):
            low, high = list(here), list(here)
            low[axis], high[axis] = slice(0, -2), slice(2, None)
            q, q_low, q_high = (padded[field][tuple(at)] for at in (here, low, high))
            if axis == field:
                flow_low, flow_high = (q_low + q) / 2, (q + q_high) / 2
                width, way_low = self.distances[axis][:-1], self.below[axis][:-1]
                way_high = self.widths[axis]
            else:
                carrier = self.carrier(field, axis, padded)
                flow_low, flow_high = carrier[tuple(here)], carrier[tuple(high)]
                width = self.widths[axis]
                way_low, way_high = self.distances[axis][:-1], self.distances[axis][1:]
            enters = flow_low * (q_low + q) / 2 - diffusivity * (q - q_low) / along(way_low, axis)
            leaves = flow_high * (q + q_high) / 2 - diffusivity * (q_high - q) / along(way_high, axis)
            total += (enters - leaves) / along(width, axis)
        return total * (self.open(field) if field < 3 else 1.0)

    def carrier(self, field, axis, padded):
        """The velocity along an axis through the faces of a field's control volumes: each of the two cells that such a volume
        covers half of gives its share."""
        velocity = padded[axis]
        if field == 3:
            return velocity
        both = 2.0 * self.distances[field][:-1]
        share = along(self.below[field][:-1] / both, field)
        here, before = [slice(None)] * 3, [slice(None)] * 3
        here[field], before[field] = slice(1, -1), slice(0, -2)
        mixed = (1.0 - share) * velocity[tuple(here)] + share * velocity[tuple(before)]
        ends = [slice(None)] * 3
        ends[field] = slice(0, 1)
        return numpy.concatenate((mixed[tuple(ends)], mixed, mixed[tuple(ends)]), axis=field)

    def rates(self, fields, viscosity, diffusivity=0.0, buoyancy=0.0):
        padded = [self.walls.padded(x, f) for f, x in enumerate(fields)]
        rates = [self.rate(f, padded, viscosity if f < 3 else diffusivity) for f in range(len(fields))]
        if len(fields) == 4:
            t = padded[3][1:-1, 1:-1]
            rates[2] = rates[2] + self.open(2) * buoyancy * (t[:, :, :-2] + t[:, :, 1:-1]) / 2
        return rates


def weights(dt, last):
    """Weights of the present rates and the step before: Adams and Bashforth's, or Euler's after none or a much shorter step."""
    half = 0.5 * dt / last if last > 0.0 and dt <= 4.0 * last else 0.0
    return dt * (1.0 + half), -dt * half


def read_restart(path, cells, with_temperature):
    """Fields, their rates and the pressure of a restart file, whose numbers end it."""
    count, (nx, ny, nz) = 9 if with_temperature else 7, cells
    data = path.read_bytes()[-8 * count * nx * ny * nz:]
    all_of_them = numpy.frombuffer(data).reshape(count, ny, nx, nz).transpose(0, 2, 1, 3)
    half = count // 2
    return list(all_of_them[:half]), list(all_of_them[half:-1]), all_of_them[-1]
