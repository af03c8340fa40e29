"""Kernels against the roof of a copy: the time that they take, and the time that they could take."""
import math

from .axis import Axis, around
from .numbers import number, percent, seconds, size
from .picture import Picture, figure, shortened

MOST_BARS = 16
ROW = 22


def title_of(row):
    return row["kernel"] + (f", level {row['level']}" if row["level"] >= 0 else "")


def told(row):
    """All of a kernel's numbers in a line."""
    words = [title_of(row), f"{row['calls']} calls", seconds(row["seconds"])]
    if row["gb_s"] is not None:
        words += [f"{size(row['bytes'])}", f"{number(row['gb_s'])} GB/s",
                  f"{percent(row['percent_of_copy'])} of the best copy"]
    return ", ".join(words)


def at_copy_speed(run, row):
    """Seconds that the best copy would take for a kernel's bytes; None without a model."""
    return row["bytes"] / (1e9 * run.copy) if row["bytes"] is not None and run.copy else None


def draw_bar(picture, axis, y, run, row):
    picture.text(axis.first - 34, y + 12, shortened(row["kernel"], axis.first - 38), "name", "end")
    picture.text(axis.first - 12, y + 12, str(row["level"]) if row["level"] >= 0 else "–", "value", "end")
    least = at_copy_speed(run, row)
    whole = axis.at(row["seconds"]) - axis.first
    kind = "measured" if least is not None else "unknown"
    picture.bar(axis.first, y, whole, ROW - 7, kind, told(row))
    if least is not None:
        part = min(whole, axis.at(least) - axis.first)
        picture.bar(axis.first, y, part, ROW - 7, "copied")
    said = f"{percent(row['percent_of_copy'])} · {number(row['gb_s'], 3)} GB/s" \
        if row["gb_s"] is not None else "bytes not counted"
    picture.text(axis.first + whole + 7, y + 12, said, "value")


def bars(run):
    """The kernels that take most: their time, and the part of it that a copy of their bytes would take."""
    rows = [row for row in run.kernels() if row["seconds"] > 0 and not run.in_exchange(row)]
    if not rows:
        return None
    shown = rows[:MOST_BARS]
    top = 22
    bottom = top + ROW * len(shown)
    picture = Picture(760, bottom + 42, f"Time of the kernels of {run.name} beside a copy of the same bytes")
    axis = Axis(0, 1e3 * shown[0]["seconds"], 224, 610)
    picture.text(212, 14, "level", "tick", "end")
    picture.x_axis(axis, top - 4, bottom, f"milliseconds of one {run.work_name}, with fences", ticks=axis.ticks(5))
    in_seconds = Axis(0, shown[0]["seconds"], axis.first, axis.last)
    for k, row in enumerate(shown):
        draw_bar(picture, in_seconds, top + ROW * k, run, row)
    rest = rows[MOST_BARS:]
    caption = ("Dark: the time in which the best copy moves the bytes that the kernel must move at least. "
               "Pale: what the kernel takes beyond that. Grey: regions and kernels whose bytes are not counted.")
    if rest:
        caption += (f" {len(rest)} more take {seconds(sum(row['seconds'] for row in rest), 3)} together: "
                    "they are in the table.")
    return figure(picture, caption, "Where the time goes")


def iso_times(picture, x_axis, y_axis):
    """Lines on which a call takes equally long."""
    slowest = x_axis.high / (1e9 * y_axis.low)
    fastest = x_axis.low / (1e9 * y_axis.high)
    for power in range(math.ceil(math.log10(fastest)), math.floor(math.log10(slowest)) + 1):
        time = 10.0 ** power
        left = max(x_axis.low, 1e9 * y_axis.low * time)
        right = min(x_axis.high, 1e9 * y_axis.high * time)
        if not left < right:
            continue
        ends = [(x_axis.at(v), y_axis.at(v / (1e9 * time))) for v in (left, right)]
        picture.line(*ends[0], *ends[1], "iso")
        if ends[1][0] < x_axis.last - 1:
            picture.text(ends[1][0], y_axis.last - 5, seconds(time, 1), "tick", "middle")
        else:
            picture.text(x_axis.last + 5, ends[1][1] + 4, seconds(time, 1), "tick")


def decades(axis):
    """Powers of ten, so many apart that their words have room."""
    first, last = round(math.log10(axis.low)), round(math.log10(axis.high))
    return [10.0 ** k for k in range(first, last + 1, 1 + (last - first) // 8)]


def roofs(run):
    """(GB/s, class, words) of the copies that bound a kernel."""
    best, ordinary = run.copy, run["timings"]["ordinary_copy_gb_s"]
    found = [(best, "roof", f"best copy {number(best, 3)} GB/s")] if best else []
    if ordinary and best and ordinary < 0.97 * best:
        found.append((ordinary, "roof ordinary", f"ordinary stores {number(ordinary, 3)} GB/s"))
    return found


def roof(run):
    """Bandwidth over the bytes of one call, a dot for each kernel and level."""
    rows = [row for row in run.kernels() if row["gb_s"] and row["bytes"] and row["calls"]]
    if not rows or not run.copy:
        return None
    x_axis = Axis(*around([row["bytes"] / row["calls"] for row in rows], log=True), 62, 660, log=True)
    rates = [row["gb_s"] for row in rows] + [run.copy]
    y_axis = Axis(min(around(rates, log=True)[0], run.copy / 20), 2 * max(rates), 330, 24, log=True)
    picture = Picture(760, 374, f"Bandwidth of the kernels of {run.name} below the copies' roofs")
    picture.x_axis(x_axis, 24, 330, "bytes that a call must move, all ranks", decades(x_axis), lambda v: size(v, 1))
    picture.y_axis(y_axis, 62, 660, "GB/s")
    iso_times(picture, x_axis, y_axis)
    for k, (rate, class_, words) in enumerate(roofs(run)):
        y = y_axis.at(rate)
        picture.line(62, y, 660, y, class_)
        picture.text(68, y + (15 if k else -6), words, "value")
    for row in sorted(rows, key=lambda row: row["level"] >= 0, reverse=True):
        x, y = x_axis.at(row["bytes"] / row["calls"]), y_axis.at(row["gb_s"])
        picture.dot(x, y, 7, "finest" if row["level"] <= 0 else "coarse", told(row))
        picture.text(x, y + 3.5, str(row["level"]) if row["level"] >= 0 else "·",
                     "inside" if row["level"] <= 0 else "inside coarse", "middle")
    return figure(picture, "Each dot is a kernel on the level in it. Thick lines are the roofs: what copies reach. On a "
                  "thin line all calls take equally long: dots that follow one are bound by launches and waits, not "
                  "by memory.", "Below the roof")
