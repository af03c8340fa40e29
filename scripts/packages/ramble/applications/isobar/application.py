from ramble.appkit import *


class Isobar(ExecutableApplication):
    """Solvers of the pressure correction of weather models, and a benchmark made of them: the problem
    classes, which everybody solves alike (docs/classes.md)."""

    name = "isobar"

    tags("multigrid", "krylov", "structured-grid", "weather", "memory-bound", "mpi", "kokkos")

    executable(
        "class",
        "isobar --class {problem} --algorithm {algorithm} --transport {transport} --report report.json {more}",
        use_mpi=True,
    )
    workload("class", executables=["class"])

    workload_variable("problem", default="M", description="Problem class: S, M, L, XL, sphere-S to sphere-XL, or fill=SHARE",
                      workloads=["class"])
    workload_variable("algorithm", default="open", description="Algorithm of the class",
                      values=["open", "reference"], workloads=["class"])
    workload_variable("transport", default="auto", description="How halos travel",
                      values=["auto", "peer", "segment", "nccl", "device", "staged"], workloads=["class"])
    workload_variable("more", default="", description="Further arguments", workloads=["class"])

    log = "{experiment_run_dir}/{experiment_name}.out"

    figure_of_merit("figure", log_file=log, fom_regex=r"^FOM\(.+, \w+\): (?P<figure>\S+) MDOF/s",
                    group_name="figure", units="MDOF/s")
    for part in ("setup", "update", "solve"):
        figure_of_merit(part, log_file=log, fom_regex=rf"^{part} +(?P<{part}>\S+) ms",
                        group_name=part, units="ms")
    figure_of_merit("copy", log_file=log, fom_regex=r".*% of the best copy's (?P<copy>\S+) GB/s",
                    group_name="copy", units="GB/s")
    figure_of_merit("iterations", log_file=log, fom_regex=r"^iterations +(?P<iterations>\d+)",
                    group_name="iterations", units="")

    # Only an official run has the figure of its class.
    success_criteria("official", mode="string", match=r"^OFFICIAL: true$", file=log)
    success_criteria("valid", mode="string", match=r"^RESULT: VALID$", file=log)
