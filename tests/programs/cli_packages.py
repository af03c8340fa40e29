"""The files of scripts/packages agree with CMake, the decks and the programs' output: recipes run here with stand-ins of
Spack, Ramble and ReFrame that record what they are told."""
import builtins
import hashlib
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import types
import unittest

from support_cli import EXECUTABLE, FEM_EXECUTABLE, FLOW_EXECUTABLE, INPUTS, SCRIPTS, CommandLineTest, command, environment

TOP = SCRIPTS.parent
PACKAGES = SCRIPTS / "packages"
SMALL = {"isobar": ["small.toml"], "isobar_flow": ["flow/poisson.toml", *"grid.nx=16 grid.ny=16 grid.nz=16".split()],
         "isobar_fem": ["fem/square.toml", "mesh.levels=3"]}


class Recorder:
    """Stands for everything that a recipe imports: calls are written down, classes can be derived from it."""

    def __init__(self):
        self.calls = []

    def directive(self, name):
        def call(*words, **options):
            self.calls.append((name, words, options))
            return lambda function: function  # decorators
        return call

    def of(self, name):
        return [(words, options) for called, words, options in self.calls if called == name]




def run_recipe(path, modules):
    """The names that a recipe defines; `modules` are {name: {what it holds}}."""
    before = dict(sys.modules)
    for name, content in modules.items():
        parts = name.split(".")
        for n in range(1, len(parts) + 1):
            sys.modules.setdefault(".".join(parts[:n]), types.ModuleType(".".join(parts[:n])))
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].__dict__.update(content)
        if len(parts) > 1:
            setattr(sys.modules[".".join(parts[:-1])], parts[-1], sys.modules[name])
    try:
        return runpy.run_path(str(path))
    finally:
        sys.modules.clear()
        sys.modules.update(before)


class Spack(unittest.TestCase):
    def recipe(self):
        record = Recorder()
        names = ("license", "version", "variant", "depends_on", "conflicts", "extends", "requires")
        bases = {name: type(name, (), {"cuda_arch_values": ("80", "90"), "amdgpu_targets": ("gfx90a",)})
                 for name in ("CMakePackage", "CudaPackage", "ROCmPackage")}
        place = "spack_repo.builtin.build_systems"
        found = run_recipe(
            PACKAGES / "spack/spack_repo/isobar/packages/isobar/package.py",
            {f"{place}.cmake": bases, f"{place}.cuda": bases, f"{place}.rocm": bases,
             "spack.package": {"python_platlib": "lib/python", **{name: record.directive(name) for name in names}}})
        return found["Isobar"], record

    def test_variants_are_declared_before_they_are_asked_for(self):
        _, record = self.recipe()
        known = {words[0] for words, _ in record.of("variant")} | {"cuda", "rocm"}
        for name in ("depends_on", "conflicts", "extends", "requires"):
            for _, options in record.of(name):
                self.assertLessEqual(set(re.findall(r"[+~](\w+)", options.get("when", ""))), known, options)
        needed = {re.match(r"[\w-]+", words[0])[0] for words, _ in record.of("depends_on")}
        self.assertLessEqual({"mpi", "kokkos", "kokkos-kernels", "fmt", "tomlplusplus", "cli11", "nlohmann-json", "zlib-api",
                              "cmake"}, needed)

    @unittest.skipUnless((TOP / ".git").exists() and shutil.which("git"), "no checkout")
    def test_archives_have_their_hashes(self):
        text = (PACKAGES / "spack/spack_repo/isobar/packages/isobar/package.py").read_text()
        commits = re.findall(r"\b[0-9a-f]{8}\b", re.search(r"# The archives of commits (.+)\.", text)[1])
        releases = re.findall(r'version\("([\d.]+)", sha256="(\w+)"\)', text)
        self.assertEqual(len(releases), len(commits))
        for commit, (version, wanted) in zip(commits, releases):
            archive = subprocess.run(["git", "archive", "--format=tar.gz", f"--prefix=isobar-{version}/", commit], cwd=TOP, capture_output=True,
                                     check=False)
            if archive.returncode:
                self.skipTest("not all of the history is here")
            self.assertEqual(hashlib.sha256(archive.stdout).hexdigest(), wanted, version)

    def test_cmake_knows_the_options(self):
        recipe, _ = self.recipe()
        cmake = "".join(path.read_text() for path in [TOP / "CMakeLists.txt", *(TOP / "cmake").glob("*.cmake"),
                                                     TOP / "miniapp/python/CMakeLists.txt"])
        for variant in ("", "openmp", "cuda", "rocm", "python"):
            package = recipe()
            package.run_tests = False
            package.define = package.define_from_variant = lambda name, value: name
            package.spec = FakeSpec(variant)
            package.__class__.__getitem__ = lambda self, name: types.SimpleNamespace(kokkos_cxx="wrapper")
            for name in package.cmake_args():
                if name.startswith("ISOBAR_"):
                    self.assertRegex(cmake, rf"\b{name}\b")
            self.assertEqual(package.backend(), {"": "SERIAL", "python": "SERIAL", "rocm": "HIP"}.get(variant, variant.upper()))


