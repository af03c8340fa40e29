"""Curves through numbers on a line: their extrema, and their values between."""


def extremum(points, sign=1):
    """(place, value) of the largest number of a curve (sign -1: the least), by the parabola through the three beside it."""
    best = max(range(1, len(points) - 1), key=lambda n: sign * points[n][1])
    (a, fa), (b, fb), (c, fc) = points[best - 1:best + 2]
    left, right = (fb - fa) / (b - a), (fc - fb) / (c - b)
    bend = (right - left) / (c - a)
    place = 0.5 * (a + b) - 0.5 * left / bend
    return place, fb + (place - b) * (left + bend * (place - a))


def value_at(points, x):
    """Interpolates by the cubic through the four numbers around x."""
    after = next(n for n, (place, _) in enumerate(points) if place >= x)
    first = min(max(after - 2, 0), len(points) - 4)
    some = points[first:first + 4]
    total = 0.0
    for n, (place, value) in enumerate(some):
        for m, (other, _) in enumerate(some):
            if m != n:
                value *= (x - other) / (place - other)
        total += value
    return total
