"""Numbers for readers. A missing number is a dash."""
import math

DASH = "–"
NARROW_SPACE = "\u202f"
TIMES = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
SIZES = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B"))


def number(value, digits=4):
    """So many significant digits; powers of ten only for what is very large or very small."""
    if value is None:
        return DASH
    if isinstance(value, int) and abs(value) < 1e20 or value == 0 or abs(value) < 1e7 and value == int(value):
        return count(int(value))
    if not 1e-3 <= abs(value) < 1e7:
        return f"{value:.{digits - 1}e}"
    decimals = digits - 1 - math.floor(math.log10(abs(float(f"{value:.{digits - 1}e}"))))
    return f"{value:.{max(0, decimals)}f}"


def count(value):
    """An integer, its digits in groups of three."""
    return DASH if value is None else f"{value:,}".replace(",", NARROW_SPACE)


def with_unit(value, units, digits):
    """The value in the largest unit in which it is at least 1."""
    if value is None:
        return DASH
    factor, unit = next((pair for pair in units if abs(value) >= pair[0] * (1 - 1e-9)), units[-1])
    return f"{number(value / factor, digits) if value else 0} {unit}"


def seconds(value, digits=4):
    return with_unit(value, TIMES, digits)


def size(value, digits=4):
    """Bytes; a kB has 1000."""
    return with_unit(value, SIZES, digits)


def percent(value):
    """The text of a number that is in percent already."""
    if value is None:
        return DASH
    return f"{value:.0f} %" if abs(value) >= 9.95 else f"{value:.1f} %"


def division(x, y):
    return x / y if x is not None and y else None


def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    if not ordered:
        return None
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def spread_of(timing):
    """The largest minus the smallest sample, divided by the median, in percent; None if the median is 0."""
    return division(100 * (timing["max"] - timing["min"]), timing["median"])
