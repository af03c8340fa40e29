"""Finds the faults that scripts/tables --check refuses, each one line with its page or file."""
import itertools
import json
import subprocess

from . import BadTable, data
from .pages import blocks_of, pages_of, rendered, sentences_without_origin, tables_outside

FEWEST = 3  # figures that show that two tables are of one measurement


class Tables:
    """All pages and all files of docs/data. `faults` has the lines of those that cannot be read."""

    def __init__(self, top):
        self.top, self.faults, self.data, self.blocks = top, [], {}, []
        self.pages = pages_of(top)
        for path in sorted((top / "docs/data").glob("*.toml")):
            try:
                self.data[path.stem] = data.read(path, self.shown(path.stem))
            except BadTable as fault:
                self.faults.append(str(fault))
        for page in self.pages:
            try:
                self.blocks.append((page, blocks_of(page)))
            except BadTable as fault:
                self.faults.append(str(fault))

    def shown(self, name):
        return f"docs/data/{name}.toml"

    def check(self):
        """The lines of all faults."""
        return [*self.faults, *self.of_pages(), *self.of_names(), *self.of_figures(), *self.of_commits()]

    def of_pages(self):
        for page, blocks in self.blocks:
            for line, figure in sentences_without_origin(page):
                yield (f"{page.shown}:{line + 1}: {figure}: its section says nowhere where it comes from; "
                       "expected a command, a table or a link to the page or record that has it")
            for block in blocks:
                if block.name in self.data:
                    yield from self.of_block(page, block)
            for line in tables_outside(page, blocks):
                yield (f"{page.shown}:{line + 1}: a table of figures without a source: '{page.lines[line][:60]}'; "
                       "expected it in docs/data/NAME.toml, and '<!-- table: NAME -->' here")

    def of_block(self, page, block):
        """The first line that differs from what the file says."""
        wanted = rendered(self.data[block.name], page)
        for number, (found, right) in enumerate(itertools.zip_longest(page.lines[block.first:block.last], wanted)):
            if found != right:
                yield (f"{page.shown}:{block.first + number + 1}: found '{'nothing' if found is None else found}', but "
                       f"{self.shown(block.name)} says '{'nothing' if right is None else right}'; scripts/tables writes it")
                return

    def of_names(self):
        """Each file stands on one page, and each marker has its file."""
        places = {}
        for page, blocks in self.blocks:
            for block in blocks:
                where = f"{page.shown}:{block.first}"
                if not (self.top / self.shown(block.name)).is_file():
                    yield f"{where}: {self.shown(block.name)}: no such file"
                if block.name in places:
                    yield f"{where}: table {block.name} stands at {places[block.name]} too; expected a link to it"
                places.setdefault(block.name, where)
        for name in self.data:
            if name not in places and not self.faults:  # a page that cannot be read may have it
                yield f"{self.shown(name)}: stands on no page; expected '<!-- table: {name} -->' on one"

    def of_figures(self):
        """No measurement stands in two files."""
        figures = {name: one.figures() for name, one in self.data.items()}
        for name, other in itertools.permutations(figures, 2):
            same = figures[name] == figures[other] and name > other
            if len(figures[name]) >= FEWEST and (figures[name] < figures[other] or same):
                yield (f"{self.shown(name)}: its figures ({', '.join(sorted(figures[name])[:3])}, ...) stand in {self.shown(other)} too; "
                       "expected one file for a measurement")

    def of_commits(self):
        """Commits that this checkout does not have; nothing where the history is not there, or not whole."""
        if not (self.top / ".git").exists() or self.git("rev-parse", "--is-shallow-repository") != ["false"]:
            return
        named = sorted({(hash_.removeprefix(data.BOUND), name) for name, one in self.data.items() for hash_ in one.commit.split(", ")})
        known = [(hash_, name) for hash_, name in named if hash_ != data.UNKNOWN]
        said = self.git("cat-file", "--batch-check", text="".join(f"{hash_}^{{commit}}\n" for hash_, _ in known))
        for (hash_, name), line in zip(known, said):
            if line.endswith(" missing"):
                yield f"{self.shown(name)}: commit {hash_}: this checkout has none of that name"

    def git(self, *words, text=""):
        """The lines that git prints; none where there is no git."""
        try:
            return subprocess.run(["git", "-C", self.top, *words], input=text, capture_output=True, text=True, check=False).stdout.splitlines()
        except OSError:
            return []

    def unknown(self):
        """Names of the tables whose source is not known in all parts."""
        return [name for name, one in self.data.items() if one.unknown()]


def allowed(path):
    return json.loads(path.read_text(encoding="utf-8"))["unknown"] if path.exists() else 0
