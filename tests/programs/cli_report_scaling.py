"""Scaling in scripts/report: which runs belong together, efficiencies, the ideal line."""

import copy
import unittest

from support_report import page_of, report_of, run_of, timing

from report_items.axis import Axis  # noqa: E402
from report_items.scaling import groups  # noqa: E402


def sized(name, ranks, sides, time, settings=(), **changes):
    """A run of isobar on a grid, with the time of its solves; `settings` are keys of the deck."""
    report = copy.deepcopy(report_of("isobar"))
    finest = report["decomposition"]["levels"][0]
    finest["nx"], finest["ny"], finest["nz"] = sides
    report["run"]["parameters"]["grid"] |= dict(zip(("nx", "ny", "nz"), sides))
    report["decomposition"]["ranks"] = ranks
    report["timings"]["solve"] = timing(time)
    for key, value in dict(settings).items():
        section, key = key.split(".")
        report["run"]["parameters"][section][key] = value
    for key, value in changes.items():
        report["solver" if key in report["solver"] else "environment"][key] = value
    return run_of(report, name)


BOX = (64, 64, 32)


def named(runs):
    return [(group.kind, [run.name for run in group.runs]) for group in groups(runs)]


class Groups(unittest.TestCase):
    def test_strong(self):
        runs = [sized("four", 4, BOX, 1.25), sized("one", 1, BOX, 4.0), sized("two", 2, BOX, 2.0)]
        group, = groups(runs)
        self.assertEqual(group.kind, "strong")
        self.assertEqual([run.name for run in group.runs], ["one", "two", "four"])
        self.assertEqual([group.speed(run) for run in group.runs], [1, 2, 3.2])
        self.assertEqual([group.efficiency(run) for run in group.runs], [100, 100, 80])

    def test_weak(self):
        """Sides to the nearest multiple of four: 88 x 88 x 32 on two ranks is 5 % less than twice 64 x 64 x 32."""
        runs = [sized("one", 1, BOX, 1.0), sized("two", 2, (88, 88, 32), 1.25), sized("four", 4, (128, 128, 32), 2.0, iterations=18),
                sized("small", 1, (16, 16, 32), 1.0)]
        runs[0].report["solver"]["iterations"] = 9
        group, = groups(runs)
        self.assertEqual((group.kind, [run.name for run in group.runs]), ("weak", ["one", "two", "four"]))
        self.assertEqual(group.efficiency(runs[2]), 50)
        self.assertEqual(group.efficiency_of_iteration(runs[2]), 100)
        self.assertAlmostEqual(group.speed(runs[1]), 88 * 88 / 64 / 64 / 1.25)

    def test_both(self):
        runs = [sized("one", 1, BOX, 1.0), sized("two", 2, BOX, 0.5), sized("weak", 4, (128, 128, 32), 1.0)]
        self.assertEqual(named(runs), [("strong", ["one", "two"]), ("weak", ["one", "weak"])])

    def test_what_does_not_belong_together(self):
        one = sized("one", 1, BOX, 1.0)
        for other in (sized("same ranks", 1, BOX, 1.0), sized("precision", 2, BOX, 1.0, precision="float"),
                      sized("tolerance", 2, BOX, 1.0, tolerance=1e-9), sized("machine", 2, BOX, 1.0, gpu="a GPU"),
                      sized("smoother", 2, BOX, 1.0, {"multigrid.smoother": "red-black"}),
                      sized("time step", 2, BOX, 1.0, {"physics.time_step": 1.0, "physics.cfl": 1.0}),
                      sized("layers", 2, (64, 64, 128), 1.0)):
            self.assertEqual(named([one, other]), [], other.name)
        for settings in ({"run.repeats": 77}, {"output.vtk": "x"}, {"decomposition.process_grid": [2, 1]},
                         {"multigrid.levels": 2}, {"physics.cfl": 1.0}):
            self.assertEqual(len(named([one, sized("two", 2, BOX, 1.0, settings)])), 1, settings)

    def test_weak_with_one_time_step_or_one_cfl_number(self):
        def runs(step, cfl):
            return [sized("one", 1, BOX, 1.0, {"physics.time_step": 8.0, "physics.cfl": 4.0}),
                    sized("four", 4, (128, 128, 32), 1.0, {"physics.time_step": step, "physics.cfl": cfl})]
        self.assertEqual(named(runs(8.0, 8.0)), [("weak", ["one", "four"])])
        self.assertEqual(named(runs(4.0, 4.0)), [("weak", ["one", "four"])])
        self.assertEqual(named(runs(3.0, 3.0)), [])

    def test_what_is_not_valid_is_left_out_and_named(self):
        runs = [sized("one", 1, BOX, 4.0), sized("two", 2, BOX, 2.0), sized("bad", 4, BOX, 0.1)]
        runs[2].report["verification"]["valid"] = False
        self.assertEqual(named(runs), [("strong", ["one", "two"])])
        self.assertIn("Not valid and left out: bad.", page_of(*runs).section("Scaling")["text"])

    def test_other_programs(self):
        for kind, time in (("fem", "solve"), ("flow", "other_steps"), ("poisson", "solve")):
            many = copy.deepcopy(report_of(kind))
            many["decomposition"]["ranks"] = 2
            many["timings"][time] = report_of(kind)["timings"][time] / 2 if kind == "flow" else timing(
                report_of(kind)["timings"][time]["median"] / 2)
            group, = groups([run_of(report_of(kind), "one"), run_of(many, "two")])
            self.assertEqual(group.kind, "strong")
            self.assertAlmostEqual(group.efficiency(group.runs[1]), 100)

    def test_finite_elements_weak(self):
        """One level more has four times the unknowns."""
        many = copy.deepcopy(report_of("fem"))
        many["decomposition"]["ranks"] = 4
        many["problem"]["unknowns"] *= 4
        many["run"]["parameters"]["mesh"]["levels"] += 1
        self.assertEqual(named([run_of(report_of("fem"), "one"), run_of(many, "four")]), [("weak", ["one", "four"])])


