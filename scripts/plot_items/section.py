"""A section through a box of cells: the layer of cells at a place of one axis, and lines through its middle."""
from dataclasses import dataclass

import numpy

from plot_items.vts import AXES
from plot_items.vtu import Unreadable

VELOCITIES = [f"velocity_{axis}" for axis in AXES]


@dataclass
class Section:
    """`along`: the axes of its columns and rows; numbers are [row, column]."""
    normal: int
    place: float  # of the cells' centres
    box: object

    @property
    def along(self):
        return [axis for axis in range(3) if axis != self.normal]

    @property
    def name(self):
        return f"{AXES[self.normal]} = {self.place:.4g}"

    def edges(self):
        return [self.box.interfaces[axis] for axis in self.along]

    def centres(self):
        return [self.box.centres(axis) for axis in self.along]

    def field(self, name):
        """A field of the file, or the velocity's magnitude in all three directions."""
        if name == "speed":
            return numpy.sqrt(sum(self.field(one) ** 2 for one in VELOCITIES))
        layer = int(numpy.searchsorted(self.box.interfaces[self.normal], self.place, "right")) - 1
        return numpy.take(self.box.fields[name], layer, axis=2 - self.normal)

    def velocity(self):
        """The velocity in the section: to the right, and upwards."""
        return [self.field(VELOCITIES[axis]) for axis in self.along]

    def profiles(self):
        """[(axis of the velocity, axis of the line, places, numbers)] on the two lines through the middle."""
        (right, upwards), (x, y) = self.velocity(), self.centres()
        middles = [0.5 * (edges[0] + edges[-1]) for edges in self.edges()]
        return [(self.along[0], self.along[1], y, at(x, right.T, middles[0])),
                (self.along[1], self.along[0], x, at(y, upwards, middles[1]))]


def at(places, rows, place):
    """Numbers between the rows of two places, linear."""
    n = int(numpy.clip(numpy.searchsorted(places, place), 1, len(places) - 1)) if len(places) > 1 else 0
    if n == 0:
        return rows[0]
    share = (place - places[n - 1]) / (places[n] - places[n - 1])
    return (1 - share) * rows[n - 1] + share * rows[n]


def section_of(box, text):
    """The section of AXIS=PLACE; by default through the only layer of cells, or through the middle in y. Raises Unreadable."""
    if text is None:
        normal = next((axis for axis in (1, 0, 2) if box.cells[axis] == 1), 1)
        ends = box.interfaces[normal]
        return through(box, normal, 0.5 * (ends[0] + ends[-1]))
    name, _, number = text.partition("=")
    try:
        place = float(number)
    except ValueError:
        place = numpy.nan
    if name not in tuple(AXES) or not numpy.isfinite(place):
        raise Unreadable(f"--section {text}: expected an axis and a place, as y=0.5")
    ends = box.interfaces[AXES.index(name)]
    if not ends[0] <= place <= ends[-1]:
        raise Unreadable(f"--section {text}: expected {name} from {ends[0]:g} to {ends[-1]:g}")
    return through(box, AXES.index(name), place)


def through(box, normal, place):
    """The cells that the place lies in, by their centres."""
    edges = box.interfaces[normal]
    layer = min(int(numpy.searchsorted(edges, place, "right")) - 1, len(edges) - 2)
    return Section(normal, float(box.centres(normal)[layer]), box)
