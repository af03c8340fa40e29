"""The numbers of a machine: one TOML file, whose comments say where each number comes from."""
import pathlib
import re

from report_items.reading import shown
from report_items.shape import LEAST, MOST, is_amount

from . import Bad
from .deck import read_toml

MACHINES = pathlib.Path(__file__).resolve().parent.parent / "machines"
TRANSPORTS = ("peer", "segment", "nccl", "device", "staged")
SUMS_ON_DEVICE = ("peer", "segment", "nccl")

SECONDS, RATE, COUNT, TEXT = "seconds from 0 on", "bytes a second, above 0", "an integer from 1 on", "a text"
KEYS = (
    (r"kernels\.(fixed|ramp|fence|wait|rim)", SECONDS),
    (r"kernels\.ramp_bytes", "bytes above 0"),
    (r"kernels\.(double|float)\.\w+", RATE),
    (rf"link\.({'|'.join(TRANSPORTS)})\.latency|network\.latency", SECONDS),
    (rf"link\.({'|'.join(TRANSPORTS)})\.rate|network\.rate", RATE),
    (rf"sum\.({'|'.join(SUMS_ON_DEVICE)}|host|network)\.(first|doubling)", SECONDS),
    (r"ranks_per_host|kernels\.multiprocessors", COUNT),
    (r"name", TEXT))
FALLBACK = "other"  # the rate of kernels without a rate of their own


def expected(key):
    return next((what for pattern, what in KEYS if re.fullmatch(pattern, key)), None)


def is_rate(key):
    return expected(key) == RATE


def fits(key, value):
    what = expected(key)
    if what == TEXT:
        return isinstance(value, str)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    if not is_amount(value):
        return False
    return what == SECONDS or value > 0 and (what != COUNT or isinstance(value, int))


def flat(table, prefix=""):
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def before(line):
    """The remark about a line's number before the first fit."""
    number, _, remark = line.partition("=")[2].partition("#")
    if kept := re.search(r"; before: .*", remark):
        return kept[0]
    return "" if remark.strip().startswith("fitted") else f"; before: {number.strip()}, {remark.strip()}".rstrip(", ")


class Machine:
    """`values` by dotted names, as "link.peer.latency"."""

    def __init__(self, path, text, assumed=()):
        self.path, self.text = path, text
        self.values = {}
        for key, value in [*flat(read_toml(path, "machine")), *assumed]:
            if expected(key) is None:
                raise Bad(f"{path}: {shown(key)}: no such key; scripts/machines/h200.toml has all of them")
            if not fits(key, value):
                raise Bad(f"{path}: {key} = {repr(value)[:60]}: must be {expected(key)}, between {LEAST:g} and {MOST:g} if it is not 0")
            self.values[key] = value
        for key in ("name", "ranks_per_host", "kernels.fixed", "kernels.wait"):
            self[key]

    @staticmethod
    def load(name, assumed=()):
        """A file, or the name of one of scripts/machines."""
        path = pathlib.Path(name)
        if not path.suffix and not path.exists():
            path = MACHINES / f"{name}.toml"
        if not path.is_file():
            known = ", ".join(sorted(p.stem for p in MACHINES.glob("*.toml") if not p.stem.endswith("-runs")))
            raise Bad(f"{name}: no such machine; take a file, or one of {known}")
        read_toml(path, "machine")  # raises Bad if it is not text or not TOML
        return Machine(path, path.read_text(), assumed)

    def __getitem__(self, key):
        if key not in self.values:
            raise Bad(f"{self.path}: {key}: missing; must be {expected(key)}")
        return self.values[key]

    def __contains__(self, key):
        return key in self.values

    def seconds(self, key):
        """The seconds of a latency, or of a byte if the machine has a rate."""
        return 1 / self[key] if is_rate(key) else self[key]

    def rate_of(self, kernel, word):
        """The key of a kernel's rate."""
        precision = "double" if word == 8 else "float"
        own = f"kernels.{precision}.{kernel}"
        return own if own in self else f"kernels.{precision}.{FALLBACK}"

    def with_values(self, new, remark):
        """The file's text with other numbers; `remark` replaces the comment beside each of them."""
        lines, section = [], ""
        for line in self.text.splitlines():
            if found := re.match(r"\[([\w.]+)\]", line):
                section = f"{found[1]}."
            elif (found := re.match(r"(\w+) *=", line)) and section + found[1] in new:
                line = f"{found[1]} = {new[section + found[1]]:.4g} # {remark}{before(line)}"
            lines.append(line)
        return "\n".join(lines) + "\n"
