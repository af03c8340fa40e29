// How many smoothing steps a coarsest level of a box takes, and with which factors.
#include "support_poisson.hpp"

#include <isobar/core/poisson/coarsest_factors.hpp>

#include <numbers>

namespace isobar {
namespace {

/// The share of an error with this eigenvalue that the steps leave.
double left(const std::vector<double>& factors, double eigenvalue) {
  double product = 1.0;
  for (const double rho : factors) product *= 1.0 - rho * eigenvalue;
  return std::abs(product);
}

/// The eigenvalues of D^-1 A on a cube of n equal cells a side that is periodic in all directions, from its waves.
std::vector<double> of_waves(int n) {
  const auto wave = [n](int k) { return 1.0 - std::cos(2.0 * std::numbers::pi * k / n); };
  std::vector<double> all;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        if (i + j + k > 0) all.push_back((wave(i) + wave(j) + wave(k)) / 3.0);
  return all;
}

TEST(CoarsestFactors, EigenvaluesOfEqualCellsAreThoseOfTheirWaves) {
  for (const int n : {3, 4, 7, 12}) {
    const std::vector<double> all = of_waves(n);
    const Eigenvalues range = eigenvalues(cubes(n, around));
    EXPECT_NEAR(range.least, *std::ranges::min_element(all), 1e-13) << n;
    EXPECT_NEAR(range.most, *std::ranges::max_element(all), 1e-13) << n;
  }
  EXPECT_NEAR(eigenvalues(cubes(8, closed)).least, (1.0 - std::cos(std::numbers::pi / 8)) / 3.0,
              1e-13);
  EXPECT_NEAR(eigenvalues(cubes(8, zero)).least, 1.0 - std::cos(std::numbers::pi / 8), 1e-13);
  // A side that holds u on one axis alone is what the slowest error feels.
  BoxSpec box = cubes(8, closed);
  box.z.low = zero;
  EXPECT_NEAR(eigenvalues(box).least, (1.0 - std::cos(std::numbers::pi / 16)) / 3.0, 1e-13);
}

TEST(CoarsestFactors, OfJacobiReduceAllErrorsByAsMuchAsIsAskedFor) {
  for (const int n : {3, 5, 7, 14, 33})
    for (const double reduction : {0.3, 0.05, 1e-3}) {
      const std::vector<double> factors =
          coarsest_factors(cubes(n, around), Relaxation::jacobi, reduction);
      for (const double e : of_waves(n)) EXPECT_LE(left(factors, e), reduction * (1.0 + 1e-6)) << n;
    }
}

TEST(CoarsestFactors, AreOneStepWhereThatIsExact) {
  for (const BoxSpec& box : {cubes(1, zero), cubes(2, 1, 1, closed), cubes(1, closed)}) {
    for (const Relaxation relaxation : {Relaxation::jacobi, Relaxation::red_black}) {
      const std::vector<double> factors = coarsest_factors(box, relaxation);
      ASSERT_EQ(factors.size(), 1u);
      EXPECT_NEAR(factors[0], 1.0, 1e-14);
    }
  }
}

TEST(CoarsestFactors, OfRedBlackStepsAreYoungs) {
  // rho = cos(pi / n) of Jacobi on a cube with u = 0 on all sides
  const std::vector<double> factors = coarsest_factors(cubes(16, zero), Relaxation::red_black);
  EXPECT_NEAR(factors.front(), 2.0 / (1.0 + std::sin(std::numbers::pi / 16)), 1e-12);
  const double n = double(factors.size()), rate = factors.front() - 1.0;
  EXPECT_LE(n * std::pow(rate, n - 1), 0.05);
  EXPECT_GT((n - 1) * std::pow(rate, n - 2), 0.05);
}

TEST(CoarsestFactors, AreNotMoreThanAllowed) {
  EXPECT_EQ(coarsest_factors(cubes(512, around), Relaxation::jacobi).size(), 128u);
  EXPECT_EQ(coarsest_factors(cubes(512, closed), Relaxation::red_black).size(), 128u);
  EXPECT_EQ(coarsest_factors(cubes(64, closed), Relaxation::jacobi, 0.05, 7).size(), 7u);
}

// A level alone, solved by as many steps: one cycle does what they promise, in float as well.
TEST(CoarsestFactors, SolveALevel) {
  const BoxSpec boxes[] = {cubes(15, around),
                           cubes(9, 5, 7, closed),
                           cubes(12, zero),
                           {stretched_axis(10, 2.0, zero, closed), uniform_axis(6, around, around),
                            stretched_axis(9, 3.0, closed, closed)}};
  for (const BoxSpec& box : boxes)
    for (const Relaxation relaxation : {Relaxation::jacobi, Relaxation::red_black}) {
      if (relaxation == Relaxation::red_black && box.x.is_periodic()) continue;
      PoissonOptions options = red_black_cycle(1);
      options.relaxation = relaxation;
      options.coarse_steps = {};
      options.coarsest_relaxation = coarsest_factors(box, relaxation);
      EXPECT_LE(mean_reduction(box, options), 0.2);
      EXPECT_LE(mean_reduction<Float>(box, options, 1e-4), 0.2);
    }
}

} // namespace
} // namespace isobar
