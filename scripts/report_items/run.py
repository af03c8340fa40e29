"""A report in the words of a page: the same for all three programs."""
import pathlib

from .numbers import count, division, spread_of
from .shape import is_number

# Regions and kernels that are parts of an exchange, which has a row of its own.
EXCHANGE_PARTS = ("peer_", "halo_", "nccl_")
LEAST_NORM, MOST_NORM = 1e-300, 1e300  # beyond them doubles lose digits or end
PHASES = ("setup", "update", "assembly", "transpose", "solve", "total", "sequence")


class Run:
    def __init__(self, program, report, name):
        self.program, self.report, self.name = program, report, name

    def __getitem__(self, section):
        return self.report[section]

    @property
    def is_flow(self):
        return "flow" in self.report

    @property
    def valid(self):
        return self["verification"]["valid"]

    @property
    def is_only_unverified(self):
        """Whether nothing speaks against the run but that its verification was switched off."""
        return not self.valid and self["verification"]["reason"].startswith("verification: ")

    @property
    def benchmark(self):
        """The report's part about the problem class; None if the run is of none."""
        return self.report.get("benchmark") if self.program == "isobar" else None

    @property
    def official(self):
        return self.benchmark is not None and self.benchmark["official"]

    @property
    def figure_name(self):
        """The figure of merit's own name for an official result."""
        return self.benchmark["figure"] or "figure of merit" if self.official else "figure of merit"

    @property
    def steps(self):
        """The time steps of a sequence; none without one."""
        found = self.report.get("sequence") if self.program == "isobar" else None
        return found["steps"] if found else []

    @property
    def energy(self):
        """The energy of solves; None if no counter measured it."""
        found = self.report.get("energy")
        known = isinstance(found, dict) and is_number(found.get("joules_per_solve"))
        return found if known else None

    @property
    def deck(self):
        return pathlib.PurePath(self["run"]["deck"]).name or self["run"]["deck"]

    @property
    def ranks(self):
        return self["decomposition"]["ranks"]

    @property
    def grid(self):
        """(nx, ny, nz) of the finest level; (unknowns,) of finite elements."""
        finest = self["decomposition"]["levels"][0]
        return tuple(finest[key] for key in ("nx", "ny", "nz") if key in finest) or (self.unknowns,)

    @property
    def unknowns(self):
        if "problem" in self.report:
            return self["problem"]["unknowns"]
        finest = self["decomposition"]["levels"][0]
        return finest["nx"] * finest["ny"] * finest["nz"]

    @property
    def size(self):
        if self.program == "isobar_fem":
            return f"{count(self.unknowns)} unknowns"
        return " × ".join(map(str, self.grid))

    @property
    def fom(self):
        return self["fom"]["value"]

    @property
    def iterations(self):
        return self["solver"]["iterations"]

    @property
    def machine(self):
        """The name of the machine: a GPU's or a CPU's, or what Kokkos runs on."""
        where = self["environment"]
        return where["gpu"] or where["host"]["cpu"] or where["kokkos"]["backend"]

    def timing(self, phase):
        """{samples, median, min, max} in seconds, or None: a flow has numbers only."""
        found = self["timings"].get(phase)
        return found if isinstance(found, dict) and found["median"] is not None else None

    def seconds(self, phase):
        found = self.timing(phase)
        return found["median"] if found else None

    def phases(self):
        """Names of the phases that were timed more than once."""
        return [phase for phase in PHASES if self.timing(phase)]

    @property
    def work(self):
        """The seconds that count: the median solve, or the mean time step without the first."""
        if not self.is_flow:
            return self.seconds("solve")
        steps = self["flow"]["steps_of_this_run"] - 1
        return division(self["timings"]["other_steps"], steps) if steps > 0 else None

    @property
    def work_name(self):
        return "time step" if self.is_flow else "solve"

    @property
    def repeated(self):
        """The phase whose samples are alike: solves, of a sequence its repeats, as each of its steps solves another system."""
        return "sequence" if self.timing("sequence") else "solve"

    @property
    def spread(self):
        """The spread of the repeated phase."""
        timing = self.timing(self.repeated)
        return spread_of(timing) if timing else None

    @property
    def copy(self):
        """Bandwidth of the best copy, 10^9 bytes a second."""
        return self["timings"]["copy_bandwidth_gb_s"]

    def in_exchange(self, row):
        return row["kernel"].startswith(EXCHANGE_PARTS) and any(
            other["kernel"] == "exchange" and other["level"] == row["level"]
            for other in self["timings"]["kernels"])

    def kernels(self):
        """Rows by time, those that take most first."""
        return sorted(self["timings"]["kernels"], key=lambda row: -row["seconds"])

    @property
    def bytes(self):
        """The bytes that one solve or time step must move at least; None without a model or without kernel timings."""
        known = [row["bytes"] for row in self["timings"]["kernels"] if row["bytes"] is not None]
        return sum(known) or None

    @property
    def work_of_copy(self):
        """The modelled bytes over the time of the solve without fences, in percent of the best copy."""
        rate = division(self.bytes, self.work)
        return 100 * rate / (1e9 * self.copy) if rate and self.copy else None

    def residuals(self):
        """(iteration, residual norm over that of the right-hand side) where both are there and a double holds the quotient."""
        history = self["solver"].get("residual_history") or []
        if not history or not history[0]:
            return []
        found = [(k, norm / history[0]) for k, norm in enumerate(history) if norm is not None]
        return [(k, norm) for k, norm in found if norm == 0 or LEAST_NORM <= norm <= MOST_NORM]

    @property
    def rate(self):
        """Mean factor of an iteration."""
        found = [(k, norm) for k, norm in self.residuals() if k and norm > 0]
        return found[-1][1] ** (1 / found[-1][0]) if found else None
