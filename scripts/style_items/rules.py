"""The rules of scripts/style, and the places of a file that break them."""
import dataclasses
import pathlib
import re

from style_items import docstrings
from style_items.sentences import lines_of_pages, sentences_of, words_in

RULES = ("start", "word", "long", "line", "doc")
MOST_WORDS = 25
MOST_CHARACTERS = 120

# A subject is hidden behind these. "What" and "The same" may begin a question or a noun: "The same test ...".
START = re.compile(r"(?:Of|Those|That of|Those of|What|The same|As is|So does|So do|Nor) ")
QUESTION = re.compile(r"What .*\?$")
NOUN = re.compile(r"The same [a-z]+ ")
WORDS = {
    r"deals? (?:columns|rows|meshes|levels|ranks)|(?:is|are|was|were|be) dealt": "distribute",
    r"moonshot": "goal",
    r"[Bb]y the way": "",
    r"house word": "",
    r"(?:is|are|was|were|be) mended|mends?|mending": "repair, fix",
    r"thereof|therein|whereof|thereby": "of it, in it",
}
WORD = [(re.compile(rf"\b(?:{pattern})\b"), better) for pattern, better in WORDS.items()]


@dataclasses.dataclass(frozen=True)
class Place:
    file: pathlib.Path
    line: int
    rule: str
    words: str


def rules_broken(sentence):
    """Rule and words of each that a sentence breaks."""
    if START.match(sentence) and not QUESTION.match(sentence) and not NOUN.match(sentence):
        yield "start", sentence[:60].strip()
    for pattern, better in WORD:
        if found := pattern.search(sentence):
            yield "word", f"{found[0]}: {better}" if better else found[0]
    if (count := words_in(sentence)) > MOST_WORDS:
        yield "long", f"{count} words: {sentence[:49].strip()}"


def places_of(file):
    """All places of a file, in the order of its lines."""
    places = [Place(file, line, rule, words) for line, sentence in sentences_of(file) for rule, words in rules_broken(sentence)]
    if file.suffix == ".md":
        places += [Place(file, number, "line", f"{len(line)} characters") for number, line in lines_of_pages(file)
                   if len(line) > MOST_CHARACTERS and not line.lstrip().startswith("|") and " " in line[60:MOST_CHARACTERS]]
    if docstrings.PUBLIC.search(file.as_posix()):
        places += [Place(file, *place) for place in docstrings.places(file.read_text(encoding="utf-8"))]
    return sorted(places, key=lambda place: place.line)
