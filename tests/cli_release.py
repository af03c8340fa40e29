"""What a release consists of says the same version everywhere, and the version that programs show follows from git's tags."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(os.environ["ISOBAR_SOURCE_DIR"])
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(Small VERSION 1.2.3 LANGUAGES NONE)
include(IsobarVersion.cmake)
message(STATUS "version ${ISOBAR_VERSION}")
"""


def text(name):
    return (TOP / name).read_text(encoding="utf-8")


class OneVersion(unittest.TestCase):
    version = re.search(r"^ +VERSION (\d+\.\d+\.\d+)$", text("CMakeLists.txt"), re.MULTILINE)[1]

    def test_citation(self):
        citation = text("CITATION.cff")
        self.assertIn(f"\nversion: {self.version}\n", citation)
        for key in ("cff-version: 1.2.0", "message: ", "title: ", "authors:"):  # what the schema requires
            self.assertRegex(citation, f"(?m)^{key}")
        self.assertIn("Isobar authors", text("LICENSE"))

    def test_changelog(self):
        sections = re.findall(r"^## \[(.+?)\]( - \d{4}-\d{2}-\d{2})?$", text("CHANGELOG.md"), re.MULTILINE)
        self.assertEqual(sections[0], ("Unreleased", ""))
        if not self.version.startswith("0."):
            self.assertEqual(sections[1][0], self.version)
            self.assertTrue(sections[1][1], "a release has its day")


@unittest.skipUnless(shutil.which("git"), "no git here")
class VersionShown(unittest.TestCase):
    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="isobar-version-"))
        self.addCleanup(shutil.rmtree, self.directory)
        shutil.copy(TOP / "cmake/IsobarVersion.cmake", self.directory)
        (self.directory / "CMakeLists.txt").write_text(PROJECT)
        (self.directory / ".gitignore").write_text("/build/\n")

    def git(self, *words, folder="."):
        subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b.c", *words], check=True,
                       cwd=self.directory / folder, capture_output=True)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "--allow-empty", "-m", "one more")

    def shown(self, folder="."):
        done = subprocess.run(["cmake", "-S", self.directory / folder, "-B", self.directory / "build"],
                              text=True, capture_output=True, check=True)
        self.warned = "Warning" in done.stderr
        return re.search(r"^-- version (.+)$", done.stdout, re.MULTILINE)[1]

    def test_by_tags(self):
        self.assertEqual(self.shown(), "1.2.3")  # no git at all
        self.git("init")
        self.commit()
        self.assertEqual(self.shown(), "1.2.3")  # no tag
        self.git("tag", "v1.2.3")
        self.git("tag", "paper")
        self.assertEqual(self.shown(), "1.2.3")
        self.assertFalse(self.warned)
        (self.directory / "CMakeLists.txt").write_text(PROJECT + "\n")
        self.assertEqual(self.shown(), "1.2.3+dirty")
        self.commit()
        self.assertRegex(self.shown(), r"^1\.2\.3\+1\.g[0-9a-f]+$")
        (self.directory / "CMakeLists.txt").write_text(PROJECT)
        self.assertRegex(self.shown(), r"^1\.2\.3\+1\.g[0-9a-f]+\.dirty$")
        self.commit()
        self.git("tag", "v2.0.0")
        self.assertEqual(self.shown(), "2.0.0")
        self.assertTrue(self.warned)

    def test_a_new_commit_configures_anew(self):
        self.git("init")
        self.commit()
        self.git("tag", "v1.2.3")
        self.shown()
        self.commit()
        done = subprocess.run(["cmake", "--build", self.directory / "build"], text=True, capture_output=True, check=True)
        self.assertRegex(done.stdout, r"version 1\.2\.3\+1\.g")

    def test_inside_another_project(self):
        inner = self.directory / "inner"
        inner.mkdir()
        for name in ("CMakeLists.txt", "IsobarVersion.cmake"):
            shutil.copy(self.directory / name, inner)
        self.git("init")
        self.commit()
        self.git("tag", "v7.0.0")
        self.assertEqual(self.shown("inner"), "1.2.3")


if __name__ == "__main__":
    unittest.main()
