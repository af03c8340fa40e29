"""The shapes of the three programs' reports, as far as a page shows them (docs/report.md, docs/*report.schema.json)."""
from .shape import (AMOUNT, ANYTHING, CELL, COUNT, LEVEL, NULL, NUMBER, OBJECT, POSITIVE, SIZE, TEXT, TRUTH, Either, Every, List,
                    Maybe, Optional)

NO_SAMPLES = {"samples": List(AMOUNT), "median": NULL, "min": NULL, "max": NULL}
SAMPLES = {"samples": List(AMOUNT), "median": AMOUNT, "min": AMOUNT, "max": AMOUNT}
# A run that was interrupted has no samples.
TIMING = Either(lambda v: isinstance(v, dict) and v.get("samples") == [], NO_SAMPLES, SAMPLES)
MEMORY = {"device": COUNT, "host": COUNT, "total": COUNT}
KERNEL = {"kernel": TEXT, "level": LEVEL, "calls": COUNT, "seconds": AMOUNT, "seconds_min": AMOUNT,
          "seconds_max": AMOUNT, "bytes": Maybe(AMOUNT), "gb_s": Maybe(AMOUNT),
          "percent_of_copy": Maybe(AMOUNT)}
COPIES = {"copy_bandwidth_gb_s": Maybe(AMOUNT), "ordinary_copy_gb_s": Maybe(AMOUNT),
          "copies": List({"way": TEXT, "stores": TEXT, "gb_s": Maybe(AMOUNT), "samples": COUNT}),
          "kernels": List(KERNEL)}
SOLVES = {"setup": TIMING, "first_setup": Maybe(AMOUNT), "setup_parts": Every(AMOUNT), "transpose": TIMING,
          "solve": TIMING, "total": TIMING, **COPIES}
SOLVER = {"method": TEXT, "precision": TEXT, "tolerance": SIZE, "iterations": COUNT}
HISTORY = {**SOLVER, "converged": TRUTH, "status": TEXT, "residual_history": List(Maybe(SIZE))}
CHOICE = {"reason": TEXT, "candidates": List({"method": TEXT, "of_cells": Optional(TRUTH), "predicted_solve": Maybe(AMOUNT),
                                              "setup": Maybe(AMOUNT), "update": Maybe(AMOUNT), "solve": Maybe(AMOUNT), "left_out": Maybe(TEXT)})}
ENERGY = {"source": Maybe(TEXT), "joules_per_solve": Maybe(AMOUNT), "microjoules_per_unknown": Maybe(AMOUNT),
          "watts": Maybe(AMOUNT)}
COMMON = {
    "run": {"deck": TEXT, "version": TEXT, "date": TEXT, "parameters": OBJECT, "unused": List(TEXT)},
    "environment": {
        "compiler": TEXT, "flags": TEXT, "build_type": TEXT,
        "kokkos": {"version": TEXT, "backend": TEXT, "threads": COUNT, "configuration": TEXT},
        "mpi": {"library": TEXT, "standard": TEXT},
        "host": {"names": List(TEXT), "cpu": Maybe(TEXT), "cores": COUNT, "memory_bytes": COUNT,
                 "ranks": POSITIVE, "ranks_per_node": COUNT},
        "gpu": Maybe(TEXT)},
    "verification": {"valid": TRUTH, "reason": TEXT,
                     "checks": List({"name": TEXT, "passed": TRUTH, "value": Maybe(NUMBER),
                                     "bound": Maybe(NUMBER), "message": TEXT})},
    "files": List({"what": TEXT, "name": TEXT, "bytes": Maybe(COUNT), "crc32": Maybe(TEXT),
                   "problem": TEXT}),
    "memory": {"predicted_bytes_per_rank": MEMORY, "measured_bytes_per_rank": MEMORY,
               "solve_allocations": Optional(COUNT), "solve_deep_copies": Optional(COUNT)},
    "fom": {"value": Maybe(AMOUNT), "unit": TEXT}, "energy": Optional(ENERGY),
}
BENCHMARK = {"class": TEXT, "algorithm": TEXT, "official": TRUTH, "figure": Maybe(TEXT), "hash": TEXT, "version": TEXT,
             "commit": Maybe(TEXT), "changed_files": COUNT, "least_repeats": COUNT, "least_seconds": AMOUNT,
             "repeats": COUNT, "seconds": AMOUNT, "devices": Optional(POSITIVE), "nodes": Optional(POSITIVE),
             "departures": List({"key": TEXT, "found": ANYTHING, "wanted": ANYTHING}),
             "sizes": Optional(List({
                 "columns": POSITIVE, "method": Optional(Maybe(TEXT)), "unknowns": POSITIVE, "valid": Maybe(TRUTH), "reason": Maybe(TEXT),
                 "seconds": Maybe({"repeat": AMOUNT, "setup": AMOUNT, "update": AMOUNT, "solve": AMOUNT}),
                 "mdof_s": Maybe({"in_all": AMOUNT, "per_node": AMOUNT, "per_device": AMOUNT})}))}
