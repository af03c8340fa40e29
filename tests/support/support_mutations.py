"""Texts that are nearly what a script reads. Keys are gone or of another type, numbers at the ends of what a double holds, files cut short.
The same seed and value give the same texts."""

import copy
import json

# Replacements of a value, or of an entry of a list.
VALUES = (None, True, False, -1, 0, 1, 2.5, -0.0, 1e308, -1e308, 1e-320, 5e-324, 1e-300, 1e300, 1e154, 10**18, 10**400, -10**400, "", "text",
          "a\nb", "1e5", "\ud800", [], {}, [None], [[]], {"a": None}, float("nan"), float("inf"), float("-inf"))
EXTREMES = (1e308, 1e-320, 5e-324, 1e300, 1e-300, 0, 1.7976931348623157e308)


DEEPEST = 80  # of lists in each other; three changes and a copy of them stay below what Python can walk through


def places(value, path=()):
    """Paths to everything in a value."""
    if path:
        yield path
    if len(path) > DEEPEST:
        return
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inside in list(entries):
        yield from places(inside, (*path, key))


def parent(value, path):
    for key in path[:-1]:
        value = value[key]
    return value


def get(value, path):
    return parent(value, path)[path[-1]]


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def deep(levels):
    value = []
    for _ in range(levels):
        value = [value]
    return value


def replace(random, value, path):
    parent(value, path)[path[-1]] = copy.deepcopy(random.choice(VALUES))  # a later change must not reach VALUES


def delete(_, value, path):
    del parent(value, path)[path[-1]]


def scale(random, value, path):
    """All numbers below a place become extreme: a wrong unit, or a counter that ran over."""
    factor = random.choice(EXTREMES)
    for one in [path, *((*path, *more) for more in places(get(value, path)))]:
        if is_number(get(value, one)) and random.random() < 0.7:
            parent(value, one)[one[-1]] = factor if random.random() < 0.5 else random.choice(EXTREMES)


def lengthen(random, value, path):
    """A list of many entries, or one that is nested deeply."""
    place = parent(value, path)
    old = place[path[-1]]
    place[path[-1]] = old * 300 if isinstance(old, list) and old else [old] * 3000 if random.random() < 0.5 else deep(DEEPEST)


def shorten(random, value, path):
    place = parent(value, path)
    old = place[path[-1]]
    place[path[-1]] = old[:random.randrange(len(old) + 1)] if isinstance(old, (list, str)) else None


def exchange(random, value, path):
    """The value of another place."""
    parent(value, path)[path[-1]] = copy.deepcopy(get(value, random.choice(list(places(value)))))


def rename(random, value, path):
    place = parent(value, path)
    if isinstance(place, dict):
        place[random.choice(("other", "a\nb", ""))] = place.pop(path[-1])


CHANGES = (replace, replace, replace, delete, scale, scale, lengthen, shorten, exchange, rename)


def mutated(random, value, most=3):
    """A copy with up to so many changes."""
    value = copy.deepcopy(value)
    for _ in range(random.randint(1, most)):
        found = list(places(value))
        if found:
            random.choice(CHANGES)(random, value, random.choice(found))
    return value


def cut(random, text):
    """The beginning of a text, or the text without a part of it or with signs that do not belong there."""
    first, last = sorted(random.randrange(len(text) + 1) for _ in range(2))
    return random.choice((text[:first], "", text[:first] + text[last:], text[:first] + random.choice("}{][\",:e-\x00\n9") + text[first:],
                          "[" * 100000, "\ufeff" + text))


def texts(random, value, count):
    """So many texts in JSON, one of eight of them cut."""
    for _ in range(count):
        whole = json.dumps(mutated(random, value))
        yield cut(random, whole) if random.random() < 0.125 else whole
