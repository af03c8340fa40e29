"""What items are made of."""
from dataclasses import dataclass, field


class Nothing(Exception):
    """No run of an item was possible; the text says why."""


@dataclass
class Item:
    name: str
    summary: str
    run: callable


@dataclass
class Case:
    """One run: a deck below inputs/papers, or a path, with settings; `key` finds it among the item's runs."""
    key: object
    deck: str
    settings: dict
    ranks: int = 1
    program: str = "isobar"
    side: int | None = None  # columns that --size is compared with, where the settings have none


@dataclass
class Result:
    """What an item hands back; `plot` draws on a figure of `size` inches, `curves` are {label: [(x, y), ...]}."""
    tables: list
    notes: list = field(default_factory=list)
    published: dict | None = None
    plot: callable = None
    size: tuple = (7.0, 4.2)
    curves: dict | None = None
