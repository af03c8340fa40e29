"""Tables and pictures of runs that scale: {(transport, ranks): Run}."""
from reproduce_items import plots
from reproduce_items.tables import NoFigure, Table, percent

RULES = 2  # by which figures are compared


def own_runs(runs, transport):
    """The runs of one transport, the fewest ranks first."""
    return [runs[key] for key in sorted(runs) if key[0] == transport]


def halos(run):
    said = run.report["decomposition"]["transport"]
    return "-" if run.ranks == 1 else f"{said['inside_host']}, {said['between_hosts']}"


class DeckFigures:
    """Figures of a deck: times of a solve."""

    def __init__(self, weak):
        self.weak = weak

    def efficiency(self, first, one, time):
        """The efficiency of a run, against that of the fewest ranks."""
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


def own_size(run):
    """The report's entry for the class's own size."""
    return run.benchmark["sizes"][0]


def figure_a_device(run):
    return own_size(run)["mdof_s"]["per_device"]


class ClassFigures:
    """Figures of a problem class: unknowns solved a second, in all and a device, by the class's formula."""

    axes = ("devices", "MDOF/s")

    def __init__(self, weak):
        self.weak = weak

    @property
    def notes(self):
        lines = ["MDOF/s: the class figure, unknowns over a model's step, solve + 71/72 update + 1/72 setup (docs/fom.md). "
                 "Efficiency: MDOF/s a device over those of the fewest ranks."]
        if self.weak:
            lines.append("Columns that grow with the ranks are not the class's, so such runs are not official.")
        return lines

    def table(self, title, runs, transports):
        table = Table(title, ["transport", "ranks", "devices", "columns", "unknowns", "iterations", "solve, ms", "update, ms", "setup, ms",
                              "a step, ms", "MDOF/s", "a device", "efficiency %", "halos", "official"])
        for transport in transports:
            own = own_runs(runs, transport)
            for one in own:
                size = own_size(one)
                table.rows.append([
                    transport, one.ranks, one.benchmark["devices"], one.columns_text, one.cells, one.iterations,
                    *(1e3 * size["seconds"][part] for part in ("solve", "update", "setup", "step")), size["mdof_s"]["in_all"], figure_a_device(one),
                    percent(figure_a_device(one) / figure_a_device(own[0])), halos(one), one.benchmark["official"]])
        return table

    def curves(self, runs, transports):
        """{transport: [(devices, MDOF/s)]}"""
        return {t: [(run.benchmark["devices"], own_size(run)["mdof_s"]["in_all"]) for run in own] for t in transports if (own := own_runs(runs, t))}


def check_class(runs):
    """Raises NoFigure where a report has no figure of a class by these rules: it is of an older program, or of another size alone."""
    for run in runs.values():
        rules = (run.benchmark or {}).get("rules")
        if rules != RULES:
            raise NoFigure(f"{run.path}: benchmark.rules is {rules or 'missing'}, must be {RULES}: of the isobar of these scripts")
        if own_size(run)["mdof_s"] is None:
            raise NoFigure(f"{run.path}: benchmark.sizes[0].mdof_s is null: the run has no figure")


def draw(curves, axes_names, title):
    """Returns a function that draws the curves, and the ideal line from the first curve's first point: a device's speed times the devices."""
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
