"""How the tests of scripts/ranking edit reports: the path of a value, its change, and the words of the line that refuses it."""


def times(factor):
    return lambda value: factor * value


def to(value):
    return lambda _: value


def plus(number):
    return lambda value: value + number


def without(*names):
    return lambda checks: [one for one in checks if one["name"] not in names]


def check(k, key):
    return "verification", "checks", k, key


def size(k, *keys):
    return "benchmark", "sizes", k, *keys


def valued(k, value, form):
    """A check with another value, in its message too."""
    return (("verification", "checks", k),
            lambda one: one | {"value": value, "message": one["message"].replace(format(one["value"], form), format(value, form))})


def not_run(reason, valid=None):
    """A size without figures; those of rules 1 have no fastest one."""
    none = {"repeats": 0, "iterations": None, "true_residual": None, "seconds": None, "mdof_s": None, "fastest_mdof_s": None}
    return lambda size: size | {key: value for key, value in none.items() if key in size} | {"valid": valid, "reason": reason}


SAMPLES = ((("timings", "sequence", "median"), times(0.5), "timings.sequence.median"),
           (("timings", "solve", "min"), times(0.9), "timings.solve.min"), (("timings", "update", "max"), times(2), "timings.update.max"),
           (("timings", "setup", "median"), to(None), "timings.setup.median is null"),
           (("timings", "sequence", "samples", 0), times(0.99), "timings.sequence."),
           (("timings", "solve", "samples", 5), times(0.5), "timings."), (("timings", "solve", "samples", 5), to(0.0), "above 0"),
           (("timings", "update", "samples"), lambda v: v[1:], "timings.update"),
           (("timings", "solve", "ranks", "max"), times(2), "timings.solve.ranks"),
           (("timings", "solve", "ranks", "min"), times(2), "in order: min, median, max"))
FIGURES = ((("fom", "value"), times(1.01), "fom.value is"), (("fom", "value"), to(None), "fom.value is null"),
           (("benchmark", "spread"), to(0.001), "benchmark.spread"), (("benchmark", "seconds"), plus(1), "benchmark.seconds"),
           (("benchmark", "median"), times(0.9), "benchmark.median"), (("benchmark", "repeats"), plus(1), "benchmark.repeats"),
           (("benchmark", "repeats"), to(8), "benchmark.repeats"),
           (("sequence", "steps", 0, "solves"), plus(1), "sequence.steps[0].solves"),
           (("sequence", "steps", 1, "verified"), plus(-1), "sequence.steps[1].verified"),
           (("run", "parameters", "run", "repeats"), to(500), "benchmark.repeats"),
           (("benchmark", "least_repeats"), to(1), "benchmark.least_repeats"),
           (("benchmark", "least_seconds"), to(0.1), "benchmark.least_seconds"))
SIZES = ((("benchmark", "sizes"), to([]), "benchmark.sizes"), (("benchmark", "sizes"), lambda v: v[:2], "benchmark.sizes: "),
         (("benchmark", "sizes"), to(None), "docs/report.schema.json"), (size(1, "columns"), to(128), "sizes[1].columns"),
         (size(2, "unknowns"), times(2), "sizes[2].unknowns"), (size(1, "mdof_s", "in_all"), times(1.1), "sizes[1].mdof_s.in_all"),
         (size(0, "mdof_s", "per_device"), times(2), "sizes[0].mdof_s.per_device"),
         (size(2, "mdof_s", "per_node"), times(2), "sizes[2].mdof_s.per_node"), (size(1, "valid"), to(False), "sizes[1]."),
         (size(1, "true_residual"), to(1e-3), "sizes[1].true_residual"), (size(2, "iterations"), to(0), "sizes[2].iterations"),
         (size(2, "repeats"), to(3), "sizes[2].repeats is 3, must be at least 8"), (size(1, "seconds", "solve"), times(100), "sizes[1].seconds."),
         (size(1, "reason"), to("slow"), "sizes[1].reason"), (size(0, "iterations"), plus(5), "sizes[0].iterations"),
         (size(0, "true_residual"), times(0.5), "sizes[0].true_residual"),
         (("benchmark", "sizes", 1), not_run(None), "sizes[1].reason"),
         (("benchmark", "sizes", 1), not_run("not run: too few columns"), "one rank can have them"),
         (("benchmark", "sizes", 2), not_run("not run: no fewer columns than the 256 before"), "fewer than 256"),
         (("benchmark", "sizes", 1), not_run("converged", valid=False), "sizes[1].valid is false"))
