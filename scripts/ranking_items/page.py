"""The page of all results, docs/ranking.md."""
import re

from report_items.numbers import DASH, number, percent, seconds

HEAD = """\
# Ranking

Official results of the problem classes ([classes.md](classes.md)), by class and algorithm. `scripts/ranking` writes this page from the
reports in `docs/results` and refuses those whose numbers do not agree: it is not edited by hand. How to hand in a result and how to judge two:
[rules.md](rules.md#how-to-report).

Figures are unknowns solved per second in millions (MDOF/s), setups and updates counted: the median over the runs handed in, in brackets the
smallest and the largest of them. If these ranges overlap, two results are equal. A device is a GPU or a CPU socket. Ways: *baseline* is a released
version unchanged, *ported* changed where the machine needs it, *optimised* in any way. Half size and a quarter are the figures with so many of the class's
columns a side; microjoules are those of a solve.
"""
NONE = "\nNo official result has been handed in yet.\n"
NOT_OFFICIAL = """
## Not official

Handed in, with what keeps each from being ranked.
"""
FIGURES = ("", "system", "way", "device", "devices", "nodes", "ranks", "million unknowns", "MDOF/s in all", "per device",
           "per node", "spread", "date")
PARTS = ("", "system", "setup", "an update", "a solve", "half size", "a quarter", "µJ an unknown", "interconnect", "version",
         "commit", "measured by", "handed in")


def plain(text):
    """Somebody's words as text in a cell of a table, whatever they hold."""
    text = str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]|])", r"\\\1", text)


def row(cells):
    return f"| {' | '.join(cells)} |\n"


def table(columns, rows):
    return "\n" + row(columns) + row(["---"] * len(columns)) + "".join(map(row, rows))


def figures(place, result):
    about, per = result.about, result.figure
    between = f" ({number(min(result.figures))} to {number(max(result.figures))})" if len(result.figures) > 1 else ""
    runs = f"{percent(100 * result.spread)} of {len(result.figures)}" if result.spread is not None else "one run"
    return [str(place), plain(about["system"]), about["way"], plain(about.get("device") or result["device"] or DASH),
            of_system(about, "devices"), of_system(about, "nodes"), str(result["ranks"]), number(result.unknowns / 1e6),
            number(per) + between, number(per / about["devices"]), number(per / about["nodes"]), runs, result.date]


def of_system(about, what):
    """How many, and of how many where that was said."""
    whole = about.get(f"{what}_of_system")
    return f"{about[what]} of {whole}" if whole else str(about[what])


def files(result):
    """Links to what was handed in."""
    names = ["about.toml", result.paths[0].name, *(result.about[key] for key in ("patch", "page") if key in result.about)]
    more = f" and {len(result.paths) - 1} more" if len(result.paths) > 1 else ""
    links = [f"[{plain(name)}](results/{result.name}/{name})" for name in names]
    return ", ".join([links[0], links[1] + more, *links[2:]])


def parts(place, result):
    return [str(place), plain(result.about["system"]), *(seconds(result.seconds(phase)) for phase in ("setup", "update", "solve")),
            number(result.figure_of_size(1)), number(result.figure_of_size(2)), number(result.energy),
            plain(result.about["interconnect"]), plain(result["version"]), result["commit"][:12], plain(result.about["who"]),
            files(result)]


def remarks(results):
    """Command, clocks and so on, a line each."""
    lines = []
    for place, result in results:
        said = [f"{key.replace('_', ' ')}: {plain(result.about[key])}" for key in ("clocks", "power_limit", "note")
                if key in result.about]
        lines.append(f"{place}. `{result.about['command'].replace('`', ' ')}`" + "".join(f"; {one}" for one in said) + "\n")
    return "\n" + "".join(lines)


def ranked(results):
    """The part of one class, algorithm and hash: the largest figure first."""
    name, algorithm, hash_ = results[0].table
    placed = list(enumerate(sorted(results, key=lambda one: (-one.figure, one.name)), 1))
    return f"\n## Class {name}, {algorithm}\n\nHash `{hash_}`.\n" + table(FIGURES, [figures(*one) for one in placed]) \
        + table(PARTS, [parts(*one) for one in placed]) + remarks(placed)


def departures(result):
    return "; ".join(f"{plain(key)}: found {plain(found)}, wanted {plain('none' if wanted is None else wanted)}"
                     for key, (found, wanted) in result.departures.items())


def not_official(results):
    rows = [[plain(result.about["system"]), f"{result['class']}, {result['algorithm']}", departures(result),
             f"[{plain(result.paths[0].name)}](results/{result.name}/{result.paths[0].name})"] for result in results]
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
