"""scripts/ranking: versions, commits and ways, as CHANGELOG.md and git bear them out."""

import os
import subprocess
import unittest

from support_ranking import RankingTest, at, by_rules_2, computed, edited, measured

LOG = "# Changelog\n\n## [Unreleased]\n{}\n## [1.0.0] - 2026-11-25\n\nThe first.\n"


def to(value):
    return lambda _: value


class Versions(RankingTest):
    def test_baseline_is_a_released_version(self):
        for version in ("0.1.0", "1.0.2", "1.0.0+12.gabcdef1"):
            report = edited(edited(measured(), ("run", "version"), to(version)), ("benchmark", "version"), to(version))
            report["benchmark"]["commit"] = "abcdef1" + "0" * 33
            self.result("a", report)
            self.refused("about.toml: way = \"baseline\"", f"version {version}, must be a released one of CHANGELOG.md (1.0.0, 1.0.1), or way = \"development\"")
            self.result("a", report, way="development")
            self.assertEqual(self.read()[1], [])

    def test_a_version_that_names_another_commit(self):
        report = edited(edited(measured(), ("run", "version"), to("1.0.0+3.gabcdef1")), ("benchmark", "version"), to("1.0.0+3.gabcdef1"))
        self.result("a", report, way="development")
        self.refused("run.version is 1.0.0+3.gabcdef1, must be that of benchmark.commit")

    def test_a_run_before_its_release(self):
        self.result("a", at(measured(), -24 * 60))
        self.refused("the run is of 2026-11-24, must be of 2026-11-25 or later")


class Commits(RankingTest):
    """With a repository around docs."""

    def git(self, *words, day="2026-11-25T03:00:00Z"):
        own = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        identity = {f"GIT_{who}_{key}": value for who in ("AUTHOR", "COMMITTER") for key, value in (("NAME", "A"), ("EMAIL", "a@example.org"), ("DATE", day))}
        return subprocess.run(["git", "-C", str(self.directory), *words], env=own | identity, text=True, capture_output=True, check=True).stdout.strip()

    def commit(self, version="1.0.0", unreleased="", **when):
        self.write("CMakeLists.txt", f"project(\n  Isobar\n  VERSION {version}\n)\n")
        self.write("CHANGELOG.md", LOG.format(unreleased))
        self.git("add", "CMakeLists.txt", "CHANGELOG.md")
        self.git("commit", "--allow-empty", "-qm", "x", **when)
        return self.git("rev-parse", "HEAD")

    def setUp(self):
        super().setUp()
        self.git("init", "-q")
        self.released = self.commit()

    def of(self, commit, rules=1):
        report = edited(measured(), ("benchmark", "commit"), to(commit))
        return report if rules == 1 else by_rules_2(report)

    def test_the_commit_of_a_release(self):
        self.result("a", self.of(self.released))
        self.assertEqual(self.read()[1], [])

    def test_a_commit_that_nobody_knows(self):
        for way in ("baseline", "development"):
            self.result("a", self.of("f" * 40), way=way)
            self.refused("about.toml", "benchmark.commit ffffffffffff is none of this repository")
        folder = self.result("a", self.of("f" * 40), way="ported", patch="changes.patch")
        (folder / "changes.patch").write_text("x")
        self.assertEqual(self.read()[1], [])

    def test_a_commit_of_another_version(self):
        self.result("a", self.of(self.commit(version="1.1.0")))
        self.refused("is of version 1.1.0, but the reports say 1.0.0")

    def test_a_commit_behind_a_release(self):
        later = self.commit(unreleased="\n### Added\n\n- More.\n")
        self.result("a", self.of(later))
        self.refused(f"commit {later[:12]} has more than 1.0.0, as its CHANGELOG.md says")
        self.result("a", self.of(later), way="development")
        self.assertEqual(self.read()[1], [])

    def test_a_tag_says_which_commit(self):
        other = self.commit()
        self.git("tag", "v1.0.0", self.released)
        report = self.of(other, rules=2)
        self.result("a", report)
        self.refused(f"commit {other[:12]} is not that of v1.0.0, must be {self.released[:12]}")
        self.result("a", computed(edited(report, ("benchmark", "commit"), to(self.released))))
        self.assertEqual(self.read()[1], [])

    def test_a_run_before_its_commit(self):
        self.result("a", self.of(self.commit(day="2026-11-27T03:00:00Z")))
        self.refused("the run is of 2026-11-25, must be later than its commit")


if __name__ == "__main__":
    unittest.main()
