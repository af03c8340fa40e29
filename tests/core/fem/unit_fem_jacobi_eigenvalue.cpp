// The estimate of the largest eigenvalue of D^-1 A, and relaxation factors that follow from it.
#include "support_fem.hpp"

#include <isobar/core/mesh/extrusion.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// The largest eigenvalue of D^-1 A. The trace of the power 4096 of the dense D^-1/2 A D^-1/2, by
/// twelve squarings, has it to a tenth of a percent.
double dense_eigenvalue(const HostRows<double>& a) {
  const std::size_t n = a.rows.size();
  std::vector<double> power(n * n, 0.0), square(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (const auto& [j, entry] : a.rows[i])
      power[i * n + std::size_t(j)] = entry / std::sqrt(a(int(i), int(i)) * a(j, j));
  double log_scale = 0.0; // the power is exp(log_scale) times these numbers
  for (int squaring = 0; squaring < 12; ++squaring) {
    double largest = 0.0;
    for (double x : power) largest = std::max(largest, std::abs(x));
    std::ranges::fill(square, 0.0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < n; ++k)
        for (std::size_t j = 0; j < n; ++j)
          square[i * n + j] += power[i * n + k] * power[k * n + j] / (largest * largest);
    log_scale = 2.0 * (log_scale + std::log(largest));
    power.swap(square);
  }
  double trace = 0.0;
  for (std::size_t i = 0; i < n; ++i) trace += power[i * n + i];
  return std::exp((log_scale + std::log(trace)) / 4096.0);
}

std::vector<FemSpace> flat_spaces(double height, int order, int levels) {
  const QuadMesh mesh = extruded(square_mesh(2, 0.2), 2, height);
  return fem_spaces(mesh, {.levels = levels, .order = order}, std::vector<int>{0, 1, 2, 3, 4, 5});
}

template <class T> double estimate(const FemSpace& space, const FemCoefficients& terms = {}) {
  SelfCommunicator<T> self;
  const CsrRows<T> a = assemble_stiffness<T>(space, terms);
  return largest_jacobi_eigenvalue<T>(*make_sparse_matrix(MatrixFormat::csr, a, "a", 0),
                                      inverse_diagonal(a), self);
}

template <class T> struct JacobiEigenvalue : testing::Test {};
TYPED_TEST_SUITE(JacobiEigenvalue, FemNumberTypes, FemNumberNames);

TYPED_TEST(JacobiEigenvalue, IsThatOfTheDenseMatrixToFivePercent) {
  const auto expect = [](const FemSpace& space, const FemCoefficients& terms, const char* name) {
    const double exact =
        dense_eigenvalue(HostRows<double>(assemble_stiffness<double>(space, terms)));
    const double found = estimate<TypeParam>(space, terms);
    EXPECT_LE(found, exact * 1.0001) << name;
    EXPECT_GE(found, exact * 0.95) << name;
  };
  for (int order : {1, 2}) {
    for (double height : {1.0, 0.05, 0.01})
      expect(flat_spaces(height, order, 3 - order).back(), {}, "hexahedra");
    const FemSpace circle =
        fem_spaces(circle_mesh(), {.levels = 4 - order, .order = order}, std::vector<int>{0, 1})
            .back();
    FemCoefficients reacting;
    reacting.reaction = at_elements(circle, [](Point p) { return 1e3 * (2.0 + p.x); });
    expect(circle, {}, "circle");
    expect(circle, reacting, "circle with reaction");
  }
}

/// CG ends before 12 steps where a matrix has fewer unknowns.
TYPED_TEST(JacobiEigenvalue, OfFewUnknownsIsExact) {
  const FemSpace space(square_mesh(2), 1, Numbering::coordinate, std::vector<int>{0});
  const double exact = dense_eigenvalue(HostRows<double>(assemble_stiffness<double>(space)));
  EXPECT_NEAR(estimate<TypeParam>(space), exact, 1e-3 * exact);
}

TEST(RelaxationPart, GivesEachLevelItsFactor) {
  SelfCommunicator<double> self;
  const auto spaces = flat_spaces(0.05, 1, 3);
  FemProblem problem;
  problem.dirichlet.assign(6, [](Point) { return 0.0; });
  FemMultigridOptions options = FemMultigridOptions::jacobi(2, 0.7);
  options.relaxation_part = usual_relaxation_part;
  const auto levels = make_fem_levels<double>(spaces, problem, options, self);
  const double largest = levels.finest->matrices().largest_eigenvalue;
  EXPECT_DOUBLE_EQ(largest, estimate<double>(spaces.back()));
  EXPECT_EQ(levels.finest->options().pre_relaxation, std::vector<double>(2, 4.0 / 3.0 / largest));
  EXPECT_EQ(levels.finest->options().post_relaxation.size(), 2U);
  options.smoother = FemSmoother::ilu;
  EXPECT_THROW(make_fem_levels<double>(spaces, problem, options, self), std::invalid_argument);
}

/// The coefficient is beyond the range of floats.
TEST(RelaxationPart, RefusesTheEigenvalueOfAMatrixThatOverflows) {
  SelfCommunicator<float> self;
  const auto spaces = flat_spaces(0.05, 1, 2);
  FemProblem problem;
  problem.dirichlet.assign(6, [](Point) { return 0.0; });
  FemMultigridOptions part = FemMultigridOptions::jacobi(2, 0.7), chebyshev = part;
  part.relaxation_part = usual_relaxation_part;
  chebyshev.smoother = FemSmoother::chebyshev;
  problem.c = [](Point) { return 1e39; };
  EXPECT_THROW(make_fem_levels<float>(spaces, problem, part, self), std::invalid_argument);
  EXPECT_THROW(make_fem_levels<float>(spaces, problem, chebyshev, self), std::invalid_argument);
}

/// Cells are 20 and 100 times as wide as high. The factor 0.7 diverges on both.
TEST(RelaxationPart, SolvesOnFlatHexahedra) {
  for (int order : {1, 2})
    for (double height : {0.05, 0.01}) {
      FemCase c{extruded(square_mesh(2, 0.2), 2, height), {}, {3, order}};
      c.problem.dirichlet.assign(6, [](Point) { return 0.0; });
      c.problem.f = [](Point) { return 1.0; };
      c.multigrid = FemMultigridOptions::jacobi(2, 0.7);
      c.controls = {1e-8, 100};
      EXPECT_FALSE(solve<double>(c, true).report.converged()) << "Q" << order << " " << height;
      c.multigrid.relaxation_part = usual_relaxation_part;
      EXPECT_TRUE(solve<double>(c, true).report.converged()) << "Q" << order << " " << height;
    }
}

} // namespace
} // namespace isobar
