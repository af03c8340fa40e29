// The direct solver on boxes: beside the oracle's equation, for all kinds of sides.
#include "support_poisson.hpp"

#include <isobar/core/poisson/direct_poisson.hpp>

#include <limits>

namespace isobar {
namespace {

constexpr Boundary sides[][2] = {
    {zero, zero}, {closed, closed}, {zero, closed}, {closed, zero}, {around, around}};

/// Skips itself where the build has no library.
template <class P> struct DirectSolver : testing::Test {
  static constexpr double rounding = std::is_same_v<typename P::storage, float> ? 2e-5 : 1e-12;
  void SetUp() override {
    if (fft_library().empty()) GTEST_SKIP() << "no library for Fourier transforms in this build";
  }
  static PoissonSetup setup(const BoxSpec& box) { return {box, whole_box(box)}; }
  /// Residual of what it finds, over f.
  static double residual_of(const BoxSpec& box, const oracle::Array& f,
                            double tolerance = rounding) {
    using T = typename P::storage;
    SelfCommunicator<T> ranks(box.periodic());
    DirectPoisson<P> solver(setup(box), ranks);
    const SolveReport report =
        solver.solve(owned_field<T>(f, whole_box(box)), {tolerance, 100}, Guess::zero);
    EXPECT_EQ(report.iterations, 1);
    EXPECT_TRUE(report.converged()) << report.relative_residual();
    return true_residual(box, f, owned(solver.solution()));
  }
};
using SolverPrecisions = testing::Types<Double, Float>;
TYPED_TEST_SUITE(DirectSolver, SolverPrecisions, PrecisionNames);

TYPED_TEST(DirectSolver, SolvesTheOraclesEquationForAllSides) {
  constexpr int sizes[] = {16, 7, 12, 1, 9, 2, 5};
  int n = 0;
  for (const auto& x : sides)
    for (const auto& y : sides)
      for (const auto& z : sides) {
        const BoxSpec box{Axis::uniform(sizes[n % 7], 1.0, x[0], x[1]),
                          Axis::uniform(sizes[(n / 2 + 2) % 7], 1.5, y[0], y[1]),
                          Axis::uniform(sizes[(n / 3 + 4) % 7], 0.5, z[0], z[1])};
        const BoxCase named{box, whole_box(box)};
        SCOPED_TRACE(named.name());
        if (box.cells() > 1 || !box.is_singular()) {
          EXPECT_LE(this->residual_of(box, random_rhs(box)), this->rounding);
        }
        ++n;
      }
}

/// Whatever the unit of length. Flat cells cost digits of the residual, not of u: couplings along z are 10^5 times the others.
TYPED_TEST(DirectSolver, TakesCellsOfAnyWidthsAlongZ) {
  for (const auto& z : {sides[0], sides[1], sides[2], sides[3]})
    for (const double length : {1e-6, 1.0, 1e6}) {
      const BoxSpec box{Axis::uniform(16, length, closed, closed),
                        Axis::uniform(12, length, closed, closed),
                        Axis::stretched(40, 0.01 * length, 8.0, z[0], z[1])};
      const double tolerance = 1000 * this->rounding;
      EXPECT_LE(this->residual_of(box, random_rhs(box), tolerance), tolerance) << length;
    }
}

TYPED_TEST(DirectSolver, SingularBoxesGetTheMeanZero) {
  for (const Boundary z : {closed, around}) {
    const BoxSpec box{uniform_axis(8, closed, closed), uniform_axis(6, around, around),
                      uniform_axis(10, z, z)};
    SelfCommunicator<typename TypeParam::storage> ranks(box.periodic());
    DirectPoisson<TypeParam> solver(this->setup(box), ranks);
    oracle::Array f = random_rhs(box);
    for (double& x : f.values) x += 3.0; // the mean is given up
    const auto field = owned_field<typename TypeParam::storage>(f, whole_box(box));
    EXPECT_TRUE(solver.solve(field, {10 * this->rounding, 1}, Guess::zero).converged());
    double sum = 0.0, largest = 0.0;
    for (const double x : owned(solver.solution()).values) {
      sum += x;
      largest = std::max(largest, std::abs(x));
    }
    EXPECT_LE(std::abs(sum), this->rounding * largest * double(box.cells()));
  }
}

TYPED_TEST(DirectSolver, FindsWhatMultigridFinds) {
  const BoxSpec box = cubes(16);
  const oracle::Array f = random_rhs(box);
  PoissonOnOneRank<TypeParam> multigrid(box, red_black_cycle(all_levels(box)));
  multigrid.solve(f, this->rounding);
  SelfCommunicator<typename TypeParam::storage> ranks(box.periodic());
  DirectPoisson<TypeParam> direct(this->setup(box), ranks);
  direct.solve(multigrid.field(f), {this->rounding, 1}, Guess::zero);
  const oracle::Array a = multigrid.solution(), b = owned(direct.solution());
  for (std::size_t n = 0; n < a.values.size(); ++n)
    EXPECT_NEAR(a.values[n], b.values[n], 100 * this->rounding * oracle::norm(a));
}

TYPED_TEST(DirectSolver, SaysThatItCannotMeetATolerance) {
  const BoxSpec box = cubes(8);
  SelfCommunicator<typename TypeParam::storage> ranks(box.periodic());
  DirectPoisson<TypeParam> solver(this->setup(box), ranks);
  const auto f = owned_field<typename TypeParam::storage>(random_rhs(box), whole_box(box));
  const SolveReport report = solver.solve(f, {1e-25, 1}, Guess::zero);
  EXPECT_EQ(report.status, SolveStatus::stagnated);
  EXPECT_GT(report.relative_residual(), 1e-18);
}

TYPED_TEST(DirectSolver, ReportsZeroAndNaN) {
  const BoxSpec box = cubes(4);
  SelfCommunicator<typename TypeParam::storage> ranks(box.periodic());
  DirectPoisson<TypeParam> solver(this->setup(box), ranks);
  oracle::Array f(4, 4, 4);
  const auto solve = [&] {
    return solver.solve(owned_field<typename TypeParam::storage>(f, whole_box(box)), {1e-3, 1},
                        Guess::zero);
  };
  EXPECT_TRUE(solve().converged());
  EXPECT_EQ(oracle::norm(owned(solver.solution())), 0.0);
  f(1, 2, 3) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(solve().status, SolveStatus::not_finite);
}

std::string refused_with(const BoxSpec& box, const Partition& part) {
  try {
    SelfCommunicator<double> ranks(box.periodic());
    const DirectPoisson<Double> solver({box, part}, ranks);
    return "";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

TEST(DirectSolverOptions, BoxesThatHaveNoModesAreRefusedInOneLine) {
  if (fft_library().empty()) GTEST_SKIP() << "no library for Fourier transforms in this build";
  BoxSpec box = cubes(8);
  box.x = stretched_axis(8, 2.0, zero, zero);
  EXPECT_EQ(refused_with(box, whole_box(box)),
            "x: cells of different widths have no Fourier transform; expected equal ones");
  box = cubes(8);
  box.z = stretched_axis(8, 2.0, around, around);
  EXPECT_EQ(refused_with(box, whole_box(box)),
            "z: periodic cells of different widths; expected equal ones");
  box = cubes(8);
  Partition part = whole_box(box);
  part.nx = 4;
  EXPECT_EQ(refused_with(box, part), "a rank that has a part of the box needs a transposition");
}

} // namespace
} // namespace isobar
