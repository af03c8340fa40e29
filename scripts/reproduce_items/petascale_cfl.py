"""Petascale paper, figure 2: iterations and time against the CFL number."""
from . import plots
from .model import Case, Item, Result
from .tables import Table

DECK = "petascale-figure-2.toml"


def cases(context, published):
    for cfl in published["cfl"]:
        yield Case(("CG", cfl), DECK, {"solver.method": "cg-fused", "physics.cfl": cfl,
                                       **context.grid(512)})
        for levels, steps in published["coarse_steps"].items():
            yield Case((levels, cfl), DECK,
                       {"solver.method": "multigrid", "physics.cfl": cfl,
                        "multigrid.levels": int(levels),
                        "multigrid.coarse_steps": steps[published["cfl"].index(cfl)],
                        **context.grid(512)})


def name_of(solver):
    return solver if solver == "CG" else f"multigrid, {solver} levels"


def figure2(context):
    published = context.published("petascale-figure2")
    done = context.sweep(list(cases(context, published)))
    table = Table("to a relative residual of 1e-5",
                  ["solver", "CFL number", "coarse steps (paper's)", "iterations", "solve s",
                   "converged"], gaps=("coarse steps (paper's)",))
    order = ["CG", *published["coarse_steps"]]
    for (solver, cfl), run in sorted(done.items(), key=lambda item: order.index(item[0][0])):
        steps = None
        if solver != "CG":
            steps = published["coarse_steps"][solver][published["cfl"].index(cfl)]
        table.rows.append([name_of(solver), cfl, steps, run.iterations, run.seconds("solve"),
                           run.converged])
    notes = [f"paper: {published['source']}; {published['machine']}; {published['note']}",
             *growth(done), "10 levels need n divisible by 512; on a CPU that fits with --nz 8"]

    def draw(figure):
        axes = figure.subplots(1, 2)
        solvers = [s for s in ("CG", *published["coarse_steps"]) if any(k[0] == s for k in done)]
        for ax, label, value in ((axes[0], "iterations", lambda run: run.iterations),
                                 (axes[1], "solve, s", lambda run: run.seconds("solve"))):
            plots.lines(ax, {name_of(s): [(cfl, value(run)) for (solver, cfl), run in done.items()
                                          if solver == s and run.converged] for s in solvers},
                        "horizontal CFL number", label)
            ax.axvline(8.4, color="0.6", linestyle=":", zorder=0)
            ax.set_xticks(published["cfl"], [f"{c:g}" for c in published["cfl"]])
            ax.minorticks_off()
        axes[0].legend()
    return Result([table], notes, published, draw, (9.5, 4.2))


def growth(done):
    """Compares the counts that were found with the issue's demand."""
    for solver in dict.fromkeys(key[0] for key in done):
        counts = {cfl: run.iterations for (s, cfl), run in done.items()
                  if s == solver and run.converged}
        if 8.4 in counts and 84 in counts:
            ends = " / ".join(f"{cfl:g}: {counts[cfl]}" for cfl in sorted(counts))
            yield f"{name_of(solver)}: iterations by CFL number {ends}"


ITEMS = [Item("petascale-figure2", "petascale paper: iterations and time against the CFL number",
              figure2)]
