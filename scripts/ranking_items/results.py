"""All results of docs/results, each checked alone and against the others."""
from report_items.reading import BadInput, check, parsed, shown

from .consistency import disagreement
from .result import Result
from .rules import RULES, rules_of
from .twins import copied, twins


MOST = 500  # characters of a line


class Schema:
    """docs/report.schema.json; jsonschema is Debian's python3-jsonschema."""

    def __init__(self, path):
        import jsonschema  # so that other commands work without it
        self.best = jsonschema.exceptions.best_match
        self.validator = jsonschema.Draft202012Validator(parsed(path))

    def check(self, path, report):
        """Refuses a file that is no report of a problem class, or whose numbers do not agree."""
        error = self.best(self.validator.iter_errors(report))
        if error is not None:
            place = ".".join(str(part) for part in error.absolute_path) or "the report"
            raise BadInput(f"{shown(path)}: {shown(place)}: {' '.join(shown(error.message).split())[:160]} (docs/report.schema.json)")
        if report["benchmark"] is None:
            raise BadInput(f"{shown(path)}: a run of no problem class; expected one of isobar --class NAME")
        check(report, path)
        if line := self.line_of(report):
            raise BadInput(f"{shown(path)}: {line if line.isprintable() else ascii(line)[1:-1]}"[:MOST])

    @staticmethod
    def line_of(report):
        rules = rules_of(report)
        if rules is None:
            return f"benchmark.rules is {report['benchmark']['rules']!r}, must be one of {', '.join(map(str, RULES))}"
        if rules.number == 1 and "rules" in report["benchmark"]:
            return "benchmark.rules is 1, must be 2 or not there: reports of rules 1 do not name them"
        try:
            return disagreement(report, rules)
        except KeyError as error:
            return f"{error.args[0]} is missing, from which numbers of the benchmark follow; must be what --report wrote"
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            return f"a value from which numbers of the benchmark follow is none or of another kind ({error}); must be what --report wrote"


def check_apart(results):
    """Lines of results that have a run of another one: a machine under two names."""
    lines, runs = [], [(one, path, samples) for one in results for path, samples in one.samples]
    for k, (one, path, samples) in enumerate(runs):
        for other, before, known in runs[:k]:
            if one is other or one.class_name != other.class_name:
                continue
            if line := twins(known, samples, copied):
                lines.append(f"{shown(path)}: the same run as {shown(before)}: {line}; expected each run in one result")
                break
    return lines


def read_results(folder, schema, releases):
    """(results, lines): all results that can be ranked, and the fault of each other one."""
    results, lines = [], []
    for one in sorted(folder.glob("*")):
        try:
            if not one.is_dir():
                raise BadInput(f"{shown(one)}: must be in the folder of a result")
            results.append(Result(one, schema, releases))
        except BadInput as error:
            lines.append(str(error))
    return results, lines + check_apart(results)
