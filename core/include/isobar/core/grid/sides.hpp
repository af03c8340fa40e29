#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/grid/boundaries.hpp>
#include <isobar/core/grid/partition.hpp>

#include <array>

/// The six sides of the domain, and a rank's cells beside them.
namespace isobar {

/// A side of the domain.
enum class DomainSide { west, east, south, north, bottom, top };
inline constexpr std::array all_sides{DomainSide::west,  DomainSide::east,   DomainSide::south,
                                      DomainSide::north, DomainSide::bottom, DomainSide::top};

/// The name of a side.
constexpr const char* to_string(DomainSide side) {
  constexpr std::array names{"west", "east", "south", "north", "bottom", "top"};
  return names[std::size_t(side)];
}
/// The axis across a side: 0 is x, 1 is y, 2 is z.
constexpr int axis_of(DomainSide side) { return int(side) / 2; }
/// Whether indices along the axis begin at this side.
constexpr bool is_low(DomainSide side) { return int(side) % 2 == 0; }

/// The boundary condition on a side.
constexpr Boundary boundary_at(const Boundaries& b, DomainSide side) {
  return std::array{b.west, b.east, b.south, b.north, b.bottom, b.top}[std::size_t(side)];
}

/// A rank's cells beside a side of the domain. Along `axis` they have the index `at`. The two other
/// axes number them, x before y before z.
struct SidePlane {
  int axis = 0, at = 0;
  int first = 0, second = 0; ///< cells along the two axes; 0 if the rank has none

  struct Cell {
    int i, j, k;
  };
  KOKKOS_FUNCTION Cell cell(int a, int b) const {
    return axis == 0 ? Cell{at, a, b} : axis == 1 ? Cell{a, at, b} : Cell{a, b, at};
  }
  bool empty() const { return first <= 0 || second <= 0; }
};

/// Returns the plane by the rank's own indices. `part` is a rectangle; on the sphere it is
/// Partition::in_host_order, which has only bottom and top as sides.
inline SidePlane side_plane(DomainSide side, const Partition& part, int nz) {
  const int axis = axis_of(side);
  if (axis == 2) return {axis, is_low(side) ? 0 : nz - 1, part.nx, part.ny};
  const bool there = side == DomainSide::west    ? part.at_west()
                     : side == DomainSide::east  ? part.at_east()
                     : side == DomainSide::south ? part.at_south()
                                                 : part.at_north();
  if (!there) return {axis};
  const int columns = axis == 0 ? part.nx : part.ny;
  return {axis, is_low(side) ? 0 : columns - 1, axis == 0 ? part.ny : part.nx, nz};
}

} // namespace isobar
