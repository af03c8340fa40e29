"""scripts/ranking --keep: one archive in the place of a result's reports, with all that the ranking reads of them."""

import json
import shutil
import unittest

from support_cli import DOCS, SCHEMA, validate
from support_ranking import ARCHIVE, PHASES, RankingTest, another, by_rules_2, edited, measured

from ranking_items.reports import reports_in  # noqa: E402

MOST_BYTES = 1_000_000  # of docs/results in all


class Keep(RankingTest):
    def keep(self, folder, code=0):
        return self.ranking("--keep", folder, code=code)

    def test_the_page_says_the_same(self):
        folder = self.result("a", *(another(seed, base=by_rules_2(measured())) for seed in range(3)))
        before = self.page()
        self.assertIn("3 reports", self.keep(folder))
        self.assertEqual(sorted(path.name for path in folder.iterdir()), ["about.toml", ARCHIVE])
        self.assertEqual(self.page(), before.replace("[0.json](results/a/0.json) and 2 more", f"[{ARCHIVE}](results/a/{ARCHIVE})"))
        self.assertNotEqual(self.page(), before)

    def test_all_that_is_checked_is_kept(self):
        written = another(1, base=by_rules_2(measured()))
        folder = self.result("a", written, another(2, base=by_rules_2(measured())))
        self.keep(folder)
        (_, first), (path, second) = reports_in(folder / ARCHIVE)
        self.assertEqual(path, folder / ARCHIVE / "1.json")
        for one in (first, second):
            validate(one, SCHEMA)
            self.assertEqual(one["timings"]["transpose"]["samples"], [])
        self.assertEqual((first["timings"]["kernels"], second["timings"]["kernels"]), (written["timings"]["kernels"], []))
        self.assertAlmostEqual(first["benchmark"].pop("spread"), written["benchmark"].pop("spread"), delta=1e-9)
        for key in written.keys() - {"timings"}:
            self.assertEqual(first[key], written[key])
        for phase in PHASES:
            found, wanted = first["timings"][phase]["samples"], written["timings"][phase]["samples"]
            self.assertEqual(len(found), len(wanted))
            for one, other in zip(found, wanted):
                self.assertLessEqual(abs(one - other), 1e-10 * other)

    def test_the_same_reports_give_the_same_bytes(self):
        folders = [self.result(name, another(1)) for name in "ab"]
        for folder in folders:
            self.keep(folder)
        first, second = ((folder / ARCHIVE).read_bytes() for folder in folders)
        self.assertEqual(first, second)

    def test_tar_unpacks_reports_for_other_scripts(self):
        folder = self.result("a", another(1), another(2))
        self.keep(folder)
        shutil.unpack_archive(folder / ARCHIVE, self.directory)
        self.script("report", "0.json", "1.json")
        self.assertIn("setup, ms", self.script("compare", "0.json", "1.json"))

    def test_what_the_ranking_refuses_stays_as_it_is(self):
        folder = self.result("a", edited(measured(), ("fom", "value"), lambda value: 1.01 * value))
        self.assertIn("fom.value", self.keep(folder, code=2))
        self.assertEqual(sorted(path.name for path in folder.iterdir()), ["0.json", "about.toml"])
        self.assertIn("none", self.keep(self.directory / "none", code=2))

    def test_nothing_is_kept_twice(self):
        folder = self.result("a", measured())
        self.keep(folder)
        self.assertIn(f"has {ARCHIVE} already", self.keep(folder, code=2))
        (folder / "1.json").write_text(json.dumps(another(1)))
        self.refused(ARCHIVE, "1.json beside it", "not both")


class Repository(unittest.TestCase):
    def test_results_are_small(self):
        """Each clone has all results."""
        found = sum(path.stat().st_size for path in (DOCS / "results").rglob("*") if path.is_file())
        self.assertLess(found, MOST_BYTES, "bytes in docs/results; scripts/ranking --keep packs the reports of a result")


if __name__ == "__main__":
    unittest.main()
