"""Where output files go, which names are refused, and what the program says where it cannot write."""

import json
import os
import pathlib
import resource
import subprocess
import tempfile
import unittest

import numpy

from support_cli import PATIENCE, CommandLineTest, command, environment, memory_directory, options, own_lines

SMALL = {"run.repeats": 1, "run.warmup": 0, "run.kernel_timings": False, "multigrid.levels": 2}


class Outputs(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.deck = self.write_deck(16, 16, 8)

    def run_deck(self, settings=None, more=(), code=0, **streams):
        """Standard output, or what Popen was given in its place, and the lines of standard error."""
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
        done = subprocess.run(
            command(self.deck, *options({**SMALL, **(settings or {})}), *more), cwd=self.directory,
            env=environment(None, self.directory), timeout=PATIENCE, check=False, text=True,
            **streams)
        self.assertEqual(done.returncode, code, (done.stdout, done.stderr))
        return done.stdout, own_lines(done.stderr or "")

    def names(self):
        return sorted(path.name for path in self.directory.iterdir() if path.is_file())

    def refuse_outputs(self, settings, says, more=()):
        before = {path: path.read_bytes() for path in self.directory.iterdir() if path.is_file()}
        _, (line,) = self.run_deck(settings, more, code=2)
        self.assertIn(says, line)
        for path, data in before.items():
            self.assertEqual(path.read_bytes(), data, path)


class Unconverged(Outputs):
    """Results that missed the tolerance leave good ones alone."""

    FILES = {"output.solution": "s.npy", "output.vtk": "v"}
    REPORT = ("--report", "r.json")

    def test_they_go_beside_the_names(self):
        self.run_deck(self.FILES, self.REPORT)
        good = {name: (self.directory / name).read_bytes() for name in self.names()}
        self.run_deck({**self.FILES, "solver.max_iterations": 2}, self.REPORT, code=1)
        for name, data in good.items():
            self.assertEqual((self.directory / name).read_bytes(), data, name)
        self.assertEqual(set(self.names()) - set(good),
                         {"r.unconverged.json", "s.unconverged.npy", "v.unconverged.pvts",
                          "v_0000.unconverged.vts"})
        index = (self.directory / "v.unconverged.pvts").read_text()
        self.assertIn('Source="v_0000.unconverged.vts"', index)
        report = json.loads((self.directory / "r.unconverged.json").read_text())
        self.assertEqual([f["name"] for f in report["files"]],
                         ["s.unconverged.npy", "v.unconverged.pvts"])

    def test_they_replace_where_that_is_asked_for(self):
        self.run_deck({**self.FILES, "solver.max_iterations": 2, "output.unconverged": "replace"},
                      self.REPORT, code=1)
        self.assertEqual(self.names(), ["deck.toml", "r.json", "s.npy", "v.pvts", "v_0000.vts"])

    def test_a_true_residual_above_the_tolerance_is_unconverged_too(self):
        """In float a residual has other rounding errors than the true one, which is larger near the least that can be reached."""
        settings = {"solver.method": "cg-fused", "solver.precision": "float", "grid.nx": 64, "grid.ny": 64,
                    "grid.nz": 32, "output.solution": "s.npy"}
        for n in range(40):
            more = {**settings, "solver.tolerance": 5e-6 * 0.95**n}
            done = subprocess.run(command(self.deck, *options({**SMALL, **more})), cwd=self.directory,
                                  env=environment(None, self.directory), timeout=PATIENCE, check=False, text=True,
                                  capture_output=True)
            if done.returncode != 0:
                break
        self.assertEqual(done.returncode, 1, (done.stdout, done.stderr))
        self.assertIn("RESULT: INVALID (true_residual: ", done.stdout)
        self.assertIn("s.unconverged.npy", self.names())

    def test_more_iterations_than_allowed_are_no_reason(self):
        self.run_deck({**self.FILES, "verification.iteration_bound": 1}, code=1)
        self.assertIn("s.npy", self.names())

    def test_nor_is_a_verification_that_is_switched_off(self):
        screen, _ = self.run_deck({**self.FILES, "verification.enabled": False})
        self.assertTrue(screen.endswith("RESULT: UNVERIFIED (verification is switched off)\n"), screen)
        self.assertIn("s.npy", self.names())


class Names(Outputs):
    def test_one_file_for_two_purposes(self):
        right_side = self.save("f.npy", numpy.ones((16, 16, 8)))
        (self.directory / "link.toml").symlink_to("deck.toml")
        (self.directory / "circle").symlink_to(self.directory)
        (self.directory / "dangling").symlink_to("new.npy")
        os.link(right_side, self.directory / "hard.npy")
        for settings, says in (
                ({"output.solution": "deck.toml"}, "is the same file as the deck"),
                ({"output.solution": "./circle/link.toml"}, "is the same file as the deck"),
                ({"output.report": "s", "output.solution": "circle/s"}, "output.report=s"),
                ({"output.report": "new.npy", "output.solution": "dangling"}, "=new.npy"),
                ({"output.solution": "v_0000.vts", "output.vtk": "v"}, "output.solution="),
                ({"output.report": "v.pvts", "output.vtk": "./v"}, "output.report=v.pvts"),
                ({"output.report": "a.unconverged.npy", "output.solution": "a.npy"}, "=a.unconv"),
                ({"rhs.kind": "file", "rhs.file": right_side, "output.solution": "f.npy"},
                 "rhs.file="),
                ({"rhs.kind": "file", "rhs.file": right_side, "output.report": "hard.npy"},
                 "rhs.file=")):
            with self.subTest(settings=settings):
                self.refuse_outputs(settings, says)

    def test_what_is_no_file(self):
        os.mkfifo(self.directory / "pipe")
        for settings, says in (
                ({"output.solution": "/dev/null"}, "/dev/null: is no regular file"),
                ({"output.solution": "/dev/full"}, "/dev/full: is no regular file"),
                ({"output.solution": "pipe"}, "pipe: is no regular file"),
                ({"output.solution": "."}, "is a directory"),
                ({"output.solution": "none/"}, "is a directory"),
                ({"output.report": "none/r.json"}, "No such file or directory"),
                ({"output.solution": "n" * 256}, "File name too long"),
                ({"output.solution": "d/" * 3000 + "s"}, "File name too long")):
            with self.subTest(settings=settings):
                self.refuse_outputs(settings, says)

    def test_long_and_short_names(self):
        deep = self.directory / "/".join(["d" * 100] * 4)
        deep.mkdir(parents=True)
        for name in ("s", "s" * 255, f"{'s' * 246}.npy", str(deep / "s.npy")):
            with self.subTest(name=name):
                self.run_deck({"output.solution": name})
                self.assertEqual(numpy.load(self.directory / name).shape, (16, 16, 8))
        name = f"{'s' * 246}.npy"
        self.run_deck({"output.solution": name, "solver.max_iterations": 2}, code=1)
        self.assertIn(f"{'s' * 239}.unconverged.npy", self.names())

    def test_a_link_stays_one(self):
        (self.directory / "there").mkdir()
        link = self.directory / "s.npy"
        link.symlink_to("there/real.npy")
        self.run_deck({"output.solution": "s.npy"})
        self.assertTrue(link.is_symlink())
        self.assertEqual(numpy.load(self.directory / "there/real.npy").shape, (16, 16, 8))

    def test_permissions_stay(self):
        path = self.write("s.npy", "old")
        path.chmod(0o640)
        self.run_deck({"output.solution": "s.npy"})
        self.assertEqual(path.stat().st_mode & 0o777, 0o640)

    def test_the_limit_on_a_files_size(self):
        def limit(count):
            return {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (count, count))}

        _, (line,) = self.run_deck({"output.solution": "s.npy"}, code=2, **limit(5000))
        self.assertRegex(line, "s.npy: .* needs 16384 bytes and the limit on a file's size is 5000")
        screen, (line,) = self.run_deck({}, ("--report", "r.json"), code=3, **limit(5000))
        self.assertRegex(line, r"r\.json: cannot write it: File too large \(\d+ bytes needed")
        self.assertIn("RESULT: INVALID (output: ", screen)


