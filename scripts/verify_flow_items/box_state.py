"""Restart files of flows in boxes of any numbers of cells (docs/flow-design.md, "The restart file")."""
from array import array

from . import restart
from .runs import Failed


class BoxState:
    """u, v, w without a temperature, and the pressure: numbers by (y, x, z), z fastest."""

    def __init__(self, path, cells):
        try:
            content = path.read_bytes()
            restart.head_of(content)
        except (OSError, ValueError) as error:
            raise Failed(f"{path}: not a restart file ({error})") from None
        self.nx, self.ny, self.nz = cells
        numbers = array("d")
        numbers.frombytes(content[restart.HEAD_BYTES:])
        size = self.nx * self.ny * self.nz
        if len(numbers) != 7 * size:
            raise Failed(f"{path}: {len(numbers)} numbers, must have {7 * size}")
        self.u, self.v, self.w = (numbers[f * size:(f + 1) * size] for f in range(3))

    def place(self, i, j, k):
        return (j * self.nx + i) * self.nz + k


def run(program, name, deck, cells, **settings):
    """The report of a deck on so many cells and the state that it has left."""
    state = program.out / f"{name}.restart"
    numbers = dict(zip(("grid.nx", "grid.ny", "grid.nz"), cells))
    report = program.report(name, deck, {**numbers, "output.restart": str(state), "output.every_time": 1e9,
                                         **settings})
    if not state.exists():
        raise Failed(f"{name}: no state was kept, the run ended by: {report['flow']['ended_by']}")
    return report, BoxState(state, cells)
