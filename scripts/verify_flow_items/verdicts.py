"""Deviations in percent, and whether they meet a goal."""
import math

from reproduce_items.tables import NoFigure


def digits(value):
    """Five significant digits, as published tables have them; nothing for a missing number."""
    return "" if value is None else f"{value:.5g}"


def deviation(value, published):
    return None if published is None else 100.0 * (value - published) / abs(published)


def order_of(coarse, fine, factor=2.0):
    """The order at which an error falls while cells become so many times smaller."""
    if not 0 < fine < math.inf or not 0 < coarse < math.inf:
        raise NoFigure(f"errors of {coarse} and {fine}: no order follows from them")
    return math.log2(coarse / fine) / math.log2(factor)


def passed(good, counts=True):
    """PASS or FAIL; in brackets if the goal does not ask for it, as on small grids."""
    word = "PASS" if good else "FAIL"
    return word if counts else f"({word})"


def verdict(value, published, goal, is_steady, counts):
    """Nothing without a published number. A flow that is not steady fails."""
    if published is None:
        return ""
    return passed(is_steady and abs(deviation(value, published)) <= goal, counts)
