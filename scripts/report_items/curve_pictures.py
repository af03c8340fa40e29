"""Pictures of runs: convergence, cycles by time, spread, figures of merit."""
from .axis import Axis, around
from .html import join
from .numbers import number, percent, seconds, spread_of
from .picture import Picture, figure, legend, series, shortened
from .run import LEAST_NORM, MOST_NORM

ROW = 26
MOST_DOTS = 60  # of a curve; one with more points is only a line


def tolerance_of(runs):
    """The tolerance of all runs, if they share one that fits beside norms; else None."""
    found = {run["solver"]["tolerance"] for run in runs}
    tolerance = found.pop() if len(found) == 1 else 0
    return tolerance if LEAST_NORM <= tolerance <= MOST_NORM else None


def convergence(runs):
    """Residual norms of the last timed solve of each run over that of the right-hand side."""
    curves = [[(k, norm) for k, norm in run.residuals() if norm > 0] for run in runs]
    points = [point for curve in curves for point in curve]
    if len(points) < 2:
        return None
    tolerance = tolerance_of(runs)
    values = [norm for _, norm in points] + ([tolerance] if tolerance else [])
    x_axis = Axis(0, max(k for k, _ in points), 66, 740)
    y_axis = Axis(*around(values, log=True), 280, 14, log=True)
    picture = Picture(760, 326, "Relative residual norm by iteration")
    picture.x_axis(x_axis, 14, 280, "iteration", ticks=[t for t in x_axis.ticks(10) if t == int(t)])
    picture.y_axis(y_axis, 66, 740, "relative residual norm", ticks=y_axis.ticks(9))
    if tolerance:
        y = y_axis.at(tolerance)
        picture.line(66, y, 740, y, "bound")
        picture.text(72, y - 6, f"tolerance {number(tolerance, 2)}", "value")
    for n, (run, curve) in enumerate(zip(runs, curves)):
        places = [(x_axis.at(k), y_axis.at(norm)) for k, norm in curve]
        picture.curve(places, f"curve {series(n)}")
        for (x, y), (k, norm) in zip(places, curve if len(curve) <= MOST_DOTS else []):
            picture.dot(x, y, 3.5, f"dot {series(n)}", f"{run.name}, iteration {k}: {number(norm)}")
    rates = ", ".join(f"{number(run.rate, 3)}" + (f" ({run.name})" if len(runs) > 1 else "")
                      for run in runs if run.rate is not None)
    caption = "2-norm of the residual over that of the right-hand side, in the last timed solve"
    return join(legend([run.name for run in runs]),
                figure(picture, f"{caption}. Mean factor of an iteration: {rates}." if rates else f"{caption}."))


def cycles(run):
    """Cycles of one solve of the pressure, by time steps."""
    history = run["solver"].get("history")
    if not history or not history["mean"]:
        return None
    each, n = history["steps_each"], min(len(history[key]) for key in ("least", "mean", "most"))
    x_axis = Axis(0, n * each, 62, 740)
    y_axis = Axis(*around([*history["most"], 1], zero=True), 220, 14)
    picture = Picture(760, 266, "Cycles of one solve of the pressure by time step")
    picture.x_axis(x_axis, 14, 220, "time step of this run", ticks=x_axis.ticks(10))
    picture.y_axis(y_axis, 62, 740, "cycles of one solve")
    width = x_axis.at(each) - x_axis.at(0)
    for k in range(n):
        least, mean, most = (history[key][k] for key in ("least", "mean", "most"))
        x, top, bottom = x_axis.at(k * each), y_axis.at(most), y_axis.at(least)
        picture.bar(x, top - 1, width, bottom - top + 2, "range",
                    f"steps {k * each + 1} to {(k + 1) * each}: {least} to {most} cycles, mean {number(mean)}")
    picture.curve([(x_axis.at((k + 0.5) * each), y_axis.at(history["mean"][k])) for k in range(n)], "curve s1")
    return figure(picture, f"The line is the mean of {each} time step{'s' * (each > 1)}, the band the fewest and the most.")


