#include "library/solver_levels.hpp"

namespace isobar {
namespace {

bool have_same_levels(const MultigridOptions& m, const MultigridOptions& n) {
  return m.levels == n.levels && m.merged_layers == n.merged_layers &&
         m.coarse_solver == n.coarse_solver && m.coarse_steps == n.coarse_steps &&
         m.overlap == n.overlap && m.replicated_from == n.replicated_from;
}

/// Whether each rank has the same columns in both.
bool have_same_columns(const Decomposition& a, const Decomposition& b) {
  for (int rank = 0; rank < a.ranks(); ++rank) {
    const Partition p = a.of_rank(rank).partition().in_host_order(),
                    q = b.of_rank(rank).partition().in_host_order();
    if (p.first_i != q.first_i || p.first_j != q.first_j || p.nx != q.nx || p.ny != q.ny)
      return false;
  }
  return true;
}

} // namespace

bool SolverLevels::may_replace(const SolverLevels& old, bool other_columns) const {
  return !have_same_levels(deck.multigrid, old.deck.multigrid) &&
         (other_columns || have_same_columns(decomposition, old.decomposition));
}

} // namespace isobar
