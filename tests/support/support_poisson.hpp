#pragma once
#include "support_box_cases.hpp"

#include <isobar/core/multigrid/smoother_factors.hpp>
#include <isobar/core/poisson/multigrid_poisson.hpp>

#include <cmath>

/// Poisson problems on boxes that one rank has whole, and how multigrid does on them.
namespace isobar {

/// V(2,2) with red-black Gauss-Seidel.
inline PoissonOptions red_black_cycle(int levels) {
  PoissonOptions o;
  o.levels = levels;
  o.relaxation = Relaxation::red_black;
  o.pre_relaxation = o.post_relaxation = {1.0, 1.0};
  o.coarse_steps = 8;
  o.coarse_relaxation = 1.0;
  return o;
}
/// V-cycle with weighted Jacobi, of these factors before and after.
inline PoissonOptions jacobi_cycle(int levels, const std::vector<double>& factors) {
  PoissonOptions o = red_black_cycle(levels);
  o.relaxation = Relaxation::jacobi;
  o.pre_relaxation = o.post_relaxation = factors;
  o.coarse_relaxation = 0.8;
  return o;
}
inline int all_levels(const BoxSpec& box) { return int(box_levels(box, 100).size()); }

/// A box of cubes of one width with the same on all sides.
inline BoxSpec cubes(int nx, int ny, int nz, Boundary side) {
  const auto axis = [side](int n) { return Axis::uniform(n, double(n), side, side); };
  return {axis(nx), axis(ny), axis(nz)};
}
inline BoxSpec cubes(int n, Boundary side = Boundary::dirichlet) { return cubes(n, n, n, side); }

/// f of random numbers of both signs.
inline oracle::Array random_rhs(const BoxSpec& box) {
  oracle::Array f = oracle::random(box.x.cells(), box.y.cells(), box.z.cells(), 5);
  for (double& x : f.values) x -= 0.5;
  return f;
}

/// A solver on one rank, and what it needs.
template <class P> struct PoissonOnOneRank {
  using T = typename P::storage;
  PoissonSetup setup;
  SelfCommunicators<T> ranks;
  MultigridPoisson<P> solver;

  PoissonOnOneRank(const BoxSpec& box, const PoissonOptions& options)
      : setup{box, whole_box(box)}, ranks(box.periodic()), solver(setup, options, ranks) {}
  FieldOf<P> field(const oracle::Array& global) const {
    return owned_field<T>(global, setup.partition);
  }
  SolveReport solve(const oracle::Array& f, double tolerance, Guess from = Guess::zero) {
    return solver.solve(field(f), {tolerance, 100}, from);
  }
  oracle::Array solution() const { return owned(solver.solution()); }
};

/// Mean factor by which a cycle reduces the residual norm, over a solve to 1e-8.
template <class P = Double>
double mean_reduction(const BoxSpec& box, const PoissonOptions& options, double tolerance = 1e-8) {
  PoissonOnOneRank<P> problem(box, options);
  const SolveReport report = problem.solve(random_rhs(box), tolerance);
  EXPECT_TRUE(report.converged());
  return std::pow(report.relative_residual(), 1.0 / report.iterations);
}

/// Norm of f - A u over that of f, of what is left where the box is singular and f was made solvable.
inline double true_residual(const BoxSpec& box, oracle::Array f, const oracle::Array& u) {
  if (box.is_singular()) {
    const oracle::Array volumes = oracle::box_volumes(box);
    double sum = 0.0;
    for (const double x : f.values) sum += x;
    f = oracle::sum(f, -sum / box.volume(), volumes);
  }
  return oracle::norm(oracle::box_residual(box, u, f)) / oracle::norm(f);
}

} // namespace isobar
