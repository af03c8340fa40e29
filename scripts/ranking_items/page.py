"""The page of all results, docs/ranking.md."""
from .result import WIDE
from .rules import NEWEST, RULES
from .tables import departed, tables
from .words import plain, table

HEAD = """\
# Ranking

Official results of the problem classes ([classes.md](classes.md)), by class and algorithm, in millions of unknowns solved per second (MDOF/s). A place takes ten runs of a release, or of changes that
were handed in; other results have a dash. Results whose ranges overlap share a place ([how to read this page](#how-to-read-this-page)).

**Limits of this page.** `scripts/ranking` writes it from the reports in `docs/results`. It computes again all that follows from other numbers of a report, and holds runs, version and commit
against each other. It does not see a report that was made up throughout, or a program that was changed and says otherwise. It does not know whether the machine is the one named. Systems, interconnects, clocks
and names are the words of whoever handed a result in. Whoever doubts a result runs its command from its commit ([more](rules.md#what-the-ranking-cannot-know)).
"""
FOOT = """
## How to read this page

It is not edited by hand. How to hand in a result and how to judge two: [rules.md](rules.md#how-to-report). `tar -xf reports.tar.xz` unpacks the reports of a result
([what is kept of them](rules.md#what-the-repository-keeps)).

- **MDOF/s** is the median over the runs handed in. *Spread* is the largest less the smallest of their figures over the median, with these two behind it.
- **In a run** is the largest spread of one run's repeats. Above WIDE it is marked *wide*: something else ran, or clocks changed.
- **A device** is a GPU or a CPU socket; in front of its name stands how many were in use.
- **Ways**: *baseline* is a released version unchanged, *ported* changed where the machine needs it, *optimised* in any way, *development* a commit between releases.
- **A system** has one row for each number of nodes and devices and each way, its best. Others follow below it.
- **Setup, update and solve** are medians of one each. *Fastest* is the figure with the fastest of a run's repeats in place of medians: where it is far above MDOF/s, something else ran.
- **Half size and a quarter** are the figures with so many of the class's columns a side. Microjoules are those of a solve.
""".replace("WIDE", f"{100 * WIDE:.0f} %")
NONE = "\nNo official result by rules {} has been handed in yet.\n"
NOT_OFFICIAL = "\n{} Not official{}\n\nHanded in, with what keeps each from being ranked.\n"
OLDER = """
## Rules {number}: history

Results from before rules {newest}, by another figure: {formula}. They are not to be compared with those above. Each was checked by the figure, the sizes and the hashes of its own rules.
"""


def not_official(results, level, of_rules):
    rows = [[plain(one.about["system"]), f"{one.class_name}, {one.algorithm}", departed(one),
             f"[{one.files[0].name}](results/{one.name}/{one.files[0].name})"] for one in results]
    return NOT_OFFICIAL.format("#" * level, of_rules) + table(("system", "class", "departs", "handed in"), rows)


def section(results, rules, level):
    """Tables of all classes, then what is not official."""
    by_table = {}
    for one in results:
        if not one.departures:
            by_table.setdefault(one.table, []).append(one)
    others = [one for one in results if one.departures]
    of_rules = "" if rules.number == NEWEST else f" (rules {rules.number})"
    return "".join(tables(by_table[key], level, of_rules) for key in sorted(by_table, key=lambda key: order(key, rules))) \
        + (not_official(others, level, of_rules) if others else "")


def page(results):
    """The text of the page: the newest rules first."""
    text = HEAD
    for number in sorted(RULES, reverse=True):
        of_rules = [one for one in results if one.rules.number == number]
        if number != NEWEST and of_rules:
            text += OLDER.format(number=number, newest=NEWEST, formula=RULES[number].formula)
        if number == NEWEST and all(one.departures for one in of_rules):
            text += NONE.format(number)
        text += section(of_rules, RULES[number], 2 if number == NEWEST else 3)
    return text + FOOT


def order(key, rules):
    """Classes by size, then fill by its share; open before reference."""
    name, algorithm, hash_ = key
    sizes = list(rules.columns)
    return (sizes.index(name), 0.0, algorithm, hash_) if name in sizes else (len(sizes), -float(name[5:]), algorithm, hash_)
