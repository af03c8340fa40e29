#pragma once
#include "device/stencil.hpp"
#include <isobar/core/grid/partition.hpp>

namespace isobar {

/// A field that is 1 in one cell and 0 in all others, as the stencil of this cell sees it. A times
/// this field is A's diagonal there. The only column along a periodic axis is its own neighbour.
struct UnitRow {
  bool single_x = false, single_y = false;

  UnitRow() = default;
  explicit UnitRow(const Partition& p)
      : single_x(p.periodic.x && p.global_nx == 1), single_y(p.periodic.y && p.global_ny == 1) {}

  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V value(int up, int east = 0, int north = 0) const {
    const bool here = up == 0 && (east == 0 || single_x) && (north == 0 || single_y);
    return V(typename V::value_type(here ? 1 : 0));
  }
  /// Returns the field in a Window or a CornerWindow.
  template <class Seen, class V> KOKKOS_FORCEINLINE_FUNCTION Seen window() const {
    Seen seen{};
    seen.start(*this);
    seen.move_up(*this, false);
    return seen;
  }
};

} // namespace isobar
