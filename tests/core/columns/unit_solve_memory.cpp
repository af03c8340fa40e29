// A solve neither allocates nor copies: all memory is taken at setup, fields stay where they are.
#include "run/kernel_timings.hpp"
#include "support_problem.hpp"

#include <isobar/core/columns/refinement.hpp>

namespace isobar::solve_memory_test {
namespace {

const Problem& problem = small_problem;

/// Counts what Kokkos allocates and deep-copies in the second of two solves; the first one may
/// grow Kokkos' own scratch memory.
template <class Solver> void expect_no_memory_traffic(Solver& solver, int kernels_at_least) {
  const Field<double> f = problem.field<double>(oracle::constant(problem.matrix()));
  const SolveControls controls{1e-8};
  EXPECT_TRUE(solver.solve(f, controls).converged());
  KernelTimings counts;
  const SolveReport report = solver.solve(f, controls);
  counts.stop();
  EXPECT_TRUE(report.converged());
  Int64 kernels = 0;
  for (const auto& [label, entry] : counts.kernels()) kernels += entry.calls;
  EXPECT_GE(kernels, kernels_at_least * report.iterations); // the callbacks were at work
  EXPECT_EQ(counts.allocations(), 0);
  EXPECT_EQ(counts.deep_copies(), 0);
}

TEST(SolveMemory, Multigrid) {
  SelfCommunicators<double> self;
  for (const Start start : {Start::zero, Start::full}) {
    MultigridOptions options = with_levels(3);
    options.start = start;
    Multigrid<Double> solver(problem.setup(), options, self);
    expect_no_memory_traffic(solver, 8);
  }
}

TEST(SolveMemory, MultigridWithCgOnTheCoarsestLevel) {
  SelfCommunicators<double> self;
  MultigridOptions options = with_levels(3);
  options.coarse_solver = CoarseSolver::cg;
  options.coarse_steps = 20;
  Multigrid<Double> solver(problem.setup(), options, self);
  expect_no_memory_traffic(solver, 8);
}

TEST(SolveMemory, Refinement) {
  SelfCommunicators<double> outer;
  SelfCommunicators<float> inner;
  Refinement<Float> solver(problem.setup(), with_levels(3), {2}, outer, inner);
  expect_no_memory_traffic(solver, 16);
}

TEST(SolveMemory, CgInBothForms) {
  SelfCommunicator<double> self;
  SelfCommunicators<float> inner;
  const GridOf<Double> grid = make_grid<Double>(problem.setup());
  FusedPcg<Double> fused(grid, self);
  expect_no_memory_traffic(fused, 2);
  MultigridOptions symmetric = with_levels(3);
  symmetric.restriction = Restriction::transpose;
  FloatPreconditioner<Float> cycle(problem.setup(), symmetric, inner);
  StandardPcg<Double> standard(grid, self, std::ref(cycle));
  expect_no_memory_traffic(standard, 12);
}

TEST(SolveMemory, TheCountersCount) {
  KernelTimings counts;
  const Field<double> one("one", 4, 4, 4), two("two", 4, 4, 4);
  Kokkos::deep_copy(one.flat(), two.flat());
  counts.stop();
  EXPECT_EQ(counts.allocations(), 2);
  EXPECT_GE(counts.deep_copies(), 1);
}

} // namespace
} // namespace isobar::solve_memory_test
