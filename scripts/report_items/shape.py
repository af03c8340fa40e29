"""The entries that scripts/report needs of a report: a program's keys and their types. A report may have more keys."""
import math
from dataclasses import dataclass


@dataclass
class Is:
    """A value for which a test holds, in words."""
    words: str
    holds: object


@dataclass
class Maybe:
    """Either null or a value of the shape."""
    shape: object


@dataclass
class Optional:
    """A key that may be missing."""
    shape: object


@dataclass
class List:
    of: object
    least: int = 0


@dataclass
class Every:
    """An object all of whose values have a shape, whatever their keys."""
    of: object


@dataclass
class Either:
    """The first shape if the test holds, the other if not."""
    test: object
    first: object
    second: object


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and fits(value)


def fits(value):
    """Whether it is a finite double: JSON has integers of any length, and 1e999."""
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False


# Times, bytes and rates of any machine lie between these. Sums, products and quotients of some of them are doubles, too.
LEAST, MOST = 1e-30, 1e30
MOST_COUNT = 10**20  # above all integers of 64 bits


def is_amount(value):
    return is_number(value) and (value == 0 or LEAST <= value <= MOST)


def is_count(value, least=0):
    return is_number(value) and isinstance(value, int) and least <= value < MOST_COUNT


ANYTHING = Is("anything", lambda v: True)
NULL = Is("null", lambda v: v is None)
TEXT = Is("a text", lambda v: isinstance(v, str))
TRUTH = Is("true or false", lambda v: isinstance(v, bool))
NUMBER = Is("a number", is_number)
AMOUNT = Is(f"a number from 0 on (0, or {LEAST:g} to {MOST:g})", is_amount)
SIZE = Is("a number from 0 on", lambda v: is_number(v) and v >= 0)  # of a norm or an error, which scales with the problem's data
COUNT = Is("an integer from 0 on (below 1e20)", is_count)
POSITIVE = Is("an integer from 1 on (below 1e20)", lambda v: is_count(v, 1))
LEVEL = Is("an integer from -1 on (below 1e20)", lambda v: is_count(v, -1))
CELL = Is("a number, a text, true, false or null", lambda v: v is None or isinstance(v, (str, bool)) or is_number(v))
OBJECT = Is("an object", lambda v: isinstance(v, dict))


def wrong(value, shape, path=""):
    """The fault of a value, in one line; None if there is none."""
    if isinstance(shape, Either):
        return wrong(value, shape.first if shape.test(value) else shape.second, path)
    if isinstance(shape, (Maybe, Optional)):
        return None if value is None else wrong(value, shape.shape, path)
    if isinstance(shape, Is):
        return None if shape.holds(value) else f"{path} is {named(value)}, must be {shape.words}"
    if isinstance(shape, Every):
        return wrong_object(value, {key: shape.of for key in value} if isinstance(value, dict) else {}, path)
    if isinstance(shape, List):
        if not isinstance(value, list):
            return f"{path} is {named(value)}, must be a list"
        if len(value) < shape.least:
            return f"{path} has {len(value)} entries, must have at least {shape.least}"
        found = (wrong(one, shape.of, f"{path}[{k}]") for k, one in enumerate(value))
        return next((line for line in found if line), None)
    return wrong_object(value, shape, path)


def wrong_object(value, shape, path):
    if not isinstance(value, dict):
        return f"{path or 'the report'} is {named(value)}, must be an object"
    for key, inside in shape.items():
        word = key if key.isprintable() else ascii(key)
        name = f"{path}.{word}" if path else word
        if key not in value:
            if isinstance(inside, Optional):
                continue
            return f"{name} is missing"
        if line := wrong(value[key], inside, name):
            return line
    return None


def named(value):
    """A value in a message: short, and never more than one line."""
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return ascii(value[:40])
    return str(value) if isinstance(value, float) or abs(value) < 10**20 else "an integer too large"
