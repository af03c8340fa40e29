"""The claims that checks of a report consist of: None if one holds, else a line with the key, its value and what would be right."""
import math

ROUNDING = 1e-9  # relative; sums are made in another order here


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def same(found, computed):
    if is_number(found) and is_number(computed):
        return math.isclose(found, computed, rel_tol=ROUNDING, abs_tol=0.0)
    return found == computed and isinstance(found, bool) == isinstance(computed, bool)


def brief(value):
    """A value in a message: one line, and short."""
    text = "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return (text if text.isprintable() else ascii(text))[:80]


def equal(key, found, computed, why):
    """`why` names the numbers from which the value was computed."""
    if same(found, computed):
        return None
    return f"{key} is {brief(found)}, must be {brief(computed)}: {why}"


def holds(key, found, condition, wanted):
    """`wanted` says what would be right."""
    return None if condition else f"{key} is {brief(found)}, must be {wanted}"


def within(key, found, low, high, why):
    return holds(key, found, is_number(found) and low <= found <= high, f"from {low:.6g} to {high:.6g}: {why}")
