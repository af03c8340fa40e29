"""The page about one run."""
from . import benchmark, choice, curve_pictures, kernel_pictures
from .html import Cell, join, more, pairs, section, table, tag
from .levels import levels
from .numbers import count, number, percent, seconds, size

MOST_TOLD = 10  # runs that a page shows in full


def badge(run):
    word, class_ = ("✓ VALID", "good") if run.valid else ("UNVERIFIED" if run.is_only_unverified else "✗ INVALID", "bad")
    return join(tag("span", word, class_=f"badge {class_}"), benchmark.badge(run))


def why_invalid(run):
    """A box with the reason and all checks that failed."""
    if run.valid:
        return None
    failed = [tag("li", tag("b", check["name"]), " ", check["message"])
              for check in run["verification"]["checks"] if not check["passed"]]
    return tag("div", tag("p", tag("b", "Why it is not valid: "), run["verification"]["reason"] or "no reason given"),
               tag("ul", failed) if failed else None,
               tag("p", "A run that is not valid has no figure of merit. Its times are shown as they were measured."),
               class_="box bad")


def remarks(run):
    """Keys without effect, and files that could not be written."""
    lines = [f"Without effect: {line}" for line in run["run"]["unused"]]
    lines += [f"{one['what']} {one['name']}: {one['problem']}" for one in run["files"] if one["problem"]]
    return tag("div", tag("ul", [tag("li", line) for line in lines]), class_="box") if lines else None


def tile(name, value, below=None):
    return tag("div", tag("span", name, class_="name"), tag("span", value, class_="figure"),
               tag("span", below or "", class_="below"), class_="tile")


def time_tile(run):
    timing = run.timing("solve")
    if run.is_flow:
        return tile("time step", seconds(run.work), f"mean; the first took {seconds(run['timings']['first_step'], 3)}")
    of_all = f"in {len(run.steps)} time steps" if run.steps else f"spread {percent(run.spread)}"
    below = f"median of {len(timing['samples'])}, {of_all}" if timing else "no timed solve"
    return tile("solve", seconds(run.work), below)


def parts_tiles(run):
    """The tiles of a sequence: a repeat, and its parts besides solves."""
    repeat = run.timing("sequence")
    if not repeat:
        return None
    return [tile("repeat", seconds(repeat["median"]), f"median of {len(repeat['samples'])}, spread {percent(run.spread)}"),
            *(tile(phase, seconds(run.seconds(phase)), f"median, {times} in a repeat")
              for phase, times in (("setup", "once"), ("update", f"{len(run.steps) - 1} times")) if run.timing(phase))]


def energy_tile(run):
    if run.energy is None:
        return None
    used, watts = run.energy, run.energy["watts"]
    return tile("energy a solve", f"{number(used['joules_per_solve'])} J", f"{number(used['microjoules_per_unknown'])} µJ an unknown"
                + (f", {number(watts, 3)} W" if watts is not None else "") + f" ({used['source'] or 'source not told'})")


def iterations_tile(run):
    solver = run["solver"]
    if run.is_flow:
        return tile("time steps", count(run["flow"]["steps_of_this_run"]), f"{count(run.iterations)} cycles in "
                    f"{count(solver['solves'])} solves; {run['flow']['ended_by'].replace('_', ' ')}")
    below = f"{solver['status']}" + (f", {number(run.rate, 3)} each" if run.rate is not None else "")
    return tile("iterations", count(run.iterations), below)


def tiles(run):
    used = run["memory"]["measured_bytes_per_rank"]["total"]
    foretold = run["memory"]["predicted_bytes_per_rank"]["total"]
    unit = run["fom"]["unit"] + (", not official" if run.benchmark and not run.official else "")
    return tag("div", tile(run.figure_name, number(run.fom), unit if run.valid else "none: not valid"),
               parts_tiles(run), time_tile(run), iterations_tile(run),
               tile("of the best copy", percent(run.work_of_copy),
                    f"{size(run.bytes, 3)} a {run.work_name}" if run.bytes else "bytes not counted"),
               energy_tile(run), tile("memory a rank", size(used, 3), f"{size(foretold, 3)} predicted"),
               tile("ranks", count(run.ranks), run.machine), class_="tiles")