class FakeSpec:
    def __init__(self, variant):
        self.variant = variant

    def satisfies(self, text):
        return text in (f"+{self.variant}", "^metis")

    def __getitem__(self, name):
        return types.SimpleNamespace(prefix=f"/{name}", hipcc="hipcc")


class Outputs(CommandLineTest):
    """The expressions that read programs' output find what a run prints."""

    def screens(self):
        for program, (deck, *settings) in SMALL.items():
            words = [INPUTS / deck, *(word for pair in settings for word in ("--set", pair))]
            yield program, self.screen(program, *words)
        yield "class", self.screen("isobar", "--class", "S")

    def screen(self, program, *words):
        executable = {"isobar": EXECUTABLE, "isobar_flow": FLOW_EXECUTABLE, "isobar_fem": FEM_EXECUTABLE}[program]
        done = subprocess.run(command(*words, executable=executable), cwd=self.directory, text=True, capture_output=True,
                              check=False, env=environment(None, self.directory))
        self.assertIn("RESULT: VALID", done.stdout, done.stderr)
        return done.stdout

    def test_ramble(self):
        record = Recorder()
        names = ("tags", "executable", "workload", "workload_variable", "figure_of_merit", "success_criteria")
        run_recipe(PACKAGES / "ramble/applications/isobar/application.py",
                   {"ramble.appkit": {"ExecutableApplication": object, **{name: record.directive(name) for name in names}}})
        used = set(re.findall(r"{(\w+)}", record.of("executable")[0][0][1]))
        self.assertEqual(used, {words[0] for words, _ in record.of("workload_variable")})
        lines = dict(self.screens())["class"].splitlines()
        for _, options in record.of("figure_of_merit"):
            found = [match for line in lines if (match := re.match(options["fom_regex"], line))]
            self.assertEqual(len(found), 1, options)
            float(found[0][options["group_name"]])
        for _, options in record.of("success_criteria"):
            self.assertTrue(any(re.match(options["match"], line) for line in lines), options)

    def test_reframe(self):
        """Every check has its arguments, and its sanity and performance functions read a run."""
        path = PACKAGES / "reframe/isobar_checks.py"
        builtin = {"parameter": list, "variable": Recorder().directive("variable"),
                   "run_before": lambda _stage: lambda function: function, "sanity_function": marked("sanity"),
                   "performance_function": marked("units")}
        # ReFrame puts these into the bodies of its classes.
        vars(builtins).update(builtin)
        self.addCleanup(lambda: [vars(builtins).pop(name) for name in builtin])
        tests = run_recipe(path, {"reframe": {"RunOnlyRegressionTest": object, "simple_test": marked("test")()},
                                  "reframe.utility.sanity": SANITY})
        tests = [test for test in tests.values() if "test" in vars_of(test)]
        self.assertEqual(len(tests), 5)
        screens = dict(self.screens())
        for test in tests:
            check = test()
            if hasattr(test, "problem"):
                check.problem, check.algorithm = "S", "open"
            else:
                for deck in test.deck:
                    self.assertTrue((INPUTS / deck).exists(), deck)
                check.deck = test.deck[0]
            check.set_arguments()
            self.assertEqual(check.executable_opts[-2:], ["--report", "report.json"])
            self.assert_measures(check, screens["class" if hasattr(test, "problem") else check.executable])

    def assert_measures(self, check, screen):
        members = [getattr(type(check), name) for name in dir(type(check))]
        check.stdout, check.job = screen, types.SimpleNamespace(exitcode=0)
        sanity, = [member for member in members if "sanity" in vars_of(member)]
        self.assertTrue(sanity(check), type(check))
        check.stdout = screen.replace("RESULT: VALID", "RESULT: INVALID (a test)")
        self.assertFalse(sanity(check), type(check))
        if hasattr(check, "problem"):
            check.stdout = screen.replace("OFFICIAL: true", "OFFICIAL: false")
            self.assertFalse(sanity(check), type(check))
        check.stdout = screen
        figures = [member for member in members if "units" in vars_of(member)]
        self.assertGreaterEqual(len(figures), 3)
        for figure in figures:
            self.assertGreater(figure(check), 0, figure)


def marked(name):
    """A decorator with or without words, which leaves a mark on what it is given."""
    def decorator(*words):
        def mark(found):
            setattr(found, name, words)
            return found
        return mark(*words) if words and callable(words[0]) else mark
    return decorator


def vars_of(found):
    return getattr(found, "__dict__", {})


