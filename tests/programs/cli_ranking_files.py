"""scripts/ranking: files that hold no reports, archives that reach out of their folder, and what about.toml may say."""

import io
import json
import lzma
import os
import tarfile
import unittest

from support_ranking import ARCHIVE, RankingTest, at, measured, packed

from ranking_items.strict import MOST_BYTES  # noqa: E402


def tar_of(*members):
    """The bytes of an archive of (name or TarInfo, data)."""
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as archive:
        for one, data in members:
            one = tarfile.TarInfo(one) if isinstance(one, str) else one
            one.size = len(data)
            archive.addfile(one, io.BytesIO(data))
    return lzma.compress(tar.getvalue())


def special(kind, target=""):
    one = tarfile.TarInfo("0.json")
    one.type, one.linkname = kind, target
    return one


def large():
    """The head of a member that claims to have 2^60 bytes."""
    one = tarfile.TarInfo("0.json")
    one.size = 2**60
    return lzma.compress(one.tobuf() + bytes(20480))


TEXT = json.dumps(measured())


class Json(RankingTest):
    def test_what_is_no_json_of_the_program(self):
        twice = TEXT.replace('"fom": ', '"fom": {"unit": "MDOF/s", "value": 9e9}, "fom": ', 1)
        self.assertNotEqual(twice, TEXT)
        seed = '"seed": 18'
        for text, words in (("{", "not JSON"), ("", "not JSON"), ("[]", "is not of type 'object'"), ("[" * 100000, "nested too deeply"),
                            ("[" * 40 + "]" * 40, "nested more than 32 deep"), (twice, "the key 'fom' stands twice in one object"),
                            (TEXT.replace(seed, '"seed": NaN'), "NaN is no number of JSON"),
                            (TEXT.replace(seed, '"seed": -Infinity'), "is no number of JSON"),
                            (TEXT.replace(seed, '"seed": 1e999'), "is too large a number"),
                            (TEXT.replace(seed, '"seed": ' + "9" * 30), "is an integer too large"),
                            (TEXT.replace(seed, '"seed": ' + "9" * 5000), "not JSON"),
                            (TEXT.replace(seed, '"seed": "18"'), "is not of type 'integer'"),
                            (TEXT.replace('"GNU ', '"\\ud800 '), "half of a surrogate pair"),
                            (TEXT.encode("utf-16"), "not a text in UTF-8"), (TEXT.encode() + b"\xff", "not a text in UTF-8"),
                            (b" " * (MOST_BYTES + 1), f"more than {MOST_BYTES} bytes")):
            with self.subTest(words=words):
                self.result("a", text)
                self.refused("results/a/0.json: ", words)


class Folders(RankingTest):
    def test_what_belongs_to_no_result(self):
        folder = self.result("a", measured())
        for name, words in (("reports.tar.gz", "belongs to no result"), ("0.JSON", "belongs to no result"),
                            ("a b.json", "must be named with letters"), (".hidden", "must be named with letters"),
                            ("x.md", "belongs to no result")):
            (folder / name).write_text("x")
            self.refused(f"results/a/{name}: ", words)
            (folder / name).unlink()
        (folder / "more").mkdir()
        self.refused("results/a/more: a link or a folder")
        (folder / "more").rmdir()
        os.symlink("/etc/passwd", folder / "1.json")
        self.refused("results/a/1.json: a link or a folder")
        (folder / "1.json").unlink()
        (self.docs / "results/loose.json").write_text("{}")
        self.refused("results/loose.json: must be in the folder of a result")

    def test_loose_reports_beside_an_archive(self):
        folder = self.kept("a", measured())
        (folder / "1.json").write_text(TEXT)
        self.refused(ARCHIVE, "1.json beside it", "not both")

    def test_no_report(self):
        self.result("a")
        self.refused("no report in it")


