"""isobar.PressureSolver in Python with equations of one's own, against the equation in NumPy."""

import unittest

import numpy

import isobar
from support_python import difference
from support_sphere import inclined_operator, plain_operator

SHAPE = NY, NX, NZ = 12, 16, 6
OMEGA, LAMBDA, DEPTH = 1e-2, 0.05, 0.2
PHYSICS = isobar.Physics(omega_squared=OMEGA, lambda_squared=LAMBDA, depth=DEPTH)
F = numpy.random.default_rng(1).uniform(-1.0, 1.0, SHAPE)
J, I, K = numpy.meshgrid(*map(numpy.arange, SHAPE), indexing="ij")
HEIGHT = 1.0 + 0.2 * numpy.arange(NZ)
POSITION = 1.0 + 0.5 * numpy.sin(0.5 * I + 0.3 * J)[:, :, 0]
CELLS = 1.5 + numpy.sin(1.0 * I + 2.0 * J + 3.0 * K)


def options(method):
    return f"[solver]\nmethod = \"{method}\"\ntolerance = 1e-9\n"


def diffusion(u, alpha, axis, step, periodic):
    """-d/dx( alpha du/dx ) along an axis; u = 0 on sides along x and y, no flux through bottom and top."""
    u, alpha = numpy.moveaxis(u, axis, 0), numpy.moveaxis(alpha, axis, 0)
    flux = (u[1:] - u[:-1]) / (0.5 * step / alpha[1:] + 0.5 * step / alpha[:-1])
    if periodic:
        low = high = (u[:1] - u[-1:]) / (0.5 * step / alpha[:1] + 0.5 * step / alpha[-1:])
    elif axis == 2:
        low = high = 0.0 * u[:1]
    else:
        low, high = u[:1] * alpha[:1] / (0.5 * step), -u[-1:] * alpha[-1:] / (0.5 * step)
    flux = numpy.concatenate([low, flux, high])
    return numpy.moveaxis((flux[:-1] - flux[1:]) / step, 0, axis)


def image(u, alpha_h=1.0, alpha_v=1.0, beta=1.0, xi_x=0.0, periodic_x=False):
    """The equation's left side on the flat box with equidistant layers."""
    full = numpy.ones(SHAPE)
    east, west = numpy.roll(u, -1, 1), numpy.roll(u, 1, 1)
    if not periodic_x:
        east[:, -1], west[:, 0] = -u[:, -1], -u[:, 0]
    horizontal = (diffusion(u, alpha_h * full, 1, 1.0 / NX, periodic_x)
                  + diffusion(u, alpha_h * full, 0, 1.0 / NY, False))
    vertical = LAMBDA * diffusion(u, alpha_v * full, 2, DEPTH / NZ, False)
    return OMEGA * (horizontal + vertical - xi_x * 0.5 * NX * (east - west)) + beta * u