def checks(run):
    rows = [[Cell("✓ pass" if one["passed"] else "✗ fail", class_="good" if one["passed"] else "bad"), one["name"],
             Cell(number(one["value"]), one["value"]), Cell(number(one["bound"]), one["bound"]), one["message"]]
            for one in run["verification"]["checks"]]
    return section("Verification", table(["", "check", "found", "at most", "in words"], rows) if rows else
                   tag("p", "No checks were made."))


def kernel_row(run, row):
    level = Cell(count(row["level"]), row["level"]) if row["level"] >= 0 else None
    return [row["kernel"] + (" (in exchange)" if run.in_exchange(row) else ""), level,
            Cell(count(row["calls"]), row["calls"]), Cell(number(1e3 * row["seconds"]), row["seconds"]),
            Cell(f"{number(1e3 * row['seconds_min'], 3)} to {number(1e3 * row['seconds_max'], 3)}", row["seconds_max"]),
            Cell(size(row["bytes"]), row["bytes"]), Cell(number(row["gb_s"]), row["gb_s"]),
            Cell(percent(row["percent_of_copy"]), row["percent_of_copy"])]


def kernels(run):
    rows = [kernel_row(run, row) for row in run.kernels()]
    if not rows:
        return section("Kernels against the copy roof", tag("p", "No kernel was timed: run.kernel_timings is false, or the run ended before."),
                       copies(run))
    columns = ["kernel", "level", "calls", "ms", "ranks, ms", "bytes", "GB/s", "of the best copy"]
    least = run.bytes / (1e9 * run.copy) if run.bytes and run.copy else None
    said = (f"One {run.work_name} must move {size(run.bytes, 3)} at least. The best copy would take "
            f"{seconds(least, 3)} for that, the {run.work_name} took {seconds(run.work, 3)}: "
            f"{percent(run.work_of_copy)}." if least and run.work else None)
    return section("Kernels against the copy roof", tag("p", said) if said else None, kernel_pictures.bars(run),
                   kernel_pictures.roof(run),
                   more(f"All {len(rows)} kernels and regions", table(columns, rows, sortable=True)), copies(run))


def copies(run):
    best, ordinary = run.copy, run["timings"]["ordinary_copy_gb_s"]
    rows = [[one["way"] + (" (best)" if one["gb_s"] == best else ""), one["stores"], Cell(number(one["gb_s"]), one["gb_s"]),
             Cell(percent(100 * one["gb_s"] / best if best and one["gb_s"] is not None else None), one["gb_s"]),
             Cell(count(one["samples"]), one["samples"])] for one in run["timings"]["copies"]]
    if not rows:
        return None
    said = f"Best copy {number(best)} GB/s, best with ordinary stores {number(ordinary)} GB/s, all ranks at once."
    return more(f"Copies: {said}", table(["way", "stores", "GB/s", "of the best", "samples"], rows))


def times(run):
    """Medians, and the parts of a setup."""
    rows = [[phase, Cell(seconds(timing["median"]), timing["median"]), Cell(seconds(timing["min"]), timing["min"]),
             Cell(seconds(timing["max"]), timing["max"]), Cell(count(len(timing["samples"])), len(timing["samples"]))]
            for phase in run.phases() for timing in [run.timing(phase)]]
    parts = [[name, Cell(seconds(value), value)] for name, value in run["timings"].get("setup_parts", {}).items()]
    single = [[name.replace("_", " "), Cell(seconds(run["timings"][name]), run["timings"][name])]
              for name in ("load", "first_setup", "first_step", "other_steps") if run["timings"].get(name) is not None]
    if run.is_flow:
        single.insert(0, ["setup", Cell(seconds(run["timings"]["setup"]), run["timings"]["setup"])])
    return section("Times", curve_pictures.spread(run), tag("div", table(
        ["phase", "median", "least", "most", "samples"], rows) if rows else None,
        table(["once", "time"], single) if single else None,
        table(["part of a setup", "time"], parts) if parts else None, class_="beside"), product(run))


