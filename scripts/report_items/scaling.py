"""Runs that differ in their ranks: strong or weak scaling, recognised from the sizes of their grids."""
import json
from dataclasses import dataclass

from .axis import Axis
from .html import Cell, join, section, table, tag
from .numbers import count, number, percent, seconds
from .picture import Picture, figure, series
from .shape import is_number

# Settings that say how large a problem is, or follow from that and from the ranks. A deck gives the time step or
# the CFL number, and the other one follows from the grid.
SIZES = {"grid": {"nx", "ny", "nz", "length"}, "mesh": {"levels", "partition"}, "physics": {"cfl", "time_step"},
         "multigrid": {"levels", "merge", "overlap_rows", "replicated_from"}}
BESIDE = {"output", "run", "decomposition", "amalgamation", "launch"}
WEAK = 1.25  # a rank's unknowns may differ by this factor: sides grow by multiples of powers of two


@dataclass
class Group:
    kind: str
    runs: list  # the fewest ranks first; several of one number by their speed, the fastest first

    @property
    def base(self):
        return self.runs[0]

    def speed(self, run):
        """Unknowns a second, or cells times time steps, over those of the fewest ranks."""
        return run.unknowns / run.work / (self.base.unknowns / self.base.work)

    def efficiency(self, run):
        """The efficiency in percent of the ideal: twice the ranks, twice the speed."""
        return 100 * self.speed(run) * self.base.ranks / run.ranks

    def efficiency_of_iteration(self, run):
        """The same of one iteration, whatever their number; None of a flow."""
        if run.is_flow or not run.iterations or not self.base.iterations:
            return None
        return self.efficiency(run) * run.iterations / self.base.iterations

    def best(self):
        """The fastest run of each number of ranks."""
        found = {}
        for run in self.runs:
            found.setdefault(run.ranks, run)
        return list(found.values())


def problem_of(run):
    """The settings that must be equal for two runs to scale from one to the other."""
    settings = {name: {key: value for key, value in keys.items() if key not in SIZES.get(name, ())}
                for name, keys in run["run"]["parameters"].items()
                if name not in BESIDE and isinstance(keys, dict)}
    solver = [run["solver"][key] for key in ("method", "precision", "tolerance")]
    return json.dumps([run.program, run.machine, solver, settings], sort_keys=True)


def ordered(runs):
    return sorted(runs, key=lambda run: (run.ranks, -run.unknowns / run.work))


def many_ranks(runs):
    return len({run.ranks for run in runs}) > 1


def by(runs, key):
    found = {}
    for run in runs:
        found.setdefault(key(run), []).append(run)
    return list(found.values())


def weak_parts(runs):
    """Runs whose ranks have as many unknowns each, on grids that are not all the same."""
    rest = sorted(runs, key=lambda run: run.unknowns / run.ranks)
    while rest:
        least = rest[0].unknowns / rest[0].ranks
        part = [run for run in rest if run.unknowns / run.ranks <= WEAK * least]
        if many_ranks(part) and len({run.grid for run in part}) > 1:
            yield part
        rest = rest[len(part):]


def physics(run, key):
    """A number of the deck, to nine digits; as it stands if it is none; None in the other programs."""
    section = run["run"]["parameters"].get("physics")
    value = section.get(key) if isinstance(section, dict) else None
    return f"{value:.9g}" if is_number(value) else str(value)


def weak(runs):
    """Groups in which the time step or the CFL number stays; of two with the same runs one."""
    found = {}
    for key in ("time_step", "cfl"):
        for alike in by(runs, lambda run: physics(run, key)):
            for one in weak_parts(alike):
                found.setdefault(frozenset(run.name for run in one), one)
    return [one for names, one in found.items() if not any(names < other for other in found)]


def groups(runs):
    """Strong and weak groups of the runs that are valid and have a time."""
    found = []
    for alike in by([run for run in runs if run.valid and run.work], problem_of):
        found += [Group("strong", ordered(part)) for part in by(alike, lambda run: (run.grid, physics(run, "time_step")))
                  if many_ranks(part)]
        found += [Group("weak", ordered(part)) for part in weak(alike)]
    return found


def row_of(group, run):
    return [run.name, Cell(count(run.ranks), run.ranks), run.size, Cell(count(run.iterations), run.iterations),
            Cell(seconds(run.work), run.work), Cell(f"{number(group.speed(run), 3)}", group.speed(run)),
            Cell(percent(group.efficiency(run)), group.efficiency(run)),
            Cell(percent(group.efficiency_of_iteration(run)), group.efficiency_of_iteration(run)),
            "–" if run.ranks == 1 else run["decomposition"]["transport"]["inside_host"]]


def draw(group, runs):
    """Speed over ranks in logarithms, with the ideal line from the fewest ranks on."""
    ranks, first = sorted({run.ranks for run in group.runs}), group.base.ranks
    speeds = [group.speed(run) for run in group.runs]
    ideal = [n / first for n in ranks]
    x_axis = Axis(ranks[0], ranks[-1], 62, 660, log=True)
    y_axis = Axis(0.8 * min(1.0, *speeds), 1.1 * max(ideal[-1], *speeds), 280, 24, log=True)
    picture = Picture(760, 326, f"Speed over ranks, {group.kind} scaling")
    picture.x_axis(x_axis, 24, 280, "ranks", ticks=ranks)
    picture.y_axis(y_axis, 62, 660, f"speed, times that of {first} rank{'s' * (first > 1)}", ticks=ideal)
    picture.line(x_axis.at(first), y_axis.at(1), x_axis.at(ranks[-1]), y_axis.at(ideal[-1]), "ideal")
    picture.text(666, y_axis.at(ideal[-1]) + 4, "ideal", "value")
    picture.curve([(x_axis.at(run.ranks), y_axis.at(group.speed(run))) for run in group.best()], "curve plain")
    for run in group.runs:
        picture.dot(x_axis.at(run.ranks), y_axis.at(group.speed(run)), 5, f"dot {series(runs.index(run))}",
                    f"{run.name}: {run.ranks} ranks, {number(group.speed(run))} times, {percent(group.efficiency(run))}")
    last = group.best()[-1]
    picture.text(666, y_axis.at(group.speed(last)) + (18 if group.efficiency(last) > 90 else 4),
                 percent(group.efficiency(last)), "value")
    return figure(picture, "The dashed line is the ideal: so many times the ranks, so many times the speed. The line joins "
                  "the fastest runs; beside its end the efficiency.")


def part(group, runs):
    said = {"strong": f"Strong scaling, {group.base.size}",
            "weak": f"Weak scaling, some {count(round(group.base.unknowns / group.base.ranks))} unknowns a rank"}
    columns = ["run", "ranks", "grid", "iterations", "time step" if group.base.is_flow else "solve", "times faster",
               "efficiency", "of an iteration", "halos"]
    return section(said[group.kind], draw(group, runs),
                   table(columns, [row_of(group, run) for run in group.runs],
                         "Speed is unknowns a second. Efficiency refers to the fewest ranks; that of an iteration leaves out "
                         "that other sizes need other numbers of them."))


def scaling(runs):
    """A part for each group; None if no two runs scale."""
    parts = [part(group, runs) for group in groups(runs)]
    bad = ", ".join(run.name for run in runs if not run.valid)
    left_out = tag("p", f"Not valid and left out: {bad}.", class_="box bad") if bad else None
    return section("Scaling", join(left_out, parts), level=2, id_="scaling") if parts else None
