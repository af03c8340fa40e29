"""The context of items: the program, the machine's limits, the reports of runs, the files written."""
import argparse
import json
import pathlib
import re
import shlex
import shutil
import sys

from report_items.reading import BadInput

from . import launch, plots, tables
from .model import Nothing
from .places import INPUTS, ROOT
from .run import Run

DECKS = INPUTS / "papers"
CHANGED = ("levels", "cfl", "depth", "smoother", "cycle", "overlap", "level", "numbering", "OMP_NUM_THREADS")  # settings that lines about runs name
PUBLISHED = pathlib.Path(__file__).resolve().parent / "published"


def reason_of(done):
    """The last line of isobar when it refused, or its exit code."""
    said = re.findall(r"^isobar(?:_flow|_fem)?: (.*)$", done.stderr, re.MULTILINE)
    return said[-1].replace(f"{ROOT}/", "") if said else f"exit code {done.returncode}"


# The settings of --small: hardly more than the smallest grids with all figures.
SMALL = {"small": True, "scale": 8, "nz": 8, "ranks": 2, "repeats": 1, "set": ["run.warmup=0"]}


class Context:
    def __init__(self, options):
        self.options = self.given = options
        self.out = pathlib.Path(options.out)
        self.item = self.count = None
        self._known, self._done, self._runs, self._skipped = {}, {}, [], []

    def begin(self, name, item):
        self.item, self.count, self._runs, self._skipped = name, 0, [], []
        if self.given.small:
            small = {**SMALL, **item.small}
            self.options = argparse.Namespace(**{**vars(self.given), **small, "set": small["set"] + self.given.set})
        return self

    def few(self, cases):
        """All cases of a study; of a small one the first and the last."""
        cases = list(cases)
        return cases[::max(1, len(cases) - 1)] if self.options.small else cases

    @property
    def gaps(self):
        """Allowed gaps of tables whose rows and columns are runs: a skipped run leaves one, and a note says why."""
        return tables.ANY if self._skipped else ()

    def published(self, name):
        return json.loads((PUBLISHED / f"{name}.json").read_text())

    def columns(self, n):
        """Columns a side where the paper has n."""
        return max(1, n // self.options.scale)

    def layers(self, nz=128):
        return self.options.nz or nz

    def grid(self, n, nz=128, px=1, py=1):
        """Settings of the paper's n x n x nz columns a rank on px x py ranks, scaled."""
        return {"grid.nx": px * self.columns(n), "grid.ny": py * self.columns(n),
                "grid.nz": self.layers(nz)}

    def program(self, name):
        """The path of isobar, or of another program, which is in the same folder unless another is given."""
        isobar = pathlib.Path(self.options.isobar)
        given = {"isobar": isobar, "isobar_flow": self.options.isobar_flow,
                 "isobar_fem": self.options.isobar_fem}[name]
        return str(given or isobar.parent / name)

    def knows(self, key, program):
        """The choices of a deck key, as the program's own reference names them."""
        if program not in self._known:
            known = self._known[program] = {}
            said = self.start([self.program(program), "--deck-reference"])
            for line in said.stdout.splitlines():
                if found := re.match(r"\| `(\w+)` \| ([^|]+)\|", line):
                    known.setdefault(found[1], re.findall(r'"([^"]+)"', found[2]))
        return self._known[program].get(key, [])

    def sweep(self, cases):
        """Runs the cases; {key: Run} of those that gave a report. Raises Nothing if none did."""
        runs = {}
        for number, case in enumerate(cases, 1):
            if self.options.dry_run:
                print("   " + shlex.join(self.command(case)))
                continue
            print(f"   [{number}/{len(cases)}] {self._describe(case)} ...", end=" ", flush=True)
            run, reason = None, self._impossible(case)
            if reason is None:
                run, reason = self._solve(case)
            print(run.line() if run else f"skipped: {reason}", flush=True)
            if run:
                runs[case.key] = run
            else:
                self._skipped.append((self._describe(case), reason))
        if not runs:
            raise Nothing("" if self.options.dry_run else "no run was possible")
        return runs

    def _describe(self, case):
        s = {k.split(".")[-1]: v for k, v in case.settings.items()}
        grid = [s.pop(n, None) for n in ("nx", "ny", "nz")]
        size = " x ".join("?" if n is None else str(n) for n in grid) if any(grid) else pathlib.Path(case.deck).stem
        words = [str(s.pop(k)) for k in ("method", "precision", "layout") if k in s]
        words += [f"{k}={v}" for k, v in [*s.items(), *case.environment.items()] if k in CHANGED]
        return " ".join(words + [size, f"{case.ranks} rank{'s' * (case.ranks > 1)}"])

    def _impossible(self, case):
        """The reason why a run is not tried; None if it may work."""
        o, s = self.options, case.settings
        if case.ranks > o.ranks and not case.counted:
            return f"needs {case.ranks} ranks, --ranks is {o.ranks}"
        if o.size and max(case.side or 1, s.get("grid.nx", 1), s.get("grid.ny", 1)) > o.size:
            return f"larger than --size {o.size}"
        if shutil.which(path := self.program(case.program)) is None:
            return f"no program {path}; expected --{case.program.replace('_', '-')} PATH"
        for key in ("solver.method", "solver.precision", "fields.layout"):
            value, name = s.get(key), key.split(".")[-1]
            if value is not None and value not in self.knows(name, case.program):
                return f"this {case.program} has no {name} {value}"
        return None

    def command(self, case, report=None):
        o = self.options
        launcher = o.launcher or ("mpirun -n {ranks}" if case.ranks > 1 else "")
        variables = [f"{name}={value}" for name, value in case.environment.items()]
        words = (["env", *variables] if variables else []) + shlex.split(launcher.format(ranks=case.ranks))
        words += [self.program(case.program), str(DECKS / case.deck)]
        settings = dict(case.settings)
        if o.repeats:
            settings["run.repeats"] = o.repeats
        for key, value in settings.items():
            words += ["--set", f"{key}={tables.toml(value)}"]
        for setting in o.set:
            words += ["--set", setting]
        # Papers also have runs that do not converge; their reports go to the same place.
        return words + (["--set", "output.unconverged=replace", "--report", str(report)]
                        if report else [])

    def _solve(self, case):
        """A Run and None, or None and the reason; the same run is made once."""
        key = shlex.join(self.command(case))
        if key not in self._done:
            report = self.out / "reports" / f"{self.item}-{self._next()}.json"
            report.parent.mkdir(parents=True, exist_ok=True)
            report.unlink(missing_ok=True)
            self._done[key] = self._launch(self.command(case, report), report)
        run, reason = self._done[key]
        if run:
            self._runs.append({"command": key, "report": str(run.path)})
        return run, reason

    def _next(self):
        self.count += 1
        return self.count

    def start(self, command):
        """Runs a command to its end; its output is kept."""
        try:
            return launch.start(command)
        except OSError as error:
            raise Nothing(f"{command[0]}: {error.strerror}") from None

    def _launch(self, command, report):
        done = self.start(command)
        if done.returncode not in (0, 1) or not report.exists():
            return None, reason_of(done)
        try:
            return Run.load(report), None
        except BadInput as error:
            raise tables.NoFigure(str(error)) from None

    def _skips(self):
        """One line for each reason."""
        for reason in dict.fromkeys(reason for _, reason in self._skipped):
            cases = [case for case, why in self._skipped if why == reason]
            others = f" and {len(cases) - 1} more" if len(cases) > 1 else ""
            yield f"skipped {cases[0]}{others}: {reason}"

    def write(self, name, result):
        """Text, JSON and plots of an item; the text without its name. Raises NoFigure, and writes nothing, where a figure is none."""
        machine = next((Run.load(r["report"]).machine() for r in self._runs), None)
        notes = result.notes + list(self._skips())
        tables.check_curves(result.curves or {})
        parts = ([machine] if machine else []) + [tables.text(t) for t in result.tables] + (["\n".join(notes)] if notes else [])
        self.out.mkdir(parents=True, exist_ok=True)
        text = "\n\n".join(parts) + "\n"
        (self.out / f"{name}.txt").write_text(f"{name}\n{text}" if machine else f"{name}\n\n{text}")
        print("\n" + "\n".join("   " + line if line else "" for line in [name, *text.splitlines()]) + "\n")
        (self.out / f"{name}.json").write_text(json.dumps(
            {"item": name, "machine": machine, "command": shlex.join(sys.argv),
             "published": result.published, "tables": [t.data() for t in result.tables],
             "curves": result.curves, "notes": notes, "runs": self._runs}, indent=1, allow_nan=False) + "\n")
        if result.plot and plots.available():
            plots.save(self.out / name, result.plot, result.size)
        return text
