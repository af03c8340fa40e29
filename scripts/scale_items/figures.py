"""Tables and pictures of runs that scale: {(transport, ranks): Run}."""
from reproduce_items import plots
from reproduce_items.tables import NoFigure, Table, percent

STEPS_PER_SETUP = 72  # docs/rules.md: a model sets up once in so many steps, and updates before each other one


def own_runs(runs, transport):
    """Of one transport, the fewest ranks first."""
    return [runs[key] for key in sorted(runs) if key[0] == transport]


def halos(run):
    said = run.report["decomposition"]["transport"]
    return "-" if run.ranks == 1 else f"{said['inside_host']}, {said['between_hosts']}"


class DeckFigures:
    """Of a deck: times of a solve."""

    def __init__(self, weak):
        self.weak = weak

    def efficiency(self, first, one, time):
        """Of a run beside that of the fewest ranks."""
        if self.weak:
            return time(first) / first.cells * first.ranks / (time(one) / one.cells * one.ranks)
        return time(first) * first.ranks / (time(one) * one.ranks)

    def table(self, title, runs, transports):
        table = Table(title, ["transport", "ranks", "unknowns", "iterations", "solve, ms", "times faster",
                              "efficiency %", "of an iteration %", "setup, ms", "halos"])
        for transport in transports:
            own = own_runs(runs, transport)
            for one in own:
                table.rows.append([
                    transport, one.ranks, one.cells, one.iterations, 1e3 * one.seconds("solve"),
                    own[0].seconds("solve") / one.seconds("solve") * one.cells / own[0].cells,
                    percent(self.efficiency(own[0], one, lambda r: r.seconds("solve"))),
                    percent(self.efficiency(own[0], one, lambda r: r.iteration)),
                    1e3 * one.seconds("setup"), halos(one)])
        return table

    notes = ()
    axes = ("ranks", "unknowns a second, times those of the fewest ranks")

    def curves(self, runs, transports):
        """{transport: [(ranks, times faster)]}"""
        return {t: [(run.ranks, self.speed(run) / self.speed(own[0])) for run in own]
                for t in transports if (own := own_runs(runs, t))}

    def speed(self, run):
        return run.cells / run.seconds("solve")


def seconds_a_step(run):
    """Of a class by rules 2: a solve, and a time step's share of updates and setups."""
    n = STEPS_PER_SETUP
    return run.seconds("solve") + run.seconds("update") * (n - 1) / n + run.seconds("setup") / n


def class_figure(run):
    """Unknowns solved a second by the class's formula, in millions."""
    return 1e-6 * run.cells / seconds_a_step(run)


def figure_a_device(run):
    return class_figure(run) / run.benchmark["devices"]


class ClassFigures:
    """Of a problem class: unknowns solved a second, in all and a device, by the class's formula."""

    axes = ("devices", "MDOF/s")

    def __init__(self, weak):
        self.weak = weak

    @property
    def notes(self):
        lines = [f"MDOF/s: unknowns / (solve + {STEPS_PER_SETUP - 1}/{STEPS_PER_SETUP} update + 1/{STEPS_PER_SETUP} setup), medians of one of each. "
                 "Efficiency: MDOF/s a device over those of the fewest ranks."]
        if self.weak:
            lines.append("Columns that grow with the ranks are not the class's, so such runs are not official.")
        return lines

    def table(self, title, runs, transports):
        table = Table(title, ["transport", "ranks", "devices", "columns", "unknowns", "iterations", "solve, ms", "update, ms", "setup, ms",
                              "MDOF/s", "a device", "efficiency %", "halos", "official"])
        for transport in transports:
            own = own_runs(runs, transport)
            for one in own:
                table.rows.append([
                    transport, one.ranks, one.benchmark["devices"], one.columns_text, one.cells, one.iterations,
                    *(1e3 * one.seconds(part) for part in ("solve", "update", "setup")), class_figure(one), figure_a_device(one),
                    percent(figure_a_device(one) / figure_a_device(own[0])), halos(one), one.benchmark["official"]])
        return table

    def curves(self, runs, transports):
        """{transport: [(devices, MDOF/s)]}"""
        return {t: [(run.benchmark["devices"], class_figure(run)) for run in own] for t in transports if (own := own_runs(runs, t))}


def checked_class(runs):
    """Raises NoFigure where a run is not of a class: an older program, or another one's report."""
    for run in runs.values():
        if run.benchmark is None:
            raise NoFigure(f"{run.path}: benchmark is null, must be that of a class")


def draw(curves, axes_names, title):
    """What draws the curves, and from the first point of the first one the ideal line: a device's speed times the devices."""
    def on(figure):
        axes = figure.subplots()
        plots.lines(axes, curves, *axes_names, title=title)
        places = sorted({x for points in curves.values() for x, _ in points})
        first, speed = next(iter(curves.values()))[0]
        ideal = [speed * x / first for x in places]
        axes.plot(places, ideal, "--", color=plots.PAPER, label="ideal")
        plots.ticks_at(axes, places)
        plots.ticks_at(axes, ideal, "{:.4g}", axis="y")
        for points in curves.values():
            fewest, least = points[0]
            for x, y in points[1:]:
                axes.annotate(f"{y:.3g}, {100 * y * fewest / (x * least):.0f} %", (x, y), (7, -3), textcoords="offset points", fontsize=8)
        axes.margins(x=0.16)
        axes.legend()
    return on
