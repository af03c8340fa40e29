#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/padding.hpp>
#include <isobar/core/base/precision.hpp>

#include <cstddef>
#include <string>

namespace isobar {

/// Bytes to which the first owned cell of every row is aligned: a cache line on hosts, the
/// 128 bytes that a warp loads at once on GPUs (the paper's OLx = 32).
inline constexpr int row_alignment = on_host ? 64 : 128;

/// Sizes of one rank's part of a field. Counted in numbers, not bytes.
struct FieldShape {
  int nx = 0, ny = 0, nz = 0; ///< owned columns in x and y, layers
  int offset = 0;             ///< numbers before the first owned cell of a row
  int pitch = 0; ///< from one layer to the next; z fastest, from one column to the next
  Layout layout = Layout::x_fastest;

  /// Shape for storage type T.
  /// x fastest: rows are padded to whole packs, so that a kernel may load a full pack at the end of
  /// a row. The eastern halo cell of a layer stands in the cache line before the next level's first
  /// owned cell, whose last number is that layer's western one.
  /// z fastest: columns are padded to cache lines, and a row begins and ends with a halo column.
  template <class T>
  static FieldShape of(int nx, int ny, int nz, Layout layout = Layout::x_fastest);

  /// Numbers from a cell to the one east of it, the one above it and the one north of it.
  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t column_stride() const {
    return layout == Layout::x_fastest ? 1 : pitch;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t layer_stride() const {
    return layout == Layout::x_fastest ? pitch : 1;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t row_stride() const {
    return std::ptrdiff_t(pitch) * (layout == Layout::x_fastest ? nz : nx + 2);
  }
  /// Of the cell (i, k, j) in memory.
  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t place(int i, int k, int j) const {
    return (j + 1) * row_stride() + i * column_stride() + k * layer_stride() + offset;
  }
  /// Numbers in memory. x fastest, one more line for the halo cell behind the last layer, and on a
  /// GPU the layers that a team may read above the last row.
  Int64 size() const {
    const Int64 rows = Int64(row_stride()) * (ny + 2);
    return layout == Layout::x_fastest ? rows + Int64(pitch) * overhang(nz) + offset : rows;
  }
  Int64 unknowns() const { return Int64(nx) * ny * nz; }
  bool operator==(const FieldShape&) const = default;
};

/// The numbers of a field whatever its layout: for BLAS-1, exchanges and files. Copies share the
/// data, as Views do. Allocates and zeroes on construction.
template <class T> class FieldMemory {
public:
  using value_type = T;
  using Flat = Kokkos::View<T*, Kokkos::LayoutLeft, MemorySpace>;

  KOKKOS_FORCEINLINE_FUNCTION const FieldShape& shape() const { return shape_; }
  /// All numbers as they lie in memory, padding and halo included: shape().size() of them.
  const Flat& flat() const { return flat_; }

protected:
  FieldMemory() = default;
  FieldMemory(const std::string& label, const FieldShape& shape)
      : flat_(label, std::size_t(shape.size())), shape_(shape) {}

  Flat flat_;
  FieldShape shape_;
};

/// A scalar field on the columns of one rank: index order (i, k, j); i = -1..nx, j = -1..ny include
/// a halo of one cell; k = 0..nz-1. Two layouts:
/// x fastest, then the layer, then y: a column's neighbours in x are adjacent, so that one team's
/// columns are contiguous;
/// z fastest, then x, then y: a column is contiguous, as in host order (host_order.hpp).
template <class T, Layout L = Layout::x_fastest> class Field : public FieldMemory<T> {
public:
  Field() = default;
  Field(const std::string& label, int nx, int ny, int nz)
      : FieldMemory<T>(label, FieldShape::of<T>(nx, ny, nz, L)) {}

  KOKKOS_FORCEINLINE_FUNCTION T& operator()(int i, int k, int j) const {
    return column(i, j)[k * layer_stride()];
  }
  /// The cell (i, 0, j); the cell above is layer_stride() further, the one east column_stride(), the
  /// one north row_stride().
  KOKKOS_FORCEINLINE_FUNCTION T* column(int i, int j) const {
    return this->flat_.data() + (j + 1) * row_stride() + i * column_stride() + this->shape_.offset;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t column_stride() const {
    return L == Layout::x_fastest ? 1 : this->shape_.pitch;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t layer_stride() const {
    return L == Layout::x_fastest ? this->shape_.pitch : 1;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t row_stride() const {
    return std::ptrdiff_t(this->shape_.pitch) *
           (L == Layout::x_fastest ? this->shape_.nz : this->shape_.nx + 2);
  }
};

/// A field as a precision wants it.
template <class P> using FieldOf = Field<typename P::storage, P::layout>;

template <class T> FieldShape FieldShape::of(int nx, int ny, int nz, Layout layout) {
  const auto round_up = [](int n, int to) { return (n + to - 1) / to * to; };
  constexpr int line = row_alignment / int(sizeof(T));
  FieldShape s{nx, ny, nz, line, 0, layout};
  s.pitch = layout == Layout::x_fastest ? round_up(line + round_up(nx, widest_pack<T>), line)
                                        : round_up(nz, line);
  // Layers a whole page apart would compete for the same cache sets during a column walk, and so
  // would neighbouring columns.
  if (on_host && (s.pitch * int(sizeof(T))) % 2048 == 0) s.pitch += line;
  if (layout == Layout::z_fastest) s.offset = s.pitch; // the western halo column
  return s;
}

} // namespace isobar