CHECKS = ((("verification", "checks"), to([]), "with converged once"),
          (("verification", "checks"), without("symmetry"), "with symmetry once"),
          (("verification", "checks"), without("manufactured_order"), "with manufactured_order once"),
          (check(3, "name"), to("beauty"), "with symmetry once"),
          (("verification", "checks"), lambda v: v + [v[3] | {"name": "beauty"}], "beauty"),
          (("verification", "checks"), lambda v: v + v[-1:], "_order once"),
          (check(1, "bound"), to(1.0), "(true_residual).bound"), (check(3, "bound"), to(1e-3), "(symmetry).bound"),
          (check(2, "bound"), to(1e-3), "(residual_agreement).bound"),
          (check(3, "value"), to(1e-3), "(symmetry).value is 0.001, must be from 0 to its bound"),
          (check(4, "value"), to(None), "(manufactured_error).value is null"),
          (*valued(4, 1e-4, ".2e"), "value of manufactured_error"), (check(4, "value"), to(1e-4), "with its value, 1.00e-04"), (check(5, "value"), to(0.1), "value of manufactured_order"),
          (*valued(1, 4e-6, ".3e"), "value of true_residual"), (check(1, "passed"), to(False), "verification.valid"),
          (*valued(0, 1e-12, ".2e"), "value of converged"), (check(3, "value"), to(-1.0), "(symmetry).value"),
          (("verification", "valid"), to(False), "verification.valid"),
          (("verification", "reason"), to("interrupted"), "verification.valid"))
SOLVES = ((("solver", "converged"), to(False), "solver.converged"), (("solver", "status"), to("not converged"), "solver.converged"),
          (("solver", "iterations"), plus(3), "solver.residual_history"),
          (("solver", "residual_history"), lambda v: v + [1e-14], "entries of solver.residual_history"),
          (("solver", "residual_history", -1), to(1e-6), "solver.residual_history"),
          (("solver", "residual_history", 0), times(2), "norm of the class's last right-hand side"),
          (("sequence", "steps", 2, "true_residual"), to(1e-2), "steps[2].true_residual"),
          (("sequence", "steps", 2, "true_residual"), to(None), "steps[2].true_residual is null"),
          (("sequence", "steps", 0, "iterations"), to(0), "steps[0].iterations"))
PROBLEM = ((("benchmark", "hash"), to("0" * 16), "benchmark.hash"), (("benchmark", "hash"), to("no hash"), "docs/report.schema.json"),
           (("benchmark", "class"), to("S"), "grid.nx is 512, must be 128, as class S has it"),
           (("benchmark", "class"), to("XXL"), "benchmark.class: "), (("benchmark", "class"), to("fill=2"), "benchmark.class"),
           (("benchmark", "class"), to("fill=0.8"), "benchmark."), (("run", "parameters", "rhs", "seed"), plus(1), "seed"),
           (("run", "parameters", "solver", "tolerance"), to(0.5), "solver.tolerance"),
           (("run", "parameters", "grid", "nx"), times(2), "levels[0].nx"),
           (("decomposition", "levels", 0, "ny"), times(2), "levels[0].ny"),
           (("decomposition", "levels", 2, "nx"), times(3), "levels[2].nx"),
           (("decomposition", "levels", 1, "level"), plus(1), "levels[1].level"),
           (("decomposition", "levels", 1, "nz"), times(2), "levels[1].nz"),
           (("decomposition", "levels", 1, "computed_columns"), plus(1), "levels[1].computed_columns"),
           (("decomposition", "ranks"), to(8), "decomposition.ranks"),
           (("environment", "host", "ranks"), to(2), "environment.host.ranks"),
           (("decomposition", "process_grid"), to([2, 3]), "process_grid"),
           (("environment", "host", "ranks_per_node"), to(9), "ranks_per_node"),
           (("environment", "host", "names"), to(["a", "b"]), "host.names"), (("benchmark", "devices"), to(8), "benchmark.devices"),
           (("benchmark", "nodes"), to(8), "benchmark."), (("solver", "precision"), to("double"), "solver.precision"),
           (("solver", "method"), to("modes"), "solver.method"), (("solver", "layout"), to("z-fastest"), "solver.layout"),
           (("sequence", "steps", 1, "time_step"), times(2), "steps[1].time_step"),
           (("sequence", "steps", 1, "right_side"), to("random"), "steps[1].right_side"),
           (("sequence", "steps", 3, "seed"), plus(1), "steps[3].seed"),
           (("sequence", "steps", 2, "sound_speed"), times(2), "steps[2].sound_speed"),
           (("sequence", "steps"), lambda v: v + v[:1], "steps of sequence.steps"), (("sequence",), to(None), "of another kind"),
           (("benchmark",), to(None), "of no problem class"))
