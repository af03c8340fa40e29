"""Single-GPU paper, table 7: the kernels of CG by a profiler's counters, 256 x 256 x 128 cells."""
from . import plots, profiler
from .model import Case, Item, Nothing, Result
from .single_gpu import DECK, METHODS, PRECISIONS
from .tables import Table

# The types of our kernels in the names of CUDA's, beside the paper's kernels.
KERNELS = {"matrix-free": {"SpMV": "::Apply<", "preconditioner": "::Solve<"},
           "interleaved": {"SpMV": "::CgSpmv<", "preconditioner": "::CgTridiag<"}}
LAUNCHES = 8  # that are profiled of a run, half of them of either kernel


def cases(context):
    return [Case((precision, form), DECK, {"solver.method": METHODS[form], "solver.precision": precision, "solver.max_iterations": LAUNCHES,
                                           "run.repeats": 1, "run.warmup": 0, "run.kernel_timings": False, **context.grid(256)})
            for precision in PRECISIONS for form in KERNELS]


def require_cuda(done):
    backend = next(iter(done.values())).report["environment"]["kokkos"]["backend"]
    if backend != "Cuda":
        raise Nothing(f"the program was built for {backend}: ncu reads the counters of NVIDIA's GPUs alone")


def figures(counters):
    """[GFLOP/s, GB/s read from DRAM, global load efficiency in %, hit rate of the first cache in %]."""
    seconds = counters[profiler.TIME]
    flops = sum(counters[metric] * count for metric, count in profiler.FLOPS.items())
    return [flops / seconds / 1e9, counters[profiler.READ] / seconds / 1e9, counters[profiler.LOAD_EFFICIENCY], counters[profiler.HIT_RATE]]


def table7(context):
    if not context.options.dry_run:
        profiler.program()
    published = context.published("single-table7")
    wanted = cases(context)
    done = context.sweep(wanted)
    require_cuda(done)
    table = Table("counters of a kernel", ["precision", "form", "kernel", "GFLOP/s", "paper", "GB/s read", "paper", "load efficiency %", "paper",
                                           "cache hits %", "paper"], zeros=("cache hits %",))
    for case in (case for case in wanted if case.key in done):
        precision, form = case.key
        file = context.out / "reports" / f"single-table7-{precision}-{form}.csv"
        found = profiler.measure(KERNELS[form], LAUNCHES, file, context.command(case))
        for kernel, counters in found.items():
            pairs = zip(figures(counters), published["rows"][precision][form][kernel])
            table.rows.append([precision, form, kernel, *(value for pair in pairs for value in pair)])
    notes = [f"paper: {published['source']}; {published['machine']}, by NVIDIA's visual profiler",
             "ours: Nsight Compute, the median of a kernel's launches; a fused multiply and add is two operations; hits are those of the first-level "
             "cache"]

    def draw(figure):
        axes = figure.subplots(1, 2)
        for ax, column, label in ((axes[0], 3, "GFLOP/s"), (axes[1], 9, "cache hits, %")):
            plots.bars(ax, [f"{row[1]}\n{row[2].replace('preconditioner', 'precond.')}\n{row[0]}" for row in table.rows],
                       {"paper": [row[column + 1] for row in table.rows], "ours": [row[column] for row in table.rows]}, label, log=column == 3)
            ax.tick_params(axis="x", labelsize=7)
        plots.legend(axes[0])
    return Result([table], notes, published, draw, (12, 4.2))


ITEMS = [Item("single-table7", "single-GPU paper: the kernels by a profiler's counters (Nsight Compute)", table7)]
