"""A deck as the model reads it: defaults from docs/deck.md, then the file, then --set."""
import functools
import json
import pathlib
import re
import tomllib

from reproduce_items import places

from . import Bad


@functools.cache
def reference():
    """{section: {key: default}} of the page that isobar --deck-reference prints; None for what has no fixed default."""
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
    except tomllib.TOMLDecodeError:
        return text


def read_toml(path, what):
    try:
        return tomllib.loads(pathlib.Path(path).read_text())
    except OSError as error:
        raise Bad(f"{path}: no such {what} ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Bad(f"{path}: not TOML: {error}") from None


class Deck:
    def __init__(self, name, parameters):
        self.name, self.parameters = name, parameters

    @staticmethod
    def load(path, settings=()):
        deck = Deck(str(path), {section: dict(keys) for section, keys in reference().items()})
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
        return deck

    def put(self, key, value):
        section, _, name = key.partition(".")
        if name not in self.parameters.get(section, {}):
            raise Bad(f"{self.name}: {key} = {json.dumps(value)}: no such key; docs/deck.md has all")
        self.parameters[section][name] = value

    def get(self, key):
        section, _, name = key.partition(".")
        return self.parameters[section].get(name)

    def refuse(self, key, expected):
        raise Bad(f"{self.name}: {key} = {json.dumps(self.get(key))}: must be {expected}")

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
        """The value, which the model has to know."""
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
        """Of a level; those below the finest have merged ones."""
        nz = self.count("grid.nz")
        return nz if level == 0 else -(-nz // self.count("multigrid.merged_layers"))
