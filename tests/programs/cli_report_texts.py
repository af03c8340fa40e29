"""scripts/report: whatever texts stand in a report, in its file's name or in the title, the page shows them and runs none of them."""

import copy
import unittest

from support_ranking import ONE_GPU, REFERENCE, by_rules_2, measured
from support_report import page, page_of, report_of, run_of

from report_items.reading import BadInput  # noqa: E402

HOSTILE = '"\'><script>alert(1)</script><img src=x onerror=alert(2)></td></table><svg onload=alert(3)>&lt;b&gt;javascript:alert(4)'
ELEMENTS = ("img", "iframe", "object", "embed", "base", "form")


def texts(value, way=()):
    """Paths of all texts."""
    if isinstance(value, str):
        yield way
    for key, inside in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from texts(inside, (*way, key))


def hostile(report):
    """(the report with all texts changed that may be any, how many these are)."""
    changed = 0
    for *way, key in list(texts(report)):
        other = copy.copy(report)
        place = other
        for part in way:
            place[part] = copy.copy(place[part])
            place = place[part]
        place[key] = HOSTILE
        try:
            run_of(other)
        except BadInput:
            continue
        report, changed = other, changed + 1
    return report, changed


class Texts(unittest.TestCase):
    def check(self, shown):
        self.assertEqual(len(shown.all("script")), 1)
        for tag in ELEMENTS:
            self.assertEqual(len(shown.all(tag)), 0, tag)
        bad = [one["tag"] for one in shown.elements if any(key.startswith("on") or key == "src" for key in one) or not one.get("href", "#").startswith("#")]
        self.assertEqual(bad, [])
        self.assertGreater(shown.all("body")[0]["text"].count(HOSTILE), 15)

    def test_classes(self):
        tampered = measured()
        tampered["benchmark"] |= {"official": False, "departures": [{"key": "x", "found": "y", "wanted": "z"}]}
        for report in (measured(), by_rules_2(measured(REFERENCE)), tampered):
            bad, changed = hostile(report)
            self.assertGreater(changed, 60)
            self.check(page_of(run_of(bad, HOSTILE)))
            self.check(page_of(run_of(bad, HOSTILE), run_of(measured(ONE_GPU, 1), "other"), run_of(bad, HOSTILE + "2")))

    def test_other_programs(self):
        for kind in ("isobar", "ranks", "auto", "poisson", "flow", "fem"):
            with self.subTest(kind=kind):
                bad, _ = hostile(report_of(kind))
                self.check(page_of(run_of(bad, HOSTILE)))
                self.check(page_of(run_of(bad, HOSTILE), run_of(report_of(kind), "other")))

    def test_the_title(self):
        text = page([run_of(measured())], HOSTILE)
        self.assertNotIn("<img", text)
        self.assertEqual(text.count("<script"), 1)


if __name__ == "__main__":
    unittest.main()
