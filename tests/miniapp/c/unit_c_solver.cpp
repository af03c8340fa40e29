// isobar.h against the class of C++: the same numbers to the last digit.
#include "c/errors.hpp"
#include "support_c.hpp"
#include "support_library.hpp"

#include <isobar/core/version.hpp>

#include <array>

namespace isobar {
namespace {

using c_test::OwnedSolver;
using c_test::Problem;

/// The same problem in C++.
PressureSolver in_cpp(const Problem& p, bool general) {
  PressureGrid grid{Problem::nx, Problem::ny, Problem::nz, Domain::flat};
  grid.boundaries = {Boundary::periodic, Boundary::periodic, Boundary::dirichlet,
                     Boundary::neumann,  Boundary::neumann,  Boundary::dirichlet};
  grid.interfaces = p.interfaces;
  Coefficients c = Physics{2e-3, 0.4, 0.1};
  c.heights.alpha_v = p.stability;
  c.positions.alpha_h = [&](int i, int j) {
    return c_test::hills(i, j, const_cast<double*>(&p.height));
  };
  c.positions.beta = field_of_array(p.friction.data(), 1, Problem::nx);
  if (general) {
    c.cells.alpha_v = cells_of_array(p.drag.data(), Problem::nz, Problem::nx * Problem::nz, 1);
    c.convection.x.profile = p.stability;
    c.convection.y.field = field_of_array(p.friction.data(), 1, Problem::nx);
  }
  return {grid, c, p.options.sections};
}

Cells sources() {
  Cells f(Partition::whole(Problem::nx, Problem::ny), Problem::nz);
  for (int j = 0; j < f.ny; ++j)
    for (int i = 0; i < f.nx; ++i)
      for (int k = 0; k < f.nz; ++k) f(j, i, k) = c_test::source(i, j, k);
  return f;
}

TEST(CInterface, SolvesAsTheClassDoes) {
  for (const bool general : {false, true}) {
    Problem p;
    if (general) p.generalise();
    PressureSolver solver = in_cpp(p, general);
    const Cells f = sources();
    const Cells expected = solution_of(solver, f);
    OwnedSolver c;
    ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &c.handle), ISOBAR_OK)
        << isobar_error_text();
    Cells u = f;
    isobar_report report{};
    ASSERT_EQ(isobar_solve(c.handle, f.values.data(), nullptr, u.values.data(), nullptr,
                           ISOBAR_CELL_MEANS, &report),
              ISOBAR_OK)
        << isobar_error_text();
    EXPECT_EQ(u.values, expected.values);
    EXPECT_EQ(report.status, ISOBAR_CONVERGED);
    EXPECT_STREQ(isobar_status_text(report.status), "converged");
    EXPECT_EQ(report.norm_count, report.iterations + 1);
    EXPECT_EQ(report.relative_residual, report.norms[report.norm_count - 1] / report.norms[0]);
    double largest = 0.0, rms = 0.0;
    EXPECT_EQ(isobar_factor_distance(c.handle, &largest, &rms), ISOBAR_OK);
    EXPECT_EQ(largest, solver.factor_distance().largest);
    EXPECT_EQ(rms, solver.factor_distance().rms);
    const char* text = nullptr;
    EXPECT_EQ(isobar_levels(c.handle, &text), ISOBAR_OK);
    EXPECT_EQ(text, solver.levels());
  }
}

TEST(CInterface, HasTheOperatorOfTheClass) {
  Problem p;
  p.generalise();
  PressureSolver solver = in_cpp(p, true);
  OwnedSolver c;
  ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &c.handle), ISOBAR_OK);
  const Cells f = sources();
  Cells u = solution_of(solver, f), expected = u, found = u;
  solver.apply(u.in(), expected.out(), RightSide::integrals);
  EXPECT_EQ(isobar_apply(c.handle, u.values.data(), nullptr, found.values.data(), nullptr,
                         ISOBAR_INTEGRALS),
            ISOBAR_OK);
  EXPECT_EQ(found.values, expected.values);
  const double right = solver.residual(f.in(), u.in(), expected.out());
  double norm = 0.0;
  EXPECT_EQ(isobar_residual(c.handle, f.values.data(), nullptr, u.values.data(), nullptr,
                            found.values.data(), nullptr, ISOBAR_CELL_MEANS, &norm),
            ISOBAR_OK);
  EXPECT_EQ(found.values, expected.values);
  EXPECT_EQ(norm, right);
  solver.diagonal(expected.out());
  EXPECT_EQ(isobar_diagonal(c.handle, found.values.data(), nullptr, ISOBAR_CELL_MEANS), ISOBAR_OK);
  EXPECT_EQ(found.values, expected.values);
  const isobar_layout flat = {{24, 32, 12}, {0, 1, 24}, ISOBAR_HOST, ISOBAR_DOUBLE};
  EXPECT_EQ(isobar_diagonal(c.handle, found.values.data(), &flat, ISOBAR_CELL_MEANS),
            ISOBAR_WRONG_ARGUMENT);
  EXPECT_STREQ(isobar_error_text(), "d_layout: a stride is 0; expected memory for each cell");
  EXPECT_EQ(isobar_apply(c.handle, u.values.data(), nullptr, nullptr, nullptr, ISOBAR_INTEGRALS),
            ISOBAR_WRONG_ARGUMENT);
  EXPECT_STREQ(isobar_error_text(), "image: no memory on rank 0");
  EXPECT_EQ(isobar_apply(c.handle, u.values.data(), nullptr, found.values.data(), nullptr, 2),
            ISOBAR_WRONG_ARGUMENT);
  EXPECT_EQ(
      isobar_residual(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, 0, &norm),
      ISOBAR_WRONG_ARGUMENT);
  EXPECT_EQ(norm, 0.0);
}

