"""scripts/report: numbers of a page are those of the reports, nothing is fetched, nothing is taken for markup."""

import json
import unittest

from support_cli import FEM_SCHEMA, FLOW_SCHEMA, SCHEMA, ScriptTest
from support_report import Page, changed, page_of, report_of, run_of, written

from report_items.numbers import count, number, percent, seconds, size  # noqa: E402
from report_items.page import page as whole_page  # noqa: E402
from report_items.shapes import PROGRAMS  # noqa: E402

KINDS = ("isobar", "ranks", "poisson", "flow", "fem")
HOSTILE = '"\'><script>alert(1)</script><img src="http://example.org/a.png">&amp;\x00\x1b[31m\u2028'


class Numbers(unittest.TestCase):
    def each(self):
        for kind in KINDS:
            with self.subTest(kind=kind):
                report = report_of(kind)
                yield report, page_of(run_of(report))

    def test_figures(self):
        for report, page in self.each():
            run, tiles = run_of(report), page.tiles()
            self.assertTrue(report["verification"]["valid"])
            self.assertEqual(tiles["figure of merit"], (number(report["fom"]["value"]), report["fom"]["unit"]))
            self.assertEqual(tiles["memory a rank"][0], size(report["memory"]["measured_bytes_per_rank"]["total"], 3))
            self.assertEqual(tiles["ranks"][0], count(report["decomposition"]["ranks"]))
            if run.is_flow:
                mean = report["timings"]["other_steps"] / (report["flow"]["steps_of_this_run"] - 1)
                self.assertEqual(tiles["time step"][0], seconds(mean))
                self.assertEqual(tiles["time steps"][0], "5")
            else:
                self.assertEqual(tiles["solve"][0], seconds(report["timings"]["solve"]["median"]))
                self.assertEqual(tiles["iterations"][0], count(report["solver"]["iterations"]))

    def test_bytes_against_the_copy(self):
        for report, page in self.each():
            moved = sum(row["bytes"] or 0 for row in report["timings"]["kernels"])
            time = run_of(report).work
            share = 100 * moved / time / (1e9 * report["timings"]["copy_bandwidth_gb_s"])
            self.assertEqual(page.tiles()["of the best copy"][0], percent(share))

    def test_kernels(self):
        for report, page in self.each():
            rows = [row for row in page.rows(page.section("Kernels against the copy roof")) if len(row[0]) == 8]
            kernels = sorted(report["timings"]["kernels"], key=lambda row: -row["seconds"])
            self.assertEqual(len(rows), len(kernels))
            for (texts, values), kernel in zip(rows, kernels):
                self.assertEqual(texts[0].removesuffix(" (in exchange)"), kernel["kernel"])
                keys = ("calls", "seconds", "seconds_max", "bytes", "gb_s", "percent_of_copy")
                self.assertEqual(values[2:], [kernel[key] for key in keys])
                self.assertEqual(values[1], kernel["level"] if kernel["level"] >= 0 else None)
                self.assertEqual(texts[6], number(kernel["gb_s"]))

    def test_copies_times_and_checks(self):
        for report, page in self.each():
            texts = page.section("Kernels against the copy roof")["text"]
            for copy in report["timings"]["copies"]:
                self.assertIn(copy["way"], texts)
                self.assertIn(number(copy["gb_s"]), texts)
            rows = {row[0][0]: row[1] for row in page.rows(page.section("Times"))}
            for phase in ("setup", "update", "transpose", "solve", "total", "assembly"):
                found = report["timings"].get(phase)
                if isinstance(found, dict):
                    self.assertEqual(rows[phase][1:], [found["median"], found["min"], found["max"], len(found["samples"])])
                elif found is not None:
                    self.assertEqual(rows[phase][1], found)
            rows = page.rows(page.section("Verification"))
            self.assertEqual([(row[0][1], row[1][2], row[1][3]) for row in rows],
                             [(one["name"], one["value"], one["bound"]) for one in report["verification"]["checks"]])

    def test_levels_and_environment(self):
        for report, page in self.each():
            rows, levels = page.rows(page.section("Levels")), report["decomposition"]["levels"]
            self.assertEqual(len(rows), len(levels))
            for (texts, values), level in zip(rows, levels):
                self.assertEqual(values[0], level["level"])
                if "nx" in level:
                    self.assertEqual(texts[1], f"{level['nx']} × {level['ny']} × {level['nz']}")
                    self.assertEqual(values[2:4], [level["nx"] * level["ny"] * level["nz"], level["ranks"]])
                else:
                    self.assertEqual(values[1:4], [level["elements"], level["unknowns"], level["fixed"]])
                known = [row["seconds"] for row in report["timings"]["kernels"]
                         if row["level"] == level["level"] and row["bytes"] is not None]
                self.assertEqual(values[-4], sum(known) if known else None)
            said, where = page.section("Environment")["text"], report["environment"]
            for words in (where["compiler"], where["flags"], where["kokkos"]["version"], where["mpi"]["library"],
                          *where["host"]["names"], where["host"]["cpu"] or ""):
                self.assertIn(words, said)

    def test_a_run_that_is_not_valid_says_why(self):
        report = report_of("isobar")
        report["verification"]["checks"][1] |= {"passed": False, "message": "far too many"}
        run = changed(report, verification__valid=False, verification__reason="iterations: far too many", fom__value=None)
        page = page_of(run)
        box, = page.all("div", "bad")
        self.assertIn("Why it is not valid: iterations: far too many", box["text"])
        self.assertIn(f"{report['verification']['checks'][1]['name']} far too many", box["text"])
        self.assertEqual(page.tiles()["figure of merit"][0], "–")
        self.assertIn("INVALID", page.all("h1")[0]["text"])

    def test_a_run_that_was_interrupted_at_once(self):
        report = report_of("isobar")
        nothing = {"samples": [], "median": None, "min": None, "max": None, "ranks": {}}
        for phase in ("setup", "update", "transpose", "solve", "total"):
            report["timings"][phase] = nothing
        report["timings"] |= {"kernels": [], "copies": [], "copy_bandwidth_gb_s": None, "ordinary_copy_gb_s": None,
                              "first_setup": None}
        report["solver"]["residual_history"] = []
        page = page_of(changed(report, verification__valid=False, fom__value=None), run_of(report_of("isobar"), "other"))
        self.assertEqual(page.tiles()["solve"][0], "–")


