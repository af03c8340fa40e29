"""Unstructured-grid paper, tables 2 to 4: products and solves in all numberings."""
from . import plots
from .model import Item, Result
from .tables import Table
from .unstructured import NUMBERINGS, ORDERS, scaled, solve
from .unstructured_cores import several_cores, show_commands

MENDED = "STO, mended"  # a random numbering, given up at load: the program's own way


def on_circle(context, published):
    """Cases of CIRCLE, with keys (numbering, element, paper's level)."""
    return [solve((numbering, element, row[0]), "CIRCLE", element, scaled(context, row[0]), numbering)
            for numbering, rows in published["rows"].items() for element in ORDERS for row in rows[element]]


def mended(context, published):
    return [solve((MENDED, element, row[0]), "CIRCLE", element, scaled(context, row[0]), "STO", True)
            for element in ORDERS for row in published["rows"]["STO"][element]]


def theirs(published, numbering, element, level):
    rows = published["rows"].get(numbering, {}).get(element, [])
    return next((row[1:] for row in rows if row[0] == level), [None] * 3)


def said(published, context):
    notes = [f"paper: {published['source']}; {published['machine']}; {published['unit']}",
             "2LV two-level, CM Cuthill-McKee, XYZ coordinate, STO random, HIE hierarchical"]
    if context.options.scale > 1:
        notes.append("with --scale our levels are coarser than the paper's beside them")
    return notes


def level_of(run):
    return len(run.report["decomposition"]["levels"])


def against_level(figure, series, ylabel):
    """One pane an element."""
    for axes, element in zip(figure.subplots(1, 2), ORDERS):
        plots.lines(axes, series(element), "unknowns", ylabel, title=element)
        axes.legend(fontsize=8)


def by_unknowns(done, element, value):
    series = {}
    for (numbering, of, _), run in done.items():
        if of == element:
            series.setdefault(numbering, []).append((run.report["problem"]["unknowns"], value(run)))
    return series


def table2(context):
    published = context.published("unstructured-table2")
    cases = on_circle(context, published)
    if context.options.dry_run:
        show_commands(context, cases)
    done = context.sweep(cases)
    product = lambda run: run.report["timings"]["product"]
    table = Table("products with the stiffness matrix, double",
                  ["numbering", "element", "level", "our level", "MFlop/s", "GB/s", "% of copy", "paper 1 core",
                   "paper 4 cores", "paper GPU"],
                  [[numbering, element, level, level_of(run), product(run)["mflop_s"], product(run)["gb_s"],
                    product(run)["percent_of_copy"], *theirs(published, numbering, element, level)]
                   for (numbering, element, level), run in done.items()])
    cores, note = several_cores(context, cases, done, lambda *key: theirs(published, *key))
    notes = said(published, context) + ["GB/s: the matrix without padding, x read and y written", note]
    rate = lambda run: product(run)["mflop_s"]
    return Result([table] + ([cores] if cores else []), notes, published,
                  lambda figure: against_level(figure, lambda e: by_unknowns(done, e, rate), "MFlop/s"), (9.0, 4.2))


def table3(context):
    published = context.published("unstructured-table3")
    done = context.sweep(on_circle(context, published) + mended(context, published))
    table = Table("solves of CIRCLE to a relative residual of 1e-8, double: V(4,4), Jacobi 0.7",
                  ["numbering", "element", "level", "our level", "cycles", "s", "setup s", "over XYZ",
                   "paper 1 core", "paper 4 cores", "paper GPU"],
                  gaps=("paper 1 core", "paper 4 cores", "paper GPU", *(["over XYZ"] if context.gaps else [])))
    for (numbering, element, level), run in done.items():
        best = done.get(("XYZ", element, level))
        table.rows.append([numbering, element, level, level_of(run), run.iterations, run.seconds("solve"),
                           run.seconds("setup"),
                           run.seconds("solve") / best.seconds("solve") if best else None,
                           *theirs(published, numbering, element, level)])
    notes = said(published, context) + [
        f"{MENDED}: as the program does unless space.renumber_random is false; the paper has none"]
    seconds = lambda run: run.seconds("solve")
    return Result([table], notes, published,
                  lambda figure: against_level(figure, lambda e: by_unknowns(done, e, seconds), "s"), (9.0, 4.2))


def table4(context):
    published = context.published("unstructured-table4")
    largest = {"Q1": 8, "Q2": 7}
    done = context.sweep([solve((numbering, element), "BLOOD", element, scaled(context, largest[element]), numbering)
                          for numbering in NUMBERINGS for element in ORDERS])
    table = Table("solves of the vessel to a relative residual of 1e-8, double: V(64,64), Jacobi 0.5",
                  ["numbering", "element", "our level", "unknowns", "cycles", "s", "setup s",
                   "paper 4 cores/1", "paper GPU/4 cores"],
                  [[numbering, element, level_of(run), run.report["problem"]["unknowns"], run.iterations,
                    run.seconds("solve"), run.seconds("setup"), published["rows"][numbering][f"{element}_MC"],
                    published["rows"][numbering][f"{element}_GPU"]]
                   for (numbering, element), run in done.items()])
    notes = said(published, context) + [
        "the paper prints ratios alone: set our seconds of two machines beside each other for the same"]
    return Result([table], notes, published)


SMALL = {"scale": 64}  # six levels less
ITEMS = [
    Item("unstructured-table-2", "unstructured-grid paper: sparse products in five numberings, Q1 and Q2", table2, SMALL),
    Item("unstructured-table-3", "unstructured-grid paper: solves of CIRCLE in five numberings, Q1 and Q2", table3, SMALL),
    Item("unstructured-table-4", "unstructured-grid paper: solves of the vessel in five numberings", table4, SMALL),
]
