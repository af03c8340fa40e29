"""Deviations in percent, and whether they meet a goal."""
from reproduce_items.tables import Table  # noqa: F401


def digits(value):
    """Five significant digits, as published tables have them; nothing for what there is not."""
    return "" if value is None else f"{value:.5g}"


def deviation(value, published):
    return None if published is None else 100.0 * (value - published) / abs(published)


def verdict(value, published, goal, is_steady=True, counts=True):
    """PASS or FAIL; in brackets on grids that the goal does not ask for; nothing without a published number."""
    if published is None:
        return ""
    good = is_steady and abs(deviation(value, published)) <= goal
    word = "PASS" if good else "FAIL" if is_steady else "FAIL, not steady"
    return word if counts else f"({word})"
