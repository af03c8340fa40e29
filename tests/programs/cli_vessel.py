"""scripts/make_vessel makes the vessel's mesh."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(os.environ["ISOBAR_SOURCE_DIR"])


def words(path):
    """The words of a mesh. Numbers stay numbers, because their last digit may depend on the machine."""
    def number(word):
        try:
            return float(word)
        except ValueError:
            return word
    return [number(word) for word in Path(path).read_text(encoding="ascii").split()]


class Vessel(unittest.TestCase):
    def test_the_script_makes_the_mesh_that_is_there(self):
        with tempfile.TemporaryDirectory() as directory:
            made = Path(directory) / "vessel.msh"
            subprocess.run([sys.executable, TOP / "scripts" / "make_vessel", made], check=True)
            mine, there = words(made), words(TOP / "inputs" / "meshes" / "vessel.msh")
        self.assertEqual(len(mine), len(there))
        for a, b in zip(mine, there):
            if isinstance(a, float) and isinstance(b, float):
                self.assertAlmostEqual(a, b, delta=2e-9)
            else:
                self.assertEqual(a, b)


if __name__ == "__main__":
    unittest.main()
