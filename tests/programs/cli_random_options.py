"""Random values of random keys of all three programs. A deck that cannot be run is refused in one line, and never ends in a crash.

Keys and what they may be come from the programs' own --deck-reference. Nothing is asked of results: a run ends with 0, 1 or 2. How
many decks of each program: as in cli_flow_random_decks.py.
"""

import collections
import re
import subprocess
import sys
import unittest

from support_cli import (EXECUTABLE, FEM_EXECUTABLE, FLOW_EXECUTABLE, PATIENCE, CommandLineTest, command, environment,
                         memory_directory, options, own_lines)
from support_decks import Draw
from support_random import main, number_of_decks

DECKS = number_of_decks(25, 8)
BASES = {
    "isobar": (EXECUTABLE, "[grid]\nnx = 12\nny = 8\nnz = 3\n"),
    "isobar_flow poisson": (FLOW_EXECUTABLE, '[problem]\nkind = "poisson"\n[grid]\nnx = 8\nny = 12\nnz = 6\n'),
    "isobar_flow flow": (FLOW_EXECUTABLE, "[grid]\nnx = 8\nny = 12\nnz = 6\n[flow]\nviscosity = 0.01\n"
                                          "[time]\nmost_steps = 2\n"),
    "isobar_fem": (FEM_EXECUTABLE, '[mesh]\nsource = "square"\nlevels = 3\n[problem]\nsolution = "sines"\n'),
}
# Keys that would take long, or are only about files.
LEFT_OUT = re.compile(r"^output\.|^run\.|\.file$|^mesh\.levels|^mesh\.cells|max_iterations|^sequence\.|"
                      r"launch|restart_from|end_time|^time\.step|kernel|^energy\.")
NOTES = re.compile(r"not used|may not converge|may never be seen")


def keys_of(reference):
    """{key: what its value may be} of the tables of a deck reference."""
    section, keys = "", {}
    for line in reference.splitlines():
        if found := re.match(r"## \[([\w.]+)\]", line):
            section = found[1]
        elif found := re.match(r"\| `(\w+)` \| (.*?) \| ", line):
            keys[f"{section}.{found[1]}"] = found[2]
    return keys


def draw_integer(draw, low, high):
    return min(high, low + draw.one_of(0, 0, 1, 1, 2, 3, 4, 7, 12))


def draw_number(draw):
    return draw.one_of(0.0, 1.0, 0.5, 2.0, draw.scale(1e-6, 1e3), -1.0)


def draw_value(draw, kind):
    """A value that the key alone allows, as far as its text says how; None where it does not."""
    words = re.findall(r'"([\w-]+)"', kind)
    if words and draw.chance(0.8):
        return draw.one_of(*words)
    if kind in ("true or false",):
        return draw.chance(0.5)
    if found := re.search(r"an integer from (\d+)(?: to (\d+))?", kind):
        if not kind.startswith(("a list", '"auto" or a list')):
            return draw_integer(draw, int(found[1]), int(found[2] or 10**9))
    if found := re.search(r"a list of (\d+)(?: to (\d+))? integers from (\d+) to (\d+)", kind):
        low, high = int(found[1]), int(found[2] or found[1])
        return [draw_integer(draw, int(found[3]), int(found[4])) for _ in range(draw_integer(draw, low, min(high, 3)))]
    if "pairs [level, ranks]" in kind:
        return [[draw_integer(draw, 1, 19), draw_integer(draw, 1, 8)] for _ in range(draw.integer(0, 2))]
    if "[ranks in x, ranks in y]" in kind:
        return [draw.integer(1, 3), draw.integer(1, 3)]
    if found := re.search(r"a list of (\d+)(?: to \d+)? numbers", kind):
        return [draw_number(draw) for _ in range(max(1, int(found[1])))]
    if found := re.search(r"a number (?:in [(\[]([\d.-]+), ([\d.-]+)|above|from|of)", kind):
        return draw.number(float(found[1]), float(found[2])) if found[1] else draw_number(draw)
    return None


class RandomOptions(CommandLineTest):
    base = memory_directory()

    def settings(self, draw, keys):
        """A few keys. Keys of one section belong together, so most come from one or two sections."""
        sections = sorted({key.split(".")[0] for key in keys})
        chosen = [draw.one_of(*sections) for _ in range(2)]
        names = [key for key in sorted(keys) if key.split(".")[0] in chosen or draw.chance(0.03)]
        some = draw.random.permutation(names)[:draw.integer(1, 5)]
        drawn = {str(key): draw_value(draw, keys[str(key)]) for key in some}
        return {key: value for key, value in drawn.items() if value is not None}

    def run_one(self, program, keys, seed):
        executable, base = BASES[program]
        draw = Draw(2 * 10**6 + seed)
        settings, ranks = self.settings(draw, keys), draw.one_of(None, None, 2, 3)
        # A key of the base that is drawn takes its place.
        settings = {key: value for key, value in settings.items() if key != "problem.kind"}
        place = self.directory / f"{program.replace(' ', '-')}-{seed}"
        place.mkdir()
        (place / "deck.toml").write_text(base)
        more = {"solver.max_iterations": 20, "run.kernel_timings": False}
        done = subprocess.run(
            command("deck.toml", *options({**more, **settings}), ranks=ranks, executable=executable), cwd=place,
            text=True, capture_output=True, timeout=PATIENCE, check=False, env=environment(ranks, place))
        what = f"{program}, {ranks} ranks: {settings}\n{done.stdout[-2000:]}{done.stderr}"
        self.assertIn(done.returncode, (0, 1, 2), what)
        self.assertNotIn("MPI_ABORT", done.stderr, what)
        if done.returncode == 2:
            errors = [line for line in own_lines(done.stderr) if not NOTES.search(line)]
            self.assertEqual(len(errors), 1, what)
            self.assertNotRegex(errors[0], r"^isobar\w*: rank \d", what)
        return ("VALID", "INVALID", "refused")[done.returncode]

    def test_no_deck_ends_in_a_crash(self):
        for program, (executable, _) in BASES.items():
            reference = subprocess.run(command("--deck-reference", executable=executable), text=True,
                                       capture_output=True, check=True, env=environment(None, self.directory)).stdout
            keys = {key: kind for key, kind in keys_of(reference).items() if not LEFT_OUT.search(key)}
            self.assertGreater(len(keys), 20, program)
            seen = collections.Counter()
            for seed in range(DECKS):
                with self.subTest(program=program, deck=seed):
                    seen[self.run_one(program, keys, seed)] += 1
            print(f"{program}, seeds 0 to {DECKS - 1}: {dict(seen)}", file=sys.stderr)
            self.assertGreater(seen["VALID"] + seen["INVALID"], 0.1 * DECKS, program)


if __name__ == "__main__":
    main()
