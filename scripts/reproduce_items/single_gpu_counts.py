"""Single-GPU paper, tables 1 and 2: operations and references, counted."""
from . import plots
from .model import Case, Item, Result
from .petascale_counts import counts
from .tables import NoFigure, Table

DECK = "single-gpu-tables-3-to-6.toml"
# (operations, references) a cell of a call of ours (core/field/blas.hpp): y = a x + b y, and the sum of x y.
BLAS = {"axpby": (3, 3), "dot": (2, 2)}
# Our kernels, and the paper's.
FORMS = {"PCG": {"apply": "SpMV", "solve_columns": "prec"},
         "interleaved PCG": {"cg_spmv": "SpMV", "cg_tridiag": "prec"}}
NORM = (2, 1)  # one of the dots is that of r with itself, which reads one field


def calls_an_iteration(context):
    """{our operation: calls} in an iteration of CG, from the kernels of a run: those of the start do not count."""
    done = context.sweep([Case("cg", DECK, {"solver.method": "cg-standard", **context.grid(32), "run.repeats": 1}, counted=True)])
    if not done:
        return {}
    run = done["cg"]
    found = {row["kernel"]: row["calls"] // run.iterations for row in run.kernels() if row["kernel"] in BLAS}
    if set(found) != set(BLAS) or not all(found.values()):
        raise NoFigure(f"{run.path}: calls of {', '.join(sorted(found))} in the list of kernels: expected {' and '.join(BLAS)}, each in every iteration")
    return found


def of_blas(calls):
    """[operations, references] of an iteration."""
    all_calls = [(calls["axpby"], BLAS["axpby"]), (calls["dot"] - 1, BLAS["dot"]), (1, NORM)]
    return [sum(times * cost[n] for times, cost in all_calls) for n in range(2)]


def table1(context):
    published = context.published("single-table1")
    calls = calls_an_iteration(context)
    rows = [["paper", name, times, *published["rows"][name]] for name, times in published["calls"].items()]
    rows.append(["paper", "total", sum(published["calls"].values()), *published["rows"]["total"]])
    if calls:
        rows += [["ours", "axpby", calls["axpby"], *BLAS["axpby"]], ["ours", "dot", calls["dot"] - 1, *BLAS["dot"]],
                 ["ours", "dot of r with itself", 1, *NORM], ["ours", "total", sum(calls.values()), *of_blas(calls)]]
    table = Table("a cell", ["", "operation", "calls an iteration", "flops", "refs"], rows)
    notes = [f"paper: {published['source']}",
             "ours: calls counted in a run of cg-standard; p = z + b p is one axpby, where the paper has scal and axpy"]
    totals = {row[0]: row for row in rows if row[1] == "total"}

    def draw(figure):
        ax = figure.subplots()
        plots.bars(ax, ["operations", "references"], {name: row[3:] for name, row in totals.items()}, "a cell and iteration", "BLAS of CG")
        plots.legend(ax)
    return Result([table], notes, published, draw)


def lines_of(published, form, kernels, k, blas):
    """[our kernel, the paper's, our three numbers, the paper's four] of the paper's lines."""
    ours = {theirs: [k[mine][0], k[mine][1], k[mine][2]] for mine, theirs in kernels.items()}
    if "BLAS" in published[form] and blas:
        ours["BLAS"] = [blas[0], blas[1], blas[1]]
    if len(ours) == len(published[form]) - 1:
        ours["total"] = [sum(column) for column in zip(*ours.values())]
    names = {theirs: mine for mine, theirs in kernels.items()} | {"BLAS": "axpby, dot", "total": "iteration"}
    for theirs, its in published[form].items():
        if theirs in ours:
            yield [form, names[theirs], theirs, ours[theirs], its]


def table2(context):
    published = context.published("single-table2")
    k, calls = counts(context), calls_an_iteration(context)
    lines = [line for form, kernels in FORMS.items()
             for line in lines_of(published, form, kernels, k, of_blas(calls) if calls else None)]
    table = Table("a cell and iteration",
                  ["algorithm", "our kernel", "the paper's", "flops", "paper", "paper: nothing cached", "matrix", "columns",
                   "refs, columns once", "refs, each cell once", "paper's columns/ours"],
                  [[form, mine, theirs, ours[0], its[0], *its[1:], ours[1], ours[2], its[3] / ours[1]]
                   for form, mine, theirs, ours, its in lines])
    notes = [f"paper: {published['source']}; it assumes that nothing, a column's matrix entries, or whole columns are cached",
             "ours: counted by running the kernels with counting numbers. The layers' coefficients are arguments of a launch, and a march keeps what it "
             "has read of its column, so no count of ours has nothing cached: the first reads neighbouring columns again, as the paper's third does, the last reads "
             "each cell of a field once",
             "divisions count as one operation"]

    def draw(figure):
        axes = figure.subplots(1, 2)
        totals = [line for line in lines if line[2] == "total"]
        for n, (ax, title) in enumerate(zip(axes, ("operations", "references, columns cached"))):
            plots.bars(ax, [line[0] for line in totals], {"paper": [line[4][3 * n] for line in totals],
                                                         "ours": [line[3][n] for line in totals]}, "a cell and iteration", title)
        plots.legend(axes[0])
    return Result([table], notes, published, draw, (9, 4))


ITEMS = [
    Item("single-table1", "single-GPU paper: flops and references of BLAS operations", table1),
    Item("single-table2", "single-GPU paper: flops and references of an iteration, counted", table2),
]
