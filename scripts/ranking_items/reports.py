"""The reports of a result: files as the program wrote them, or one archive with what the checks and the page read of them."""
import copy
import io
import json
import lzma
import tarfile

from report_items.reading import BadInput, parsed, parsed_bytes, shown

from .consistency import PHASES, spread

ARCHIVE = "reports.tar.xz"
MOST_BYTES = 10**8  # of an archive when unpacked
# Digits of a kept sample: clocks count nanoseconds, and the rounding stays far below that of the checks.
DIGITS = 11
UNREAD = ("transpose", "total")  # times that neither a check nor the page reads


def files_of(folder):
    """The files of a folder that hold its reports."""
    loose, archive = sorted(folder.glob("*.json")), folder / ARCHIVE
    if not archive.exists():
        return loose
    if loose:
        raise BadInput(f"{shown(archive)}: there is {loose[0].name} beside it; expected the archive or loose reports, not both")
    return [archive]


def reports_in(file):
    """[(path, report)] of a file; a report of an archive has the archive's path and its own name."""
    if file.name != ARCHIVE:
        return [(file, parsed(file))]
    return [(file / name, parsed_bytes(data, file / name)) for name, data in unpacked(file)]


def unpacked(file):
    """[(name, bytes)] of an archive."""
    try:
        with lzma.open(file) as packed:
            data = packed.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise BadInput(f"{shown(file)}: more than {MOST_BYTES} bytes when unpacked; expected reports alone")
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            return [(one.name, content(file, archive, one)) for one in archive]
    except (EOFError, OSError, ValueError, lzma.LZMAError, tarfile.TarError) as error:
        why = " ".join((getattr(error, "strerror", None) or str(error)).split())
        raise BadInput(f"{shown(file)}: cannot be unpacked ({why}), must be what scripts/ranking --keep wrote") from None


def content(file, archive, one):
    if not one.isreg():
        raise BadInput(f"{shown(file)}: {ascii(one.name)} is no file; expected reports alone")
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
