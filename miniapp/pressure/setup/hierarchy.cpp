#include "pressure/setup/hierarchy.hpp"

#include "pressure/problem/equation_of.hpp"
#include "setup/halo_overlap.hpp"

#include <fmt/format.h>
#include <isobar/comm/topology/sphere_decomposition.hpp>
#include <isobar/core/columns/level_choice.hpp>
#include <isobar/core/columns/level_setup.hpp>
#include <isobar/core/columns/overlap_choice.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// Patches are whole rows of a panel, in the order of hosts and files. Throws InputError if panels cannot be cut so.
DecompositionSpec sphere_decomposition(const Deck& deck, int levels, int ranks) {
  const int patches = patches_of_panel(ranks);
  if (deck.grid.nx % patches != 0)
    throw InputError(fmt::format("{}: {} ranks cut a panel into {} parts of whole rows; expected a "
                                 "multiple of {}, or another number of ranks",
                                 describe(deck, "grid.nx"), ranks, patches, patches));
  return {.nx = deck.grid.nx,
          .ny = deck.grid.ny,
          .levels = levels,
          .ranks = ranks,
          .process_grid = ProcessGrid{1, patches},
          .sphere = true};
}

/// The most levels that can be distributed, with the merges if there are any.
int most_given(const Deck& deck, int ranks, Periodic periodic,
               const std::vector<LevelMerge>& merges) {
  const deck::Grid& g = deck.grid;
  if (g.is_sphere())
    return most_levels(
        sphere_decomposition(deck, most_levels(g.nx, g.ny, Periodic{true, true}), ranks), merges);
  return most_levels({g.nx, g.ny, most_levels(g.nx, g.ny, periodic), ranks,
                      deck.decomposition.process_grid, periodic},
                     merges);
}

/// The same without merges, for ranks with neighbours in y alone,
/// which may compute rows of each other; 0 if they cannot.
int most_distributed_in_rows(const Deck& deck, int ranks, Periodic periodic) {
  const std::optional<ProcessGrid>& grid = deck.decomposition.process_grid;
  if (grid && grid->px != 1) return 0;
  return max_levels(deck.grid.nx, deck.grid.ny, ProcessGrid{1, ranks}, periodic);
}

/// Overlap is impossible if y is periodic: rows of other ranks go no further than the domain (level_part.hpp).
bool may_overlap(const Deck& deck, int ranks, Periodic periodic) {
  return deck.uses_multigrid() && !deck.uses_stored_multigrid() && !deck.has_levels_of_cells() &&
         deck.merges().empty() && !deck.grid.is_sphere() && ranks > 1 && !periodic.y &&
         most_distributed_in_rows(deck, ranks, periodic) > 1;
}

/// If coarse levels may be replicated, only the columns limit their number.
int most_levels_of(const Deck& deck, int ranks, Periodic periodic) {
  const int distributed = most_given(deck, ranks, periodic, deck.merges());
  if (!may_overlap(deck, ranks, periodic) || deck.multigrid.replicated_from == 0)
    return distributed;
  return std::max(distributed, most_levels(deck.grid.nx, deck.grid.ny, periodic));
}

/// Given levels that cannot be distributed are refused where columns are distributed.
/// This function refuses those that are impossible even with replication.
void require_levels(const Deck& deck, int ranks, Periodic periodic, int most) {
  if (!may_overlap(deck, ranks, periodic) || deck.multigrid.levels.value_or(1) <= most) return;
  throw InputError(fmt::format("{}: {} x {} columns on {} ranks allow at most {}",
                               describe(deck, "multigrid.levels"), deck.grid.nx, deck.grid.ny,
                               ranks, most));
}

/// Ranks compute rows of others if an exchange costs more than its bytes, as between GPUs. MPI's
/// messages cost by their bytes; there only shared messages of right-hand sides save time. Hosts
/// compute such rows only if the deck asks for it. Slabs of many ranks are long. On 64 ranks of 512
/// x 512 columns their halos take as long as the exchanges that they save (docs/communication.md).
bool overlap_pays(const MultigridOptions& m, int ranks, std::optional<Transport> transport) {
  constexpr int most_slabs = 32;
  const bool messages = transport == Transport::device || transport == Transport::staged;
  return !on_host && ranks <= most_slabs && m.coarse_solver != CoarseSolver::cg &&
         (rhs_travel_together(m) || !messages);
}

