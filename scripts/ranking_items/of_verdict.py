"""Whether a report's verdict follows from its checks, and the checks are those that the program makes, with its bounds."""
from .claims import equal, holds, is_number, within
from .rules import TOLERANCE

LAST_DIGIT = 1e-6  # miniapp/run/solve_checks.hpp
# Discretisation errors of the problems with known solutions are the same on all machines: the values of double precision.
KNOWN = {"manufactured_error": 2.27316e-4, "manufactured_order": 4.0747e-4, "manufactured_panel_error": 5.71024e-4,
         "manufactured_panel_order": 0.03397, "manufactured_sphere_error": 2.80525e-4, "manufactured_sphere_order": 0.044966}
# The form of a value in a check's message.
FORMATS = {"converged": ".2e", "true_residual": ".3e", "symmetry": ".1e", "manufactured_error": ".2e",
           "manufactured_panel_error": ".2e", "manufactured_sphere_error": ".2e"}
# The norm of the last step's right-hand side, which no algorithm changes: the first entry of solver.residual_history.
FIRST_NORMS = {"S": 8.168445743341e-06, "M": 2.0427621590641e-06, "sphere-S": 3.7578825692097e-05}


def bounds(report):
    """{name: (least, most)} of the bounds of the checks that the run makes."""
    asked, precision = report["run"]["parameters"], report["solver"]["precision"]
    tolerance, double = asked["solver"]["tolerance"], precision in ("double", "mixed")
    agreed = asked["verification"]["residual_agreement"] * tolerance
    found = {"converged": (tolerance, tolerance), "true_residual": 2 * (tolerance * (1 + LAST_DIGIT),),
             # It includes rounding, which depends on the size, and in float is far above what is agreed.
             "residual_agreement": (agreed, 2 * agreed if double else 1.0)}
    if asked["verification"].get("iteration_bound"):
        found["iterations"] = 2 * (asked["verification"]["iteration_bound"],)
    if report["equation"]["symmetric"]:
        found["symmetry"] = (1e-12, 1e-12) if double else (1e-12, 1e-5)
    names = {"": 5e-4, "factors_": 5e-4 if report["equation"]["given"] else None, "sphere_": 1e-3 if asked["grid"]["domain"] == "sphere" else None,
             "panel_": 1e-3 if asked["grid"]["domain"] == "panel" and asked["grid"].get("flux") == "vertex" else None}
    for name, error in names.items():
        if error:
            found |= {f"manufactured_{name}error": (error, error)} | ({f"manufactured_{name}order": (0.2, 0.2)} if double else {})
    return found


def of_checks(report):
    """Names, values and bounds."""
    checks = report["verification"]["checks"]
    names, wanted = [one["name"] for one in checks], bounds(report)
    if report["verification"]["valid"] and report["run"]["parameters"]["verification"]["enabled"]:
        for name in wanted:
            yield holds("verification.checks", ", ".join(names), names.count(name) == 1, f"with {name} once, which the program checks")
    for k, one in enumerate(checks):
        name, value, bound = f"verification.checks[{k}] ({one['name']})"[:80], one["value"], one["bound"]
        if one["passed"]:
            yield holds(f"{name}.value", value, is_number(value) and is_number(bound) and 0 <= value <= bound,
                        f"from 0 to its bound, {bound}: it has passed")
        elif one["name"] != "converged" and one["name"] in wanted:
            yield holds(f"{name}.passed", False, not (is_number(value) and is_number(bound) and value <= bound), f"true: {value} is below {bound}")
        if one["name"] in FORMATS and is_number(value):
            said = format(value, FORMATS[one["name"]])
            yield holds(f"{name}.message", one["message"], said in one["message"], f"with its value, {said}")
        if one["name"] in wanted:
            low, high = wanted[one["name"]]
            yield within(f"{name}.bound", bound, low * (1 - 1e-9), high * (1 + 1e-9), "the program's own")
        elif report["benchmark"]["official"]:
            yield holds(name, "there", False, "one of " + ", ".join(wanted))


