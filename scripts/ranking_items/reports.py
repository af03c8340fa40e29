"""The reports of a result: files as the program wrote them, or one archive with the parts that the checks and the page read."""
import copy
import io
import json
import lzma
import tarfile

from report_items.reading import BadInput, shown

from .about import PLAIN, PLAIN_WORDS
from .of_samples import PHASES, spread
from .strict import MOST_BYTES, read_bytes, report_of

ARCHIVE = "reports.tar.xz"
MOST_UNPACKED = 10**8  # bytes of an archive
MOST_MEMORY = 2**28  # bytes to unpack it with
MOST_REPORTS = 100
# Digits of a kept sample: clocks count nanoseconds, and the rounding stays far below that of the checks.
DIGITS = 11
UNREAD = ("transpose", "total")  # times that neither a check nor the page reads


def files_of(folder):
    """The files of a folder that hold its reports."""
    loose, archive = sorted(folder.glob("*.json")), folder / ARCHIVE
    if not archive.exists():
        return loose
    if loose:
        raise BadInput(f"{shown(archive)}: there is {shown(loose[0].name)} beside it; expected the archive or loose reports, not both")
    return [archive]


def reports_in(file):
    """[(path, report)] of a file; a report of an archive has the archive's path and its own name."""
    if file.name != ARCHIVE:
        return [(file, report_of(read_bytes(file), file))]
    return [(file / name, report_of(data, file / name)) for name, data in unpacked(file)]


def unpacked(file):
    """[(name, bytes)] of an archive."""
    try:
        data = decompressed(file)
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            members = archive.getmembers()
            check_names(file, [one.name for one in members])
            return [(one.name, content(file, archive, one)) for one in members]
    except (EOFError, OSError, ValueError, lzma.LZMAError, tarfile.TarError, MemoryError) as error:
        why = " ".join((getattr(error, "strerror", None) or str(error)).split())
        raise BadInput(f"{shown(file)}: cannot be unpacked ({why}), must be what scripts/ranking --keep wrote") from None


def decompressed(file):
    machine = lzma.LZMADecompressor(memlimit=MOST_MEMORY)
    data = machine.decompress(read_bytes(file), MOST_UNPACKED + 1)
    if len(data) > MOST_UNPACKED:
        raise BadInput(f"{shown(file)}: more than {MOST_UNPACKED} bytes when unpacked; expected reports alone")
    if not machine.eof:
        raise EOFError("it ends too early")
    if machine.unused_data:
        raise ValueError(f"{len(machine.unused_data)} bytes behind its end")
    return data


def check_names(file, names):
    """Reports alone, each once, none outside the archive."""
    if len(names) > MOST_REPORTS:
        raise BadInput(f"{shown(file)}: {len(names)} members, must have at most {MOST_REPORTS} reports")
    for name in names:
        if not PLAIN.fullmatch(name) or not name.endswith(".json"):
            raise BadInput(f"{shown(file)}: member {ascii(name)[:80]}: must be NAME.json, {PLAIN_WORDS}, without a folder")
        if names.count(name) > 1:
            raise BadInput(f"{shown(file)}: {ascii(name)[:80]} is there {names.count(name)} times, must be there once")


def content(file, archive, one):
    if one.type not in (tarfile.REGTYPE, tarfile.AREGTYPE):
        raise BadInput(f"{shown(file)}: {ascii(one.name)} is no file; expected reports alone")
    if not 0 <= one.size <= MOST_BYTES:
        raise BadInput(f"{shown(file)}: {ascii(one.name)} has {one.size} bytes, must have at most {MOST_BYTES}")
    return archive.extractfile(one).read()


def packed(reports):
    """The bytes of an archive of {name: report}; the same reports give the same bytes."""
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as archive:
        for name, report in reports.items():
            data = (json.dumps(report, indent=2) + "\n").encode()
            one = tarfile.TarInfo(name)
            one.size = len(data)
            archive.addfile(one, io.BytesIO(data))
    return lzma.compress(tar.getvalue(), preset=9 | lzma.PRESET_EXTREME)


def reduced(report, with_kernels):
    """A report without times that nothing reads; samples lose the digits that a difference of clock readings leaves as noise."""
    report = copy.deepcopy(report)
    timings, benchmark = report["timings"], report["benchmark"]
    if not with_kernels:
        timings["kernels"] = []
    for phase in UNREAD:
        timings[phase] |= {"samples": [], "median": None, "min": None, "max": None}
    for phase in PHASES:
        timings[phase]["samples"] = [float(f"{one:.{DIGITS}g}") for one in timings[phase]["samples"]]
    if samples := timings["sequence"]["samples"]:
        benchmark["spread"] = spread(samples)  # a difference of samples, so it has fewer digits than they have
    return report
