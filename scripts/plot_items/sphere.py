"""A field on the whole sphere: one layer of a .npy file of isobar, drawn on a globe and on its six panels."""
import os
import warnings
from dataclasses import dataclass

import numpy

from plot_items.vtu import MOST_VALUE, Unreadable

# The centre of each panel, and its directions x and y.
FRAMES = numpy.array([[(1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 1, 0), (-1, 0, 0), (0, 0, 1)],
                      [(0, 0, 1), (-1, 0, 0), (0, -1, 0)], [(-1, 0, 0), (0, 0, -1), (0, -1, 0)],
                      [(0, -1, 0), (0, 0, -1), (1, 0, 0)], [(0, 0, -1), (0, 1, 0), (1, 0, 0)]], float)
PANELS = len(FRAMES)
VIEWS = ((1, 1, 1), (-1, -1, -1))  # Each view has a corner of the cube in its middle.
PLACES = ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2))  # Each panel of the net continues in the next one.
LEAST_PARTS, MOST_PARTS = 32, 256  # Pictures show no kinks below the first number, and no detail beyond the second.
LEAST_VALUE = 1e-290  # Smaller numbers are drawn as 0, for matplotlib divides by their range.
FORMAT = numpy.lib.format
HEADERS = {(1, 0): FORMAT.read_array_header_1_0, (2, 0): FORMAT.read_array_header_2_0}


@dataclass
class Layer:
    values: numpy.ndarray  # [panel, j, i]
    number: int
    layers: int            # of the whole field


def header(path):
    """A file's shape, whether its first index runs fastest, its type, where its numbers start, and its size."""
    try:
        with open(path, "rb") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # A warning would be a second line.
            shape, first_fastest, kind = HEADERS[FORMAT.read_magic(file)](file)
            return shape, first_fastest, kind, file.tell(), os.fstat(file.fileno()).st_size
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None
    except Exception:  # numpy's reader raises errors of many kinds where a header is broken.
        raise Unreadable(f"{path}: no array of NumPy is in it; expected a .npy file of isobar") from None


def check(path, shape, kind, start, size):
    """Raises Unreadable where a file cannot hold a field on the sphere."""
    if (kind.kind, kind.itemsize) != ("f", 8):
        raise Unreadable(f"{path}: its numbers are {kind.name}; expected float64")
    if len(shape) != 3 or min(shape) < 1 or shape[0] != PANELS * shape[1]:
        raise Unreadable(f"{path}: its shape is {shape}; expected (6 n, n, layers), the rows of six panels")
    expected = start + kind.itemsize * shape[0] * shape[1] * shape[2]
    if size < expected:
        raise Unreadable(f"{path}: it ends after {size} bytes; expected {expected}")


def read(path, number=None):
    """One layer of the field in a file, the middle one if no number is given."""
    shape, first_fastest, kind, start, size = header(path)
    check(path, shape, kind, start, size)
    _, n, layers = shape
    number = layers // 2 if number is None else number
    if not 0 <= number < layers:
        raise Unreadable(f"{path}: it has no layer {number}; expected 0 to {layers - 1}")
    field = numpy.memmap(path, kind, "r", start, shape, "F" if first_fastest else "C")
    values = numpy.array(field[:, :, number], dtype=float).reshape(PANELS, n, n)
    if not (abs(values) <= MOST_VALUE).all():
        raise Unreadable(f"{path}: layer {number} has a number that is not finite, or beyond {MOST_VALUE:g}; "
                         "expected finite ones")
    return Layer(values, number, layers)


def colour_scale(values):
    """The colour map and its range: white is 0 if there are both signs. A field of one number has it in the middle."""
    low, high = float(values.min()), float(values.max())
    if high - low <= 1e-12 * max(abs(low), abs(high)):
        margin = 0.5 * max(1.0, abs(low))
        return {"cmap": "viridis", "vmin": low - margin, "vmax": high + margin}
    if low < 0.0 < high:
        most = max(-low, high)
        return {"cmap": "RdBu_r", "vmin": -most, "vmax": most}
    return {"cmap": "viridis", "vmin": low, "vmax": high}


def nodes(parts):
    """Points of the unit sphere where the lines between so many parts of a side meet, [panel, j, i, axis]."""
    at = numpy.tan(numpy.pi / 2 * (numpy.arange(parts + 1) / parts - 0.5))[:, None]
    centre, east, north = FRAMES[:, None, None].transpose(3, 0, 1, 2, 4)
    x = centre + at * east + at[:, None] * north
    return x / numpy.linalg.norm(x, axis=-1, keepdims=True)


def projected(points, towards):
    """Points as a viewer in this direction sees them: to the right, upwards, and towards the viewer."""
    towards = numpy.array(towards) / numpy.linalg.norm(towards)
    right = numpy.cross((0, 0, 1), towards)
    right /= numpy.linalg.norm(right)
    return points @ numpy.array([right, numpy.cross(towards, right), towards]).T


