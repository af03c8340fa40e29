from ramble.appkit import *


class Isobar(ExecutableApplication):
    """Solvers of the pressure correction of weather models, and a benchmark made of them."""

    name = "isobar"

    tags("multigrid", "krylov", "structured-grid", "weather", "memory-bound", "mpi", "kokkos")

    with when("package_manager_family=spack"):
        software_spec("isobar", pkg_spec="isobar@main")
        required_package("isobar", package_manager="spack*")

    executable(
        "solve",
        "isobar {deck} --set grid.nx={nx} --set grid.ny={ny} --set grid.nz={nz} "
        "--set run.repeats={repeats} --transport {transport} --report report.json {more}",
        use_mpi=True,
    )
    workload("solve", executables=["solve"])

    workload_variable("deck", default="{isobar_path}/share/isobar/inputs/fastest.toml",
                      description="Deck: physics, right-hand side and method", workloads=["solve"])
    workload_variable("nx", default="512", description="Columns in x", workloads=["solve"])
    workload_variable("ny", default="512", description="Columns in y", workloads=["solve"])
    workload_variable("nz", default="128", description="Layers", workloads=["solve"])
    workload_variable("repeats", default="9", description="Timed solves", workloads=["solve"])
    workload_variable("transport", default="auto", description="How halos travel",
                      values=["auto", "peer", "segment", "nccl", "device", "staged"], workloads=["solve"])
    workload_variable("more", default="", description="Further arguments", workloads=["solve"])

    log = "{experiment_run_dir}/{experiment_name}.out"

    figure_of_merit("FOM", log_file=log, fom_regex=r"^FOM: (?P<fom>\S+) MDOF/s",
                    group_name="fom", units="MDOF/s")
    figure_of_merit("solve", log_file=log, fom_regex=r"^solve +(?P<solve>\S+) ms",
                    group_name="solve", units="ms")
    figure_of_merit("setup", log_file=log, fom_regex=r"^setup +(?P<setup>\S+) ms",
                    group_name="setup", units="ms")
    figure_of_merit("copy", log_file=log, fom_regex=r".*% of the best copy's (?P<copy>\S+) GB/s",
                    group_name="copy", units="GB/s")
    figure_of_merit("iterations", log_file=log, fom_regex=r"^iterations +(?P<iterations>\d+)",
                    group_name="iterations", units="")

    # Only a run that verified itself has a figure of merit.
    success_criteria("valid", mode="string", match=r"^RESULT: VALID$", file=log)
