"""Draws the table of toy_day: iterations, and times of update and solve, over the steps of a day.

    mpirun -n 2 ./toy_day > day.txt; python3 plot_toy_day.py day.txt toy_day.png
"""

import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy


def main(table, picture):
    step, iterations, update, solve = numpy.loadtxt(table, unpack=True)
    figure, (counts, times) = plt.subplots(2, 1, sharex=True, figsize=(7, 5))
    counts.step(step, iterations, where="mid")
    counts.set_ylabel("iterations")
    counts.set_ylim(bottom=0)
    times.plot(step, solve, label="solve")
    times.plot(step, update, label="update")
    times.set_yscale("log")
    times.set_ylabel("ms")
    times.set_xlabel("time step of a day of 72")
    times.legend()
    figure.tight_layout()
    figure.savefig(picture)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
