#include <isobar/comm/decomposition.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace isobar {
namespace {

using Fault = DecompositionError::Fault;

constexpr int ceil_div(int n, int d) { return n / d + (n % d != 0); }

/// One direction: n columns of the finest level, halved so often, on so many ranks.
struct Axis {
  int n, halvings, parts;

  int columns(int level) const { return ceil_div(n, 1 << level); }
  int columns() const { return columns(halvings); } ///< of the coarsest level
  bool narrow_end() const { return n % (1 << halvings) != 0; }
  /// Whether the last column covers a single one of the finer level. It needs one beside it then.
  bool single_end() const { return halvings > 0 && columns(halvings - 1) % 2 == 1; }
  bool fits() const { return columns() >= parts + (single_end() && parts > 1 ? 1 : 0); }
  /// First column of the coarsest level that part p owns; that of part `parts` is behind the last one.
  int first(int p) const {
    const int all = columns(), more = all % parts;
    return all / parts * p + (narrow_end() ? std::max(0, p - (parts - more)) : std::min(p, more));
  }
  /// The same on a level.
  int first(int p, int level) const {
    return std::min(first(p) << (halvings - level), columns(level));
  }
  /// Columns of the finest level that the busiest part owns at the most.
  int busiest() const { return std::min(ceil_div(columns(), parts) << halvings, n); }
};

/// Most levels of one direction.
int levels_along(int n, int parts) {
  int levels = 0;
  while (Axis{n, levels, parts}.fits() && (levels == 0 || Axis{n, levels - 1, parts}.columns() > 1))
    ++levels;
  return levels;
}

template <class F> void for_process_grids(int ranks, const F& visit) {
  for (int px = 1; px <= ranks; ++px)
    if (ranks % px == 0) visit(ProcessGrid{px, ranks / px});
}

/// Owned and halo columns of the busiest rank: its time for kernels and exchanges.
Int64 busiest_columns(int nx, int ny, int levels, ProcessGrid g) {
  const auto along = [levels](int n, int parts) {
    return Int64(Axis{n, levels - 1, parts}.busiest()) + std::min(parts - 1, 2);
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
  if (rank < 0 || rank >= spec.ranks)
    throw DecompositionError(Fault::ranks, fmt::format("rank {} of {}: expected one from 0 to {}",
                                                       rank, spec.ranks, spec.ranks - 1));
}

Decomposition Decomposition::of_rank(int rank) const { return Decomposition(spec_, rank); }

int Decomposition::max_levels() const {
  return isobar::max_levels(spec_.nx, spec_.ny, process_grid());
}

Partition Decomposition::partition(int level) const {
  if (level < 0 || level >= levels())
    throw DecompositionError(
        Fault::levels, fmt::format("level {} is asked for of a decomposition with levels 0 to {}",
                                   level, levels() - 1));
  const auto [px, py] = process_grid();
  const int i = rank_ % px, j = rank_ / px, halvings = levels() - 1;
  const Axis x{spec_.nx, halvings, px}, y{spec_.ny, halvings, py};
  Partition p = Partition::whole(spec_.nx, spec_.ny);
  for (int l = 0; l < level; ++l) p = p.coarsened();
  p.first_i = x.first(i, level);
  p.first_j = y.first(j, level);
  p.nx = x.first(i + 1, level) - p.first_i;
  p.ny = y.first(j + 1, level) - p.first_j;
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
