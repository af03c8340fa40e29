"""Isobar's solver for the pressure correction of weather models (docs/library-python.md)."""

from isobar._isobar import (Atmosphere, IterationState, Partition, Physics, PressureGrid, PressureSolver,
                            Redistributed, SolveReport, __version__)

__all__ = ["Atmosphere", "IterationState", "Partition", "Physics", "PressureGrid", "PressureSolver", "Redistributed",
           "SolveReport", "__version__"]

for _name in __all__[:-1]:
    globals()[_name].__module__ = "isobar"  # where users find them
del _name
