"""Ways to get `OFFICIAL: true`, or a better figure, from something that is not the class's run. They use libraries, loaders, tracers,
clocks, memory, ranks that differ, decks and the build. Each says what it gets; docs/tricks.md lists them.

Where a dry run suffices, it is one: it names what departs before the run. Departures of the build do not count here. cli_tampering.py changes values of
decks, cli_ranks_differ.py what ranks are told. ISOBAR_SHOW=1 prints what each trick got."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

from support_classes import ClassTest
from support_cli import EXECUTABLE, INPUTS, PATIENCE, command, environment, options, own_lines

SOURCES = pathlib.Path(os.environ["ISOBAR_SOURCE_DIR"])
TRICKS = SOURCES / "tests/support/tricks"
COMPILER = shutil.which("cc")
SMALL = options({"grid.nx": 32, "grid.ny": 32, "grid.nz": 16, "run.repeats": 4, "sequence.least_seconds": 0,
                 "run.kernel_timings": False})
OF_THE_BUILD = ("build commit", "build changed files", "build flags")


def loader():
    """The loader that executables ask for; nothing where it cannot be found."""
    found = re.search(rb"/lib[\w/.-]*/ld-linux[\w.-]*\.so\.\d+", pathlib.Path(EXECUTABLE).read_bytes())
    return found[0].decode() if found else None


def mapped(name):
    """The path of a library that the executable loads; nothing where it does not."""
    done = subprocess.run(["ldd", EXECUTABLE], capture_output=True, text=True, check=False)
    found = re.search(rf"{re.escape(name)}[\w.]* => (\S+)", done.stdout)
    return found and pathlib.Path(found[1])


def may(*words):
    """Whether this machine lets us do that."""
    return shutil.which(words[0]) and subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0


class TrickTest(ClassTest):
    def built(self, name, *more):
        if COMPILER is None:
            self.skipTest("no C compiler")
        kind = [] if name == "tracer" else ["-shared", "-fPIC"]
        target = self.directory / (name if name == "tracer" else f"lib{name}.so")
        subprocess.run([COMPILER, "-O1", *kind, TRICKS / f"{name}.c", "-o", target, *more], check=True, capture_output=True)
        return target

    def false(self, name, folder="false"):
        """A directory with a library of this name that is not the machine's: one with a byte more."""
        path = mapped(name)
        if not path:
            self.skipTest(f"{name} is not a library of the executable")
        (self.directory / folder).mkdir(exist_ok=True)
        copy = self.directory / folder / path.name
        copy.write_bytes(path.read_bytes() + b"x")
        return copy

    def launched(self, words, variables=None, cwd=None, ranks=None):
        return subprocess.run([str(word) for word in words], cwd=cwd or self.directory, text=True, capture_output=True,
                              timeout=PATIENCE, check=False, env={**environment(ranks, self.directory), **(variables or {})})

    def gets(self, words, *keys, variables=None, cwd=None, ranks=None, only=False):
        """Runs a command that ends well; these departures are among what it names, or all of it."""
        done = self.launched(words, variables, cwd, ranks)
        self.assertIn(done.returncode, (0, 1), done.stdout + done.stderr)
        self.assertIn("class        ", done.stdout)
        lines = re.findall(r"^  departs    (.*?): found (.*)$", done.stdout, re.MULTILINE)
        found = {key: rest for key, rest in lines if key not in OF_THE_BUILD}
        for key in keys:
            self.assertIn(key, found, done.stdout + done.stderr)
        if only:
            self.assertEqual(set(found), set(keys), done.stdout)
        if keys:
            self.assertNotIn("OFFICIAL: true", done.stdout)
            self.assertNotIn("FOM(", done.stdout)
        self.show("; ".join(f"{key}: {found[key]}" for key in keys or found) or "nothing: the run is the class's")
        return found

    def is_refused(self, words, says, **how):
        done = self.launched(words, **how)
        lines = own_lines(done.stderr)
        self.assertEqual((done.returncode, len(lines)), (2, 1), done.stdout + done.stderr)
        self.assertIn(says, lines[0])
        self.assertNotIn("OFFICIAL", done.stdout)
        self.show(lines[0])

    def show(self, got):
        if os.environ.get("ISOBAR_SHOW"):
            print(f"{self.id().rsplit('.', 1)[1].removeprefix('test_')} -> {got}", file=sys.stderr)


