"""Plots: one style for all. The papers' numbers are grey, ours coloured."""
import importlib.util

PAPER = "0.55"
# Okabe and Ito's colours, which most colour-blind readers can tell apart.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")


def available():
    return importlib.util.find_spec("matplotlib") is not None


def save(path, draw, size):
    """Calls draw(figure) and writes PATH.png and PATH.pdf."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    pyplot.rcParams.update({
        "font.size": 10, "axes.spines.top": False, "axes.spines.right": False,
        "axes.grid": True, "axes.grid.axis": "y", "grid.color": "0.9", "axes.axisbelow": True,
        "legend.frameon": False, "axes.titlesize": 11, "lines.linewidth": 1.6,
        "lines.markersize": 5.5})
    figure = pyplot.figure(figsize=size, constrained_layout=True)
    draw(figure)
    for ending in ("png", "pdf"):
        figure.savefig(f"{path}.{ending}", dpi=150)
    pyplot.close(figure)


def lines(axes, series, xlabel, ylabel, log=(True, True), title=None):
    """series: {label: [(x, y), ...]}; a label that starts with "paper" is drawn in grey."""
    number = greys = 0
    for label, points in series.items():
        points = sorted((x, y) for x, y in points if y is not None)
        if not points:
            continue
        style = {"color": COLOURS[number % len(COLOURS)], "marker": MARKERS[number % len(MARKERS)]}
        if label.startswith("paper"):
            style = {"color": PAPER, "marker": MARKERS[greys % len(MARKERS)], "linestyle": "--",
                     "markerfacecolor": "white"}
            greys += 1
        else:
            number += 1
        axes.plot(*zip(*points), label=label, **style)
    axes.set(xlabel=xlabel, ylabel=ylabel, title=title)
    for use, axis in zip(log, "xy"):
        if use:
            getattr(axes, f"set_{axis}scale")("log")
    if not log[1]:
        axes.set_ylim(0, max(axes.get_ylim()[1], 1.08 * axes.dataLim.y1))
    axes.grid(axis="both")
    return axes


def ticks_at(axes, values, text="{:g}", axis="x"):
    """Labels an axis at these values only, for a logarithmic one with few points."""
    from matplotlib import ticker
    getattr(axes, f"set_{axis}ticks")(sorted(values), [text.format(v) for v in sorted(values)])
    getattr(axes, f"{axis}axis").set_minor_locator(ticker.NullLocator())


def bars(axes, groups, series, ylabel, title=None, log=False, label=True):
    """Bars side by side: series {label: [a value or None for each group]}."""
    width, number, greys = 0.8 / len(series), 0, 0
    for n, (name, values) in enumerate(series.items()):
        if name.startswith("paper"):
            colour, greys = str(0.55 + 0.22 * greys), greys + 1
        else:
            colour, number = COLOURS[number % len(COLOURS)], number + 1
        at = [g - 0.4 + (n + 0.5) * width for g in range(len(groups))]
        drawn = [(x, v) for x, v in zip(at, values) if v is not None]
        if not drawn:
            continue
        patches = axes.bar(*zip(*drawn), 0.94 * width, color=colour, label=name)
        if label:
            axes.bar_label(patches, [short(v) for _, v in drawn], fontsize=7, padding=1)
    axes.set(ylabel=ylabel, title=title)
    axes.set_xticks(range(len(groups)), groups)
    if log:
        axes.set_yscale("log")
    axes.margins(y=0.12)
    return axes


def stacked(axes, groups, parts, ylabel, title=None):
    """Stacked bars: parts {label: [a value for each group]}; the sum is on top."""
    bottom = [0.0] * len(groups)
    for n, (label, values) in enumerate(parts.items()):
        values = [v or 0.0 for v in values]
        axes.bar(range(len(groups)), values, 0.6, bottom, color=COLOURS[n % len(COLOURS)],
                 label=label)
        bottom = [a + b for a, b in zip(bottom, values)]
    for x, total in enumerate(bottom):
        axes.annotate(short(total), (x, total), (0, 2), textcoords="offset points", ha="center",
                      fontsize=8)
    axes.set(ylabel=ylabel, title=title)
    axes.set_xticks(range(len(groups)), groups)
    axes.set_ylim(0, max(axes.get_ylim()[1], 1.1 * max(bottom)))  # may be shared
    return axes


def band(axes, low, high, grey, label):
    """A published range on an axis that starts at 0."""
    axes.axhspan(low, high, color=grey, zorder=0, label=label)
    axes.set_ylim(0, max(axes.get_ylim()[1], 1.05 * high))


def legend(axes, columns=3, above=1.0):
    """Over the axes, where it hides no bar; further up if there is a title."""
    above += 0.07 if axes.get_title() else 0.0
    axes.legend(loc="lower left", bbox_to_anchor=(0.0, above), ncols=columns, borderaxespad=0.2,
                fontsize=9, columnspacing=1.2)


def short(value):
    return f"{value:.3g}" if 1e-3 <= abs(value) < 1000 or value == 0 else f"{value:.0f}" \
        if abs(value) < 1e5 and abs(value) >= 1 else f"{value:.1e}"
