"""A loop over time steps on all ranks: other coefficients, and the last pressure as a guess.

    PYTHONPATH=PREFIX/lib/python3.11/site-packages mpirun -n 4 python3 solve.py
"""

import sys

import numpy
from mpi4py import MPI

import isobar

NX, NY, NZ = 64, 64, 32

OPTIONS = """
[solver]
method = "multigrid"
tolerance = 1e-8
"""


def source(mine, step):
    """A smooth source that moves on from step to step: f[j, i, k] on this rank's columns."""
    j = mine.first_j + numpy.arange(mine.ny)
    i = mine.first_i + numpy.arange(mine.nx)
    k = numpy.arange(NZ)
    return (numpy.cos(0.08 * j)[:, None, None] * numpy.sin(0.1 * (i + 0.2 * step))[None, :, None]
            * ((k + 1.0) / NZ)[None, None, :])


def main():
    comm = MPI.COMM_WORLD
    grid = isobar.PressureGrid(NX, NY, NZ)
    solver = isobar.PressureSolver(grid, atmosphere=isobar.Atmosphere(time_step=2400.0),
                                   options=OPTIONS, comm=comm)
    mine = solver.partition
    if comm.rank == 0:
        print(solver.levels)
    u = numpy.zeros((mine.ny, mine.nx, NZ))
    for step in range(4):
        solver.update(atmosphere=isobar.Atmosphere(time_step=2400.0 + 10.0 * step))
        solver.solve_from(source(mine, step), u)
        report = solver.report
        if comm.rank == 0:
            print(f"step {step}: {report.status} after {report.iterations} cycles, "
                  f"relative residual {report.relative_residual:.1e}")
        if not report.converged:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
