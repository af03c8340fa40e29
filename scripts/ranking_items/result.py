"""A result: a folder with the reports of one command, each of a new run, and facts that they cannot know."""
import statistics

from report_items.reading import BadInput, shown

from .about import PLAIN, PLAIN_WORDS, read_about
from .of_problem import unknowns
from .of_samples import spread
from .reports import ARCHIVE, files_of, reports_in
from .rules import rules_of, share_of
from .runs import check_nodes, check_runs

ENOUGH = 10  # runs that the rules want (docs/rules.md)
WIDE = 0.2  # spread of a run's repeats above which something disturbed it


def check_folder(folder):
    """Refuses files that do not belong to a result: links, folders, a second archive."""
    if not folder.is_dir():
        raise BadInput(f"{shown(folder)}: no folder; expected one of a result")
    for path in sorted(folder.iterdir()):
        if path.is_symlink() or not path.is_file():
            raise BadInput(f"{shown(path)}: a link or a folder, must be a file of the result")
        if not PLAIN.fullmatch(path.name):
            raise BadInput(f"{shown(path)}: must be {PLAIN_WORDS}")


def check_files(folder, about, files):
    known = {"about.toml", *(one.name for one in files), *(about[key] for key in ("patch", "page") if key in about)}
    for path in sorted(folder.iterdir()):
        if path.name not in known:
            raise BadInput(f"{shown(path)}: belongs to no result, must be about.toml, a report NAME.json, {ARCHIVE}, or the patch or page of about.toml")


def class_name(benchmark):
    """fill=0.80 is fill=0.8."""
    name = benchmark["class"]
    return f"fill={share_of(name):g}" if name.startswith("fill=") else name


class Result:
    def __init__(self, folder, schema, releases):
        if not PLAIN.fullmatch(folder.name) or folder.is_symlink():
            raise BadInput(f"{shown(folder)}: must be a folder {PLAIN_WORDS}, and no link")
        self.name = folder.name
        check_folder(folder)
        self.files = files_of(folder)
        found = [one for file in self.files for one in reports_in(file)]
        if not found:
            raise BadInput(f"{shown(folder)}: no report in it; expected NAME.json, what --report wrote")
        self.paths, self.reports = zip(*found)
        for path, report in zip(self.paths, self.reports):
            schema.check(path, report)
        about = folder / "about.toml"
        self.about = read_about(about)
        check_files(folder, self.about, self.files)
        self.first, self.rules = self.reports[0], rules_of(self.reports[0])
        self.samples = check_runs(self.paths, self.reports)
        check_nodes(about, self.about, self.reports)
        for report in self.reports:
            releases.check(about, self.about["way"], report, strict=self.rules.number > 1)

    @property
    def class_name(self):
        return class_name(self.first["benchmark"])

    @property
    def algorithm(self):
        return self.first["benchmark"]["algorithm"]

    @property
    def hash(self):
        return self.first["benchmark"]["hash"]

    @property
    def device(self):
        where = self.first["environment"]
        return self.about.get("device") or where["gpu"] or where["host"]["cpu"]

    @property
    def departures(self):
        """{key: (found, wanted)} of all runs; empty if the result is official. A program that was changed to take another problem for
        the class's does not say so itself."""
        found = {one["key"]: (one["found"], one["wanted"]) for report in self.reports
                 for one in report["benchmark"]["departures"]}
        published = self.rules.published(self.first["benchmark"])
        return found if found or self.hash == published else {"hash": (self.hash, published)}

    @property
    def chosen(self):
        """The method that the runs took by a measurement; None where the command names it."""
        solver = self.first["solver"]
        return solver["method"] if solver.get("choice") else None

    @property
    def table(self):
        """Results of one table: one class, algorithm and hash."""
        return self.class_name, self.algorithm, self.hash

    @property
    def unknowns(self):
        return unknowns(self.first)

    @property
    def figures(self):
        """The figures of the runs, in MDOF/s."""
        return [report["fom"]["value"] for report in self.reports]

    @property
    def figure(self):
        return statistics.median(self.figures)

    @property
    def spread(self):
        """The largest minus the smallest figure of the runs, divided by their median; None for one run."""
        return spread(self.figures) if len(self.figures) > 1 else None

    @property
    def spread_within(self):
        """The largest spread of a run's repeats."""
        return max(report["benchmark"]["spread"] for report in self.reports)

    def seconds(self, phase):
        """Seconds of one setup, update or solve: the median over runs of their medians."""
        return statistics.median(report["timings"][phase]["median"] for report in self.reports)

    def figure_of_size(self, place, key="mdof_s"):
        """The figure of the class's own size (0), half (1) or a quarter (2) of it: the median over runs; None if one has none."""
        found = [report["benchmark"]["sizes"][place].get(key) for report in self.reports]
        return None if None in found else statistics.median(one["in_all"] for one in found)

    @property
    def fastest(self):
        """The figure with the fastest of a run's repeats in place of medians; None by rules 1."""
        return self.figure_of_size(0, "fastest_mdof_s")

    @property
    def energy(self):
        """Microjoules of a solve for each unknown: the median over runs; None where one has none."""
        found = [report.get("energy", {}).get("microjoules_per_unknown") for report in self.reports]
        return None if None in found else statistics.median(found)

    @property
    def date(self):
        """The date of the last run, YYYY-MM-DD."""
        return max(report["run"]["date"] for report in self.reports)[:10]