# The results of ReFrame's sanity functions, computed at once.
SANITY = {"all": all, "assert_found": lambda pattern, text: bool(re.search(pattern, text, re.MULTILINE)),
          "assert_eq": lambda one, other: one == other,
          "extractsingle": lambda pattern, text, group, kind: kind(re.search(pattern, text, re.MULTILINE)[group])}


class Files(unittest.TestCase):
    def test_containers_have_the_packages_of_scripts_run(self):
        common = (SCRIPTS / "common.sh").read_text()
        wanted = " ".join(re.findall(r"run_packages\+?=\(([^)]+)\)", common)).split()
        cpu = (PACKAGES / "containers/Containerfile.cpu").read_text()
        self.assertEqual([name for name in wanted if not re.search(rf"\s{re.escape(name)}\s", cpu)], [])
        for path in (PACKAGES / "containers").glob("Containerfile.*"):
            for source in re.findall(r"^COPY ((?!--)(?:.|\\\n)+?) [^\s\\]+$", path.read_text(), re.MULTILINE):
                for name in source.replace("\\\n", " ").split():
                    self.assertTrue((TOP / name).exists(), f"{path.name}: {name}")

    @unittest.skipUnless((TOP / ".git").exists() and shutil.which("git"), "no checkout")
    def test_containers_copy_all_that_is_tracked(self):
        tracked = subprocess.run(["git", "ls-tree", "--name-only", "HEAD"], cwd=TOP, text=True, capture_output=True, check=True).stdout.split()
        for path in (PACKAGES / "containers").glob("Containerfile.*"):
            copied = re.findall(r"^COPY ((?!--)(?:.|\\\n)+?) [^\s\\]+$", path.read_text(), re.MULTILINE)
            self.assertLessEqual(set(tracked), set(" ".join(copied).replace("\\\n", " ").split()), path.name)

    def test_presets_and_decks_are_there(self):
        presets = {preset["name"] for preset in json.loads((TOP / "CMakePresets.json").read_text())["configurePresets"]}
        for path in [p for p in PACKAGES.rglob("*") if p.is_file() and p.suffix != ".pyc"]:
            text = path.read_text()
            for name in re.findall(r"(?:preset=|--preset |build/)((?:cuda|hip|serial|openmp)[\w-]*)", text):
                self.assertIn(name, presets, path)
            for name in re.findall(r"inputs/([\w/-]+\.toml)", text):
                self.assertTrue((INPUTS / name).exists(), f"{path}: {name}")

    def test_shell_scripts_parse(self):
        containers = PACKAGES / "containers"
        for path in [*(PACKAGES / "slurm").iterdir(), TOP / "docs/examples/scaling.slurm", containers / "build", containers / "checkout"]:
            subprocess.run(["bash", "-n", path], check=True)