class Equations(unittest.TestCase):
    def test_values_on_sides(self):
        """Against a dense solve of the equation in NumPy, whose sides lie half a cell beyond the first centres."""
        rng = numpy.random.default_rng(3)
        west, south, top = (rng.uniform(-1.0, 1.0, shape) for shape in ((NY, NZ), (NX, NZ), (NY, NX)))
        columns = numpy.array([image(unit.reshape(SHAPE), alpha_h=CELLS).ravel() for unit in numpy.eye(F.size)]).T
        f = F.copy()
        f[:, 0] += OMEGA * CELLS[:, 0] * west * 2 * NX * NX
        f[0] += OMEGA * CELLS[0] * south * 2 * NY * NY
        f[:, :, -1] += OMEGA * LAMBDA * top * NZ / DEPTH  # a derivative
        expected = numpy.linalg.solve(columns, f.ravel()).reshape(SHAPE)
        grid = isobar.PressureGrid(NX, NY, NZ, domain="flat", layers="uniform")
        with isobar.PressureSolver(grid, physics=PHYSICS, options=options("cg-multigrid"), alpha_h=CELLS) as solver:
            solver.set_boundary_values(west=west, south=south, top=top)
            self.assertLess(difference(solver.solve(F), expected), 1e-7)
            solver.set_boundary_values(west=1.0, east=[[1.0] * NZ] * NY, south=1, north=1.0)
            one = solver.solve(numpy.ones(SHAPE))  # nothing flows where u is 1
            self.assertLess(numpy.abs(one - 1.0).max(), 1e-8)
            for name, wrong, line in (("west", top, r"west: shape \(12, 16\); expected a number or an array of shape \(12, 6\)"),
                                      ("top", "x", "top = 'x': expected a number or an array of shape"),
                                      ("north", numpy.nan, "boundary values north: .* is nan; expected a finite number")):
                with self.assertRaisesRegex((TypeError, ValueError), line):
                    solver.set_boundary_values(**{name: wrong})
            self.assertEqual(difference(solver.solve(numpy.ones(SHAPE)), one), 0.0)
            solver.set_boundary_values()
            self.assertEqual(numpy.abs(solver.solve(0.0 * F)).max(), 0.0)

    def check(self, method, boundaries=None, **coefficients):
        grid = isobar.PressureGrid(NX, NY, NZ, domain="flat", layers="uniform", boundaries=boundaries)
        given = {name: value for name, value in coefficients.items() if name != "product"}
        solver = isobar.PressureSolver(grid, physics=PHYSICS, options=options(method), **given)
        u = solver.solve(F)
        self.assertTrue(solver.report.converged)
        left = {name: value[0] * value[1][:, :, None] if isinstance(value, tuple)
                else value[:, :, None] if value.ndim == 2 else value
                for name, value in coefficients.items()}
        residual = F - image(u, periodic_x=boundaries is not None, **left)
        self.assertLess(numpy.linalg.norm(residual), 2e-9 * numpy.linalg.norm(F))
        return solver, u

    def test_profiles_fields_and_pairs(self):
        for method in ("multigrid", "cg-fused"):
            self.check(method, alpha_h=HEIGHT, alpha_v=POSITION, beta=(HEIGHT, POSITION))

    def test_cells_and_their_distance_from_products(self):
        solver, _ = self.check("cg-multigrid", alpha_h=CELLS, beta=CELLS)
        self.assertGreater(solver.factor_distance[0], solver.factor_distance[1])
        product = numpy.ascontiguousarray(POSITION[:, :, None] * HEIGHT)
        solver, u = self.check("cg-multigrid", alpha_v=product)
        self.assertAlmostEqual(solver.factor_distance[0], 1.0)
        _, v = self.check("cg-multigrid", alpha_v=(HEIGHT, POSITION))
        self.assertLess(difference(u, v), 1e-7)

    def test_convection(self):
        self.check("bicgstab", xi_x=(HEIGHT, 3.0 * POSITION))
        self.check("bicgstab-multigrid", xi_x=3.0 * POSITION, alpha_v=CELLS)

    def test_modes(self):
        """An equation that separates alone, with a product of factors; others as a preconditioner."""
        self.check("modes", alpha_h=POSITION, alpha_v=HEIGHT, beta=HEIGHT)
        self.check("modes", boundaries={"west": "periodic", "east": "periodic"}, alpha_h=(HEIGHT, POSITION))
        self.check("cg-modes", alpha_h=HEIGHT, alpha_v=POSITION, beta=(HEIGHT, POSITION))
        solver, _ = self.check("cg-modes", alpha_v=CELLS)
        self.assertGreater(solver.factor_distance[0], solver.factor_distance[1])
        self.check("bicgstab-modes", xi_x=(HEIGHT, 3.0 * POSITION), alpha_v=CELLS)

    def test_modes_in_both_precisions_are_those_of_multigrid(self):
        grid = isobar.PressureGrid(NX, NY, NZ, domain="flat", layers="uniform")
        u, v, w = (isobar.PressureSolver(grid, physics=PHYSICS, options=options(method) + precision, alpha_h=POSITION).solve(F)
                   for method, precision in (("multigrid", ""), ("modes", ""), ("modes", 'precision = "mixed"\n')))
        self.assertLess(difference(v, u), 1e-7)
        self.assertLess(difference(w, u), 1e-7)

    def test_modes_of_an_update(self):
        for method, before, after in (("modes", {"alpha_h": POSITION}, {"alpha_h": POSITION + 1.0, "beta": 2.0 * HEIGHT}),
                                      ("cg-modes", {"alpha_v": CELLS}, {"alpha_v": CELLS + 1.0, "beta": HEIGHT}),
                                      ("bicgstab-modes", {"xi_x": POSITION}, {"xi_x": 2.0 * POSITION, "beta": HEIGHT})):
            with self.subTest(method=method):
                solver, _ = self.check(method, **before)
                solver.update(physics=PHYSICS, **after)
                u = solver.solve(F)
                self.assertTrue(solver.report.converged)
                left = {name: value[:, :, None] if value.ndim == 2 else value for name, value in after.items()}
                self.assertLess(numpy.linalg.norm(F - image(u, **left)), 2e-9 * numpy.linalg.norm(F))

    def test_periodic_sides(self):
        self.check("multigrid", boundaries={"west": "periodic", "east": "periodic"}, alpha_h=POSITION)

    def test_interfaces_and_columns(self):
        """The domain's own interfaces and columns, given by the caller."""
        x, y = 1.0 / NX, 1.0 / NY
        columns = {"area": numpy.full((NY, NX), x * y),
                   "west_length": numpy.full((NY, NX + 1), y), "west_distance": numpy.full((NY, NX + 1), x),
                   "south_length": numpy.full((NY + 1, NX), x), "south_distance": numpy.full((NY + 1, NX), y)}
        columns["west_distance"][:, [0, NX]] /= 2.0
        columns["south_distance"][[0, NY]] /= 2.0
        grid = isobar.PressureGrid(NX, NY, NZ, domain="flat", columns=columns,
                                   interfaces=numpy.linspace(0.0, DEPTH, NZ + 1))
        u = isobar.PressureSolver(grid, physics=PHYSICS, options=options("cg-fused")).solve(F)
        self.assertLess(numpy.linalg.norm(F - image(u)), 2e-9 * numpy.linalg.norm(F))

    def test_updates_take_the_same_keywords(self):
        solver, _ = self.check("bicgstab", alpha_h=CELLS, xi_x=POSITION)
        solver.update(physics=PHYSICS, alpha_h=CELLS + 1.0, beta=HEIGHT)
        u = solver.solve(F)
        residual = F - image(u, alpha_h=CELLS + 1.0, beta=HEIGHT)
        self.assertLess(numpy.linalg.norm(residual), 2e-9 * numpy.linalg.norm(F))

    def test_positions_may_stay_as_they_are(self):
        solver, _ = self.check("cg-fused", alpha_h=POSITION)
        solver.update(physics=PHYSICS, beta=HEIGHT, positions_as_before=True)
        residual = F - image(solver.solve(F), alpha_h=POSITION[:, :, None], beta=HEIGHT)
        self.assertLess(numpy.linalg.norm(residual), 2e-9 * numpy.linalg.norm(F))

    def refuse_method(self, method, words, **coefficients):
        """One line that names the method and says what is wrong with it."""
        with self.assertRaises(ValueError) as caught:
            isobar.PressureSolver(isobar.PressureGrid(NX, NY, NZ), physics=PHYSICS, options=f"[solver]\nmethod = {method}\n",
                                  **coefficients)
        self.assertIn(f"solver.method = {method}: ", str(caught.exception))
        self.assertIn(words, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))

    def test_an_update_that_modes_cannot_solve_changes_nothing(self):
        solver, u = self.check("modes", alpha_h=POSITION)
        with self.assertRaises(ValueError) as caught:
            solver.update(physics=PHYSICS, alpha_h=POSITION, alpha_v=POSITION, beta=HEIGHT)
        self.assertRegex(str(caught.exception), "^alpha_v: is a function of the position, [^\n]*does not separate into vertical modes[^\n]*$")
        numpy.testing.assert_array_equal(solver.solve(F), u)

    def test_refusals_are_one_line(self):
        grid = isobar.PressureGrid(NX, NY, NZ)
        expected = "expected a number, numbers of shape (6,), (12, 16), (12, 16, 6) or a pair of the first two shapes"
        cases = (
            (TypeError, f"alpha_h = 'much': {expected}", {"alpha_h": "much"}),
            (TypeError, f"alpha_h: masked cells have no number: {expected}", {"alpha_h": numpy.ma.masked_array(HEIGHT, HEIGHT > 1)}),
            (TypeError, f"beta: dtype <c16: {expected}", {"beta": HEIGHT * 1j}),
            (TypeError, f"beta = [[1.0], [2.0, 3.0]]: {expected}", {"beta": [[1.0], [2.0, 3.0]]}),
            (ValueError, f"alpha_h: a tuple of 3; {expected}", {"alpha_h": (1.0, 2.0, 3.0)}),
            (ValueError, f"alpha_h: a pair of shapes () and (12, 16); {expected}", {"alpha_h": (1.0, POSITION)}),
            (ValueError, f"alpha_h: a pair of shapes (6,) and (6,); {expected}", {"alpha_h": (HEIGHT, HEIGHT)}),
            (ValueError, "xi_x: shape (7,); expected a number, numbers of shape (6,), (12, 16) or a pair of the first two shapes",
             {"xi_x": numpy.ones(7)}),
            (ValueError, "layer profile alpha_h: layer 0 is nan; expected a finite number greater than 0", {"alpha_h": numpy.nan}),
            (ValueError, "layer profile beta: layer 0 is -1; expected a finite number of at least 0",
             {"beta": -HEIGHT}),
        )
        for kind, line, keywords in cases:
            with self.assertRaises(kind) as caught:
                isobar.PressureSolver(grid, physics=PHYSICS, **keywords)
            self.assertEqual(str(caught.exception), line)
        self.refuse_method('"modes"', "alpha_v: is a function of the position, and the profiles of beta and alpha_h differ",
                           alpha_v=POSITION, beta=HEIGHT)
        self.refuse_method('"modes"', "a number a cell", alpha_v=CELLS)
        self.refuse_method('"cg-modes"', "not with convection", xi_x=POSITION)
        self.refuse_method('"auto"', "expected the name of one")
        for kind, line, keywords in (
                (ValueError, 'boundaries = "up": expected one of "west", "east", "south", "north", "bottom", "top"',
                 {"boundaries": {"up": "neumann"}}),
                (ValueError, "interfaces: shape (3,); expected (7,)", {"interfaces": numpy.ones(3)}),
                (ValueError, 'columns["area"]: shape (2, 2); expected (12, 16)',
                 {"columns": {"area": numpy.ones((2, 2))}})):
            with self.assertRaises(kind) as caught:
                isobar.PressureGrid(NX, NY, NZ, **keywords)
            self.assertEqual(str(caught.exception), line)


