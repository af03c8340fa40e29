#!/usr/bin/env python3
"""Draws what anelastic.f90 wrote: plot_anelastic.py anelastic.bin anelastic.png [nx ny nz]

West to east through the summit: velocity across the layers (colours) and surfaces that air does not cross (lines). Needs NumPy and
Matplotlib."""
import sys

import numpy as np
from matplotlib.figure import Figure

SIDE, DEPTH = 96.0, 12.0  # km, as in anelastic_grid.f90
HEIGHT, RADIUS = 0.6, 6.0  # km, of the mountain
STABILITY = 1e-4  # N^2 in 1/s^2


def main(source, picture, nx=64, ny=64, nz=24):
    nx, ny, nz = int(nx), int(ny), int(nz)
    u, v, w, b = np.fromfile(source).reshape(4, nz, ny, nx)
    x = (np.arange(nx) + 0.5) * SIDE / nx - SIDE / 2
    y = (np.arange(ny) + 0.5) * SIDE / ny - SIDE / 2
    s = (np.arange(nz) + 0.5) * DEPTH / nz
    ground = HEIGHT / (1 + (x[None, :] ** 2 + y[:, None] ** 2) / RADIUS**2) ** 1.5
    j = ny // 2
    z = ground[j] + s[:, None] * (1 - ground[j] / DEPTH)
    figure = Figure(figsize=(11, 4.5), layout="constrained")
    section, plan = figure.subplots(1, 2, width_ratios=[1.5, 1])
    levels = np.linspace(-1, 1, 32) * np.abs(w).max()
    across = np.broadcast_to(x, z.shape)
    colours = section.contourf(across, z, w[:, j], levels, cmap="RdBu_r")
    section.contour(across, z, z + b[:, j] / STABILITY / 1e3, levels=np.arange(0.5, DEPTH - 0.5, 0.75), colors="k", linewidths=0.7)
    section.fill_between(x, ground[j], color="0.4")
    section.set(xlabel="west to east, km", ylabel="height, km", title="Through the summit", ylim=(0, DEPTH))
    k = int(np.argmin(abs(s - 3.0)))
    plan.contourf(x, y, w[k], levels, cmap="RdBu_r")
    plan.contour(x, y, ground, levels=[0.1, 0.3, 0.5], colors="k", linewidths=0.7)
    plan.set(xlabel="west to east, km", ylabel="south to north, km", title=f"At {s[k]:.1f} km", aspect="equal")
    figure.colorbar(colours, ax=plan, label="velocity across layers, m/s", format="%.1f")
    figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:])
