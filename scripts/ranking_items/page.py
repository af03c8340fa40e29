"""The page of all results, docs/ranking.md."""
from .result import WIDE
from .rules import NEWEST, RULES
from .tables import departed, tables
from .words import plain, table

HEAD = """\
# Ranking

Official results of the problem classes ([classes.md](classes.md)), by class and algorithm. `scripts/ranking` writes this page from the
reports in `docs/results` and refuses those whose numbers do not agree: it is not edited by hand. How to hand in a result and how to judge two:
[rules.md](rules.md#how-to-report). `tar -xf reports.tar.xz` unpacks the reports of a result ([what is kept of them](rules.md#what-the-repository-keeps)).

**What this page cannot know.** The script computes again all that follows from other numbers of a report, and holds runs, version and commit against each other. It does not see a report
that was made up throughout, a program that was changed and says otherwise, or a machine that is not the one named. Systems, nodes of a system, interconnects, clocks and names
are the words of whoever handed a result in. Whoever doubts a result runs its command from its commit ([more](rules.md#what-the-ranking-cannot-know)).

**How to read it.** Figures are unknowns solved per second in millions (MDOF/s): the median over the runs handed in, and behind it from the smallest to the largest of them. Results whose ranges
overlap share a place. A place takes ten runs; results with fewer are listed with a dash. So are those of *development*, a commit between releases. *In a run* is the largest spread of one run's
repeats; above WIDE it is marked, as something else ran or clocks changed. A device is a GPU or a CPU socket. Ways: *baseline* is a released
version unchanged, *ported* changed where the machine needs it, *optimised* in any way. A system has one row for each number of devices and each way, its best; others follow below it.
Half size and a quarter are the figures with so many of the class's columns a side; microjoules are those of a solve.
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
    return text


def order(key, rules):
    """Classes by size, then fill by its share; open before reference."""
    name, algorithm, hash_ = key
    sizes = list(rules.columns)
    return (sizes.index(name), 0.0, algorithm, hash_) if name in sizes else (len(sizes), -float(name[5:]), algorithm, hash_)
