"""The page of all results, docs/ranking.md."""
import re

from report_items.numbers import DASH, number, percent, seconds

HEAD = """\
# Ranking

Official results of the problem classes ([classes.md](classes.md)), by class and algorithm. `scripts/ranking` writes this page from the
reports in `docs/results` and refuses those whose numbers do not agree: it is not edited by hand. How to hand in a result and how to judge two:
[rules.md](rules.md#how-to-report). `tar -xf reports.tar.xz` unpacks the reports of a result ([what is kept of them](rules.md#what-the-repository-keeps)).

Figures are unknowns solved per second in millions (MDOF/s), setups and updates counted: the median over the runs handed in. Spread is the largest less
the smallest of them over the median, and from where to where they go: if these ranges overlap, two results are equal. A device is a GPU or a CPU socket. Ways: *baseline* is a released
version unchanged, *ported* changed where the machine needs it, *optimised* in any way. Half size and a quarter are the figures with so many of the class's
columns a side; microjoules are those of a solve.
"""
NONE = "\nNo official result has been handed in yet.\n"
NOT_OFFICIAL = """
## Not official

Handed in, with what keeps each from being ranked.
"""
FIGURES = ("", "system", "device", "way", "MDOF/s", "spread", "per device", "per node", "devices", "nodes", "ranks")
PARTS = ("", "system", "million unknowns", "setup", "an update", "a solve", "half size", "a quarter", "µJ an unknown")
TOLD = ("interconnect", "clocks", "power_limit", "note")


def plain(text):
    """Somebody's words as text in a cell of a table, whatever they hold."""
    text = str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]|])", r"\\\1", text)


def row(cells):
    return f"| {' | '.join(cells)} |\n"


def table(columns, rows):
    return "\n" + row(columns) + row(["---"] * len(columns)) + "".join(map(row, rows))


def runs(result):
    """Spread of the runs, and from where to where they go."""
    if result.spread is None:
        return "one run"
    ends = f"{number(min(result.figures))} to {number(max(result.figures))}"
    return f"{percent(100 * result.spread)} of {len(result.figures)}: {ends}"


def figures(place, result):
    about, figure = result.about, result.figure
    return [str(place), plain(about["system"]), plain(about.get("device") or result["device"] or DASH), about["way"],
            f"**{number(figure)}**", runs(result), number(figure / about["devices"]), number(figure / about["nodes"]),
            of_system(about, "devices"), of_system(about, "nodes"), str(result["ranks"])]


def of_system(about, what):
    """How many, and of how many where that was said."""
    whole = about.get(f"{what}_of_system")
    return f"{about[what]} of {whole}" if whole else str(about[what])


def files(result):
    """Links to what was handed in."""
    names = ["about.toml", result.files[0].name, *(result.about[key] for key in ("patch", "page") if key in result.about)]
    more = f" and {len(result.files) - 1} more" if len(result.files) > 1 else ""
    links = [f"[{plain(name)}](results/{result.name}/{name})" for name in names]
    return ", ".join([links[0], links[1] + more, *links[2:]])


def parts(place, result):
    return [str(place), plain(result.about["system"]), number(result.unknowns / 1e6),
            *(seconds(result.seconds(phase)) for phase in ("setup", "update", "solve")),
            number(result.figure_of_size(1)), number(result.figure_of_size(2)), number(result.energy)]


def origin(place, result):
    """Who made a result, how and with what; and where it is."""
    said = [f"{key.replace('_', ' ')}: {plain(result.about[key])}" for key in TOLD if key in result.about]
    return (f"{place}. `{result.about['command'].replace('`', ' ')}`. Isobar {plain(result['version'])}, commit {result['commit'][:12]}. "
            f"{result.date}, {plain(result.about['who'])}; {'; '.join(said)}. {files(result)}\n")


def ranked(results):
    """The part of one class, algorithm and hash: the largest figure first."""
    name, algorithm, hash_ = results[0].table
    placed = list(enumerate(sorted(results, key=lambda one: (-one.figure, one.name)), 1))
    return f"\n## Class {name}, {algorithm}\n\nHash `{hash_}`.\n" + table(FIGURES, [figures(*one) for one in placed]) \
        + table(PARTS, [parts(*one) for one in placed]) + "\n" + "".join(origin(*one) for one in placed)


def departures(result):
    said = [f"{plain(key)}: found {plain(found)}, wanted {plain('none' if wanted is None else wanted)}"
            for key, (found, wanted) in result.departures.items()]
    return "; ".join(said + [f"took {plain(result.chosen)}"] * (result.chosen is not None))


def not_official(results):
    rows = [[plain(result.about["system"]), f"{result['class']}, {result['algorithm']}", departures(result),
             f"[{plain(result.files[0].name)}](results/{result.name}/{result.files[0].name})"] for result in results]
    return NOT_OFFICIAL + table(("system", "class", "departs", "handed in"), rows)


def page(results):
    """The text of the page."""
    official = [one for one in results if not one.departures]
    others = [one for one in results if one.departures]
    tables = {}
    for one in official:
        tables.setdefault(one.table, []).append(one)
    return HEAD + ("".join(ranked(tables[key]) for key in sorted(tables, key=order)) or NONE) \
        + (not_official(others) if others else "")


def order(key):
    """Classes by size, then fill by its share; open before reference."""
    name, algorithm, hash_ = key
    sizes = ("S", "M", "L", "XL")
    return (sizes.index(name), 0.0, algorithm, hash_) if name in sizes else (len(sizes), -float(name[5:]), algorithm, hash_)
