// The worst cases of docs/robustness.md at small sizes: what converges there must go on to, and what
// does not must say so.
#include "support_problem.hpp"

namespace isobar {
namespace {

/// A change to the papers' problem: CFL number, depth of the atmosphere in m, levels of the grid.
struct Change {
  double cfl = 8.4;
  double depth = 50e3;
  LayerSpacing spacing = LayerSpacing::graded;
};

Problem problem_of(int nx, int ny, int nz, const Change& change) {
  Atmosphere a;
  a.depth = change.depth;
  a.time_step = time_step_of_cfl(change.cfl, Domain::panel, nx, ny, a);
  return {{Domain::panel, change.spacing, non_dimensional(a), nz}, nx, ny};
}
Problem problem_of(int n, int nz, const Change& change) { return problem_of(n, n, nz, change); }

enum class RightSide { box, random };

/// The box does not vary with height, so the vertical has no say in its counts.
SolveReport solve(int n, int nz, const Change& change, const MultigridOptions& options,
                  RightSide side = RightSide::box) {
  const Problem problem = problem_of(n, nz, change);
  const oracle::Array f =
      side == RightSide::box ? oracle::box(problem.matrix()) : oracle::random(n, n, nz, 1);
  return multigrid<Double>(problem, f, {1e-5, 100}, options).report;
}

/// As deep as 64 columns go, with the smoothing steps that docs/robustness.md recommends.
MultigridOptions all_levels() {
  MultigridOptions options = with_levels(7);
  options.pre_relaxation = {0.526, 0.8};
  options.post_relaxation = {1.665};
  return options;
}

TEST(Robustness, AllLevelsHardlySeeTheTimeStep) {
  const int usual = solve(64, 8, {8.4}, all_levels()).iterations;
  EXPECT_LE(usual, 6);
  for (const double cfl : {1.0, 84.0, 840.0}) {
    const SolveReport report = solve(64, 8, {cfl}, all_levels());
    EXPECT_TRUE(report.converged());
    EXPECT_LE(report.iterations, usual + 2) << "CFL number " << cfl;
  }
}

TEST(Robustness, FewLevelsAtLargeTimeStepsNeedACoarseSolver) {
  MultigridOptions options = with_levels(3);
  EXPECT_EQ(solve(64, 8, {84.0}, options).status, SolveStatus::not_converged);
  options.coarse_solver = CoarseSolver::cg;
  options.coarse_steps = 1000;
  const SolveReport report = solve(64, 8, {84.0}, options);
  EXPECT_TRUE(report.converged());
  EXPECT_LE(report.iterations, 11);
}

TEST(Robustness, CgGrowsWithTheTimeStep) {
  const auto iterations = [](double cfl) {
    const Problem problem = problem_of(128, 4, {cfl});
    return fused_pcg<Double>(problem, oracle::box(problem.matrix()), {1e-5}).report.iterations;
  };
  const double ratio = double(iterations(8.4)) / iterations(2.1);
  EXPECT_GT(ratio, 3.5);
  EXPECT_LT(ratio, 6.0);
}

TEST(Robustness, AnyDepth) {
  for (const double depth : {1e3, 500e3})
    for (const LayerSpacing spacing : {LayerSpacing::graded, LayerSpacing::uniform})
      for (const double cfl : {8.4, 84.0}) {
        const SolveReport report =
            solve(32, 32, {cfl, depth, spacing}, with_levels(6), RightSide::random);
        EXPECT_TRUE(report.converged());
        EXPECT_LE(report.iterations, 15) << depth << " m, CFL number " << cfl;
      }
}

TEST(Robustness, AnyNumberOfLayers) {
  for (const int nz : {1, 2, 257})
    for (const LayerSpacing spacing : {LayerSpacing::graded, LayerSpacing::uniform}) {
      const SolveReport report =
          solve(32, nz, {8.4, 50e3, spacing}, with_levels(6), RightSide::random);
      EXPECT_TRUE(report.converged());
      EXPECT_LE(report.iterations, 15) << nz;
    }
}

TEST(Robustness, ColumnsThatAreNoPowerOfTwo) {
  MultigridOptions options = with_levels(3);
  options.coarse_solver = CoarseSolver::cg;
  options.coarse_steps = 1000;
  for (const int n : {20, 36, 44}) {
    const SolveReport report = solve(n, 8, {8.4}, options);
    EXPECT_TRUE(report.converged());
    EXPECT_LE(report.iterations, 13) << n;
  }
}

// All levels that there are, whatever the number of columns, and with narrow last columns.
TEST(Robustness, OddSizesTakeAsManyCyclesAsEvenOnes) {
  for (const int n : {33, 37, 49, 50, 63})
    for (const RightSide side : {RightSide::box, RightSide::random}) {
      const SolveReport report = solve(n, 8, {8.4}, {}, side);
      EXPECT_TRUE(report.converged());
      EXPECT_LE(report.iterations, 13) << n;
    }
  EXPECT_LE(solve(49, 8, {840.0}, {}, RightSide::random).iterations, 16);
}

TEST(Robustness, RectanglesAreHalvedInTheStrongDirectionFirst) {
  struct {
    int nx, ny, most;
  } const sizes[] = {{32, 64, 10}, {64, 32, 10}, {32, 128, 11}, {33, 66, 10}, {48, 64, 10}};
  for (const auto& [nx, ny, most] : sizes) {
    const Problem problem = problem_of(nx, ny, 8, {8.4});
    for (const oracle::Array& f : {oracle::box(problem.matrix()), oracle::random(nx, ny, 8, 1)}) {
      const SolveReport report = multigrid<Double>(problem, f, {1e-5, 100}).report;
      EXPECT_TRUE(report.converged());
      EXPECT_LE(report.iterations, most) << nx << " x " << ny;
    }
  }
}

} // namespace
} // namespace isobar
