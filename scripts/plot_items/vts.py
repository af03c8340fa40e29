"""Reads the .vts and .pvts files that isobar_flow writes: boxes of cells along x, y and z, one piece for each rank."""
import pathlib
import xml.etree.ElementTree
from dataclasses import dataclass

import numpy

from plot_items.vtu import MARK, MOST_PLACE, MOST_VALUE, Unreadable

AXES = "xyz"


@dataclass
class Box:
    """Cells of a box. `interfaces`: for each axis the places where cells begin and end; `fields`: {name: numbers [k, j, i]}."""
    interfaces: list
    fields: dict

    @property
    def cells(self):
        return tuple(len(places) - 1 for places in self.interfaces)

    def centres(self, axis):
        return 0.5 * (self.interfaces[axis][1:] + self.interfaces[axis][:-1])


@dataclass
class Piece:
    extent: list  # first and last point of each axis, in numbers of the whole box
    arrays: dict

    def counts(self, points):
        """Points or cells along x, y and z."""
        return [self.extent[2 * n + 1] - self.extent[2 * n] + points for n in range(3)]

    def places(self):
        """Interfaces of each axis; ValueError where cells do not lie along the axes."""
        points = self.arrays["Points"].reshape(*self.counts(1)[::-1], 3)
        found = [points[0, 0, :, 0], points[0, :, 0, 1], points[:, 0, 0, 2]]
        if not numpy.array_equal(points, numpy.stack(numpy.meshgrid(*found, indexing="ij"), axis=-1).transpose(2, 1, 0, 3)):
            raise ValueError("its cells do not lie along x, y and z; expected a box, as isobar_flow has")
        if not all((numpy.diff(places) > 0).all() and (abs(places) <= MOST_PLACE).all() for places in found):
            raise ValueError("its points do not rise along x, y and z")
        return found


def extent_of(text):
    extent = [int(word) for word in text.split()]
    if len(extent) != 6 or any(not 0 <= first < last for first, last in zip(extent[::2], extent[1::2])):
        raise ValueError(f"an extent of {text!r}; expected three pairs of numbers that rise")
    return extent


def array(tag, data, start):
    """The numbers of an appended array."""
    if tag.get("type") != "Float64" or tag.get("format") != "appended":
        raise ValueError(f"{tag.get('Name')} is not appended as Float64")
    first = start + int(tag.get("offset"))
    length = int(numpy.frombuffer(data, "<u8", 1, first)[0])
    return numpy.frombuffer(data, "<f8", length // 8, first + 8)


def piece_of(path):
    """One .vts file. Raises OSError, ValueError and the like."""
    data = pathlib.Path(path).read_bytes()
    head, mark, _ = data.partition(MARK)
    if not mark:
        raise ValueError("it has no appended numbers")
    piece = xml.etree.ElementTree.fromstring(head + b"</VTKFile>").find("StructuredGrid/Piece")
    arrays = {tag.get("Name"): array(tag, data, len(head) + len(MARK)) for tag in piece.iter("DataArray")}
    found = Piece(extent_of(piece.get("Extent")), arrays)
    points, cells = (int(numpy.prod(found.counts(n), dtype=object)) for n in (1, 0))
    for name, numbers in arrays.items():
        wanted = 3 * points if name == "Points" else cells
        if numbers.size != wanted:
            raise ValueError(f"{name} has {numbers.size} numbers; expected {wanted}")
        if not (abs(numbers) <= MOST_VALUE).all():
            raise ValueError(f"{name} has a number that is not finite, or beyond {MOST_VALUE:g}")
    if "Points" not in arrays or len(arrays) < 2:
        raise ValueError("it has no points, or no field")
    return found


def joined(pieces):
    """One box of the pieces of all ranks, which have to cover it once."""
    names = [name for name in pieces[0].arrays if name != "Points"]
    if any(piece.arrays.keys() != pieces[0].arrays.keys() for piece in pieces):
        raise ValueError("its pieces have different fields")
    counts = [max(piece.extent[2 * n + 1] for piece in pieces) for n in range(3)]
    if sum(piece.arrays[names[0]].size for piece in pieces) != numpy.prod(counts, dtype=object):
        raise ValueError("its pieces do not cover the box")
    interfaces = [numpy.full(n + 1, numpy.nan) for n in counts]
    fields = {name: numpy.full(counts[::-1], numpy.nan) for name in names}
    for piece in pieces:
        x, y, z = (slice(piece.extent[2 * n], piece.extent[2 * n + 1]) for n in range(3))
        for places, part, where in zip(interfaces, piece.places(), (x, y, z)):
            places[where.start:where.stop + 1] = part
        for name in names:
            fields[name][z, y, x] = piece.arrays[name].reshape(piece.counts(0)[::-1])
    if any(numpy.isnan(numbers).any() for numbers in [*interfaces, *fields.values()]):
        raise ValueError("its pieces do not cover the box")
    return Box(interfaces, fields)


def read(path):
    """A box. Raises Unreadable."""
    path = pathlib.Path(path)
    try:
        if path.suffix == ".vts":
            return joined([piece_of(path)])
        root = xml.etree.ElementTree.parse(path).getroot()
        names = [piece.get("Source") for piece in root.iter("Piece")]
        if root.get("type") != "PStructuredGrid" or not names or None in names:
            raise ValueError("it names no pieces")
        return joined([piece_of(path.parent / name) for name in names])
    except OSError as error:
        raise Unreadable(f"{ascii(str(error.filename or path))[1:-1]}: {error.strerror}") from None
    except (xml.etree.ElementTree.ParseError, AttributeError, KeyError, OverflowError, TypeError, ValueError) as error:
        raise Unreadable(f"{path}: no {path.suffix} file of isobar_flow ({' '.join(str(error).split())})") from None
