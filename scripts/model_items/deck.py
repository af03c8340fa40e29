"""A deck as the model reads it: defaults from docs/deck.md, then the file, then --set."""
import functools
import json
import pathlib
import re
import tomllib

from reproduce_items import places
from report_items.reading import shown
from report_items.shape import ANYTHING, NUMBER, Either, Is, List, Maybe, Optional, is_count, wrong

from . import Bad


def count_to(most, least=1):
    return Is(f"an integer from {least} to {most}", lambda v: is_count(v, least) and v <= most)


# The numbers that the model computes with, and their ranges: loops over them must end.
STEPS = List(NUMBER)
PARAMETERS = {
    "grid": {"nx": count_to(10**9), "ny": count_to(10**9), "nz": count_to(10**9)},
    "solver": {"method": ANYTHING, "precision": ANYTHING, "check_after": count_to(10**9, 0)},
    "fields": {"layout": ANYTHING}, "mixed": {"cycles": List(count_to(1000), 1), "in_float": ANYTHING, "inner": ANYTHING},
    "multigrid": {"levels": Either(lambda v: isinstance(v, int), count_to(60), ANYTHING),
                  "coarse_steps": Either(lambda v: isinstance(v, int), count_to(10**5), ANYTHING),
                  "merged_layers": Either(lambda v: isinstance(v, int), count_to(10**9), ANYTHING),
                  "pre_relaxation": Maybe(STEPS), "post_relaxation": Maybe(STEPS),
                  "finest_relaxation": Maybe(Is("a list of an even number of lists of numbers", lambda v: wrong(v, List(STEPS)) is None and len(v) % 2 == 0)),
                  "overlap_rows": Either(lambda v: isinstance(v, list), List(count_to(10**6, 0)), ANYTHING)},
    "decomposition": {"process_grid": Either(lambda v: isinstance(v, list), List(count_to(10**6)), ANYTHING), "overlap": ANYTHING}}
PARAMETERS = {section: {key: Optional(of) for key, of in keys.items()} for section, keys in PARAMETERS.items()}


@functools.cache
def reference():
    """{section: {key: default}} of the page that isobar --deck-reference prints; None for a key without a fixed default."""
    sections, rows = {}, None
    for line in places.DECK_REFERENCE.read_text().splitlines():
        if found := re.match(r"## \[(\w+)\]", line):
            rows = sections.setdefault(found[1], {})
        elif found := re.match(r"\| `(\w+)` \| .*? \| .*? \| (.*?) \| ", line):
            word = re.match(r"`(.*)`$|(\"\w+\")", found[2])
            rows[found[1]] = tomllib.loads(f"x = {word[1] or word[2]}")["x"] if word else None
    return sections


def value_of(text):
    """A value of --set, where texts need no quotes."""
    try:
        return tomllib.loads(f"x = {text}")["x"]
    except (tomllib.TOMLDecodeError, RecursionError):
        return text


def read_toml(path, what):
    try:
        return tomllib.loads(pathlib.Path(path).read_text())
    except OSError as error:
        raise Bad(f"{path}: no such {what} ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Bad(f"{path}: not TOML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise Bad(f"{path}: not TOML: nested too deeply") from None


def told(value):
    """A value in a message: one line, and not a long one."""
    return json.dumps(value, default=str)[:80]


class Deck:
    """`words`: arguments with which isobar reads the same deck; None for a report's deck. `isobar`: the program, if one was named."""

    def __init__(self, name, parameters, words=None, isobar=None):
        self.name, self.parameters, self.words, self.isobar = name, parameters, words, isobar

    @staticmethod
    def load(path, settings=(), isobar=None):
        return Deck.of_files(str(path), [path], settings, [str(path)], isobar)

    @staticmethod
    def of_class(name, algorithm, solver, settings, isobar):
        """The deck of a problem class without its columns; `solver`: a deck that says how to solve it, or None."""
        folder, words = places.INPUTS / "classes", ["--class", name, "--algorithm", algorithm]
        files = [folder / "problem.toml", solver or folder / f"{algorithm}.toml"]
        return Deck.of_files(f"class {name}", files, settings, [*([str(solver)] if solver else []), *words], isobar)

    @staticmethod
    def of_files(name, paths, settings, words, isobar):
        """Defaults, then the values of the files in their order, then the settings."""
        words = [*words, *(word for pair in settings for word in ("--set", pair))]
        deck = Deck(name, {section: dict(keys) for section, keys in reference().items()}, words, isobar)
        for path in paths:
            for section, keys in read_toml(path, "deck").items():
                if not isinstance(keys, dict):
                    raise Bad(f"{path}: {section}: stands outside of a section")
                for key, value in keys.items():
                    deck.put(f"{section}.{key}", value)
        for pair in settings:
            key, equals, text = pair.partition("=")
            if not equals:
                raise Bad(f"--set {pair}: must be KEY=VALUE")
            deck.put(key, value_of(text))
        return deck.checked()

    def checked(self, section=""):
        """Returns itself. Raises Bad if the model cannot compute with the type or range of a value. `section`: its place in a report."""
        if line := wrong({name: self.parameters.get(name) for name in PARAMETERS}, PARAMETERS, section):
            raise Bad(f"{shown(self.name)}: {line.replace(' is ', ' = ', 1).replace(', must be', ': must be', 1)}")
        return self

    def put(self, key, value):
        section, _, name = key.partition(".")
        if name not in self.parameters.get(section, {}):
            raise Bad(f"{shown(self.name)}: {shown(key)} = {told(value)}: no such key; docs/deck.md has all")
        self.parameters[section][name] = value

    def get(self, key):
        section, _, name = key.partition(".")
        return self.parameters.get(section, {}).get(name)

    def refuse(self, key, expected):
        raise Bad(f"{shown(self.name)}: {key} = {told(self.get(key))}: must be {expected}")

    def count(self, key, least=1):
        value = self.get(key)
        if type(value) is not int or value < least:
            self.refuse(key, f"an integer from {least} on")
        return value

    def factors(self, key):
        value = self.get(key)
        if not isinstance(value, list):
            self.refuse(key, "a list")
        return value

    def one_of(self, key, *known):
        """The value, which the model needs."""
        value = self.get(key)
        if value not in known:
            self.refuse(key, "one that the model knows: " + " or ".join(map(json.dumps, known)))
        return value

    @property
    def multigrid(self):
        return self.one_of("solver.method", "multigrid", "cg-fused") == "multigrid"

    @property
    def levels(self):
        return self.count("multigrid.levels") if self.multigrid else 1

    @property
    def coarse_steps(self):
        return 2 if self.get("multigrid.coarse_steps") == "auto" else self.count("multigrid.coarse_steps")

    def layers(self, level):
        """Layers of a level; levels below the finest have merged ones."""
        nz = self.count("grid.nz")
        return nz if level == 0 else -(-nz // self.count("multigrid.merged_layers"))
