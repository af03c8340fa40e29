"""Single-GPU paper, figures 6 and 7: fused CG against problem size, n_z = 128."""
from . import plots
from .model import Case, Item, Result
from .tables import Table, percent

DECK = "single-gpu-figures-6-7.toml"


def rows(context, published):
    done = context.sweep([
        Case((precision, n), DECK, {"solver.method": "cg-fused", "solver.precision": precision,
                                    **context.grid(n)})
        for precision in ("float", "double") for n in published["columns"]])
    for (precision, _), run in done.items():
        rate = run.cells / run.iteration
        useful = run.useful_bandwidth()
        yield [precision, run.columns, run.cells, 1e3 * run.iteration,
               published["operations"] * rate / 1e9, useful and useful / 1e9,
               percent(run.of_copy())]


def item(draw_column, ylabel, known, extra):
    def run_item(context):
        published = context.published("single-figure6")
        table = Table("fused CG", ["precision", "n", "unknowns", "ms an iteration", "GFLOP/s",
                                   "useful GB/s", "% of copy"], list(rows(context, published)))
        notes = [f"paper: {published['source']}; {published['machine']}; {known(published)}",
                 extra]

        def draw(figure):
            ax = figure.subplots()
            series = {p: [(r[2], r[draw_column]) for r in table.rows if r[0] == p]
                      for p in ("float", "double")}
            plots.lines(ax, {f"ours, {p}": points for p, points in series.items() if points},
                        "unknowns", ylabel, log=(True, False))
            bands(ax, published)
            plots.legend(ax, columns=4)
        return Result([table], notes, published, draw)

    def bands(ax, published):
        if draw_column == 4:
            for (precision, (low, high)), grey in zip(published["gflops"].items(),
                                                      ("0.75", "0.88")):
                plots.band(ax, low, high, grey, f"paper, {precision}")
        else:
            low, high = published["percent_of_peak"]
            plots.band(ax, low, high, "0.85", "paper, % of the peak")
    return run_item


ITEMS = [
    Item("single-figure6", "single-GPU paper: GFLOP/s of fused CG against problem size",
         item(4, "GFLOP/s", lambda p: f"float {p['gflops']['float']}, double "
              f"{p['gflops']['double']} GFLOP/s",
              "GFLOP/s with the paper's 47 operations a cell and iteration for both")),
    Item("single-figure7", "single-GPU paper: memory bandwidth of fused CG against problem size",
         item(6, "useful bandwidth, % of a copy",
              lambda p: f"{p['percent_of_peak']} % of {p['peak_gb_s']} GB/s",
              "useful: modelled bytes (11 references a cell) over the time of an iteration; "
              "the paper counts 20")),
]