/// Levels that cannot be distributed are replicated, together with the last one that can.
void choose_overlap(Deck& deck, int ranks, Periodic periodic, std::optional<Transport> transport) {
  MultigridOptions& m = deck.multigrid;
  if (!may_overlap(deck, ranks, periodic)) {
    if (!m.overlap) m.overlap.emplace();
    if (!m.replicated_from) m.replicated_from = 0;
  }
  if (!m.overlap)
    m.overlap =
        overlap_pays(m, ranks, transport) ? deep_overlap(m, deck.grid.nx, deck.grid.ny) : Overlap();
  const bool in_rows = std::ranges::any_of(*m.overlap, [](int rows) { return rows > 0; });
  const int distributed = std::min(*m.levels, most_distributed_in_rows(deck, ranks, periodic));
  const bool possible = *m.levels <= most_levels(deck.grid.nx, deck.grid.ny, periodic);
  const bool needed =
      possible && *m.levels > (in_rows ? distributed : most_given(deck, ranks, periodic, {}));
  if (!m.replicated_from) m.replicated_from = needed ? distributed - 1 : 0;
}

/// Throws InputError that names the key if the overlap is impossible.
template <class F> void name_overlap(const Deck& deck, const F& f) {
  try {
    f();
  } catch (const std::invalid_argument& e) {
    throw InputError(describe(deck, "multigrid.overlap_rows") + ": " + e.what());
  }
}

/// Chooses ranks that own whole rows, if any coarse levels overlap.
void choose_process_grid(Deck& deck, int ranks, Periodic periodic) {
  if (deck.overlap().empty()) return;
  const char* const key = deck.is_given("multigrid.overlap_rows") ? "multigrid.overlap_rows"
                                                                  : "multigrid.replicated_from";
  if (periodic.y && ranks > 1)
    throw InputError(describe(deck, key) + ": y is periodic; expected [] and 0");
  std::optional<ProcessGrid>& grid = deck.decomposition.process_grid;
  if (grid && grid->px != 1 && ranks > 1) {
    throw InputError(fmt::format("{}: the process grid has {} ranks in x; expected [] and 0, or "
                                 "decomposition.process_grid = [1, {}]",
                                 describe(deck, key), grid->px, ranks));
  }
  if (!grid) grid = ProcessGrid{1, ranks};
}

std::string overlap_text(const Deck& deck) {
  const Overlap rows = deck.overlap();
  std::string text;
  int level = 1;
  for (; level <= int(rows.size()) && rows_on(rows, level) < all_rows; ++level)
    text += fmt::format("{}{}", level == 1 ? "; ranks compute " : ", ", rows_on(rows, level));
  if (level > 1) text += " rows of each neighbour on levels from 1 on";
  if (level <= int(rows.size()))
    text += fmt::format("; every rank has level {} and coarser ones whole", level);
  return text;
}

/// The number of levels that are distributed over ranks: those in front of the first one that every rank has whole.
int distributed_levels(const Deck& deck) {
  if (!deck.uses_multigrid()) return 1;
  const int replicated = deck.overlap().empty() ? 0 : deck.multigrid.replicated_from.value_or(0);
  return replicated > 0 ? std::min(replicated + 1, *deck.multigrid.levels) : *deck.multigrid.levels;
}

/// Throws InputError if a rank cannot compute the rows that the overlap asks for.
void check_overlap(const Deck& deck, const GridSpec& spec, const Decomposition& d) {
  if (deck.overlap().empty()) return;
  name_overlap(deck, [&] {
    for (int rank = 0; rank < d.ranks(); ++rank)
      level_setups({spec, d.of_rank(rank).partition(), {}}, deck.multigrid);
  });
}

} // namespace

