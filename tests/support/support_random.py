"""Code that tests of many random runs of isobar_flow share."""

import collections
import concurrent.futures
import json
import math
import os
import subprocess
import sys
import unittest

from support_cli import (PATIENCE, SANITIZED, FlowTest, command, environment, memory_directory, options,
                         own_lines)


def number_of_decks(usual, sanitized):
    """How many decks a test draws: the seeds from 0 on."""
    given = sys.argv[1] if sys.argv[1:] and sys.argv[1].isdigit() else os.environ.get("ISOBAR_RANDOM_DECKS")
    return int(given) if given else sanitized if SANITIZED else usual


def main():
    """unittest.main() without the number of decks."""
    unittest.main(argv=[word for word in sys.argv if not word.isdigit()])


class RandomRuns(FlowTest):
    """A test whose check(seed) gives "VALID", "INVALID" or "refused"."""

    base = memory_directory()

    def place(self, seed):
        place = self.directory / str(seed)
        place.mkdir()
        return place

    def run_deck(self, place, kind, settings, ranks):
        """Runs a deck on so many ranks. Returns what was printed, and the report of a run that was not refused."""
        (place / "deck.toml").write_text(
            f'[problem]\nkind = "{kind}"\n[run]\nkernel_timings = false\n[grid]\n'
            + "".join(f"{key[5:]} = {settings[key]}\n" for key in ("grid.nx", "grid.ny", "grid.nz")))
        path = place / "report.json"
        path.unlink(missing_ok=True)
        done = subprocess.run(
            command("deck.toml", *options(settings), "--report", "report.json", ranks=ranks,
                    executable=self.executable),
            cwd=place, text=True, capture_output=True, timeout=PATIENCE, check=False,
            env=environment(ranks, place))
        self.assertIn(done.returncode, (0, 1, 2), f"{ranks} ranks, {settings}\n{done.stdout}{done.stderr}")
        self.assertNotIn("MPI_ABORT", done.stderr, settings)
        if done.returncode == 2:
            return done, None
        beside = place / "report.unconverged.json"
        report = json.loads((path if path.exists() else beside).read_text())
        self.check_verdict(done.stdout, report, done.returncode)
        return done, report

    def is_refused(self, done, keys):
        """A refused run says one line that names a key, its value and what would be right."""
        lines = own_lines(done.stderr)
        errors = [line for line in lines if "not used" not in line and "may not converge" not in line]
        self.assertEqual(len(errors), 1, done.stderr)
        self.assertRegex(errors[0], rf"\b({keys})\b.*(; expected | allow at most )")
        return "refused"

    def check_decks(self, seeds, least_valid):
        """At least this part of all runs that were not refused has to be valid."""
        seen = collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for seed, future in [(s, pool.submit(self.check, s)) for s in range(seeds)]:
                with self.subTest(deck=seed):
                    seen[future.result()] += 1
        print(f"seeds 0 to {seeds - 1}: {dict(seen)}", file=sys.stderr)
        self.assertGreaterEqual(seen["VALID"], math.floor(least_valid * (seeds - seen["refused"])))
        self.assertLessEqual(seen["refused"], math.ceil(0.3 * seeds))
