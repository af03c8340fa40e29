"""Petascale paper, table 7: strong scaling."""
import math

from . import plots
from .beside_model import predictor
from .model import Case, Item, Result
from .petascale_scaling import METHODS, process_grid, rank_counts
from .tables import Table, percent


def table7(context):
    published = context.published("petascale-table7")
    counts = rank_counts(context)
    n = 512  # the columns that a GPU of the paper had at first; 8192 on as many ranks as there
    done = context.sweep([
        Case((name, ranks), "petascale-table-7.toml",
             {"solver.method": METHODS[name], **context.grid(n),
              "decomposition.process_grid": list(process_grid(ranks))}, ranks)
        for name in METHODS for ranks in counts])
    table = Table("strong scaling, s with transposition",
                  ["solver", "ranks", "columns a rank", "ours", "efficiency %", "solve alone", "model", "model: %", "paper's GPUs",
                   "paper", "paper: efficiency %"],
                  gaps=("efficiency %", "model", "model: %", "paper's GPUs", "paper", "paper: efficiency %"))
    predict, model_notes = predictor(context)
    models = {key: predict(run) for key, run in done.items()}
    for (name, ranks), run in done.items():
        one, ours = done.get((name, 1)), run.seconds("total")
        step = math.log(ranks, 4)  # the paper quadruples
        known = published["rows"][name]
        at = int(step) if step == int(step) and step < len(published["ranks"]) else None
        theirs = [None] * 3 if at is None else [published["ranks"][at], known["seconds"][at],
                                                known["efficiency"][at]]
        efficiency = percent(one.seconds("total") / (ranks * ours)) if one else None
        model, of_one = models[name, ranks], models.get((name, 1))
        table.rows.append([name, ranks, run.columns * run.report["run"]["parameters"]["grid"]["ny"]
                           // ranks, ours, efficiency if ranks > 1 else None, run.seconds("solve"), model,
                           percent(of_one / (ranks * model)) if ranks > 1 and of_one and model else None, *theirs])
    notes = [f"paper: {published['source']}; {published['machine']}; 8192 x 8192 x 128 cells; "
             "both start from 512 x 512 columns a rank, divided by --scale", *model_notes()]

    def draw(figure):
        ax = figure.subplots()
        series = {f"ours, {name}": [(ranks, run.seconds("total"))
                                    for (solver, ranks), run in done.items() if solver == name]
                  for name in METHODS}
        for name in METHODS:
            series[f"paper, {name}, on 256 times as many"] = [
                (p / 256, s) for p, s in zip(published["ranks"], published["rows"][name]["seconds"])
                if p / 256 <= 2 * max(counts)]
        plots.lines(ax, series, "ranks", "solve with transposition, s")
        plots.ticks_at(ax, {x for line in ax.lines for x in line.get_xdata()})
        ax.legend()
    return Result([table], notes, published, draw)


ITEMS = [Item("petascale-table7", "petascale paper: strong scaling", table7)]
