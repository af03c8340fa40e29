"""Scripts that read reports, lists, machines and meshes: whatever stands in such a file, a script ends with a page or a table, or with
one line and exit code 2; never with a traceback. Files are nearly right ones, changed at random with a fixed seed."""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import lzma
import os
import random
import re
import sys
import unittest

from support_cli import DOCS, FEM_EXECUTABLE, INPUTS, SCRIPTS, ScriptTest, memory_directory
from support_mutations import cut, texts
from support_report import report_of  # puts scripts on the path

from plot_items import vtu  # noqa: E402
from ranking_items.reports import ARCHIVE, reports_in  # noqa: E402
from reproduce_items.run import Run  # noqa: E402
from reproduce_items.tables import NoFigure  # noqa: E402
from report_items.reading import BadInput  # noqa: E402
from verify_flow_items.runs import Failed, Program  # noqa: E402

SEED = 38

# Replacements of numbers in a list of runs or a machine, which are no JSON.
WORDS = ("1e308", "1e-320", "nan", "inf", "-1", "0", "true", '"text"', "[]", "{}", "1979-05-27", "9" * 400, "[" * 2000)
RESULT = {"item": "x", "machine": "m", "tables": [{"title": "t", "columns": ["n", "ms"], "rows": [["one", 1.5], ["two", 0.25]]}]}

def base_of(kind):
    """A small run's report; its kernels in an order that does not follow from their times."""
    report = report_of(kind)
    report["timings"]["kernels"].sort(key=lambda row: (row["kernel"], row["level"]))
    return report


