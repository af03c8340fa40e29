// The operator of PressureSolver as calls: products, residuals and the diagonal.
#include "support_library_equation.hpp"

#include <isobar/core/grid/measures.hpp>

namespace isobar {
namespace {

constexpr const char* krylov = "[solver]\nmethod = \"bicgstab\"\ntolerance = 1e-9\n";

/// Equations of all kinds.
struct OperatorCase {
  const char* what;
  PressureGrid grid;
  Coefficients coefficients;
  bool symmetric = true;
};
std::vector<OperatorCase> operator_cases() {
  const GeneralProblem general;
  const CellProblem cells(false, true), both(true, true);
  PressureGrid sphere{6, 6, 4, Domain::sphere}, vertex{8, 6, 5}, periodic{6, 4, 3, Domain::flat};
  vertex.flux = Flux::vertex;
  periodic.boundaries.west = periodic.boundaries.east = Boundary::periodic;
  PressureGrid single = periodic;
  single.nx = 1; // its own neighbour
  Coefficients hills = library_atmosphere;
  const double depth = non_dimensional(library_atmosphere).depth;
  hills.positions.ground = [depth](int i, int j) {
    return depth * (0.2 + 0.1 * std::sin(i + 0.5 * j));
  };
  return {{"panel", {8, 6, 5}, library_atmosphere},
          {"general", general.grid, general.coefficients},
          {"cells", cells.grid, cells.coefficients},
          {"both", both.grid, both.coefficients, false},
          {"vertex", vertex, library_atmosphere},
          {"ground", vertex, hills},
          {"sphere", sphere, library_atmosphere},
          {"ground on the sphere", sphere, hills},
          {"periodic", periodic, Physics{1e-3, 0.02, 0.05}},
          {"single column", single, Physics{1e-3, 0.02, 0.05}}};
}

Cells random_cells(const PressureSolver& solver, int nz, int seed) {
  Cells u(solver.partition(), nz);
  u.values = oracle::random(u.nx, u.ny, nz, seed).values;
  return u;
}
double product(const Cells& a, const Cells& b) {
  double sum = 0.0;
  for (std::size_t n = 0; n < a.values.size(); ++n) sum += a.values[n] * b.values[n];
  return sum;
}
Cells image_of(PressureSolver& solver, const Cells& u, RightSide kind = RightSide::integrals) {
  Cells v = u;
  solver.apply(u.in(), v.out(), kind);
  return v;
}

/// Products with an oracle that is none of the library's.
TEST(LibraryOperator, IsTheOraclesMatrix) {
  const GeneralProblem p;
  PressureSolver solver(p.grid, p.coefficients);
  const oracle::Matrix m(p.spec(), Partition::whole(p.grid.nx, p.grid.ny));
  const Cells u = random_cells(solver, p.grid.nz, 1);
  const oracle::Array right = oracle::apply(m, array_of_cells(u));
  EXPECT_LE(difference(image_of(solver, u).values, right.values), 1e-13);
  const Cells means = image_of(solver, u, RightSide::cell_means);
  EXPECT_LE(difference(integrated(m, means).values, right.values), 1e-13);
  const CellProblem both(true, true);
  PressureSolver whole(both.grid, both.coefficients, krylov);
  const Cells x = random_cells(whole, both.grid.nz, 2);
  EXPECT_LE(
      difference(image_of(whole, x).values, oracle::apply(both.oracle(), array_of_cells(x)).values),
      1e-13);
}

TEST(LibraryOperator, IsLinearAndSymmetric) {
  for (const OperatorCase& c : operator_cases()) {
    SCOPED_TRACE(c.what);
    PressureSolver solver(c.grid, c.coefficients, krylov);
    const Cells x = random_cells(solver, c.grid.nz, 1), y = random_cells(solver, c.grid.nz, 2);
    const Cells ax = image_of(solver, x), ay = image_of(solver, y);
    const double size = std::sqrt(product(ax, ax) * product(y, y));
    if (c.symmetric) EXPECT_NEAR(product(ax, y), product(x, ay), 1e-13 * size);
    else EXPECT_GT(std::abs(product(ax, y) - product(x, ay)), 1e-6 * size);
    Cells sum = x;
    for (std::size_t n = 0; n < sum.values.size(); ++n) sum.values[n] -= 2.0 * y.values[n];
    const Cells image = image_of(solver, sum);
    for (std::size_t n = 0; n < sum.values.size(); ++n)
      sum.values[n] = ax.values[n] - 2.0 * ay.values[n];
    EXPECT_LE(difference(image.values, sum.values), 1e-12);
  }
}

TEST(LibraryOperator, ItsDiagonalIsThatOfUnitVectors) {
  for (const OperatorCase& c : operator_cases()) {
    SCOPED_TRACE(c.what);
    PressureSolver solver(c.grid, c.coefficients, krylov);
    Cells d(solver.partition(), c.grid.nz), means = d;
    solver.diagonal(d.out(), RightSide::integrals);
    solver.diagonal(means.out());
    const std::size_t cells = d.values.size(), step = std::max<std::size_t>(1, cells / 150);
    for (std::size_t n = 0; n < cells; n += step) {
      Cells unit(solver.partition(), c.grid.nz);
      unit.values[n] = 1.0;
      ASSERT_NEAR(image_of(solver, unit).values[n], d.values[n], 1e-12 * d.values[n]) << n;
      ASSERT_NEAR(image_of(solver, unit, RightSide::cell_means).values[n], means.values[n],
                  1e-12 * means.values[n]);
    }
  }
}

TEST(LibraryOperator, ItsResidualIsThatOfSolutions) {
  for (const OperatorCase& c : operator_cases()) {
    SCOPED_TRACE(c.what);
    PressureSolver solver(c.grid, c.coefficients, krylov);
    for (const RightSide kind : {RightSide::cell_means, RightSide::integrals}) {
      const Cells f = random_cells(solver, c.grid.nz, 3);
      Cells u(solver.partition(), c.grid.nz), r = u;
      const double size = solver.residual(f.in(), u.in(), r.out(), kind);
      EXPECT_LE(difference(r.values, f.values), 1e-15); // of u = 0
      const SolveReport report = solver.solve(f.in(), u.out(), kind);
      ASSERT_TRUE(report.converged());
      EXPECT_NEAR(report.residual_norms[0], size, 1e-12 * size);
      const double norm = solver.residual(f.in(), u.in(), r.out(), kind);
      EXPECT_LE(norm, 1.1e-9 * size);
      EXPECT_NEAR(norm, report.residual_norms.back(), 1e-12 * size);
      const Cells image = image_of(solver, u, kind);
      for (std::size_t n = 0; n < f.values.size(); ++n)
        ASSERT_NEAR(r.values[n], f.values[n] - image.values[n],
                    1e-12 * (std::abs(f.values[n]) + std::abs(image.values[n]) + 1.0));
      Cells in_place = f;
      solver.residual(in_place.in(), u.in(), in_place.out(), kind);
      EXPECT_EQ(in_place.values, r.values);
    }
  }
}

/// In double, after updates too.
TEST(LibraryOperator, IsInDoubleAndFollowsUpdates) {
  Atmosphere later = library_atmosphere;
  later.time_step = 3000.0;
  PressureSolver fresh(library_grid, later),
      solver(library_grid, library_atmosphere,
             "[solver]\nprecision = \"float\"\n[fields]\nlayout = \"z-fastest\"\n");
  const Cells u = random_cells(solver, library_grid.nz, 1);
  const Cells before = image_of(solver, u);
  solver.update(later);
  EXPECT_EQ(image_of(solver, u).values, image_of(fresh, u).values);
  EXPECT_GT(difference(before.values, image_of(fresh, u).values), 0.1);
}

TEST(LibraryOperator, TakesSmallAndLargeNumbers) {
  PressureSolver solver(library_grid, library_atmosphere);
  const Cells u = random_cells(solver, library_grid.nz, 1), image = image_of(solver, u);
  for (const int exponent : {-900, 900}) {
    Cells scaled = u, f(solver.partition(), library_grid.nz), r = f;
    for (double& x : scaled.values) x = std::ldexp(x, exponent);
    const double norm = solver.residual(f.in(), scaled.in(), r.out(), RightSide::integrals);
    EXPECT_DOUBLE_EQ(std::ldexp(norm, -exponent), std::sqrt(product(image, image)));
    for (double& x : r.values) x = -std::ldexp(x, -exponent);
    EXPECT_LE(difference(r.values, image.values), 1e-14);
  }
}

TEST(LibraryOperator, HasTheCallersMatrix) {
  CallerOperators own;
  own.matrix = [](const DeviceCells<const double>& u, const DeviceCells<double>& v) {
    for (std::size_t i = 0; i < v.extent(0); ++i)
      for (std::size_t j = 0; j < v.extent(1); ++j)
        for (std::size_t k = 0; k < v.extent(2); ++k)
          v(i, j, k) = 3.0 * u(i + 1, j + 1, k) - u(i, j + 1, k);
  };
  if (!on_host) GTEST_SKIP() << "a matrix on the host";
  PressureGrid grid{6, 4, 3, Domain::flat};
  grid.boundaries.west = grid.boundaries.east = Boundary::periodic;
  PressureSolver solver(grid, Physics{1e-3, 0.02, 0.05}, {krylov, {}, own});
  Cells u = random_cells(solver, 3, 1);
  const Cells v = image_of(solver, u);
  for (int i = 0; i < 6; ++i)
    EXPECT_DOUBLE_EQ(Cells(v)(2, i, 1), 3.0 * u(2, i, 1) - u(2, (i + 5) % 6, 1));
  Cells d(solver.partition(), 3);
  EXPECT_EQ(line_of([&] { solver.diagonal(d.out()); }),
            "diagonal: of an own matrix, of which only products are known; expected a solver "
            "without one");
}

TEST(LibraryOperator, RefusesWrongCellsAndNumbers) {
  PressureSolver solver(library_grid, library_atmosphere);
  Cells u(solver.partition(), 12), v = u;
  const CellsIn small(u.values.data(), 24, 31, 12), none(nullptr, 24, 32, 12);
  const CellsOut small_out(u.values.data(), 24, 32, 11);
  const std::string size = ": 24 x 31 x 12 cells in x, y and z on rank 0; expected 24 x 32 x 12",
                    low = ": 24 x 32 x 11 cells in x, y and z on rank 0; expected 24 x 32 x 12";
  EXPECT_EQ(line_of([&] { solver.apply(small, v.out()); }), "u" + size);
  EXPECT_EQ(line_of([&] { solver.apply(u.in(), small_out); }), "image" + low);
  EXPECT_EQ(line_of([&] { solver.apply(none, v.out()); }), "u: no memory on rank 0");
  EXPECT_EQ(line_of([&] { solver.residual(small, u.in(), v.out()); }), "f" + size);
  EXPECT_EQ(line_of([&] { solver.residual(v.in(), small, v.out()); }), "u" + size);
  EXPECT_EQ(line_of([&] { solver.residual(v.in(), u.in(), small_out); }), "r" + low);
  EXPECT_EQ(line_of([&] { solver.diagonal(small_out); }), "d" + low);
  u(3, 2, 1) = NAN;
  const std::string cell = ": cell (2, 3, 1) is not finite; expected a finite number in each cell";
  EXPECT_EQ(line_of([&] { solver.apply(u.in(), v.out()); }), "u" + cell);
  EXPECT_EQ(line_of([&] { solver.residual(u.in(), v.in(), v.out()); }), "f" + cell);
  EXPECT_EQ(line_of([&] { solver.residual(v.in(), u.in(), v.out()); }), "u" + cell);
}

} // namespace
} // namespace isobar
