"""Type stubs are what the package has: names, signatures and documentation."""

import ast
import importlib.util
import inspect
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import isobar

PACKAGE = pathlib.Path(isobar.__file__).parent
STUB = ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
STUBBED = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")}
WITH_MYPY = importlib.util.find_spec("mypy") is not None


def functions_of(node):
    """The functions of a class in the stub, the last one of overloads; and the names of its properties."""
    functions, properties = {}, set()
    for function in node.body:
        if any(getattr(d, "id", "") == "property" for d in function.decorator_list):
            properties.add(function.name)
        else:
            functions[function.name] = function
    return functions, properties


def stubbed_arguments(function):
    """Names with their kinds and defaults, as text; None: no default, "...": some."""
    arguments = function.args
    defaults = [None] * (len(arguments.args) - len(arguments.defaults)) + arguments.defaults
    named = [(a.arg, "positional", d) for a, d in zip(arguments.args, defaults)]
    named += [(a.arg, "keyword", d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    return [(name, kind, default and ("..." if ast.unparse(default) == "..." else repr(ast.literal_eval(default))))
            for name, kind, default in named]


def arguments_of(function):
    kinds = {inspect.Parameter.POSITIONAL_OR_KEYWORD: "positional", inspect.Parameter.KEYWORD_ONLY: "keyword"}
    return [(p.name, kinds[p.kind], None if p.default is p.empty else repr(p.default))
            for p in inspect.signature(function).parameters.values()]


class Stubs(unittest.TestCase):
    maxDiff = None

    def test_names_of_the_package(self):
        self.assertEqual(set(STUBBED) | {"__version__"}, set(isobar.__all__))
        self.assertEqual({name for name in dir(isobar) if not name.startswith("_")}, set(STUBBED))

    def test_names_and_signatures_of_classes(self):
        for name, node in STUBBED.items():
            real = getattr(isobar, name)
            self.assertEqual(real.__module__, "isobar")
            functions, properties = functions_of(node)
            there = {n for n in vars(real) if not n.startswith("_") or n in ("__init__", "__enter__", "__exit__")}
            if "__init__" not in functions:
                there.discard("__init__")  # made by Isobar alone
            self.assertEqual(set(functions) | properties, there, name)
            for method, stub in functions.items():
                expected = arguments_of(getattr(real, method))
                found = stubbed_arguments(stub)
                if method == "solve":  # u is given in the last of its overloads
                    found = [(n, k, "None" if n == "u" else d) for n, k, d in found]
                if name == "Atmosphere":
                    expected = [(n, k, d and "...") for n, k, d in expected]
                self.assertEqual(found, expected, f"{name}.{method}")

    def test_everything_is_documented(self):
        for name in STUBBED:
            real = getattr(isobar, name)
            for part in (real, *(value for key, value in vars(real).items() if not key.startswith("_"))):
                self.assertTrue((part.__doc__ or "").strip(), f"{name}: {part}")

    def test_arguments_are_documented(self):
        for call in (isobar.PressureGrid, isobar.Physics, isobar.Atmosphere, isobar.PressureSolver, isobar.PressureSolver.solve):
            for name in inspect.signature(call).parameters:
                if name != "self":
                    self.assertRegex(call.__doc__, rf"(?m)^  (\w+, )*{name}(, \w+)*: ")
            self.assertIn("\nErrors: ", call.__doc__)

    def test_defaults_are_those_of_the_signature(self):
        """The signature is a text: the constructor has to do what it says."""
        atmosphere = isobar.Atmosphere()
        for name, parameter in inspect.signature(isobar.Atmosphere).parameters.items():
            self.assertEqual(getattr(atmosphere, name), parameter.default)

    @unittest.skipUnless(WITH_MYPY, "no mypy here")
    def test_mypy_agrees(self):
        """mypy.stubtest, but for what all classes of pybind11 have: their metaclass, and constructors that refuse."""
        with tempfile.TemporaryDirectory() as folder:
            allowed = pathlib.Path(folder) / "allowed"
            made_by_isobar = [name for name, node in STUBBED.items() if "__init__" not in functions_of(node)[0]]
            allowed.write_text("".join(f"isobar.{name}\n" for name in STUBBED)
                               + "".join(f"isobar.{name}.__init__\n" for name in made_by_isobar)
                               + "isobar._isobar\n")
            done = self.run_python("-m", "mypy.stubtest", "isobar", "--ignore-missing-stub", "--ignore-unused-allowlist",
                                   "--allowlist", allowed, folder=folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    @unittest.skipUnless(WITH_MYPY, "no mypy here")
    def test_mypy_reads_programs(self):
        program = """import isobar, numpy

grid = isobar.PressureGrid(8, 8, 4, domain="flat")
with isobar.PressureSolver(grid, atmosphere=isobar.Atmosphere(), alpha_h=2.0, beta=([1.0] * 4, numpy.ones((8, 8)))) as solver:

    solver.set_monitor(lambda state: state.iteration > 3)
    u = solver.solve(numpy.zeros((8, 8, 4), numpy.float32))
    u = solver.solve_from(u, u)
    n: int = solver.partition.nx
"""
        wrong = ("isobar.PressureGrid(8, 8)", 'isobar.PressureGrid(8, 8, 4, domain="globe")', "solver.solve()", "solver.levls",
                 "solver.set_monitor(3)", "isobar.Physics(1.0, 2.0, 3.0)", 'solver.solve(u, order="xy")')
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "program.py"
            path.write_text(program + "\n".join(wrong) + "\n")
            done = self.run_python("-m", "mypy", "--cache-dir", f"{folder}/cache", "--python-executable", sys.executable, path,
                                   folder=folder)
        first = program.count("\n") + 1
        lines = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line}
        self.assertEqual(lines, set(range(first, first + len(wrong))), done.stdout + done.stderr)

    def run_python(self, *arguments, folder):
        """With the package in sight: mypy finds an installed one itself, by its py.typed."""
        installed = PACKAGE.parent.name in ("site-packages", "dist-packages")
        place = {} if installed else {"MYPYPATH": str(PACKAGE.parent), "PYTHONPATH": str(PACKAGE.parent)}
        return subprocess.run([sys.executable, *map(str, arguments)], cwd=folder, text=True, capture_output=True, check=False,
                              env={**os.environ, **place})


if __name__ == "__main__":
    unittest.main()
