// Values on the sides of PressureSolver's domain: what they add to right-hand sides, and solutions with them.
#include "support_boundary.hpp"

#include <iterator>

namespace isobar::library_boundary {
namespace {

constexpr const char* krylov = "[solver]\nmethod = \"bicgstab\"\ntolerance = 1e-11\n";

struct BoundaryCase {
  const char* what;
  PressureGrid grid;
  Coefficients coefficients;
};

PressureGrid own_columns() {
  PressureGrid grid{6, 5, 4, Domain::flat};
  grid.columns = std::make_shared<const ColumnGeometryFields>(ColumnGeometryFields{
      [](int i, int j) { return (1.0 + 0.1 * std::sin(i + 2.0 * j)) / 30.0; },
      [](int i, int) { return (1.0 + 0.1 * i) / 5.0; }, [](int, int) { return 1.0 / 6.0; },
      [](int, int j) { return (1.0 + 0.1 * j) / 6.0; }, [](int, int) { return 1.0 / 5.0; }});
  return grid;
}

std::vector<BoundaryCase> cases() {
  const GeneralProblem general;
  const CellProblem cells(false, true), both(true, true);
  PressureGrid sphere{6, 6, 4, Domain::sphere}, vertex{8, 6, 5}, periodic{6, 4, 3, Domain::flat},
      equiangular{8, 6, 5, Domain::equiangular_panel};
  vertex.flux = Flux::vertex;
  periodic.boundaries.west = periodic.boundaries.east = Boundary::periodic;
  return {{"panel", {8, 6, 5}, library_atmosphere},
          {"equiangular", equiangular, library_atmosphere},
          {"general", general.grid, general.coefficients},
          {"own columns", own_columns(), Physics{1e-3, 0.02, 0.05}},
          {"cells", cells.grid, cells.coefficients},
          {"both", both.grid, both.coefficients},
          {"vertex", vertex, library_atmosphere},
          {"sphere", sphere, library_atmosphere},
          {"periodic", periodic, Physics{1e-3, 0.02, 0.05}}};
}

/// Nothing flows where u is 1 inside and on all sides, whatever the coefficients are.
TEST(LibraryBoundary, OfAConstantAddWhatClosedSidesLack) {
  for (const BoundaryCase& c : cases()) {
    SCOPED_TRACE(c.what);
    const PressureGrid grid = with_sides(c.grid, Boundary::dirichlet);
    PressureSolver solver(grid, c.coefficients, krylov),
        closed(with_sides(c.grid, Boundary::neumann), c.coefficients, krylov);
    solver.set_boundary_values(on_sides(grid, [](int, int, int) { return 1.0; }));
    Cells zero(solver.partition(), grid.nz), one = zero, r = zero, right = zero, d = zero;
    one.values.assign(one.values.size(), 1.0);
    for (const RightSide kind : {RightSide::cell_means, RightSide::integrals}) {
      solver.residual(zero.in(), one.in(), r.out(), kind);
      closed.apply(one.in(), right.out(), kind);
      solver.diagonal(d.out(), kind);
      for (std::size_t n = 0; n < r.values.size(); ++n)
        ASSERT_NEAR(r.values[n], -right.values[n], 1e-13 * d.values[n]) << n;
    }
  }
}

/// In a box whose centres are at known distances from the sides.
TEST(LibraryBoundary, DerivativesAddWhatValuesDo) {
  PressureGrid grid{6, 8, 5, Domain::flat};
  for (int k = 0; k <= grid.nz; ++k) grid.interfaces.push_back(0.004 * k + 0.0002 * k * k);
  Coefficients coefficients = Physics{1e-3, 0.02, 0.05};
  coefficients.heights.alpha_v = {1.0, 2.0, 3.0, 4.0, 5.0};
  coefficients.positions.alpha_h = [](int i, int j) { return 1.0 + 0.1 * i + 0.2 * j; };
  coefficients.positions.alpha_v = [](int i, int j) { return 1.0 + 0.2 * i + 0.1 * j; };
  for (const bool cells : {false, true}) {
    if (cells)
      coefficients.cells.alpha_h = [](int i, int j, int k) { return 1.5 + any_number(i, j, k); };
    if (cells) coefficients.convection = rough_convection(grid.nz);
    PressureSolver fixed(with_sides(grid, Boundary::dirichlet), coefficients, krylov),
        open(with_sides(grid, Boundary::neumann), coefficients, krylov);
    Cells u(fixed.partition(), grid.nz), f = u, r = u, right = u;
    for (int j = 0; j < u.ny; ++j)
      for (int i = 0; i < u.nx; ++i)
        for (int k = 0; k < u.nz; ++k) u(j, i, k) = any_number(i + 1, j, k);
    const auto derivative = [&](double h) -> CellField {
      return [&, h](int i, int j, int k) { return (any_number(i, j, k) - u(j, i, k)) / h; };
    };
    const auto half = [&](int k) { return 0.5 * (grid.interfaces[k + 1] - grid.interfaces[k]); };
    fixed.set_boundary_values(on_sides(grid, any_number));
    open.set_boundary_values({derivative(0.5 / 6), derivative(0.5 / 6), derivative(0.5 / 8),
                              derivative(0.5 / 8), derivative(half(0)), derivative(half(4))});
    const double norm = fixed.residual(f.in(), u.in(), r.out());
    EXPECT_NEAR(open.residual(f.in(), u.in(), right.out()), norm, 1e-12 * norm);
    EXPECT_LE(difference(r.values, right.values), 1e-12);
  }
}

/// u = exp(x / 2 + 3 y / 10 - 2 z / 5) on [0, 1]^3, with derivatives on three sides.
double error_of(int n, bool convection) {
  PressureGrid grid{n, n, n, Domain::flat, LayerSpacing::uniform};
  grid.boundaries = {.west = Boundary::neumann,
                     .north = Boundary::neumann,
                     .bottom = Boundary::dirichlet,
                     .top = Boundary::neumann};
  Coefficients coefficients = Physics{1.0, 1.0, 1.0};
  if (convection) {
    coefficients.convection.x.profile.assign(std::size_t(n), 1.0);
    coefficients.convection.z.profile.assign(std::size_t(n), 2.0);
  }
  const double h = 1.0 / n;
  const auto exact = [](double x, double y, double z) {
    return std::exp(0.5 * x + 0.3 * y - 0.4 * z);
  };
  const auto at = [h](int i) { return (i + 0.5) * h; };
  BoundaryValues values;
  values.west = [=](int, int j, int k) { return -0.5 * exact(0.0, at(j), at(k)); };
  values.east = [=](int, int j, int k) { return exact(1.0, at(j), at(k)); };
  values.south = [=](int i, int, int k) { return exact(at(i), 0.0, at(k)); };
  values.north = [=](int i, int, int k) { return 0.3 * exact(at(i), 1.0, at(k)); };
  values.bottom = [=](int i, int j, int) { return exact(at(i), at(j), 0.0); };
  values.top = [=](int i, int j, int) { return -0.4 * exact(at(i), at(j), 1.0); };
  PressureSolver solver(grid, coefficients, krylov);
  solver.set_boundary_values(values);
  Cells f(solver.partition(), n), u = f;
  // -(0.25 + 0.09 + 0.16) u - xi . (0.5, 0.3, -0.4) u + u
  const double factor = 0.5 - (convection ? 0.5 - 0.8 : 0.0);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) f(j, i, k) = factor * exact(at(i), at(j), at(k));
  EXPECT_TRUE(solver.solve(f.in(), u.out()).converged());
  double worst = 0.0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k)
        worst = std::max(worst, std::abs(u(j, i, k) - exact(at(i), at(j), at(k))));
  return worst;
}

