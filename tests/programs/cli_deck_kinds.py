"""Files that are no decks, or decks of another program: one line says what they are."""

import pathlib
import subprocess
import unittest

import numpy

from support_cli import EXECUTABLE, FEM_EXECUTABLE, FLOW_EXECUTABLE, INPUTS, CommandLineTest, environment

PROGRAMS = {EXECUTABLE: sorted(INPUTS.glob("*.toml")), FLOW_EXECUTABLE: sorted((INPUTS / "flow").glob("*.toml")),
            FEM_EXECUTABLE: sorted((INPUTS / "fem").glob("*.toml"))}


class DeckKinds(CommandLineTest):
    def test_decks_of_other_programs(self):
        for owner, decks in PROGRAMS.items():
            for deck in decks:
                for program in PROGRAMS:
                    if program == owner:
                        continue
                    with self.subTest(deck=deck.name, program=program):
                        self.executable = program
                        name, other = pathlib.Path(owner).name, pathlib.Path(program).name
                        line = self.refuse(deck, "--dry-run", says=f"expected one for {other} (see --list-decks)")
                        self.assertRegex(line, rf"^{other}: .*{deck.name}:\d+: \S+: this deck is for {name}( or isobar_flow)?; ")

    def test_files_that_are_no_decks(self):
        numpy.save(self.directory / "u.npy", numpy.zeros((2, 2, 2)))
        report = self.directory / "report.json"
        self.solve(self.write_deck())  # leaves report.json
        json = self.write("x.json", '{"grid": {"nx": 8}}\n')
        binary = self.directory / "b.toml"
        binary.write_bytes(bytes(range(256)))
        for program in PROGRAMS:
            self.executable = program
            for file, says in ((report, "report.json: is a report of a run and no deck ("),
                               (json, "x.json: is a JSON file and no deck ("),
                               (self.directory / "u.npy", "u.npy: is a NumPy array and no deck ("),
                               (INPUTS / "meshes" / "vessel.msh", "vessel.msh: is a mesh of Gmsh and no deck ("),
                               (program, "is a program and no deck ("),
                               (binary, "b.toml: is a binary file and no deck ("),
                               (self.write("e.toml", ""), "e.toml: "),
                               (self.directory, "cannot read it: Is a directory")):
                with self.subTest(program=program, file=file):
                    self.refuse(file, says=says)
                    self.refuse(file, says=says, ranks=2)

    def test_programs_call_themselves_by_their_names(self):
        for program in PROGRAMS:
            self.executable = program
            name = pathlib.Path(program).name
            for arguments, says in ((["--nope"], f"see {name} --help"), (["none.toml"], "none.toml: cannot read it"),
                                    ([], "no deck given")):
                self.assertTrue(self.refuse(*arguments, says=says).startswith(f"{name}: "))

    @unittest.skipUnless(pathlib.Path("/etc/openmpi").exists(), "not Debian's Open MPI")
    def test_so_they_do_where_mpi_cannot_start(self):
        for program in PROGRAMS:
            done = subprocess.run([program, "--version"], text=True, capture_output=True, check=False,
                                  env={**environment(None, self.directory), "OMPI_MCA_pml": "none-such"})
            name = pathlib.Path(program).name
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertIn(f"{name}: MPI cannot start: MPI_Init_thread failed\n", done.stderr)



if __name__ == "__main__":
    unittest.main()
