"""scripts/ranking --keep: one archive in the place of a result's reports, with all that the ranking reads of them."""

import io
import json
import lzma
import math
import shutil
import tarfile
import unittest

from support_cli import DOCS, SCHEMA, validate
from support_ranking import PHASES, RankingTest, computed, edited, slower  # puts scripts on the path

from ranking_items.consistency import repeats_of_parts  # noqa: E402
from ranking_items.reports import ARCHIVE, packed, reports_in  # noqa: E402

MOST_BYTES = 300_000  # of docs/results in all


def noisy(report):
    """With samples that hardly differ, of a clock that is finer than a nanosecond."""
    for phase in ("setup", "update", "solve"):
        timing = report["timings"][phase]
        timing["samples"] = [timing["median"] * (1 + 1e-6 * math.sqrt(k)) for k in range(len(timing["samples"]))]
    report["timings"]["sequence"]["samples"] = repeats_of_parts(report)
    return computed(report)


def tar_of(*members):
    """The bytes of an archive of (TarInfo, data)."""
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as archive:
        for one, data in members:
            one.size = len(data)
            archive.addfile(one, io.BytesIO(data))
    return lzma.compress(tar.getvalue())


class Keep(RankingTest):
    def keep(self, folder, code=0):
        return self.ranking("--keep", folder, code=code)

    def test_the_page_says_the_same(self):
        runs = [noisy(slower(factor)) for factor in (1.0, 1.1, 1.3)]
        folder = self.result("a", *runs)
        before = self.page()
        self.assertIn("3 reports", self.keep(folder))
        self.assertEqual(sorted(path.name for path in folder.iterdir()), ["about.toml", ARCHIVE])
        self.assertEqual(self.page(), before.replace("[0.json](results/a/0.json) and 2 more", f"[{ARCHIVE}](results/a/{ARCHIVE})"))
        self.assertNotEqual(self.page(), before)

    def test_all_that_is_checked_is_kept(self):
        written = noisy(slower(1.0))
        folder = self.result("a", written, noisy(slower(1.1)))
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
        folders = [self.result(name, slower(1.0)) for name in "ab"]
        for folder in folders:
            self.keep(folder)
        first, second = ((folder / ARCHIVE).read_bytes() for folder in folders)
        self.assertEqual(first, second)

    def test_tar_unpacks_reports_for_other_scripts(self):
        folder = self.result("a", slower(1.0), slower(1.1))
        self.keep(folder)
        shutil.unpack_archive(folder / ARCHIVE, self.directory)
        self.script("report", "0.json", "1.json")
        self.assertIn("setup, ms", self.script("compare", "0.json", "1.json"))

    def test_what_the_ranking_refuses_stays_as_it_is(self):
        folder = self.result("a", edited(slower(1.0), ("fom", "value"), lambda value: 1.01 * value))
        self.assertIn("fom.value", self.keep(folder, code=2))
        self.assertEqual(sorted(path.name for path in folder.iterdir()), ["0.json", "about.toml"])
        self.assertIn("no report in it", self.keep(self.directory / "none", code=2))

    def test_nothing_is_kept_twice(self):
        folder = self.result("a", slower(1.0))
        self.keep(folder)
        self.assertIn(f"has {ARCHIVE} already", self.keep(folder, code=2))
        (folder / "1.json").write_text(json.dumps(slower(1.1)))
        self.refused(ARCHIVE, "1.json beside it", "not both")


class Archives(RankingTest):
    def archive(self, data):
        (self.result("a") / ARCHIVE).write_bytes(data)

    def test_runs_are_held_against_each_other(self):
        self.kept("a", slower(1.0), slower(1.0))
        self.refused(f"{ARCHIVE}/1.json: the same run as 0.json")
        self.kept("a", slower(1.0), edited(slower(1.5), ("benchmark", "commit"), lambda _: "f" * 40))
        self.refused(f"{ARCHIVE}/1.json: commit is not as in 0.json")

    def test_what_is_no_archive_of_reports(self):
        good = packed({"0.json": slower(1.0)})
        link = tarfile.TarInfo("0.json")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        for data, words in ((b"", "cannot be unpacked"), (b"text", "cannot be unpacked"), (good[:-100], "cannot be unpacked"),
                            (good[:200] + b"x" + good[201:], "cannot be unpacked"), (lzma.compress(b"text" * 1000), "cannot be unpacked"),
                            (lzma.compress(bytes(10**8 + 1), preset=0), "more than 100000000 bytes"), (packed({}), "no report in it"),
                            (tar_of((link, b"")), "'0.json' is no file"), (tar_of((tarfile.TarInfo("0.json"), b"{")), "0.json: not JSON"),
                            (tar_of((tarfile.TarInfo("a b"), json.dumps(slower(1.0)).encode())), "must be named with letters")):
            with self.subTest(words=words, size=len(data)):
                self.archive(data)
                self.refused("results/a", words)
        self.archive(good)
        self.ranking()


class Repository(unittest.TestCase):
    def test_results_are_small(self):
        """Each clone has all results."""
        found = sum(path.stat().st_size for path in (DOCS / "results").rglob("*") if path.is_file())
        self.assertLess(found, MOST_BYTES, "bytes in docs/results; scripts/ranking --keep packs the reports of a result")


if __name__ == "__main__":
    unittest.main()