TEST(LibraryBoundary, SolutionsConvergeWithOrderTwo) {
  for (const bool convection : {false, true}) {
    const double coarse = error_of(8, convection), middle = error_of(16, convection),
                 fine = error_of(32, convection);
    EXPECT_LT(fine, 1e-4);
    EXPECT_GT(std::log2(coarse / middle), 1.8) << coarse << " " << middle << " " << fine;
    EXPECT_GT(std::log2(middle / fine), 1.9) << coarse << " " << middle << " " << fine;
  }
}

/// f = 0, so that all there is comes from the sides.
TEST(LibraryBoundary, AllMethodsSolveWithThem) {
  const PressureGrid grid = with_sides(library_grid, Boundary::dirichlet);
  Cells reference(Partition::whole(24, 32), 12);
  for (const char* method :
       {"\"bicgstab\"", "\"multigrid\"", "\"multigrid\"\nprecision = \"float\"",
        "\"cg-multigrid\"\nprecision = \"mixed\"", "\"cg-fused\"", "\"modes\"",
        "\"multigrid\"\nprecision = \"float-storage\""}) {
    SCOPED_TRACE(method);
    const bool rough = std::string(method).find("float") != std::string::npos;
    PressureSolver solver(grid, library_atmosphere,
                          std::string("[solver]\ntolerance = ") + (rough ? "1e-4" : "1e-10") +
                              "\nmethod = " + method + "\n");
    solver.set_boundary_values(on_sides(grid, any_number));
    Cells f(solver.partition(), 12), u = f, r = f;
    const SolveReport report = solver.solve(f.in(), u.out());
    EXPECT_TRUE(report.converged());
    if (reference.values[0] == 0.0) reference = u;
    EXPECT_LE(difference(u.values, reference.values), rough ? 1e-3 : 1e-7);
    EXPECT_NEAR(solver.residual(f.in(), f.in(), r.out()), report.residual_norms[0],
                1e-6 * report.residual_norms[0]);
    u.values.assign(u.values.size(), 0.5);
    EXPECT_TRUE(solver.solve_from(f.in(), u.out()).converged());
    EXPECT_LE(difference(u.values, reference.values), rough ? 1e-3 : 1e-7);
  }
}

