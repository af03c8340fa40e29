"""Meshes in which something has been changed by chance: each run is right, or ends with one line and code 2.

What is left of a mesh is read by the test as well, so that a run that is VALID can be held against the test's own finite elements.
ISOBAR_MUTATIONS says how many run, ISOBAR_FIRST_DECK the first seed.
"""

import os
import subprocess
import unittest

import numpy

import support_fem_operator
from support_cli import (PATIENCE, SANITIZED, FemTest, command, environment, memory_directory, options,
                         own_lines)
from support_decks import Draw
from support_fem_meshes import Writer, random_mesh, read

MUTATIONS = int(os.environ.get("ISOBAR_MUTATIONS", 20 if SANITIZED else 100))
FIRST = int(os.environ.get("ISOBAR_FIRST_DECK", 0))
WORDS = ["0", "1", "-1", "2", "7", "0.5", "1e9", "1e-9", "nan", "inf", "x", "", "1e400", "1e-320", "3", "15",
         "2147483648", "99999999999999999999"]
LEVELS = 2


def mutated(draw, text):
    """One or two changes of lines, words or letters; sometimes the end is missing."""
    lines = text.splitlines()
    for _ in range(draw.one_of(1, 1, 2)):
        at, other = (draw.integer(0, len(lines) - 1) for _ in range(2))
        kind = draw.integer(0, 7)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(other, lines[at])
        elif kind == 2:
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == 3 and lines[at]:
            letter = draw.integer(0, len(lines[at]) - 1)
            lines[at] = lines[at][:letter] + chr(draw.integer(32, 126)) + lines[at][letter + 1:]
        elif kind == 4:  # a number of a node or a value, by little
            words = lines[at].split()
            if words and "." in words[-1]:
                words[-1] = words[-1][:-1]
            elif len(words) > 2 and "." in words[1]:
                words[1] = words[1][:max(4, len(words[1]) - draw.integer(1, 16))]
            lines[at] = " ".join(words)
        else:
            words = lines[at].split() or [""]
            words[draw.integer(0, len(words) - 1)] = draw.one_of(*WORDS)
            lines[at] = " ".join(words)
    text = "\n".join([*lines, ""])
    return text[:draw.integer(0, len(text))] if draw.chance(0.05) else text


class Mutations(FemTest):
    base = memory_directory()

    def check(self, seed):
        """True if the run is valid."""
        draw = Draw(seed)
        mesh = random_mesh(draw, 8)
        mesh.points = (numpy.array(mesh.points) / numpy.ptp(mesh.points)).tolist()
        mesh.views = {"f": [draw.number(-1, 1) for _ in mesh.quads]}
        text = mutated(draw, Writer(mesh, draw).text(draw.one_of(2, 4)))
        place = self.directory / str(seed)
        place.mkdir()
        (place / "mesh.msh").write_text(text)
        boundaries = [[name, 0.5] for n, name in enumerate(mesh.rims) if n in mesh.edges.values()]
        settings = {"mesh.source": "file", "mesh.file": "mesh.msh", "mesh.levels": LEVELS,
                    "problem.boundaries": boundaries, "problem.rhs_view": "f", "run.repeats": 1, "run.warmup": 0,
                    "run.kernel_timings": False, "output.solution": "u.npy"}
        (place / "deck.toml").write_text("")
        ranks = draw.one_of(None, None, None, 2)
        done = subprocess.run(
            command("deck.toml", *options(settings), ranks=ranks, executable=self.executable), cwd=place,
            text=True, capture_output=True, timeout=PATIENCE, check=False, env=environment(ranks, place))
        said = f"{done.stdout}{done.stderr} ranks {ranks}\n{text}"
        if done.returncode == 2:
            self.assertEqual(len(own_lines(done.stderr)), 1, said)
            return False
        self.assertIn(done.returncode, (0, 1), said)
        if done.returncode == 0:
            self.compare(text, place, said)
        return done.returncode == 0

    def compare(self, text, place, said):
        mesh = read(text)
        rows = numpy.load(place / "u.npy")[:, 0, :]
        space = support_fem_operator.Space(mesh.points, mesh.quads, mesh.names_of_edges(), LEVELS, 1)
        numpy.testing.assert_allclose(rows[:, :2], space.points, rtol=0, atol=1e-9 * abs(space.points).max())
        equation = support_fem_operator.Equation(space, space.at_unknowns(mesh.views["f"]),
                                                 numpy.ones(len(space.elements)),
                                                 {n: 0.5 for n in space.rims_of})
        residual, magnitude = equation.residual(rows[:, 2])
        self.assertLessEqual(numpy.linalg.norm(residual), 1.01e-8 * equation.scale() + 1e-13 * magnitude, said)

    def test_are_right_or_refused_in_one_line(self):
        self.check_all(lambda n: self.check(FIRST + n), MUTATIONS, 0.1)


if __name__ == "__main__":
    unittest.main()
