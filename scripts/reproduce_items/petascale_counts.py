"""Petascale paper, tables 1 and 2, which are counted and not timed."""
import json

from . import launch, plots
from .model import Case, Item, Nothing, Result
from .tables import NoFigure, Table

# Our kernels, and the paper's kernel that does (part of) the same work.
CG = {"cg_spmv": "SpMV", "cg_tridiag": "tridiag"}
CYCLE = {"smooth": "Smooth", "smooth_from_zero": "RestrictSmooth", "restrict_residual": "Residual",
         "prolongate_smooth": "Prolongate", "residual_norm": "Residual norm"}


def counts(context):
    command = [str(context.options.counter), "--nz", str(context.layers()), "--json"]
    file = context.out / "reports" / "counts.json"
    if context.options.dry_run:
        print("   " + " ".join(command + [str(file)]))
        raise Nothing("")
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        done = launch.start(command + [str(file)])
    except OSError as error:
        raise Nothing(f"{command[0]}: {error.strerror}; build it with -D "
                      "ISOBAR_ENABLE_BENCHMARKS=ON (Kokkos Serial) or name it with --counter") \
            from None
    if done.returncode != 0:
        raise Nothing(done.stderr.strip() or f"{command[0]}: exit code {done.returncode}")
    return {row["kernel"]: [row["operations"], row["references"], row["references_cached"]]
            for row in json.loads(file.read_text())["kernels"]}


def add(*parts):
    """Sum of (weight, counts)."""
    return [sum(weight * values[n] for weight, values in parts) for n in range(3)]


def cycle(k, levels=5, coarse_steps=2):
    """(all levels, finest level): counts of a V(1,1) cycle for each fine cell, as core's multigrid does it."""
    down_and_up = [(1, k["restrict_residual"]), (1, k["prolongate_smooth"])]
    finest = add((1, k["smooth"]), (1, k["residual_norm"]), *down_and_up)
    middle = add((1, k["smooth_from_zero"]), *down_and_up)
    coarsest = add((1, k["smooth_from_zero"]), (coarse_steps - 1, k["smooth"]))
    whole = add((1, finest), *((0.25 ** level, middle) for level in range(1, levels - 1)),
                (0.25 ** (levels - 1), coarsest))
    return whole, finest


def table1(context):
    published = context.published("petascale-table1")
    k = counts(context)
    whole, finest = cycle(k)
    lines = [("CG", ours, theirs, k[ours], published["cg"][theirs]) for ours, theirs in CG.items()]
    lines.append(("CG", "iteration", "total", add((1, k["cg_spmv"]), (1, k["cg_tridiag"])),
                  published["cg"]["total"]))
    lines += [("multigrid", ours, theirs, k[ours], published["multigrid"][theirs])
              for ours, theirs in CYCLE.items()]
    lines += [("multigrid", "V-cycle, 5 levels", "total", whole, published["multigrid"]["total"]),
              ("multigrid", "finest level", "fine level", finest,
               published["multigrid"]["fine level"])]
    table = Table("a cell", ["solver", "our kernel", "the paper's", "flops", "paper", "refs",
                             "paper", "refs, cached", "paper", "paper/ours"],
                  [[s, ours, theirs, *(v for pair in zip(mine, its) for v in pair),
                    its[2] / mine[2]] for s, ours, theirs, mine, its in lines])
    notes = [f"paper: {published['source']}",
             "ours: counted by running the kernels with counting numbers; refs without any cache, "
             "and with perfect caching",
             "The kernels differ: restrict_residual also restricts, prolongate_smooth prolongates "
             "and smooths, smooth_from_zero does not restrict. The last lines compare the same "
             "work: 1 residual norm, V(1,1), 2 steps on the coarsest of 5 levels."]
    totals = [line for line in lines if line[2] == "total"]

    def draw(figure):
        axes = figure.subplots(1, 3)
        for n, (ax, title) in enumerate(zip(axes, ("operations", "references, nothing cached",
                                                   "references, perfect caching"))):
            plots.bars(ax, [line[1].replace(", ", ",\n") for line in totals],
                       {"paper": [line[4][n] for line in totals],
                        "ours": [line[3][n] for line in totals]}, "a cell", title)
        plots.legend(axes[0])
    return Result([table], notes, published, draw, (10, 4))