def draw_samples(picture, axis, y, name, shown, timing, k):
    """A row: samples as rings, the median as a bar across."""
    picture.text(axis.first - 10, y + 4, shortened(name, axis.first - 14), "name", "end")
    picture.line(axis.first, y, axis.last, y, "grid")
    picture.line(axis.at(shown(timing["min"])), y, axis.at(shown(timing["max"])), y, f"range {series(k)}")
    for sample in timing["samples"]:
        picture.dot(axis.at(shown(sample)), y, 4.5, f"ring {series(k)}", f"{name}: {seconds(sample)}")
    middle = axis.at(shown(timing["median"]))
    picture.line(middle, y - 9, middle, y + 9, "median")


def spread(run):
    """Samples of all phases in percent of their medians."""
    rows = [(phase, run.timing(phase)) for phase in run.phases() if run.seconds(phase)]
    if not rows:
        return None
    low = min(100 * timing["min"] / timing["median"] for _, timing in rows)
    high = max(100 * timing["max"] / timing["median"] for _, timing in rows)
    axis = Axis(*around([low, high, 95, 105]), 100, 540)
    bottom = 12 + ROW * len(rows)
    picture = Picture(760, bottom + 42, f"Samples of {run.name} in percent of their median")
    picture.x_axis(axis, 6, bottom, "percent of the median")
    for k, (phase, timing) in enumerate(rows):
        y = 6 + ROW * (k + 0.5)
        draw_samples(picture, axis, y, phase, lambda v, m=timing["median"]: 100 * v / m, timing, 0)
        picture.text(552, y + 4, f"{seconds(timing['median'])}, spread {percent(spread_of(timing))}", "value")
    return figure(picture, "Rings are samples, each the slowest rank's time. The upright line is their median; the spread is "
                  "the longest less the shortest over it.")


def spreads(runs):
    """Samples of several runs, in milliseconds: of repeats if all are of sequences, else of solves."""
    phase = "sequence" if all(run.repeated == "sequence" for run in runs) else "solve"
    what = "repeats" if phase == "sequence" else "solves"
    rows = [(k, run, run.timing(phase)) for k, run in enumerate(runs) if run.timing(phase)]
    if len(rows) < 2:
        return None
    axis = Axis(*around([1e3 * s for *_, timing in rows for s in timing["samples"]], zero=True), 190, 600)
    bottom = 12 + ROW * len(rows)
    picture = Picture(760, bottom + 42, f"Samples of the timed {what}")
    picture.x_axis(axis, 6, bottom, f"milliseconds of a {what[:-1]}")
    for n, (k, run, timing) in enumerate(rows):
        y = 6 + ROW * (n + 0.5)
        draw_samples(picture, axis, y, run.name, lambda v: 1e3 * v, timing, k)
        picture.text(612, y + 4, f"{seconds(timing['median'])}, {percent(spread_of(timing))}", "value")
    return figure(picture, f"Rings are the timed {what}, the upright line is their median; beside it the median and the "
                  "longest less the shortest in percent of it.", f"Spread of the {what}")


def figures_of_merit(runs, own):
    """Bars of one program's figures; a run that is not valid has none. Colours are those of the place among all runs."""
    unit, rows = own[0]["fom"]["unit"], [(runs.index(run), run) for run in own]
    best = max((run.fom for _, run in rows if run.fom), default=None)
    if len(rows) < 2 or not best:
        return None
    axis, bottom = Axis(0, best, 190, 600), 12 + ROW * len(rows)
    picture = Picture(760, bottom + 42, f"Figures of merit of {own[0].program}")
    picture.x_axis(axis, 6, bottom, unit)
    for n, (k, run) in enumerate(rows):
        y = 6 + ROW * (n + 0.5)
        picture.text(180, y + 4, shortened(run.name, 176), "name", "end")
        picture.bar(190, y - 8, axis.at(run.fom or 0) - 190, 16, f"fill {series(k)}", f"{run.name}: {number(run.fom)}")
        said = f"{number(run.fom)} {unit}" if run.fom is not None else "not valid: no figure of merit"
        picture.text(axis.at(run.fom or 0) + 7, y + 4, said, "value")
    return figure(picture, "A figure of merit is the median over the timed solves of unknowns a second; of a problem class setups and "
                  "updates count, too. More is better."
                  if unit == "MDOF/s" else "Cells times time steps a second; more is better.",
                  f"Figures of merit of {own[0].program}")
