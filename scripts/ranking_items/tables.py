"""The tables of one class, algorithm and hash."""
from report_items.numbers import DASH, number, percent, seconds

from .places import best_and_others, placed
from .result import WIDE
from .words import code, plain, table

FIGURES = ("", "system", "MDOF/s", "per device", "per node", "runs", "spread", "in a run", "device", "way")
PARTS = ("", "system", "million unknowns", "setup", "an update", "a solve", "fastest", "half size", "a quarter", "µJ an unknown", "nodes", "ranks")
OTHERS = ("system", "MDOF/s", "runs", "spread", "in a run", "device", "way", "version", "date", "handed in")
TOLD = ("interconnect", "clocks", "power_limit", "note")


def together(text):
    """Not broken into lines: cells of many columns are narrow."""
    return text.replace(" ", "&nbsp;")


def runs(result):
    return "one run" if len(result.reports) == 1 else str(len(result.reports))


def spread(result):
    """The spread of the runs, and the range of their figures."""
    if result.spread is None:
        return DASH
    ends = f"{number(min(result.figures))} to {number(max(result.figures))}"
    return f"{together(percent(100 * result.spread))}, {together(ends)}"


def in_a_run(result):
    """The largest spread of a run's repeats."""
    said = together(percent(100 * result.spread_within))
    return f"{said} wide" if result.spread_within > WIDE else said


def device(result):
    return f"{of_system(result.about, 'devices')} × {plain(result.device or DASH)}"


def figures(place, result):
    about, figure = result.about, result.figure
    return [str(place or DASH), plain(about["system"]), f"**{number(figure)}**", number(figure / about["devices"]), number(figure / about["nodes"]),
            runs(result), spread(result), in_a_run(result), device(result), about["way"]]


def of_system(about, what):
    """The number in use, and the number of the whole system if that was given."""
    whole = about.get(f"{what}_of_system")
    return f"{about[what]} of {whole}" if whole else str(about[what])


def files(result):
    """Links to the files that were handed in."""
    names = ["about.toml", result.files[0].name, *(result.about[key] for key in ("patch", "page") if key in result.about)]
    more = f" and {len(result.files) - 1} more" if len(result.files) > 1 else ""
    links = [f"[{name}](results/{result.name}/{name})" for name in names]
    return ", ".join([links[0], links[1] + more, *links[2:]])


def parts(place, result):
    return [str(place or DASH), plain(result.about["system"]), number(result.unknowns / 1e6),
            *(together(seconds(result.seconds(phase))) for phase in ("setup", "update", "solve")),
            number(result.fastest), number(result.figure_of_size(1)), number(result.figure_of_size(2)), number(result.energy),
            of_system(result.about, "nodes"), str(result.first["decomposition"]["ranks"])]


def parts_table(rows):
    """Drops columns that no result fills: rules 1 have no fastest, many hosts no energy."""
    cells = [parts(*one) for one in rows]
    kept = [k for k, name in enumerate(PARTS) if not name or any(row[k] != DASH for row in cells)]
    return table([PARTS[k] for k in kept], [[row[k] for k in kept] for row in cells])


def origin(place, result):
    """Who made a result, how, and on which machine; and where its files are."""
    about, benchmark = result.about, result.first["benchmark"]
    said = [f"{key.replace('_', ' ')}: {plain(about[key])}" for key in TOLD if key in about]
    return (f"- {f'**{place}** ' if place else ''}{plain(about['system'])}: {code(about['command'])}. Isobar {plain(benchmark['version'])}, "
            f"commit {plain(str(benchmark['commit'])[:12])}. {result.date}, {plain(about['who'])}; {'; '.join(said)}. {files(result)}\n")


def other(result):
    about, version = result.about, result.first["run"]["version"]
    return [plain(about["system"]), number(result.figure), runs(result), spread(result), in_a_run(result), device(result), about["way"],
            plain(version), result.date, files(result)]


def tables(results, level, of_rules):
    """The best result of each system by places, then all others."""
    name, algorithm, hash_ = results[0].table
    best, others = best_and_others(results)
    rows = placed(best)
    text = f"\n{'#' * level} Class {name}, {algorithm}{of_rules}\n\nHash `{hash_}`.\n" + table(FIGURES, [figures(*one) for one in rows]) \
        + parts_table(rows) + "\n" + "".join(origin(*one) for one in rows)
    if others:
        text += "\nOlder and other results of these systems:\n" + table(OTHERS, [other(one) for one in others])
    return text


def departed(result):
    said = [f"{plain(key)}: found {plain(found)}, wanted {plain('none' if wanted is None else wanted)}"
            for key, (found, wanted) in result.departures.items()]
    return "; ".join(said + [f"took {plain(result.chosen)}"] * (result.chosen is not None))
