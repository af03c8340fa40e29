"""The pictures of scripts/report: coordinates of known numbers, ticks, words of numbers."""

import unittest

from support_report import Page, changed, page_of, report_of, timing

from report_items import curve_pictures, kernel_pictures  # noqa: E402
from report_items.axis import Axis, around, log_ticks, ticks  # noqa: E402
from report_items.numbers import count, number, percent, seconds, size  # noqa: E402
from report_items.picture import place, tick_text  # noqa: E402


def floats(one, *keys):
    return [float(one[key]) for key in keys]


def corners(curve):
    return [tuple(map(float, pair.split(","))) for pair in curve["points"].split()]


def kernel(name, level, seconds_, bytes_, copy=100.0, calls=1):
    gb_s = bytes_ / seconds_ / 1e9 if bytes_ is not None else None
    return {"kernel": name, "level": level, "calls": calls, "seconds": seconds_, "seconds_min": seconds_,
            "seconds_max": seconds_, "bytes": bytes_, "gb_s": gb_s,
            "percent_of_copy": 100 * gb_s / copy if gb_s is not None else None}


class Numbers(unittest.TestCase):
    def test_words(self):
        for value, words in ((None, "–"), (0.0, "0"), (2, "2"), (1234567, "1\u202f234\u202f567"), (18.9081, "18.91"),
                             (9.99996, "10.00"), (0.00123456, "0.001235"), (0.000123456, "1.235e-04"), (1.5e9, "1.500e+09"),
                             (123456.7, "123457"), (-2.5, "-2.500"), (9.0, "9")):
            self.assertEqual(number(value), words)
        self.assertEqual([seconds(v) for v in (None, 0.0, 2.5, 0.110915, 17e-6, 3e-10)],
                         ["–", "0 ns", "2.500 s", "110.9 ms", "17 µs", "0.3000 ns"])
        self.assertEqual([size(v, 3) for v in (999, 1000, 1.94e9, 25.3e12)], ["999 B", "1 kB", "1.94 GB", "25.3 TB"])
        self.assertEqual([percent(v) for v in (None, 4.66, 99.96, 9.96)], ["–", "4.7 %", "100 %", "10 %"])
        self.assertEqual(count(12), "12")

    def test_coordinates_and_ticks_as_text(self):
        self.assertEqual([place(v) for v in (1.0, 1.5, 1.256, -0.001, 100.0)], ["1", "1.5", "1.26", "0", "100"])
        self.assertEqual([tick_text(v) for v in (0, 0.5, 20, 1e6, 2e-5)], ["0", "0.5", "20", "10⁶", "2·10⁻⁵"])
        self.assertEqual(tick_text(0.01, powers=True), "10⁻²")


class Axes(unittest.TestCase):
    def test_places(self):
        axis = Axis(0, 10, 100, 300)
        self.assertEqual([axis.at(v) for v in (0, 5, 10)], [100, 200, 300])
        axis = Axis(1e-4, 1, 400, 0, log=True)
        for value, expected in ((1e-4, 400), (1e-2, 200), (1, 0), (1e-3, 300)):
            self.assertAlmostEqual(axis.at(value), expected)
        with self.assertRaises(ValueError):
            Axis(0, 1, 0, 1, log=True)

    def test_one_value_has_a_place(self):
        self.assertEqual(Axis(3, 3, 0, 10).at(3), 5)
        self.assertAlmostEqual(Axis(3, 3, 0, 10, log=True).at(3), 5)

    def test_ticks(self):
        self.assertEqual(ticks(0, 10, 5), [0, 2, 4, 6, 8, 10])
        self.assertEqual(ticks(0.3, 1.1, 5), [0.4, 0.6, 0.8, 1.0])
        self.assertEqual(ticks(-1, 1, 4), [-1, -0.5, 0, 0.5, 1])
        self.assertEqual(log_ticks(1e-6, 1, 9), [10.0 ** k for k in range(-6, 1)])
        self.assertEqual(log_ticks(1e-12, 1, 6), [10.0 ** k for k in range(-12, 1, 2)])
        self.assertEqual(Axis(1, 60, 0, 1, log=True).ticks(), [1, 2, 5, 10, 20, 50])

    def test_ranges(self):
        self.assertEqual(around([3e-5, 0.7], log=True), (1e-5, 1))
        self.assertEqual(around([3.2, 9.1], zero=True), (0, 10))
        self.assertEqual(around([5.0]), (5.0, 10.0))