OFFICIAL = ((("benchmark", "commit"), to(None), "has no known commit"), (("benchmark", "commit"), to("<b>|`[x](y)"), "benchmark.commit"),
            (("benchmark", "commit"), to("F" * 40), "benchmark.commit"),
            (("benchmark", "changed_files"), to(3), "comes from changed files"),
            (("benchmark", "departures"), to([{"key": "x", "found": 1, "wanted": 2}]), "benchmark.official"),
            (("benchmark", "official"), to(False), "benchmark.official"),
            (("benchmark", "figure"), to("FOM(L, open)"), "benchmark.figure"),
            (("benchmark", "version"), to("9.9.9"), "benchmark.version"), (("run", "version"), to("one"), "run.version"),
            (("run", "version"), to("1.0.0+dirty"), "benchmark.version"), (("run", "date"), to("2999-01-01T00:00:00Z"), "run.date"),
            (("run", "date"), to("2001-01-01T00:00:00Z"), "run.date"), (("run", "date"), to("yesterday"), "run.date"),
            (("schema_version",), to(2), "schema_version: 3 was expected"), (("fom",), to({}), "docs/report.schema.json"))
MEASURED = ((("energy", "joules"), times(0.9), "energy.joules_per_solve"),
            (("energy", "microjoules_per_unknown"), times(0.9), "energy.microjoules"), (("energy", "watts"), times(0.9), "energy.watts"),
            (("energy", "devices"), plus(1), "energy.devices"), (("energy", "solves"), to(0), "energy.solves"),
            (("timings", "copy_bandwidth_gb_s"), times(2), "timings.copy_bandwidth_gb_s"),
            (("timings", "ordinary_copy_gb_s"), times(0.5), "timings.ordinary_copy_gb_s"),
            (("timings", "kernels", 0, "gb_s"), times(2), "kernels[0].gb_s"),
            (("timings", "kernels", 0, "percent_of_copy"), times(0.5), "kernels[0].percent_of_copy"),
            (("timings", "kernels", 0, "seconds_max"), times(0.5), "kernels[0].seconds"),
            (("timings", "kernels", 0, "level"), to(99), "kernels[0].level"),
            (("timings", "kernels", 0, "calls"), to(0), "kernels[0].calls"),
            (("timings", "kernels", 0, "calls"), times(1000), "bytes a cell and call"),
            (("environment", "gpu"), to(None), "environment.gpu is null"), (("environment", "host", "memory_bytes"), to(0), "memory_bytes"),
            (("run", "parameters", "multigrid", "levels"), to(3), "multigrid.levels is 3, must be 5"), (("equation", "given"), to(["beta"]), "equation.given is beta, must be empty"),
            (("timings", "first_setup"), to(0.0), "timings.first_setup"), (("timings", "solve", "ranks", "min"), times(0.5), "of the only rank"),
            (("timings", "kernels", 1, "seconds_min"), times(0.5), "seconds_max of the only rank"), (("run", "parameters", "sequence", "least_seconds"), to(9.0), "least_seconds, 9"),
            (("run", "parameters", "solver", "max_iterations"), to(1), "max_iterations, 1"), (("memory", "measured_bytes_per_rank", "total"), times(2), "memory.measured_bytes_per_rank.total"),
            (("memory", "predicted_bytes_per_rank", "total"), to(1000), "memory.predicted_bytes_per_rank.total"))
TYPES = ((("fom", "value"), to("1e4"), "docs/report.schema.json"), (("benchmark", "repeats"), to("117"), "docs/report.schema.json"),
         (("benchmark", "official"), to(1), "docs/report.schema.json"),
         (("timings", "solve", "samples", 0), to("0.003"), "docs/report.schema.json"),
         (("benchmark", "seconds"), to(True), "docs/report.schema.json"))
ALL = SAMPLES + FIGURES + SIZES + CHECKS + SOLVES + PROBLEM + OFFICIAL + MEASURED + TYPES
# Edits of entries that only rules 2 have.
RULES_2 = ((size(0, "seconds", "step"), times(1.1), "sizes[0]."), (size(0, "seconds", "fastest_step"), times(0.9), "sizes[0]."),
           (size(1, "seconds", "step"), times(0.8), "sizes[1]."), (size(1, "seconds", "fastest_step"), times(2), "sizes[1].seconds.fastest_step"),
           (size(2, "fastest_mdof_s", "in_all"), times(2), "sizes[2].fastest_mdof_s.in_all"),
           (size(2, "fastest_mdof_s", "per_node"), times(2), "sizes[2].fastest_mdof_s.per_node"), (size(1, "fastest_mdof_s"), to(None), "sizes[1].fastest_mdof_s"),
           (("benchmark", "steps_per_setup"), to(10), "benchmark.steps_per_setup"), (check(6, "value"), to(9e-4), "with its value, 9.00e-04"),
           (*valued(6, 9e-4, ".2e"), "value of manufactured_panel_error"), (("verification", "checks"), without("manufactured_panel_order"), "with manufactured_panel_order once"),
           (("run", "parameters", "grid", "flux"), to("two-point"), "benchmark.hash"))
