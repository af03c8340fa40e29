"""Restart files of isobar_flow (docs/flow-design.md, "The restart file") on a grid of half the width: a steady state is found
faster from the solution of the coarser grid than from rest. The steady state itself does not depend on where the run began."""
import zlib
from array import array

HEAD_BYTES = 4096
TITLE = "isobar_flow restart 2"


def head_of(content):
    """The lines `key = value` of a head, but the checksum of the head itself."""
    lines = content[:HEAD_BYTES].decode("latin-1").split("\n")
    if lines[0] != TITLE:
        raise ValueError(f"expected {TITLE!r} at the beginning of a restart file, not {lines[0][:80]!r}")
    return dict(line.split(" = ", 1) for line in lines[2:] if line)


def file_of(head, fields):
    """The bytes of a file with these lines and these bytes of fields, and with checksums that fit."""
    head = {**head, "fields": f"{zlib.crc32(fields):08x}"}
    text = "".join(f"{key} = {value}\n" for key, value in head.items()).encode("latin-1")
    text = text.ljust(HEAD_BYTES - len(f"{TITLE}\nchecksum = 00000000\n"), b"\n")
    return f"{TITLE}\nchecksum = {zlib.crc32(text):08x}\n".encode() + text + fields


class State:
    """A file of n x 1 x n cells: its fields, then their last rates, then the pressure, each by x and z, z fastest."""

    def __init__(self, path, n, has_temperature):
        content = path.read_bytes()
        self.n, self.head = n, head_of(content)
        numbers = array("d")
        numbers.frombytes(content[HEAD_BYTES:])
        self._names = "uvwT" if has_temperature else "uvw"
        size, last = n * n, 2 * len(self._names)
        self._fields = {name: numbers[f * size:(f + 1) * size] for f, name in enumerate(self._names)}
        self._fields["p"] = numbers[last * size:(last + 1) * size]

    def field(self, name):
        """u, v, w, T or p; the number of cell (i, k) is at i n + k."""
        return self._fields[name]

    @property
    def names(self):
        return self._names


def refined(n, numbers, faces=None):
    """Linear interpolation to cells of half the width. `faces`: the axis on whose lower faces the numbers stand, 0 or 2."""
    x, z = (along(n, axis == faces) for axis in (0, 2))
    beyond = array("d", [0.0])
    lines = [numbers[i * n:(i + 1) * n] + beyond for i in range(n)] + [beyond * (n + 1)]
    fine = array("d")
    for near, far, share in x:
        line = [(1.0 - share) * a + share * b for a, b in zip(lines[near], lines[far])]
        fine.extend((1.0 - s) * line[a] + s * line[b] for a, b, s in z)
    return fine


def along(n, on_faces):
    """(near, far, share of the far one) of each fine number. Beyond the last face lies a wall with 0, beyond the last
    centre nothing, so that cells beside a wall have the coarse cell's number; the run corrects that in a few steps."""
    if on_faces:
        return [(i // 2, i // 2 + i % 2, 0.5 * (i % 2)) for i in range(2 * n)]
    return [(i // 2, min(max(i // 2 + (1 if i % 2 else -1), 0), n - 1), 0.25) for i in range(2 * n)]


def refine(coarse, path):
    """Writes a file of twice as many cells along x and z from the end of the run `coarse`. Its clock is at 0, and it has no last
    rates, so that the next step is Euler's."""
    n, state = coarse.n, coarse.state
    zero = (0.0).hex()
    head = {**state.head, "clock.steps": 0, "clock.time": zero, "clock.last_dt": zero, "outputs": 0, "outputs.here": 0,
            "grid.nx": 2 * n, "grid.nz": 2 * n, "grid.length": f"[1, {0.5 / n!r}, 1]"}
    fields = b"".join(refined(n, state.field(name), faces).tobytes() for name, faces in zip(state.names, (0, None, 2, None)))
    fields += bytes(8 * 4 * n * n * len(state.names)) + refined(n, state.field("p")).tobytes()
    path.write_bytes(file_of(head, fields))
