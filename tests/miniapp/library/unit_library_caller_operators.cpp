// isobar::PressureSolver with a preconditioner and a matrix that are functions of the caller's.
#include "support_library.hpp"

namespace isobar {
namespace {

const char* const own_grid_sections = "[solver]\nmethod = \"bicgstab\"\ntolerance = 1e-9\n";
using In = DeviceCells<const double>;
using Out = DeviceCells<double>;

/// z = r / the mean diagonal: any positive number will do.
void scale(const In& r, const Out& z) {
  Kokkos::parallel_for(
      "scale",
      Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<3>>(
          {0, 0, 0}, {int(r.extent(0)), int(r.extent(1)), int(r.extent(2))}),
      KOKKOS_LAMBDA(int i, int j, int k) { z(i, j, k) = 1e4 * r(i, j, k); });
}

/// v = u (4 + reaction) - neighbours in x and y, u = 0 beyond the sides: a matrix of another equation.
void five_points(const In& u, const Out& v) {
  const int nx = int(v.extent(0)), ny = int(v.extent(1));
  Kokkos::parallel_for(
      "five points",
      Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<3>>({0, 0, 0}, {nx, ny, int(v.extent(2))}),
      KOKKOS_LAMBDA(int i, int j, int k) {
        double sum = 5.0 * u(i + 1, j + 1, k);
        if (i > 0) sum -= u(i, j + 1, k);
        if (i + 1 < nx) sum -= u(i + 2, j + 1, k);
        if (j > 0) sum -= u(i + 1, j, k);
        if (j + 1 < ny) sum -= u(i + 1, j + 2, k);
        v(i, j, k) = sum;
      });
}

TEST(LibraryCallerOperators, APreconditionerIsUsed) {
  const PressureGrid grid{24, 32, 1};
  PressureSolver plain(grid, library_atmosphere, own_grid_sections);
  Cells f(plain.partition(), 1);
  for (std::size_t n = 0; n < f.values.size(); ++n) f.values[n] = std::sin(double(n));
  const Cells right = solution_of(plain, f);
  int calls = 0;
  CallerOperators own;
  own.preconditioner = [&](const In& r, const Out& z) {
    ++calls;
    EXPECT_EQ(r.extent(0), 24U);
    EXPECT_EQ(r.extent(1), 32U);
    EXPECT_EQ(r.extent(2), 1U);
    scale(r, z);
  };
  for (const char* method : {"bicgstab", "cg-standard"}) {
    PressureSolver solver(
        grid, library_atmosphere,
        {"[solver]\ntolerance = 1e-9\nmethod = \"" + std::string(method) + "\"\n", {}, own});
    const Cells u = solution_of(solver, f);
    EXPECT_LE(difference(u.values, right.values), 1e-7) << method;
    EXPECT_GT(calls, 5);
    solver.update(library_atmosphere); // which is the caller's to do for the preconditioner
    EXPECT_LE(difference(solution_of(solver, f).values, right.values), 1e-7) << method;
  }
}

/// Its halo is there, and guesses have its residual.
TEST(LibraryCallerOperators, AMatrixIsSolvedWith) {
  CallerOperators own;
  own.matrix = five_points;
  own.preconditioner = scale;
  PressureSolver solver(library_grid, library_atmosphere, {own_grid_sections, {}, own});
  const Cells f = library_right_side(solver);
  Cells u(solver.partition(), f.nz);
  EXPECT_TRUE(solver.solve(f.in(), u.out(), RightSide::integrals).converged());
  double worst = 0.0;
  for (int j = 0; j < u.ny; ++j)
    for (int i = 0; i < u.nx; ++i)
      for (int k = 0; k < u.nz; ++k) {
        const auto at = [&](int y, int x) {
          return x < 0 || x >= u.nx || y < 0 || y >= u.ny ? 0.0 : u(y, x, k);
        };
        const double image =
            5.0 * at(j, i) - at(j, i - 1) - at(j, i + 1) - at(j - 1, i) - at(j + 1, i);
        worst = std::max(worst, std::abs(image - Cells(f)(j, i, k)));
      }
  EXPECT_LE(worst, 1e-6);
  EXPECT_EQ(solver.solve_from(f.in(), u.out(), RightSide::integrals).iterations, 0);
}

} // namespace
} // namespace isobar
