#pragma once
#include <isobar/core/grid/partition.hpp>

#include <cstddef>
#include <vector>

namespace isobar {

/// The rows of a level in parts: those that neighbours in y wait for come first, and
/// travel while a step works on the others. Grid has partition() and rows(first, count).
template <class Grid> class RimFirstRows {
public:
  RimFirstRows() = default;
  /// `rows` at each side with a neighbour. There are no parts without a
  /// neighbour, if ranks also have neighbours in x, or with too few rows.
  RimFirstRows(const Grid& grid, int rows) {
    const Partition& p = grid.partition();
    if (!p.has_whole_rows() || p.is_whole() || p.ny <= 4 * rows) return;
    const int south = p.at_south() ? 0 : rows, north = p.at_north() ? 0 : rows;
    if (south > 0) parts_.push_back({grid.rows(0, rows), 0});
    if (north > 0) parts_.push_back({grid.rows(p.ny - rows, rows), p.ny - rows});
    parts_.push_back({grid.rows(south, p.ny - south - north), south});
  }
  bool empty() const { return parts_.empty(); }
  /// Calls step(grid of some rows, the first of them) for all parts, and send()
  /// before the last one. Without parts it makes one step on the whole grid.
  template <class Step, class Send>
  void for_each(const Grid& whole, const Step& step, const Send& send) const {
    if (parts_.empty()) step(whole, 0);
    for (const Part& part : parts_) {
      if (&part == &parts_.back()) send();
      step(part.grid, part.first);
    }
  }

  /// The same in reverse order, for steps that need received rows beside neighbours: calls receive() before these.
  template <class Step, class Receive>
  void inner_first(const Step& step, const Receive& receive) const {
    step(parts_.back().grid, parts_.back().first);
    receive();
    for (std::size_t n = 0; n + 1 < parts_.size(); ++n) step(parts_[n].grid, parts_[n].first);
  }

private:
  struct Part {
    Grid grid;
    int first;
  };
  std::vector<Part> parts_;
};

} // namespace isobar
