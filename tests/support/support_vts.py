"""Reads structured grids and blocks of them that programs write for ParaView."""

import xml.etree.ElementTree as xml

import numpy


def vts_piece(path):
    """Extent (x, y, z) and arrays by name."""
    data = path.read_bytes()
    marker = b'<AppendedData encoding="raw">\n_'
    start = data.index(marker)
    raw = data[start + len(marker):]
    root = xml.fromstring(data[:start] + b"</VTKFile>")
    extent = [int(n) for n in root.find("StructuredGrid/Piece").get("Extent").split()]
    arrays = {}
    for declared in root.iter("DataArray"):
        offset = int(declared.get("offset"))
        size = int(numpy.frombuffer(raw, "<u8", 1, offset)[0])
        arrays[declared.get("Name")] = numpy.frombuffer(raw, "<f8", size // 8, offset + 8)
    return extent, arrays


def blocks(path):
    """{name of a block: names of its files} of a .vtm file."""
    root = xml.parse(path).getroot()
    assert root.get("type") == "vtkMultiBlockDataSet"
    whole = root.find("vtkMultiBlockDataSet")
    for parent in (whole, *whole.iter("Block")):
        assert [child.get("index") for child in parent] == [str(n) for n in range(len(parent))]
    return {block.get("name"): [data.get("file") for data in block.iter("DataSet")] for block in whole}