class Sphere(unittest.TestCase):
    """Cells are the rows of six panels, one panel after the other."""

    def test_the_equation(self):
        grid = isobar.PressureGrid(8, 8, 5, domain="sphere")
        solver = isobar.PressureSolver(grid, physics=PHYSICS, options=options("multigrid") + "[multigrid]\nlevels = 2\n")
        f = numpy.random.default_rng(2).uniform(-1.0, 1.0, (48, 8, 5))
        u = solver.solve(f)
        self.assertTrue(solver.report.converged)
        self.assertLessEqual(plain_operator(8, 5, OMEGA, LAMBDA, DEPTH).residual(u, f), 2e-9)

    def test_functions_of_the_position_and_cells(self):
        grid = isobar.PressureGrid(8, 8, 5, domain="sphere")
        random = numpy.random.default_rng(3)
        f, alpha, beta = random.uniform(-1.0, 1.0, (48, 8, 5)), random.uniform(0.5, 2.0, (48, 8)), random.uniform(0.5, 2.0, (48, 8, 5))
        for method, coefficients, expected in (
                ("multigrid", {"alpha_h": alpha}, {"alpha_h": alpha[:, :, None]}),
                ("cg-multigrid", {"alpha_h": beta, "beta": beta}, {"alpha_h": beta, "beta": beta})):
            solver = isobar.PressureSolver(grid, physics=PHYSICS, options=options(method) + "[multigrid]\nlevels = 2\n", **coefficients)
            u = solver.solve(f)
            self.assertLessEqual(plain_operator(8, 5, OMEGA, LAMBDA, DEPTH, **expected).residual(u, f), 2e-9)

    def test_a_ground_that_layers_follow(self):
        grid = isobar.PressureGrid(8, 8, 5, domain="sphere")
        random = numpy.random.default_rng(4)
        f, ground = random.uniform(-1.0, 1.0, (48, 8, 5)), DEPTH * random.uniform(0.0, 0.05, (48, 8))
        solver = isobar.PressureSolver(grid, physics=PHYSICS, options=options("cg-multigrid") + "[multigrid]\nlevels = 2\n", ground=ground)
        for factor in (1.0, 0.5):  # in an update, too
            solver.update(physics=PHYSICS, ground=factor * ground)
            u = solver.solve(f)
            equation = inclined_operator(8, 5, OMEGA, LAMBDA, DEPTH, ground=factor * ground / DEPTH)
            self.assertTrue(solver.report.converged)
            self.assertLessEqual(equation.residual(u, f), 2e-9)
        for kind, line, keywords in ((TypeError, "ground = 'high': expected a number or an array of shape (48, 8)", {"ground": "high"}),
                                     (ValueError, "ground: shape (5,); expected a number or an array of shape (48, 8)", {"ground": numpy.ones(5)}),
                                     (ValueError, "is at 1 of the depth; expected a finite height below the depth",
                                      {"ground": numpy.full((48, 8), DEPTH)})):
            with self.assertRaises(kind) as caught:
                isobar.PressureSolver(grid, physics=PHYSICS, options=options("cg-multigrid"), **keywords)
            self.assertIn(line, str(caught.exception))

    def test_its_flux(self):
        with self.assertRaisesRegex(ValueError, "two_point on the sphere"):
            isobar.PressureSolver(isobar.PressureGrid(8, 8, 5, domain="sphere", flux="two-point"), physics=PHYSICS)


if __name__ == "__main__":
    unittest.main()
