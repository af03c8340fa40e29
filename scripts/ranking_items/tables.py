"""The tables of one class, algorithm and hash."""
from report_items.numbers import DASH, number, percent, seconds

from .places import best_and_others, placed
from .result import WIDE
from .words import code, plain, table

FIGURES = ("", "system", "device", "way", "MDOF/s", "runs", "in a run", "per device", "per node", "devices", "nodes", "ranks")
PARTS = ("", "system", "million unknowns", "setup", "an update", "a solve", "half size", "a quarter", "µJ an unknown")
OTHERS = ("system", "way", "MDOF/s", "runs", "in a run", "devices", "nodes", "version", "date", "handed in")
TOLD = ("interconnect", "clocks", "power_limit", "note")


def runs(result):
    """How many, their spread, and from where to where they go."""
    if result.spread is None:
        return "one run"
    ends = f"{number(min(result.figures))} to {number(max(result.figures))}"
    return f"{len(result.figures)}: {ends}, {percent(100 * result.spread)}"


def in_a_run(result):
    """The largest spread of a run's repeats."""
    said = percent(100 * result.spread_within)
    return f"{said}, wide" if result.spread_within > WIDE else said


def figures(place, result):
    about, figure = result.about, result.figure
    return [str(place or DASH), plain(about["system"]), plain(result.device or DASH), about["way"],
            f"**{number(figure)}**", runs(result), in_a_run(result), number(figure / about["devices"]), number(figure / about["nodes"]),
            of_system(about, "devices"), of_system(about, "nodes"), str(result.first["decomposition"]["ranks"])]


def of_system(about, what):
    """How many, and of how many where that was said."""
    whole = about.get(f"{what}_of_system")
    return f"{about[what]} of {whole}" if whole else str(about[what])


def files(result):
    """Links to what was handed in."""
    names = ["about.toml", result.files[0].name, *(result.about[key] for key in ("patch", "page") if key in result.about)]
    more = f" and {len(result.files) - 1} more" if len(result.files) > 1 else ""
    links = [f"[{name}](results/{result.name}/{name})" for name in names]
    return ", ".join([links[0], links[1] + more, *links[2:]])


def parts(place, result):
    return [str(place or DASH), plain(result.about["system"]), number(result.unknowns / 1e6),
            *(seconds(result.seconds(phase)) for phase in ("setup", "update", "solve")),
            number(result.figure_of_size(1)), number(result.figure_of_size(2)), number(result.energy)]


def origin(place, result):
    """Who made a result, how and with what; and where it is."""
    about, benchmark = result.about, result.first["benchmark"]
    said = [f"{key.replace('_', ' ')}: {plain(about[key])}" for key in TOLD if key in about]
    return (f"- {place or DASH}, {plain(about['system'])}: {code(about['command'])}. Isobar {plain(benchmark['version'])}, "
            f"commit {plain(str(benchmark['commit'])[:12])}. {result.date}, {plain(about['who'])}; {'; '.join(said)}. {files(result)}\n")


def other(result):
    about = result.about
    return [plain(about["system"]), about["way"], number(result.figure), runs(result), in_a_run(result), str(about["devices"]), str(about["nodes"]),
            plain(result.first["run"]["version"]), result.date, files(result)]


def tables(results, level, of_rules):
    """The best of each system by the places they take, then all others."""
    name, algorithm, hash_ = results[0].table
    best, others = best_and_others(results)
    rows = placed(best)
    text = f"\n{'#' * level} Class {name}, {algorithm}{of_rules}\n\nHash `{hash_}`.\n" + table(FIGURES, [figures(*one) for one in rows]) \
        + table(PARTS, [parts(*one) for one in rows]) + "\n" + "".join(origin(*one) for one in rows)
    if others:
        text += "\nOlder and other results of these systems:\n" + table(OTHERS, [other(one) for one in others])
    return text


def departed(result):
    said = [f"{plain(key)}: found {plain(found)}, wanted {plain('none' if wanted is None else wanted)}"
            for key, (found, wanted) in result.departures.items()]
    return "; ".join(said + [f"took {plain(result.chosen)}"] * (result.chosen is not None))
