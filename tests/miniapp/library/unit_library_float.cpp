// Cells of PressureSolver in float: the numbers are those of the same cells in double.
#include "library/staged_cells.hpp"
#include "support_library_equation.hpp"

#include <algorithm>
#include <array>

namespace isobar::library_float {
namespace {

std::vector<float> in_float(const std::vector<double>& numbers) {
  return {numbers.begin(), numbers.end()};
}
std::vector<double> in_double(const std::vector<float>& numbers) {
  return {numbers.begin(), numbers.end()};
}

struct FloatCells {
  const Cells& shape;
  std::vector<float> values;
  explicit FloatCells(const Cells& of) : shape(of), values(in_float(of.values)) {}
  CellsIn in() const { return {values.data(), shape.nx, shape.ny, shape.nz}; }
  CellsOut out() { return {values.data(), shape.nx, shape.ny, shape.nz}; }
};

TEST(LibraryFloat, CallsOnCellsAreThoseInDouble) {
  const CellProblem cells(false, true);
  for (const char* sections : {"[solver]\nmethod = \"cg-multigrid\"\n",
                               "[solver]\nmethod = \"cg-multigrid\"\nprecision = \"mixed\"\n"}) {
    PressureSolver solver(cells.grid, cells.coefficients, sections);
    Cells f = library_right_side(solver);
    FloatCells float_f(f);
    f.values = in_double(float_f.values);
    Cells u = f;
    FloatCells float_u(u);
    const auto expect_same = [&](const char* what) {
      EXPECT_EQ(float_u.values, in_float(u.values)) << sections << what;
    };
    EXPECT_EQ(solver.solve(float_f.in(), float_u.out()).residual_norms,
              solver.solve(f.in(), u.out()).residual_norms);
    expect_same("solve");
    u.values = in_double(float_u.values);
    EXPECT_EQ(solver.solve_from(float_f.in(), float_u.out()).residual_norms,
              solver.solve_from(f.in(), u.out()).residual_norms);
    expect_same("solve_from");
    EXPECT_EQ(solver.residual(float_f.in(), f.in(), float_u.out()),
              solver.residual(f.in(), float_f.in(), u.out()));
    expect_same("residual");
    solver.apply(float_f.in(), float_u.out());
    solver.apply(f.in(), u.out());
    expect_same("apply");
    solver.diagonal(float_u.out(), RightSide::integrals);
    solver.diagonal(u.out(), RightSide::integrals);
    expect_same("diagonal");
    (void)solver.solve(float_f.in(), u.out()); // one in float, the other one in double
    (void)solver.solve(f.in(), float_u.out());
    expect_same("solve in both");
  }
}

TEST(LibraryFloat, CellsMayHaveAnyOrderStrideAndView) {
  PressureSolver solver(library_grid, library_atmosphere);
  Cells f = library_right_side(solver);
  f.values = in_double(in_float(f.values));
  const Cells u = solution_of(solver, f);
  for (const Order order : {Order::xyz, Order::yzx, Order::zyx}) {
    const std::array<int, 3> axes = axes_of(order);
    const std::array<std::size_t, 3> extents{24, 32, 12};
    Kokkos::View<float***, Kokkos::LayoutRight, Kokkos::HostSpace> all(
        "all", extents[std::size_t(axes[0])] + 2, extents[std::size_t(axes[1])] + 2,
        extents[std::size_t(axes[2])]);
    const auto part = [&](std::size_t d) {
      const std::size_t halo = d < 2 ? 1 : 0;
      return std::pair(halo, halo + extents[std::size_t(axes[d])]);
    };
    const auto own = Kokkos::subview(all, part(0), part(1), part(2)); // inside a halo
    const auto number = [&](int i, int j, int k) -> float& {
      const std::array<int, 3> cell{i, j, k};
      return own(cell[std::size_t(axes[0])], cell[std::size_t(axes[1])],
                 cell[std::size_t(axes[2])]);
    };
    for (int j = 0; j < 32; ++j)
      for (int i = 0; i < 24; ++i)
        for (int k = 0; k < 12; ++k) number(i, j, k) = float(Cells(f)(j, i, k));
    EXPECT_TRUE(solver.solve({own, order}, {own, order}).converged());
    for (int j = 0; j < 32; j += 3)
      for (int i = 0; i < 24; ++i)
        for (int k = 0; k < 12; ++k)
          ASSERT_EQ(number(i, j, k), float(u.values[std::size_t((j * 24 + i) * 12 + k)]));
    EXPECT_EQ(all(0, 0, 0), 0.0F);
  }
}

TEST(LibraryFloat, NumbersThatAreNotFiniteAreRefused) {
  PressureSolver solver(library_grid, library_atmosphere);
  Cells f = library_right_side(solver), u = f;
  f(5, 3, 2) = 1e300; // no float
  const FloatCells float_f(f);
  EXPECT_EQ(line_of([&] { (void)solver.solve(float_f.in(), u.out()); }),
            "f: cell (3, 5, 2) is not finite; expected a finite number in each cell");
  const CellsIn none(static_cast<const float*>(nullptr), 24, 32, 12);
  EXPECT_EQ(line_of([&] { (void)solver.solve(none, u.out()); }), "f: no memory on rank 0");
}

/// The way of a host's memory beside a device: there in double, and back.
TEST(LibraryFloat, StagedCellsAreInDouble) {
  std::vector<float> numbers(2 * 3 * 4);
  for (std::size_t n = 0; n < numbers.size(); ++n) numbers[n] = float(n);
  const CellsOut as_it_lies(numbers.data(), 2, 3, 4), fortran(numbers.data(), 2, 3, 4, Order::zyx);
  for (const CellsOut& cells : {as_it_lies, fortran}) {
    const std::vector<float> before = numbers;
    StagedCells staged;
    const HostField host = staged.in_host_order(cells);
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 4; ++k) {
          const auto& [x, y, z] = cells.strides();
          double& number = host(j, i, k);
          EXPECT_EQ(number, double(numbers[std::size_t(i * x + j * y + k * z)]));
          number += 0.5;
        }
    StagedCells::take_from(host, cells);
    for (std::size_t n = 0; n < numbers.size(); ++n) EXPECT_EQ(numbers[n], before[n] + 0.5F);
  }
}

} // namespace
} // namespace isobar::library_float