class OneFile(unittest.TestCase):
    def test_nothing_is_fetched(self):
        runs = [run_of(report_of(kind), kind) for kind in KINDS]
        page = page_of(*runs)
        ids = [one["id"] for one in page.elements if "id" in one]
        self.assertEqual(len(ids), len(set(ids)))
        for one in page.elements:
            self.assertNotIn(one["tag"], ("link", "img", "iframe", "object", "embed", "base", "image", "use"))
            self.assertNotIn("src", one)
            for key, value in one.items():
                if key not in ("parent", "text") and isinstance(value, str):
                    self.assertNotIn("://", value)
            if "href" in one:
                self.assertIn(one["href"].removeprefix("#"), ids)
        for name in ("style", "script"):
            self.assertNotRegex(page.all(name)[0]["text"], r"url\(|@import|https?:|fetch|XMLHttp|import\(")
        self.assertIn("default-src 'none'", page.all("meta")[1]["content"])

    def test_it_is_small(self):
        runs = [run_of(report_of("ranks"), f"run {k}") for k in range(40)]
        self.assertLess(len(whole_page(runs[:1]).encode()), 120_000)
        self.assertLess(len(whole_page(runs).encode()), 1_000_000)
        self.assertIn("the first 10 are told in full", whole_page(runs))

    def test_what_a_report_says_is_text(self):
        report = report_of("isobar")
        report["run"] |= {"deck": f"decks/{HOSTILE}", "version": HOSTILE, "date": HOSTILE, "unused": [HOSTILE]}
        report["run"]["parameters"][HOSTILE] = {HOSTILE: HOSTILE, "half": "\ud800"}
        report["environment"] |= {"gpu": HOSTILE, "compiler": HOSTILE, "flags": HOSTILE}
        report["environment"]["host"]["names"] = [HOSTILE, "\ud800"]
        report["environment"]["kokkos"]["configuration"] = HOSTILE
        report["verification"] |= {"valid": False, "reason": HOSTILE}
        report["verification"]["checks"][0] |= {"passed": False, "name": HOSTILE, "message": HOSTILE}
        report["timings"]["kernels"][0]["kernel"] = HOSTILE
        report["timings"]["copies"][0]["way"] = HOSTILE
        report["timings"]["setup_parts"][HOSTILE] = 1.0
        report["files"] = [{"what": HOSTILE, "name": HOSTILE, "bytes": None, "crc32": HOSTILE, "problem": HOSTILE}]
        report["fom"]["unit"] = report["solver"]["method"] = report["solver"]["status"] = HOSTILE
        report["decomposition"]["transport"]["reason"] = HOSTILE
        runs = [run_of(report, HOSTILE), run_of(report_of("isobar"), "other")]
        for page in (page_of(*runs[:1]), page_of(*runs)):
            self.assertEqual(len(page.all("script")), 1)
            self.assertEqual(page.all("img"), [])
            shown = HOSTILE.replace("\x00", "\ufffd").replace("\x1b", "\ufffd")
            self.assertGreater(page.all("body")[0]["text"].count(shown), 20)
            self.assertFalse([one for one in page.elements if any(key.startswith("on") for key in one)])


