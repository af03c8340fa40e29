"""scripts/report: bad input gets one line and exit code 2, whatever it is."""

import copy
import json
import os
import pathlib
import unittest

from support_classes import official, with_sizes
from support_cli import ScriptTest
from support_report import report_of, written

from report_items.page import page  # noqa: E402
from report_items.reading import BadInput, check  # noqa: E402
from report_items.run import Run  # noqa: E402


def with_value(value, *path):
    report = report_of("isobar")
    place = report
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return json.dumps(report)


def without(*path):
    report = report_of("isobar")
    place = report
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    return json.dumps(report)


BAD = {
    "empty": ("", "not JSON"),
    "text": ("text", "not JSON"),
    "cut": ("{\"schema_version\": 3, ", "not JSON"),
    "nan": (lambda: with_value(float("nan"), "fom", "value"), "NaN is no number of JSON"),
    "deep": ("[" * 100000, "not JSON (nested too deeply)"),
    "list": ("[]", "not a report of isobar, isobar_flow or isobar_fem"),
    "number": ("3", "not a report of isobar"),
    "item": ('{"item": "x", "tables": []}', "not a report of isobar"),
    "bare": ('{"schema_version": 3, "run": {}, "solver": {}}', "run.deck is missing"),
    "problem": (lambda: with_value({"other": 1}, "problem"), "not a report of isobar"),
    "older": (lambda: with_value(2, "schema_version"), "schema_version of isobar is 2, must be 3"),
    "newer": (lambda: with_value(4, "schema_version"), "schema_version of isobar is 4, must be 3"),
    "no version": (lambda: with_value(None, "schema_version"), "schema_version of isobar is null, must be 3"),
    "true": (lambda: with_value(True, "schema_version"), "schema_version of isobar is true, must be 3"),
    "missing": (lambda: without("timings", "solve", "median"), "timings.solve.median is missing"),
    "text for a number": (lambda: with_value("fast", "fom", "value"), "fom.value is 'fast', must be a number from 0 on"),
    "lines": (lambda: with_value("a\nb", "fom", "value"), "fom.value is 'a\\nb', must be"),
    "truth for a number": (lambda: with_value(True, "solver", "iterations"), "solver.iterations is true, must be an integer"),
    "negative": (lambda: with_value(-1.5, "timings", "kernels", 0, "seconds"),
                 "timings.kernels[0].seconds is -1.5, must be a number from 0 on"),
    "infinite": (lambda: with_value("HERE", "solver", "tolerance").replace('"HERE"', "1e999"),
                 "solver.tolerance is inf, must be a number from 0 on"),
    "large": (lambda: with_value(10**400, "solver", "tolerance"), "solver.tolerance is an integer too large, must be a number"),
    "no level": (lambda: with_value([], "decomposition", "levels"),
                 "decomposition.levels has 0 entries, must have at least 1"),
    "a key of two lines": (lambda: with_value("x", "timings", "setup_parts", "a\nb"), "timings.setup_parts.'a\\nb' is 'x'"),
    "no ranks": (lambda: with_value(0, "decomposition", "ranks"), "decomposition.ranks is 0, must be an integer from 1 on"),
}


class Refused(ScriptTest):
    def refuse_files(self, *arguments, says):
        before = sorted(os.listdir(self.directory))
        said = self.script("report", *arguments, code=2)
        self.assertEqual(len(said.splitlines()), 1, said)
        self.assertTrue(said.startswith("report: "), said)
        self.assertIn(says, said)
        self.assertEqual(sorted(os.listdir(self.directory)), before, "nothing is written")
        return said

    def test_reports_that_are_none(self):
        for name, (text, says) in BAD.items():
            with self.subTest(bad=name):
                path = self.write("bad.json", text if isinstance(text, str) else text())
                self.assertIn("bad.json: ", self.refuse_files(path, says=says))

    def test_one_bad_report_among_good_ones(self):
        good, bad = self.write("good.json", written("isobar")), self.write("bad.json", "[]")
        self.refuse_files(good, bad, says=f"{bad}: not a report")

    def test_files_that_cannot_be_read(self):
        self.refuse_files("none.json", says="none.json: No such file or directory")
        self.refuse_files(self.directory, says="Is a directory")
        (self.directory / "bytes.json").write_bytes(b"\xff\xfe\x00")
        self.refuse_files("bytes.json", says="bytes.json: not a text in UTF-8")
        self.refuse_files("two\nlines.json", says="'two\\nlines.json': No such file")

    def test_a_report_given_twice(self):
        self.write("a.json", written("isobar"))
        self.refuse_files("a.json", "./a.json", says="given twice")

    def test_pages_that_cannot_be_written(self):
        self.write("a.json", written("isobar"))
        self.refuse_files("a.json", "--out", "a.json", says="--out a.json: is one of the reports")
        self.refuse_files("a.json", "--out", "none/a.html", says="--out none/a.html: No such file or directory")
        self.refuse_files("a.json", "--out", ".", says="Is a directory")
        self.assertEqual((self.directory / "a.json").read_text(), written("isobar"))

    def test_nothing_given(self):
        self.assertIn("FILE.json", self.script("report", code=2))


def places(value, path=()):
    """Paths to everything in a report but the deck's parameters; of a list the first."""
    yield path
    entries = value.items() if isinstance(value, dict) else list(enumerate(value))[:1] if isinstance(value, list) else ()
    for key, inside in entries:
        if key != "parameters":
            yield from places(inside, (*path, key))


class Anything(unittest.TestCase):
    """Everything in a report in turn is gone or something else: a page, or one line; never a crash."""

    VALUES = (None, True, -1, 0, 2.5, 10**400, "text", [], {}, [None], {"a": None})

    def page_or_line(self, report, copies=1):
        try:
            page([Run(check(report, pathlib.Path("a.json")), report, f"run {k}") for k in range(copies)])
            return True
        except BadInput as error:
            self.assertNotIn("\n", str(error))
            return False

    def test_every_place(self):
        pages = lines = 0
        wholes = {kind: report_of(kind) for kind in ("ranks", "flow", "fem")}
        for kind, whole in {**wholes, "class": with_sizes(official())}.items():
            for path in list(places(whole))[1:]:
                if kind == "class" and path[0] not in ("benchmark", "sequence", "energy", "timings"):
                    continue
                for n, value in enumerate((*self.VALUES, None)):
                    report = copy.deepcopy(whole)
                    place = report
                    for key in path[:-1]:
                        place = place[key]
                    if n == len(self.VALUES):
                        del place[path[-1]]
                    else:
                        place[path[-1]] = value
                    with self.subTest(kind=kind, path=path, value=value):
                        if self.page_or_line(report):
                            pages += 1
                        else:
                            lines += 1
        self.assertGreater(pages, 1000)
        self.assertGreater(lines, 1000)

    def test_parameters_of_any_kind(self):
        for kind in ("isobar", "poisson", "fem"):
            for value in self.VALUES:
                report = report_of(kind)
                for section in report["run"]["parameters"]:
                    report["run"]["parameters"][section] = value
                with self.subTest(kind=kind, value=value):
                    self.assertTrue(self.page_or_line(report, copies=2))


if __name__ == "__main__":
    unittest.main()
