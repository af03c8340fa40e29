#pragma once
#include "device/pack.hpp"
#include "fem/macro_places.hpp"

namespace isobar {

/// Five bands of a matrix of order 1 inside macro elements. They couple the unknown at (i, j) of a lattice with itself, its
/// right neighbour, and three unknowns in the row above. The other four entries of its row belong to its neighbours on the left
/// and below, as the matrix is symmetric. So a macro element also has numbers for places on its left, right and lower sides.
/// These are i = 0 to m and j = 0 to m - 1. A row is stored band by band, so that a walk along i reads memory in its order.
template <class T> struct MacroBands {
  enum Band { itself, right, above, above_right, above_left };
  static constexpr int count = 5; ///< of bands
  const T* numbers;
  int cells; ///< m

  /// Returns the numbers of all macro elements, plus some at the end that a host's last pack reads and does not use.
  static Int64 size(const MacroPlaces& p) {
    return Int64(p.macros) * p.cells * count * pitch(p.cells) + 64;
  }
  static KOKKOS_FORCEINLINE_FUNCTION int pitch(int cells) { return cells + 1; }
  /// row() returns where the numbers of band 0 of a row begin, and pitch() the distance from one band to the next.
  KOKKOS_FORCEINLINE_FUNCTION Int64 row(int macro, int j) const {
    return (Int64(macro) * cells + j) * (count * pitch(cells));
  }
  KOKKOS_FORCEINLINE_FUNCTION int pitch() const { return pitch(cells); }
};

/// The bands of one row, from the place of an unknown, or of the first one of a pack. Products take three packs of a row of u.
/// They begin at the place on the left, at the place itself, and at the place on the right.
template <class T> struct BandsAt {
  using Bands = MacroBands<T>;
  const T* at; ///< in band 0
  int pitch;

  KOKKOS_FORCEINLINE_FUNCTION BandsAt moved(int places) const { return {at + places, pitch}; }
  template <class V> KOKKOS_FORCEINLINE_FUNCTION V number(int band, int shift = 0) const {
    return load<V>(at + (band * pitch + shift));
  }
  /// Returns the part of an unknown's product that comes from its own row and the row above.
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V product(const V (&own)[3], const V (&above)[3]) const {
    const V along = number<V>(Bands::itself) * own[1] + number<V>(Bands::right) * own[2] +
                    number<V>(Bands::right, -1) * own[0];
    return along + number<V>(Bands::above) * above[1] + number<V>(Bands::above_right) * above[2] +
           number<V>(Bands::above_left) * above[0];
  }
  /// Returns the part of the product at the unknown above that comes from this row.
  template <class V> KOKKOS_FORCEINLINE_FUNCTION V for_above(const V (&own)[3]) const {
    return number<V>(Bands::above) * own[1] + number<V>(Bands::above_right, -1) * own[0] +
           number<V>(Bands::above_left, 1) * own[2];
  }
};

} // namespace isobar
