"""Facts about a result that a report cannot know: about.toml beside the reports (docs/rules.md, "How to report")."""
import re
import tomllib

from report_items.reading import BadInput, shown

WAYS = ("baseline", "ported", "optimised", "development")
TEXTS = {"system": "the system's name", "who": "who measured", "command": "the command line of one run",
         "interconnect": "between nodes and between devices"}
COUNTS = {"nodes": "nodes in use", "devices": "GPUs in use, or CPU sockets"}
MORE_TEXTS = ("device", "clocks", "power_limit", "note")
MORE_COUNTS = ("nodes_of_system", "devices_of_system")
FILES = ("patch", "page")
# The files that each way must hand in.
NEEDED = {"ported": ("patch",), "optimised": ("patch", "page")}
# Names that can stand in a link as they are.
PLAIN, PLAIN_WORDS = re.compile(r"\w[\w.+-]*", re.ASCII), "named with letters, digits and . + - _"
MOST = 300  # characters of a text
MOST_COUNT = 10**7  # of nodes and devices
MOST_BYTES = 20_000  # of the file

TEMPLATE = """\
# Facts that the reports beside this file cannot know (docs/rules.md, "How to report").
system = ""        # the system's name, as the table shows it
nodes = 1          # in use
devices = 1        # GPUs in use, or CPU sockets
interconnect = ""  # between nodes and between devices; "none" for one device
who = ""           # who measured
command = "mpirun -n 2 isobar --class S"  # of one run, without --report
way = "baseline"   # a released version; "ported" (with patch), "optimised" (with patch and page), or "development": a commit between releases
# patch = "changes.patch"    # a file of this folder
# page = "changes.txt"       # what was changed and why it is general
# device = ""                # where the report's name of it does not say enough
# clocks = ""
# power_limit = ""
# nodes_of_system = 1
# devices_of_system = 1
# note = ""
"""


def text(path, key, value):
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > MOST:
        raise BadInput(f"{shown(path)}: {key} = {brief(value)}: must be a text of one line, up to {MOST} characters")
    return value.strip()


def count(path, key, value):
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST_COUNT:
        raise BadInput(f"{shown(path)}: {key} = {brief(value)}: must be an integer from 1 on, up to {MOST_COUNT}")
    return value


def brief(value):
    try:
        return ascii(value)[:60]
    except (ValueError, RecursionError):  # of an integer of thousands of digits, of lists in lists
        return "a value too long"


def parsed(path):
    if path.is_symlink() or (path.is_file() and path.stat().st_size > MOST_BYTES):
        raise BadInput(f"{shown(path)}: a link, or more than {MOST_BYTES} bytes; must be a file as scripts/ranking --new writes it")
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{shown(path)}: {error.strerror}; scripts/ranking --new FOLDER writes one to fill in") from None
    except (ValueError, RecursionError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else str(error).splitlines()[0]
        raise BadInput(f"{shown(path)}: not TOML ({why})") from None


def file_beside(path, key, value):
    name = text(path, key, value)
    if not PLAIN.fullmatch(name) or not (path.parent / name).is_file() or (path.parent / name).is_symlink():
        raise BadInput(f"{shown(path)}: {key} = {brief(name)}: must be a file of the same folder, {PLAIN_WORDS}")
    if not (path.parent / name).stat().st_size:
        raise BadInput(f"{shown(path)}: {key} = {brief(name)}: is empty, must say what was changed")
    return name


def read_about(path):
    """{key: value}, checked."""
    found = parsed(path)
    readers = {**dict.fromkeys([*TEXTS, *MORE_TEXTS], text), **dict.fromkeys([*COUNTS, *MORE_COUNTS], count),
               **dict.fromkeys(FILES, file_beside), "way": text}
    for key in found:
        if key not in readers:
            raise BadInput(f"{shown(path)}: {brief(key)}: unknown key; expected one of {', '.join(sorted(readers))}")
    for key, meaning in {**TEXTS, **COUNTS, "way": f"one of {', '.join(WAYS)}"}.items():
        if key not in found:
            raise BadInput(f"{shown(path)}: {key} is missing: {meaning}")
    about = {key: readers[key](path, key, value) for key, value in found.items()}
    if about["way"] not in WAYS:
        raise BadInput(f"{shown(path)}: way = {brief(about['way'])}: must be one of {', '.join(WAYS)}")
    for key in NEEDED.get(about["way"], ()):
        if key not in about:
            raise BadInput(f"{shown(path)}: {key} is missing: a result that is {about['way']} has to hand it in")
    return about
