"""What the tests of problem classes share."""
import json
import subprocess

from support_cli import EXECUTABLE, CommandLineTest, command, environment, validate


class ClassTest(CommandLineTest):
    """Runs of classes."""

    def run_class(self, *arguments, name="S", ranks=None, variables=None, executable=EXECUTABLE):
        """(report, screen) of a run that ended with 0 or 1, (None, line) of one that was refused."""
        path, beside = (self.directory / f"report{more}.json" for more in ("", ".unconverged"))
        for old in (path, beside):
            old.unlink(missing_ok=True)
        words = ("--class", name, "--report", path, *arguments)
        done = subprocess.run(command(*words, ranks=ranks, executable=executable),
                              cwd=self.directory, text=True, capture_output=True, timeout=300,
                              check=False,
                              env={**environment(ranks, self.directory), **(variables or {})})
        if done.returncode not in (0, 1):
            return None, done.stderr
        report = json.loads((path if path.exists() else beside).read_text())
        validate(report, self.schema)
        return report, done.stdout

    @staticmethod
    def departures(report):
        """{key: (found, wanted)} of all but the build's, which a tree that is being worked on has."""
        return {d["key"]: (d["found"], d["wanted"]) for d in report["benchmark"]["departures"]
                if d["key"] not in ("build commit", "build changed files")}