class Drawn(unittest.TestCase):
    def setUp(self):
        self.runs = [sized("one", 1, BOX, 4.0), sized("two", 2, BOX, 2.5), sized("slow two", 2, BOX, 4.0),
                     sized("four", 4, BOX, 1.25)]
        self.page = page_of(*self.runs)
        self.part = self.page.section("Scaling")

    def test_the_table(self):
        rows = {texts[0]: values for texts, values in self.page.rows(self.part)}
        self.assertEqual([rows[name][6] for name in ("one", "two", "slow two", "four")], [100, 80, 50, 80])
        self.assertEqual([rows[name][5] for name in ("one", "two", "slow two", "four")], [1, 1.6, 1, 3.2])
        self.assertEqual(rows["four"][1], 4)

    def test_the_ideal_line_and_the_runs(self):
        x_axis, y_axis = Axis(1, 4, 62, 660, log=True), Axis(0.8, 4.4, 280, 24, log=True)
        ideal, = [one for one in self.page.inside(self.part, "line") if one["class"] == "ideal"]
        ends = [round(float(ideal[key]), 2) for key in ("x1", "y1", "x2", "y2")]
        self.assertEqual(ends, [62, round(y_axis.at(1), 2), 660, round(y_axis.at(4), 2)])
        dots = {one["text"].split(":")[0]: (float(one["cx"]), float(one["cy"]))
                for one in self.page.inside(self.part, "circle")}
        for name, ranks, speed in (("one", 1, 1), ("two", 2, 1.6), ("slow two", 2, 1), ("four", 4, 3.2)):
            self.assertEqual(dots[name], (round(x_axis.at(ranks), 2), round(y_axis.at(speed), 2)))
        curve, = [one for one in self.page.inside(self.part, "polyline")]
        self.assertEqual(len(curve["points"].split()), 3, "the fastest of each number of ranks")

    def test_no_scaling_without_ranks(self):
        page = page_of(sized("a", 1, BOX, 4.0), sized("b", 1, BOX, 2.0))
        self.assertNotIn("Scaling", [one["text"] for one in page.all("h2")])


if __name__ == "__main__":
    unittest.main()