def product(run):
    """Finite elements: the rates of products with the finest matrix."""
    found = run["timings"].get("product")
    return tag("p", f"A product with the finest level's matrix: {seconds(found['seconds']['median'])}, "
               f"{number(found['mflop_s'])} Mflop/s, {number(found['gb_s'])} GB/s, "
               f"{percent(found['percent_of_copy'])} of the best copy.") if found else None


def of_kokkos(run, first):
    """The text that Kokkos prints, once if it is always the same."""
    words = run["environment"]["kokkos"]["configuration"].strip()
    if first and first["environment"]["kokkos"]["configuration"].strip() == words:
        return None
    return more("What Kokkos says of itself", tag("pre", words))


def environment(run, first):
    where, solver = run["environment"], run["solver"]
    host, kokkos, halos = where["host"], where["kokkos"], run["decomposition"]["transport"]
    grid = run["decomposition"].get("process_grid")
    names = ", ".join(host["names"])
    return section("Environment", tag("div", pairs([
        ("GPU", where["gpu"] or "none"), ("CPU", host["cpu"]),
        ("hosts", f"{names} ({host['cores']} cores, {size(host['memory_bytes'], 3)} each as on the first)"),
        ("ranks", f"{run.ranks}" + (" = " + " × ".join(map(str, grid)) if grid else "")
         + f", {host['ranks_per_node']} on the first host, {kokkos['threads']} thread{'s' * (kokkos['threads'] != 1)} each"),
        ("halos", f"{halos['inside_host']} inside a host, {halos['between_hosts']} between hosts: {halos['reason']}")]),
        pairs([("compiler", f"{where['compiler']}, {where['build_type']}"), ("flags", where["flags"]),
               ("Kokkos", f"{kokkos['version']}, {kokkos['backend']}"),
               ("MPI", f"{where['mpi']['library']} (standard {where['mpi']['standard']})"),
               ("solver", f"{solver['method']}, {solver['precision']}, tolerance {solver['tolerance']:g}"),
               *((name, solver[name]) for name in ("levels", "smoother", "layout", "matrix_format") if solver.get(name))]),
        class_="beside"), of_kokkos(run, first))


def said(value):
    """A setting as a deck would have it; long lists are cut."""
    text = "–" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= 200 else text[:199] + "…"


def settings(run):
    return {f"{name}.{key}": said(value) for name, keys in run["run"]["parameters"].items()
            if isinstance(keys, dict) for key, value in keys.items()}


def deck(run, first):
    """All settings; behind the first run of a page those that differ from that run's."""
    own, others = settings(run), settings(first) if first else {}
    rows = [[key, value] for key, value in own.items() if others.get(key) != value]
    title = f"All settings of the deck {run['run']['deck']}" if not first else \
        f"Deck {run['run']['deck']}: settings that differ from those of {first.name}"
    return more(title, table(["key", "value"], rows)) if rows else tag("p", f"{title}: none.")


def files(run):
    rows = [[one["what"], one["name"], Cell(size(one["bytes"]), one["bytes"]), one["crc32"], one["problem"]]
            for one in run["files"]]
    return section("Files", table(["what", "name", "size", "CRC-32", "problem"], rows)) if rows else None


def one(run, k, level=2, first=None):
    """A run in full; `k` is its number on the page, `first` an earlier run that is shown in full."""
    about = f"{run.program} {run['run']['version']}, deck {run.deck}, {run.size}, {run['solver']['method']} in " \
            f"{run['solver']['precision']}, {run['run']['date']}"
    return tag("article", tag("header", tag(f"h{level}", run.name, " ", badge(run)), tag("p", about, class_="about")),
               why_invalid(run), benchmark.why_not_official(run), tiles(run), remarks(run), benchmark.benchmark(run), choice.choice(run), kernels(run),
               section("Convergence", curve_pictures.convergence([run])),
               section("Cycles by time step", curve_pictures.cycles(run) if run.is_flow else None), times(run), levels(run),
               checks(run), environment(run, first), files(run), section("Deck", deck(run, first)), id_=f"run-{k + 1}")