/// The scale of a solve is that of f and of the values.
TEST(LibraryBoundary, MayBeSmallAndLarge) {
  const PressureGrid grid = with_sides(library_grid, Boundary::dirichlet);
  PressureSolver solver(grid, library_atmosphere, "[solver]\nprecision = \"float\"\n");
  Cells f(solver.partition(), 12), u = f, scaled = f;
  solver.set_boundary_values(on_sides(grid, any_number));
  EXPECT_TRUE(solver.solve(f.in(), u.out()).converged());
  for (const int exponent : {-900, 900}) {
    solver.set_boundary_values(on_sides(
        grid, [=](int i, int j, int k) { return std::ldexp(any_number(i, j, k), exponent); }));
    EXPECT_TRUE(solver.solve(f.in(), scaled.out()).converged());
    for (double& x : scaled.values) x = std::ldexp(x, -exponent);
    EXPECT_LE(difference(scaled.values, u.values), 1e-4);
  }
}

TEST(LibraryBoundary, StayInUpdatesUntilTheyAreChanged) {
  const GeneralProblem general;
  const PressureGrid grid = with_sides(general.grid, Boundary::dirichlet);
  Coefficients next = general.coefficients;
  next.physics.omega_squared *= 2.0;
  next.positions.alpha_h = [](int i, int j) { return 1.0 + 0.1 * i + 0.2 * j; };
  PressureSolver solver(grid, general.coefficients, krylov), fresh(grid, next, krylov);
  solver.set_boundary_values(on_sides(grid, any_number));
  fresh.set_boundary_values(on_sides(grid, any_number));
  solver.update(next);
  Cells f(solver.partition(), grid.nz), r = f, right = f;
  solver.residual(f.in(), f.in(), r.out());
  fresh.residual(f.in(), f.in(), right.out());
  EXPECT_EQ(r.values, right.values);
  BoundaryValues west;
  west.west = any_number;
  solver.set_boundary_values(west); // and 0 elsewhere
  solver.residual(f.in(), f.in(), r.out());
  for (int j = 0; j < r.ny; ++j)
    for (int i = 0; i < r.nx; ++i) EXPECT_EQ(r(j, i, 3) != 0.0, i == 0) << i << ", " << j;
  solver.set_boundary_values({});
  EXPECT_EQ(solver.residual(f.in(), f.in(), r.out()), 0.0);
}

