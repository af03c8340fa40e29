#include "fem/fem_limits.hpp"
#include "fem/fem_problem.hpp"
#include "fem/mesh_file_coefficients.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace isobar {
namespace {

using namespace fem;

MeshPartition distributed(const FemDeck& deck, const QuadMesh& mesh, int ranks) {
  const PartitionMethod method = deck.mesh.partition;
  if (ranks > 1 && method == PartitionMethod::metis && !has_metis())
    throw InputError(fmt::format("{}: this build has no METIS; expected \"auto\" or \"bisection\"",
                                 describe(deck, "mesh.partition")));
  try {
    return partition_mesh(mesh, deck.mesh.levels, ranks,
                          ranks > 1 ? method : PartitionMethod::bisection);
  } catch (const std::invalid_argument& e) {
    throw InputError(fmt::format("{}: {}", describe(deck, "mesh.levels"), e.what()));
  }
}

/// Returns FemProblem::dirichlet_rims(); its errors name the deck's key.
std::vector<int> fixing_rims(const FemDeck& deck, const FemSetting& c, const MeshOrigin& origin) {
  try {
    return c.problem.dirichlet_rims(c.mesh, origin);
  } catch (const std::invalid_argument& e) {
    if (deck.problem.null_space == NullSpace::constants)
      throw InputError(
          fmt::format("{}: {}; expected \"none\"", describe(deck, "problem.null_space"), e.what()));
    throw InputError(fmt::format("{}: {}; expected at least one boundary that is not \"none\"",
                                 describe(deck, "problem.boundaries"), e.what()));
  }
}

} // namespace

Format stored_format(const FemDeck& deck) {
  constexpr Format of_device = on_host ? Format::csr : Format::sliced_ell;
  return deck.has_rows_by_macros() ? of_device : deck.solver.matrix_format.value_or(of_device);
}

Format matrix_format(const FemDeck& deck) {
  return deck.solver.matrix_format.value_or(stored_format(deck));
}

bool solves_directly(const FemSetting& c) {
  return c.deck.multigrid.coarse_solver != FemCoarseSolver::cg &&
         c.coarsest().unknowns <= most_direct_unknowns;
}

FemMultigridOptions fem_options(const FemDeck& deck) {
  const Multigrid& m = deck.multigrid;
  FemMultigridOptions o;
  o.format = MatrixFormat(stored_format(deck));
  o.row_threads = deck.solver.row_threads;
  o.rows = deck.has_bands()            ? FemRows::bands
           : deck.has_rows_by_macros() ? FemRows::macro
                                       : FemRows::stored;
  o.smoother = m.smoother;
  o.chebyshev_ratio = m.chebyshev_ratio;
  o.largest_eigenvalue = m.largest_eigenvalue;
  o.coarse_solver = m.coarse_solver;
  o.cycle.cycle = m.cycle;
  o.cycle.pre_relaxation.assign(std::size_t(m.before), deck.relaxation());
  o.cycle.post_relaxation.assign(std::size_t(m.after), deck.relaxation());
  if (deck.has_relaxation_by_eigenvalue()) o.relaxation_part = usual_relaxation_part;
  o.cycle.coarse_tolerance = m.coarse_tolerance;
  if (deck.solver.method == Method::multigrid) o.cycle.start = m.start;
  return o;
}

std::string smoother_text(const FemDeck& deck) {
  const Multigrid& m = deck.multigrid;
  const std::string factors = deck.has_chebyshev() ? fmt::format(" of ratio {}", m.chebyshev_ratio)
                              : deck.has_relaxation_by_eigenvalue()
                                  ? std::string(" by the largest eigenvalue")
                                  : fmt::format(" {}", deck.relaxation());
  return fmt::format("{}{}, {}({},{}){}", deck::word(m.smoother), factors, deck::word(m.cycle),
                     m.before, m.after,
                     fem_options(deck).cycle.start == Start::full ? ", full multigrid start" : "");
}

FemSetting make_setting(const FemDeck& deck, const std::string& vessel, int ranks) {
  GmshData data;
  FemSetting c{deck, fem_mesh(deck, vessel, &data), {}, {}, {}};
  c.problem = fem_problem(deck, c.mesh, data);
  if (has_mesh_file_coefficients(deck)) take_mesh_file_coefficients(deck, data, c.problem);
  check_around(deck, c.mesh, data.origin);
  check_triangles(deck, c.mesh);
  c.dirichlet_rims = fixing_rims(deck, c, data.origin);
  c.counts = fem_counts(c.mesh, deck.space.order, deck.mesh.levels, c.dirichlet_rims);
  c.coarsest_level = deck.multigrid.coarsest_level.value_or(
      std::clamp(finest_direct_level(c.counts), 1, std::max(1, deck.mesh.levels - 1)));
  c.partition = distributed(deck, c.mesh, ranks);
  c.shares = rank_shares(c.mesh, c.partition);
  check_sizes(deck, c);
  return c;
}

} // namespace isobar
