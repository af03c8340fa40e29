"""ReFrame tests of an installed Isobar: every deck has to verify itself, and its figure of merit is recorded.

    reframe -c scripts/packages/reframe -r                                    isobar is on the PATH, or a module's
    reframe -c scripts/packages/reframe -r -S modules=isobar -S num_tasks=4 -n IsobarGpu

References are a site's own, in its copy of this file: reference = {"system:partition": {"fom": (10000, -0.05, None, "MDOF/s")}}.
"""
import reframe as rfm
import reframe.utility.sanity as sn


class IsobarRun(rfm.RunOnlyRegressionTest):
    """A deck of inputs/ that ends with RESULT: VALID."""

    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    sourcesdir = "../../../inputs"
    executable = "isobar"
    num_tasks = 1
    time_limit = "10m"
    tags = {"benchmark", "isobar"}
    maintainers = ["isobar"]
    settings = variable(dict, value={})

    @run_before("run")
    def set_arguments(self):
        self.executable_opts = [self.deck, "--report", "report.json"]
        for key, value in self.settings.items():
            self.executable_opts += ["--set", f"{key}={value}"]
        self.keep_files = ["report.json"]

    @sanity_function
    def is_valid(self):
        return sn.all([sn.assert_found(r"^RESULT: VALID$", self.stdout),
                       sn.assert_eq(self.job.exitcode, 0)])

    @performance_function("MDOF/s")
    def fom(self):
        return sn.extractsingle(r"^FOM: (\S+) MDOF/s", self.stdout, 1, float)

    @performance_function("ms")
    def solve(self):
        return sn.extractsingle(r"^solve +(\S+) ms", self.stdout, 1, float)

    @performance_function("GB/s")
    def copy_rate(self):
        return sn.extractsingle(r"% of the best copy's (\S+) GB/s", self.stdout, 1, float)


@rfm.simple_test
class IsobarCpu(IsobarRun):
    """Seconds on a laptop, on as many ranks as the site says."""

    descr = "Isobar on CPUs"
    deck = parameter(["quickstart.toml", "small.toml", "atmosphere.toml", "unsymmetric.toml"])
    tags = {"benchmark", "isobar", "cpu"}


@rfm.simple_test
class IsobarGpu(IsobarRun):
    """512 x 512 x 128 cells, 2 to 4 GB, one rank a GPU."""

    descr = "Isobar on a GPU"
    deck = parameter(["fastest.toml", "paper.toml", "cg-multigrid.toml", "modes.toml"])
    valid_systems = ["+gpu"]
    num_gpus_per_node = 1
    tags = {"benchmark", "isobar", "gpu"}


@rfm.simple_test
class IsobarFlow(IsobarRun):
    """The Poisson equation on a cube."""

    descr = "Isobar's second program"
    executable = "isobar_flow"
    deck = parameter(["flow/poisson.toml"])


@rfm.simple_test
class IsobarFem(IsobarRun):
    """Finite elements on an unstructured mesh."""

    descr = "Isobar's third program"
    executable = "isobar_fem"
    deck = parameter(["fem/circle-q1.toml"])
