"""Reads the pieces that the program writes for ParaView (miniapp/io/vtk.hpp)."""
import struct
import xml.etree.ElementTree as xml
from array import array

START = b'<AppendedData encoding="raw">\n_'


def read_piece(path):
    """((nx, ny, nz), {name: numbers of the cells, x fastest, then y}) of one .vts file."""
    data = path.read_bytes()
    start = data.index(START)
    root = xml.fromstring(data[:start] + b"</VTKFile>")  # raw bytes behind it are no XML
    ends = [int(n) for n in root.find("StructuredGrid/Piece").get("Extent").split()]
    arrays = {}
    for declared in root.iterfind(".//CellData/DataArray"):
        at = start + len(START) + int(declared.get("offset"))
        size = struct.unpack_from("<Q", data, at)[0]
        arrays[declared.get("Name")] = array("d", data[at + 8:at + 8 + size])
    return tuple(ends[2 * n + 1] - ends[2 * n] for n in range(3)), arrays


def plane(numbers, shape, j):
    """Rows of constant z, x along each, between y's cells j - 1 and j; of the only cell if there is one."""
    nx, ny, nz = shape

    def row(k, at):
        return numbers[(k * ny + at) * nx:(k * ny + at + 1) * nx]

    behind = max(0, j - 1)
    return [[(a + b) / 2 for a, b in zip(row(k, behind), row(k, j))] for k in range(nz)]
