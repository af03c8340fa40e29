"""Several runs side by side."""
from . import curve_pictures
from .html import Cell, join, more, section, table, tag
from .kernel_pictures import title_of
from .numbers import DASH, count, division, number, percent, seconds
from .official import problems
from .one import MOST_TOLD, badge
from .one import settings as deck_of
from .picture import series
from .scaling import by

MOST_KERNELS = 40
FEW = 4  # up to so many runs, ratios are beside the values; with more runs they are below
# Settings that change the problem.
PROBLEM = ("grid.", "physics.", "rhs.", "coefficients.", "boundaries.", "sequence.", "mesh.", "space.order", "problem.", "sides.",
           "flow.", "walls.", "solver.tolerance")


def named(run, k):
    return Cell(join(tag("i", "", class_=f"key {series(k)}"), " ", tag("a", run.name, href=f"#run-{k + 1}") if k < MOST_TOLD else run.name))


def small(words):
    """A second line in a cell."""
    return join(tag("br"), tag("small", words)) if words else None


def about_repeats(run):
    """How steady a run was; None without samples."""
    if not run.timing(run.repeated):
        return None
    of = [f"repeat {seconds(run.seconds('sequence'))}", tag("br")] if run.repeated == "sequence" else None
    return join(of, f"spread {percent(run.spread)}")


def row_about(run, k):
    solver = run["solver"]
    return [named(run, k), badge(run),
            Cell(f"{number(run.fom)} {run['fom']['unit']}" if run.fom is not None else DASH, run.fom),
            Cell(join(seconds(run.work), small(about_repeats(run))), run.work),
            Cell(count(run.iterations), run.iterations), Cell(percent(run.work_of_copy), run.work_of_copy),
            Cell(count(run.ranks), run.ranks), Cell(run.size, run.unknowns),
            Cell(join(run.program, " ", run.deck, small(f"{solver['method']}, {solver['precision']}")), class_="line")]


def overview(runs):
    columns = ["run", "", "figure of merit", "time", "iterations", "of the best copy", "ranks", "size", "what"]
    rows = [row_about(run, k) for k, run in enumerate(runs)]
    machines = ", ".join(dict.fromkeys(run.machine for run in runs))
    why = [tag("li", tag("b", run.name), ": ", run["verification"]["reason"]) for run in runs if not run.valid]
    alike = by(runs, lambda run: (run.program, run["fom"]["unit"]))
    return section("Runs", table(columns, rows, f"Time: the median solve, or the mean time step of a flow. On {machines}.",
                                 sortable=True),
                   tag("div", tag("p", "Not valid:"), tag("ul", why), class_="box bad") if why else None,
                   [curve_pictures.figures_of_merit(runs, own) for own in alike],
                   curve_pictures.spreads(runs), level=2, id_="runs")


def settings(run):
    """Settings by name, with the deck and the machine."""
    where = run["environment"]
    found = {key: value for key, value in deck_of(run).items() if not key.startswith("output.")}
    return {"deck": run.deck, "version": run["run"]["version"], "ranks": str(run.ranks), "machine": run.machine,
            "compiler": where["compiler"], "flags": where["flags"],
            "Kokkos": f"{where['kokkos']['version']} {where['kokkos']['backend']}", **found}


def differences(runs):
    """Rows (name, a setting of each run) of the settings that differ."""
    found = [settings(run) for run in runs]
    keys = dict.fromkeys(key for one in found for key in one)
    return [[key, *(one.get(key, DASH) for one in found)] for key in keys if len({one.get(key) for one in found}) > 1]


def other_problems(rows):
    """A warning if the runs do not solve one problem."""
    found = [name for name, *_ in rows if name.startswith(PROBLEM)]
    return tag("p", f"These runs did not solve the same problem: {', '.join(found[:12])}"
               + (f" and {len(found) - 12} more" if len(found) > 12 else "") + " differ.", class_="box") if found else None


def not_comparable(runs):
    """A warning if results of problem classes must not be compared."""
    lines = list(problems([run.name for run in runs], [run.benchmark for run in runs]))
    return tag("div", tag("p", tag("b", "Not comparable as results of a problem class:")),
               tag("ul", [tag("li", line) for line in lines]), class_="box bad") if lines else None