DRY = (EXECUTABLE, "--class", "S", "--dry-run")


@unittest.skipUnless(sys.platform == "linux", "the loader of Linux")
class ForeignCode(TrickTest):
    def test_a_preloaded_library(self):
        library = self.built("hidden")
        self.gets(DRY, "library libhidden.so", variables={"LD_PRELOAD": str(library)})

    def test_a_preloaded_library_in_shared_memory(self):
        library = shutil.copy(self.built("hidden"), f"/dev/shm/libisobar-trick-{os.getpid()}.so")
        self.addCleanup(os.unlink, library)
        self.gets(DRY, f"library {pathlib.Path(library).name}", variables={"LD_PRELOAD": library})

    def test_a_preloaded_library_by_the_loader(self):
        self.gets([loader(), "--preload", self.built("hidden"), *DRY], "executable", "library libhidden.so")

    def test_an_auditor(self):
        self.gets(DRY, "library libhidden.so", variables={"LD_AUDIT": str(self.built("hidden"))})

    def test_a_false_library_by_a_variable(self):
        for name in ("libz.so", "libstdc++.so", "libmpi.so"):
            copy = self.false(name, name)
            self.gets(DRY, f"library {copy.name}", variables={"LD_LIBRARY_PATH": str(copy.parent)}, only=True)

    def test_a_false_library_by_the_loader(self):
        copy = self.false("libz.so")
        self.gets([loader(), "--library-path", copy.parent, *DRY], "executable", f"library {copy.name}")

    def test_a_false_library_in_the_working_directory(self):
        """Where RUNPATH has an empty directory; elsewhere it is not loaded."""
        copy = self.false("libz.so")
        found = self.gets(DRY, cwd=copy.parent)
        self.assertIn(set(found), ({f"library {copy.name}"}, set()))

    def test_a_preloaded_library_with_the_name_of_a_needed_one(self):
        copy = self.false("libz.so")
        self.gets(DRY, f"library {copy.name}", variables={"LD_PRELOAD": str(copy)})

    def test_a_copy_of_a_library_is_the_same(self):
        copy = self.false("libz.so")
        copy.write_bytes(mapped("libz.so").read_bytes())
        self.gets(DRY, variables={"LD_LIBRARY_PATH": str(copy.parent)}, only=True)

    def test_a_tool_of_kokkos(self):
        library = self.built("plug_in")
        for name in ("KOKKOS_TOOLS_LIBS", "KOKKOS_PROFILE_LIBRARY"):
            self.gets([EXECUTABLE, "--class", "S", *SMALL], f"environment {name}", variables={name: str(library)})

    def test_a_plug_in_of_mpi(self):
        parts = [path for folder in ("/usr/lib", "/usr/lib64") for path in pathlib.Path(folder).glob("**/openmpi*/mca_pml_ob1.so")]
        if not parts:
            self.skipTest("no Open MPI with plug-ins where Debian has them")
        folder = self.directory / "plug-ins"
        folder.mkdir()
        for name in ("mca_pml_ob1.so", "mca_bml_r2.so"):
            (folder / name).write_bytes((parts[0].parent / name).read_bytes() + b"x")
        found = self.gets(DRY, variables={"OMPI_MCA_mca_base_component_path": f"{folder}:{parts[0].parent}"})
        self.assertTrue(any("from a place of the user" in rest for rest in found.values()), found)

    def test_changed_code_in_memory(self):
        self.gets(DRY, "code in memory", "library libpatch.so", variables={"LD_PRELOAD": str(self.built("patch"))})

    def test_a_tracer(self):
        self.gets([self.built("tracer"), *DRY], "tracer", only=True)

    def test_another_name_and_another_place(self):
        """The same program is the same."""
        copy = shutil.copy(EXECUTABLE, self.directory / "fast")
        self.gets([copy, *DRY[1:]], only=True)
        self.gets(DRY, variables={"GLIBC_TUNABLES": "glibc.malloc.check=0", "LD_BIND_NOW": "1"}, only=True)


