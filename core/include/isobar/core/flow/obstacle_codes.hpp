#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/flow/flow_spec.hpp>
#include <isobar/core/grid/partition.hpp>

#include <cstdint>

namespace isobar {

/// The bits of a cell's code, one for each effect of the obstacles around the cell.
enum class ObstacleBit {
  u_closed, ///< the western face is a face of an obstacle's cell: the velocity on it is 0
  u_south,  ///< an obstacle's surface is half a cell south of this face: no slip along it
  u_north,
  u_below,
  u_above,
  v_closed, ///< as u_closed, for the southern face
  v_west,
  v_east,
  v_below,
  v_above,
  w_closed, ///< as u_closed, for the bottom face
  w_west,
  w_east,
  w_south,
  w_north,
  west, ///< no heat passes the cell's western face, as a cell beside the face is an obstacle's
  east,
  south,
  north,
  below,
  above,
  no_flux_west, ///< no flux of the pressure's gradient in the west; also set on sides of the box
  no_flux_east,
  no_flux_south,
  no_flux_north,
  no_flux_below,
  no_flux_above
};

/// The codes of a rank's owned cells, x fastest, then z, then y. Rows are padded, so that kernels
/// can load packs.
struct ObstacleCodes {
  Kokkos::View<std::uint32_t*, MemorySpace> bits;
  int row = 0; ///< numbers from one row of cells to the next

  ObstacleCodes() = default;
  /// Empty if the spec has no obstacles.
  ObstacleCodes(const FlowSpec& spec, const Partition& partition);
  /// Device bytes.
  static Int64 bytes(const FlowSpec& spec, const Partition& partition);
  bool empty() const { return bits.extent(0) == 0; }
};

} // namespace isobar
