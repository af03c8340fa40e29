"""ReFrame tests of an installed Isobar. The problem classes (docs/classes.md) have to be official, and decks of the three programs have to
verify themselves. ReFrame 4.

    reframe -c scripts/packages/reframe -r -t cpu                             isobar is on the PATH
    reframe -c scripts/packages/reframe -r -t gpu -S modules=isobar -S num_tasks=4
    reframe -C scripts/packages/reframe/settings/host.py -c scripts/packages/reframe -r -n IsobarCpuClass -S num_tasks=2

References are a site's own, in its copy of this file: reference = {"system:partition": {"figure": (10000, -0.05, None, "MDOF/s")}}.
"""
import reframe as rfm
import reframe.utility.sanity as sn


class IsobarRun(rfm.RunOnlyRegressionTest):
    """A run that ends with RESULT: VALID, and the report beside it."""

    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    executable = "isobar"
    num_tasks = 1
    time_limit = "10m"
    keep_files = ["report.json"]
    maintainers = ["isobar"]

    @run_before("run")
    def set_arguments(self):
        self.executable_opts = [*self.arguments(), "--report", "report.json"]

    def valid(self):
        return [sn.assert_found(r"^RESULT: VALID$", self.stdout), sn.assert_eq(self.job.exitcode, 0)]

    def milliseconds(self, part):
        """The median that the screen has of a part of the run."""
        return sn.extractsingle(rf"^{part} +(\S+) ms", self.stdout, 1, float)

    @performance_function("ms")
    def solve(self):
        return self.milliseconds("solve")

    @performance_function("GB/s")
    def copy_rate(self):
        return sn.extractsingle(r"% of the best copy's (\S+) GB/s", self.stdout, 1, float)


class IsobarClass(IsobarRun):
    """A class as everybody solves it: valid alone is not enough."""

    algorithm = parameter(["open", "reference"])

    def arguments(self):
        return ["--class", self.problem, "--algorithm", self.algorithm]

    @sanity_function
    def is_official(self):
        return sn.all([sn.assert_found(r"^OFFICIAL: true$", self.stdout), *self.valid()])

    @performance_function("MDOF/s")
    def figure(self):
        name = rf"FOM\({self.problem}, {self.algorithm}\)"
        return sn.extractsingle(rf"^{name}: (\S+) MDOF/s", self.stdout, 1, float)

    @performance_function("ms")
    def setup_time(self):
        return self.milliseconds("setup")

    @performance_function("ms")
    def update(self):
        return self.milliseconds("update")


@rfm.simple_test
class IsobarCpuClass(IsobarClass):
    """They take seconds on a laptop."""

    descr = "Isobar's problem classes on CPUs"
    problem = parameter(["S", "sphere-S"])
    tags = {"benchmark", "isobar", "cpu"}


@rfm.simple_test
class IsobarGpuClass(IsobarClass):
    """One rank a GPU. M takes a small one, L one with 80 GB; fill=0.8 takes minutes on any."""

    descr = "Isobar's problem classes on GPUs"
    problem = parameter(["M", "sphere-M", "L", "fill=0.8"])
    valid_systems = ["+gpu"]
    num_gpus_per_node = 1
    tags = {"benchmark", "isobar", "gpu"}


class IsobarDeck(IsobarRun):
    """A deck of inputs/: its figure compares runs of this deck alone."""

    sourcesdir = "../../../inputs"
    tags = {"verification", "isobar", "cpu"}

    def arguments(self):
        return [self.deck]

    @sanity_function
    def is_valid(self):
        return sn.all(self.valid())

    @performance_function("MDOF/s")
    def figure(self):
        return sn.extractsingle(r"^FOM: (\S+) MDOF/s", self.stdout, 1, float)


@rfm.simple_test
class IsobarSolve(IsobarDeck):
    """Seconds on a laptop, on as many ranks as the site says."""

    descr = "Decks of isobar"
    deck = parameter(["quickstart.toml", "atmosphere.toml", "unsymmetric.toml"])


@rfm.simple_test
class IsobarFlow(IsobarDeck):
    """The Poisson equation on a cube."""

    descr = "Isobar's second program"
    executable = "isobar_flow"
    deck = parameter(["flow/poisson.toml"])


@rfm.simple_test
class IsobarFem(IsobarDeck):
    """Finite elements on an unstructured mesh."""

    descr = "Isobar's third program"
    executable = "isobar_fem"
    deck = parameter(["fem/circle-q1.toml"])
