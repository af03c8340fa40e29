// isobar::PressureSolver on one rank: orders of dimensions, right-hand sides, guesses and memory.
#include "run/kernel_timings.hpp"
#include "support_library.hpp"

#include <isobar/core/grid/host_order.hpp>

#include <functional>
#include <limits>

namespace isobar {
namespace {

const char* const two_levels = "[multigrid]\nlevels = 2\n";

PressureSolver make(const char* sections = two_levels) {
  return {library_grid, library_atmosphere, sections};
}

/// A View with the indices of this order, with the numbers of `cells`.
template <class View> void fill(const View& view, Order order, Cells& cells, bool back) {
  const std::array<int, 3> axes = axes_of(order);
  for (int i = 0; i < cells.nx; ++i)
    for (int j = 0; j < cells.ny; ++j)
      for (int k = 0; k < cells.nz; ++k) {
        const std::array<int, 3> at{i, j, k};
        double& value = view(at[axes[0]], at[axes[1]], at[axes[2]]);
        if (back) cells(j, i, k) = value;
        else value = cells(j, i, k);
      }
}

/// Solves with a View that make(sizes) gives for f and another one for u.
template <class Make> Cells solved_in(PressureSolver& solver, Order order, const Make& make) {
  Cells f = library_right_side(solver), u(solver.partition(), f.nz);
  const std::array<int, 3> axes = axes_of(order), all{f.nx, f.ny, f.nz};
  const std::array<int, 3> sizes{all[axes[0]], all[axes[1]], all[axes[2]]};
  const auto f_view = make(sizes), u_view = make(sizes);
  fill(f_view, order, f, false);
  EXPECT_TRUE(solver.solve({f_view, order}, {u_view, order}).converged());
  fill(u_view, order, u, true);
  return u;
}

TEST(Library, TakesViewsInAllOrdersLayoutsAndStrides) {
  for (const char* sections :
       {two_levels, "[solver]\nmethod = \"cg-fused\"\n[fields]\nlayout = \"z-fastest\"\n"}) {
    PressureSolver solver = make(sections);
    const Cells right = solution_of(solver, library_right_side(solver));
    for (const Order order :
         {Order::xyz, Order::xzy, Order::yxz, Order::yzx, Order::zxy, Order::zyx}) {
      const Cells left = solved_in(solver, order, [](const std::array<int, 3>& n) {
        return Kokkos::View<double***, Kokkos::LayoutLeft, HostSpace>("a", n[0], n[1], n[2]);
      });
      const Cells strided = solved_in(solver, order, [](const std::array<int, 3>& n) {
        const Kokkos::View<double***, Kokkos::LayoutRight, HostSpace> whole("a", n[0] + 3, n[1] + 1,
                                                                            n[2] + 2);
        return Kokkos::subview(whole, std::pair(1, n[0] + 1), std::pair(1, n[1] + 1),
                               std::pair(2, n[2] + 2));
      });
      EXPECT_EQ(left.values, right.values) << int(order);
      EXPECT_EQ(strided.values, right.values) << int(order);
    }
  }
}

/// Pointers to a Fortran array u(i, j, k).
TEST(Library, TakesPointersInAnyOrder) {
  PressureSolver solver = make();
  Cells f = library_right_side(solver);
  const Cells right = solution_of(solver, f);
  std::vector<double> a;
  for (int k = 0; k < f.nz; ++k)
    for (int j = 0; j < f.ny; ++j)
      for (int i = 0; i < f.nx; ++i) a.push_back(f(j, i, k));
  const CellsOut cells(a.data(), f.nx, f.ny, f.nz, Order::zyx);
  EXPECT_TRUE(solver.solve(cells, cells).converged()); // in place
  Cells u(solver.partition(), f.nz);
  std::size_t n = 0;
  for (int k = 0; k < f.nz; ++k)
    for (int j = 0; j < f.ny; ++j)
      for (int i = 0; i < f.nx; ++i) u(j, i, k) = a[n++];
  EXPECT_EQ(u.values, right.values);
}

TEST(Library, TakesViewsOfTheDevice) {
  PressureSolver solver = make();
  Cells f = library_right_side(solver), u(solver.partition(), f.nz);
  using View = Kokkos::View<double***, Kokkos::LayoutRight, MemorySpace>;
  const View f_view("f", f.ny, f.nx, f.nz), u_view("u", f.ny, f.nx, f.nz);
  const auto host = Kokkos::create_mirror_view(f_view);
  fill(host, Order::yxz, f, false);
  Kokkos::deep_copy(f_view, host);
  EXPECT_TRUE(solver.solve(f_view, u_view).converged());
  Kokkos::deep_copy(host, u_view);
  fill(host, Order::yxz, u, true);
  EXPECT_EQ(u.values, solution_of(solver, f).values);
}

TEST(Library, TakesIntegrals) {
  PressureSolver solver = make();
  Cells f = library_right_side(solver);
  const Cells right = solution_of(solver, f);
  const GridLevel<double> grid(
      {library_grid.domain, library_grid.layers, non_dimensional(library_atmosphere), f.nz},
      solver.partition());
  const auto area = Kokkos::create_mirror_view_and_copy(HostSpace(), grid.columns().area);
  for (int j = 0; j < f.ny; ++j)
    for (int i = 0; i < f.nx; ++i)
      for (int k = 0; k < f.nz; ++k) f(j, i, k) *= area(i, j) * grid.layers()[k].a;
  Cells u(solver.partition(), f.nz);
  EXPECT_TRUE(solver.solve(f.in(), u.out(), RightSide::integrals).converged());
  EXPECT_LE(difference(u.values, right.values), 1e-13);
  EXPECT_EQ(solver.solve_from(f.in(), u.out(), RightSide::integrals).iterations, 0);
}

/// Numbers whose squares a double does not hold.
TEST(Library, TakesSmallAndLargeRightSides) {
  PressureSolver solver = make();
  Cells f = library_right_side(solver);
  const Cells right = solution_of(solver, f);
  for (const int exponent : {-700, 700}) {
    Cells scaled = f, u(solver.partition(), f.nz);
    for (double& x : scaled.values) x = std::ldexp(x, exponent);
    std::vector<double> seen;
    solver.set_monitor([&](const IterationState& state) {
      seen.push_back(state.residual_norm);
      return false;
    });
    const SolveReport report = solver.solve(scaled.in(), u.out());
    ASSERT_GT(seen.size(), 2U);
    for (std::size_t n = 0; n < seen.size(); ++n) EXPECT_EQ(seen[n], report.residual_norms[n]);
    EXPECT_NEAR(std::ilogb(seen[0]), exponent, 40);
    for (double& x : u.values) x = std::ldexp(x, -exponent);
    EXPECT_EQ(u.values, right.values);
  }
}

/// Float alone cannot reach this tolerance (docs/algorithms.md); corrections of it in double do.
TEST(Library, RefinesAFloatSolverByGuesses) {
  PressureSolver solver =
      make("[solver]\nprecision = \"float\"\ntolerance = 1e-9\nmax_iterations = 8\n");
  const Cells f = library_right_side(solver);
  Cells u(solver.partition(), f.nz);
  int calls = 1;
  double last = 2.0;
  for (SolveReport report = solver.solve_from(f.in(), u.out()); !report.converged() && calls < 20;
       ++calls) {
    report = solver.solve_from(f.in(), u.out());
    const double now = report.residual_norms[1] / report.residual_norms[0];
    EXPECT_LT(now, 0.1 * last);
    last = now;
  }
  EXPECT_LT(calls, 20);
  EXPECT_EQ(solver.solve_from(f.in(), u.out()).iterations, 0);
}

TEST(Library, RefusesGuessesAndRightSidesThatAreNoNumbers) {
  for (const char* sections : {two_levels, "[solver]\nmethod = \"cg-fused\"\n"}) {
    PressureSolver solver = make(sections);
    Cells f = library_right_side(solver), u(solver.partition(), f.nz);
    const Cells right = solution_of(solver, f);
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, -HUGE_VAL}) {
      Cells wrong = f, guess = u;
      wrong(5, 3, 7) = wrong(6, 1, 2) = guess(4, 2, 1) = bad;
      const std::string f_line = line_of([&] { (void)solver.solve(wrong.in(), u.out()); });
      EXPECT_EQ(f_line, "f: cell (3, 5, 7) is not finite; expected a finite number in each cell");
      EXPECT_EQ(line_of([&] { (void)solver.solve_from(wrong.in(), u.out()); }), f_line);
      EXPECT_EQ(line_of([&] { (void)solver.solve_from(f.in(), guess.out()); }),
                "u: cell (2, 4, 1) is not finite; expected a finite number in each cell");
      EXPECT_EQ(guess(0, 0, 0), 0.0); // as it was
    }
    EXPECT_TRUE(solver.solve(f.in(), u.out()).converged());
    EXPECT_EQ(u.values, right.values);
  }
}

