"""How it ends: solvers before Kokkos and MPI, in whatever order a script leaves them."""

import textwrap
import unittest

from support_cli import DOCS, CommandLineTest
from support_python import python

ONE = """
    import isobar, numpy
    def make(**more):
        return isobar.PressureSolver(isobar.PressureGrid(16, 16, 8), atmosphere=isobar.Atmosphere(), **more)
    """
MANY = """
    from mpi4py import MPI
    """ + ONE


class End(CommandLineTest):
    def run_script(self, *parts, ranks=None):
        path = self.write("script.py", "".join(map(textwrap.dedent, parts)))
        return python(path, directory=self.directory, ranks=ranks)

    def test_solvers_of_a_module_and_of_a_cycle_of_references(self):
        self.run_script(ONE, """
            solvers = [make(), make()]
            solvers.append(solvers)
            solvers[0].solve(numpy.ones((16, 16, 8)))
            """)

    def test_without_a_solver(self):
        self.assertEqual(self.run_script("import isobar; print(isobar.__version__.split('.')[0].isdigit())"), "True\n")

    def test_atexit_of_the_script_before_and_after_the_module_is_there(self):
        text = self.run_script("""
            import atexit
            def late():
                for call in (lambda: solver.levels, make):
                    try:
                        call()
                    except RuntimeError as error:
                        print(error)
            atexit.register(late)
            """, ONE, """
            solver = make()
            atexit.register(lambda: print(solver.solve(numpy.ones((16, 16, 8))).shape))
            """)
        self.assertEqual(text, "(16, 16, 8)\nthis solver is closed\n"
                               "Python exits: no solver can be made any more\n")

    def test_mpi_ends_after_the_solvers(self):
        for ranks in (None, 2):
            self.run_script(MANY, "solver = make(comm=MPI.COMM_WORLD)", ranks=ranks)

    def test_mpi_that_the_script_ends_closes_solvers_on_it_alone(self):
        text = self.run_script(MANY, """
            alone, with_mpi = make(), make(comm=MPI.COMM_WORLD)
            MPI.Finalize()
            print(alone.solve(numpy.ones((16, 16, 8))).shape)
            for call in (lambda: with_mpi.solve(numpy.ones((16, 16, 8))), lambda: make(comm=MPI.COMM_WORLD)):
                try:
                    call()
                except (RuntimeError, ValueError) as error:
                    print(error)
            """)
        self.assertEqual(text, "(16, 16, 8)\nthis solver is closed\n"
                               "comm: MPI is not initialised or has ended; expected one that runs\n")

    def test_mpi_that_is_not_initialised(self):
        text = self.run_script("import mpi4py\nmpi4py.rc.initialize = False\n", MANY, """
            print(make().solve(numpy.ones((16, 16, 8))).shape)
            try:
                make(comm=MPI.COMM_WORLD)
            except ValueError as error:
                print(error)
            """)
        self.assertEqual(text, "(16, 16, 8)\n"
                               "comm: MPI is not initialised or has ended; expected one that runs\n")

    def test_the_example(self):
        example = DOCS / "examples" / "solve.py"
        self.assertLessEqual(len(example.read_text().splitlines()), 60)
        lines = [python(example, directory=self.directory, ranks=ranks).splitlines()
                 for ranks in (None, 2)]
        self.assertEqual(*([line.split(",")[0] for line in run[1:]] for run in lines))
        self.assertEqual(len(lines[0]), 5)
        for line in lines[0][1:]:
            self.assertRegex(line, r"^step \d: converged after \d+ cycles, relative residual \S+e-09$")


if __name__ == "__main__":
    unittest.main()
