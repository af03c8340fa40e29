"""The general equation (docs/robustness.md): the cost of coefficients, convection and cells that do not factorise."""
import array
import math
import random
import struct

from .model import Case, Item, Result
from .tables import Table, milli

DECK = "general.toml"
N = 64  # cells a side
ATMOSPHERE = {"coefficients.alpha_h_profile": "standard-atmosphere",
              "coefficients.alpha_v_profile": "standard-atmosphere"}
METHODS = ("multigrid", "cg-multigrid", "bicgstab-multigrid", "cg-standard", "bicgstab")


def columns(factor, *names):
    return {f"coefficients.{name}_columns": factor for name in names}


FACTORS = {
    "the papers' equation": {},
    "standard atmosphere": ATMOSPHERE,
    "the same over mountains": {**ATMOSPHERE, **columns("mountains", "alpha_h", "alpha_v", "beta")},
    "alpha_h, alpha_v and beta from 1 to 100": columns("ramp", "alpha_h", "alpha_v", "beta"),
    "alpha_h from 1 to 100": columns("ramp", "alpha_h"),
    "alpha_h from 1 to 1/100": {**columns("ramp", "alpha_h"), "coefficients.ramp_factor": 0.01},
}
CONVECTION = {"none": (0, 0), "0 and 0.9": (0, 0.9), "5 and 1": (5, 1), "20 and 1": (20, 1),
              "5 and 3": (5, 3)}
LARGEST = (1, 1.5, 2, 4, 8)
DECADES = (1, 2, 4, 6)
LEVELS = {"product": {"multigrid.coefficients": "product"}, "cells": {"multigrid.coefficients": "cells"}}


def size(context):
    n = context.columns(N)
    return {"grid.nx": n, "grid.ny": n, "grid.nz": context.layers(N)}


def write_npy(path, shape, value):
    """Cells of shape (ny, nx, nz) with value(x, y, z), x, y and z from 0 to 1."""
    ny, nx, nz = shape
    numbers = array.array("d", (value((i + 0.5) / nx, (j + 0.5) / ny, (k + 0.5) / nz)
                                for j in range(ny) for i in range(nx) for k in range(nz)))
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}".encode()
    head += b" " * (-(len(head) + 11) % 64) + b"\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + numbers.tobytes())


def counts(title, rows, methods, done, gaps):
    """Iterations, and the time of a solve, of each method."""
    table = Table(title, ["", *(name for m in methods for name in (m, "ms"))], gaps=gaps)
    for row in rows:
        runs = [done.get((title, row, method)) for method in methods]
        table.rows.append([row, *(cell for run in runs for cell in
                                  ((run.iterations if run.converged else run.report["solver"]["status"],
                                    milli(run.seconds("solve"))) if run else (None, None)))])
    return table


def factors_study(context):
    title = "coefficients that factorise, box"
    names = context.few(FACTORS)
    return title, names, METHODS, [
        Case((title, name, method), DECK, {**size(context), **FACTORS[name], "solver.method": method})
        for name in names for method in METHODS]


def convection_study(context):
    title, methods = "convection, xi_x and xi_z, periodic in x, flat, random", METHODS[2::2]
    names = context.few(CONVECTION)
    return title, names, methods, [
        Case((title, name, method), DECK,
             {**size(context), "grid.domain": "flat", "boundaries.west": "periodic",
              "boundaries.east": "periodic", "coefficients.xi_x_profile": x,
              "coefficients.xi_z_profile": z, "rhs.kind": "random", "solver.method": method})
        for name in names for x, z in [CONVECTION[name]] for method in methods]


def cells_study(context):
    """alpha_h = alpha_v = F^sin(2 pi (x + z)): the nearest product is constant, and F the largest factor from it."""
    title, methods = "coefficients a cell by their largest factor from a product, random", METHODS[1:]
    cases, shape = [], tuple(size(context)[f"grid.{n}"] for n in ("ny", "nx", "nz"))
    factors = context.few(LARGEST)
    for largest in factors:
        path = (context.out / f"cells-{largest}.npy").resolve()
        if not context.options.dry_run:
            write_npy(path, shape,
                      lambda x, _, z, f=largest: f ** math.sin(2 * math.pi * (x + z)))
        cases += [Case((title, largest, method), DECK,
                       {**size(context), "coefficients.alpha_h_cells": str(path),
                        "coefficients.alpha_v_cells": str(path), "rhs.kind": "random",
                        "solver.method": method}) for method in methods]
    return title, factors, methods, cases


def strong_study(context):
    """alpha_h = alpha_v = 10^x, x uniform in an interval of so many decades around 0."""
    title = "cg-multigrid by decades of log-uniform coefficients a cell and multigrid.coefficients, random"
    cases, shape = [], tuple(size(context)[f"grid.{n}"] for n in ("ny", "nx", "nz"))
    decades = context.few(DECADES)
    for width in decades:
        path = (context.out / f"decades-{width}.npy").resolve()
        if not context.options.dry_run:
            numbers = random.Random(1)
            write_npy(path, shape, lambda *_, w=width, x=numbers: 10 ** (w * (x.random() - 0.5)))
        cases += [Case((title, width, levels), DECK,
                       {**size(context), "coefficients.alpha_h_cells": str(path),
                        "coefficients.alpha_v_cells": str(path), "rhs.kind": "random",
                        "solver.method": "cg-multigrid", **keys}) for levels, keys in LEVELS.items()]
    return title, decades, LEVELS, cases


def general(context):
    studies = [study(context) for study in (factors_study, convection_study, cells_study, strong_study)]
    done = context.sweep([case for *_, cases in studies for case in cases])
    tables = [counts(title, rows, methods, done, context.gaps) for title, rows, methods, _ in studies]
    notes = ["V(1,1) with 0.8 wherever there is a cycle, automatic levels; cg-standard and bicgstab have line "
             "relaxation", "BiCGStab has two products with the matrix and two cycles in an iteration"]
    return Result(tables, notes)


ITEMS = [Item("general", "multigrid, CG and BiCGStab with coefficients, convection and cells", general)]
