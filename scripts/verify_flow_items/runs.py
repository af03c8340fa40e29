"""Runs of isobar_flow: their settings, reports and files."""
import math
import pathlib
import shlex
from itertools import pairwise

from report_items import reading
from reproduce_items import launch, tables
from reproduce_items.places import INPUTS

from . import restart

DECKS = INPUTS / "flow"
BESIDES = {"run.kernel_timings": False, "output.unconverged": "replace"}


class Failed(Exception):
    """A run without a report, and the reason."""


class Program:
    """Starts runs below a directory. A run is not repeated if its report, of the same command, exists there."""

    def __init__(self, path, out, extra=()):
        self.path, self.out, self.extra = pathlib.Path(path), pathlib.Path(out).resolve(), list(extra)
        self.out.mkdir(parents=True, exist_ok=True)

    def command(self, deck, settings):
        words = [str(self.path), str(DECKS / f"{deck}.toml")]
        for key, value in {**BESIDES, **settings}.items():
            words += ["--set", f"{key}={tables.toml(value)}"]
        for setting in self.extra:
            words += ["--set", setting]
        return words

    def report(self, name, deck, settings):
        """The report of a run, as JSON."""
        report, called = self.out / f"{name}.json", self.out / f"{name}.command"
        words = self.command(deck, settings)
        line = shlex.join(words) + "\n"
        if not (report.exists() and called.exists() and called.read_text() == line):
            report.unlink(missing_ok=True)
            print(f"   {name} ...", flush=True)
            try:
                done = launch.start(words + ["--report", str(report)])
            except OSError as error:
                raise Failed(f"{self.path}: {error.strerror}") from None
            if not report.exists():
                said = done.stderr.strip().splitlines()
                raise Failed(f"{name}: {said[-1] if said else f'exit code {done.returncode}'}")
            called.write_text(line)
        try:
            found = reading.parsed(report)
            reading.check(found, report)
        except reading.BadInput as error:
            raise Failed(str(error)) from None
        return found

    def steady(self, deck, n, has_temperature, coarser=None, **more):
        """The End of a deck on n x 1 x n square cells, from the run `coarser` if that has half as many each way."""
        name = f"{deck}-{n}"
        if coarser and 2 * coarser.n == n:
            start = self.out / f"{name}.start"
            restart.refine(coarser, start)
            more |= {"flow.initial": "restart", "flow.restart_from": str(start)}
        return self.flow(name, deck, n, has_temperature, **more)

    def flow(self, name, deck, n, has_temperature, **more):
        """The End of a deck on n x 1 x n square cells."""
        state = self.out / f"{name}.restart"
        settings = {"grid.nx": n, "grid.ny": 1, "grid.nz": n, "grid.length": [1.0, 1.0 / n, 1.0],
                    "output.every_time": 1e9, "output.vtk": str(self.out / name),
                    "output.restart": str(state), **more}
        if has_temperature:
            settings["output.fluxes"] = str(self.out / f"{name}.csv")
        report = self.report(name, deck, settings)
        if not state.exists():
            raise Failed(f"{name}: no state was kept, the run ended by: {report['flow']['ended_by']}")
        return End(report, state, n, has_temperature)


class End:
    """A run that ended and the fields that it has left. u is on western faces, w on bottom faces, T in the centres of n x n cells."""

    def __init__(self, report, path, n, has_temperature):
        self.report, self.n = report, n
        try:
            self.state = restart.State(path, n, has_temperature)
        except (LookupError, OSError, ValueError) as error:
            raise Failed(f"{path}: not a restart file ({error})") from None
        for name in (*self.state.names, "p"):
            numbers = self.state.field(name)
            if len(numbers) != n * n or not all(map(math.isfinite, numbers)):
                raise Failed(f"{path}: {name} has {len(numbers)} numbers, must have {n * n} that are finite")

    @property
    def is_steady(self):
        return self.report["flow"]["ended_by"] == "steady_rate"

    def faces(self, axis):
        """Faces of the cells along axis 0 or 2, with the stretching of the deck (Axis::stretched)."""
        ratio = self.report["run"]["parameters"]["grid"]["stretching"][axis]
        bend = math.acosh(math.sqrt(ratio))
        places = [2.0 * i / self.n - 1.0 for i in range(self.n + 1)]
        return [0.5 * (1.0 + (math.tanh(bend * s) / math.tanh(bend) if bend > 0.0 else s)) for s in places]

    def centres(self, axis):
        return [0.5 * (low + high) for low, high in pairwise(self.faces(axis))]

    def widths(self, axis):
        return [high - low for low, high in pairwise(self.faces(axis))]

    def u_on_vertical(self, top=0.0):
        """(z, u) on the line x = 1/2, where faces of cells lie, with both walls."""
        n, u = self.n, self.state.field("u")
        inner = [(z, u[n // 2 * n + k]) for k, z in enumerate(self.centres(2))]
        return [(0.0, 0.0), *inner, (1.0, top)]

    def w_on_horizontal(self):
        """(x, w) on the line z = 1/2."""
        n, w = self.n, self.state.field("w")
        inner = [(x, w[i * n + n // 2]) for i, x in enumerate(self.centres(0))]
        return [(0.0, 0.0), *inner, (1.0, 0.0)]
