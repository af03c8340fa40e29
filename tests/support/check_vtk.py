"""Reads PATH.pvts and its pieces and compares every point and cell with what mpi_vtk.cpp wrote.

usage: check_vtk.py PATH panel|equiangular-panel|flat NX NY NZ STRETCH

Expected are level interfaces base + k / NZ (base 1 on panels, 0 in the box). Cell values are i + 1000 j + 1000000 k by global index in
"index" and the negative in "minus".
"""

import math
import struct
import sys
import xml.etree.ElementTree as xml
from pathlib import Path


def read_piece(path):
    """Extent and arrays by name; an XML reader cannot read the raw bytes at the end."""
    data = path.read_bytes()
    marker = b'<AppendedData encoding="raw">\n_'
    start = data.index(marker)
    end = data.rindex(b"\n</AppendedData>\n</VTKFile>\n")
    raw = data[start + len(marker) : end]
    root = xml.fromstring(data[:start] + b"</VTKFile>")
    assert root.get("type") == "StructuredGrid" and root.get("header_type") == "UInt64"
    assert root.get("byte_order") == "LittleEndian"
    arrays, used = {}, 0
    for declared in root.iter("DataArray"):
        assert declared.get("type") == "Float64" and declared.get("format") == "appended"
        offset = int(declared.get("offset"))
        (size,) = struct.unpack_from("<Q", raw, offset)
        arrays[declared.get("Name")] = struct.unpack_from(f"<{size // 8}d", raw, offset + 8)
        used += 8 + size
    assert used == len(raw), "appended data of another length than declared"
    return root.find("StructuredGrid/Piece").get("Extent"), arrays


def expected_points(domain, shape, extent, stretch):
    nx, ny, nz = shape
    x0, x1, y0, y1, _, _ = extent
    for k in range(nz + 1):
        height = stretch * k / nz
        for j in range(y0, y1 + 1):
            for i in range(x0, x1 + 1):
                if domain == "flat":
                    yield from (i / nx, j / ny, height)
                    continue
                xi, eta = 2 * i / nx - 1, 2 * j / ny - 1
                if domain == "equiangular-panel":
                    xi, eta = math.tan(math.pi / 4 * xi), math.tan(math.pi / 4 * eta)
                scale = (1 + height) / math.sqrt(1 + xi * xi + eta * eta)
                yield from (scale * xi, scale * eta, scale)


def check_piece(path, declared, domain, shape, stretch):
    text, arrays = read_piece(path)
    assert text == declared, f"{path}: extent {text}, index says {declared}"
    extent = [int(n) for n in text.split()]
    x0, x1, y0, y1, z0, z1 = extent
    assert (z0, z1) == (0, shape[2])
    cells = tuple(
        i + 1000.0 * j + 1e6 * k for k in range(z1) for j in range(y0, y1) for i in range(x0, x1)
    )
    assert arrays["index"] == cells
    assert arrays["minus"] == tuple(-c for c in cells)
    points = list(expected_points(domain, shape, extent, stretch))
    assert len(points) == len(arrays["Points"])
    assert max(abs(a - b) for a, b in zip(points, arrays["Points"])) < 1e-14 * stretch
    return (x1 - x0) * (y1 - y0)


def main():
    path, domain = Path(sys.argv[1]), sys.argv[2]
    shape, stretch = tuple(int(n) for n in sys.argv[3:6]), float(sys.argv[6])
    index = xml.parse(f"{path}.pvts").getroot().find("PStructuredGrid")
    assert index.get("WholeExtent") == f"0 {shape[0]} 0 {shape[1]} 0 {shape[2]}"
    assert [a.get("Name") for a in index.iter("PDataArray")] == ["index", "minus", "Points"]
    columns = 0
    for piece in index.iter("Piece"):
        source = path.parent / piece.get("Source")
        columns += check_piece(source, piece.get("Extent"), domain, shape, stretch)
    assert columns == shape[0] * shape[1], "pieces do not cover the grid"


main()
