"""The part of a page about a run of a problem class, and about the time steps of a sequence."""
from .axis import Axis, around
from .curve_pictures import ROW, draw_samples
from .html import Cell, join, pairs, section, table, tag
from .numbers import count, division, median, number, percent, seconds, spread_of
from .official import departure
from .picture import Picture, figure


def badge(run):
    """The name of the figure of merit, or that it has none; nothing without a class."""
    if run.benchmark is None:
        return None
    word, class_ = (f"★ official: {run.figure_name}", "good") if run.official else ("✗ not official", "bad")
    return join(" ", tag("span", word, class_=f"badge {class_}"))


def why_not_official(run):
    """A box with every departure."""
    if run.benchmark is None or run.official:
        return None
    rows = [tag("li", tag("b", one["key"]), departure(one).removeprefix(one["key"]))
            for one in run.benchmark["departures"]]
    return tag("div", tag("p", tag("b", "Why it is not official:"), " what is locked or wanted and was otherwise. The figure has no name, "
                          "and is not to be held against official ones."), tag("ul", rows) if rows else None, class_="box bad")


def timing(samples):
    return {"samples": samples, "median": median(samples), "min": min(samples), "max": max(samples)}


def parts(run):
    """(name, timing) of the setup of a repeat, of its updates together, and of the solve of each step."""
    steps, setup, update, solve = run.steps, *(run.timing(phase) for phase in ("setup", "update", "solve"))
    if not steps or not setup or not solve:
        return []
    repeats, n = len(setup["samples"]), len(steps)
    updates = update["samples"] if update else []
    if len(solve["samples"]) != n * repeats or len(updates) != (n - 1) * repeats:
        return []
    found = [("setup", setup)]
    if updates:
        found.append((f"{n - 1} update{'s' * (n > 2)}", timing([sum(updates[(n - 1) * k:(n - 1) * (k + 1)]) for k in range(repeats)])))
    return found + [(f"solve of step {k}", timing(solve["samples"][k::n])) for k in range(n)]


def picture(run):
    """Samples of each part on one axis of time: they show the parts of a repeat, and which part is unsteady."""
    rows = parts(run)
    if not any(one["max"] for _, one in rows):
        return None
    axis = Axis(*around([1e3 * one["max"] for _, one in rows], zero=True), 130, 560)
    bottom = 12 + ROW * len(rows)
    drawn = Picture(760, bottom + 42, f"Parts of a repeat of {run.name}")
    drawn.x_axis(axis, 6, bottom, "milliseconds in a repeat")
    whole = sum(one["median"] for _, one in rows)
    for k, (name, one) in enumerate(rows):
        y = 6 + ROW * (k + 0.5)
        draw_samples(drawn, axis, y, name, lambda v: 1e3 * v, one, 0)
        drawn.text(572, y + 4, f"{seconds(one['median'])}, {percent(division(100 * one['median'], whole))}", "value")
    return figure(drawn, "Rings are the repeats, each the slowest rank's time, the upright line is their median. Beside it the median "
                  "and its share of a repeat.", "What a repeat is made of")


def steps(run):
    """A row for each time step."""
    times = {name: one for name, one in parts(run)}
    rows = []
    for k, step in enumerate(run.steps):
        one = times.get(f"solve of step {k}")
        rows.append([Cell(count(k), k), Cell(number(step["time_step"]), step["time_step"]),
                     Cell(number(step["sound_speed"]), step["sound_speed"]), step["right_side"], Cell(count(step["seed"]), step["seed"]),
                     Cell(seconds(one and one["median"]), one and one["median"]), Cell(percent(one and spread_of(one)), one and spread_of(one)),
                     Cell(count(step["iterations"]), step["iterations"]), Cell(number(step["true_residual"]), step["true_residual"]),
                     Cell(f"{count(step['verified'])} of {count(step['solves'])}", step["verified"])])
    columns = ["step", "time step, s", "sound speed, m/s", "right-hand side", "seed", "solve", "spread", "iterations",
               "true residual", "verified"]
    return table(columns, rows, "Iterations and residuals are the largest of all solves of the step.") if rows else None


def facts(run):
    """The facts that make the result comparable and repeatable."""
    one = run.benchmark
    if one is None:
        return None
    clean = "clean" if not one["changed_files"] else f"{count(one['changed_files'])} changed files"
    where = [("devices", f"{count(one['devices'])} on {count(one['nodes'])} node{'s' * (one['nodes'] != 1)}")] \
        if one.get("devices") is not None and one.get("nodes") is not None else []
    return tag("div", pairs([("class", f"{one['class']}, algorithm {one['algorithm']}"), ("hash of what is locked", one["hash"]), *where]),
               pairs([("version", one["version"]), ("commit", f"{one['commit']}, {clean}" if one["commit"] else "not known"),
                      ("repeats", f"{count(one['repeats'])} in {seconds(one['seconds'])}; at least {count(one['least_repeats'])} "
                       f"and {seconds(float(one['least_seconds']))}")]), class_="beside")


def size_row(one):
    """A size of the class, with its method; one that is not valid or was not run says why."""
    size = [Cell(f"{count(one['columns'])} × {count(one['columns'])}", one["columns"]), Cell(count(one["unknowns"]), one["unknowns"])]
    times, figures = one["seconds"] or {}, one["mdof_s"] or {}
    said = one.get("method") or "" if one["valid"] else f"{'not run' if one['valid'] is None else 'INVALID'}: {one['reason']}"
    return [*size, *(Cell(seconds(times.get(key)), times.get(key)) for key in ("repeat", "setup", "update", "solve")),
            *(Cell(number(figures.get(key)), figures.get(key)) for key in ("in_all", "per_node", "per_device")), said]


def sizes(run):
    """The class's own size, half and a quarter of it, if the report has them."""
    rows = [size_row(one) for one in (run.benchmark or {}).get("sizes") or []]
    columns = ["columns", "unknowns", "repeat", "setup", "an update", "a solve", "MDOF/s", "a node", "a device", "method"]
    return tag("div", tag("h4", "Its size, half and a quarter of it"), table(columns, rows)) if rows else None


def benchmark(run):
    """The part of a page on a class; of a sequence without one its steps."""
    name = "Time steps" if run.benchmark is None else f"Class {run.benchmark['class']}, {run.benchmark['algorithm']}"
    return section(name, facts(run), picture(run), steps(run), sizes(run))