/// u = x but for its mean: what flows in flows out.
TEST(LibraryBoundary, DerivativesBelongToTheIntegralOfANullSpace) {
  const PressureGrid grid = with_sides({16, 8, 4, Domain::flat}, Boundary::neumann);
  Coefficients coefficients = Physics{1e-2, 1.0, 0.5};
  coefficients.heights.beta.assign(4, 0.0);
  PressureSolver solver(grid, coefficients, "[solver]\nmethod = \"cg-multigrid\"\n");
  ASSERT_TRUE(solver.has_null_space());
  BoundaryValues values;
  values.west = [](int, int, int) { return -1.0; };
  Cells f(solver.partition(), 4), u = f;
  solver.set_boundary_values(values);
  EXPECT_NE(line_of([&] { (void)solver.solve(f.in(), u.out()); }).find("f: its integral is"),
            std::string::npos);
  values.east = [](int, int, int) { return 1.0; };
  solver.set_boundary_values(values);
  EXPECT_TRUE(solver.solve(f.in(), u.out()).converged());
  for (int i = 0; i < 16; ++i) EXPECT_NEAR(u(3, i, 2), (i + 0.5) / 16 - 0.5, 1e-5);
}

TEST(LibraryBoundary, AreRefusedWhereTheyHaveNoPlace) {
  const auto line = [](const PressureGrid& grid, const Coefficients& c,
                       const BoundaryValues& values, const SolverOptions& options = krylov) {
    PressureSolver solver(grid, c, options);
    return line_of([&] { solver.set_boundary_values(values); });
  };
  BoundaryValues west, top;
  west.west = any_number;
  top.top = any_number;
  PressureGrid periodic{6, 4, 3, Domain::flat}, vertex = library_grid;
  periodic.boundaries.west = periodic.boundaries.east = Boundary::periodic;
  vertex.flux = Flux::vertex;
  Coefficients hills = library_atmosphere;
  hills.positions.ground = [](int i, int) { return 1e-4 * i; };
  EXPECT_EQ(line(periodic, Physics{1e-3, 0.02, 0.05}, west),
            "boundary values west: on a periodic side; expected none");
  EXPECT_EQ(line({6, 6, 4, Domain::sphere}, library_atmosphere, west),
            "boundary values west: on the sphere, which has no sides; expected none");
  EXPECT_EQ(line(vertex, library_atmosphere, west),
            "boundary values west: with the vertex flux; expected none, or flux two_point");
  EXPECT_EQ(line(vertex, hills, top), "boundary values top: with a ground; expected none");
  CallerOperators own;
  own.matrix = [](const DeviceCells<const double>&, const DeviceCells<double>&) {};
  EXPECT_EQ(line(library_grid, library_atmosphere, west, {krylov, {}, own}),
            "boundary values west: with an own matrix; expected none, and right-hand sides that "
            "have them");
  west.west = [](int, int j, int k) { return j == 5 && k == 3 ? NAN : 1.0; };
  EXPECT_EQ(line(library_grid, library_atmosphere, west),
            "boundary values west: (0, 5, 3) is nan; expected a finite number");
}

/// The last valid boundary values stay as they were.
TEST(LibraryBoundary, StayAsTheyWereAfterAnError) {
  PressureSolver solver(library_grid, library_atmosphere, krylov);
  BoundaryValues west;
  west.west = any_number;
  solver.set_boundary_values(west);
  Cells f(solver.partition(), 12), r = f, after = f;
  solver.residual(f.in(), f.in(), r.out());
  west.west = [](int, int, int) -> double { throw std::runtime_error("no number here"); };
  EXPECT_EQ(line_of([&] { solver.set_boundary_values(west); }), "no number here");
  solver.residual(f.in(), f.in(), after.out());
  EXPECT_EQ(r.values, after.values);
}

} // namespace
} // namespace isobar::library_boundary
