"""Single-GPU paper, tables 3 to 6 and figures 4 and 5: CG in three forms, 256 x 256 x 128 cells."""
from . import plots
from .model import Case, Item, Result
from .tables import Table, milli, percent, ratio

DECK = "single-gpu-tables-3-to-6.toml"
METHODS = {"explicit": "cg-csr", "matrix-free": "cg-standard", "interleaved": "cg-fused"}
PRECISIONS = ("float", "double")
VS_CSR = ("paper: vs CSR", "ours: vs CSR")  # ratios of the other forms, which the paper's tables also have
PARTS = ("SpMV", "preconditioner", "BLAS and other", "exchange")


def runs(context, forms=tuple(METHODS), precisions=PRECISIONS):
    return context.sweep([
        Case((precision, form), DECK, {"solver.method": METHODS[form],
                                       "solver.precision": precision, **context.grid(256)})
        for precision in precisions for form in forms])


def cells(published):
    return published["n"] ** 2 * published["nz"]


def faster(runs_, precision, form, seconds):
    """Our explicit form's time over this one's."""
    base, mine = runs_.get((precision, "explicit")), runs_.get((precision, form))
    return ratio(seconds(base), seconds(mine)) if base and mine else None


def notes(context, published):
    same = context.options.scale == 1 and not context.options.nz
    return [f"paper: {published['source']}; {published['machine']}",
            "paper/ours: " + ("times faster than the paper's GPU" if same else
                              "times faster than the paper's GPU for each unknown")]


def kernel_rows(done, published, forms):
    for (precision, form), run in done.items():
        if form not in forms:
            continue
        known = published["rows"][precision]
        known = known if form == "explicit" else known[form]
        for part in ("SpMV", "preconditioner"):
            seconds, moved = run.call(part)
            rate = moved / seconds if moved and seconds else None
            explicit = faster(done, precision, form, lambda r, part=part: r.call(part)[0])
            yield [precision, form, part, known[part]["c"], known[part]["cuda"], milli(seconds),
                   ratio(known[part]["cuda"], milli(seconds), cells(published), run.cells),
                   rate and rate / 1e9, percent(rate / run.copy) if rate and run.copy else None,
                   known[part].get("csr"), explicit if form == "matrix-free" else None]


def kernel_table(title, done, published, forms):
    """The explicit form alone has no ratios to it."""
    table = Table(title, ["precision", "form", "kernel", "paper C", "paper GPU", "ours", "paper/ours", "GB/s", "% of copy", *VS_CSR],
                  list(kernel_rows(done, published, forms)), gaps=VS_CSR)
    if forms == ["explicit"]:
        table.columns, table.rows = table.columns[:-len(VS_CSR)], [row[:-len(VS_CSR)] for row in table.rows]
    return table


def per_unknown(published, done):
    """(paper's, ours): from ms or s to ns for each unknown, which other sizes share."""
    return 1e6 / cells(published), 1e6 / next(iter(done.values())).cells


def kernel_plot(table, factors):
    def draw(figure):
        axes = figure.subplots(1, len({row[0] for row in table.rows}), squeeze=False)[0]
        for ax, precision in zip(axes, dict.fromkeys(row[0] for row in table.rows)):
            rows = [row for row in table.rows if row[0] == precision]
            names = [f"{row[1]}\n{row[2].replace('preconditioner', 'precond.')}" for row in rows]
            plots.bars(ax, names, {"paper, CPU core": [factors[0] * r[3] for r in rows],
                                   "paper, GPU": [factors[0] * r[4] for r in rows],
                                   "ours": [factors[1] * r[5] for r in rows]},
                       "ns a call and unknown", precision, log=True)
            ax.tick_params(axis="x", labelsize=8)
        plots.legend(axes[0])
    return draw


def table3(context):
    published = context.published("single-table3")
    done = runs(context, ["explicit"])
    table = kernel_table("one call, ms", done, published, ["explicit"])
    return Result([table], notes(context, published), published,
                  kernel_plot(table, per_unknown(published, done)), (9, 4.2))


def table4(context):
    published = context.published("single-table4")
    done = runs(context)
    table = kernel_table("one call, ms", done, published, ["matrix-free", "interleaved"])
    return Result([table], notes(context, published), published,
                  kernel_plot(table, per_unknown(published, done)), (11, 4.2))


