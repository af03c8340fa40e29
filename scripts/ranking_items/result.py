"""A result: a folder with the reports of one command, each a run started anew, and what they cannot know."""
import statistics

from report_items.reading import BadInput, check, parsed, shown

from .about import PLAIN, PLAIN_WORDS, read_about
from .consistency import disagreement, spread, unknowns
from .locked import published_hash
from .reports import files_of, reports_in

# Settings that runs of one command may have otherwise: where each writes its report.
FREE = ("output",)


class Schema:
    """docs/report.schema.json; jsonschema is Debian's python3-jsonschema."""

    def __init__(self, path):
        import jsonschema  # so that all else works without it
        self.best = jsonschema.exceptions.best_match
        self.validator = jsonschema.Draft202012Validator(parsed(path))

    def check(self, path, report):
        """Refuses what is no report of a problem class, or has numbers that do not agree."""
        error = self.best(self.validator.iter_errors(report))
        if error is not None:
            place = ".".join(str(part) for part in error.absolute_path) or "the report"
            raise BadInput(f"{shown(path)}: {place}: {' '.join(error.message.split())[:160]} (docs/report.schema.json)")
        if report["benchmark"] is None:
            raise BadInput(f"{shown(path)}: a run of no problem class; expected one of isobar --class NAME")
        check(report, path)
        try:
            line = disagreement(report)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            line = f"what the benchmark's numbers follow from is not there ({type(error).__name__}: {error})"
        if line:
            raise BadInput(f"{shown(path)}: {line}")


def class_name(benchmark):
    """fill=0.80 is fill=0.8."""
    name = benchmark["class"]
    return f"fill={float(name[5:]):g}" if name.startswith("fill=") else name


def command_of(report):
    """What is the same in all runs of one command on one system."""
    where, benchmark = report["environment"], report["benchmark"]
    return {"class": class_name(benchmark), "algorithm": benchmark["algorithm"], "hash": benchmark["hash"],
            "version": report["run"]["version"], "commit": benchmark["commit"],
            "ranks": report["decomposition"]["ranks"], "device": where["gpu"] or where["host"]["cpu"],
            "compiler": where["compiler"], "flags": where["flags"],
            "settings": {name: keys for name, keys in report["run"]["parameters"].items() if name not in FREE}}


class Result:
    def __init__(self, folder, schema):
        self.name = folder.name
        self.files = files_of(folder)
        found = [one for file in self.files for one in reports_in(file)]
        if not found:
            raise BadInput(f"{shown(folder)}: no report in it; expected NAME.json, what --report wrote")
        self.paths, self.reports = zip(*found)
        for path in (folder, *self.paths):
            if not PLAIN.fullmatch(path.name):
                raise BadInput(f"{shown(path)}: must be {PLAIN_WORDS}")
        for path, report in zip(self.paths, self.reports):
            schema.check(path, report)
        self.about = read_about(folder / "about.toml")
        self.check_runs()
        self.check_nodes(folder / "about.toml")

    def check_runs(self):
        """All are runs of one command, and none is there twice."""
        first, seen = command_of(self.reports[0]), {}
        for path, report in zip(self.paths, self.reports):
            own = command_of(report)
            if other := next((key for key in first if own[key] != first[key]), None):
                raise BadInput(f"{shown(path)}: {other} is not as in {self.paths[0].name}; expected runs of one command")
            samples = str(report["timings"]["sequence"]["samples"])
            if samples in seen:
                raise BadInput(f"{shown(path)}: the same run as {seen[samples].name}; expected runs started anew")
            seen[samples] = path

    def check_nodes(self, path):
        """Nodes and GPUs as far as reports know them: older ones name hosts alone, and a CPU's ranks are no sockets."""
        for report in self.reports:
            known = {"nodes": report["benchmark"].get("nodes"),
                     "devices": report["environment"]["gpu"] and report["benchmark"].get("devices")}
            for key, value in known.items():
                if value and value != self.about[key]:
                    raise BadInput(f"{shown(path)}: {key} = {self.about[key]}, but the reports say {value}")
        hosts = max(len(set(report["environment"]["host"]["names"])) for report in self.reports)
        if self.about["nodes"] < hosts:
            raise BadInput(f"{shown(path)}: nodes = {self.about['nodes']}, but the reports name {hosts} hosts")

    def __getitem__(self, key):
        return command_of(self.reports[0])[key]

    @property
    def departures(self):
        """{key: (found, wanted)} of all runs; empty if the result is official. A program that was made to take another problem for
        the class's does not say so itself."""
        found = {one["key"]: (one["found"], one["wanted"]) for report in self.reports
                 for one in report["benchmark"]["departures"]}
        published = published_hash(self.reports[0]["benchmark"])
        return found if found or self["hash"] == published else {"hash": (self["hash"], published)}

    @property
    def chosen(self):
        """The method that the runs took by a measurement; None where the command names it."""
        solver = self.reports[0]["solver"]
        return solver["method"] if solver.get("choice") else None

    @property
    def table(self):
        """Results of one table: one class, algorithm and hash."""
        return self["class"], self["algorithm"], self["hash"]

    @property
    def unknowns(self):
        return unknowns(self.reports[0])

    @property
    def figures(self):
        """Of the runs, in MDOF/s."""
        return [report["fom"]["value"] for report in self.reports]

    @property
    def figure(self):
        return statistics.median(self.figures)

    @property
    def spread(self):
        """Largest less smallest figure of the runs over their median; None of one run."""
        return spread(self.figures) if len(self.figures) > 1 else None

    def seconds(self, phase):
        """Of one setup, update or solve: the median over runs of their medians."""
        return statistics.median(report["timings"][phase]["median"] for report in self.reports)

    def figure_of_size(self, place):
        """Of the class's own size (0), half (1) or a quarter (2) of it: the median over runs; None where one has none."""
        sizes = [report["benchmark"].get("sizes") for report in self.reports]
        found = [one[place]["mdof_s"]["in_all"] if one and one[place]["mdof_s"] else None for one in sizes]
        return None if None in found else statistics.median(found)

    @property
    def energy(self):
        """Microjoules of a solve for each unknown: the median over runs; None where one has none."""
        found = [report.get("energy", {}).get("microjoules_per_unknown") for report in self.reports]
        return None if None in found else statistics.median(found)

    @property
    def date(self):
        """Of the last run, YYYY-MM-DD."""
        return max(report["run"]["date"] for report in self.reports)[:10]


def read_results(folder, schema):
    """(results, lines): all that can be ranked, and what is wrong with each of the others."""
    results, lines = [], []
    for one in sorted(path for path in folder.glob("*") if path.is_dir()):
        try:
            results.append(Result(one, schema))
        except BadInput as error:
            lines.append(str(error))
    return results, lines
