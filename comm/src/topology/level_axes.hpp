#pragma once
#include <isobar/comm/topology/decomposition.hpp>

#include <isobar/core/grid/coarsening.hpp>

#include <algorithm>

/// Halvings of a domain's two directions, and their columns on each rank.
namespace isobar {

constexpr int ceil_div(int n, int d) { return n / d + (n % d != 0); }

/// One direction: n columns of the finest level, halved several times, and distributed over several ranks.
struct LevelAxis {
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
struct LevelAxes {
  LevelAxis x, y;
  const std::vector<Coarsening>& given; ///< empty: next_coarsening chooses
  int level = 0;

  LevelAxes(const DecompositionSpec& s, ProcessGrid g, int levels_below = 0)
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

inline PanelCut cut_of(ProcessGrid g) { return {g.px, g.py}; }

} // namespace isobar