def of_known_values(report):
    """Values that are the same on every machine in an official run."""
    if not report["benchmark"]["official"]:
        return
    found = {one["name"]: one["value"] for one in report["verification"]["checks"]}
    for name, value in KNOWN.items():
        if name in found:
            slack = 0.01 * value if name.endswith("error") else 0.005
            yield within(f"value of {name}", found[name], value - slack, value + slack, "the scheme's error, which no machine changes")
    first, wanted = report["solver"]["residual_history"][0], FIRST_NORMS.get(report["benchmark"]["class"])
    if wanted:
        yield within("solver.residual_history[0]", first, wanted * (1 - 1e-9), wanted * (1 + 1e-9), "the norm of the class's last right-hand side")


def of_residuals(report):
    """Convergence, iterations and residuals of the steps, of the last solve and of the checks."""
    solver, steps = report["solver"], report["sequence"]["steps"]
    history, tolerance = solver["residual_history"], solver["tolerance"]
    yield equal("solver.converged", solver["converged"], solver["status"] == "converged", f"solver.status, {solver['status']}")
    yield equal("number of entries of solver.residual_history", len(history), solver["iterations"] + 1, "one more than solver.iterations")
    if solver["converged"]:
        yield holds("solver.residual_history", history[-1], is_number(history[0]) and is_number(history[-1])
                    and history[-1] <= history[0] * tolerance * (1 + LAST_DIGIT), f"at the end at most {tolerance:g} of its first entry, {history[0]}")
    if not report["verification"]["valid"]:
        return
    yield holds("solver.converged", solver["converged"], solver["converged"], "true: the verdict is VALID")
    last, most = steps[-1]["iterations"], report["run"]["parameters"]["solver"]["max_iterations"]
    yield holds("solver.iterations", solver["iterations"], 1 <= solver["iterations"] <= min(last, most),
                f"from 1 to {last}, those of the last of sequence.steps, and max_iterations, {most}")
    if not report["run"]["parameters"]["verification"]["enabled"]:
        return
    for k, step in enumerate(steps):
        residual = step["true_residual"]
        yield holds(f"sequence.steps[{k}].true_residual", residual, is_number(residual) and 0 < residual <= tolerance * (1 + LAST_DIGIT),
                    f"above 0, and at most the tolerance, {tolerance:g}")
        yield holds(f"sequence.steps[{k}].iterations", step["iterations"], step["iterations"] >= 1, "at least 1")
    found = {one["name"]: one["value"] for one in report["verification"]["checks"]}
    yield equal("value of true_residual in verification.checks", found["true_residual"], max(one["true_residual"] for one in steps),
                "the largest of sequence.steps")
    own = history[-1] / history[0]
    yield holds("value of converged in verification.checks", found["converged"], found["converged"] >= own * (1 - LAST_DIGIT),
                f"at least {own:.6g}, that of solver.residual_history: it is the worst of all solves")


def of_official(report):
    """The conditions of the word official."""
    benchmark, verification = report["benchmark"], report["verification"]
    failed = [one["name"] for one in verification["checks"] if not one["passed"]]
    yield equal("verification.valid", verification["valid"], not failed and not verification["reason"],
                f"checks that failed: {', '.join(failed) or 'none'}; reason: '{verification['reason']}'")
    yield equal("benchmark.official", benchmark["official"], not benchmark["departures"], f"{len(benchmark['departures'])} departures")
    name = f"FOM({benchmark['class']}, {benchmark['algorithm']})"
    yield equal("benchmark.figure", benchmark["figure"], name if benchmark["official"] else None, "class and algorithm of an official run")
    if not benchmark["official"]:
        return
    chosen = report["solver"].get("choice") is not None  # by a measurement, which is not part of the figure
    for word, wrong in (("is not valid", not verification["valid"]), ("has no known commit", benchmark["commit"] is None),
                        ("comes from changed files (benchmark.changed_files)", benchmark["changed_files"] != 0),
                        ("has too few repeats", benchmark["repeats"] < benchmark["least_repeats"]),
                        ("has too few seconds", benchmark["seconds"] < benchmark["least_seconds"]), ("chose its method", chosen),
                        ("has no verification", not report["run"]["parameters"]["verification"]["enabled"]),
                        ("has another tolerance", report["solver"]["tolerance"] != TOLERANCE)):
        yield holds("benchmark.official", True, not wrong, f"false: the run {word}")


def of_verdict(report):
    for part in (of_official, of_checks, of_residuals, of_known_values):
        yield from part(report)
