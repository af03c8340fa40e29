"""The hash of the values that a problem class locks, from a report alone (docs/classes.md, "The hash")."""
import hashlib
import json

SECTIONS = ("grid", "boundaries", "physics", "coefficients", "rhs", "sequence", "verification")
OF_THE_ALGORITHM = ("solver", "mixed", "multigrid")  # of `reference` alone
# Keys that the published classes do not know, with their defaults.
YOUNGER = {"grid.flux": "two-point", "coefficients.ground": "flat", "solver.absolute_tolerance": 0.0,
           "solver.divergence_tolerance": 1e8, "solver.min_iterations": 0,
           "multigrid.coefficients": "product", "solver.restart": 10, "solver.sor_factor": 1.0}
FREE = ("physics.time_step", "multigrid.overlap_rows", "multigrid.replicated_from", "multigrid.merge")


def locked_values(report):
    """{key: value} of all keys that the class locks, the algorithm, and from rules 2 on their number."""
    benchmark, parameters = report["benchmark"], report["run"]["parameters"]
    sections = SECTIONS + (OF_THE_ALGORITHM if benchmark["algorithm"] == "reference" else ())
    values = {f"{section}.{key}": value for section in sections for key, value in parameters.get(section, {}).items()}
    for key in ("tolerance", "absolute_tolerance"):  # with any algorithm
        if key in parameters["solver"]:
            values[f"solver.{key}"] = parameters["solver"][key]
    values = {key: value for key, value in values.items() if key not in FREE and (key not in YOUNGER or value != YOUNGER[key])}
    if "solver.method" in values and report["solver"].get("choice"):
        values["solver.method"] = "auto"  # the given value; the parameters have the method that was taken
    # More of these is allowed, so the value that the class wants stands for them.
    for key, least in (("run.repeats", "least_repeats"), ("sequence.least_seconds", "least_seconds")):
        section, name = key.split(".")
        values[key] = min(parameters[section][name], benchmark[least])
    if benchmark["class"].startswith("fill"):
        values = {key: value for key, value in values.items() if key not in ("grid.nx", "grid.ny")}
    rules = {"rules": benchmark["rules"]} if "rules" in benchmark else {}
    return {**values, **rules, "algorithm": benchmark["algorithm"]}


def locked_hash(report):
    """16 hexadecimal digits."""
    text = json.dumps(locked_values(report), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