@unittest.skipUnless(shutil.which("git"), "no git here")
class Checkout(CommandLineTest):
    """Sources in an image are the named commit's, or the image is not built."""

    def git(self, *words, folder="source"):
        return subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b.c", *words], cwd=self.directory / folder, text=True,
                              capture_output=True, check=True).stdout

    def setUp(self):
        super().setUp()
        for name in ("core/a.cpp", "cmake/commit.txt", "tests/b.cpp", "CMakeLists.txt", ".gitignore"):
            (self.directory / "source" / name).parent.mkdir(parents=True, exist_ok=True)
            self.write(f"source/{name}", "__pycache__/\n")
        shutil.copy(TOP / "cmake/build_commit.cmake", self.directory / "source/cmake")
        self.git("init")
        for n in ("one", "two"):
            self.write("source/core/a.cpp", n)
            self.git("add", "-A")
            self.git("commit", "-m", f"{n}\n\nmore of it")
        self.git("tag", "v1.2.3")
        self.named = [self.git("rev-parse", "HEAD").strip(), self.git("cat-file", "commit", "HEAD").rstrip("\n")]
        self.fresh_image()

    def fresh_image(self):
        shutil.rmtree(self.directory / "image", ignore_errors=True)
        shutil.copytree(self.directory / "source", self.directory / "image", ignore=shutil.ignore_patterns(".git"))

    def checkout(self, *words, says, code=2):
        done = subprocess.run([PACKAGES / "containers/checkout", *words], cwd=self.directory / "image", text=True,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertIn(says, done.stdout + done.stderr)

    def build(self):
        subprocess.run(["cmake", "-D", f"SOURCE={self.directory}/image", "-D", f"OUTPUT={self.directory}/commit.cpp", "-P",
                        self.directory / "image/cmake/build_commit.cmake"], check=True, capture_output=True)
        return re.findall(r"return (.*);", (self.directory / "commit.cpp").read_text())[:2]

    def test_the_build_knows_the_commit(self):
        (self.directory / "image/core/__pycache__").mkdir()
        self.write("image/core/__pycache__/a.pyc", "")
        self.checkout(*self.named, "v1.2.3", says=f"the sources are those of commit {self.named[0]}, v1.2.3", code=0)
        self.assertEqual(self.build(), [f'"{self.named[0]}"', "0"])
        self.assertEqual(self.git("describe", "--tags", folder="image").strip(), "v1.2.3")
        self.write("image/core/a.cpp", "three")
        self.assertEqual(self.build(), [f'"{self.named[0]}"', "1"])

    def test_no_commit_is_named(self):
        self.checkout("", "", "", says="runs will not be official", code=0)
        self.assertFalse((self.directory / "image/.git").exists())

    def test_other_sources(self):
        changes = {"a byte": lambda core: (core / "a.cpp").write_text("Two"), "a new file": lambda core: (core / "b.cpp").write_text(""),
                   "a file less": lambda core: (core / "a.cpp").unlink(), "a mode": lambda core: (core / "a.cpp").chmod(0o755)}
        for name, change in changes.items():
            with self.subTest(name):
                self.fresh_image()
                change(self.directory / "image/core")
                self.checkout(*self.named, says=f"the sources are not those of commit {self.named[0][:12]}")
                self.assertEqual(self.build()[0], '""')

    def test_wrong_words(self):
        name, text = self.named
        before = self.git("rev-parse", "HEAD^").strip()
        old = self.git("cat-file", "commit", before).rstrip("\n")
        self.checkout(before, text, says=f"NAME is {before}, and OBJECT's hash is {name}")
        self.checkout(name, text + ".", says=f"NAME is {name}, and OBJECT's hash is")
        self.checkout(before, old, says=f"the sources are not those of commit {before[:12]}")
        self.checkout(name, name, says="OBJECT is not what 'git cat-file commit HEAD' prints")
        self.checkout(name, text.split("\n")[0], says="OBJECT is not what 'git cat-file commit HEAD' prints")
        self.checkout(name, says="NAME and OBJECT are needed")
        self.checkout(*self.named, f"v1.2.3-4-g{before[:8]}", says="which is not of commit")

    def test_the_builder_is_told(self):
        builder = self.write("builder", f"#!/bin/bash\nprintf '%s\\0' \"$@\" >{self.directory}/words\n")
        builder.chmod(0o755)
        if not (TOP / ".git").exists():
            self.skipTest("no checkout")
        subprocess.run([PACKAGES / "containers/build", "cpu", "-t", "isobar"], check=True, env={**os.environ, "ISOBAR_BUILDER": str(builder)})
        words = (self.directory / "words").read_text().split("\0")
        self.assertEqual(words[:3], ["build", "-f", "scripts/packages/containers/Containerfile.cpu"])
        self.assertEqual(words[-4:], ["-t", "isobar", ".", ""])
        given = dict(word.split("=", 1) for word in words if "=" in word)
        for file in ("cpu", "cuda"):
            asked = re.findall(r"^ARG (\w+)=$", (PACKAGES / f"containers/Containerfile.{file}").read_text(), re.MULTILINE)
            self.assertEqual(asked, list(given), file)


class Slurm(CommandLineTest):
    def run_job(self, name, *arguments, **variables):
        """The command lines that srun is given, each as a list of words."""
        srun = self.write("srun", f"#!/bin/bash\nprintf '%s\\n' \"$*\" >>{self.directory}/lines\n")
        srun.chmod(0o755)
        (self.directory / "lines").write_text("")
        subprocess.run(["bash", PACKAGES / "slurm" / name, *arguments], cwd=self.directory, check=True, capture_output=True, env={
            **os.environ, "PATH": f"{self.directory}:/usr/bin:/bin", "SLURM_JOB_ID": "7", "SLURM_CPUS_PER_TASK": "8", **variables})
        return [line.split() for line in (self.directory / "lines").read_text().splitlines()]

    def test_jobs_run_a_class_ten_times(self):
        for name in ("cpu-node.slurm", "gpu-node.slurm"):
            lines = self.run_job(name)
            self.assertEqual([line[-4:] for line in lines],
                             [["--class", "M", "--report", f"isobar-7/{n:02d}.json"] for n in range(1, 11)])
            self.assertTrue((self.directory / "isobar-7").is_dir())
            for line in lines: # srun does not take it over from the job
                self.assertIn("--cpus-per-task=8", line)

    def test_deck_and_folder_are_the_users(self):
        line, = self.run_job("gpu-node.slurm", "mine.toml", "--set", "grid.nx=64", RESULT="a/b", RUNS="1", ISOBAR="./isobar")
        self.assertEqual(line[-6:], ["./isobar", "mine.toml", "--set", "grid.nx=64", "--report", "a/b/01.json"])
        self.assertTrue((self.directory / "a/b").is_dir())


if __name__ == "__main__":
    unittest.main()
