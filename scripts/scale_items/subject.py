"""The subject of scaling: a deck or a problem class, with the program's arguments and its size on so many ranks."""
from dataclasses import dataclass

from reproduce_items.sizes import grown


@dataclass
class Subject:
    deck: object  # the path, or None; with a class it says how to solve it
    class_name: str  # or None
    algorithm: str  # of the class; or None
    weak: bool
    settings: list  # KEY=VALUE of all runs

    @property
    def fills_memory(self):
        """The class's size comes from the devices' memory, so that it grows with the ranks by itself."""
        return self.class_name is not None and self.class_name.startswith("fill=")

    @property
    def name(self):
        """The name of the files."""
        words = ["class", self.class_name.replace("=", "-"), self.algorithm] if self.class_name else []
        return "-".join([*words, *([self.deck.stem] if self.deck else []), "weak" if self.weak else "strong"])

    @property
    def label(self):
        """The title of the table and the picture."""
        what = f"class {self.class_name}, {self.algorithm}" if self.class_name else self.deck.stem
        if self.class_name and self.deck:
            what += f", as {self.deck.stem} says"
        return f"{what}, {'weak' if self.weak else 'strong'} scaling"

    @property
    def needs_sides(self):
        return self.weak and not self.fills_memory

    def words(self):
        """Arguments of the program for its own size."""
        words = [str(self.deck)] if self.deck else []
        if self.class_name:
            words += ["--class", self.class_name, "--algorithm", self.algorithm]
        return words + settings(self.settings)

    def words_on(self, ranks, sides):
        """Arguments on so many ranks. `sides`: columns on one rank in x and y, where they grow; one rank has the class or the deck as it is."""
        if not self.needs_sides or ranks == 1:
            return self.words()
        return self.words() + settings(f"grid.{axis}={grown(side, ranks)}" for axis, side in zip(("nx", "ny"), sides))


def settings(pairs):
    return [word for pair in pairs for word in ("--set", pair)]