# One neighbour, and all levels distributed over both ranks. No exchange is split in two, and no rank computes a neighbour's rows.
TWO_RANKS = {"decomposition.process_grid": [1, 2], "decomposition.overlap": "none"}
ALL_DEALT = {"multigrid.overlap_rows": []}
SENDS = ("halo_pack", "peer_send", "nccl_send")


def halos(run):
    """[(halo exchanges, references a cell) of one iteration] level by level, finest first."""
    levels = [[0, 0.0] for _ in run.report["decomposition"]["levels"]]
    sends = [0] * len(levels)
    word = 4 if run.report["solver"]["precision"].startswith("float") else 8
    for row in run.kernels():
        level = max(0, row["level"])
        if row["kernel"] == "exchange":
            levels[level][0] += row["calls"]
        elif row["kernel"] in SENDS:
            sends[level] += row["calls"]
        elif row["bytes"]:
            levels[level][1] += row["bytes"] / word / (run.cells / 4 ** level) / run.iterations
    for level, (exchanges, references) in enumerate(levels):
        if not exchanges or not references or sends[level] not in (0, exchanges):
            raise NoFigure(f"{run.path}: level {level} has {exchanges} halo exchanges, {sends[level]} sends and {references:.3g} references: "
                           "expected as many sends as exchanges, and none of these 0")
    return [(exchanges / run.iterations, references) for exchanges, references in levels]


def communication(levels, n):
    """R of equation 16: halo cells sent and received over cells read and written."""
    sent = sum(4 * (n / 2 ** l) * exchanges for l, (exchanges, _) in enumerate(levels))
    moved = sum((n / 2 ** l) ** 2 * references for l, (_, references) in enumerate(levels))
    return sent / moved


def table2(context):
    published = context.published("petascale-table2")
    done = context.sweep([Case(name, "petascale-table-2.toml",
                               {"solver.method": method, **context.grid(128), **TWO_RANKS, **more}, 2, counted=True)
                          for name, method, more in (("cg", "cg-fused", {}), ("multigrid", "multigrid", ALL_DEALT))])
    found = {name: halos(run) for name, run in done.items()}
    if "multigrid" in found:
        found["multigrid, fine level"] = found["multigrid"][:1]
    table = Table("R of equation 16, times 10^4",
                  ["solver", "n a rank", "paper", "ours", "ours/paper", "halos an iteration",
                   "refs a cell"])
    for name, levels in found.items():
        for n, theirs in zip(published["n"], published["rows"][name]):
            ours = 1e4 * communication(levels, n)
            table.rows.append([name, n, theirs, ours, ours / theirs,
                               " ".join(f"{exchanges:.3g}" for exchanges, _ in levels),
                               sum(r / 4 ** l for l, (_, r) in enumerate(levels))])
    notes = [f"paper: {published['source']}",
             "ours: halo exchanges and modelled references counted in a run on two ranks, put into the "
             "paper's formula; we move fewer bytes in a kernel, so the same halos weigh more"]

    def draw(figure):
        ax = figure.subplots()
        series = {}
        for name in found:
            series[f"paper, {name}"] = [(r[1], r[2]) for r in table.rows if r[0] == name]
            series[f"ours, {name}"] = [(r[1], r[3]) for r in table.rows if r[0] == name]
        plots.lines(ax, series, "columns a side of one rank", "$10^4 R$")
        plots.ticks_at(ax, published["n"])
        ax.legend()
    return Result([table], notes, published, draw)


ITEMS = [
    Item("petascale-table1", "petascale paper: flops and references of each kernel, counted",
         table1),
    Item("petascale-table2", "petascale paper: communication over computation", table2, {"scale": 2}),
]
