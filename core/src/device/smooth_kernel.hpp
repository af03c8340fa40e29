#pragma once
#include "device/kernel_concepts.hpp"
#include "device/smooth_sources.hpp"
#include "device/tridiag.hpp"

/// The smoother's kernel, for each source of its u.
namespace isobar {

/// The smoother's numbers for a pack of columns.
template <class V> struct SmoothColumn {
  V shift, reaction;
  V f;                        ///< rho / V_T
  V west, east, south, north; ///< rho alpha / V_T
};
/// The smoother's numbers with the vertex flux. The weights are alpha alone, because a GPU's march
/// adds the terms up before it knows V_T of their row.
template <class V> struct SmoothCornerColumn : SmoothColumn<V> {
  V south_west, south_east, north_west, north_east;
};

/// Computes out = (1 - rho) u + rho M^-1 (f - N u), where N is the horizontal part of A (petascale
/// paper, eq. 11). Source is one of smooth_sources.hpp. `corners` is true for the vertex flux.
template <class P, class Source, bool corners = false> struct SmoothKernel {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = SolvePackOf<P, true>;
  using Column = std::conditional_t<corners, SmoothCornerColumn<pack>, SmoothColumn<pack>>;
  struct Inputs {
    Loaded<pack, S> f;
  };
  static constexpr SolveLaunch launch{
      .couples_columns = true, .corners = corners, .asks_ahead = true};
  GridCells<A> grid;
  FieldStrides<P::layout> strides;
  A rho, kept; ///< kept = 1 - rho
  Source u;
  Cells<S, P::layout> f, out;

  KOKKOS_FORCEINLINE_FUNCTION void enter_patch(int patch) requires(corners&& requires(Source& s) {
    s.enter_patch(0);
  }) {
    u.enter_patch(patch);
  }
  KOKKOS_FORCEINLINE_FUNCTION Column column(const StencilOf<pack, corners>& stencil) const {
    const pack inverse = reciprocal(stencil.vertical), factor = rho * inverse;
    if constexpr (!corners)
      return {inverse * stencil.total, stencil.reaction,      factor,
              factor * stencil.west,   factor * stencil.east, factor * stencil.south,
              factor * stencil.north};
    else
      return {{inverse * stencil.total, stencil.reaction, factor, stencil.west, stencil.east,
               stencil.south, stencil.north},
              stencil.south_west,
              stencil.south_east,
              stencil.north_west,
              stencil.north_east};
  }
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {read_ahead<pack>(f.at(c))};
  }
  KOKKOS_FORCEINLINE_FUNCTION void will_solve(const Cell& c) const {
    will_read_pack<pack>(f.at(c));
    will_write_pack<pack>(out.at(c));
    u.template will_read<pack>(c);
  }
  /// Returns the right-hand side of a cell. `coupled` is the sum over the neighbours with the
  /// column's weights; d is the layer's.
  KOKKOS_FORCEINLINE_FUNCTION pack rhs(const Column& column, A d, const Inputs& in,
                                       const pack& coupled) const {
    if constexpr (corners) return column.f * (pack(in.f) + d * coupled);
    else return column.f * pack(in.f) + d * coupled;
  }
  /// Returns the part of u that is added to the solution.
  KOKKOS_FORCEINLINE_FUNCTION pack added(const pack& u_cell) const { return kept * u_cell; }
  KOKKOS_FORCEINLINE_FUNCTION void result(const Cell& c, const pack& relaxed, int active) const {
    const auto target = out.at(c);
    store(target, relaxed, active);
  }
};

} // namespace isobar
