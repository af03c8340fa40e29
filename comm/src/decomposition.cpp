#include <isobar/comm/decomposition.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>

namespace isobar {
namespace {

using Fault = DecompositionError::Fault;

constexpr int ceil_div(int n, int d) { return n / d + (n % d != 0); }

/// Most levels of one direction.
int levels_along(int n, int parts) {
  if (n < parts) return 0;
  int levels = 1;
  for (; n % 2 == 0 && n / 2 >= parts; n /= 2) ++levels;
  return levels;
}

/// First of `n` columns dealt to `parts` ranks that part `p` owns; the first ones own one more
/// where n does not divide. first_of(n, parts, parts) is n.
int first_of(int n, int parts, int p) { return n / parts * p + std::min(p, n % parts); }

template <class F> void for_process_grids(int ranks, const F& visit) {
  for (int px = 1; px <= ranks; ++px)
    if (ranks % px == 0) visit(ProcessGrid{px, ranks / px});
}

/// Owned and halo columns of the busiest rank: its time for kernels and exchanges.
Int64 busiest_columns(int nx, int ny, int levels, ProcessGrid g) {
  const auto along = [levels](int n, int parts) {
    const int owned = ceil_div(n >> (levels - 1), parts) << (levels - 1);
    return Int64(owned) + std::min(parts - 1, 2);
  };
  return along(nx, g.px) * along(ny, g.py);
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

std::string as_text(ProcessGrid g) { return fmt::format("{} x {}", g.px, g.py); }

/// The process grid that would be chosen, as advice at the end of a message.
std::string advice(int nx, int ny, int levels, int ranks) {
  const int possible = max_levels(nx, ny, ranks);
  if (possible == 0) return fmt::format("; no process grid of {} ranks fits", ranks);
  const auto grid = choose_process_grid(nx, ny, std::min(levels, possible), ranks);
  return fmt::format("; {} would fit", as_text(grid));
}

void require_fit(const DecompositionSpec& s) {
  const ProcessGrid g = *s.process_grid;
  if (g.px < 1 || g.py < 1 || Int64(g.px) * g.py != s.ranks)
    throw DecompositionError(Fault::process_grid,
                             fmt::format("process grid {} has {} ranks, but the run has {}{}",
                                         as_text(g), Int64(g.px) * g.py, s.ranks,
                                         advice(s.nx, s.ny, s.levels, s.ranks)));
  const int possible = max_levels(s.nx, s.ny, g);
  if (possible == 0)
    throw DecompositionError(
        Fault::process_grid,
        fmt::format("process grid {} has more ranks in a direction than {} x {} columns{}",
                    as_text(g), s.nx, s.ny, advice(s.nx, s.ny, s.levels, s.ranks)));
  if (s.levels <= possible) return;
  const int best = max_levels(s.nx, s.ny, s.ranks);
  throw DecompositionError(
      Fault::levels,
      fmt::format("{} levels: {} x {} columns on a process grid of {} allow at most {}{}", s.levels,
                  s.nx, s.ny, as_text(g), possible,
                  best > possible
                      ? fmt::format(" ({} would allow {})",
                                    as_text(choose_process_grid(s.nx, s.ny, best, s.ranks)), best)
                      : ""));
}

} // namespace

int max_levels(int nx, int ny, ProcessGrid grid) {
  return std::min(levels_along(nx, grid.px), levels_along(ny, grid.py));
}

int max_levels(int nx, int ny, int ranks) {
  int most = 0;
  for_process_grids(ranks, [&](ProcessGrid g) { most = std::max(most, max_levels(nx, ny, g)); });
  return most;
}

ProcessGrid choose_process_grid(int nx, int ny, int levels, int ranks) {
  require_positive({nx, ny, levels, ranks});
  ProcessGrid best;
  constexpr Int64 none = std::numeric_limits<Int64>::max();
  Int64 fewest = none;
  for_process_grids(ranks, [&](ProcessGrid g) {
    if (max_levels(nx, ny, g) < levels) return;
    const Int64 columns = busiest_columns(nx, ny, levels, g);
    if (columns >= fewest) return;
    best = g;
    fewest = columns;
  });
  if (fewest != none) return best;
  const int possible = max_levels(nx, ny, ranks);
  if (possible == 0)
    throw DecompositionError(
        Fault::ranks, fmt::format("{} ranks: no process grid fits {} x {} columns", ranks, nx, ny));
  throw DecompositionError(Fault::levels,
                           fmt::format("{} levels: {} x {} columns on {} ranks allow at most {}",
                                       levels, nx, ny, ranks, possible));
}

Decomposition::Decomposition(const DecompositionSpec& spec, int rank) : spec_(spec), rank_(rank) {
  require_positive(spec);
  if (spec.process_grid) require_fit(spec);
  else spec_.process_grid = choose_process_grid(spec.nx, spec.ny, spec.levels, spec.ranks);
  assert(0 <= rank && rank < spec.ranks);
}

Decomposition Decomposition::of_rank(int rank) const { return Decomposition(spec_, rank); }

int Decomposition::max_levels() const {
  return isobar::max_levels(spec_.nx, spec_.ny, process_grid());
}

Partition Decomposition::partition(int level) const {
  assert(0 <= level && level < levels());
  const auto [px, py] = process_grid();
  const int x = rank_ % px, y = rank_ / px;
  const int coarsest = levels() - 1, up = coarsest - level;
  const int cx = spec_.nx >> coarsest, cy = spec_.ny >> coarsest;
  Partition p{spec_.nx >> level, spec_.ny >> level, first_of(cx, px, x) << up,
              first_of(cy, py, y) << up};
  p.nx = (first_of(cx, px, x + 1) << up) - p.first_i;
  p.ny = (first_of(cy, py, y + 1) << up) - p.first_j;
  return p;
}

int Decomposition::neighbour(Direction d) const {
  const auto [px, py] = process_grid();
  const int x = rank_ % px + step(d).x, y = rank_ / px + step(d).y;
  return x < 0 || x >= px || y < 0 || y >= py ? -1 : y * px + x;
}

std::array<int, direction_count> Decomposition::neighbours() const {
  std::array<int, direction_count> n;
  for (int d = 0; d < direction_count; ++d) n[std::size_t(d)] = neighbour(Direction(d));
  return n;
}

} // namespace isobar