def whole(context, name, what, unit, seconds):
    """Tables 5 and 6: one time for each form and precision."""
    scale = {"s": 1.0, "ms": 1e3}[unit]
    published = context.published(name)
    done, rows = runs(context), []
    for (precision, form), run in done.items():
        known, ours = published["rows"][precision][form], scale * seconds(run)
        rows.append([precision, form, known["c"], known["cuda"], ours,
                     ratio(known["cuda"], ours, cells(published), run.cells),
                     scale * run.seconds("setup"), scale * run.seconds("transpose"),
                     known.get("csr"), faster(done, precision, form, seconds), run.iterations])
    table = Table(f"{what}, {unit}",
                  ["precision", "form", "paper C", "paper GPU", "ours", "paper/ours",
                   "our setup", "our transposition", "paper: vs CSR", "ours: vs CSR",
                   "iterations"], rows, gaps=VS_CSR)

    def draw(figure):
        ax = figure.subplots()
        paper, ours = (1e3 / scale * factor for factor in per_unknown(published, done))
        plots.bars(ax, [f"{r[1]}\n{r[0]}" for r in rows],
                   {"paper, CPU core": [paper * r[2] for r in rows],
                    "paper, GPU": [paper * r[3] for r in rows],
                    "ours": [ours * r[4] for r in rows]}, "ns for each unknown", log=True)
        ax.set_xlabel(what)
        plots.legend(ax)
    return Result([table], notes(context, published), published, draw, (8.5, 4.2))


def table5(context):
    return whole(context, "single-table5", "setup, transposition and 100 iterations", "s",
                 lambda run: run.seconds("setup") + run.seconds("total"))


def table6(context):
    return whole(context, "single-table6", "one iteration", "ms", lambda run: run.iteration)


def breakdown(run):
    """ms an iteration of each part; the time outside of kernels is BLAS and other. Nothing if kernels with fences take longer
    than an iteration without them."""
    spent = {part: 1e3 * run.share(part) for part in ("SpMV", "preconditioner", "exchange")}
    rest = 1e3 * run.iteration - sum(spent.values())
    return {**spent, "BLAS and other": rest if rest > 0 else None}


def share_of(parts, part):
    """Percent of all parts."""
    return None if parts[part] is None else percent(parts[part] / sum(ms or 0.0 for ms in parts.values()))


def published_breakdown(context, precision):
    """The figures have no printed numbers; tables 3, 4 and 6 say the same."""
    iteration = context.published("single-table6")["rows"][precision]
    kernels = {**context.published("single-table4")["rows"][precision],
               "explicit": context.published("single-table3")["rows"][precision]}
    for form in METHODS:
        parts = {part: kernels[form][part]["cuda"] for part in ("SpMV", "preconditioner")}
        yield form, {**parts, "exchange": 0.0,
                     "BLAS and other": iteration[form]["cuda"] - sum(parts.values())}


def figure(precision):
    def run_item(context):
        done = runs(context, precisions=[precision])
        paper = dict(published_breakdown(context, precision))
        machine = next(iter(done.values())).machine().split(",")[0] if done else "no run"
        ours = {form: breakdown(run) for (_, form), run in done.items()}
        rows = [[form, part, paper[form][part], parts[part],
                 100 * paper[form][part] / sum(paper[form].values()), share_of(parts, part)]
                for form, parts in ours.items() for part in PARTS[:3]]
        table = Table(f"one iteration in {precision}, ms and percent of it",
                      ["form", "part", "paper ms", "our ms", "paper %", "our %"], rows, gaps=("our ms", "our %"))

        def draw(fig):
            axes = fig.subplots(1, 2)
            factors = per_unknown(context.published("single-table6"), done)
            for ax, title, shares, factor in ((axes[0], "paper, NVIDIA M2090", paper, factors[0]),
                                              (axes[1], f"ours (own scale), {machine}", ours, factors[1])):
                plots.stacked(ax, list(shares), {p: [factor * (s[p] or 0.0) for s in shares.values()]
                                                 for p in PARTS[:3]},
                              "ns an iteration and unknown", title)
            plots.legend(axes[0])
        sources = [context.published(f"single-table{n}")["source"] for n in (3, 4, 6)]
        return Result([table], ["paper: from its tables 3, 4 and 6, for the figure has no numbers",
                                "ours: kernels from a solve with fences, the rest of an iteration "
                                "is BLAS and other; '-' where the fences cost more than that rest"], {"sources": sources}, draw, (9, 4.2))
    return run_item


ITEMS = [
    Item("single-table3", "single-GPU paper: explicit SpMV and preconditioner",
         table3),
    Item("single-table4", "single-GPU paper: matrix-free and interleaved kernels", table4),
    Item("single-table5", "single-GPU paper: 100 iterations with setup and transposition", table5),
    Item("single-table6", "single-GPU paper: time of an iteration", table6),
    Item("single-figure4", "single-GPU paper: parts of an iteration, float", figure("float")),
    Item("single-figure5", "single-GPU paper: parts of an iteration, double", figure("double")),
]