@unittest.skipUnless(sys.platform == "linux", "the loader of Linux")
class ClocksAndMemory(TrickTest):
    def test_a_slow_clock(self):
        self.gets([EXECUTABLE, "--class", "S", *SMALL], "clocks", "library libslow_clock.so",
                  variables={"LD_PRELOAD": str(self.built("slow_clock"))})

    def test_a_slow_clock_of_mpi(self):
        self.gets([EXECUTABLE, "--class", "S", *SMALL], "clocks", "library libslow_wtime.so",
                  variables={"LD_PRELOAD": str(self.built("slow_wtime"))})

    def test_a_name_space_of_time(self):
        if not may("unshare", "-rT", "--monotonic", "1000"):
            self.skipTest("no name spaces here")
        self.gets(["unshare", "-rT", "--monotonic", "1000", *DRY], only=True)

    def test_a_false_memory(self):
        if not may("unshare", "-rm"):
            self.skipTest("no name spaces here")
        self.write("meminfo", "MemTotal:         250000 kB\nMemAvailable:     250000 kB\n")
        self.gets(["unshare", "-rm", "sh", "-c", 'mount --bind meminfo /proc/meminfo && exec "$0" "$@"', EXECUTABLE,
                   "--class", "fill=0.5", "--dry-run"], "memory that is filled", only=True)

    def test_a_stop_in_between(self):
        """Time goes on: the clocks agree, and no figure gets better by it."""
        words = ["--class", "S", *SMALL, "--report", "r.json", "--set", "sequence.least_seconds=1"]
        process = subprocess.Popen(command(*words), cwd=self.directory, env=environment(None, self.directory),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.kill)
        for _ in range(5):
            time.sleep(0.1)
            process.send_signal(signal.SIGSTOP)
            time.sleep(0.1)
            process.send_signal(signal.SIGCONT)
        self.assertEqual(process.wait(PATIENCE), 0)
        clocks = json.loads((self.directory / "r.json").read_text())["benchmark"]["clocks"]
        self.assertAlmostEqual(clocks["mpi"] / clocks["kernel"], 1.0, 2)


@unittest.skipUnless(sys.platform == "linux", "the loader of Linux")
class Ranks(TrickTest):
    """Two ranks, of which the second one is another."""

    def both(self, second, first=DRY):
        flag = os.environ["ISOBAR_MPIEXEC_NUMPROC_FLAG"]
        return [os.environ["ISOBAR_MPIEXEC"], flag, 1, *first, ":", flag, 1, *second]

    def test_another_executable(self):
        copy = pathlib.Path(EXECUTABLE).with_name(f"isobar-{os.getpid()}")  # with the same decks beside it
        shutil.copy(EXECUTABLE, copy)
        self.addCleanup(copy.unlink)
        copy.write_bytes(copy.read_bytes() + b"x")
        self.is_refused(self.both([copy, *DRY[1:]]), "rank 1 differs from rank 0 in the executable: ", ranks=2)

    def test_a_preloaded_library_on_one_rank(self):
        second = ["env", f"LD_PRELOAD={self.built('hidden')}", *DRY]
        found = self.gets(self.both(second), "library libhidden.so", ranks=2)
        self.assertIn("on rank 1", found["library libhidden.so"])

    def test_another_library_on_one_rank(self):
        copy = self.false("libz.so")
        found = self.gets(self.both(["env", f"LD_LIBRARY_PATH={copy.parent}", *DRY]), "libraries", f"library {copy.name}", ranks=2)
        self.assertIn("rank 1 differs from rank 0 in the library libz.so", found["libraries"])

    def test_another_deck_on_one_rank(self):
        mine = self.write("mine.toml", '[solver]\nmethod = "cg-fused"\n')
        self.is_refused(self.both([*DRY, mine]), "rank 1 differs from rank 0 in ", ranks=2)

    def test_another_directory_on_one_rank(self):
        """Decks with one name in two working directories."""
        for folder, method in (("a", "cg-fused"), ("b", "multigrid")):
            (self.directory / folder).mkdir()
            (self.directory / folder / "mine.toml").write_text(f'[solver]\nmethod = "{method}"\n')
        words = [["env", "-C", self.directory / folder, *DRY, "mine.toml"] for folder in ("a", "b")]
        self.is_refused(self.both(words[1], words[0]), "rank 1 differs from rank 0 in the deck: ", ranks=2)

    def test_a_launcher_that_tells_one_rank_something_else(self):
        shim = self.write("mpirun", f"#!/bin/sh\nexec {os.environ['ISOBAR_MPIEXEC']} -n 1 \"$@\" : -n 1 \"$@\" --set run.repeats=9\n")
        shim.chmod(0o755)
        self.is_refused([shim, *DRY], "rank 1 differs from rank 0 in its settings: ", ranks=2)


