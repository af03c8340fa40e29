"""Whether the numbers of a report agree: numbers that follow from others are computed again."""
from .of_build import of_build
from .of_measurements import of_measurements
from .of_problem import of_problem
from .of_process import of_process
from .of_samples import of_figure, of_repeats, of_samples, of_sizes
from .of_verdict import of_verdict


def claims(report, rules):
    """All claims, the simplest first: a line of a later one may need what an earlier one found."""
    yield from of_build(report)
    yield from of_problem(report, rules)
    yield from of_verdict(report)
    yield from of_samples(report)
    yield from of_repeats(report)
    yield from of_figure(report, rules)
    yield from of_sizes(report, rules)
    yield from of_measurements(report)
    yield from of_process(report)


def disagreement(report, rules):
    """The first claim that does not hold, in one line; None if all do."""
    return next((line for line in claims(report, rules) if line), None)
