"""A mesh and a function on it, drawn."""
import numpy

MOST_LINES = 6000  # elements beyond which a picture of all edges would be black

# The parts of an element, by order: the nodes in their corners, counter-clockwise.
PARTS = {4: ((0, 1, 2, 3),), 9: ((0, 4, 8, 7), (4, 1, 5, 8), (8, 5, 2, 6), (7, 8, 6, 3))}


def triangles(elements):
    """Cuts each part in two along its first diagonal."""
    parts = numpy.concatenate([elements[:, list(part)] for part in PARTS[elements.shape[1]]])
    return numpy.concatenate([parts[:, [0, 1, 2]], parts[:, [0, 2, 3]]])


def edge_lines(points, elements):
    """(edge, point, x or y) of all edges; those of order 2 are parabolas through their midpoints."""
    lines = []
    for k in range(4):
        ends = points[elements[:, k]], points[elements[:, (k + 1) % 4]]
        if elements.shape[1] == 4:
            lines.append(numpy.stack(ends, axis=1))
            continue
        middle = points[elements[:, 4 + k]]
        lines.append(numpy.stack([(1 - s) * (1 - 2 * s) * ends[0] + 4 * s * (1 - s) * middle
                                  + s * (2 * s - 1) * ends[1] for s in numpy.linspace(0, 1, 9)], axis=1))
    return numpy.concatenate(lines)


def inside(points, elements, box):
    """The elements that may reach into a box (x0, x1, y0, y1)."""
    if box is None:
        return elements
    x, y = points[elements[:, :4]].transpose(2, 0, 1)
    return elements[(x.max(axis=1) >= box[0]) & (x.min(axis=1) <= box[1])
                    & (y.max(axis=1) >= box[2]) & (y.min(axis=1) <= box[3])]


def draw_solution(axes, points, elements, values):
    """Colours for the function's own range; a constant function has its number in the scale alone."""
    low, high = float(values.min()), float(values.max())
    if high - low < 1e-6 * max(1.0, abs(low)):
        low, high = low - 0.5, high + 0.5
    return axes.tripcolor(points[:, 0], points[:, 1], triangles(elements), values, shading="gouraud",
                          cmap="viridis", vmin=low, vmax=high, rasterized=True)


def draw_mesh(axes, points, elements):
    from matplotlib.collections import LineCollection
    width = 0.8 if len(elements) < 1000 else 0.35
    axes.add_collection(LineCollection(edge_lines(points, elements), colors="0.25", linewidths=width))
    axes.autoscale_view()


def has_area(points, elements):
    """Whether the mesh has a width and a height."""
    x0, x1, y0, y1 = limits(points, elements, None)
    return x0 < x1 and y0 < y1


def limits(points, elements, box):
    shown = points[numpy.unique(elements)]
    low, high = shown.min(axis=0), shown.max(axis=0)
    return box or (low[0], high[0], low[1], high[1])


def frame(axes, points, elements, box):
    """Equal lengths in x and y, and a margin around the whole mesh."""
    x0, x1, y0, y1 = limits(points, elements, box)
    margin = 0.0 if box else 0.02 * max(x1 - x0, y1 - y0)
    axes.set(xlim=(x0 - margin, x1 + margin), ylim=(y0 - margin, y1 + margin), aspect="equal", xlabel="x",
             ylabel="y")


def panels(mesh, field, box):
    """Elements to draw, and whether all of their edges can be seen."""
    elements = inside(mesh.points, mesh.elements, box)
    return elements, mesh.arrays[field], len(elements) <= MOST_LINES


def save(mesh, field, path, title, box=None):
    """The mesh beside the solution, or above it where both are long; the solution alone if there are too many edges."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    elements, values, has_lines = panels(mesh, field, box)
    points = mesh.points
    x0, x1, y0, y1 = limits(points, elements, box)
    flat = min(2.0, (y1 - y0) / (x1 - x0))
    wide = flat < 1 / 1.6
    rows, columns = (2, 1) if wide else (1, 2)
    if not has_lines:
        rows, columns = 1, 1
    size = (8.0, rows * (6.6 * flat + 0.75)) if wide else (4.6 * columns + 0.8, 4.2 * flat + 0.6)
    figure, grid = pyplot.subplots(rows, columns, figsize=size, squeeze=False, constrained_layout=True)
    panes = list(grid.flat)
    if has_lines:
        draw_mesh(panes[0], points, elements)
        frame(panes[0], points, elements, box)
        panes[0].set_title(f"{len(elements)} elements of order {1 if elements.shape[1] == 4 else 2}",
                           fontsize=10)
    colours = draw_solution(panes[-1], points, elements, values)
    frame(panes[-1], points, elements, box)
    panes[-1].set_title(title, fontsize=10)
    figure.colorbar(colours, ax=panes[-1], shrink=0.9, label=field)
    figure.savefig(path, dpi=160)
    pyplot.close(figure)
