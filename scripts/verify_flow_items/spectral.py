"""The Taylor-Green vortex in three dimensions by a pseudo-spectral method (Orszag 1971): prints the time and the enstrophy.

    python3 scripts/verify_flow_items/spectral.py --reynolds 100 --waves 48

Needs numpy. Velocities begin as sin x cos y cos z, - cos x sin y cos z and 0 on a periodic cube of side 2 pi. The viscosity is 1 / Re.
Time steps are those of Runge-Kutta of order 4. The rule of two thirds keeps convection free of aliasing. The enstrophy is half the mean square of the vorticity.
"""
import argparse

import numpy


def curl(k, u):
    return 1j * numpy.stack([k[1] * u[2] - k[2] * u[1], k[2] * u[0] - k[0] * u[2], k[0] * u[1] - k[1] * u[0]])


class Vortex:
    def __init__(self, n, reynolds):
        along = numpy.fft.fftfreq(n, 1.0 / n)
        self.k = numpy.stack(numpy.meshgrid(along, along, along[:n // 2 + 1], indexing="ij"))
        self.k[2] = abs(self.k[2])
        self.square = (self.k**2).sum(0)
        self.kept = (abs(self.k) < n / 3.0).all(0)
        self.viscosity = 1.0 / reynolds
        x, y, z = numpy.meshgrid(*[2.0 * numpy.pi * numpy.arange(n) / n] * 3, indexing="ij")
        velocity = [numpy.sin(x) * numpy.cos(y) * numpy.cos(z), -numpy.cos(x) * numpy.sin(y) * numpy.cos(z), 0.0 * x]
        self.u = numpy.stack([numpy.fft.rfftn(component) for component in velocity])

    def rate(self, u):
        """u x curl u, freed of its gradient, and friction."""
        physical = [numpy.stack([numpy.fft.irfftn(component) for component in field]) for field in (u, curl(self.k, u))]
        force = numpy.stack([numpy.fft.rfftn(component) for component in numpy.cross(*physical, axis=0)]) * self.kept
        share = (self.k * force).sum(0) / numpy.where(self.square > 0.0, self.square, 1.0)
        return force - self.k * share - self.viscosity * self.square * u

    def step(self, dt):
        a = self.rate(self.u)
        b = self.rate(self.u + 0.5 * dt * a)
        c = self.rate(self.u + 0.5 * dt * b)
        d = self.rate(self.u + dt * c)
        self.u = self.u + dt / 6.0 * (a + 2.0 * b + 2.0 * c + d)

    def enstrophy(self):
        vorticity = [numpy.fft.irfftn(component) for component in curl(self.k, self.u)]
        return 0.5 * sum((component**2).mean() for component in vorticity)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("--reynolds", type=float, default=100.0)
    p.add_argument("--waves", type=int, default=48, metavar="N", help="points a side")
    p.add_argument("--until", type=int, default=10, metavar="T")
    p.add_argument("--steps", type=int, default=40, help="of a unit of time")
    o = p.parse_args()
    vortex = Vortex(o.waves, o.reynolds)
    for time in range(o.until + 1):
        print(f"{time} {vortex.enstrophy():.6f}", flush=True)
        for _ in range(o.steps):
            vortex.step(1.0 / o.steps)


if __name__ == "__main__":
    main()