def quadrilaterals(values, towards):
    """The quadrilaterals that face the viewer, with their corners counter-clockwise, and their values. A corner behind the
    rim is moved onto the rim. Columns of a coarse grid are cut into parts, and those of a fine one are thinned out.
    """
    n = values.shape[1]
    parts = n * -(-LEAST_PARTS // n) if n < LEAST_PARTS else min(n, MOST_PARTS)
    at = projected(nodes(parts), towards)
    flat, is_behind = at[..., :2], at[..., 2] < 0
    flat[is_behind] /= numpy.maximum(numpy.linalg.norm(flat[is_behind], axis=-1, keepdims=True), 1e-9)
    pieces = [slice(0, -1), slice(1, None)]
    around = [(pieces[j], pieces[i]) for j, i in ((0, 0), (0, 1), (1, 1), (1, 0))]
    corners = numpy.stack([flat[:, j, i] for j, i in around], axis=-2)
    faces = ~numpy.logical_and.reduce([is_behind[:, j, i] for j, i in around])
    column = ((numpy.arange(parts) + 0.5) * n / parts).astype(int)
    return corners[faces], values[:, column[:, None], column][faces]


def draw_view(axes, values, towards, colours):
    """One half of the sphere, with the edges and the numbers of its panels."""
    from matplotlib.collections import LineCollection, PolyCollection
    from matplotlib.patches import Circle
    corners, shades = quadrilaterals(values, towards)
    drawn = PolyCollection(corners, array=shades, edgecolors="face", linewidths=0.3, rasterized=True)
    drawn.set_cmap(colours["cmap"])
    drawn.set_clim(colours["vmin"], colours["vmax"])
    axes.add_collection(drawn)
    at = projected(nodes(LEAST_PARTS), towards)
    at[at[..., 2] < -1e-9] = numpy.nan  # A line ends where a point is no number.
    sides = numpy.concatenate([at[:, 0], at[:, -1], at[:, :, 0], at[:, :, -1]])
    axes.add_collection(LineCollection(sides[..., :2], colors="0.2", linewidths=0.6))
    axes.add_patch(Circle((0, 0), 1, fill=False, edgecolor="0.2", linewidth=0.6))
    for panel, (x, y, depth) in enumerate(projected(FRAMES[:, 0], towards)):
        if depth > 0:
            label(axes, x, y, panel)
    axes.set(xlim=(-1.02, 1.02), ylim=(-1.02, 1.02), aspect="equal")
    axes.set_axis_off()
    axes.set_title(f"seen from {towards}", fontsize=10)


def label(axes, x, y, panel):
    """The number of a panel, readable on any colour."""
    axes.text(x, y, str(panel), fontsize=10, ha="center", va="center",
              bbox={"boxstyle": "circle,pad=0.2", "facecolor": "white", "edgecolor": "0.2", "linewidth": 0.6})


def draw_panels(axes, values, colours):
    """The panels as a net: each one shares an edge with the next. Returns what has the colours."""
    for panel, (x, y) in enumerate(PLACES):
        drawn = axes.imshow(values[panel], origin="lower", extent=(x, x + 1, y, y + 1), interpolation="nearest",
                            **colours)
        axes.plot([x, x + 1, x + 1, x, x], [y, y, y + 1, y + 1, y], color="0.2", linewidth=0.6)
        label(axes, x + 0.1, y + 0.88, panel)
    axes.set(xlim=(-0.02, 4.02), ylim=(-0.02, 3.02), aspect="equal")
    axes.set_axis_off()
    axes.set_title("the panels, each beside the next", fontsize=10)
    return drawn


def title_of(path, layer):
    """Describes the picture; dollars in a file's name are no formula."""
    name = os.fsencode(os.path.basename(path)).decode(errors="replace").replace("$", r"\$")
    low, high = layer.values.min(), layer.values.max()
    return f"{name}: layer {layer.number} (of 0 to {layer.layers - 1}), from {low:.4g} to {high:.4g}"


def save(layer, path, title):
    """Both halves of the sphere above its panels, in one scale of colours."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure = pyplot.figure(figsize=(9.0, 9.6), constrained_layout=True)
    grid = figure.add_gridspec(2, 2, height_ratios=(1, 1.3))
    views = [figure.add_subplot(grid[0, k]) for k in range(2)]
    net = figure.add_subplot(grid[1, :])
    values = numpy.where(abs(layer.values) < LEAST_VALUE, 0.0, layer.values)
    colours = colour_scale(values)
    for axes, towards in zip(views, VIEWS):
        draw_view(axes, values, towards, colours)
    drawn = draw_panels(net, values, colours)
    figure.colorbar(drawn, ax=[*views, net], shrink=0.7)
    figure.suptitle(title, fontsize=11)
    figure.savefig(path, dpi=160)
    pyplot.close(figure)
