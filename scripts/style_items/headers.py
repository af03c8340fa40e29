"""The public declarations of a header, each with its docstring."""
import dataclasses
import re

# What is no code: a text, a comment to the end of the line, a comment between marks, a line of the preprocessor.
ASIDE = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/|^[ \t]*#(?:[^\n\\]|\\.)*(?=\n)', re.DOTALL | re.MULTILINE)
TYPE = re.compile(r"(?:typedef )?(enum class|enum|class|struct|union) (?:\[\[\w+\]\] )?(\w[\w:]*)[^()=]*$")
FUNCTION = re.compile(r"(operator ?(?:\(\)|[^\s\w(]+|[\w:]+(?: [*&])?)|~?\w+) ?\(")
NEITHER = re.compile(r"(?:using|friend|static_assert|extern template|template (?:class|struct)|namespace \w+ =|\w+ ?\()\b")
SENTENCE = re.compile(r"(?:using|friend|static_assert|typedef)\b")
# Members without a docstring: with a body here, of another class's contract, or with a meaning that C++ gives them.
TRIVIAL = re.compile(r" \{$|\boverride\b|= ?(?:default|delete)$|operator|~")
CONSTRUCTOR = re.compile(r"(?:(?:explicit|constexpr|inline|KOKKOS_\w+) )*\w+ ?\(")
ACCESS = ("public", "private", "protected")


@dataclasses.dataclass(frozen=True)
class Declaration:
    line: int  # where its docstring begins, or itself without one
    kind: str  # type, function or variable
    name: str
    doc: str  # "" without one
    above: bool  # it stands above the declaration, not behind it
    needed: bool  # in a namespace, or a member that a class defines elsewhere


def without_angles(words):
    """Without template heads and arguments between angles."""
    before = None
    signs = str.maketrans("<>", "{}")  # which no operator has
    words = re.sub(r"operator ?[<>=!-]+", lambda found: found[0].translate(signs), words)
    while before != words:
        before, words = words, re.sub(r"<[^<>]*>", " ", words)
    words = re.sub(r"operator ?[{}=!-]+", lambda found: found[0].translate(str.maketrans("{}", "<>")), words)
    return re.sub(r"^(?:template )+(?:requires .*?\) )?", "", " ".join(words.split()))


def docstrings(text):
    """The text with blanks for all that is no code, the comment lines by number, and the comments behind code."""
    before, behind, plain = {}, {}, set()

    def blank(found):
        piece, line = found[0], text.count("\n", 0, found.start()) + 1
        start = text.rfind("\n", 0, found.start()) + 1
        alone = not text[start:found.start()].strip()
        if piece.startswith("/*"):
            lines = [re.sub(r"^\s*(?:/\*+|\*(?!/))<? ?|\s*\*/$", "", one) for one in piece.split("\n")]
            (before if alone else behind).update({line + i: one for i, one in enumerate(lines)})
        elif piece.startswith("///<") and not alone:
            behind[line] = piece[4:].strip()
        elif piece.startswith("///") and alone:
            before[line] = piece[4:]
        elif piece.startswith("//") and alone:
            plain.add(line)
        return re.sub(r"[^\n]", " ", piece) if piece[0] != '"' else '""' + " " * (len(piece) - 2)

    return ASIDE.sub(blank, text), before, behind, plain


def doc_of(first, last, before, behind, plain):
    """Line and text of the docstring of a declaration with these lines, and whether it stands above them."""
    end = first - 1
    while end in plain:
        end -= 1
    begin = end
    while begin in before:
        begin -= 1
    if begin < end:
        return begin + 1, "\n".join(before[line] for line in range(begin + 1, end + 1)).strip(), True
    return first, "\n".join(behind[line] for line in range(first, last + 1) if line in behind), False


def declarations(text):
    """All public declarations, in their order. What stands in a body, a private part or namespace detail is none."""
    code, *comments = docstrings(text)
    scopes, words, first, round_, line = ["namespace"], "", 0, 0, 1
    for i, sign in enumerate(code):
        line += sign == "\n"
        if scopes[-1] in ("body", "enum", "hidden") and sign not in "{}":
            continue
        if sign in "()":
            round_ += 1 if sign == "(" else -1
        if sign not in "{};:" or round_ or (sign == ":" and words.strip() not in ACCESS):
            if sign == "{":
                scopes.append("body")
            elif sign == "}":
                scopes.pop()
            first = first if words.strip() else line
            words += " " if sign.isspace() else sign
            continue
        head = without_angles(words)
        if sign == ":":
            scopes[-1] = words.strip()
        elif sign == "}":
            ended = scopes.pop()
            if ended == "body" and (scopes[-1] in ("body", "enum", "hidden") or not is_function(head)):
                continue
        elif sign == "{":
            kind = scope_of(head, scopes[-1])
            if kind in ("enum", "public", "private") or is_function(head):
                yield from declared(head + " {", first, line, scopes, comments)
            scopes.append(kind)
            if kind == "body":
                continue
        elif not re.match(r"(?:enum|class|struct|union)\b[^(]*$", head):  # no type that is declared elsewhere
            yield from declared(head, first, line, scopes, comments)
        words = ""


def is_function(head):
    found = FUNCTION.search(head)
    return bool(found) and ("operator" in head or "=" not in head[:found.start()])


def scope_of(head, outer):
    """What begins with a brace after these words."""
    if outer in ("body", "enum", "hidden", "private", "protected"):
        return "hidden" if outer != "body" else "body"
    if re.match(r"(?:inline )?namespace|extern \"\"", head):
        return "hidden" if "detail" in head or head == "namespace" else "namespace"
    found = TYPE.match(head)
    if not found:
        return "body"
    return "enum" if found[1].startswith("enum") else "private" if found[1] == "class" else "public"


def declared(head, first, last, scopes, comments):
    """The declaration with these words, if it is public and no other kind of sentence of C++."""
    if scopes[-1] not in ("namespace", "public") or not head:
        return
    in_namespace = scopes[-1] == "namespace"
    if not TYPE.match(head) and (NEITHER if in_namespace else SENTENCE).match(head):
        return
    line, doc, above = doc_of(first, last, *comments)
    if found := TYPE.match(head):
        kind, name = "type", found[2]
        if "::" in name:  # a specialisation for another namespace
            return
        needed = in_namespace
    elif is_function(head):
        found = FUNCTION.search(head)
        kind, name = "function", found[1]
        if head[:found.start()].endswith("::") and in_namespace:  # the body of a member
            return
        needed = in_namespace or not (TRIVIAL.search(head) or CONSTRUCTOR.match(head))
    else:
        kind, name, needed = "variable", head.split(" =")[0].split(" ")[-1], False
    yield Declaration(line, kind, name, doc, above, needed)
