// V-cycles with merged layers.
#include "support_problem.hpp"

#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/columns/kernels/layer_transfer.hpp>
#include <isobar/core/columns/refinement.hpp>

#include <cmath>

namespace isobar::vertical_transfer_test {
namespace {

MultigridOptions options(const oracle::Cycle& cycle, int levels, int factor) {
  MultigridOptions o = options_of(cycle, levels);
  o.merged_layers = factor;
  return o;
}

const oracle::Cycle cycles[] = {
    {{0.6}, {1.4}, {0.8, 0.8}}, {{}, {0.55, 0.85, 1.6}, {0.8}}, {{0.8}, {0.8}, {0.8}, true}};
const Problem problem({Domain::panel, LayerSpacing::graded, test_physics, 10}, 24, 16);

template <class P> struct MergedVCycle : testing::Test {};
TYPED_TEST_SUITE(MergedVCycle, Precisions, PrecisionNames);

TYPED_TEST(MergedVCycle, IsTheOracles) {
  for (const oracle::Cycle& cycle : cycles)
    for (const int factor : {2, 4, 10}) {
      SCOPED_TRACE(std::to_string(&cycle - cycles) + " by " + std::to_string(factor));
      const auto m = problem.matrices(3, factor);
      const oracle::Array zero(m[0].nx, m[0].ny, m[0].nz),
          f = oracle::rounded_to_float(
              oracle::apply(m[0], oracle::random(m[0].nx, m[0].ny, m[0].nz, 1)));
      const oracle::Array expected = oracle::v_cycle(m, cycle, zero, f);
      SelfCommunicators<typename TypeParam::storage> self;
      Multigrid<TypeParam> multigrid(problem.setup(), options(cycle, 3, factor), self);
      const auto found = owned(multigrid(problem.field_of<TypeParam>(f)));
      EXPECT_LE(oracle::norm(oracle::sum(found, -1.0, expected)),
                3.0 * kernel_tolerance<TypeParam>() * oracle::norm(expected));
    }
}

TEST(MergedMultigrid, TransposedRestrictionKeepsTheCycleSymmetric) {
  const oracle::Array x = oracle::random(24, 16, 10, 1), y = oracle::random(24, 16, 10, 2);
  SelfCommunicators<double> self;
  Multigrid<Double> cycle(problem.setup(), options(cycles[2], 3, 4), self);
  const oracle::Array bx = owned(cycle(problem.field<double>(x)));
  const oracle::Array by = owned(cycle(problem.field<double>(y)));
  EXPECT_NEAR(oracle::dot(bx, y), oracle::dot(x, by), 1e-14 * oracle::norm(bx) * oracle::norm(y));
}

TEST(MergedMultigrid, CoarseLevelsMayBeFloat) {
  const oracle::Array f = oracle::box(problem.matrix());
  const MultigridOptions o = options(cycles[1], 3, 4);
  SelfCommunicators<double> fine;
  SelfCommunicators<float> coarse;
  Multigrid<Double> mixed(MatrixFreeLevels<Double, Float>::make(problem.setup(), o, fine, coarse),
                          o);
  const SolveReport report = mixed.solve(problem.field<double>(f), {1e-10});
  EXPECT_TRUE(report.converged());
  EXPECT_EQ(report.iterations, multigrid<Double>(problem, f, {1e-10}, o).report.iterations);
}

/// The deck's right-hand sides; those that vary with height are the hard ones.
std::vector<oracle::Array> right_sides(const oracle::Matrix& m) {
  oracle::Array random = oracle::random(m.nx, m.ny, m.nz, 1), smooth = random, blob = random;
  for (int j = 0; j < m.ny; ++j)
    for (int i = 0; i < m.nx; ++i)
      for (int k = 0; k < m.nz; ++k) {
        const double volume = m.column(j, i).area * m.volume[k];
        const double x = (i + 0.5) / m.nx, y = (j + 0.5) / m.ny, z = (k + 0.5) / m.nz;
        const double distance = std::hypot(x - 0.5, y - 0.5, z - 0.5) / 0.1;
        random(j, i, k) = volume * (random(j, i, k) - 0.5);
        smooth(j, i, k) = volume * std::sin(M_PI * x) * std::sin(M_PI * y) * std::sin(M_PI * z);
        blob(j, i, k) = volume * std::exp(-distance * distance);
      }
  return {oracle::box(m), oracle::constant(m), random, smooth, blob};
}

// Three smoothing steps after the correction remove what merged levels cannot see.
TEST(MergedMultigrid, NeedsNoMoreCorrections) {
  const Problem p(paper_spec(64, 64), 64, 64);
  const oracle::Matrix m = p.matrix();
  for (const oracle::Array& f : right_sides(m)) {
    const auto corrections = [&](int factor) {
      SelfCommunicators<double> outer;
      SelfCommunicators<float> inner;
      MultigridOptions o = options({{}, {0.55, 0.85, 1.6}, {2.0 / 3.0, 2.0 / 3.0}}, 4, factor);
      o.overcorrection = 1.02;
      Refinement<Float> solver(p.setup(), o, {2}, outer, inner);
      const SolveReport report = solver.solve(p.field<double>(f), {1e-5, 10});
      EXPECT_TRUE(report.converged());
      const auto residual = oracle::residual(m, owned(solver.solution()), f);
      EXPECT_LE(oracle::norm(residual), 1.05e-5 * oracle::norm(f));
      return report.iterations;
    };
    EXPECT_EQ(corrections(4), corrections(1));
  }
}

} // namespace
} // namespace isobar::vertical_transfer_test
