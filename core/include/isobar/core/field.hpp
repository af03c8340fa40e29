#pragma once
#include <isobar/core/march_shape.hpp>
#include <isobar/core/pack.hpp>
#include <isobar/core/scalar.hpp>

#include <cstddef>
#include <string>

namespace isobar {

/// Bytes to which the first owned cell of every row is aligned: a cache line on hosts, the
/// 128 bytes that a warp loads at once on GPUs (the paper's OLx = 32).
inline constexpr int row_alignment = on_host ? 64 : 128;

/// Sizes of one rank's part of a field. Counted in numbers, not bytes.
struct FieldShape {
  int nx = 0, ny = 0, nz = 0; ///< owned columns in x and y, levels
  int offset = 0;             ///< numbers before the first owned cell of a row
  int pitch = 0;              ///< numbers from one level to the next

  /// Shape for storage type T. Rows are padded to whole packs, so that a kernel may load a
  /// full pack at the end of a row. The eastern halo cell of a level stands in the cache line
  /// before the next level's first owned cell, whose last number is that level's western one.
  template <class T> static FieldShape of(int nx, int ny, int nz);
  /// Numbers in memory: one more line, for the halo cell behind the last level, and on a GPU the
  /// levels that a team may read above the last row.
  Count size() const { return Count(pitch) * (Count(nz) * (ny + 2) + overhang(nz)) + offset; }
  Count unknowns() const { return Count(nx) * ny * nz; }
};

/// A scalar field on the columns of one rank: LayoutLeft, index order (i, k, j), x fastest,
/// then the level, then y, so that a column's neighbours in x are adjacent and one team's
/// columns are contiguous. i = -1..nx, j = -1..ny include a halo of one cell; k = 0..nz-1.
/// Copies share the data, as Views do. Allocates and zeroes on construction.
template <class T> class Field {
public:
  using value_type = T;
  using View =
      Kokkos::View<T***, Kokkos::LayoutLeft, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using Flat = Kokkos::View<T*, Kokkos::LayoutLeft, MemorySpace>;

  Field() = default;
  Field(const std::string& label, int nx, int ny, int nz);

  KOKKOS_FORCEINLINE_FUNCTION T& operator()(int i, int k, int j) const {
    return column(i, j)[k * level_stride()];
  }
  /// The cell (i, 0, j); the cell above is level_stride() further, the one north row_stride().
  KOKKOS_FORCEINLINE_FUNCTION T* column(int i, int j) const {
    return flat_.data() + (std::ptrdiff_t(j + 1) * shape_.nz) * shape_.pitch + i + shape_.offset;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t level_stride() const { return shape_.pitch; }
  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t row_stride() const {
    return std::ptrdiff_t(shape_.pitch) * shape_.nz;
  }
  KOKKOS_FORCEINLINE_FUNCTION const FieldShape& shape() const { return shape_; }
  /// All numbers as they lie in memory, padding and halo included: shape().size() of them.
  const Flat& flat() const { return flat_; }
  /// The same as (pitch, nz, ny + 2), without the last line.
  View view() const { return View(flat_.data(), shape_.pitch, shape_.nz, shape_.ny + 2); }

private:
  Flat flat_;
  FieldShape shape_;
};

template <class T> FieldShape FieldShape::of(int nx, int ny, int nz) {
  const auto round_up = [](int n, int to) { return (n + to - 1) / to * to; };
  FieldShape s{nx, ny, nz, row_alignment / int(sizeof(T)), 0};
  s.pitch = round_up(s.offset + round_up(nx, widest_pack<T>), s.offset);
  // Levels a whole page apart would compete for the same cache sets during a column walk.
  if (on_host && (s.pitch * int(sizeof(T))) % 2048 == 0) s.pitch += s.offset;
  return s;
}

template <class T>
Field<T>::Field(const std::string& label, int nx, int ny, int nz)
    : flat_(label, std::size_t(FieldShape::of<T>(nx, ny, nz).size())),
      shape_(FieldShape::of<T>(nx, ny, nz)) {}

} // namespace isobar