class Archives(RankingTest):
    def test_what_is_no_archive_of_reports(self):
        good, text = packed({"0.json": measured()}), TEXT.encode()
        for data, words in ((b"", "cannot be unpacked"), (b"text", "cannot be unpacked"), (good[:-100], "cannot be unpacked"),
                            (good + good, "cannot be unpacked"), (good[:200] + b"x" + good[201:], "cannot be unpacked"),
                            (lzma.compress(b"text" * 1000), "cannot be unpacked"),
                            (lzma.compress(bytes(10**8 + 1), preset=0), "more than 100000000 bytes"), (packed({}), "no report in it"),
                            (tar_of((special(tarfile.SYMTYPE, "/etc/passwd"), b"")), "'0.json' is no file"),
                            (tar_of((special(tarfile.LNKTYPE, "1.json"), b"")), "'0.json' is no file"),
                            (tar_of((special(tarfile.CHRTYPE), b"")), "'0.json' is no file"),
                            (tar_of((special(tarfile.DIRTYPE), b"")), "'0.json"), (large(), "cannot be unpacked"),
                            (tar_of(("../0.json", text)), "member '../0.json': must be NAME.json"),
                            (tar_of(("/tmp/0.json", text)), "member '/tmp/0.json': must be"),
                            (tar_of(("b/0.json", text)), "without a folder"), (tar_of(("a b.json", text)), "must be NAME.json"),
                            (tar_of(("0.txt", text)), "must be NAME.json"),
                            (tar_of(("0.json", text), ("0.json", text)), "is there 2 times"),
                            (tar_of(*((f"{k}.json", b"") for k in range(101))), "101 members, must have at most 100"),
                            (tar_of(("0.json", b"{")), "0.json: not JSON")):
            with self.subTest(words=words, size=len(data)):
                (self.result("a") / ARCHIVE).write_bytes(data)
                self.refused("results/a", words)
        (self.result("a") / ARCHIVE).write_bytes(good)
        self.assertEqual(self.read()[1], [])


class About(RankingTest):
    def test_what_a_report_cannot_know(self):
        for about, words in (({"system": None}, "system is missing"), ({"system": ""}, "must be a text"), ({"nodes": 0}, "from 1 on"),
                             ({"nodes": 10**30}, "from 1 on"), ({"devices": True}, "from 1 on"),
                             ({"way": "best"}, "must be one of baseline, ported, optimised, development"),
                             ({"who": "a\nb"}, "of one line"), ({"who": "a\u202eb"}, "of one line"), ({"colour": "red"}, "unknown key"),
                             ({"way": "ported"}, "patch is missing"), ({"patch": "../a"}, "must be a file of the same folder"),
                             ({"way": "optimised", "patch": "0.json"}, "page is missing")):
            with self.subTest(about=about):
                self.result("a", measured(), **about)
                self.refused("about.toml", words)

    def test_an_empty_patch(self):
        (self.result("a", measured(), way="ported", patch="changes.patch") / "changes.patch").touch()
        self.refused("patch = 'changes.patch': is empty, must say what was changed")

    def test_files_that_say_nothing(self):
        about = self.result("a", measured()) / "about.toml"
        about.unlink()
        self.refused("about.toml", "--new")
        for text, words in (("= 3", "not TOML"), ("a = " + "[" * 9000, "not TOML"), ("a = " + "9" * 5000, "not TOML"),
                            ("x = 1\n" * 9000, "more than 20000 bytes")):
            about.write_text(text)
            self.refused("about.toml", words)

    def test_a_new_folder_has_to_be_filled_in(self):
        folder = self.docs / "results/new"
        self.script("ranking", "--new", folder)
        (folder / "1.json").write_text(TEXT)
        self.refused("system = ''")
        self.assertIn("File exists", self.script("ranking", "--new", folder, code=2))

    def test_each_bad_result_has_a_line(self):
        for name in "ab":
            self.result(name, at(measured(), 1), who="")
        self.assertEqual(len(self.ranking(code=2).splitlines()), 2)


if __name__ == "__main__":
    unittest.main()
