"""The types that items use."""
from dataclasses import dataclass, field


class Nothing(Exception):
    """No run of an item was possible here; the text says why."""


@dataclass
class Item:
    name: str
    summary: str
    run: callable
    small: dict = field(default_factory=dict)  # options of --small beside, or in place of, those of all items


@dataclass
class Case:
    """One run: a deck below inputs/papers, or a path, with settings; `key` finds it among the item's runs."""
    key: object
    deck: str
    settings: dict
    ranks: int = 1
    program: str = "isobar"
    side: int | None = None  # columns that --size is compared with, where the settings have none
    counted: bool = False  # nothing is timed, so ranks may share a core: it runs with any --ranks
    environment: dict = field(default_factory=dict)  # variables that the program starts with


@dataclass
class Result:
    """The result of an item; `plot` draws on a figure of `size` inches, `curves` are {label: [(x, y), ...]}."""
    tables: list
    notes: list = field(default_factory=list)
    published: dict | None = None
    plot: callable = None
    size: tuple = (7.0, 4.2)
    curves: dict | None = None