def beside(value, ratio, shown, between):
    """A value, and behind or below it how many times better than the first run's it is."""
    if value is None:
        return Cell(DASH)
    kind = None if ratio is None else "better" if ratio > 1.005 else "worse" if ratio < 0.995 else "same"
    below = tag("small", f"{number(ratio, 3)} ×", class_=kind, data_ratio=repr(ratio)) if ratio is not None else None
    return Cell(join(shown(value), between if below else None, below), value)


def row_of(label, values, shown, rate=False):
    """Less is better, except for rates."""
    first = values[0]
    ratios = [None, *(division(v, first) if rate else division(first, v) for v in values[1:])]
    between = tag("br") if len(values) > FEW else " "
    return [label, *(beside(v, r, shown, between) for v, r in zip(values, ratios))]


def quantities(runs):
    phases = [phase for phase in ("sequence", "setup", "update", "assembly", "transpose", "solve", "total")
              if any(run.timing(phase) for run in runs)]
    rows = [row_of("repeat of a sequence" if phase == "sequence" else phase, [run.seconds(phase) for run in runs], seconds) for phase in phases]
    if any(run.is_flow for run in runs):
        rows.append(row_of("time step", [run.work if run.is_flow else None for run in runs], seconds))
    rows.append(row_of("iterations", [run.iterations for run in runs], count))
    rows.append(row_of("an iteration", [division(run.seconds("solve"), run.iterations) for run in runs], seconds))
    for unit in dict.fromkeys(run["fom"]["unit"] for run in runs):
        rows.append(row_of(f"figure of merit, {unit}", [run.fom if run["fom"]["unit"] == unit else None for run in runs],
                           number, rate=True))
    rows.append(row_of("energy a solve, J", [run.energy and run.energy["joules_per_solve"] for run in runs], number))
    rows.append(row_of("best copy, GB/s", [run.copy for run in runs], number, rate=True))
    rows.append(row_of("of the best copy", [run.work_of_copy for run in runs], percent, rate=True))
    rows.append(row_of("memory a rank, MB", [run["memory"]["measured_bytes_per_rank"]["total"] / 1e6 for run in runs], number))
    return [row for row in rows if any(cell.value is not None for cell in row[1:])]


def kernel_rows(runs):
    times = [{(row["kernel"], row["level"]): row for row in run["timings"]["kernels"]} for run in runs]
    keys = dict.fromkeys(key for one in times for key in one)
    longest = {key: max(one[key]["seconds"] for one in times if key in one) for key in keys}
    shown = sorted(longest, key=longest.get, reverse=True)[:MOST_KERNELS]
    return [row_of(title_of(next(one[key] for one in times if key in one)),
                   [one[key]["seconds"] if key in one else None for one in times], seconds) for key in shown]


def compared(runs, places):
    """Runs of one program, the first being what others are compared with."""
    columns = ["", *(named(run, k).shown for run, k in zip(runs, places))]
    differing, kernels = differences(runs), kernel_rows(runs)
    note = tag("p", "Small numbers: how many times better a value is than that of the first run. Above 1 is for the run: "
               "times, iterations and memory of the first over its own, its rates over those of the first.")
    return join(not_comparable(runs), other_problems(differing), note, table(columns, quantities(runs)),
                more(f"What differs: {', '.join(row[0] for row in differing[:6])}"
                     + (f" and {len(differing) - 6} more" if len(differing) > 6 else ""),
                     table(["setting", *columns[1:]], differing)) if differing else
                tag("p", "All settings are the same."),
                more(f"Kernels: the {len(kernels)} that take most", table(columns, kernels)) if kernels else None)


def comparison(runs):
    """A table for each program that has several runs; their convergence in one picture where it can be."""
    parts = []
    for alike in by(list(enumerate(runs)), lambda pair: pair[1].program + (" flow" if pair[1].is_flow else "")):
        if len(alike) < 2:
            continue
        places, own = zip(*alike)
        parts.append(section(f"{len(own)} runs of {own[0].program}", compared(own, places), level=3))
    return section("Comparison", join(parts), convergences(runs), level=2, id_="comparison") if parts else None


def convergences(runs):
    return section("Convergence", curve_pictures.convergence(runs) if sum(bool(r.residuals()) for r in runs) > 1 else None)