class Decks(TrickTest):
    def test_keys_and_values_of_a_deck(self):
        """Each is refused with one line, or is the departure that it is."""
        for text, says in (('[solver]\nmethod = "multigrid"\nmethod = "modes"\n', "method"),
                           ('[solver]\n"tolerаnce" = 0.5\n', "unknown key"),  # with a Cyrillic letter
                           ("[solver]\ntolerance = nan\n", "solver.tolerance"),
                           ("[solver]\ntolerance = inf\n", "solver.tolerance"),
                           ("[solver]\nmethod = 'multigrid'\n[run]\nrepeats = 0\n", "run"),
                           ("[grid]\nnx = 32\n", "not a section that says how to solve")):
            with self.subTest(text=text):
                self.is_refused([*DRY, self.write("mine.toml", text)], says)
        for text in ('[solver]\n"toler\\u0061nce" = 0.5\n', "solver.tolerance = 0.5\n", "[ solver ]\n'tolerance' = 5e-1\n"):
            with self.subTest(text=text):
                self.gets([*DRY, self.write("mine.toml", text)], "solver.tolerance", only=True)

    def test_values_on_the_command_line(self):
        self.is_refused([*DRY, "--set", "run.repeats=0"], "run.repeats")
        self.is_refused([*DRY, "--set", "solver.tolerance=nan"], "solver.tolerance")
        self.is_refused([*DRY, "--class", "M"], "--class")
        self.is_refused([EXECUTABLE, "--class", "S ", "--dry-run"], "unknown class")
        self.is_refused([EXECUTABLE, "--class", "fill=nan", "--dry-run"], "unknown class")
        self.gets([*DRY, "--set", "sequence.least_seconds=0", "--set", "run.repeats=4"], "sequence.least_seconds", "run.repeats")

    def test_a_directory_of_classes_that_is_a_link(self):
        """Beside the program, to decks that were changed."""
        changed = self.directory / "changed"
        shutil.copytree(INPUTS / "classes", changed / "classes")
        text = (changed / "classes/problem.toml").read_text()
        (changed / "classes/problem.toml").write_text(text.replace("cfl = 8.4", "cfl = 0.1"))
        (self.directory / "share/isobar").mkdir(parents=True)
        (self.directory / "share/isobar/inputs").symlink_to(changed)
        (self.directory / "bin").mkdir()
        copy = shutil.copy(EXECUTABLE, self.directory / "bin/isobar")
        self.gets([copy, *DRY[1:]], "physics.cfl", only=True)

    def test_a_report_that_was_there(self):
        """It is written anew; a run that is refused leaves it, with its own date."""
        path = self.write("report.json", '{"benchmark": {"official": true}}')
        report, _ = self.run_class(*SMALL)
        self.assertFalse(report["benchmark"]["official"])
        path.write_text("{}")
        self.is_refused([EXECUTABLE, "--class", "S", "--report", path, "--set", "run.repeats=0"], "run.repeats")
        self.assertEqual(path.read_text(), "{}")


