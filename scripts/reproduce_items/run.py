"""One report of the program, by the quantities that the papers print."""
import pathlib

from report_items import reading

from .tables import NoFigure, number

# The role of a kernel in CG; names as in isobar/core/launch/kernel_list.hpp and in labels of libraries.
ROLES = (("exchange", "exchange"), ("mirror", "exchange"), ("spmv", "SpMV"), ("apply", "SpMV"),
         ("tridiag", "preconditioner"), ("solve", "preconditioner"), ("precond", "preconditioner"))


class Run:
    def __init__(self, report, path):
        self.report, self.path = report, pathlib.Path(path)

    @staticmethod
    def load(path):
        """Raises reading.BadInput where the file is no report that this version's programs write."""
        report = reading.parsed(pathlib.Path(path))
        reading.check(report, path)
        return (FlowRun if "flow" in report else Run)(report, path)

    @property
    def iterations(self):
        return self.report["solver"]["iterations"]

    @property
    def converged(self):
        return self.report["solver"]["converged"]

    @property
    def cells(self):
        grid = self.report["run"]["parameters"]["grid"]
        return self.panels * grid["nx"] * grid["ny"] * grid["nz"]

    @property
    def panels(self):
        return 6 if self.report["run"]["parameters"]["grid"].get("domain") == "sphere" else 1

    @property
    def columns_text(self):
        """Columns of all panels, as the screen shows them."""
        grid = self.report["run"]["parameters"]["grid"]
        return " x ".join(map(str, [*([self.panels] if self.panels > 1 else []), grid["nx"], grid["ny"]]))

    @property
    def benchmark(self):
        """The report's part about the problem class, or None."""
        return self.report.get("benchmark")

    @property
    def columns(self):
        return self.report["run"]["parameters"]["grid"]["nx"]

    @property
    def ranks(self):
        return self.report["decomposition"]["ranks"]

    @property
    def copy(self):
        """Bytes a second of a copy, all ranks together."""
        value = self.report["timings"]["copy_bandwidth_gb_s"]
        return value and value * 1e9

    def seconds(self, what):
        """Median of "setup", "solve", "transpose" or "total", above 0."""
        median = self.report["timings"][what]["median"]
        if not median:
            raise NoFigure(f"{self.path}: timings.{what}.median is {median}: the run timed nothing")
        return median

    @property
    def iteration(self):
        return self.seconds("solve") / max(1, self.iterations)

    def history(self):
        """(seconds, residual norm relative to the first) after each iteration, which all take as long."""
        norms = self.report["solver"]["residual_history"]
        if not norms or not norms[0] or None in norms:
            raise NoFigure(f"{self.path}: no residual norm, or one that is not finite, so that none is relative to the first")
        return [(k * self.iteration, norm / norms[0]) for k, norm in enumerate(norms)]

    def reduction(self):
        """Mean factor by which an iteration reduces the residual norm; None where the last one is 0."""
        last = self.history()[-1][1]
        return last ** (1 / self.iterations) if self.iterations and last else None

    def kernels(self):
        return self.report["timings"]["kernels"]

    def share(self, role):
        """Seconds of an iteration in kernels with this role, on all levels."""
        return sum(r["seconds"] for r in self.kernels() if role_of(r["kernel"]) == role) \
            / max(1, self.iterations)

    def call(self, role):
        """(seconds, bytes) of one call of the kernel with this role on the finest level."""
        rows = [r for r in self.kernels() if r["level"] <= 0 and role_of(r["kernel"]) == role]
        if not rows:
            return None, None
        calls = max(r["calls"] for r in rows)
        if not calls:
            raise NoFigure(f"{self.path}: {rows[0]['kernel']} was never called")
        known = [r["bytes"] for r in rows if r["bytes"] is not None]
        return sum(r["seconds"] for r in rows) / calls, sum(known) / calls if known else None

    def useful_bandwidth(self):
        """Modelled bytes of all kernels over the time of an unfenced solve; None without model."""
        total = sum(r["bytes"] or 0 for r in self.kernels())
        return total / self.seconds("solve") if total else None

    def of_copy(self):
        """The same as a fraction of a copy's bandwidth."""
        useful = self.useful_bandwidth()
        return useful / self.copy if useful and self.copy else None

    def line(self):
        return (f"{self.iterations} iterations, {self.seconds('solve'):.4g} s, "
                f"{self.report['solver']['status']}")

    def machine(self):
        e = self.report["environment"]
        return (f"{e['gpu'] or e['host']['cpu']}, Kokkos {e['kokkos']['version']} "
                f"{e['kokkos']['backend']}, {e['compiler']}")


class FlowRun(Run):
    """A report of time steps."""

    def line(self):
        flow = self.report["flow"]
        return f"{flow['steps']} steps to time {number(flow['time'])}, ended by {flow['ended_by']}"


def role_of(kernel):
    return next((role for word, role in ROLES if word in kernel), "BLAS and other")
