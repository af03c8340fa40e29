#include <isobar/comm/topology/decomposition.hpp>

#include <fmt/format.h>
#include <isobar/core/grid/coarsening.hpp>

#include <algorithm>
#include <limits>

namespace isobar {
namespace {

using Fault = DecompositionError::Fault;

constexpr int ceil_div(int n, int d) { return n / d + (n % d != 0); }

/// One direction: n columns of the finest level, halved several times, and distributed over several ranks.
struct Axis {
  int n, parts;
  bool periodic = false;
  int halvings = 0;

  int columns(int halved) const { return ceil_div(n, 1 << halved); }
  int columns() const { return columns(halvings); } ///< on the coarsest level
  bool narrow_end() const { return n % (1 << halvings) != 0; }
  /// Whether the last column covers a single one of the finer level. It then needs one beside it.
  bool single_end() const { return halvings > 0 && columns(halvings - 1) % 2 == 1; }
  bool fits() const { return columns() >= parts + (single_end() && parts > 1 ? 1 : 0); }
  /// First column of the coarsest level that part p owns; for p = `parts`, the one behind the last.
  int first(int p) const {
    const int all = columns(), more = all % parts;
    return all / parts * p + (narrow_end() ? std::max(0, p - (parts - more)) : std::min(p, more));
  }
  /// First column that part p owns on the level after `halved` halvings.
  int first(int p, int halved) const {
    return std::min(first(p) << (halvings - halved), columns(halved));
  }
  /// The largest number of finest columns that a part owns.
  Int64 busiest() const { return std::min(ceil_div(columns(), parts) << halvings, n); }
  /// The most halo columns that come from other parts.
  int from_others() const { return periodic && parts == 2 ? 2 : std::min(parts - 1, 2); }
};

/// Both directions of a level.
struct Axes {
  Axis x, y;
  const std::vector<Coarsening>& given; ///< empty: next_coarsening chooses
  int level = 0;

  Axes(const DecompositionSpec& s, ProcessGrid g, int levels_below = 0)
      : x{s.nx, g.px, s.periodic.x}, y{s.ny, g.py, s.periodic.y}, given(s.halvings) {
    for (int l = 0; l < levels_below; ++l) coarsen();
  }
  bool fit() const { return x.fits() && y.fits(); }
  bool can_coarsen() const {
    if (!given.empty()) return level < int(given.size());
    return (x.columns() > 1 || y.columns() > 1) &&
           keeps_periodic(x.columns(), y.columns(), {x.periodic, y.periodic});
  }
  Coarsening next() const {
    return given.empty() ? next_coarsening(x.columns(), y.columns()) : given[std::size_t(level)];
  }
  void coarsen() {
    const Coarsening halved = next();
    x.halvings += halved.x;
    y.halvings += halved.y;
    ++level;
  }
};

PanelCut cut_of(ProcessGrid g) { return {g.px, g.py}; }

/// Visits all process grids; on the sphere those of a panel's patches.
template <class F> void for_process_grids(const DecompositionSpec& s, const F& visit) {
  const int ranks = s.sphere ? patches_of_panel(s.ranks) : s.ranks;
  for (int px = 1; px <= ranks; ++px)
    if (ranks % px == 0) visit(ProcessGrid{px, ranks / px});
}

/// The owned and halo columns of the busiest rank, a measure of its time for kernels and exchanges.
Int64 busiest_columns(const DecompositionSpec& s, ProcessGrid g) {
  if (s.sphere) return g.px + g.py; // all ranks are equal: the length of a patch's sides
  const Axes axes(s, g, s.levels - 1);
  const auto along = [](const Axis& a) { return a.busiest() + a.from_others(); };
  return along(axes.x) * along(axes.y);
}

/// The most levels on this process grid; 0 if it has more ranks in a direction than there are columns.
int levels_on(const DecompositionSpec& s, ProcessGrid grid) {
  if (s.sphere) return max_levels_on_sphere(s.nx, cut_of(grid));
  Axes axes(s, grid);
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

/// The end of a line about too many levels.
std::string about(Periodic periodic) {
  return periodic == Periodic{}
             ? ""
             : ", as a periodic direction is halved only while its number of columns is even";
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
  const Axes all(spec_, process_grid(), levels() - 1);
  Partition p = Partition::whole(spec_.nx, spec_.ny, periodic());
  Axes here(spec_, process_grid());
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
