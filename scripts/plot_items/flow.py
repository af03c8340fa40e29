"""A flow: a section with streamlines, and the velocities on the lines through its middle, with Ghia's if asked for."""
import numpy

from plot_items.section import VELOCITIES, section_of
from plot_items.vts import AXES
from plot_items.vtu import Unreadable

LEAST_CELLS = 4  # of a section in each direction, for lines between them
MOST_POINTS = 200  # of the even grid that streamlines go through, in each direction
CASES = (100, 400, 1000)


def has_flow(box):
    return set(VELOCITIES) <= set(box.fields)


def field_of(box, name):
    """The field that is drawn. Raises Unreadable."""
    known = [*(["speed"] if has_flow(box) else []), *box.fields]
    if name is None:
        return "temperature" if "temperature" in box.fields else known[0]
    if name not in known:
        raise Unreadable(f"--field {name}: expected one of {', '.join(known)}")
    return name


def published(case, section):
    """Ghia's numbers as [(places, velocities)] of both profiles. Raises Unreadable where the section is not that of the cavity."""
    if case is None:
        return None
    from verify_flow_items.published import GHIA_HEIGHTS, GHIA_PLACES, GHIA_U, GHIA_W
    if section.normal != 1 or any(abs(edges[0]) > 1e-9 or abs(edges[-1] - 1) > 1e-9 for edges in section.edges()):
        raise Unreadable(f"--ghia {case}: the section {section.name} is not that of the lid-driven cavity; expected x and z from 0 to 1")
    pairs = (GHIA_HEIGHTS, GHIA_U[case]), (GHIA_PLACES, GHIA_W[case])
    return [tuple(zip(*((x, v) for x, v in zip(*pair) if v is not None))) for pair in pairs]


def with_walls(places, numbers, last):
    """A profile of the cavity from wall to wall. Walls stand still, except for the lid."""
    return numpy.concatenate([[0.0], places, [1.0]]), numpy.concatenate([[0.0], numbers, [last]])


def off(profile, known):
    """Largest difference from published numbers, in percent of the largest of them."""
    places, numbers = profile
    return 100 * max(abs(numpy.interp(known[0], places, numbers) - known[1])) / max(map(abs, known[1]))


class Picture:
    """A picture of a box. Raises Unreadable."""

    def __init__(self, box, field, section, case):
        self.section = section_of(box, section)
        self.field = field_of(box, field)
        self.values = self.section.field(self.field)
        if case is not None and not has_flow(box):
            raise Unreadable(f"--ghia {case}: the file has no velocities; expected one of a flow")
        self.known = published(case, self.section)
        self.case = case
        self.profiles = self.section.profiles() if has_flow(box) else []
        self.has_lines = bool(self.profiles) and min(self.values.shape) >= LEAST_CELLS and abs(numpy.array(self.section.velocity())).max() > 0

    @property
    def aspect_ratio(self):
        """The section's length over its height."""
        (x0, *_, x1), (y0, *_, y1) = self.section.edges()
        return (x1 - x0) / (y1 - y0)

    @property
    def is_long(self):
        return self.aspect_ratio > 2.5

    def places(self, figure):
        """The parts of the figure: the section's, and those of the two profiles beside it, or below a long section."""
        if not self.profiles:
            return [figure.add_gridspec(1, 1)[:, :]]
        if self.is_long:
            grid = figure.add_gridspec(2, 2, height_ratios=(1.25, 1))
            return [grid[0, :], grid[1, 0], grid[1, 1]]
        grid = figure.add_gridspec(2, 2, width_ratios=(1.25, 1))
        return [grid[:, 0], grid[0, 1], grid[1, 1]]

    def draw_section(self, figure, axes):
        low, high = float(self.values.min()), float(self.values.max())
        if high - low <= 1e-12 * max(abs(low), abs(high)):
            low, high = low - 0.5, high + 0.5
        shown = axes.pcolormesh(*self.section.edges(), self.values, vmin=low, vmax=high, cmap="viridis", rasterized=True)
        if self.has_lines:
            self.draw_lines(axes)
        (x0, *_, x1), (y0, *_, y1) = self.section.edges()
        across, up = (AXES[axis] for axis in self.section.along)
        axes.set(xlabel=across, ylabel=up, xlim=(x0, x1), ylim=(y0, y1))
        if 0.05 < self.aspect_ratio < 20:
            axes.set_aspect("equal")
        figure.colorbar(shown, ax=axes, shrink=0.9, label=self.field, location="bottom" if self.is_long else "right")

    def draw_lines(self, axes):
        """Streamlines of the velocity in the section, on an even grid between the centres of cells."""
        centres, counts = self.section.centres(), [min(MOST_POINTS, 2 * n) for n in self.values.shape[::-1]]
        x, y = (numpy.linspace(c[0], c[-1], n) for c, n in zip(centres, counts))
        even = [numpy.array([numpy.interp(y, centres[1], column) for column in
                             numpy.array([numpy.interp(x, centres[0], row) for row in part]).T]).T for part in self.section.velocity()]
        if abs(numpy.array(even)).max() > 0:
            more = numpy.sqrt(numpy.clip(self.aspect_ratio, 1.0 / 16.0, 16.0))  # lines stay apart in long boxes
            axes.streamplot(x, y, *even, color="white", linewidth=0.7, arrowsize=0.7, density=(1.4 * more, 1.4 / more))

    def draw_profile(self, axes, number):
        from reproduce_items.plots import COLOURS, PAPER
        of, along, places, numbers = self.profiles[number]
        across = next(axis for axis in self.section.along if axis != along)
        middle = 0.5 * (self.section.box.interfaces[across][0] + self.section.box.interfaces[across][-1])
        title = f"{VELOCITIES[of]} on {AXES[across]} = {middle:.4g}"
        if self.known:
            places, numbers = with_walls(places, numbers, float(number == 0))
            axes.plot(*self.known[number], "o", color=PAPER, markerfacecolor="white", label=f"Ghia, Ghia and Shin, Re {self.case}")
            title += f", at most {off((places, numbers), self.known[number]):.1f} % off"
        axes.plot(places, numbers, color=COLOURS[number], marker="." if len(places) < 40 else None, label="the file")
        axes.set(xlabel=AXES[along], ylabel=VELOCITIES[of])
        axes.set_title(title, fontsize=10)
        axes.grid(True, color="0.9")
        if self.known:
            axes.legend(fontsize=8, frameon=False)

    def save(self, path, name):
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
        figure = pyplot.figure(figsize=(11.0, 5.2) if self.profiles or self.is_long else (6.2, 5.2), constrained_layout=True)
        section, *profiles = self.places(figure)
        self.draw_section(figure, figure.add_subplot(section))
        for number, place in enumerate(profiles):
            self.draw_profile(figure.add_subplot(place), number)
        figure.suptitle(f"{name}: {self.field} on {self.section.name}, from {self.values.min():.4g} to {self.values.max():.4g}", fontsize=11)
        figure.savefig(path, dpi=160)
        pyplot.close(figure)


def advice(path, box):
    """Tells what to open in ParaView, and what to do there."""
    line = f"ParaView: File > Open {path}, Apply"
    if not has_flow(box):
        return f"{line}, Slice, and colour by {next(iter(box.fields))}."
    return (f"{line}; streamlines: Cell Data to Point Data, Calculator velocity = velocity_x*iHat + velocity_y*jHat + velocity_z*kHat, "
            "then Stream Tracer.")
