"""Right-hand sides read from NumPy files, solutions and VTK files written."""

import unittest

import numpy

from support_cli import METHODS, STORED, CommandLineTest


def centres(count):
    return (numpy.arange(count) + 0.5) / count


def wave_number_squared(count, length=1.0):
    """Eigenvalue of minus the second difference: lowest sine between Dirichlet ends half a cell
    away, lowest cosine between Neumann ends."""
    spacing = length / count
    return (2.0 / spacing * numpy.sin(numpy.pi / (2 * count))) ** 2


class Fields(CommandLineTest):
    nx, ny, nz = 32, 24, 16

    def solve_file(self, right_side, settings=None, ranks=None, more=""):
        """The report and the solution for a right-hand side in a file."""
        deck = self.write_deck(self.nx, self.ny, self.nz, more)
        path = self.save("right-side.npy", right_side)
        settings = {"rhs.kind": "file", "rhs.file": path, **(settings or {})}
        return self.solve_array(deck, settings, ranks)

    def solve_array(self, deck, settings, ranks=None):
        output = self.directory / "solution.npy"
        report = self.solve(deck, {**settings, "output.solution": output}, ranks=ranks)
        solution = numpy.load(output)
        self.assertEqual(solution.shape, (self.ny, self.nx, self.nz))
        self.assertEqual(solution.dtype, numpy.float64)
        return report, solution

    def box(self):
        def middle(count):
            index = numpy.arange(count)
            return (8 * index >= 3 * count) & (8 * index < 5 * count)

        return numpy.einsum("j,i,k->jik", middle(self.ny), middle(self.nx), numpy.ones(self.nz))

    def test_a_box_in_a_file_is_the_box(self):
        deck = self.write_deck(self.nx, self.ny, self.nz)
        for ranks in (None, 2):
            expected, box = self.solve_array(deck, {"rhs.kind": "box"}, ranks)
            report, solution = self.solve_file(self.box(), ranks=ranks)
            self.assertEqual(report["solver"]["residual_history"],
                             expected["solver"]["residual_history"])
            numpy.testing.assert_array_equal(solution, box)

    def test_every_cell_gets_its_own_number(self):
        # Numbers without any symmetry, on four ranks; solutions depend on them linearly.
        shape = (self.ny, self.nx, self.nz)
        right_side = numpy.random.default_rng(1).uniform(-1, 1, shape)
        settings = {"solver.tolerance": 1e-11}
        _, alone = self.solve_file(right_side, settings)
        _, shared = self.solve_file(right_side, settings, ranks=4)
        scale = numpy.abs(alone).max()
        numpy.testing.assert_allclose(shared, alone, rtol=0, atol=1e-11 * scale)
        _, sum_with_box = self.solve_file(right_side + 3 * self.box(), settings)
        _, of_box = self.solve_file(self.box(), settings)
        numpy.testing.assert_allclose(sum_with_box, alone + 3 * of_box, rtol=0,
                                      atol=1e-9 * numpy.abs(sum_with_box).max())

    def test_an_eigenvector_of_the_flat_box(self):
        more = 'domain = "flat"\nlayers = "uniform"\n'
        x, y, z = (centres(n) for n in (self.nx, self.ny, self.nz))
        mode = numpy.einsum("j,i,k->jik", numpy.sin(numpy.pi * y), numpy.sin(numpy.pi * x),
                            numpy.cos(numpy.pi * z))
        for method in METHODS + STORED:
            with self.subTest(method=method):
                report, solution = self.solve_file(
                    mode, {"solver.method": method, "solver.tolerance": 1e-11}, more=more)
                numpy.testing.assert_allclose(solution, mode / self.eigenvalue(report), rtol=0,
                                              atol=1e-9 * numpy.abs(solution).max())

    def eigenvalue(self, report):
        """1 + w^2 (horizontal waves + lambda^2 vertical wave), from the deck's SI units."""
        physics = report["run"]["parameters"]["physics"]
        step, radius = physics["time_step"], physics["radius"]
        omega_squared = (physics["sound_speed"] * step / (2 * radius)) ** 2
        lambda_squared = 1 / (1 + (physics["buoyancy_frequency"] * step / 2) ** 2)
        return 1 + omega_squared * (
            wave_number_squared(self.nx) + wave_number_squared(self.ny)
            + lambda_squared * wave_number_squared(self.nz, physics["depth"] / radius))

    def test_the_panel_is_symmetric(self):
        deck = self.write_deck(32, 32, self.nz)
        output = self.directory / "solution.npy"
        self.solve(deck, {"output.solution": output}, ranks=2)
        solution = numpy.load(output)
        for image in (solution[::-1], solution[:, ::-1], solution.swapaxes(0, 1)):
            numpy.testing.assert_allclose(image, solution, rtol=0, atol=1e-12 * solution.max())

    def test_paths_in_a_deck_are_relative_to_it(self):
        (self.directory / "elsewhere").mkdir()
        self.save("elsewhere/f.npy", self.box())
        text = self.write_deck(self.nx, self.ny, self.nz,
                               '[rhs]\nkind = "file"\nfile = "f.npy"\n').read_text()
        self.solve(self.write("elsewhere/deck.toml", text))

    def test_a_solution_replaces_an_older_and_longer_file(self):
        deck = self.write_deck(self.nx, self.ny, self.nz)
        self.save("solution.npy", numpy.zeros(100_000))
        self.solve_array(deck, {})

    def test_vtk_files_of_all_ranks(self):
        deck = self.write_deck(self.nx, self.ny, self.nz)
        self.solve(deck, {"output.vtk": self.directory / "shell"}, ranks=2)
        names = sorted(path.name for path in self.directory.glob("shell*"))
        self.assertEqual(len(names), 3, names)
        self.assertEqual([name for name in names if name.endswith(".pvts")], ["shell.pvts"])


if __name__ == "__main__":
    unittest.main()
