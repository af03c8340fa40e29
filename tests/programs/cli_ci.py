""".ci/changed_sources: which sources of a small repository clang-tidy reads."""

import os
import pathlib
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(os.environ["ISOBAR_SOURCE_DIR"]) / ".ci/changed_sources"
DAY = 86400  # seconds


class ChangedSources(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.git("init", "-q")
        self.commit(0, **{"core/a.cpp": "int a();\n", "core/b.cpp": "int b();\n", "tests/c.cpp": "int c();\n", "docs/d.md": "d\n"})

    def git(self, *arguments, **environment):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments], cwd=self.folder, check=True,
                       capture_output=True, env={**os.environ, **environment})

    def commit(self, second, **files):
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(exist_ok=True, parents=True)
            path.write_text(text)
        self.git("add", "-A")
        when = f"{1700000000 + second} +0000"
        self.git("commit", "-q", "-m", "x", GIT_AUTHOR_DATE=when, GIT_COMMITTER_DATE=when)

    def named(self, **environment):
        done = subprocess.run([SCRIPT], cwd=self.folder, text=True, capture_output=True, check=False,
                              env={**os.environ, **environment})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split()

    def test_a_change_of_pages_and_tests_names_none_and_is_no_error(self):
        self.commit(DAY, **{"tests/c.cpp": "int c(int);\n", "docs/d.md": "e\n"})
        self.assertEqual(self.named(), [])

    def test_the_commits_of_four_hours(self):
        self.commit(DAY, **{"core/a.cpp": "int a(int);\n"})
        self.commit(DAY + 3600, **{"core/e.cpp": "int e();\n"})
        self.assertEqual(self.named(), ["core/a.cpp", "core/e.cpp"])
        self.commit(DAY + 5 * 3600 + 1, **{"core/b.cpp": "int b(int);\n"})
        self.assertEqual(self.named(), ["core/b.cpp"])
        self.assertEqual(self.named(ISOBAR_BASE="HEAD~3"), ["core/a.cpp", "core/b.cpp", "core/e.cpp"])

    def test_includes_and_comments_alone(self):
        self.commit(DAY, **{"core/a.cpp": "#include <span>\n// a comment\nint a();\n"})
        self.assertEqual(self.named(), [])
        self.commit(DAY + 1, **{"core/a.cpp": "#include <span>\n// NOLINTNEXTLINE\nint a();\n"})
        self.assertEqual(self.named(), ["core/a.cpp"])

    def test_all(self):
        self.assertEqual(self.named(ISOBAR_TIDY="all"), ["core/a.cpp", "core/b.cpp"])


if __name__ == "__main__":
    unittest.main()
