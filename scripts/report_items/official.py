"""Whether results of problem classes can be compared (docs/rules.md, "How to judge two results")."""

KEYS = ("class", "algorithm", "hash")


def said(value):
    return "none" if value is None else str(value)


def listed(values):
    return f"{', '.join(map(said, values[:-1]))} and {said(values[-1])}"


def departure(one):
    """A departure in words."""
    return f"{one['key']}: found {said(one['found'])}, wanted {said(one['wanted'])}"


def problems(names, benchmarks):
    """A line for each reason; `benchmarks` are those of the reports, None where a run is of no class."""
    if not any(benchmarks):
        return
    for key in KEYS:
        values = [one and one[key] for one in benchmarks]
        if any(value != values[0] for value in values):
            yield f"{key}: {listed(values)}"
    for name, one in zip(names, benchmarks):
        if one is not None and not one["official"]:
            yield f"{name} is not official: {'; '.join(map(departure, one['departures']))}"