TEST(CInterface, TakesCellsInFloat) {
  Problem p;
  OwnedSolver c;
  ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &c.handle), ISOBAR_OK);
  const Cells f = sources();
  std::vector<float> numbers(f.values.begin(), f.values.end());
  const std::vector<double> same(numbers.begin(), numbers.end());
  std::vector<double> expected(same.size());
  isobar_layout layout = isobar_layout_of(ISOBAR_YXZ, f.nx, f.ny, f.nz);
  layout.number = ISOBAR_FLOAT;
  ASSERT_EQ(isobar_solve(c.handle, same.data(), nullptr, expected.data(), nullptr,
                         ISOBAR_CELL_MEANS, nullptr),
            ISOBAR_OK);
  ASSERT_EQ(isobar_solve(c.handle, numbers.data(), &layout, numbers.data(), &layout,
                         ISOBAR_CELL_MEANS, nullptr),
            ISOBAR_OK)
      << isobar_error_text();
  EXPECT_EQ(numbers, std::vector<float>(expected.begin(), expected.end()));
  layout.number = 2;
  EXPECT_EQ(isobar_diagonal(c.handle, numbers.data(), &layout, ISOBAR_CELL_MEANS),
            ISOBAR_WRONG_ARGUMENT);
  EXPECT_STREQ(isobar_error_text(),
               "d_layout.number = 2: expected one of ISOBAR_DOUBLE (0), ISOBAR_FLOAT (1)");
}

TEST(CInterface, SolvesUpToAConstant) {
  isobar_grid grid{};
  grid.nx = 8, grid.ny = 6, grid.nz = 4;
  grid.west = grid.east = grid.south = grid.north = ISOBAR_NEUMANN;
  const std::vector<double> zeros(4);
  isobar_coefficients coefficients{};
  coefficients.physics = isobar_physics_of(isobar_default_atmosphere());
  coefficients.beta.heights = zeros.data();
  OwnedSolver c;
  ASSERT_EQ(isobar_create(&grid, &coefficients, nullptr, &c.handle), ISOBAR_OK)
      << isobar_error_text();
  std::vector<double> f(8 * 6 * 4, 0.25), u(f.size());
  int there = 0;
  double mean = -1.0;
  EXPECT_EQ(isobar_null_space(c.handle, &there, &mean), ISOBAR_OK);
  EXPECT_EQ(there, 1);
  EXPECT_EQ(mean, 0.0);
  f[3] += 1.0;
  const auto solve = [&] {
    return isobar_solve(c.handle, f.data(), nullptr, u.data(), nullptr, ISOBAR_CELL_MEANS, nullptr);
  };
  EXPECT_EQ(solve(), ISOBAR_WRONG_ARGUMENT);
  EXPECT_EQ(isobar_remove_mean(c.handle, 1), ISOBAR_OK);
  EXPECT_EQ(solve(), ISOBAR_OK) << isobar_error_text();
  EXPECT_EQ(isobar_null_space(c.handle, &there, &mean), ISOBAR_OK);
  EXPECT_GT(mean, 0.25);
  EXPECT_EQ(isobar_null_space(c.handle, nullptr, &mean), ISOBAR_WRONG_ARGUMENT);
}

/// The iterations of a solve by the class that is asked to stop in the same way.
int stopped_iterations(const Problem& p, int when) {
  PressureSolver solver = in_cpp(p, false);
  solver.set_monitor([=](const IterationState& state) { return state.iteration == when; });
  const Cells f = sources();
  Cells u = f;
  return solver.solve(f.in(), u.out()).iterations;
}

