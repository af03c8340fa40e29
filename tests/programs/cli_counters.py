"""Table 7 of the single-GPU paper: what Nsight Compute (ncu --csv) prints, and machines without it."""

import json
import os
import pathlib
import sys
import unittest
from unittest.mock import patch

from support_cli import EXECUTABLE, SCRIPTS, ScriptTest, environment, memory_directory

sys.path.insert(0, str(SCRIPTS))
from reproduce_items import profiler  # noqa: E402
from reproduce_items.model import Nothing  # noqa: E402
from reproduce_items.tables import NoFigure  # noqa: E402

HEAD = '''==PROF== Connected to process 4711 (/opt/isobar/bin/isobar)
iterations 8
==PROF== Disconnected from process 4711
"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value"
'''
NAME = "void Kokkos::Impl::cuda_parallel_launch_local_memory<Kokkos::Impl::ParallelFor<isobar::March<isobar::<unnamed>::{}<isobar::Precision<double, double>, (bool)0>>>>(T1)"
VALUES = {profiler.TIME: ("ns", "200,000"), profiler.READ: ("byte", "134,217,728"), profiler.LOAD_EFFICIENCY: ("%", "99.5"), profiler.HIT_RATE: ("%", "33.25"),
          **{metric: ("inst", "0") for metric in profiler.FLOPS if "_op_f" in metric},
          **{metric: ("inst", "8,000,000") for metric in profiler.FLOPS if "_op_d" in metric}}
TWO = {"SpMV": "::CgSpmv<", "preconditioner": "::CgTridiag<"}


def line(launch, kernel, metric, unit, value):
    """A row as ncu prints it: quoted, with commas between thousands."""
    return (f'"{launch}","4711","isobar","127.0.0.1","{NAME.format(kernel)}","1","7","(32, 8, 1)","(132, 1, 1)","0","9.0",'
            f'"Command line profiler metrics","{metric}","{unit}","{value}"\n')


def table(kernels, values=None):
    return HEAD + "".join(line(launch, kernel, metric, *value) for launch, kernel in enumerate(kernels)
                          for metric, value in (values or VALUES).items())


class Parser(unittest.TestCase):
    def test_medians_of_the_launches_of_a_kernel(self):
        slow = {**VALUES, profiler.TIME: ("usecond", "900.5")}
        text = table(["CgSpmv", "CgTridiag", "CgSpmv", "Apply"]) + "".join(line(9, "CgSpmv", *(metric, *value)) for metric, value in slow.items())
        found = profiler.counters(text, TWO)
        self.assertEqual(list(found), list(TWO))
        self.assertAlmostEqual(found["SpMV"][profiler.TIME], 2e-4)
        self.assertEqual(found["preconditioner"][profiler.READ], 134217728)
        self.assertEqual(found["preconditioner"][profiler.HIT_RATE], 33.25)
        self.assertEqual(sum(found["SpMV"][metric] * count for metric, count in profiler.FLOPS.items()), 32e6)

    def test_units_of_all_versions(self):
        for unit, seconds in (("nsecond", 2e-4), ("ns", 2e-4), ("usecond", 0.2), ("us", 0.2), ("msecond", 200), ("s", 2e5)):
            row = {"Metric Name": profiler.TIME, "Kernel Name": "k", "Metric Unit": unit, "Metric Value": "200,000"}
            self.assertAlmostEqual(profiler.number(row), seconds)

    def test_what_is_no_figure(self):
        for value, says in ((("ns", "n/a"), "is 'n/a' ns: must be a number"), (("cycle", "5"), "cycle: must be a number in a base unit"),
                            (("Gbyte", "1.5"), "Gbyte: must be"), (("ns", ""), "is '' ns")):
            with self.assertRaises(NoFigure) as seen:
                profiler.counters(table(["CgSpmv", "CgTridiag"], {**VALUES, profiler.TIME: value}), TWO)
            self.assertIn(says, str(seen.exception))

    def test_a_kernel_or_a_metric_that_is_missing(self):
        for text, says in ((table(["CgSpmv"]), f"{profiler.TIME} of preconditioner is missing"),
                           (table(["CgSpmv", "CgTridiag"], {profiler.TIME: VALUES[profiler.TIME]}), f"{profiler.READ} of SpMV is missing")):
            with self.assertRaises(NoFigure) as seen:
                profiler.counters(text, TWO)
            self.assertIn(says, str(seen.exception))

    def test_no_table(self):
        forbidden = ("==PROF== Connected to process 1\n==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU "
                     "Performance Counters on the target device 0.\n")
        for text, says in ((forbidden, "ncu: ERR_NVGPUCTRPERM - The user does not"), ("==WARNING== No kernels were profiled.\n", "No kernels were profiled"),
                           ("", "ncu: printed no table")):
            with self.assertRaises(Nothing) as seen:
                profiler.counters(text, TWO)
            self.assertIn(says, str(seen.exception))