TEST(Library, SolvesZeroFromAnyGuess) {
  PressureSolver solver = make();
  Cells u = solution_of(solver, library_right_side(solver));
  Cells zero(solver.partition(), u.nz);
  EXPECT_TRUE(solver.solve_from(zero.in(), u.out()).converged());
  EXPECT_EQ(u.values, zero.values);
}

/// A correction's own norm says nothing of the last digits of u.
TEST(Library, NeverReportsLessThanRoundingAllows) {
  for (const char* method : {"multigrid", "cg-fused", "cg-multigrid", "bicgstab-multigrid"}) {
    PressureSolver solver =
        make(("[solver]\ntolerance = 1e-17\nmethod = \"" + std::string(method) + "\"\n").c_str());
    const Cells f = library_right_side(solver);
    Cells u(solver.partition(), f.nz);
    for (int n = 0; n < 3; ++n) {
      const SolveReport report = solver.solve_from(f.in(), u.out());
      EXPECT_EQ(report.status, SolveStatus::stagnated) << method;
      EXPECT_GT(report.relative_residual(), 1e-17) << method;
      EXPECT_LT(report.relative_residual(), 1e-13) << method;
      Cells again = u;
      const SolveReport truth = solver.solve_from(f.in(), again.out());
      EXPECT_EQ(truth.residual_norms[1], report.residual_norms.back()) << method;
    }
  }
}

TEST(Library, AllocatesNothingAfterTheFirstSolve) {
  for (const char* sections :
       {two_levels, "[solver]\nmethod = \"cg-fused\"\n", "[solver]\nprecision = \"mixed\"\n"}) {
    PressureSolver solver = make(sections);
    const Cells f = library_right_side(solver);
    Cells u = solution_of(solver, f);
    (void)solver.solve_from(f.in(), u.out());
    Atmosphere later = library_atmosphere;
    later.time_step *= 1.01;
    KernelTimings counts;
    solver.update(later);
    (void)solver.solve(f.in(), u.out());
    solver.update(library_atmosphere);
    (void)solver.solve_from(f.in(), u.out());
    counts.stop();
    EXPECT_FALSE(counts.kernels().empty()); // the callbacks were at work
    EXPECT_EQ(counts.allocations(), 0) << sections;
  }
}

} // namespace
} // namespace isobar