SEQUENCE = {"steps": List({"time_step": SIZE, "sound_speed": SIZE, "right_side": TEXT, "seed": COUNT, "solves": COUNT,
                           "verified": COUNT, "iterations": COUNT, "true_residual": Maybe(SIZE)})}
TRANSPORT = {"inside_host": TEXT, "between_hosts": TEXT, "reason": TEXT}
BOX_LEVEL = {"level": COUNT, "nx": POSITIVE, "ny": POSITIVE, "nz": POSITIVE, "ranks": POSITIVE}
FEM_LEVEL = {"level": COUNT, "elements": POSITIVE, "unknowns": POSITIVE, "fixed": COUNT,
             "stiffness_entries": COUNT, "transfer_entries": COUNT, "stiffness_bytes": COUNT,
             "restriction_bytes": COUNT, "prolongation_bytes": COUNT, "spai_bytes": COUNT}


def decomposition(level, **more):
    return {"ranks": POSITIVE, "transport": TRANSPORT, "levels": List(level, least=1), **more}


ISOBAR = {
    **COMMON, "solver": {**HISTORY, "levels": Maybe(TEXT), "layout": TEXT, "choice": Optional(Maybe(CHOICE))},
    "equation": {"given": List(TEXT), "symmetric": TRUTH, "reason": Maybe(TEXT), "factorises": TRUTH},
    "decomposition": decomposition({**BOX_LEVEL, "overlap": COUNT, "computed_columns": COUNT},
                                   process_grid=List(POSITIVE, 2)),
    "timings": {**SOLVES, "update": TIMING, "sequence": Optional(TIMING)},
    "benchmark": Optional(BENCHMARK), "sequence": Optional(SEQUENCE)}
POISSON = {
    **COMMON, "solver": {**HISTORY, "levels": Maybe(TEXT), "smoother": Maybe(TEXT)},
    "problem": {"kind": TEXT, "unknowns": POSITIVE, "sides": OBJECT},
    "decomposition": decomposition(BOX_LEVEL, process_grid=List(POSITIVE, 2)), "timings": SOLVES}
FLOW = {
    **POISSON,
    "solver": {**SOLVER, "levels": Maybe(TEXT), "smoother": Maybe(TEXT), "solves": COUNT,
               "least_iterations": COUNT, "most_iterations": COUNT, "not_converged": COUNT,
               "history": {"steps_each": POSITIVE, "least": List(AMOUNT), "mean": List(AMOUNT),
                           "most": List(AMOUNT)}},
    "flow": {"steps": COUNT, "steps_of_this_run": COUNT, "time": Maybe(SIZE), "ended_by": TEXT,
             "status": TEXT, "divergence": Maybe(SIZE), "kinetic_energy": Maybe(SIZE)},
    "timings": {"setup": AMOUNT, "first_step": AMOUNT, "other_steps": AMOUNT, **COPIES}}
FEM = {
    **COMMON, "solver": {**HISTORY, "smoother": TEXT, "matrix_format": TEXT},
    "problem": {"unknowns": POSITIVE, "fixed": COUNT, "order": POSITIVE, "numbering": TEXT,
                "mesh": {"elements": POSITIVE}},
    "decomposition": decomposition(FEM_LEVEL, partition=Maybe(OBJECT)),
    "timings": {**SOLVES, "load": Maybe(AMOUNT), "assembly": TIMING,
                "product": Maybe({"seconds": TIMING, "gb_s": Maybe(AMOUNT), "mflop_s": Maybe(AMOUNT),
                                  "percent_of_copy": Maybe(AMOUNT)})},
    "errors": Maybe({"of_u": {"l2": Maybe(SIZE), "energy": Maybe(SIZE)},
                     "of_interpolation": {"l2": Maybe(SIZE), "energy": Maybe(SIZE)}})}
IS_FLOW = Either(lambda report: "flow" in report, FLOW, POISSON)

# For each program: the version of its reports that is read, and their shape.
PROGRAMS = {"isobar": (3, ISOBAR), "isobar_flow": (1, IS_FLOW), "isobar_fem": (1, FEM)}

# The entries that scripts/compare needs, also of reports of earlier versions and of results of scripts/reproduce.
MEDIAN = Optional({"median": Maybe(AMOUNT)})
COMPARED = {
    "run": {"parameters": Every(Maybe(OBJECT))}, "solver": {"method": TEXT, "precision": TEXT, "tolerance": SIZE, "iterations": COUNT},
    "decomposition": {"ranks": POSITIVE}, "verification": {"valid": TRUTH, "reason": TEXT}, "fom": {"value": Maybe(AMOUNT)},
    "benchmark": Optional({key: BENCHMARK[key] for key in ("class", "algorithm", "official", "hash", "departures")}),
    "timings": {**dict.fromkeys(("setup", "update", "solve", "transpose", "total", "sequence"), MEDIAN), "solve": {"median": Maybe(AMOUNT)},
                "copy_bandwidth_gb_s": Maybe(AMOUNT), "kernels": List({"kernel": TEXT, "level": LEVEL, "seconds": AMOUNT})}}
RESULT = {"item": TEXT, "tables": List({"title": TEXT, "columns": List(TEXT, 1), "rows": List(List(CELL, 1))})}
