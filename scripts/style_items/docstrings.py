"""The form of docstrings in public headers, and public declarations that lack one (CONTRIBUTING.md, "Style")."""
import re

from style_items.headers import declarations

PUBLIC = re.compile(r"/(?:core|comm|miniapp)/include/.*\.h(?:pp)?$")
MOST_CHARACTERS = 100  # of a line of comments, as .clang-format has it for code
MOST_BEHIND_CODE = 120  # .clang-format does not break comments
COMMENT = re.compile(r"\s*(?://|/\*|\* )")
FORMULA = re.compile(r"\s*(?:///|\*) {5}")

BEGIN = re.compile(r"[A-Z]|`|\w*[\d_(|]|[a-z] ")  # a capital, code or a symbol
HIDDEN = re.compile(r"(?:The same(?=\W|$)(?! (?!for|as|of|with|in|on|to)[a-z]+ )|As|Like|For|If|With|Where|When|Also|And|But|Or|So)\b")
COMMAND = re.compile(r"(?:Return|Compute|Set(?! of)|Get|Make|Read|Write|Throw|Do|Give|Add|Apply|Check|Call|Fill|Send|Store|Take|Use|Build|Create|Solve|Run"
                     r"|Find|Choose|Copy|Evaluate|Start|Wait)\b(?! of| to)")
TYPE = r"(?:std::\w+|\w*Error|it)"
THROWS = re.compile(rf"Throws (?:what |as |{TYPE}\b.* (?:if|unless|as)\b)")
THROW = re.compile(rf"Throws\b|\bthrows? (?:{TYPE}\b|what |as )")
SENTENCE = re.compile(r"(?<=[.:])\s+(?=[A-Z`])")


def wrong(declaration):
    """What is wrong with a declaration's docstring, in some words each."""
    doc, name = declaration.doc, declaration.name
    if not doc:
        if declaration.needed:
            yield f"{name} has no docstring"
        return
    if declaration.kind == "variable" or not declaration.above:
        return
    if not BEGIN.match(doc):
        yield f"{name}: no capital: {doc[:30]}"
    if found := HIDDEN.match(doc):
        yield f"{name}: does not begin with what it is or does: {found[0]}"
    if declaration.kind == "function":
        if found := COMMAND.match(doc):
            yield f"{name}: a command in place of what it does: {found[0]}"
        for sentence in SENTENCE.split(" ".join(doc.split())):
            if THROW.search(sentence) and not THROWS.match(sentence):
                yield f"{name}: expected 'Throws X if': {sentence[:60]}"
    if not re.search(r"[.:;)\]]$|^ {4}.*$", doc.split("\n")[-1]):
        yield f"{name}: no full stop at the end"


def places(text):
    """Line, rule and words of each place of a header whose docstrings lack their form."""
    known = set()  # an overload follows the contract of the one before
    for declaration in declarations(text):
        for words in wrong(declaration) if declaration.doc or declaration.name not in known else ():
            yield declaration.line, "doc", words
        if declaration.kind == "type":
            known.clear()
        known.add(declaration.name)
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > (MOST_CHARACTERS if COMMENT.match(line) else MOST_BEHIND_CODE) and not FORMULA.match(line):
            yield number, "line", f"{len(line)} characters"
