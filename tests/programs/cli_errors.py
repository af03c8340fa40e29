"""Bad input: exit code 2 and one line that names what is wrong and what would be right."""

import os
import unittest

import numpy

from support_cli import CommandLineTest

NX, NY, NZ = 16, 12, 8
SHAPE = "(ny, nx, nz) = (12, 16, 8)"


class BadInput(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.deck = self.write_deck(NX, NY, NZ, "[multigrid]\nlevels = 2\n")

    def test_options(self):
        for arguments, says in (
                ([], ("no deck given", "expected DECK.toml")),
                (["--nope"], ("--nope", "see isobar --help")),
                ([self.deck, self.deck], ("not expected", "deck.toml")),
                ([self.deck, "--transport", "maybe"], ("--transport", "maybe", "auto,peer,segment,nccl,device,staged")),
                ([self.deck, "--gpu-mpi", "on"], ("--gpu-mpi", "--transport", "device")),
                ([self.deck, "--progress", "often"], ("--progress", "often", "auto,on,off")),
                ([self.deck, "--report"], ("--report", "FILE")),
                ([self.deck, "--report", ""], ("--report", "expected the path of a file")),
                ([self.deck, "--set"], ("--set", "SECTION.KEY=VALUE")),
                ([self.deck, "--set", "grid.nx"], ("--set grid.nx", "section.key=value")),
                ([self.deck, "--set", "grid.nx="], ("--set grid.nx=", "section.key=value")),
                ([self.deck, "--set", "=3"], "--set =3"),
                ([self.deck, "--set", "nx=3"], ("--set nx=3", "unknown key", "grid.nx"))):
            with self.subTest(arguments=arguments):
                self.refuse(*arguments, says=says)

    def test_a_transport_that_cannot_be_had(self):
        arguments = (self.deck, "--transport", "nccl")
        if self.start(*arguments, ranks=2).returncode == 0:
            self.skipTest("this build has NCCL, and there are GPUs enough")
        self.refuse(*arguments, ranks=2, code=3, says=("--transport nccl was asked for, but ", "NCCL"))

    def test_values(self):
        for setting, says in (
                ("grid.nxx=3", ("unknown key", "did you mean grid.nx?")),
                ("solver.levels=3", ("unknown key", "levels?")),
                ("grid.levels=uniform", "renamed; expected grid.layers"),
                ("multigrid.vertical_factor=4", "renamed; expected multigrid.merged_layers"),
                ("multigrid.cycle=X", ("unknown choice", '"V", "W" or "F"')),
                ("grid.nx=1.5", ("wrong type", "an integer from 1 to 1000000")),
                ("grid.nx=0", ("out of range", "an integer from 1 to 1000000")),
                ("grid.nx=99999999999999999999", "an integer from 1 to 1000000"),
                ("solver.tolerance=0", ("out of range", "a number in (0, 1)")),
                ("solver.tolerance=small", ("wrong type", "a number in (0, 1)")),
                ("fields.layout=y-fastest", ("unknown choice", '"x-fastest" or "z-fastest"')),
                ("solver.method=mg", ("unknown choice", '"multigrid", "cg-fused"')),
                ("physics.time_step=nan", ("out of range", "a number above 0")),
                ("run.kernel_timings=1", ("wrong type", "true or false")),
                ("multigrid.pre_relaxation=[0.5,3]", ("out of range", "numbers in (0, 2)")),
                ("rhs.blob_centre=[0.5,0.5]", ("wrong length (2)", "a list of 3 numbers")),
                ("decomposition.process_grid=2x1", ("unknown choice", "[ranks in x, ranks in y]")),
                ("rhs.kind=file", "rhs.file is missing")):
            with self.subTest(setting=setting):
                self.refuse(self.deck, "--set", setting, says=("--set " + setting, *(
                    [says] if isinstance(says, str) else says)))

    def test_decks(self):
        head = f"[grid]\nnx = {NX}\nny = {NY}\n"
        for text, says in (
                (head, ("bad.toml: grid.nz is missing", "an integer from 1 to 4096")),
                ("", "bad.toml: grid.nx is missing"),
                (head + "nz = 8\ndomian = 1\n",
                 ("bad.toml:5: grid.domian = 1: unknown key", "did you mean grid.domain?")),
                (head + 'nz = 8\nlevels = "uniform"\n',
                 ('bad.toml:5: grid.levels = "uniform": renamed; expected grid.layers',)),
                (head + 'nz = "8"\n', ('bad.toml:4: grid.nz = "8"', "wrong type", "an integer")),
                (head + 'nz = 8\n[fields]\nlayout = "z-fastest"\n[solver]\nprecision = "mixed"\n',
                 ('bad.toml:6: fields.layout = "z-fastest": not available with solver.precision',
                  'expected "x-fastest"')),
                (head + "nz = 8\n[girth]\n", ("bad.toml:5: [girth]", "did you mean [grid]?")),
                (head + "nz = 8\nnz = 9\n", "bad.toml:5: syntax error"),
                (head + "nz = \n", "bad.toml:4: syntax error")):
            with self.subTest(text=text):
                self.refuse(self.write("bad.toml", text), says=says)
        self.refuse("none.toml", says=("none.toml: cannot read it", "expected a deck in TOML"))
        self.refuse(self.directory, says="cannot read it: Is a directory")

    def test_what_is_no_deck_at_all(self):
        pipe = self.directory / "pipe.toml"
        os.mkfifo(pipe)
        self.refuse(pipe, says=("pipe.toml: cannot read it: Is a pipe", "expected a deck in TOML"))
        self.refuse(pipe, ranks=2, says="Is a pipe, not a regular file")
        self.refuse("/dev/zero", says="/dev/zero: cannot read it: Is a device, not a regular file")
        large = self.directory / "large.toml"
        with open(large, "wb") as file:
            file.truncate(1 << 40)
        self.refuse(large, says=("1099511627776 bytes", "at most 1048576 bytes"))
        key = "a." * 40000 + "a"
        self.refuse(self.write("deep.toml", f"\n{key} = 1\n"),
                    says="deep.toml:2: key of more than 8 parts")
        self.refuse(self.deck, "--set", "grid.nx={" + key + "=1}", says="more than 8 parts")
        self.refuse(self.deck, "--set", "grid.nx=" + "[" * 40000, says="more than 8 deep")
        self.refuse(self.write("new\nline.toml", "nx = 1\n"), says="new\\nline.toml: cannot read it")

    def test_values_are_what_was_written(self):
        for setting, says in (
                ("multigrid.pre_relaxation=[9007199254740993]", "out of range"),
                ("physics.sound_speed=9007199254740993", "no double is this integer"),
                ("physics.buoyancy_frequency=1e-400", "1e-400: out of range"),
                ('output.report="a\\u0000b"', "control characters in a path"),
                ("grid.nx=8\n", "holds a control character"),
                ("output.report=r\udcff.json", "no UTF-8")):
            with self.subTest(setting=setting):
                self.refuse(self.deck, "--set", setting, says=says)

    def test_what_does_not_fit_together(self):
        for settings, says in (
                (["multigrid.levels=12"], ("multigrid.levels=12", "16 x 12 columns", "at most ")),
                (["grid.nx=1", "grid.ny=1"], ("deck.toml:6: multigrid.levels = 2", "at most 1")),
                (["physics.cfl=8", "physics.time_step=600"],
                 ("physics.cfl=8", "expected one of the two")),
                (["multigrid.pre_relaxation=[]", "multigrid.post_relaxation=[]"],
                 ("both empty", "at least one smoothing step")),
                (["fields.layout=z-fastest", "solver.method=cg-multigrid"],
                 ("--set fields.layout=z-fastest: not available with solver.method = "
                  '"cg-multigrid"', 'expected "x-fastest", or "multigrid", "cg-fused" or '
                  '"cg-standard" as solver.method')),
                (["fields.layout=z-fastest", "solver.method=multigrid-csr"],
                 "not available with solver.method = \"multigrid-csr\""),
                (["fields.layout=z-fastest", "solver.precision=mixed"],
                 ('solver.precision = "mixed"', 'or "double" or "float" as solver.precision')),
                (["fields.layout=z-fastest", "solver.precision=float-storage"],
                 'not available with solver.precision = "float-storage"'),
                (["solver.method=cg-multigrid", "multigrid.cycle=F"],
                 ("multigrid.cycle=F", "a symmetric cycle", 'expected "V" or "W"')),
                (["solver.method=cg-multigrid", "multigrid.restriction=average"],
                 ("multigrid.restriction=average", 'expected "transpose"'))):
            with self.subTest(settings=settings):
                self.refuse(self.deck, *(word for s in settings for word in ("--set", s)),
                            says=says)

    def test_process_grids(self):
        for grid, ranks, says in (([3, 1], None, ("3 x 1 has 3 ranks", "the run has 1")),
                                  ([2, 2], 2, ("2 x 2 has 4 ranks", "the run has 2")),
                                  ([0, 2], 2, ("out of range", "[ranks in x, ranks in y]"))):
            with self.subTest(grid=grid):
                text = f"decomposition.process_grid=[{grid[0]},{grid[1]}]"
                self.refuse(self.deck, "--set", text, ranks=ranks, says=(text, *says))

    def test_levels_that_cannot_overlap(self):
        for settings, says in (
                (["multigrid.overlap_rows=[3,3]"],
                 ("level 1 has an overlap of 3 rows", "expected an even number")),
                (["multigrid.overlap_rows=[4,1]"],
                 ("level 2 has an overlap of 1 rows", "at least half of the finer level's, 4")),
                (["multigrid.overlap_rows=[4,3]", "grid.nx=64"],
                 ("level 2 has an overlap of 3 rows", "at least the finer level's, 4")),
                (["multigrid.overlap_rows=[2,2,2]"], "expected at most 2 numbers"),
                (["multigrid.overlap_rows=[2,3]", "multigrid.coarse_solver=cg"],
                 "expected 0 or all rows on the coarsest level, as CG solves it"),
                (["multigrid.overlap_rows=[2,3]", "decomposition.process_grid=[2,1]"],
                 ("has 2 ranks in x", "decomposition.process_grid = [1, 2]")),
                (["multigrid.replicated_from=1", "decomposition.process_grid=[2,1]"],
                 ("has 2 ranks in x", "decomposition.process_grid = [1, 2]")),
                (["multigrid.overlap_rows=[-2]"], ("out of range", "from 0 to 1000000")),
                (["multigrid.replicated_from=20"], ("out of range", "from 0 to 19"))):
            with self.subTest(settings=settings):
                self.refuse(self.deck, *(word for s in settings for word in ("--set", s)), "--set",
                            "multigrid.levels=3", ranks=2,
                            says=("--set " + settings[0] + ": ",
                                  *([says] if isinstance(says, str) else says)))
        deck = self.write_deck(NX, NY, NZ, "[multigrid]\nlevels = 3\noverlap_rows = [3, 3]\n")
        says = "deck.toml:7: multigrid.overlap_rows = [3, 3]: a hierarchy of 3 levels"
        self.refuse(deck, ranks=2, says=says)
        self.refuse(deck, "--dry-run", ranks=2, says=says)

    def test_levels_that_cannot_be_merged(self):
        for settings, says in (
                (["multigrid.merge=[[3,1]]"], "level 3 on 1 rank; expected a level from 1 to 2"),
                (["multigrid.merge=[[2,2]]"],
                 "level 2 on 2 ranks; expected 1 rank, fewer than in front of it"),
                (["multigrid.merge=[[1,1],[2,1]]"],
                 "level 2 on 1 rank; expected none, as finer levels are not distributed over ranks"),
                (["multigrid.merge=[[2,1]]", "multigrid.overlap_rows=[2,3]"],
                 "multigrid.overlap_rows is given too; expected one of the two"),
                (["multigrid.merge=[[2,1]]", "solver.method=multigrid-csr"],
                 ('not available with solver.method = "multigrid-csr"', "expected []")),
                (["multigrid.merge=[[2,1,1]]"], ("wrong length of a pair (3)", "pairs [level, ranks]")),
                (["multigrid.merge=[[2,0]]"], ("out of range", "an integer from 1 to 1000000"))):
            with self.subTest(settings=settings):
                self.refuse(self.deck, *(word for s in settings for word in ("--set", s)), "--set",
                            "multigrid.levels=3", ranks=2,
                            says=("--set " + settings[0] + ": ",
                                  *([says] if isinstance(says, str) else says)))
        deck = self.write_deck(NX, NY, NZ, "[multigrid]\nlevels = 3\nmerge = [[4, 1]]\n")
        self.refuse(deck, "--dry-run", ranks=2, says="deck.toml:7: multigrid.merge = [[4, 1]]: level 4 on 1 rank")

    def test_outputs_that_cannot_be_written(self):
        # No permissions here: they do not hold for root.
        below_file = self.deck / "x"
        for setting, says in ((f"output.report={below_file}", "cannot write it"),
                              ("output.report=missing/r.json", "No such file or directory"),
                              (f"output.solution={self.directory}", "is a directory"),
                              ("output.vtk=/proc/none/x", "/proc/none/x.pvts: cannot write it")):
            with self.subTest(setting=setting):
                self.refuse(self.deck, "--set", setting, says=("--set " + setting, says))
        self.refuse(self.deck, "--report", below_file, ranks=2, says=("--report", "cannot write"))

    def test_right_sides(self):
        good = numpy.ones((NY, NX, NZ))
        whole = self.save("good.npy", good).read_bytes()
        for name, content, says in (
                ("truncated", whole[:-8], "is truncated (12408 bytes instead of 12416)"),
                ("header", whole[:60], "is truncated within its header"),
                ("long", whole + b"x", "is too long"),
                ("empty", b"", "is no NumPy file"),
                ("shape", numpy.ones((NX, NY, NZ)), "has shape (16, 12, 8)"),
                ("flat", good.reshape(-1), "has shape (1536,)"),
                ("float32", good.astype("f4"), "has dtype '<f4'"),
                ("big-endian", good.astype(">f8"), "has dtype '>f8'"),
                ("integer", good.astype("i8"), "has dtype '<i8'"),
                ("fortran", numpy.asfortranarray(good), "is in Fortran order")):
            path = self.directory / f"{name}.npy"
            if isinstance(content, bytes):
                path.write_bytes(content)
            else:
                numpy.save(path, content)
            with self.subTest(name=name):
                self.refuse_right_side(path, (says, "dtype '<f8'", "C order", SHAPE))
        self.refuse_right_side(self.directory, "Is a directory")
        self.refuse_right_side("/dev/zero", "Is a device")
        pipe = self.directory / "pipe.npy"
        os.mkfifo(pipe)
        self.refuse_right_side(pipe, "Is a pipe")
        self.refuse_right_side(pipe, "Is a pipe", ranks=2)
        self.refuse_right_side("none.npy", ("none.npy", "no such file", "(12, 16, 8)"))

    def refuse_right_side(self, path, says, ranks=None):
        self.refuse(self.deck, "--set", "rhs.kind=file", "--set", f"rhs.file={path}", ranks=ranks,
                    says=(f"rhs.file={path}", *([says] if isinstance(says, str) else says)))

    def test_two_ranks_say_one_line(self):
        path = self.directory / "truncated.npy"
        self.save(path.name, numpy.ones((NY, NX, NZ)))
        path.write_bytes(path.read_bytes()[:-8])
        self.refuse_right_side(path, "is truncated", ranks=2)
        self.refuse_right_side("none.npy", "no such file", ranks=2)
        self.refuse(self.deck, "--set", "grid.nxx=3", ranks=2, says="did you mean grid.nx?")
        self.refuse("none.toml", ranks=2, says="cannot read it")
        self.refuse("--nope", ranks=2, says="--nope")
        self.refuse(self.deck, "--set", "multigrid.levels=12", ranks=2, says="2 ranks allow at most")


class BadEnvironment(CommandLineTest):
    def test_more_memory_than_there_is(self):
        deck = self.write_deck(65536, 65536, 256)
        done = self.start(deck)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("not enough memory: this run needs about", done.stderr)


if __name__ == "__main__":
    unittest.main()
