"""Somebody's words in a page: neither Markdown nor HTML, whatever they hold."""
import re

# All else of ASCII could be markup of one of the readers that docs/ has: mkdocs, GitHub, an editor.
MARKUP = re.compile(r"""[^A-Za-z0-9 .,;:()/+=%'\-\u00a1-\U0010ffff]""")
LINK = re.compile(r"(?<=:)//|(?<=www)\.", re.IGNORECASE)  # readers make links of these without any markup


def entities(found):
    return "".join(f"&#{ord(one)};" for one in found[0])


def one_line(text):
    """One line, with invisible characters replaced."""
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in " ".join(str(text).split()))


def plain(text):
    return LINK.sub(entities, MARKUP.sub(entities, one_line(text)))


def code(text):
    """The text as code: only its end must be escaped, as all else in code is text already."""
    return f"`{one_line(text).replace('`', chr(0x2019))}`"


def row(cells):
    return f"| {' | '.join(cells)} |\n"


def table(columns, rows):
    return "\n" + row(columns) + row(["---"] * len(columns)) + "".join(map(row, rows))