def script_of(name):
    """A script as a module, as starting Python takes longer than all that it does."""
    loader = importlib.machinery.SourceFileLoader(f"script_{name}", str(SCRIPTS / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def run(module, *words):
    """(exit code, standard output, standard error)."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors=errors) for errors in ("strict", "backslashreplace"))
    before, sys.argv = sys.argv, ["script", *map(str, words)]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = module.main()
            except SystemExit as end:
                code = end.code
    finally:
        sys.argv = before
    for stream in (out, err):
        stream.flush()
    return code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode()


def words_of(random_, text):
    """A text in which some numbers are other words."""
    numbers = list(re.finditer(r"(?<![\w.\"])\d+(?:\.\d+)?(?:e-?\d+)?(?![\w.\"])", text))
    for one in sorted(random_.sample(numbers, min(len(numbers), random_.randint(1, 2))), key=lambda m: -m.start()):
        text = text[:one.start()] + random_.choice(WORDS) + text[one.end():]
    return cut(random_, text) if random_.random() < 0.2 else text


class OneProcess(ScriptTest):
    """Scripts as functions of this process, in a directory of their own."""

    base = memory_directory()

    def setUp(self):
        super().setUp()
        self.random, self.ends = random.Random(SEED), {}
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(self.directory)

    def put(self, text, name="bad.json"):
        path = self.directory / name
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return path

    def ends_well(self, module, *words, codes=(0, 2)):
        """Whether it said what the file shows; else it said one line why not."""
        code, out, err = run(module, *words)
        self.assertIn(code, codes, err)
        self.ends[code] = self.ends.get(code, 0) + 1
        if code == 2:
            self.assertEqual(len(err.splitlines()), 1, err)
            self.assertLess(len(err), 2000)
        else:
            self.assertNotRegex(out, r"\b(nan|inf)\b")
        return code == 0

    def both(self, least):
        """Ends of both kinds were seen, or the files are no test."""
        self.assertGreaterEqual(min(self.ends.get(0, 0), self.ends.get(2, 0)), least, self.ends)

    def each(self, whole, count):
        for number, text in enumerate(texts(self.random, whole, count)):
            yield number, self.put(text)


class Mutations(OneProcess):
    def test_report(self):
        module = script_of("report")
        for kind in ("isobar", "ranks", "poisson", "flow", "fem"):
            good = self.put(json.dumps(base_of(kind)), "good.json")
            for number, path in self.each(base_of(kind), 60):
                with self.subTest(number=number):
                    if self.ends_well(module, *self.random.choice(((path,), (good, path))), "--out", "page.html"):
                        page = (self.directory / "page.html").read_text(encoding="utf-8")
                        self.assertNotRegex(page, r'="[^"]*\b(nan|inf)\b')
        self.both(30)

    def test_compare(self):
        module = script_of("compare")
        for whole in (base_of("isobar"), base_of("fem"), RESULT):
            good = self.put(json.dumps(whole), "good.json")
            for number, path in self.each(whole, 120):
                with self.subTest(number=number):
                    self.ends_well(module, *self.random.choice(((good, path), (path, good), (path, path, good))))
        self.both(30)

    def test_model(self):
        module = script_of("model")
        for kind in ("isobar", "ranks"):
            for number, path in self.each(base_of(kind), 100):
                with self.subTest(number=number):
                    self.ends_well(module, "check", "--machine", "h200", "--limit", 1e300, path, codes=(0, 1, 2))
                    self.ends_well(module, "fit", path)
        self.both(30)

    def test_lists_and_machines_of_the_model(self):
        module = script_of("model")
        runs = (SCRIPTS / "machines/h200-2-runs.toml").read_text().replace('"../../inputs/', f'"{INPUTS}/')
        machine = (SCRIPTS / "machines/h200.toml").read_text()
        for number in range(60):
            with self.subTest(number=number):
                self.ends_well(module, "check", "--machine", "h200", "--limit", 1e300, self.put(words_of(self.random, runs), "runs.toml"),
                               codes=(0, 1, 2))
                path = self.put(words_of(self.random, machine), "machine.toml")
                self.ends_well(module, "predict", INPUTS / "paper.toml", "--set", "multigrid.levels=5", "--iterations", 8, "--machine", path)
        self.both(10)

    def test_ranking(self):
        module = script_of("ranking")
        source = next(path for path in sorted((DOCS / "results").iterdir()) if path.is_dir())
        folder = self.directory / "docs/results/one"
        folder.mkdir(parents=True)
        (self.directory / "docs/report.schema.json").write_bytes((DOCS / "report.schema.json").read_bytes())
        about, archive = (source / "about.toml").read_text(), source / ARCHIVE
        report = reports_in(archive)[0][1]
        for number, text in enumerate(texts(self.random, report, 60)):
            with self.subTest(number=number):
                (folder / "01.json").write_bytes(text.encode("utf-8", "surrogatepass"))
                (folder / "about.toml").write_text(about if number % 4 else words_of(self.random, about))
                self.ends_well(module, "--docs", self.directory / "docs")
        self.assertGreater(self.ends[2], 40)
        (folder / "01.json").unlink()
        (folder / "about.toml").write_text(about)
        self.archives(module, archive.read_bytes(), folder)

    def archives(self, module, whole, folder):
        """An archive that is nearly one, before and behind the compression, which sees by its checksum what was changed."""
        tar = lzma.decompress(whole)
        for number in range(60):
            data = tar if number % 2 else whole
            first = self.random.randrange(len(data) if self.random.random() < 0.5 else 512)
            bad = self.random.choice((data[:first], data[:first] + self.random.randbytes(4) + data[first + 4:], data[:first] + data[first + 64:]))
            (folder / ARCHIVE).write_bytes(lzma.compress(bad, preset=0) if number % 2 else bad)
            with self.subTest(number=number):
                self.ends_well(module, "--docs", self.directory / "docs")

    def test_runs_of_reproduce_and_verify_flow(self):
        """They refuse a file with their own exceptions, or it has the numbers that all items of --list need."""
        program = Program(self.directory / "isobar_flow", self.directory / "out")
        for kind, name in (("isobar", None), ("flow", "flow")):
            for number, path in self.each(base_of(kind), 100):
                with self.subTest(number=number):
                    with contextlib.suppress(BadInput, NoFigure):
                        found = Run.load(path)
                        _ = found.line(), found.machine(), found.iterations, found.copy
                        _ = name or (found.of_copy(), found.share("SpMV"), found.call("SpMV"), found.iteration, found.reduction())
                    if name:
                        (program.out / "flow.json").write_bytes(path.read_bytes())
                        (program.out / "flow.command").write_text(" ".join(program.command("deck", {})) + "\n")
                        with contextlib.suppress(Failed):
                            program.report("flow", "deck", {})

    def test_meshes(self):
        """vtu files as isobar_fem writes them, read as scripts/plot does."""
        done = self.start_program(FEM_EXECUTABLE, INPUTS / "fem/circle-q2.toml", "--set", "mesh.levels=2", "--set", "output.vtk=circle")
        self.assertEqual(done.returncode, 0, done.stderr)
        whole = (self.directory / "circle.vtu").read_bytes()
        read = 0
        for number in range(300):
            first = self.random.randrange(len(whole))
            bad = self.random.choice((
                whole[:first], whole[:first] + bytes(self.random.randrange(256) for _ in range(8)) + whole[first + 8:],
                whole[:first] + whole[first + 64:], whole.replace(b"Float64", b"Int32", 1), whole.replace(b"connectivity", b"types", 1)))
            path = self.directory / "bad.vtu"
            path.write_bytes(bad)
            with self.subTest(number=number):
                try:
                    read += vtu.read(path) is not None
                except vtu.Unreadable as error:
                    self.assertEqual(len(str(error).splitlines()), 1)
        self.assertGreater(read, 10)

    def start_program(self, executable, *words):
        self.executable = executable
        return self.start(*words)


class Extremes(OneProcess):
    """The numbers that ended in tracebacks: a line that names them, and a page where they can be right."""

    def changed(self, value, *path):
        report = report_of("isobar")
        place = report
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        return run(script_of("report"), self.put(json.dumps(report)))

    def test_times_and_counts(self):
        for value in (1e308, 1e-320):
            code, _, err = self.changed(value, "timings", "kernels", 0, "seconds")
            self.assertEqual(code, 2)
            self.assertIn(f"timings.kernels[0].seconds is {value}, must be a number from 0 on (0, or 1e-30 to 1e+30)", err)
        code, _, err = self.changed(10**20, "decomposition", "ranks")
        self.assertIn("decomposition.ranks is an integer too large, must be an integer from 1 on (below 1e20)", err)

    def test_norms_scale_with_the_right_hand_side(self):
        norms = len(report_of("isobar")["solver"]["residual_history"])
        for history in ([1e308] * norms, [1e-320] * norms, [1e-320, 1e308], [1e308, 1e-320], [1e-300, 1e-310]):
            code, _, err = self.changed(history, "solver", "residual_history")
            self.assertEqual((code, err), (0, ""))
        for tolerance in (1e-320, 1e-12, 1e308):
            self.assertEqual(self.changed(tolerance, "solver", "tolerance")[0], 0)


if __name__ == "__main__":
    unittest.main()
