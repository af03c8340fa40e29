"""Relations of the runs of one result: of one command and machine, started anew each, one after the other."""
from report_items.reading import BadInput, shown

from .of_build import time_of
from .twins import samples_of, twins

# Settings in which runs of one command may differ: the file of each report.
FREE = ("output",)


def program_of(report):
    """Build ids and SHA-256 of the executable and of the libraries that it needs; None for older reports."""
    libraries = report["environment"].get("libraries")
    return libraries and [(one["path"], one["build_id"], one["sha256"]) for one in libraries if one["origin"] in ("executable", "needed")]


def command_of(report):
    """The facts that are the same in all runs of one command on one system."""
    where, benchmark = report["environment"], report["benchmark"]
    return {"rules": benchmark.get("rules", 1), "class": benchmark["class"], "algorithm": benchmark["algorithm"], "hash": benchmark["hash"],
            "version": report["run"]["version"], "commit": benchmark["commit"],
            "ranks": report["decomposition"]["ranks"], "devices": benchmark.get("devices"), "nodes": benchmark.get("nodes"),
            "device": where["gpu"] or where["host"]["cpu"], "cores": where["host"]["cores"],
            "compiler": where["compiler"], "flags": where["flags"], "MPI library": where["mpi"]["library"],
            "Kokkos": (where["kokkos"]["version"], where["kokkos"]["backend"], where["kokkos"]["threads"]),
            "program (environment.libraries)": program_of(report), "method": report["solver"]["method"], "columns": report["run"]["parameters"]["grid"]["nx"],
            "settings": {name: keys for name, keys in report["run"]["parameters"].items() if name not in FREE}}


def check_runs(paths, reports):
    """Checks that all are runs of one command, and different ones. Returns their samples, which are compared with other results."""
    first, seen = command_of(reports[0]), []
    for path, report in zip(paths, reports):
        own = command_of(report)
        if other := next((key for key in first if own[key] != first[key]), None):
            raise BadInput(f"{shown(path)}: {other} is not as in {paths[0].name}; expected runs of one command")
        samples = samples_of(report)
        for before, known in seen:
            if line := twins(known, samples):
                raise BadInput(f"{shown(path)}: the same run as {before.name}: {line}; expected runs started anew")
        seen.append((path, samples))
    check_times(paths, reports)
    return seen


def check_times(paths, reports):
    """A run ends after the one before it by what it has timed, at least: two at once on one host disturb each other."""
    order = sorted(zip(paths, reports), key=lambda one: one[1]["run"]["date"])
    for (before, earlier), (path, later) in zip(order, order[1:]):
        if not set(earlier["environment"]["host"]["names"]) & set(later["environment"]["host"]["names"]):
            continue
        apart = (time_of(later["run"]["date"]) - time_of(earlier["run"]["date"])).total_seconds()
        sizes = sum(size["repeats"] * size["seconds"]["repeat"] for size in later["benchmark"]["sizes"][1:] if size["seconds"])
        timed = later["benchmark"]["seconds"] + sizes / 2  # a median is at most twice the mean
        if apart < timed - 1:  # dates have whole seconds
            raise BadInput(f"{shown(path)}: run.date is {apart:.0f} s behind {before.name}, must be at least the {timed:.1f} s that it has timed: "
                           "runs of one host come one after the other")


def check_nodes(path, about, reports):
    """Nodes and GPUs in the reports. The ranks of a CPU do not tell its sockets."""
    for report in reports:
        known = {"nodes": report["benchmark"].get("nodes"),
                 "devices": report["environment"]["gpu"] and report["benchmark"].get("devices")}
        for key, value in known.items():
            if value and value != about[key]:
                raise BadInput(f"{shown(path)}: {key} = {about[key]}, but the reports say {value}")
    hosts = max(len(set(report["environment"]["host"]["names"])) for report in reports)
    if about["nodes"] < hosts:
        raise BadInput(f"{shown(path)}: nodes = {about['nodes']}, but the reports name {hosts} hosts")
    for key in ("nodes", "devices"):
        whole = about.get(f"{key}_of_system", about[key])
        if whole < about[key]:
            raise BadInput(f"{shown(path)}: {key}_of_system = {whole}, must be at least {key}, {about[key]}")
    ranks = reports[0]["decomposition"]["ranks"]
    if about["nodes"] > ranks:
        raise BadInput(f"{shown(path)}: nodes = {about['nodes']}, must be at most the {ranks} ranks of the reports")