class Pictures(unittest.TestCase):
    def test_convergence(self):
        """Iterations 0 to 4 are at x = 66 to 740, relative norms 1 to 1e-8 at y = 14 to 280."""
        run = changed(report_of("isobar"), solver__residual_history=[50.0, 0.5, None, 5e-5, 5e-7], solver__tolerance=1e-8)
        page = Page(curve_pictures.convergence([run]))
        curve, = page.all("polyline")
        expected = [(66, 14), (234.5, 80.5), (571.5, 213.5), (740, 280)]
        self.assertEqual(corners(curve), expected)
        self.assertEqual([tuple(floats(dot, "cx", "cy")) for dot in page.all("circle")], expected)
        bound, = page.all("line", "bound")
        self.assertEqual(floats(bound, "y1", "y2"), [280, 280])
        self.assertEqual(page.all("title")[1]["text"], "run, iteration 1: 0.01000")
        self.assertIn("iteration: 0.0100.", page.all("figcaption")[0]["text"])  # four iterations to 1e-8

    def test_several_curves_have_colours_and_names(self):
        runs = [changed(report_of("isobar"), name) for name in "abcdefghij"]
        page = Page(f"<div>{curve_pictures.convergence(runs)}</div>")
        self.assertEqual([one["class"] for one in page.all("polyline")][7:], ["curve s8", "curve s1 dashed", "curve s2 dashed"])
        self.assertEqual([one["text"] for one in page.all("span", "entry")], list("abcdefghij"))

    def test_bars(self):
        """The longest bar has 386 units; dark is what the best copy, 100 GB/s, takes for the same bytes."""
        rows = [kernel("slow", 0, 4.0, 1e11), kernel("fast", 1, 1.0, 1e11), kernel("faster", 1, 0.5, 1e11),
                kernel("exchange", 0, 2.0, None), kernel("peer_send", 0, 1.9, None)]
        run = changed(report_of("isobar"), timings__kernels=rows, timings__copy_bandwidth_gb_s=100.0)
        page = Page(kernel_pictures.bars(run))
        widths = {class_: [float(one["width"]) for one in page.all("rect", class_)]
                  for class_ in ("measured", "copied", "unknown")}
        self.assertEqual(widths, {"measured": [386, 96.5, 48.25], "copied": [96.5, 96.5, 48.25], "unknown": [193]})
        self.assertEqual({float(one["x"]) for one in page.all("rect")}, {224})
        said = [one["text"] for one in page.all("text", "value")]
        self.assertIn("25 % · 25 GB/s", said)
        self.assertIn("200 % · 200 GB/s", said)
        self.assertEqual([one["text"] for one in page.all("text", "name")], ["slow", "exchange", "fast", "faster"])

    def test_kernels_beyond_the_picture_are_counted(self):
        rows = [kernel(f"k{n}", 0, 1.0, None) for n in range(20)]
        page = Page(kernel_pictures.bars(changed(report_of("isobar"), timings__kernels=rows)))
        self.assertEqual(len(page.all("rect")), 16)
        self.assertIn("4 more take 4 s together", page.all("figcaption")[0]["text"])

    def test_roof(self):
        """1 kB to 1 GB a call from x = 62 to 660; the best copy's line is at its own bandwidth."""
        rows = [kernel("large", 0, 1e-2, 1e9), kernel("small", 3, 1e-5, 1e4, calls=10)]
        run = changed(report_of("isobar"), timings__kernels=rows, timings__copy_bandwidth_gb_s=100.0,
                      timings__ordinary_copy_gb_s=50.0)
        page = Page(kernel_pictures.roof(run))
        y_axis = Axis(1, 200, 330, 24, log=True)
        large, small = page.all("circle")
        self.assertEqual(floats(large, "cx", "cy"), [660, round(y_axis.at(100), 2)])
        self.assertEqual(floats(small, "cx", "cy"), [62, round(y_axis.at(1), 2)])
        best, ordinary = page.all("line", "roof")
        self.assertEqual(floats(best, "x1", "x2", "y1"), [62, 660, round(y_axis.at(100), 2)])
        self.assertEqual(floats(ordinary, "y1", "y2"), 2 * [round(y_axis.at(50), 2)])
        self.assertEqual([one["text"] for one in page.all("text", "tick")][:3], ["1 kB", "10 kB", "100 kB"])
        # The small kernel's calls take 1 µs each: its dot is on that line.
        self.assertTrue(any(floats(one, "x1", "y1") == floats(small, "cx", "cy") for one in page.all("line", "iso")))

    def test_spread(self):
        """80 to 130 percent of the median from x = 100 to 540."""
        samples = timing(0.2, 0.16, 0.26)
        run = changed(report_of("isobar"), timings__solve=samples, timings__total=samples, timings__setup=samples,
                      timings__update=samples, timings__transpose=samples)
        page = Page(curve_pictures.spread(run))
        self.assertEqual([float(one["cx"]) for one in page.all("circle")][:3], [276, 100, 540])
        self.assertEqual(floats(page.all("line", "median")[0], "x1", "x2"), [276, 276])
        self.assertIn("200 ms, spread 50 %", [one["text"] for one in page.all("text", "value")])

    def test_figures_of_merit(self):
        runs = [changed(report_of("isobar"), "a", fom__value=10.0), changed(report_of("isobar"), "b", fom__value=2.5),
                changed(report_of("isobar"), "c", fom__value=None, verification__valid=False)]
        page = Page(curve_pictures.figures_of_merit(runs, runs))
        self.assertEqual([float(one["width"]) for one in page.all("rect")], [410, 102.5, 0])
        self.assertIn("not valid: no figure of merit", [one["text"] for one in page.all("text")])

    def test_cycles_of_a_flow(self):
        run = changed(report_of("flow"), solver__history={"steps_each": 2, "least": [2, 4], "mean": [3.0, 4.0], "most": [4, 4]})
        page = Page(curve_pictures.cycles(run))
        self.assertEqual(corners(page.all("polyline")[0]), [(231.5, 65.5 + 0.0), (570.5, 14)])
        self.assertEqual([floats(one, "x", "width") for one in page.all("rect")], [[62, 339], [401, 339]])
        self.assertIn("steps 1 to 2: 2 to 4 cycles, mean 3", page.all("title")[0]["text"])
        self.assertIn("Cycles by time step", [one["text"] for one in page_of(run).all("h3")])


if __name__ == "__main__":
    unittest.main()
