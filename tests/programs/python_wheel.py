"""The wheel of this build: made by pip without a network, installed into a fresh virtual environment, where the package's tests run.

ISOBAR_BUILD_DIR is the build, so that nothing is compiled again."""

import base64
import hashlib
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib
import unittest
import zipfile

SOURCE = pathlib.Path(os.environ["ISOBAR_SOURCE_DIR"])
TESTS = ("python_errors.py", "python_arrays.py", "python_calls.py", "python_stubs.py")


def run(*words, **more):
    done = subprocess.run([str(word) for word in words], text=True, capture_output=True, check=False, **more)
    if done.returncode != 0:
        raise AssertionError(f"{words}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="isobar-wheel-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        run(sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index", "--disable-pip-version-check",
            "--config-settings", f"build-dir={os.environ['ISOBAR_BUILD_DIR']}", "--wheel-dir", cls.folder, SOURCE)
        [cls.wheel] = cls.folder.glob("*.whl")
        cls.python = cls.folder / "environment/bin/python"
        run(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", cls.folder / "environment")
        run(sys.executable, "-m", "pip", "--python", cls.python, "install", "--no-deps", "--no-index",
            "--disable-pip-version-check", cls.wheel)
        # Nothing of the build is in sight, only what tests share.
        cls.environment = {**os.environ, "PYTHONPATH": str(SOURCE / "tests/support")}

    def run_there(self, *words):
        return run(self.python, *words, cwd=self.folder, env=self.environment)

    def test_what_is_in_it(self):
        with zipfile.ZipFile(self.wheel) as wheel:
            names = wheel.namelist()
            info = f"isobar-{self.version()}.dist-info/"
            record = wheel.read(f"{info}RECORD").decode().splitlines()
            self.assertEqual({line.split(",")[0] for line in record}, set(names))
            for line in record:
                name, digest, _ = line.split(",")
                if digest:
                    found = base64.urlsafe_b64encode(hashlib.sha256(wheel.read(name)).digest()).rstrip(b"=").decode()
                    self.assertEqual(digest, f"sha256={found}", name)
        self.assertLessEqual({"isobar/__init__.py", "isobar/__init__.pyi", "isobar/py.typed", f"{info}METADATA"}, set(names))
        self.assertEqual(len([name for name in names if name.startswith("isobar/_isobar.") and name.endswith(".so")]), 1)
        self.assertRegex(self.wheel.name, r"^isobar-[\d.]+-cp3\d+-cp3\d+-linux_\w+\.whl$")

    @staticmethod
    def version():
        return tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

    def test_it_is_what_python_finds_there(self):
        text = self.run_there("-c", "import importlib.metadata, isobar; print(isobar.__file__); print(isobar.__version__); "
                                    "print(importlib.metadata.version('isobar')); print(importlib.metadata.requires('isobar')[0])")
        place, version, distribution, numpy = text.splitlines()
        self.assertTrue(place.startswith(str(self.folder)), place)
        self.assertEqual((version.split("+")[0], distribution), (self.version(), self.version()))
        self.assertTrue(numpy.startswith("numpy"))

    def test_its_tests(self):
        for script in TESTS:
            with self.subTest(script=script):
                self.run_there(SOURCE / "tests/programs" / script)

    @unittest.skipIf(importlib.util.find_spec("scikit_build_core"), "scikit-build-core builds here")
    def test_settings_that_there_are_not(self):
        done = subprocess.run([sys.executable, "-c", "import isobar_wheel; isobar_wheel.build_wheel('.', {'jobs': '3'})"], text=True,
                              capture_output=True, check=False, cwd=self.folder,
                              env={**os.environ, "PYTHONPATH": str(SOURCE / "scripts/packages/python")})
        self.assertIn("config-settings: jobs: expected build-dir or cmake.define.NAME", done.stderr)


if __name__ == "__main__":
    unittest.main()
