#pragma once
#include "device/pack.hpp"

/// Where neighbours are in memory, for kernels of both layouts. With x fastest, neighbouring
/// columns are adjacent: their stride is a constant, places are plain pointers, and a pack is one
/// load. With z fastest, neighbouring layers are adjacent, columns are far apart, and a pack is
/// gathered from several columns.
namespace isobar {

/// A cell that a kernel works on: its indices, and its place in every
/// field of the kernel's shape. One offset reaches all of these
/// fields, which keeps address arithmetic out of the innermost loop.
struct Cell {
  int i, k, j;
  std::ptrdiff_t at;
  /// On a march, the stride from the thread's lowest layer; an int, for one instruction.
  int up = 0;
};

/// The strides of a field from one column and one layer to the next. One of the two is 1.
template <Layout L> struct RowStrides {
  static constexpr std::ptrdiff_t column = 1;
  std::ptrdiff_t layer;
};
template <> struct RowStrides<Layout::z_fastest> {
  std::ptrdiff_t column;
  static constexpr std::ptrdiff_t layer = 1;
};

/// A place in a z-fastest field, where the column n further east is n strides away.
template <class S> struct StridedColumns {
  S* first;
  std::ptrdiff_t column;
  KOKKOS_FORCEINLINE_FUNCTION StridedColumns operator+(std::ptrdiff_t numbers) const {
    return {first + numbers, column};
  }
  KOKKOS_FORCEINLINE_FUNCTION StridedColumns operator-(std::ptrdiff_t numbers) const {
    return {first - numbers, column};
  }
  KOKKOS_FORCEINLINE_FUNCTION S& operator[](int east) const { return first[east * column]; }
};

/// How kernels point to a cell and to the cells beside it.
template <class S, Layout L>
using ColumnPointer = std::conditional_t<L == Layout::x_fastest, S*, StridedColumns<S>>;

/// Returns the place on the same layer of the column `columns` further east.
template <class S> KOKKOS_FORCEINLINE_FUNCTION S* beside(S* p, int columns) { return p + columns; }
template <class S>
KOKKOS_FORCEINLINE_FUNCTION StridedColumns<S> beside(const StridedColumns<S>& p, int columns) {
  return p + columns * p.column;
}

/// These are the functions of pack.hpp for strided columns.
template <class P, class S> KOKKOS_FORCEINLINE_FUNCTION P load(const StridedColumns<S>& p) {
  P r;
  for (int n = 0; n < P::width; ++n) r.set(n, typename P::value_type(p[n]));
  return r;
}
template <class P, class S> KOKKOS_FORCEINLINE_FUNCTION P load_aligned(const StridedColumns<S>& p) {
  return load<P>(p);
}
template <class P, class S>
KOKKOS_FORCEINLINE_FUNCTION Loaded<P, std::remove_const_t<S>>
read_ahead(const StridedColumns<S>& p) {
  if constexpr (on_host) return load<P>(p);
  else return *p.first;
}
template <class T, int W, class S>
KOKKOS_FORCEINLINE_FUNCTION void store(const StridedColumns<S>& p, const Pack<T, W>& x,
                                       int active) {
  for (int n = 0; n < W; ++n)
    if (n < active) p[n] = S(x.get(n));
}
template <class T, int W, class S>
KOKKOS_FORCEINLINE_FUNCTION void store_aligned(const StridedColumns<S>& p, const Pack<T, W>& x,
                                               int active) {
  store(p, x, active);
}
/// Does nothing, because a column is written in the order of memory, which hardware foresees.
template <class S> KOKKOS_FORCEINLINE_FUNCTION void will_write(const StridedColumns<S>&) {}

} // namespace isobar
