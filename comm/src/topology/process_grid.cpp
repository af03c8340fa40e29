#include "topology/process_grid.hpp"

#include "topology/level_axes.hpp"

#include <fmt/format.h>

#include <limits>

namespace isobar {
namespace {

using Fault = DecompositionError::Fault;

/// Visits all process grids; on the sphere those of a panel's patches.
template <class F> void for_process_grids(const DecompositionSpec& s, const F& visit) {
  const int ranks = s.sphere ? patches_of_panel(s.ranks) : s.ranks;
  for (int px = 1; px <= ranks; ++px)
    if (ranks % px == 0) visit(ProcessGrid{px, ranks / px});
}

/// The owned and halo columns of the busiest rank, a measure of its time for kernels and exchanges.
Int64 busiest_columns(const DecompositionSpec& s, ProcessGrid g) {
  if (s.sphere) return g.px + g.py; // all ranks are equal: the length of a patch's sides
  const LevelAxes axes(s, g, s.levels - 1);
  const auto along = [](const LevelAxis& a) { return a.busiest() + a.from_others(); };
  return along(axes.x) * along(axes.y);
}

} // namespace

int levels_on(const DecompositionSpec& s, ProcessGrid grid) {
  if (s.sphere) return max_levels_on_sphere(s.nx, cut_of(grid));
  LevelAxes axes(s, grid);
  if (!axes.fit()) return 0;
  for (int levels = 1;; ++levels) {
    if (!axes.can_coarsen()) return levels;
    axes.coarsen();
    if (!axes.fit()) return levels;
  }
}

void require_positive(const DecompositionSpec& s) {
  if (s.nx < 1 || s.ny < 1)
    throw DecompositionError(
        Fault::size, fmt::format("{} x {} columns: each side needs at least 1", s.nx, s.ny));
  if (s.levels < 1)
    throw DecompositionError(Fault::levels,
                             fmt::format("{} levels: at least 1 is needed", s.levels));
  if (s.ranks < 1)
    throw DecompositionError(Fault::ranks, fmt::format("{} ranks: at least 1 is needed", s.ranks));
}

std::string about(Periodic periodic) {
  return periodic == Periodic{}
             ? ""
             : ", as a periodic direction is halved only while its number of columns is even";
}

int max_levels(int nx, int ny, ProcessGrid grid, Periodic periodic) {
  return levels_on({.nx = nx, .ny = ny, .periodic = periodic}, grid);
}

int max_levels(int nx, int ny, int ranks, Periodic periodic) {
  return max_levels({.nx = nx, .ny = ny, .ranks = ranks, .periodic = periodic});
}

int max_levels(const DecompositionSpec& spec) {
  int most = 0;
  for_process_grids(spec, [&](ProcessGrid g) { most = std::max(most, levels_on(spec, g)); });
  return most;
}

ProcessGrid choose_process_grid(int nx, int ny, int levels, int ranks, Periodic periodic) {
  return choose_process_grid(
      {.nx = nx, .ny = ny, .levels = levels, .ranks = ranks, .periodic = periodic});
}

ProcessGrid choose_process_grid(const DecompositionSpec& s) {
  require_positive(s);
  ProcessGrid best;
  constexpr Int64 none = std::numeric_limits<Int64>::max();
  Int64 fewest = none;
  for_process_grids(s, [&](ProcessGrid g) {
    if (levels_on(s, g) < s.levels) return;
    const Int64 columns = busiest_columns(s, g);
    if (columns >= fewest) return;
    best = g;
    fewest = columns;
  });
  if (fewest != none) return best;
  const int possible = max_levels(s);
  if (possible == 0)
    throw DecompositionError(
        Fault::ranks,
        s.sphere
            ? fmt::format(
                  "{} ranks: panels of {} x {} columns cannot be cut into {} equal patches; "
                  "expected as many ranks as divide 6, or another number of columns",
                  s.ranks, s.nx, s.ny, patches_of_panel(s.ranks))
            : fmt::format("{} ranks: no process grid fits {} x {} columns; expected fewer ranks",
                          s.ranks, s.nx, s.ny));
  throw DecompositionError(Fault::levels,
                           fmt::format("{} levels: {} x {} columns on {} ranks allow at most {}{}",
                                       s.levels, s.nx, s.ny, s.ranks, possible, about(s.periodic)));
}

} // namespace isobar
