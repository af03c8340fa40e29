"""Unstructured-grid paper, table 1: unknowns and non-zeros of all levels, counted from the matrices that a run has."""
from .model import Item, Nothing, Result
from .tables import Table
from .unstructured import ORDERS, case, side

# Differences of the printed counts from ours, and why the printed ones are wrong.
PRINTED = ["CIRCLE: the paper prints more non-zeros below 33280 unknowns than there are with rows of the unit matrix on the "
           "boundary, from there on the same",
           "BLOOD, Q1, level 4: the paper prints 889 non-zeros more, on all other levels the same",
           "BLOOD, Q2: the paper prints 20.2 non-zeros a row; conforming biquadratic elements have 16 on the average. Each printed number is "
           "exactly 9 times Q1's of the same level, so it was not counted"]
ONCE = {"solver.max_iterations": 1, "space.numbering": "two-level", "run.repeats": 1, "run.warmup": 0,
        "run.kernel_timings": False, "verification.enabled": False}


def finest(context, mesh, element, levels):
    """The finest of the paper's levels that --size lets run; the coarsest if none is small enough, which is then skipped."""
    size = context.options.size
    return max((level for level in levels if not size or side(mesh, element, level) <= size),
               default=min(levels))


def table1(context):
    published = context.published("unstructured-table1")
    cases = []
    for mesh, of_mesh in published["cases"].items():
        for element in ORDERS:
            level = finest(context, mesh, element, [row[0] for row in of_mesh[element]])
            cases.append(case((mesh, element), mesh, element, level, ONCE))
    done = context.sweep(cases)
    table = Table("unknowns and non-zeros of the stiffness matrix",
                  ["mesh", "element", "level", "unknowns", "paper", "non-zeros", "paper", "paper - ours"], zeros=("paper - ours",))
    for (mesh, element), run in done.items():
        levels = run.report["decomposition"]["levels"]
        for level, paper_unknowns, paper_entries in published["cases"][mesh][element]:
            if level > len(levels):
                continue
            ours = levels[len(levels) - level]
            table.rows.append([mesh, element, level, ours["unknowns"], paper_unknowns,
                               ours["stiffness_entries"], paper_entries,
                               paper_entries - ours["stiffness_entries"]])
    if not table.rows:
        raise Nothing("no level of the table was run")
    return Result([table], [f"paper: {published['source']}", "BLOOD: the vessel that stands in for it, of the same counts",
                            *PRINTED], published)


ITEMS = [Item("unstructured-table-1", "unstructured-grid paper: unknowns and non-zeros of all levels", table1,
              {"size": 64, "set": []})]
