"""Fields from NetCDF through xarray, and a solution with their coordinates. One rank, without MPI.

    python3 solve_netcdf.py fields.nc pressure.nc

fields.nc has f(z, y, x), alpha_h(y, x) and alpha_v(z), with the axes in any order; where there is no such file, one is made.
"""

import pathlib
import sys

import numpy
import xarray

import isobar


def make_fields(path, nx=48, ny=32, nz=16):
    """A smooth source, mountains and a stability of layers."""
    x, y, z = (xarray.DataArray((numpy.arange(n) + 0.5) / n, dims=(name,), name=name)
               for name, n in (("x", nx), ("y", ny), ("z", nz)))
    fields = xarray.Dataset({
        "f": numpy.sin(3.0 * x) * numpy.cos(2.0 * y) * (1.0 + z),
        "alpha_h": 1.0 + 0.5 * numpy.exp(-20.0 * ((x - 0.5) ** 2 + (y - 0.5) ** 2)),
        "alpha_v": 2.0 - z}, coords={"x": x, "y": y, "z": z})
    fields.transpose("z", "y", "x").to_netcdf(path)


def main(source, target):
    if not pathlib.Path(source).exists():
        make_fields(source)
    with xarray.open_dataset(source) as fields:
        fields.load()
    size = fields.sizes
    grid = isobar.PressureGrid(size["x"], size["y"], size["z"])
    options = '[solver]\nmethod = "cg-multigrid"\ntolerance = 1e-8\n'
    with isobar.PressureSolver(grid, atmosphere=isobar.Atmosphere(time_step=2400.0), options=options,
                               alpha_h=fields.alpha_h, alpha_v=fields.alpha_v) as solver:
        solver.set_monitor(lambda state: print(f"{state.iteration:3d} {state.relative_residual:.1e}"))
        pressure = xarray.zeros_like(fields.f)
        solver.solve(fields.f, pressure)  # by the names of the axes
        report = solver.report
    pressure.attrs = {"long_name": "pressure correction", "solver": report.status}
    pressure.to_dataset(name="u").to_netcdf(target)
    print(f"{report.status} after {report.iterations} iterations, relative residual {report.relative_residual:.1e}")
    return 0 if report.converged else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
