"""An axis of a picture: from numbers to places, and where its ticks are."""
import math


class Axis:
    """Places from `first` to `last` for numbers from `low` to `high`; on a scale of logarithms both are positive."""

    def __init__(self, low, high, first, last, log=False):
        if log and not 0 < low:
            raise ValueError(f"a logarithmic axis begins above 0, not at {low}")
        if not low < high:
            low, high = (low / 2, high * 2) if log else (low - 0.5, high + 0.5)
        self.low, self.high, self.first, self.last, self.log = low, high, first, last, log

    def at(self, value):
        if self.log:
            low = math.log(self.low)
            part = (math.log(value) - low) / (math.log(self.high) - low)
        else:
            part = (value - self.low) / (self.high - self.low)
        return self.first + part * (self.last - self.first)

    @property
    def has_powers(self):
        """Whether ticks are powers of ten, and read best as such."""
        return self.log and self.high >= 1e5 * self.low

    def ticks(self, most=6):
        found = log_ticks(self.low, self.high, most) if self.log else ticks(self.low, self.high, most)
        return [tick for tick in found if self.low * (1 - 1e-12) <= tick <= self.high * (1 + 1e-12)]


def nice_step(width, most):
    """The smallest of 1, 2, 5, 10, ... with at most so many steps in the width."""
    power = 10.0 ** math.floor(math.log10(width / most))
    return next(power * factor for factor in (1, 2, 5, 10, 20) if power * factor * most >= width * (1 - 1e-9))


def ticks(low, high, most=6):
    step = nice_step(high - low, most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [float(f"{k * step:.12g}") for k in range(first, last + 1)]


def log_ticks(low, high, most=6):
    """Powers of ten, with a distance that makes them few enough; 1, 2 and 5 of each if there is room."""
    first, last = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9)
    if last - first <= 2:
        factors = (1, 2, 5) if last - first == 2 or high / low > 5 else (1, 1.5, 2, 3, 4, 5, 7)
        return [float(f"{factor}e{k}") for k in range(first, last + 1) for factor in factors]
    step = math.ceil((last - first) / most)
    return [float(f"1e{k}") for k in range(first, last + 1) if k % step == 0]


def around(values, log=False, zero=False):
    """(low, high) that hold all values: whole powers of ten, or from a tick on to another."""
    low, high = min(values), max(values)
    if log:
        return 10.0 ** math.floor(math.log10(low) + 1e-9), 10.0 ** math.ceil(math.log10(high) - 1e-9)
    low = 0.0 if zero else low
    if not low < high:
        return low, low + (abs(low) or 1.0)
    step = nice_step(high - low, 5)
    return step * math.floor(low / step + 1e-9), step * math.ceil(high / step - 1e-9)
