#pragma once
#include "support_fields.hpp"

#include <isobar/core/columns/multigrid.hpp>
#include <isobar/core/columns/pcg.hpp>
#include <isobar/core/grid/coarsening.hpp>

/// Whole problems of one rank: a grid, its matrix in the oracle, and solves that start from a
/// global right-hand side.
namespace isobar {

/// The papers' problem: panel, graded levels, time step in proportion to 1/n.
inline GridSpec paper_spec(int n, int nz) {
  Atmosphere a;
  a.time_step = default_time_step(n);
  return {Domain::panel, LayerSpacing::graded, non_dimensional(a), nz};
}

struct Problem {
  GridSpec spec;
  Partition part;

  Problem(const GridSpec& spec_in, int nx, int ny)
      : spec(spec_in), part(Partition::whole(nx, ny, spec_in.boundaries.periodic())) {}

  GridSetup setup() const { return {spec, part, {}}; }
  oracle::Matrix matrix(int level = 0, int merge = 1) const {
    Partition p = part;
    if (!has_fields(spec)) {
      for (int l = 0; l < level; ++l) p = next_coarser(p);
      return {spec, p, merge};
    }
    if (spec.flux == Flux::vertex) return with_vertices(level, merge);
    oracle::Matrix m(spec, p);
    GridSpec layers = spec; // coarse columns follow from fine ones
    layers.columns = {};
    for (int l = 0; l < level; ++l)
      m = with_coarse_columns(m, oracle::Matrix(layers, p = next_coarser(p), merge));
    return m;
  }
  /// Fields with the vertex flux.
  oracle::Matrix with_vertices(int level, int merge) const {
    Partition p = part;
    GridSpec s = spec;
    oracle::Matrix m(s, p);
    for (int l = 0; l < level; ++l) {
      const Partition fine = p;
      p = next_coarser(p);
      s = oracle::with_coarse_alpha(s, fine.global_nx, fine.global_ny, p.global_nx, p.global_ny);
      m = oracle::with_sums_of_columns(m, oracle::Matrix(s, p, merge));
    }
    return m;
  }
  /// The matrices of a hierarchy whose levels below the finest merge vertical levels.
  std::vector<oracle::Matrix> matrices(int levels, int merge = 1) const {
    std::vector<oracle::Matrix> all;
    all.reserve(levels);
    for (int level = 0; level < levels; ++level)
      all.push_back(matrix(level, level == 0 ? 1 : merge));
    return all;
  }
  /// A right-hand side as a solver wants it: zero halo and padding.
  template <class T, Layout L = Layout::x_fastest>
  Field<T, L> field(const oracle::Array& global) const {
    return owned_field<T, L>(global, part);
  }
  template <class P> FieldOf<P> field_of(const oracle::Array& global) const {
    return field<typename P::storage, P::layout>(global);
  }
};

/// A small one for tests of how solves end and what they use.
inline const Problem small_problem(paper_spec(32, 12), 32, 32);

inline MultigridOptions with_levels(int levels) {
  MultigridOptions options;
  options.levels = levels;
  return options;
}

/// One set of options, written once for Multigrid and once for the oracle.
inline MultigridOptions options_of(const oracle::Cycle& cycle, int levels) {
  MultigridOptions o = with_levels(levels);
  o.pre_relaxation = cycle.before;
  o.post_relaxation = cycle.after;
  o.relaxation = cycle.red_black ? Relaxation::red_black : Relaxation::jacobi;
  o.restriction = cycle.transpose ? Restriction::transpose : Restriction::average;
  o.coarse_steps = int(cycle.coarsest.size());
  o.coarse_relaxation = cycle.coarsest[0];
  return o;
}

/// The result of a solve, on the host.
struct Outcome {
  SolveReport report;
  oracle::Array solution;
};

template <class P>
Outcome fused_pcg(const Problem& problem, const oracle::Array& f, const SolveControls& controls) {
  SelfCommunicator<typename P::storage> self(problem.part.periodic);
  FusedPcg<P> solver(make_grid<P>(problem.setup()), self);
  SolveReport report = solver.solve(problem.field_of<P>(f), controls);
  return {std::move(report), owned(solver.solution())};
}

template <class P>
Outcome standard_pcg(const Problem& problem, const oracle::Array& f,
                     const SolveControls& controls) {
  SelfCommunicator<typename P::storage> self(problem.part.periodic);
  const GridOf<P> grid = make_grid<P>(problem.setup());
  StandardPcg<P> solver(grid, self, ColumnPreconditioner<P>(grid));
  SolveReport report = solver.solve(problem.field_of<P>(f), controls);
  return {std::move(report), owned(solver.solution())};
}

template <class P>
Outcome multigrid(const Problem& problem, const oracle::Array& f, const SolveControls& controls,
                  const MultigridOptions& options = {}) {
  SelfCommunicators<typename P::storage> self(problem.part.periodic);
  Multigrid<P> solver(problem.setup(), options, self);
  SolveReport report = solver.solve(problem.field_of<P>(f), controls);
  return {std::move(report), owned(solver.solution())};
}

} // namespace isobar
