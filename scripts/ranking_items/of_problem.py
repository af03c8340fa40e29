"""Whether a report's problem is consistent: grid, levels, ranks, time steps and solver agree, and the size is the class's."""
import math

from .claims import equal, holds
from .locked import locked_hash
from .rules import LEAST_REPEATS, LEAST_SECONDS, STEPS, TOLERANCE, share_of

OF_DEVICES = ("Cuda", "HIP", "SYCL")  # backends of Kokkos
UNIT, UNIT_ON_SPHERE, UNIT_OF_FILL = 32, 16, 64  # columns: those of smaller sizes, and of fill, are multiples


def panels(report):
    return 6 if report["run"]["parameters"]["grid"]["domain"] == "sphere" else 1


def unknowns(report):
    finest = report["decomposition"]["levels"][0]
    return panels(report) * finest["nx"] * finest["ny"] * finest["nz"]


def columns_of_part(report, part):
    """The columns of half or a quarter of a class (miniapp/pressure/classes/class_sizes.cpp)."""
    columns = report["run"]["parameters"]["grid"]["nx"]
    unit = UNIT if panels(report) == 1 else UNIT_ON_SPHERE
    return (columns + part * unit - 1) // (part * unit) * unit


def of_levels(report):
    grid, levels = report["run"]["parameters"]["grid"], report["decomposition"]["levels"]
    for key in ("nx", "ny", "nz"):
        yield equal(f"decomposition.levels[0].{key}", levels[0][key], grid[key], f"run.parameters.grid.{key}")
    for k, one in enumerate(levels):
        name, above = f"decomposition.levels[{k}]", levels[max(k - 1, 0)]
        yield equal(f"{name}.level", one["level"], k, "its place in the list")
        yield equal(f"{name}.nz", one["nz"], grid["nz"], "layers are the same on all levels")
        for key in ("nx", "ny"):
            yield holds(f"{name}.{key}", one[key], k == 0 or one[key] in ((above[key] + 1) // 2, above[key]), "half that of the level before")
        yield holds(f"{name}.ranks", one["ranks"], 1 <= one["ranks"] <= above["ranks"], "1 to those of the level before")
        if one["overlap"] == 0:
            yield equal(f"{name}.computed_columns", one["computed_columns"], panels(report) * one["nx"] * one["ny"], "nx ny without overlap")


def of_ranks(report):
    parts, host, whole = report["decomposition"]["partitions"], report["environment"]["host"], report["decomposition"]
    for key, found in (("decomposition.ranks", whole["ranks"]), ("environment.host.ranks", host["ranks"])):
        yield equal(key, found, len(parts), "one of decomposition.partitions for each rank")
    yield equal("ranks of decomposition.partitions", [one["rank"] for one in parts], list(range(len(parts))), "each once, in their order")
    yield equal("decomposition.levels[0].ranks", whole["levels"][0]["ranks"], len(parts), "all ranks have the finest level")
    yield holds("environment.host.ranks_per_node", host["ranks_per_node"], 1 <= host["ranks_per_node"] <= len(parts), "1 to the number of ranks")
    yield holds("environment.host.memory_bytes", host["memory_bytes"], host["memory_bytes"] > 2**20, "bytes of the host's memory")
    yield holds("environment.host.names", len(host["names"]), 1 <= len(set(host["names"])) <= len(parts), "names of 1 host to one for each rank")
    if panels(report) == 1:
        yield from of_partitions(report, parts)


def of_partitions(report, parts):
    """Rectangles that cover the panel, each column once."""
    grid = report["run"]["parameters"]["grid"]
    yield equal("product of decomposition.process_grid", math.prod(report["decomposition"]["process_grid"]), len(parts), "the number of ranks")
    yield equal("columns of decomposition.partitions", sum(one["nx"] * one["ny"] for one in parts), grid["nx"] * grid["ny"], "all columns, each once")
    for first, count, along in (("first_i", "nx", grid["nx"]), ("first_j", "ny", grid["ny"])):
        place = 0
        for start, length in sorted({(one[first], one[count]) for one in parts}):
            yield equal(f"decomposition.partitions: {first}", start, place, "each rank begins where another one ends")
            place = start + length
        yield equal(f"decomposition.partitions: {first} + {count}", place, along, "the last rank ends with the grid")


def of_nodes(report):
    benchmark, ranks = report["benchmark"], report["decomposition"]["ranks"]
    if "devices" not in benchmark:
        return
    nodes, devices = benchmark["nodes"], benchmark["devices"]
    if report["environment"]["gpu"] is None:
        yield equal("benchmark.devices", devices, ranks, "on hosts those are the ranks")
    yield holds("benchmark.devices", devices, nodes <= devices <= ranks, f"from benchmark.nodes, {nodes}, to the {ranks} ranks")
    hosts = len(set(report["environment"]["host"]["names"]))
    yield holds("benchmark.nodes", nodes, hosts <= nodes <= ranks, f"from the {hosts} names of hosts to the {ranks} ranks")
    per_node = report["environment"]["host"]["ranks_per_node"]
    yield holds("environment.host.ranks_per_node", per_node, per_node <= ranks - nodes + 1, f"at most {ranks - nodes + 1}: each of {nodes} nodes has a rank")


def of_solver(report):
    solver, asked = report["solver"], report["run"]["parameters"]
    for key in ("precision", "tolerance"):
        yield equal(f"solver.{key}", solver[key], asked["solver"][key], f"run.parameters.solver.{key}")
    yield equal("solver.layout", solver["layout"], asked["fields"]["layout"], "run.parameters.fields.layout")
    levels = asked["multigrid"]["levels"]
    if isinstance(levels, int) and solver["levels"] is not None:
        yield equal("run.parameters.multigrid.levels", levels, len(report["decomposition"]["levels"]), "the number of decomposition.levels")
    gpu, backend = report["environment"]["gpu"], report["environment"]["kokkos"]["backend"]
    yield holds("environment.gpu", gpu, (gpu is not None) == (backend in OF_DEVICES), f"{'a name' if backend in OF_DEVICES else 'null'}: Kokkos' backend is {backend}")
    if not solver.get("choice"):
        yield equal("solver.method", solver["method"], asked["solver"]["method"], "run.parameters.solver.method")


def of_steps(report):
    """Each step's length, sound speed, right-hand side and seed, from run.parameters.sequence."""
    asked, steps = report["run"]["parameters"], report["sequence"]["steps"]
    sequence, physics, rhs = asked["sequence"], asked["physics"], asked["rhs"]
    yield equal("steps of sequence.steps", len(steps), sequence["steps"], "run.parameters.sequence.steps")
    kinds = sequence["right_sides"] or [rhs["kind"]]
    for k, step in enumerate(steps):
        times, speeds = sequence["time_step_factors"], sequence["sound_speed_factors"]
        for key, wanted in (("time_step", physics["time_step"] * times[k % len(times)]), ("right_side", kinds[k % len(kinds)]),
                            ("sound_speed", physics["sound_speed"] * speeds[k % len(speeds)]), ("seed", rhs["seed"] + k)):
            yield equal(f"sequence.steps[{k}].{key}", step[key], wanted, "run.parameters of the sequence")


def of_size(report, rules):
    """Compares the class's name with its columns, and the report with the least numbers that the class wants."""
    benchmark, asked = report["benchmark"], report["run"]["parameters"]
    name, grid, physics = benchmark["class"], asked["grid"], asked["physics"]
    share, columns = share_of(name), rules.columns.get(name)
    yield holds("benchmark.class", name, share or columns, f"one of {', '.join(rules.columns)}, or fill=SHARE (rules {rules.number})")
    yield equal("benchmark.least_repeats", benchmark["least_repeats"], LEAST_REPEATS, "what the classes want")
    yield equal("benchmark.least_seconds", benchmark["least_seconds"], LEAST_SECONDS, "what the classes want")
    if not benchmark["official"]:
        return
    for key in ("nx", "ny"):
        yield holds(f"run.parameters.grid.{key}", grid[key], columns is None or grid[key] == columns, f"{columns}, as class {name} has it")
        yield holds(f"run.parameters.grid.{key}", grid[key], share is None or (grid[key] == grid["nx"] and grid[key] % UNIT_OF_FILL == 0),
                    f"a multiple of {UNIT_OF_FILL} and the same both ways, as {name} has it")
    yield equal("run.parameters.grid.domain", grid["domain"], "sphere" if name.startswith("sphere-") else "panel", f"that of class {name}")
    yield equal("sequence.steps", len(report["sequence"]["steps"]), STEPS, "steps of all classes")
    yield equal("run.parameters.solver.tolerance", asked["solver"]["tolerance"], TOLERANCE, "that of all classes")
    width = 0.5 * math.pi * physics["radius"] / grid["nx"]
    yield equal("run.parameters.physics.time_step", physics["time_step"], physics["cfl"] * width / physics["sound_speed"], "its CFL number")
    equation = report["equation"]
    yield holds("equation.given", ", ".join(equation["given"]), not equation["given"], "empty: the classes solve the papers' equation")
    for key in ("symmetric", "factorises"):
        yield equal(f"equation.{key}", equation[key], True, "the papers' equation is")
    if benchmark["algorithm"] == "open":
        yield holds("solver.precision", report["solver"]["precision"], report["solver"]["precision"] in ("double", "mixed"),
                    "double or mixed: a class holds the solution in double")


def of_problem(report, rules):
    for part in (of_levels, of_ranks, of_nodes, of_solver, of_steps):
        yield from part(report)
    yield from of_size(report, rules)
    yield equal("benchmark.hash", report["benchmark"]["hash"], locked_hash(report), "the hash of run.parameters (docs/classes.md)")
