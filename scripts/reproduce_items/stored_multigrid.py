"""Multigrid compared with its form on stored matrices, whose cycle is sparse products only (the
technique of the unstructured-grid paper)."""
from . import plots
from .model import Case, Item, Result
from .tables import NoFigure, Table, percent, ratio

DECK = "stored-multigrid.toml"
METHODS = ("multigrid", "multigrid-csr", "multigrid-ell")


def stored(context):
    done = context.sweep([Case((precision, method), DECK,
                               {"solver.method": method, "solver.precision": precision,
                                **context.grid(256)})
                          for precision in ("float", "double") for method in METHODS])
    table = Table("five V-cycles, ms each", ["precision", "method", "ms/cycle", "setup ms",
                                             "GB a rank", "GB/s", "% of copy",
                                             "times slower than multigrid"], gaps=context.gaps)
    for (precision, method), run in done.items():
        free, useful = done.get((precision, "multigrid")), run.useful_bandwidth()
        memory = run.report["memory"]["measured_bytes_per_rank"]["total"]
        table.rows.append([precision, method, 1e3 * run.iteration, 1e3 * run.seconds("setup"),
                           memory / 1e9, useful and useful / 1e9, percent(run.of_copy()),
                           free and ratio(run.iteration, free.iteration)])
    notes = ["the residual after the same cycles is the same in all forms, largest difference "
             f"{difference(done):.1e}",
             "source of the technique: Geveler, Ribbrock, Goeddeke, Zajac, Turek: Efficient finite "
             "element geometric multigrid solvers for unstructured grids on GPUs"]

    def draw(figure):
        ax = figure.subplots()
        precisions = list(dict.fromkeys(row[0] for row in table.rows))
        plots.bars(ax, precisions, {
            method: [next((row[2] for row in table.rows if row[:2] == [p, method]), None)
                     for p in precisions] for method in METHODS}, "ms a V-cycle")
        plots.legend(ax)
    return Result([table], notes, None, draw)


def difference(done):
    """The difference of the forms' relative residuals after the last cycle, in double."""
    last = [run.history()[-1][1] for (precision, _), run in done.items() if precision == "double"]
    if len(last) < 2 or not min(last) > 0:
        raise NoFigure("fewer than two forms in double, or a residual of 0: no difference follows from them")
    return max(last) / min(last) - 1


ITEMS = [Item("stored-multigrid", "multigrid beside its form with stored matrices, CSR and "
              "ELLPACK-R", stored)]
