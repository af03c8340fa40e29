"""Reads the .vtu files that isobar_fem writes: unstructured grids of quadrilaterals, as text or with appended raw numbers; and the .pvtu
files of many ranks, which name the pieces."""
import pathlib
import xml.etree.ElementTree
from dataclasses import dataclass

import numpy

TYPES = {"Float64": "<f8", "Int32": "<i4", "Int64": "<i8", "UInt8": "u1"}
NODES = {9: 4, 28: 9}  # of VTK_QUAD and VTK_BIQUADRATIC_QUAD
MOST_PLACE, MOST_VALUE = 1e30, 1e300  # beyond them a picture's own numbers would not be finite
MARK = b'<AppendedData encoding="raw">\n_'


class Unreadable(Exception):
    """One line: why a file, or a part of it, cannot be drawn."""


@dataclass
class Mesh:
    arrays: dict      # by name, flat
    at_points: list   # names of fields
    of_elements: list

    @property
    def points(self):
        return self.arrays["Points"].reshape(-1, 3)[:, :2]

    @property
    def elements(self):
        """(element, node): corners counter-clockwise, then the midpoints of edges and the centre."""
        nodes = NODES[int(self.arrays["types"][0])]
        return self.arrays["connectivity"].reshape(-1, nodes)


def numbers(tag, appended):
    kind = numpy.dtype(TYPES[tag.get("type")])
    if tag.get("format") == "ascii":
        return numpy.array((tag.text or "").split(), dtype=kind)
    first = int(tag.get("offset"))
    if first < 0:
        raise ValueError("an offset below 0")
    length = int(numpy.frombuffer(appended, "<u8", 1, first)[0])
    return numpy.frombuffer(appended, kind, length // kind.itemsize, first + 8)


def check(mesh):
    """Raises ValueError where arrays do not fit each other, or hold what cannot be drawn."""
    points, elements = mesh.points, mesh.elements
    if elements.size and not 0 <= int(elements.min()) <= int(elements.max()) < len(points):
        raise ValueError("an element has a node that is no point")
    for name in mesh.at_points:
        if mesh.arrays[name].shape != (len(points),):
            raise ValueError(f"{name} has {mesh.arrays[name].size} numbers, the mesh {len(points)} points")
    for name, most in {"Points": MOST_PLACE, **dict.fromkeys(mesh.at_points, MOST_VALUE)}.items():
        if not (abs(mesh.arrays[name]) <= most).all():
            raise ValueError(f"{name} has a number that is not finite, or beyond {most:g}")


def joined(pieces):
    """One mesh of the pieces of all ranks; points that several ranks have stay apart."""
    if any(piece.arrays.keys() != pieces[0].arrays.keys() or NODES[int(piece.arrays["types"][0])] != NODES[int(pieces[0].arrays["types"][0])]
           for piece in pieces):
        raise Unreadable("the pieces have different fields or elements")
    arrays = {name: numpy.concatenate([piece.arrays[name] for piece in pieces])
              for name in pieces[0].arrays}
    before = numpy.cumsum([0] + [len(piece.points) for piece in pieces[:-1]])
    arrays["connectivity"] = numpy.concatenate([piece.arrays["connectivity"] + n
                                                for piece, n in zip(pieces, before)])
    return Mesh(arrays, pieces[0].at_points, pieces[0].of_elements)


def read(path):
    path = pathlib.Path(path)
    if path.suffix != ".pvtu":
        return read_piece(path)
    try:
        index = xml.etree.ElementTree.parse(path)
        names = [piece.get("Source") for piece in index.getroot().iter("Piece")]
        if not names or None in names:
            raise ValueError("it names no pieces")
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None
    except (xml.etree.ElementTree.ParseError, ValueError) as error:
        raise Unreadable(f"{path}: no .pvtu file of isobar_fem ({error})") from None
    try:
        return joined([read_piece(path.parent / name) for name in names])
    except Unreadable as error:
        raise Unreadable(f"{path}: {error}") from None


def read_piece(path):
    try:
        text = pathlib.Path(path).read_bytes()
    except (OSError, ValueError) as error:  # a name of a piece may hold anything
        raise Unreadable(f"{ascii(str(path))[1:-1]}: {getattr(error, 'strerror', None) or error}") from None
    head, _, appended = text.partition(MARK)
    if appended:
        head += b"</VTKFile>"
    try:
        root = xml.etree.ElementTree.fromstring(head)
        found = {tag.get("Name"): numbers(tag, appended) for tag in root.iter("DataArray")}
        if not {"Points", "connectivity", "types"} <= set(found):
            raise ValueError("it has no mesh")
        if len(set(found["types"].tolist())) != 1 or int(found["types"][0]) not in NODES:
            raise ValueError("not all elements are quadrilaterals of one kind")
        names = {part: [tag.get("Name") for tag in root.iter("DataArray") if tag in list(section)]
                 for part in ("PointData", "CellData") for section in root.iter(part)}
        mesh = Mesh(found, names.get("PointData", []), names.get("CellData", []))
        check(mesh)
    except (xml.etree.ElementTree.ParseError, KeyError, OverflowError, TypeError, ValueError) as error:
        raise Unreadable(f"{path}: no .vtu file of isobar_fem ({' '.join(str(error).split())})") from None
    return mesh
