"""Both layouts of fields side by side. x fastest suits the solvers, and host fields are transposed;
z fastest suits host fields (the papers' CPU layout)."""
from . import plots
from .model import Case, Item, Result
from .tables import Table, milli, percent, ratio

DECK = "petascale-table-3.toml"
METHODS = ("cg-fused", "multigrid")
LAYOUTS = ("x-fastest", "z-fastest")


def layouts(context):
    done = context.sweep([Case((method, layout), DECK,
                               {"solver.method": method, "fields.layout": layout,
                                **context.grid(256)})
                          for method in METHODS for layout in LAYOUTS])
    table = Table("a solve in double, ms", ["method", "layout", "iterations", "iteration",
                                            "% of copy", "transposition", "solve", "both",
                                            "iteration: times x fastest"], gaps=context.gaps)
    for (method, layout), run in done.items():
        beside = done.get((method, LAYOUTS[0]))
        table.rows.append([method, layout, run.iterations, milli(run.iteration),
                           percent(run.of_copy()), milli(run.seconds("transpose")),
                           milli(run.seconds("solve")), milli(run.seconds("total")),
                           beside and ratio(run.iteration, beside.iteration)])
    notes = ["z fastest, the transposition is a copy: what the other layout spends beyond it is the "
             "price of transposing",
             "bytes are modelled alike for both layouts, so % of copy compares times"]

    def value(method, layout, column):
        return next((row[table.columns.index(column)] for row in table.rows
                     if row[:2] == [method, layout]), None)

    def draw(figure):
        axes = figure.subplots(1, len(METHODS) + 1)
        for ax, method in zip(axes, METHODS):
            plots.bars(ax, ["an iteration"], {layout: [value(method, layout, "iteration")]
                                              for layout in LAYOUTS}, "ms", method)
        plots.bars(axes[-1], list(METHODS),
                   {layout: [value(m, layout, "transposition") for m in METHODS]
                    for layout in LAYOUTS}, "ms", "transposition, there and back")
        plots.legend(axes[0])
    return Result([table], notes, None, draw, (10, 4.2))


ITEMS = [Item("layouts", "both layouts of fields: x fastest, and z fastest as on the papers' CPUs",
              layouts)]
