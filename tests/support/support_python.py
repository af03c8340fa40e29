"""Code that the tests of the Python module share: a small problem, and a new run of Python."""

import os
import subprocess
import sys

import numpy

import isobar
from support_cli import PATIENCE, environment

SHAPE = NY, NX, NZ = 32, 24, 12
GRID = isobar.PressureGrid(NX, NY, NZ)
ATMOSPHERE = isobar.Atmosphere(time_step=4800.0)
LEVELS = "[multigrid]\nlevels = 3\n"
F = numpy.random.default_rng(1).uniform(-1.0, 1.0, SHAPE)


def cuda_runtime():
    """The path of CUDA's runtime that the module has loaded; none if it is built for hosts."""
    with open("/proc/self/maps") as maps:
        return next((line.split()[-1] for line in maps if "/libcudart.so" in line), None)


CUDA_RUNTIME = cuda_runtime()


def make(options=LEVELS, grid=GRID, **more):
    if "physics" not in more:
        more.setdefault("atmosphere", ATMOSPHERE)
    return isobar.PressureSolver(grid, options=options, **more)


def part_of(array, mine):
    """The cells of a rank of an array of the whole domain."""
    return array[mine.first_j:mine.first_j + mine.ny, mine.first_i:mine.first_i + mine.nx]


def difference(a, b):
    return numpy.abs(a - b).max() / numpy.abs(b).max()


def python(*arguments, directory, ranks=None):
    """Another Python, alone or on ranks; returns what it wrote. It has to end well and in silence."""
    launcher = []
    if ranks is not None:
        launcher = [os.environ["ISOBAR_MPIEXEC"], os.environ["ISOBAR_MPIEXEC_NUMPROC_FLAG"], str(ranks)]
    done = subprocess.run([*launcher, sys.executable, *map(str, arguments)], text=True, check=False,
                          capture_output=True, timeout=PATIENCE, cwd=directory,
                          env=environment(ranks, directory))
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout
