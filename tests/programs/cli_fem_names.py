"""isobar_fem: files that a deck names twice, however they are spelled."""

import os
import unittest

from support_cli import options
from support_fem import Fem, gmsh


class Names(Fem):
    def test_one_file_for_two_purposes(self):
        deck = self.file(gmsh())
        (self.directory / "link").symlink_to("mesh.msh")
        os.link(self.directory / "mesh.msh", self.directory / "hard.npy")
        before = (self.directory / "mesh.msh").read_bytes()
        for settings, says in (
                ({"output.solution": "mesh.msh"}, ("output.solution=mesh.msh: ", "mesh.file")),
                ({"output.solution": "./link"}, ("output.solution=./link: ", "mesh.file")),
                ({"output.report": "hard.npy"}, ("output.report=hard.npy: ", "mesh.file")),
                ({"output.solution": "deck.toml"}, ("is the same file as the deck",)),
                ({"output.solution": "v.vtu", "output.vtk": "./v"}, ("output.vtk=./v: ", "output.solution=v.vtu")),
                ({"output.report": "v.vtu", "output.vtk": "v"}, ("output.vtk=v: ", "output.report=v.vtu"))):
            with self.subTest(settings=settings):
                self.refuse(deck, *options(settings), says=says)
        for name in ("v.pvtu", "v_0000.vtu", "v_0001.vtu"):
            self.refuse(deck, *options({"output.solution": name, "output.vtk": "v"}), ranks=2,
                        says=("output.vtk=v: ", f"output.solution={name}"))
        self.assertEqual((self.directory / "mesh.msh").read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
