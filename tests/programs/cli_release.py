"""All parts of a release have the same version, the version that programs show follows from git's tags, and a
build knows its commit, from an archive too."""
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

    def test_wheel(self):
        self.assertIn(f'\nversion = "{self.version}"\n', text("pyproject.toml"))

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

    def test_without_history(self):
        (self.directory / "cmake").mkdir()
        for described, shown in (("v1.2.3", "1.2.3"), ("v1.2.3-4-g1a2b3c4", "1.2.3+4.g1a2b3c4"), ("", "1.2.3"),
                                 ("$Format:%(describe:tags,match=v[0-9]*)$", "1.2.3")):
            (self.directory / "cmake/commit.txt").write_text(f"1a2b3c4\n{described}\n")
            self.assertEqual(self.shown(), shown)

    def test_an_archive(self):
        (self.directory / "cmake").mkdir()
        for name in ("cmake/commit.txt", ".gitattributes"):
            shutil.copy(TOP / name, self.directory / name)
        (self.directory / "cmake/commit.txt").write_text("$Format:%H$\n$Format:%(describe:tags,match=v[0-9]*)$\n")
        self.git("init")
        self.commit()
        self.git("tag", "v1.2.3")
        self.commit()
        archive = unpacked(self.directory, self.directory)
        self.assertRegex((archive / "cmake/commit.txt").read_text(), r"^[0-9a-f]{40}\nv1\.2\.3-1-g[0-9a-f]+\n$")
        shutil.rmtree(self.directory / ".git")
        self.assertRegex(self.shown("archive"), r"^1\.2\.3\+1\.g[0-9a-f]+$")

    def test_inside_another_project(self):
        inner = self.directory / "inner"
        inner.mkdir()
        for name in ("CMakeLists.txt", "IsobarVersion.cmake"):
            shutil.copy(self.directory / name, inner)
        self.git("init")
        self.commit()
        self.git("tag", "v7.0.0")
        self.assertEqual(self.shown("inner"), "1.2.3")


def build_commit(source, directory):
    """(commit, changed files) that cmake/build_commit.cmake finds for a folder of sources."""
    output = directory / "build_commit.cpp"
    subprocess.run(["cmake", "-D", f"SOURCE={source}", "-D", f"OUTPUT={output}", "-P", source / "cmake/build_commit.cmake"],
                   check=True, capture_output=True)
    written = output.read_text(encoding="utf-8")
    return re.search(r'return "(.*)";', written)[1], int(re.search(r"return (\d+);", written)[1])


def unpacked(checkout, directory):
    """The archive that `git archive` makes of the last commit of a checkout."""
    folder = directory / "archive"
    folder.mkdir()
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=checkout, check=True, capture_output=True).stdout
    subprocess.run(["tar", "x"], cwd=folder, input=archive, check=True)
    return folder


@unittest.skipUnless(shutil.which("git"), "no git here")
class CommitOfTheBuild(unittest.TestCase):
    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="isobar-commit-"))
        self.addCleanup(shutil.rmtree, self.directory)

    def git(self, *words, folder):
        return subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b.c", *words], cwd=folder, text=True,
                              capture_output=True, check=False)

    def small(self):
        """A checkout of the files that decide, with one source and one page."""
        folder = self.directory / "small"
        for name in ("cmake/build_commit.cmake", "cmake/commit.txt", ".gitattributes"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(TOP / name, folder / name)
        # A source tree that is itself an archive has a commit in it.
        (folder / "cmake/commit.txt").write_text("$Format:%H$\n")
        for name in ("core/a.cpp", "docs/a.md"):
            (folder / name).parent.mkdir()
            (folder / name).write_text("1\n")
        self.git("init", folder=folder)
        self.git("add", "-A", folder=folder)
        self.git("commit", "-m", "one", folder=folder)
        return folder, self.git("rev-parse", "HEAD", folder=folder).stdout.strip()

    def test_an_archive_of_this_checkout(self):
        head = self.git("rev-parse", "HEAD", folder=TOP)
        if not (TOP / ".git").exists() or head.returncode:
            self.skipTest("no checkout")
        folder = unpacked(TOP, self.directory)
        commit = head.stdout.strip()
        self.assertEqual((folder / "cmake/commit.txt").read_text().splitlines()[0], commit)
        self.assertEqual(build_commit(folder, self.directory), (commit, 0))

    def test_a_checkout(self):
        folder, commit = self.small()
        self.assertRegex(commit, "^[0-9a-f]{40}$")
        self.assertEqual(build_commit(folder, self.directory), (commit, 0))
        (folder / "docs/a.md").write_text("2\n")
        self.assertEqual(build_commit(folder, self.directory), (commit, 0), "a page is not built")
        (folder / "core/a.cpp").write_text("2\n")
        self.assertEqual(build_commit(folder, self.directory), (commit, 1))
        (folder / "core/b.cpp").write_text("2\n")
        self.assertEqual(build_commit(folder, self.directory), (commit, 2), "a new file may be built, too")

    def test_an_archive_inside_another_checkout(self):
        folder, commit = self.small()
        archive = unpacked(folder, folder)
        self.assertEqual(build_commit(archive, self.directory), (commit, 0))

    def test_a_copy_without_history_has_no_commit(self):
        folder, _ = self.small()
        shutil.rmtree(folder / ".git")
        self.assertEqual(build_commit(folder, self.directory), ("", 0))


if __name__ == "__main__":
    unittest.main()