# Programs that stand in for ncu, and for isobar on a GPU.
NCU = """#!{python}
import pathlib, sys
words = sys.argv[1:]
if words[words.index("--clock-control") + 1] != "none":
    sys.exit("ncu would lock the clocks")
file, pattern = (words[words.index(option) + 1] for option in ("--log-file", "--kernel-name"))
kernels = [part.strip(":<") for part in pattern.removeprefix("regex:").split("|")]
pathlib.Path(file).write_text({head!r} + "".join(open({rows!r}).read().replace("KERNEL", kernel) for kernel in kernels))
"""
ON_A_GPU = """#!{python}
import json, subprocess, sys
words = sys.argv[1:]
done = subprocess.run([{executable!r}, *words])
if "--report" in words and done.returncode in (0, 1):
    path = words[words.index("--report") + 1]
    report = json.load(open(path))
    report["environment"]["kokkos"]["backend"] = "Cuda"
    json.dump(report, open(path, "w"))
sys.exit(done.returncode)
"""


class Item(ScriptTest):
    base = memory_directory()

    def make(self, executable=EXECUTABLE, code=0):
        others = [folder for folder in os.environ["PATH"].split(os.pathsep) if not (pathlib.Path(folder) / "ncu").exists()]
        with patch.dict(os.environ, environment(None, self.directory), PATH=os.pathsep.join([str(self.bin), *others])):
            return self.script("reproduce", "single-table7", "--small", "--page", "page.md", "--commit", "0123456789ab", "--out", "out",
                               "--isobar", executable, code=code)

    @property
    def bin(self):
        return self.directory / "bin"

    def stand_in(self, name, text):
        self.bin.mkdir(exist_ok=True)
        path = self.write(f"bin/{name}", text)
        path.chmod(0o755)
        return path

    def ncu(self):
        rows = self.write("rows", "".join(line(0, "KERNEL", metric, *value) for metric, value in VALUES.items()))
        return self.stand_in("ncu", NCU.format(python=sys.executable, head=HEAD, rows=str(rows)))

    def left_out(self, says):
        self.make(code=1)
        self.assertIn(f"Not here: {says}", (self.directory / "page.md").read_text())
        self.assertEqual(list((self.directory / "out").glob("single-table7.*")), [])

    def test_without_ncu_a_line_says_why(self):
        self.left_out("no ncu in PATH: NVIDIA's Nsight Compute")

    def test_a_build_that_is_not_for_cuda(self):
        self.ncu()
        self.left_out("the program was built for ")

    def test_with_both(self):
        self.ncu()
        said = self.make(self.stand_in("isobar", ON_A_GPU.format(python=sys.executable, executable=EXECUTABLE)))
        self.assertIn("single-table7", said)
        rows = json.loads((self.directory / "out/single-table7.json").read_text())["tables"][0]["rows"]
        self.assertEqual(len(rows), 8)
        self.assertEqual(rows[0][:3], ["float", "matrix-free", "SpMV"])
        for row in rows:  # 32e6 operations and 2^27 bytes in 0.2 ms
            self.assertEqual([round(value, 3) for value in row[3::2]], [160.0, 671.089, 99.5, 33.25])
        self.assertEqual([row[4] for row in rows], [223.7, 45.4, 108.7, 47.7, 119.0, 29.1, 60.9, 32.8])


if __name__ == "__main__":
    unittest.main()
