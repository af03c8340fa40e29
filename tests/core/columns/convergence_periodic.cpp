// Periodic sides of the flat box: second order against solutions that are known, and cycles that are no more than with
// sides.
#include "support_problem.hpp"

#include <cmath>
#include <functional>
#include <numbers>

namespace isobar::periodic_test {
namespace {

using std::numbers::pi;

constexpr Physics physics{0.1, 0.04, 0.2};

GridSpec box(Periodic p, int nz) {
  GridSpec spec{Domain::flat, LayerSpacing::graded, physics, nz};
  if (p.x) spec.boundaries.west = spec.boundaries.east = Boundary::periodic;
  if (p.y) spec.boundaries.south = spec.boundaries.north = Boundary::periodic;
  return spec;
}

/// A function of x or y, and its wave number: one that closes, or one that is 0 at both sides.
struct Wave {
  std::function<double(double)> value;
  double number;
};
Wave closed(double phase) {
  return {[phase](double x) { return std::cos(2.0 * pi * x + phase); }, 2.0 * pi};
}
Wave held() {
  return {[](double x) { return std::sin(pi * x); }, pi};
}

/// u = X(x) Y(y) cos(pi z / H). Relative error of n x n x n/2 cells, in the mean square; multigrid where columns allow.
double error(Periodic p, int n) {
  const int nz = n / 2;
  const Problem problem(box(p, nz), n, n);
  const oracle::Matrix m = problem.matrix(); // of areas and volumes, which no side changes
  const Wave x = p.x ? closed(0.3) : held(), y = p.y ? closed(1.1) : held();
  const double vertical = pi / physics.depth;
  const double factor =
      1.0 + physics.omega_squared * (x.number * x.number + y.number * y.number +
                                     physics.lambda_squared * vertical * vertical);
  const std::vector<double> r =
      layer_interfaces(Domain::flat, LayerSpacing::graded, physics.depth, nz);
  oracle::Array f(n, n, nz), exact(n, n, nz);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < nz; ++k) {
        exact(j, i, k) = x.value((i + 0.5) / n) * y.value((j + 0.5) / n) *
                         std::cos(0.5 * vertical * (r[std::size_t(k)] + r[std::size_t(k) + 1]));
        f(j, i, k) = factor * exact(j, i, k) * m.column(j, i).area * m.a[std::size_t(k)];
      }
  const Outcome o = multigrid<Double>(problem, f, {1e-9, 100});
  EXPECT_TRUE(o.report.converged());
  oracle::Array difference = oracle::sum(o.solution, -1.0, exact);
  for (oracle::Array* a : {&difference, &exact})
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < nz; ++k) (*a)(j, i, k) *= std::sqrt(m.a[std::size_t(k)]);
  return oracle::norm(difference) / oracle::norm(exact);
}

TEST(PeriodicOrder, IsTwo) {
  for (const Periodic p : {Periodic{true, false}, {false, true}, {true, true}}) {
    double coarse = 0.0;
    for (const int n : {8, 16, 32, 64}) {
      const double fine = error(p, n);
      if (n > 16) {
        EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.1) << to_string(p) << ", n = " << n;
      }
      coarse = fine;
    }
    EXPECT_LT(coarse, 4e-3) << to_string(p);
  }
}

/// The papers' time step on the flat box, CFL number 8.4.
int cycles(Periodic p, int n, const oracle::Array& f) {
  GridSpec spec{Domain::flat, LayerSpacing::graded, paper_spec(n, n).physics, n,
                box(p, n).boundaries};
  const double step = time_step_of_cfl(8.4, Domain::flat, n, n, {});
  Atmosphere a;
  a.time_step = step;
  spec.physics = non_dimensional(a);
  const SolveReport report = multigrid<Double>(Problem(spec, n, n), f, {1e-5, 50}).report;
  EXPECT_TRUE(report.converged());
  return report.iterations;
}

// Box, random numbers, and a right-hand side that is constant, as is its solution where there are no sides.
TEST(PeriodicCounts, AreThoseOfDirichletSides) {
  constexpr int n = 64;
  const oracle::Matrix m = Problem(box({}, n), n, n).matrix();
  for (const oracle::Array& f : {oracle::box(m), oracle::random(n, n, n, 1), oracle::constant(m)}) {
    const int held = cycles({}, n, f);
    for (const Periodic p : {Periodic{true, false}, {false, true}, {true, true}})
      EXPECT_LE(cycles(p, n, f), held + 1) << to_string(p) << ", " << held << " with sides";
  }
}

} // namespace
} // namespace isobar::periodic_test
