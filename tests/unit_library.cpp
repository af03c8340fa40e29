// isobar::PressureSolver on one rank: orders of dimensions, right-hand sides, memory, and what it refuses.
#include "run/kernel_timings.hpp"
#include "support_library.hpp"

#include <isobar/core/field/host_order.hpp>

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

/// Of a Fortran array u(i, j, k).
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

/// Of numbers whose squares are none.
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

/// Float alone cannot reach this tolerance (docs/design.md); corrections of it in double do.
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

TEST(Library, SaysWhereGuessesAndRightSidesAreNoNumbers) {
  PressureSolver solver = make();
  Cells f = library_right_side(solver), u(solver.partition(), f.nz);
  u.values[7] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(solver.solve_from(f.in(), u.out()).status, SolveStatus::not_finite);
  EXPECT_TRUE(solver.solve(f.in(), u.out()).converged());
  Cells zero(solver.partition(), f.nz);
  EXPECT_TRUE(solver.solve_from(zero.in(), u.out()).converged());
  EXPECT_EQ(u.values, zero.values);
  f.values[3] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(solver.solve(f.in(), u.out()).status, SolveStatus::not_finite);
}

TEST(Library, AllocatesNothingAfterTheFirstSolve) {
  for (const char* sections :
       {two_levels, "[solver]\nmethod = \"cg-fused\"\n", "[solver]\nprecision = \"mixed\"\n"}) {
    PressureSolver solver = make(sections);
    const Cells f = library_right_side(solver);
    Cells u = solution_of(solver, f);
    solver.solve_from(f.in(), u.out());
    Atmosphere later = library_atmosphere;
    later.time_step *= 1.01;
    KernelTimings counts;
    solver.update(later);
    solver.solve(f.in(), u.out());
    solver.update(library_atmosphere);
    solver.solve_from(f.in(), u.out());
    counts.stop();
    EXPECT_FALSE(counts.kernels().empty()); // the callbacks were at work
    EXPECT_EQ(counts.allocations(), 0) << sections;
  }
}

/// The line of the error that making a solver ends with.
std::string refusal(const PressureGrid& grid, const std::string& sections,
                    const Coefficients& coefficients = library_atmosphere) {
  try {
    PressureSolver(grid, coefficients, sections);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "(no error)";
}

TEST(Library, RefusesOptionsInOneLine) {
  const auto line = [](const char* sections) { return refusal(library_grid, sections); };
  EXPECT_EQ(line("[solver]\ntolerence = 1e-8"),
            "options:2: solver.tolerence = 1e-08: unknown key; did you mean solver.tolerance?");
  EXPECT_EQ(line("[solver]\nmethod = \"gmres\"").substr(0, 51),
            "options:2: solver.method = \"gmres\": unknown choice;");
  const char* const expected =
      ": not a section that says how to solve; expected [solver], [mixed], [multigrid], [fields], "
      "[decomposition], [launch]";
  EXPECT_EQ(line("[solver]\n[output]\nsolution = \"u.npy\""),
            std::string("options:2: [output]") + expected);
  EXPECT_EQ(line("[grid]\n"), std::string("options:1: [grid]") + expected);
  EXPECT_EQ(line("[multigrid]\nlevels = 30").substr(0, 34), "options:2: multigrid.levels = 30: ");
  EXPECT_EQ(line("nonsense").find("options:1: syntax error"), 0U);
}

TEST(Library, RefusesGridsAndCoefficientsInOneLine) {
  EXPECT_EQ(refusal({0, 8, 8}, ""),
            "grid.nx = 0: out of range; expected an integer from 1 to 1000000");
  EXPECT_EQ(refusal({8, 8, 5000}, ""),
            "grid.nz = 5000: out of range; expected an integer from 1 to 4096");
  EXPECT_EQ(refusal({8, 8, 8, Domain::flat, LayerSpacing::uniform, ProcessGrid{2, 1}}, "")
                .find("decomposition.process_grid = [2, 1]: "),
            0U);
  EXPECT_EQ(refusal(library_grid, "", Physics{0.0, 0.5, 0.1}),
            "coefficients: w^2 = 0: out of range; expected a number above 0");
  PressureSolver solver = make();
  EXPECT_THROW(solver.update(Physics{0.1, 0.5, -1.0}), std::invalid_argument);
}

TEST(Library, RefusesCellsOfAnotherShapeInOneLine) {
  PressureSolver solver = make();
  Cells u(solver.partition(), library_grid.nz);
  const auto line = [&](const CellsIn& f) -> std::string {
    try {
      solver.solve(f, u.out());
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "(no error)";
  };
  EXPECT_EQ(line({u.values.data(), 12, 32, 24}),
            "f: 12 x 32 x 24 cells in x, y and z on rank 0; expected 24 x 32 x 12");
  EXPECT_EQ(line({static_cast<double*>(nullptr), 24, 32, 12}), "f: no memory on rank 0");
}

TEST(Library, RefusesMpiThatIsNotInitialised) {
  try {
    PressureSolver(MPI_COMM_WORLD, library_grid, library_atmosphere);
    FAIL();
  } catch (const std::invalid_argument& e) {
    EXPECT_STREQ(e.what(), "MPI is not initialised; expected MPI_Init_thread before");
  }
}

TEST(Library, NamesOptionsWithoutEffect) {
  const PressureSolver solver = make("[mixed]\ncycles = [2]\n");
  ASSERT_EQ(solver.unused_options().size(), 1U);
  EXPECT_EQ(solver.unused_options()[0].find("options:2: mixed.cycles = [2]: not used"), 0U);
  EXPECT_NE(solver.levels(), "");
}

} // namespace
} // namespace isobar
