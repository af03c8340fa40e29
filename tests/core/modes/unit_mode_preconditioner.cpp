// One pass of vertical modes as a preconditioner: of which kind it is, and how many iterations conjugate gradients take around it.
#include "support_problem.hpp"

#include <isobar/core/modes/mode_preconditioner.hpp>
#include <isobar/core/modes/separable_spec.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace isobar::mode_preconditioner_test {
namespace {

/// Layers of 128 above 512 x 512 columns at this CFL number, above n x n columns with the same one.
GridSpec spec_at(double cfl, int n, int nz) {
  Atmosphere a;
  a.time_step = default_time_step(512) * cfl / 8.442;
  GridSpec spec{Domain::panel, LayerSpacing::graded, non_dimensional(a), nz};
  const double wider = std::pow(512.0 / n, 2); // the vertical part keeps its size
  spec.physics.omega_squared *= wider;
  spec.physics.lambda_squared /= wider;
  return spec;
}

/// Linear between places.
double between(double x, const std::vector<std::array<double, 2>>& points) {
  for (std::size_t n = 1; n < points.size(); ++n) {
    const auto [left, low] = points[n - 1];
    const auto [right, high] = points[n];
    if (x <= right) return low + (high - low) * std::clamp((x - left) / (right - left), 0.0, 1.0);
  }
  return points.back()[1];
}

/// The standard atmosphere in 50 km, roughly: c^2, and what stability leaves of alpha_v.
void set_atmosphere(GridSpec& spec, double cfl) {
  const double step = default_time_step(512) * cfl / 8.442;
  const auto held = [step](double stability) { return 1.0 / (1.0 + stability * step * step / 4); };
  for (int k = 0; k < spec.nz; ++k) {
    const double z = 50e3 * std::pow((k + 0.5) / spec.nz, 2);
    const double t = between(
        z, {{0, 288}, {11e3, 216.7}, {20e3, 216.7}, {32e3, 228.7}, {47e3, 270.7}, {50e3, 270.7}});
    const double slope =
        between(z, {{0, -6.5e-3}, {10.9e3, -6.5e-3}, {11.1e3, 0}, {20e3, 0}, {50e3, 2.8e-3}});
    spec.profiles.alpha_h.push_back(t / 288);
    spec.profiles.alpha_v.push_back(t / 288 * held(9.81 / t * (slope + 9.81 / 1004)) /
                                    held(3.2e-4));
    spec.profiles.beta.push_back(1.0);
  }
}

/// Layers that follow the ground: 1 - h / D of alpha_h and beta, its inverse of alpha_v.
void set_mountains(GridSpec& spec, int n, double height = 0.1) {
  const HorizontalField share = [n, height](int i, int j) {
    const double x = std::sin(3.0 * M_PI * (i + 0.5) / n), y = std::sin(3.0 * M_PI * (j + 0.5) / n);
    return 1.0 - height * x * x * y * y;
  };
  ColumnFields fields;
  fields.alpha_h = fields.beta = share;
  fields.alpha_v = [share](int i, int j) { return 1.0 / share(i, j); };
  spec.columns = std::make_shared<const ColumnFields>(fields);
}

Problem mountains(double cfl, int n, int nz, double height = 0.1) {
  GridSpec spec = spec_at(cfl, n, nz);
  set_atmosphere(spec, cfl);
  set_mountains(spec, n, height);
  return {spec, n, n};
}

/// All three coefficients with functions of their own and profiles that differ, sides of all kinds.
std::vector<Problem> problems() {
  GridSpec fields = paper_spec(32, 10);
  for (int k = 0; k < fields.nz; ++k) {
    fields.profiles.alpha_h.push_back(1.0 + 0.2 * k);
    fields.profiles.alpha_v.push_back(2.0 - 0.1 * k);
    fields.profiles.beta.push_back(1.0);
  }
  ColumnFields columns;
  columns.alpha_h = [](int i, int j) { return 1.0 + 0.5 * std::sin(0.7 * i + 0.2 * j); };
  columns.alpha_v = [](int i, int j) { return 1.5 + std::cos(0.3 * i - 0.4 * j); };
  columns.beta = [](int i, int j) { return std::max(0.0, 2.0 + 2.1 * std::sin(1.1 * i * j)); };
  fields.columns = std::make_shared<const ColumnFields>(columns);
  GridSpec sides{Domain::flat, LayerSpacing::uniform, test_physics, 9};
  sides.boundaries = {Boundary::neumann, Boundary::dirichlet, Boundary::neumann,
                      Boundary::neumann, Boundary::dirichlet, Boundary::neumann};
  GridSpec periodic{Domain::flat, LayerSpacing::graded, test_physics, 12};
  periodic.boundaries.west = periodic.boundaries.east = Boundary::periodic;
  return {{paper_spec(32, 24), 32, 32},
          {fields, 32, 32},
          {sides, 33, 17},
          {periodic, 32, 16},
          mountains(33.0, 32, 16)};
}

template <class P, class M, class L> struct Precisions {
  using Outer = P;
  using Pass = ModePreconditioner<P, M, L>;
  static constexpr double rounding =
      std::is_same_v<typename M::storage, float> || std::is_same_v<typename L::storage, float>
          ? 1e-5
          : 1e-13;
};
template <class T> struct ModePreconditionerIn : testing::Test {};
using AllPrecisions =
    testing::Types<Precisions<Double, Double, Double>, Precisions<Double, Float, Float>,
                   Precisions<Double, Double, Float>, Precisions<Float, Float, Float>>;
TYPED_TEST_SUITE(ModePreconditionerIn, AllPrecisions);

TYPED_TEST(ModePreconditionerIn, IsSymmetricAndPositiveDefinite) {
  using P = typename TypeParam::Outer;
  for (const Problem& problem : problems()) {
    typename TypeParam::Pass pass(problem.setup());
    const auto apply = [&](const oracle::Array& r) {
      return owned(pass(problem.field_of<P>(r), oracle::norm(r)));
    };
    const int nx = problem.part.nx, ny = problem.part.ny, nz = problem.spec.nz;
    const oracle::Array x = oracle::random(nx, ny, nz, 1), y = oracle::random(nx, ny, nz, 2);
    const oracle::Array px = apply(x), py = apply(y);
    const double size = std::sqrt(oracle::dot(x, px) * oracle::dot(y, py));
    EXPECT_NEAR(oracle::dot(x, py), oracle::dot(y, px), TypeParam::rounding * size);
    EXPECT_GT(oracle::dot(x, px), 0.0);
    EXPECT_GT(oracle::dot(y, py), 0.0);
    // Rough and smooth ones, which steps and cycles treat in other ways.
    const oracle::Matrix m = problem.matrix();
    for (const oracle::Array& f : {oracle::box(m), oracle::constant(m), oracle::apply(m, x)})
      EXPECT_GT(oracle::dot(f, apply(f)), 0.0);
  }
}

template <class M, class L = M>
int iterations(const Problem& problem, const oracle::Array& f, double tolerance) {
  SelfCommunicator<double> self(problem.part.periodic);
  StandardPcg<Double> solver(make_grid<Double>(problem.setup()), self,
                             std::make_shared<ModePreconditioner<Double, M, L>>(problem.setup()));
  const SolveReport report = solver.solve(problem.field<double>(f), {tolerance, 60});
  EXPECT_TRUE(report.converged()) << outcome_line(report);
  const oracle::Array u = owned(solver.solution());
  EXPECT_LE(oracle::norm(oracle::residual(problem.matrix(), u, f)),
            1.05 * tolerance * oracle::norm(f));
  return report.iterations;
}

/// Right values of a prototype: 5 iterations to 1e-5, and 10 to 1e-10 over mountains, 9 where the equation separates. Float modes take no more.
TEST(ModePreconditioner, MakesConjugateGradientsTakeFewIterations) {
  for (const double cfl : {8.442, 84.0})
    for (const bool over_mountains : {true, false}) {
      const Problem problem =
          over_mountains ? mountains(cfl, 32, 64) : Problem(spec_at(cfl, 32, 64), 32, 32);
      const oracle::Array f = oracle::random(32, 32, 64, 3);
      const int to_ten_digits = over_mountains ? 10 : 9;
      EXPECT_NEAR(iterations<Double>(problem, f, 1e-5), 5, 1);
      EXPECT_NEAR(iterations<Double>(problem, f, 1e-10), to_ten_digits, 1);
      EXPECT_NEAR(iterations<Float>(problem, f, 1e-5), 5, 1);
      EXPECT_NEAR(iterations<Float>(problem, f, 1e-10), to_ten_digits, 1);
      EXPECT_NEAR((iterations<Double, Float>(problem, f, 1e-10)), to_ten_digits, 1);
    }
}

TEST(ModePreconditioner, FollowsUpdates) {
  const Problem before = mountains(8.442, 32, 16), after = mountains(8.442, 32, 16, 0.3);
  const Field<double> f = before.field<double>(oracle::random(32, 32, 16, 6));
  ModePreconditioner<Double, Double> updated(before.setup()), fresh(after.setup());
  const oracle::Array old = owned(updated(f, 1.0)), right = owned(fresh(f, 1.0));
  updated.update(after.spec);
  const oracle::Array u = owned(updated(f, 1.0));
  EXPECT_LE(oracle::norm(oracle::sum(u, -1.0, right)), 1e-12 * oracle::norm(right));
  EXPECT_GT(oracle::norm(oracle::sum(old, -1.0, right)), 1e-3 * oracle::norm(right));
}

TEST(SeparableSpec, IsTheSpecWhereItSeparates) {
  const GridSpec plain = paper_spec(32, 10);
  EXPECT_EQ(SeparableSpec()(plain).columns, plain.columns);
  GridSpec one_profile = plain; // alpha_h and beta of 1
  set_mountains(one_profile, 32);
  EXPECT_EQ(SeparableSpec()(one_profile).columns, one_profile.columns);
}

TEST(SeparableSpec, HasTheGeometricMeanOfBetaAndAlphaV) {
  const Problem problem = problems()[1];
  EXPECT_THROW(mode_pencil(problem.spec), std::invalid_argument);
  SeparableSpec separable;
  const GridSpec near = separable(problem.spec);
  EXPECT_NO_THROW(mode_pencil(near));
  const ColumnFields &of = *problem.spec.columns, &made = *near.columns;
  int zeros = 0;
  for (int j = 0; j < 32; ++j)
    for (int i = 0; i < 32; ++i) {
      const double b = of.beta(i, j), v = of.alpha_v(i, j);
      const double p = b > 0.0 ? std::sqrt(b * v) : v;
      zeros += b == 0.0;
      EXPECT_DOUBLE_EQ(made.beta(i, j), p);
      EXPECT_DOUBLE_EQ(made.alpha_v(i, j), p);
      EXPECT_DOUBLE_EQ(made.alpha_h(i, j), of.alpha_h(i, j));
    }
  EXPECT_GT(zeros, 0);
  // The same functions give the same ones again, and others do not.
  EXPECT_EQ(separable(problem.spec).columns, near.columns);
  const Problem other = problems()[1];
  EXPECT_NE(separable(other.spec).columns, near.columns);
}

} // namespace
} // namespace isobar::mode_preconditioner_test
