"""JSON as the program writes it. Other forms that Python's reader accepts are refused in one line."""
from report_items.reading import BadInput, parsed_bytes, shown

MOST_BYTES = 20_000_000  # of one report
MOST_DEPTH = 32
MOST_INTEGER = 2**63 - 1


def read_bytes(path):
    """A file's bytes, no more than a report may have."""
    try:
        if path.is_symlink() or not path.is_file():
            raise BadInput(f"{shown(path)}: a link or no file, must be a file of its own")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{shown(path)}: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise BadInput(f"{shown(path)}: more than {MOST_BYTES} bytes, must be one report")
    return data


def report_of(data, path):
    report = parsed_bytes(data, path)
    if line := wrong(report):
        raise BadInput(f"{shown(path)}: {line}")
    return report


def wrong(report):
    """The first value that a report cannot have; None if there is none."""
    places = [(report, "the report", 1)]
    while places:
        value, name, depth = places.pop()
        if depth > MOST_DEPTH:
            return f"nested more than {MOST_DEPTH} deep, must be what --report wrote"
        if isinstance(value, dict):
            places += [(one, key if depth == 1 else f"{name}.{key}", depth + 1) for key, one in value.items()]
            value = "".join(value)
        elif isinstance(value, list):
            places += [(one, f"{name}[{k}]", depth + 1) for k, one in enumerate(value)]
        if line := wrong_value(value):
            name = name if name.isprintable() else ascii(name)
            return f"{name[:100]} {line}"
    return None


def wrong_value(value):
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > MOST_INTEGER:
        return "is an integer too large, must fit in 64 bits"
    if isinstance(value, float) and not abs(value) < float("inf"):
        return "is too large a number, must fit in a double"
    if isinstance(value, str) and any("\ud800" <= one <= "\udfff" for one in value):
        return "has half of a surrogate pair, must be a text in Unicode"
    return None
