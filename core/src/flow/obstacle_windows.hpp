#pragma once
#include "device/stencil.hpp"
#include "flow/obstacle_cells.hpp"

namespace isobar {

/// Sets the neighbouring numbers of a cell that lie in obstacles. Surfaces are half a cell away, have no slip, and let no heat
/// pass. In and out: `field`, one window for each FlowField.
template <bool with_temperature, class V>
KOKKOS_FORCEINLINE_FUNCTION void close_around(const std::uint32_t* codes, Window<V>* field) {
  using enum ObstacleBit;
  const auto stick = [&](ObstacleBit b, V& beside, const V& centre) {
    beside = chosen(codes, b, typename V::value_type(-1) * centre, beside);
  };
  Window<V>&u = field[int(FlowField::u)], &v = field[int(FlowField::v)],
  &w = field[int(FlowField::w)];
  stick(u_south, u.south, u.centre);
  stick(u_north, u.north, u.centre);
  stick(u_below, u.below, u.centre);
  stick(u_above, u.above, u.centre);
  stick(v_west, v.west, v.centre);
  stick(v_east, v.east, v.centre);
  stick(v_below, v.below, v.centre);
  stick(v_above, v.above, v.centre);
  stick(w_west, w.west, w.centre);
  stick(w_east, w.east, w.centre);
  stick(w_south, w.south, w.centre);
  stick(w_north, w.north, w.centre);
  if constexpr (with_temperature) {
    Window<V>& t = field[int(FlowField::temperature)];
    t.west = chosen(codes, west, t.centre, t.west);
    t.east = chosen(codes, east, t.centre, t.east);
    t.south = chosen(codes, south, t.centre, t.south);
    t.north = chosen(codes, north, t.centre, t.north);
    t.below = chosen(codes, below, t.centre, t.below);
    t.above = chosen(codes, above, t.centre, t.above);
  }
}

} // namespace isobar
