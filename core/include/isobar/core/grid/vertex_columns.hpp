#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/grid/grid_spec.hpp>
#include <isobar/core/grid/partition.hpp>

namespace isobar {

/// The horizontal numbers of one rank's columns with the vertex flux (Flux::vertex). With the metric K of the grid's vertices,
///
///     energy of a vertex = 1/2 ( K_aa (D_s^2 + D_n^2) / 2 + K_bb (D_w^2 + D_e^2) / 2 + 2 K_ab (D_s + D_n) / 2 (D_w + D_e) / 2 )
///
/// D_s = u_se - u_sw and so on, the differences of the four columns around it. A column is coupled to its eight neighbours:
///
///     (alpha u)_ij = total u_ij - sum over the edges of west, south times the neighbour
///                    - corner (south-west, north-east) u + corner (south-east, north-west) u
///
/// Views (i, j), LayoutLeft, i = 0.. from the first owned column, padded with zeros to whole packs. Couplings to nodes on sides of the
/// domain are 0, and count in `total`.
template <class A> struct VertexColumns {
  using View = Kokkos::View<A**, Kokkos::LayoutLeft, MemorySpace>;
  View total;  ///< (nx, ny)
  View west;   ///< of the western edge, (nx+1, ny)
  View south;  ///< of the southern edge, (nx, ny+1)
  View corner; ///< of the south-western vertex: K_ab / 2, (nx+1, ny+1)

  /// Of the columns of a domain by formulas. Throws std::invalid_argument if the spec has functions of the position, or a side that is
  /// closed.
  static VertexColumns of(const GridSpec& spec, const Partition& partition);
  /// Device bytes.
  static Int64 bytes(int nx, int ny);
};

} // namespace isobar