/// Every order, and a halo with strides of its own, of which nothing else is written.
TEST(CInterface, TakesLayouts) {
  Problem p;
  OwnedSolver c;
  ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &c.handle), ISOBAR_OK);
  Cells f = sources(), expected = f;
  ASSERT_EQ(isobar_solve(c.handle, f.values.data(), nullptr, expected.values.data(), nullptr,
                         ISOBAR_INTEGRALS, nullptr),
            ISOBAR_OK);
  constexpr int hx = Problem::nx + 2, hy = Problem::ny + 4;
  std::vector<double> halo(std::size_t(hx) * hy * Problem::nz, -7.0);
  const isobar_layout inside{
      {Problem::nx, Problem::ny, Problem::nz}, {1, hx, hx * hy}, ISOBAR_HOST, ISOBAR_DOUBLE};
  for (int order = ISOBAR_XYZ; order <= ISOBAR_ZYX; ++order) {
    const isobar_layout layout = isobar_layout_of(order, Problem::nx, Problem::ny, Problem::nz);
    std::vector<double> g(f.values.size());
    const auto at = [](const isobar_layout& l, int i, int j, int k) {
      return std::size_t(i * l.strides[0] + j * l.strides[1] + k * l.strides[2]);
    };
    for (int j = 0; j < f.ny; ++j)
      for (int i = 0; i < f.nx; ++i)
        for (int k = 0; k < f.nz; ++k) g[at(layout, i, j, k)] = f(j, i, k);
    double* const first = halo.data() + 2 * hx + 1;
    ASSERT_EQ(isobar_solve(c.handle, g.data(), &layout, first, &inside, ISOBAR_INTEGRALS, nullptr),
              ISOBAR_OK)
        << isobar_error_text();
    for (int j = 0; j < f.ny; ++j)
      for (int i = 0; i < f.nx; ++i)
        for (int k = 0; k < f.nz; ++k)
          ASSERT_EQ(first[at(inside, i, j, k)], expected(j, i, k)) << order;
  }
  EXPECT_EQ(std::count(halo.begin(), halo.end(), -7.0),
            std::ptrdiff_t(halo.size() - f.values.size()));
  EXPECT_EQ(isobar_layout_of(6, 1, 1, 1).cells[0], 0);
}

TEST(CInterface, ChoosesLevelsAnew) {
  Problem p;
  OwnedSolver c, fresh;
  ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &c.handle), ISOBAR_OK);
  const auto levels = [](const OwnedSolver& solver) {
    const char* text = nullptr;
    EXPECT_EQ(isobar_levels(solver.handle, &text), ISOBAR_OK);
    return std::string(text);
  };
  const std::string first = levels(c);
  p.coefficients.physics.omega_squared *= 100.0;
  ASSERT_EQ(isobar_update(c.handle, &p.coefficients), ISOBAR_OK);
  EXPECT_EQ(levels(c), first);
  p.coefficients.choose_levels = 1;
  ASSERT_EQ(isobar_update(c.handle, &p.coefficients), ISOBAR_OK) << isobar_error_text();
  ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &fresh.handle), ISOBAR_OK);
  EXPECT_EQ(levels(c), levels(fresh));
  EXPECT_NE(levels(c), first);
}

TEST(CInterface, ChangesWhatEndsASolve) {
  Problem p;
  OwnedSolver c;
  ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &c.handle), ISOBAR_OK);
  Cells f = sources(), u = f;
  const auto solve = [&] {
    isobar_report report{};
    EXPECT_EQ(isobar_solve(c.handle, f.values.data(), nullptr, u.values.data(), nullptr,
                           ISOBAR_CELL_MEANS, &report),
              ISOBAR_OK);
    return report;
  };
  EXPECT_GT(solve().iterations, 2);
  ASSERT_EQ(isobar_set_options(c.handle, "[solver]\nmax_iterations = 2\ncheck_after = 2"),
            ISOBAR_OK);
  EXPECT_EQ(solve().iterations, 2);
  EXPECT_EQ(solve().status, ISOBAR_NOT_CONVERGED);
  const char* lines = nullptr;
  ASSERT_EQ(isobar_unused_options(c.handle, &lines), ISOBAR_OK);
  EXPECT_EQ(std::string(lines).find("options:3: solver.check_after = 2: not used"), 0U) << lines;
}

int stop_at(int iteration, double, double, void* when) {
  return iteration == *static_cast<int*>(when);
}

