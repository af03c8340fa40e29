"""Counters of kernels, read by NVIDIA's Nsight Compute (ncu)."""
import csv
import io
import re
import shutil
import statistics

from . import launch
from .model import Nothing
from .tables import NoFigure

# Nsight Compute's names of what nvprof called gld_efficiency and tex_cache_hit_rate (its guide, "Metric Comparison").
TIME, READ = "gpu__time_duration.sum", "dram__bytes_read.sum"
LOAD_EFFICIENCY = "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct"
HIT_RATE = "l1tex__t_sector_hit_rate.pct"
# Instructions of threads, and the operations of each, in float and in double.
FLOPS = {f"smsp__sass_thread_inst_executed_op_{letter}{name}_pred_on.sum": count
         for letter in "fd" for name, count in (("add", 1), ("mul", 1), ("fma", 2))}
METRICS = (TIME, READ, LOAD_EFFICIENCY, HIT_RATE, *FLOPS)
# The factor of each unit that --print-units base may print.
UNITS = {"s": 1.0, "second": 1.0, "ms": 1e-3, "msecond": 1e-3, "us": 1e-6, "usecond": 1e-6, "ns": 1e-9, "nsecond": 1e-9,
         "byte": 1.0, "%": 1.0, "inst": 1.0, "": 1.0}


def program():
    """The path of ncu. Raises Nothing where PATH has none."""
    found = shutil.which("ncu")
    if not found:
        raise Nothing("no ncu in PATH: NVIDIA's Nsight Compute reads the counters of a GPU's kernels")
    return found


def command(ncu, kernels, launches, file, words):
    """ncu around a command: the counters of the first launches of kernels whose demangled names match. Clocks stay as they are, as in
    all other runs: ncu would lock them."""
    return [ncu, "--clock-control", "none", "--csv", "--print-units", "base", "--kernel-name-base", "demangled", "--print-kernel-base", "demangled",
            "--kernel-name", f"regex:{kernels}", "--launch-skip", "2", "--launch-count", str(launches),
            "--metrics", ",".join(METRICS), "--log-file", str(file), *words]


def rows(text):
    """Rows of the table that ncu --csv prints behind its own lines, one for each launch and metric, as {column: text}. Raises Nothing
    with ncu's error where there is no table."""
    start = re.search(r'^"ID",', text, re.MULTILINE)
    if not start:
        errors = re.findall(r"^==(?:ERROR|WARNING)== *(.*)$", text, re.MULTILINE)
        raise Nothing(f"ncu: {errors[0] if errors else 'printed no table'}")
    return list(csv.DictReader(io.StringIO(text[start.start():])))


def number(row):
    """A metric's value in seconds, bytes, percent or instructions. Raises NoFigure."""
    value, unit = (row["Metric Value"] or "").replace(",", ""), row["Metric Unit"]
    if not re.fullmatch(r"-?\d+(\.\d*)?([eE][-+]?\d+)?", value) or unit not in UNITS:
        raise NoFigure(f"ncu: {row['Metric Name']} of {row['Kernel Name'][:60]} is '{value}' {unit}: must be a number in a base unit")
    return float(value) * UNITS[unit]


def counters(text, kernels):
    """{kernel: {metric: median over its launches}} for {kernel: pattern of its name}. Raises Nothing without a table, NoFigure where a
    kernel lacks a metric."""
    found = {name: {metric: [] for metric in METRICS} for name in kernels}
    for row in rows(text):
        name = next((n for n, pattern in kernels.items() if re.search(pattern, row["Kernel Name"])), None)
        if name and row["Metric Name"] in METRICS:
            found[name][row["Metric Name"]].append(number(row))
    for name, metrics in found.items():
        if lacks := [metric for metric, values in metrics.items() if not values]:
            raise NoFigure(f"ncu: {lacks[0]} of {name} is missing")
    return {name: {metric: statistics.median(values) for metric, values in metrics.items()} for name, metrics in found.items()}


def measure(kernels, launches, file, words):
    """The counters of a command's kernels, by ncu, whose output stays in a file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    done = launch.start(command(program(), "|".join(kernels.values()), launches, file, words))
    if not file.exists():
        raise Nothing(f"ncu: exit code {done.returncode}, and no output in {file}")
    return counters(file.read_text(errors="replace"), kernels)