@unittest.skipUnless(shutil.which("git") and shutil.which("cmake"), "no git or no CMake here")
class Build(TrickTest):
    """The result of cmake/build_commit.cmake for a checkout that somebody has changed."""

    def setUp(self):
        super().setUp()
        self.folder = self.directory / "checkout"
        for name, text in (("core/a.cpp", "1\n"), ("core/b.hpp", "1\n"), ("cmake/commit.txt", "0" * 40 + "\n")):
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(text)
        self.git("init", "-q")
        self.commit = self.committed()

    def git(self, *words):
        done = subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b.c", *words], cwd=self.folder, text=True,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def committed(self):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "one")
        return self.git("rev-parse", "HEAD")

    def change(self, name="core/a.cpp", text="2\n"):
        (self.folder / name).write_text(text)

    def finds(self, changed, commit=None, archive="false", variables=None):
        output = self.directory / "build_commit.cpp"
        subprocess.run(["cmake", "-D", f"SOURCE={self.folder}", "-D", f"OUTPUT={output}", "-P",
                        SOURCES / "cmake/build_commit.cmake"], check=True, capture_output=True, env={**os.environ, **(variables or {})})
        text = output.read_text()
        self.assertIn(f'return "{commit or self.commit}";', text)
        self.assertIn(f"return {changed};", text)
        self.assertIn(f"return {archive};", text)
        self.show(f"{changed} changed files" if archive == "false" else "commit of an archive, not compared")

    def test_a_file_without_the_bits_of_a_change(self):
        """The index is told to look away, or the file keeps its length and its time."""
        self.finds(0)
        path = self.folder / "core/a.cpp"
        before = path.stat()
        self.change()
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        for flag in ("--assume-unchanged", "--skip-worktree"):
            self.git("update-index", flag, "core/a.cpp")
            self.finds(1)
            self.git("update-index", flag.replace("--", "--no-"), "core/a.cpp")

    def test_a_file_that_is_ignored(self):
        self.change("core/fast.cpp")
        (self.folder / ".git/info/exclude").write_text("fast.cpp\n")
        self.finds(1)

    def test_a_file_that_is_gone(self):
        (self.folder / "core/b.hpp").unlink()
        self.finds(1)

    def test_a_filter(self):
        self.change()
        (self.folder / ".git/info/attributes").write_text("*.cpp filter=back\n")
        self.git("config", "filter.back.clean", "printf '1\\n'")
        self.assertEqual(self.git("status", "--porcelain"), "", "git sees nothing")
        self.finds(1)

    def test_another_work_tree(self):
        clean = self.directory / "clean"
        shutil.copytree(self.folder, clean)
        self.git("config", "core.worktree", str(clean))
        self.change()
        self.finds(1)

    def test_another_repository_and_index(self):
        clean = self.directory / "clean"
        shutil.copytree(self.folder, clean)
        self.change()
        self.finds(1, variables={"GIT_DIR": str(clean / ".git"), "GIT_WORK_TREE": str(clean),
                                 "GIT_INDEX_FILE": str(clean / ".git/index")})

    def test_a_replaced_commit(self):
        self.change()
        changed = self.committed()
        self.git("replace", self.commit, changed)
        self.git("reset", "-q", "--soft", self.commit)
        self.finds(1)

    def test_a_commit_of_ones_own(self):
        """It is named, and nobody else has it."""
        self.change()
        own = self.committed()
        self.assertNotEqual(own, self.commit)
        self.finds(0, own)

    def test_an_archive_with_another_commit(self):
        """Not seen: an archive has nothing to compare with. The report says so."""
        shutil.rmtree(self.folder / ".git")
        self.change()
        self.finds(0, "0" * 40, "true")


if __name__ == "__main__":
    unittest.main()
