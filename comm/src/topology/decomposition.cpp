#include <isobar/comm/topology/decomposition.hpp>

#include "topology/level_axes.hpp"
#include "topology/process_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace isobar {
namespace {

using Fault = DecompositionError::Fault;

std::string as_text(ProcessGrid g) { return fmt::format("{} x {}", g.px, g.py); }

/// The process grid that would be chosen, as advice at the end of a message.
std::string advice(const DecompositionSpec& s) {
  const int possible = max_levels(s);
  if (possible == 0) return fmt::format("; no process grid of {} ranks fits", s.ranks);
  DecompositionSpec fitting = s;
  fitting.levels = std::min(s.levels, possible);
  const ProcessGrid grid = choose_process_grid(fitting);
  return fmt::format("; {} would fit", as_text(grid));
}

void require_patches(const DecompositionSpec& s) {
  const ProcessGrid g = *s.process_grid;
  const int patches = patches_of_panel(s.ranks);
  if (g.px < 1 || g.py < 1 || Int64(g.px) * g.py != patches)
    throw DecompositionError(
        Fault::process_grid,
        fmt::format("process grid {} cuts a panel into {} patches; {} ranks share a sphere of {}{}",
                    as_text(g), Int64(g.px) * g.py, s.ranks, patches, advice(s)));
}

void require_fit(const DecompositionSpec& s) {
  const ProcessGrid g = *s.process_grid;
  if (s.sphere) require_patches(s);
  else if (g.px < 1 || g.py < 1 || Int64(g.px) * g.py != s.ranks)
    throw DecompositionError(Fault::process_grid,
                             fmt::format("process grid {} has {} ranks, but the run has {}{}",
                                         as_text(g), Int64(g.px) * g.py, s.ranks, advice(s)));
  const int possible = levels_on(s, g);
  if (possible == 0)
    throw DecompositionError(
        Fault::process_grid,
        s.sphere
            ? fmt::format("process grid {} does not cut panels of {} x {} columns evenly{}",
                          as_text(g), s.nx, s.ny, advice(s))
            : fmt::format("process grid {} has more ranks in a direction than {} x {} columns{}",
                          as_text(g), s.nx, s.ny, advice(s)));
  if (s.levels <= possible) return;
  if (s.sphere)
    throw DecompositionError(
        Fault::levels,
        fmt::format(
            "{} levels: panels of {} x {} columns on {} ranks, cut into {} patches, allow at most "
            "{}, as each level halves them and every patch keeps whole columns",
            s.levels, s.nx, s.ny, s.ranks, as_text(g), possible));
  const int best = max_levels(s);
  DecompositionSpec deepest = s;
  deepest.levels = best;
  throw DecompositionError(
      Fault::levels,
      fmt::format("{} levels: {} x {} columns on a process grid of {} allow at most {}{}{}",
                  s.levels, s.nx, s.ny, as_text(g), possible,
                  best > possible ? fmt::format(" ({} would allow {})",
                                                as_text(choose_process_grid(deepest)), best)
                                  : "",
                  about(s.periodic)));
}

} // namespace

Decomposition::Decomposition(const DecompositionSpec& spec, int rank) : spec_(spec), rank_(rank) {
  require_positive(spec);
  if (spec.sphere && spec.nx != spec.ny)
    throw DecompositionError(
        Fault::size, fmt::format("{} x {} columns: a panel of the sphere has as many in x as in y",
                                 spec.nx, spec.ny));
  if (spec.process_grid) require_fit(spec);
  else spec_.process_grid = choose_process_grid(spec);
  if (rank < 0 || rank >= spec.ranks)
    throw DecompositionError(Fault::ranks, fmt::format("rank {} of {}: expected one from 0 to {}",
                                                       rank, spec.ranks, spec.ranks - 1));
}

Decomposition Decomposition::of_rank(int rank) const { return Decomposition(spec_, rank); }

int Decomposition::max_levels() const { return levels_on(spec_, process_grid()); }

Partition Decomposition::partition(int level) const {
  if (level < 0 || level >= levels())
    throw DecompositionError(
        Fault::levels, fmt::format("level {} is asked for of a decomposition with levels 0 to {}",
                                   level, levels() - 1));
  if (spec_.sphere) return patches(level);
  const auto [px, py] = process_grid();
  const int i = rank_ % px, j = rank_ / px;
  const LevelAxes all(spec_, process_grid(), levels() - 1);
  Partition p = Partition::whole(spec_.nx, spec_.ny, periodic());
  LevelAxes here(spec_, process_grid());
  for (int l = 0; l < level; ++l) {
    p = p.coarsened(here.next());
    here.coarsen();
  }
  p.first_i = all.x.first(i, here.x.halvings);
  p.first_j = all.y.first(j, here.y.halvings);
  p.nx = all.x.first(i + 1, here.x.halvings) - p.first_i;
  p.ny = all.y.first(j + 1, here.y.halvings) - p.first_j;
  return p;
}

Partition Decomposition::patches(int level) const {
  return Partition::on_sphere(spec_.nx >> level,
                              patches_of_rank(cut_of(process_grid()), ranks(), rank_));
}

int Decomposition::least_columns_of_ranks() const {
  const auto [px, py] = process_grid();
  int least = std::numeric_limits<int>::max();
  if (px > 1)
    for (int i = 0; i < px; ++i) least = std::min(least, of_rank(i).partition().nx);
  if (py > 1)
    for (int j = 0; j < py; ++j) least = std::min(least, of_rank(j * px).partition().ny);
  return least;
}

int Decomposition::neighbour(Direction d) const {
  const auto [px, py] = process_grid();
  const auto around = [](int at, int parts, bool periodic) {
    return periodic && parts > 1 ? (at + parts) % parts : at;
  };
  const int x = around(rank_ % px + step(d).x, px, periodic().x),
            y = around(rank_ / px + step(d).y, py, periodic().y);
  return x < 0 || x >= px || y < 0 || y >= py ? -1 : y * px + x;
}

std::array<int, direction_count> Decomposition::neighbours() const {
  std::array<int, direction_count> n;
  for (int d = 0; d < direction_count; ++d) n[std::size_t(d)] = neighbour(Direction(d));
  return n;
}

} // namespace isobar