/// Given levels are checked where columns are distributed over ranks.
void choose_levels(Deck& deck, const GridSpec& spec, int ranks, std::optional<Transport> transport,
                   double cfl_factor) {
  if (!deck.uses_multigrid()) return;
  const Periodic periodic = spec.boundaries.periodic();
  if (ranks == 1) deck.multigrid.merges.clear();
  const int most = with_level_keys(deck, [&] { return most_levels_of(deck, ranks, periodic); });
  require_levels(deck, ranks, periodic, most);
  const deck::Grid& g = deck.grid;
  const LevelChoice choice =
      choose_levels(deck.multigrid, {*deck.physics.cfl * cfl_factor, g.nx, g.ny,
                                     std::max(most, deck.multigrid.levels.value_or(1)),
                                     deck.may_use_coarse_cg(), mergeable_layers(spec, g.nx, g.ny),
                                     g.is_sphere() ? Periodic{true, true} : periodic,
                                     deck.is_multigrid_in_krylov()});
  deck.multigrid = choice.options;
  if (ranks == 1) {
    deck.multigrid.overlap.emplace();
    deck.multigrid.replicated_from = 0;
  }
  choose_overlap(deck, ranks, periodic, transport);
  name_overlap(deck, [&] { overlap_of(deck.multigrid); });
  choose_process_grid(deck, ranks, periodic);
  deck.levels_reason = choice.reason + overlap_text(deck) + merges_text(deck.merges());
}

void choose_levels(Deck& deck, int ranks, std::optional<Transport> transport) {
  choose_levels(deck, grid_spec(deck), ranks, transport);
}

Decomposition decompose(const Deck& deck, const GridSpec& spec, int ranks, int rank) {
  const int levels = distributed_levels(deck);
  const DecompositionSpec all = deck.grid.is_sphere()
                                    ? sphere_decomposition(deck, levels, ranks)
                                    : DecompositionSpec{deck.grid.nx,
                                                        deck.grid.ny,
                                                        levels,
                                                        ranks,
                                                        deck.decomposition.process_grid,
                                                        spec.boundaries.periodic()};
  const Decomposition d = deal_levels(deck, all, rank);
  check_overlap(deck, spec, d);
  return d;
}

Decomposition decompose(const Deck& deck, int ranks, int rank) {
  return decompose(deck, grid_spec(deck), ranks, rank);
}

/// On the sphere a step in parts has five launches, so the deck has to ask for it. Levels of cells have no steps in parts.
void choose_halo_overlap(Deck& deck, TransportPlan& transports) {
  deck::HaloOverlap& overlap = deck.decomposition.overlap;
  if ((deck.grid.is_sphere() || deck.has_levels_of_cells()) &&
      overlap == deck::HaloOverlap::automatic)
    overlap = deck::HaloOverlap::none;
  deck.multigrid.rim_first = choose_halo_overlap(overlap, transports);
}

std::vector<LevelOfRun> levels_of_run(const Deck& deck, const Decomposition& d) {
  const Overlap overlap = deck.overlap();
  const RankStages stages = rank_stages(deck, d);
  const int count = stages.count() > 1 ? stages.first_level(1) : stages.end_level(0);
  std::vector<LevelOfRun> levels;
  for (int rank = 0; rank < d.ranks(); ++rank) {
    const std::vector<LevelPart> parts = level_parts(d.of_rank(rank).partition(), count, overlap);
    for (int level = 0; level < count; ++level) {
      const Partition& p = parts[std::size_t(level)].computed;
      if (rank == 0)
        levels.push_back({p.global_nx, p.global_ny, d.ranks(), rows_on(overlap, level), 0, p});
      levels[std::size_t(level)].computed += p.columns();
    }
  }
  for (int level = count; level < stages.end_level(stages.count() - 1); ++level) {
    const int stage = stages.stage_of(level); // behind a merge no rank computes rows of others
    const Partition p = stages.partition(stage, 0, level);
    levels.push_back(
        {p.global_nx, p.global_ny, stages.ranks(stage), 0, stages.all_columns(level).columns(), p});
  }
  return levels;
}

} // namespace isobar
