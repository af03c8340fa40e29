"""A picture as SVG inside the page. Colours are classes, so that they follow light, dark and paper."""
from .axis import Axis
from .html import join, tag

SERIES = 8  # colours of runs; further runs have the same ones with dashes
LETTER = 6.3  # mean width of a letter of 12 units


def place(value):
    """A coordinate: hundredths, without zeros at the end."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def series(k):
    """Classes of the k-th run."""
    return f"s{k % SERIES + 1}" + (" dashed" if k // SERIES % 2 else "")


def tick_text(value, powers=False):
    """A short number; all of an axis over many powers of ten as such."""
    if value and (abs(value) >= 1e5 or abs(value) < 1e-3) or powers:
        mantissa, power = f"{value:.6e}".split("e")
        shown = mantissa.rstrip("0").rstrip(".")
        return (f"{shown}·" if shown != "1" else "") + "10" + str(int(power)).translate(
            str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{value:.6g}"


def shortened(text, width):
    """A text that fits into so many units."""
    most = max(4, int(width / LETTER))
    return text if len(text) <= most else text[:most - 1] + "…"


class Picture:
    """Elements in the order in which they are drawn, in units of a CSS pixel at full size."""

    def __init__(self, width, height, meaning):
        self.width, self.height, self.meaning, self.parts = width, height, meaning, []

    def add(self, name, tip=None, **attributes):
        words = {key: place(value) if isinstance(value, (int, float)) else value
                 for key, value in attributes.items()}
        self.parts.append(tag(name, tag("title", tip) if tip else None, **words))

    def line(self, x1, y1, x2, y2, class_):
        self.add("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)

    def curve(self, points, class_):
        self.add("polyline", points=" ".join(f"{place(x)},{place(y)}" for x, y in points), class_=class_)

    def dot(self, x, y, radius, class_, tip=None):
        self.add("circle", tip, cx=x, cy=y, r=radius, class_=class_)

    def bar(self, x, y, width, height, class_, tip=None):
        self.add("rect", tip, x=x, y=y, width=max(0.0, width), height=height, class_=class_)

    def text(self, x, y, content, class_="", anchor="start", turned=False):
        self.parts.append(tag("text", content, x=place(x), y=place(y), class_=class_ or None,
                              text_anchor=None if anchor == "start" else anchor,
                              transform=f"rotate(-90 {place(x)} {place(y)})" if turned else None))

    def x_axis(self, axis: Axis, top, bottom, label=None, ticks=None, shown=None):
        """A vertical line of the grid at each tick; `shown` makes words of it."""
        for tick in axis.ticks() if ticks is None else ticks:
            x = axis.at(tick)
            self.line(x, top, x, bottom, "grid")
            words = shown(tick) if shown else tick_text(tick, axis.has_powers)
            self.text(x, bottom + 15, words, "tick", "middle")
        self.line(axis.first, bottom, axis.last, bottom, "axis")
        if label:
            self.text((axis.first + axis.last) / 2, bottom + 33, label, "label", "middle")

    def y_axis(self, axis: Axis, left, right, label=None, ticks=None):
        for tick in axis.ticks() if ticks is None else ticks:
            y = axis.at(tick)
            self.line(left, y, right, y, "grid")
            self.text(left - 6, y + 4, tick_text(tick, axis.has_powers), "tick", "end")
        if label:
            self.text(13, (axis.first + axis.last) / 2, label, "label", "middle", turned=True)

    def markup(self):
        return tag("svg", join(self.parts), viewBox=f"0 0 {place(self.width)} {place(self.height)}",
                   width=place(self.width), height=place(self.height), role="img",
                   aria_label=self.meaning)


def figure(drawing, caption, title=None):
    return tag("figure", tag("h4", title) if title else None, drawing.markup(), tag("figcaption", caption))


def legend(names):
    """Names of runs in their colours; nothing for one run."""
    if len(names) < 2:
        return None
    return tag("p", [tag("span", tag("i", "", class_="key " + series(k)), name, class_="entry")
                     for k, name in enumerate(names)], class_="legend")
