"""The tables of a page: which have figures, which come from a file of docs/data, and how such a table is written."""
import dataclasses
import re
import textwrap

from . import BadTable

BEGIN = re.compile(r"<!-- table: ([a-z0-9.-]+) -->$")
END = "<!-- /table -->"
RULE = re.compile(r"\s*\|(\s*:?-+:?\s*\|)+\s*$")
# A number at the beginning of a cell, but no size of a grid (128 x 128) and no formula (2 U - u).
FIGURE = re.compile(r"[^\w(\[<>]*[<>]?\d\S*(?!\S| x | \w+ [-+*/] )")
# A time or a rate in a sentence, which somebody has measured.
MEASURED = re.compile(r"(?<![\w.])\d[\d.,]*(?:e-?\d+)? (?:ms|µs|us|[GT]B/s|MDOF/s|GFLOP/s|MFlop/s)(?![\w/])")
# Its origin: a table of docs/data, another page or a record, a command.
ORIGIN = re.compile(r"<!-- table:|\]\((?:[a-z0-9-]+\.md|decisions/|data/)|(?:^    (?:\$ )?(?:[A-Z_]+=\S+ )*|`)(?:isobar|scripts/|mpirun |bench/|ctest |perf |ncu )",
                    re.MULTILINE)
HEADING = re.compile(r"#{1,6} ")
WIDTH = 120
# These pages are written by commands that check them: scripts/ranking, scripts/reproduce, --deck-reference.
MADE = ("ranking.md", "tables-h200.md", "tables-cpu.md", "deck.md", "flow-deck.md", "fem-deck.md")


@dataclasses.dataclass
class Block:
    """Lines `first` to `last` of a page, counted from 0, without the markers."""
    name: str
    first: int
    last: int


@dataclasses.dataclass
class Page:
    path: object
    shown: str
    lines: list

    @classmethod
    def read(cls, path, top):
        return cls(path, str(path.relative_to(top)), path.read_text(encoding="utf-8").split("\n"))

    def wrong(self, line, words):
        return BadTable(f"{self.shown}:{line + 1}: {words}")


def pages_of(top):
    """README.md and docs/, without pages that other commands write, and without decision records: they are history."""
    paths = [top / "README.md", *sorted((top / "docs").glob("*.md"))]
    return [Page.read(path, top) for path in paths if path.is_file() and path.name not in MADE]


def blocks_of(page):
    """The blocks between markers."""
    blocks, name, first = [], None, 0
    for number, line in enumerate(page.lines):
        found = BEGIN.match(line)
        if found and name or line == END and not name:
            raise page.wrong(number, f"found '{line}', expected '{END if name else '<!-- table: NAME -->'}' before it")
        if found:
            name, first = found[1], number + 1
        elif line == END:
            blocks.append(Block(name, first, number))
            name = None
    if name:
        raise page.wrong(first - 1, f"found '{page.lines[first - 1]}', expected '{END}' after it")
    return blocks


def cells_of(line):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def has_figures(rows):
    """Whether at least half of the cells right of the first column, empty ones aside, begin with a number."""
    cells = [cell for row in rows for cell in cells_of(row)[1:] if cell]
    return bool(cells) and 2 * sum(bool(FIGURE.match(cell)) for cell in cells) >= len(cells)


def tables_outside(page, blocks):
    """The first line of each table of figures that has no markers."""
    inside = {number for block in blocks for number in range(block.first, block.last)}
    for number, line in enumerate(page.lines):
        if RULE.match(line) and number not in inside:
            rows = []
            for row in page.lines[number + 1:]:
                if not row.lstrip().startswith("|"):
                    break
                rows.append(row)
            if has_figures(rows):
                yield number - 1


def sections_of(page):
    """(first line, lines) of each section, from its heading to the next one."""
    starts = [number for number, line in enumerate(page.lines) if HEADING.match(line)]
    for first, end in zip([0, *starts], [*starts, len(page.lines)]):
        yield first, page.lines[first:end]


def sentences_without_origin(page):
    """(line, figure) of the first measured figure in the sentences of each section that says nowhere where it comes from."""
    for first, lines in sections_of(page):
        if ORIGIN.search("\n".join(lines)):
            continue
        for number, line in enumerate(lines, first):
            found = MEASURED.search(line)
            if found and not line.startswith("    ") and not line.lstrip().startswith("|"):
                yield number, found[0]
                break


def source_line(data, page):
    """The sentence below a table."""
    link = "data" if page.shown.startswith("docs/") else "docs/data"
    text = f"[Source]({link}/{data.name}.toml): {data.machine}; {data.date}; commit {data.commit}."
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def row_of(cells):
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)


def rendered(data, page):
    """The lines between the markers."""
    return ["", row_of(data.columns), row_of(["---"] * len(data.columns)), *map(row_of, data.rows), "", *source_line(data, page), ""]


def write(page, blocks, tables):
    """Writes each block anew from its file; whether the page changed."""
    lines = list(page.lines)
    for block in reversed(blocks):
        if block.name in tables:
            lines[block.first:block.last] = rendered(tables[block.name], page)
    if lines == page.lines:
        return False
    page.path.write_text("\n".join(lines), encoding="utf-8")
    return True