TEST(CInterface, UpdatesGuessesAndWatches) {
  Problem p;
  OwnedSolver c, fresh;
  ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &c.handle), ISOBAR_OK);
  p.coefficients.physics.omega_squared *= 1.5;
  p.height = 0.1;
  ASSERT_EQ(isobar_update(c.handle, &p.coefficients), ISOBAR_OK) << isobar_error_text();
  ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &fresh.handle), ISOBAR_OK);
  const Cells f = sources();
  Cells u = f, v = f;
  isobar_report report{};
  for (const auto& [solver, to] : {std::pair(c.handle, &u), {fresh.handle, &v}})
    ASSERT_EQ(isobar_solve(solver, f.values.data(), nullptr, to->values.data(), nullptr,
                           ISOBAR_CELL_MEANS, &report),
              ISOBAR_OK);
  EXPECT_LE(difference(u.values, v.values), 1e-8);
  ASSERT_EQ(isobar_solve_from(c.handle, f.values.data(), nullptr, u.values.data(), nullptr,
                              ISOBAR_CELL_MEANS, &report),
            ISOBAR_OK);
  EXPECT_EQ(report.iterations, 0);
  int when = 2;
  ASSERT_EQ(isobar_set_monitor(c.handle, stop_at, &when), ISOBAR_OK);
  ASSERT_EQ(isobar_solve(c.handle, f.values.data(), nullptr, u.values.data(), nullptr,
                         ISOBAR_CELL_MEANS, &report),
            ISOBAR_OK);
  EXPECT_EQ(report.status, ISOBAR_INTERRUPTED);
  EXPECT_EQ(report.iterations, stopped_iterations(p, when));
  EXPECT_EQ(report.stop_asked, 1);
  ASSERT_EQ(isobar_set_monitor(c.handle, nullptr, nullptr), ISOBAR_OK);
  ASSERT_EQ(isobar_solve(c.handle, f.values.data(), nullptr, u.values.data(), nullptr,
                         ISOBAR_CELL_MEANS, &report),
            ISOBAR_OK);
  EXPECT_EQ(report.status, ISOBAR_CONVERGED);
}

/// Own columns that are those of the flat domain: the same numbers.
TEST(CInterface, TakesOwnColumns) {
  Problem p;
  constexpr int nx = Problem::nx, ny = Problem::ny;
  const std::vector<double> area(std::size_t(nx) * ny, 1.0 / (nx * ny)),
      west(std::size_t(nx + 1) * ny, 1.0 / ny), south(std::size_t(nx) * (ny + 1), 1.0 / nx);
  std::vector<double> west_d(west.size(), 1.0 / nx), south_d(south.size(), 1.0 / ny);
  for (int i = 0; i < nx; ++i)
    south_d[std::size_t(i)] = south_d[std::size_t(ny * nx + i)] = 0.5 / ny;
  isobar_grid own = p.grid;
  own.columns.area.array = area.data();
  own.columns.west_length.array = west.data();
  own.columns.west_distance.array = west_d.data();
  own.columns.south_length.array = south.data();
  own.columns.south_distance.array = south_d.data();
  own.columns.south_distance.x_count = nx;
  own.columns.south_distance.y_count = ny + 1;
  OwnedSolver a, b;
  ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &a.handle), ISOBAR_OK);
  ASSERT_EQ(isobar_create(&own, &p.coefficients, &p.options, &b.handle), ISOBAR_OK)
      << isobar_error_text();
  const Cells f = sources();
  Cells u = f, v = f;
  for (const auto& [solver, to] : {std::pair(a.handle, &u), {b.handle, &v}})
    ASSERT_EQ(isobar_solve(solver, f.values.data(), nullptr, to->values.data(), nullptr,
                           ISOBAR_CELL_MEANS, nullptr),
              ISOBAR_OK);
  EXPECT_LE(difference(u.values, v.values), 1e-8);
}

TEST(CInterface, HasThePapersAtmosphereAndTheVersion) {
  const isobar_physics p = isobar_physics_of(isobar_default_atmosphere());
  const Physics expected = non_dimensional(Atmosphere{});
  EXPECT_EQ(p.omega_squared, expected.omega_squared);
  EXPECT_EQ(p.lambda_squared, expected.lambda_squared);
  EXPECT_EQ(p.depth, expected.depth);
  EXPECT_EQ(isobar_version(), std::string(version));
}

TEST(CInterface, CountsIndicesFromAnyBase) {
  EXPECT_EQ(c::with_base("f: cell (0, 4, 11) is not finite", 1),
            "f: cell (1, 5, 12) is not finite");
  EXPECT_EQ(c::with_base("convection x: nan in column (3, 0); expected 1 (2) or 3", 1),
            "convection x: nan in column (4, 1); expected 1 (2) or 3");
  EXPECT_EQ(c::with_base("cell coefficient beta: (1, 2, 3) is nan", 1),
            "cell coefficient beta: (2, 3, 4) is nan");
  EXPECT_EQ(c::with_base("x: (1, 2) is 3 on rank 1 and (4, 5) is 6", 0),
            "x: (1, 2) is 3 on rank 1 and (4, 5) is 6");
}

} // namespace
} // namespace isobar
