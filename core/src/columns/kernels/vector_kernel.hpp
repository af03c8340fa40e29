#pragma once
#include "walk/cell_walk.hpp"

namespace isobar {

/// The common part of kernels that update vectors cell by cell.
template <class P> struct VectorKernel {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = PackOf<P>;
  using Number = Loaded<pack, S>;
  static constexpr CellLaunch launch{};
  struct Column {};
  FieldStrides<P::layout> strides;

  KOKKOS_FORCEINLINE_FUNCTION Column column(int, int) const { return {}; }
};

} // namespace isobar
