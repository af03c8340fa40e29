// Block SOR over columns as preconditioner of CG.
#include "support_problem.hpp"

#include <isobar/core/columns/sor_preconditioner.hpp>
#include <isobar/core/field/blas.hpp>

namespace isobar::sor_test {
namespace {

int iterations(const Problem& problem, const Preconditioner<Double>& precondition) {
  SelfCommunicator<double> self;
  StandardPcg<Double> cg(make_grid<Double>(problem.setup()), self, precondition);
  const SolveReport report =
      cg.solve(problem.field_of<Double>(oracle::constant(problem.matrix())), {1e-8});
  EXPECT_TRUE(report.converged());
  return report.iterations;
}

TEST(Sor, IsSymmetricAndPositive) {
  const Problem problem(paper_spec(7, 5), 7, 6);
  const GridOf<Double> grid = make_grid<Double>(problem.setup());
  SelfCommunicator<double> self;
  for (const double rho : {0.6, 1.0, 1.4}) {
    const SorPreconditioner<Double> m(grid, self, rho);
    const auto x = problem.field_of<Double>(oracle::random(7, 6, 5, 1)),
               y = problem.field_of<Double>(oracle::random(7, 6, 5, 2));
    const double xy = Blas<double>::dot(m(x, 1.0), y), yx = Blas<double>::dot(x, m(y, 1.0));
    EXPECT_NEAR(xy, yx, 1e-12 * std::abs(xy)) << rho;
    EXPECT_GT(Blas<double>::dot(x, m(x, 1.0)), 0.0) << rho;
  }
}

// The sweep solves for one colour what line relaxation leaves to CG: half of the iterations. Over-relaxation does not pay for two
// colours.
TEST(Sor, HalvesTheIterationsOfLineRelaxation) {
  const Problem problem(paper_spec(32, 16), 32, 32);
  const GridOf<Double> grid = make_grid<Double>(problem.setup());
  SelfCommunicator<double> self;
  const auto sor = [&](double rho) {
    return iterations(problem, std::make_shared<SorPreconditioner<Double>>(grid, self, rho));
  };
  const int lines = iterations(problem, std::make_shared<ColumnPreconditioner<Double>>(grid));
  EXPECT_NEAR(sor(1.0), 0.5 * lines, 2.0);
  EXPECT_GT(sor(0.7), sor(1.0));
  EXPECT_GT(sor(1.3), sor(1.0));
}

} // namespace
} // namespace isobar::sor_test