class Several(unittest.TestCase):
    def rows(self, page):
        return {texts[0]: values for texts, values in page.rows(page.section("Comparison"))}

    def test_ratios(self):
        report = report_of("isobar")
        solve = report["timings"]["solve"]
        faster = {**solve, "median": solve["median"] / 4}
        runs = [run_of(report, "before"), changed(report, "after", timings__solve=faster, fom__value=4 * report["fom"]["value"],
                                                  timings__copy_bandwidth_gb_s=2 * report["timings"]["copy_bandwidth_gb_s"])]
        page = page_of(*runs)
        ratios = {}
        for row in page.inside(page.section("Comparison"), "tr"):
            found = [one["data-ratio"] for one in page.inside(row, "small") if "data-ratio" in one]
            if found:
                ratios[page.inside(row, "td")[0]["text"]] = float(found[0])
        self.assertEqual(ratios["solve"], 4)
        self.assertEqual(ratios["total"], 1)
        self.assertEqual(ratios["figure of merit, MDOF/s"], 4)
        self.assertEqual(ratios["best copy, GB/s"], 2)
        self.assertAlmostEqual(ratios["of the best copy"], 2)
        rows = self.rows(page)
        self.assertEqual(rows["solve"][1:], [solve["median"], solve["median"] / 4])
        kernel = report["timings"]["kernels"][0]
        self.assertEqual(rows[f"{kernel['kernel']}, level {kernel['level']}"][1:], 2 * [kernel["seconds"]])
        self.assertIn("All settings are the same.", page.section("Comparison")["text"])

    def test_other_problems_are_named(self):
        report = report_of("isobar")
        other = json.loads(written("isobar"))
        other["run"]["parameters"]["grid"]["nz"] = 4
        other["run"]["parameters"]["solver"]["tolerance"] = 0.5
        said = page_of(run_of(report, "a"), run_of(other, "b")).section("Comparison")["text"]
        self.assertIn("did not solve the same problem: grid.nz, solver.tolerance differ", said)
        said = page_of(run_of(report, "a"), run_of(report, "b")).section("Comparison")["text"]
        self.assertNotIn("same problem", said)

    def test_programs_are_compared_with_themselves(self):
        page = page_of(*(run_of(report_of(kind), f"{kind} {k}") for kind in ("isobar", "fem", "flow") for k in range(2)))
        titles = [one["text"] for one in page.inside(page.section("Comparison"), "h3")]
        self.assertEqual(titles, ["2 runs of isobar", "2 runs of isobar_fem", "2 runs of isobar_flow", "Convergence"])
        page = page_of(run_of(report_of("isobar"), "a"), run_of(report_of("fem"), "b"))
        self.assertNotIn("Comparison", [one["text"] for one in page.all("h2")])


class Script(ScriptTest):
    def test_versions_are_those_of_the_schemas(self):
        for program, schema in (("isobar", SCHEMA), ("isobar_flow", FLOW_SCHEMA), ("isobar_fem", FEM_SCHEMA)):
            self.assertEqual(PROGRAMS[program][0], schema["properties"]["schema_version"]["const"], program)

    def test_names_of_pages(self):
        for kind in KINDS:
            self.write(f"{kind}.json", written(kind))
            self.assertEqual(self.script("report", f"{kind}.json"), f"{kind}.html\n")
            Page((self.directory / f"{kind}.html").read_text(encoding="utf-8"))
        self.assertEqual(self.script("report", "isobar.json", "fem.json"), "report.html\n")
        self.assertEqual(self.script("report", "isobar.json", "--out", "a.html", "--title", "A < B"), "a.html\n")
        page = Page((self.directory / "a.html").read_text(encoding="utf-8"))
        self.assertEqual(page.all("title")[0]["text"], "A < B")

    def test_runs_of_one_name_are_told_apart(self):
        for name in ("before", "after"):
            (self.directory / name).mkdir()
            (self.directory / name / "run.json").write_text(written("isobar"))
        self.script("report", "before/run.json", "after/run.json")
        text = (self.directory / "report.html").read_text(encoding="utf-8")
        self.assertRegex(text, "before/run.*after/run")


if __name__ == "__main__":
    unittest.main()
