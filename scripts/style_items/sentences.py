"""The sentences of pages, and of comments and docstrings of sources, with the line where each begins."""
import re

CPP, C, SHELL = r"//[/!]?<?", r"//[/!]?<?|/\*+|(?<=^ )\*|(?<=^   )\*", r"#"
COMMENT = {".cpp": CPP, ".hpp": CPP, ".h": C, ".c": C, ".f90": r"!+[<>]?", ".py": SHELL, ".pyi": SHELL, ".cmake": SHELL, ".txt": SHELL,
           ".toml": SHELL, ".sh": SHELL, ".slurm": SHELL, ".yaml": SHELL}
# A sentence also ends before a choice of a deck's key and its meaning: "flat: the unit square. sphere: the whole sphere."
# or a symbol: "alpha_h may vary. c is the speed."
END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*$(])|(?<=:)\s+(?=[A-Z*])|(?<=\.)\s+(?=(?:[a-z][\w-]*, )*[a-z][\w-]*: |\[|[a-z]+_\w+ |[a-z],? |[a-z_]+\()")
CODE = re.compile(r"`[^`]*`|\$[^$\s][^$]*\$")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
BLANK = re.compile(r"\W*$")
# The reference of a deck has a table of keys. A cell of its second column lists the choices of a key and is no sentence.
VALUES_OF_KEYS = ["key", "value"]
ITEM = re.compile(r"([-*]|\d+\.) +")
TOML = re.compile(r"""#? ?[\w.-]+ = [\d"[]|\[.*\]$""")


def kind_of(file):
    """The suffix of a file, or that of its language for a program without one. None if a file has no sentences that are known."""
    if file.suffix in COMMENT or file.suffix == ".md":
        return file.suffix
    if file.suffix:
        return None
    with file.open(encoding="utf-8", errors="replace") as opened:
        first = opened.readline(100)
    return None if not first.startswith("#!") else ".py" if "python" in first else ".sh"


def lines_of_pages(file):
    """Lines of Markdown without code blocks, with their numbers."""
    fenced = before = ""
    code = False
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            deep = line.startswith("    ") and not re.match(r" *([-*]|\d+\.) ", line)
            code = deep and (code or not before.strip())
            if not code:
                yield number, line
        before = line


def plain(text):
    """Without marks of Markdown; code and a formula between dollars are one word, which may begin a sentence."""
    text = LINK.sub(r"\1", CODE.sub("`code`", text))
    return re.sub(r"\*{1,2}(\S.*?\S|\S)\*{1,2}", r"\1", text)


def paragraphs_of_pages(file):
    """Number and text of each line with the beginning of a paragraph, an item or a cell marked by None before it."""
    titles = []  # of the table that the line is in
    for number, line in lines_of_pages(file):
        text = line.strip()
        if not text.startswith("|"):
            titles = []
        if not text or text.startswith(("#", "<", "---", "[Source](data/")):
            yield None
        elif text.startswith("|"):
            cells = [cell.strip() for cell in text.strip("|").split("|")]
            titles = titles or cells
            for column, cell in enumerate(cells):
                if titles[:2] == VALUES_OF_KEYS and column == 1:
                    continue
                yield None
                yield number, cell
            yield None
        else:
            yield from item_or_text(number, text)


def item_or_text(number, text):
    """Number and text of a line, with None before an item of a list."""
    item = ITEM.match(text)
    if item:
        yield None
    yield number, text[item.end():] if item else text


def paragraphs_of_comments(file):
    """The same of a source's comments, without formulas and other lines that are indented. Texts of Python count, but no TOML."""
    kind = kind_of(file)
    python = kind in (".py", ".pyi")
    shell = kind in (".sh", ".slurm", ".yaml")
    # "#" behind code may belong to a text of Python or the shell. Commands in a shell's comments are indented by two.
    before, code = r"\s*" if python or shell else ".*?", "  " if shell else "    "
    mark = re.compile(rf"^({before})(?:{COMMENT[kind]}) (.*)$")
    quoted, margin, behind = False, 0, 0  # behind: the column of a comment behind code, which lines below it may continue
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if python and (whole := re.match(r'\s*"""(.*)"""$', line)):
            yield from (None, (number, whole[1]), None)
        elif python and line.count('"""') % 2:
            quoted, margin = not quoted, len(line) - len(line.lstrip())
            yield None
            yield number, line.split('"""')[1 if quoted else 0].strip()
        elif quoted:
            text = line.strip()
            if not text or line.startswith(" " * (margin + 4)) or TOML.match(text):
                yield None
            else:
                yield from item_or_text(number, text)
        elif (found := mark.match(line)) and '"' not in found[1] and "http" not in line and not found[2].startswith(code):
            if found[1].strip() or behind not in (0, len(found[1])):
                yield None
            behind = len(found[1]) if found[1].strip() or behind == len(found[1]) else 0
            yield from item_or_text(number, found[2].strip())
        else:
            behind = 0
            yield None


def split(lines):
    """Line and text of each sentence of a paragraph's lines, which have their numbers."""
    text, starts = "", []
    for number, line in lines:
        starts.append((len(text), number))
        text += plain(line) + " "
    begin = 0
    for end in [*(found.end() for found in END.finditer(text)), len(text)]:
        sentence = text[begin:end].strip()
        if not BLANK.match(sentence):
            yield max(start for start in starts if start[0] <= begin)[1], sentence
        begin = end


def words_in(sentence):
    """Number of words; a sign alone, such as = or +, is none."""
    return sum(any(map(str.isalnum, word)) for word in sentence.split())


def sentences_of(file):
    """Line and text of each sentence."""
    lines = []
    source = paragraphs_of_pages if kind_of(file) == ".md" else paragraphs_of_comments
    for piece in [*source(file), None]:
        if piece:
            lines.append(piece)
        else:
            yield from split(lines)
            lines = []