class Streams(Outputs):
    """Standard output and standard error that are full or closed."""

    def test_full_standard_output(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            for more in ((), ("--dry-run",), ("--list-decks",), ("--help",)):
                _, (line,) = self.run_deck({}, more, code=3, stdout=full)
                self.assertIn("standard output: cannot write to it: No space left", line)
            self.run_deck({}, ("--report", "r.json"), code=3, stdout=full)
        self.assertTrue(json.loads((self.directory / "r.json").read_text())["verification"]["valid"])

    def test_closed_streams(self):
        def close(*streams):
            return {"preexec_fn": lambda: [os.close(stream) for stream in streams]}

        _, (line,) = self.run_deck(code=3, **close(1))
        self.assertIn("standard output: cannot write to it", line)
        self.run_deck(**close(2))
        self.run_deck({"grid.nx": 0}, code=2, **close(2))
        self.run_deck({"output.solution": "s.npy"}, ("--report", "r.json"), code=3,
                      **close(0, 1, 2))
        self.assertEqual(numpy.load(self.directory / "s.npy").shape, (16, 16, 8))
        json.loads((self.directory / "r.json").read_text())

    def test_full_standard_error(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            self.run_deck({"grid.nx": 0}, code=2, stderr=full)

    def test_a_file_in_memory_is_no_stream(self):
        """Files of /dev/shm are replaced as all files are, and nothing of a longer one stays."""
        if not memory_directory():
            self.skipTest("no files in memory")
        with tempfile.TemporaryDirectory(dir=memory_directory()) as directory:
            report = pathlib.Path(directory) / "r.json"
            report.write_text("x" * 100_000)
            self.run_deck({}, ("--report", report))
            self.assertTrue(json.loads(report.read_text())["verification"]["valid"])

    def test_reports_that_are_streams(self):
        screen, _ = self.run_deck({}, ("--report", "/dev/stdout"))
        self.assertEqual(json.loads(screen[:screen.rindex("\n}\n") + 2])["schema_version"], 3)
        self.run_deck({}, ("--report", "/dev/null"))
        screen, (line,) = self.run_deck({}, ("--report", "/dev/full"), code=3)
        self.assertIn("/dev/full: cannot write it: No space left on device", line)
        self.assertIn("RESULT: INVALID (output: /dev/full", screen)
        self.assertNotIn("VALID\n", screen.replace("INVALID", ""))

    def test_mpi_that_cannot_start(self):
        done = subprocess.run(command(self.deck), cwd=self.directory, text=True, timeout=PATIENCE,
                              capture_output=True, check=False,
                              env={**environment(None, self.directory), "OMPI_MCA_pml": "none such"})
        if "Open MPI" not in done.stderr and done.returncode == 0:
            self.skipTest("this MPI does not listen to Open MPI's variables")
        self.assertEqual(done.returncode, 3, done.stderr)


class Sizes(CommandLineTest):
    """Right-hand sides far from 1: the equation is linear."""

    def solve_scaled(self, exponent, settings, ranks=None):
        f = numpy.random.default_rng(5).uniform(-1, 1, (16, 16, 8))
        path = self.save("f.npy", numpy.ldexp(f, exponent))
        report = self.solve(self.write_deck(16, 16, 8),
                            {"rhs.kind": "file", "rhs.file": path, "output.solution": "s.npy",
                             **SMALL, **settings}, ranks=ranks)
        return report, numpy.load(self.directory / "s.npy")

    def test_solutions_are_the_same_but_for_the_factor(self):
        for settings in ({}, {"solver.precision": "float", "solver.tolerance": 1e-3},
                         {"solver.precision": "mixed"}, {"solver.method": "cg-fused"}):
            plain, solution = self.solve_scaled(0, settings)
            for exponent in (-532, 664, -100, 100, 1000, -1000):
                with self.subTest(settings=settings, exponent=exponent):
                    report, scaled = self.solve_scaled(exponent, settings,
                                                       ranks=2 if exponent == 664 else None)
                    if exponent != 664:  # the sums of two ranks round otherwise
                        numpy.testing.assert_array_equal(numpy.ldexp(scaled, -exponent), solution)
                    self.assertEqual(report["solver"]["iterations"], plain["solver"]["iterations"])
                    norms = [r["solver"]["residual_history"][0] for r in (report, plain)]
                    self.assertAlmostEqual(numpy.ldexp(norms[0], -exponent) / norms[1], 1, 6)

    def test_no_residual_is_shown_that_was_not_taken(self):
        report = self.solve(self.write_deck(nz=4), {"verification.enabled": False})
        self.assertNotIn("true relative residual", report["screen"])

    def test_small_time_steps_keep_their_digits(self):
        report = self.solve(self.write_deck(nz=4), {"physics.time_step": 0.00123})
        self.assertIn("time step 0.00123 s", report["screen"])


if __name__ == "__main__":
    unittest.main()
