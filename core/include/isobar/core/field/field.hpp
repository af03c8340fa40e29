#pragma once
#include <isobar/core/base/host_pages.hpp>
#include <isobar/core/base/kept_pages.hpp>
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/padding.hpp>
#include <isobar/core/base/precision.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace isobar {

/// The sizes of one rank's part of a field, in numbers and not in bytes. padding.hpp describes the
/// padding.
struct FieldShape {
  int nx = 0, ny = 0, nz = 0; ///< owned columns in x and y, layers
  int offset = 0;             ///< numbers before the first owned cell of a row
  int pitch = 0; ///< numbers from one layer to the next; with z fastest, between columns
  Layout layout = Layout::x_fastest;

  /// Returns the shape for storage type T. With x fastest, rows are padded to whole packs, so that
  /// rows begin aligned and a kernel may load a full pack at their end. With z fastest, columns are
  /// padded to cache lines, and a row begins and ends with a halo column.
  template <class T>
  static FieldShape of(int nx, int ny, int nz, Layout layout = Layout::x_fastest);

  /// Numbers in memory from a cell to the one east of it, the one above it and the one north of it.
  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t column_stride() const {
    return layout == Layout::x_fastest ? 1 : pitch;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t layer_stride() const {
    return layout == Layout::x_fastest ? pitch : 1;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t row_stride() const {
    return std::ptrdiff_t(pitch) * (layout == Layout::x_fastest ? nz : nx + 2);
  }
  /// The place of the cell (i, k, j) in memory.
  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t place(int i, int k, int j) const {
    return (j + 1) * row_stride() + i * column_stride() + k * layer_stride() + offset;
  }
  /// Rows in memory: the owned ones and one halo row on either side. With x fastest, there are also
  /// the rows that teams may read above the top layer of the last one (padding.hpp).
  int rows() const {
    return ny + 2 + (layout == Layout::x_fastest && nz > 0 ? rows_behind(nz) : 0);
  }
  /// Numbers in memory.
  Int64 size() const { return Int64(row_stride()) * rows(); }
  Int64 unknowns() const { return Int64(nx) * ny * nz; }
  bool operator==(const FieldShape&) const = default;
};

/// The numbers of a field in either layout, for BLAS-1, exchanges and files. Construction allocates
/// the numbers and sets them to 0. Copies share the data, as Views do. A field keeps its shared
/// block (SharedBlock) or kept memory (kept_pages.hpp) alive; its Views alone do not.
template <class T> class FieldMemory {
public:
  using value_type = T;
  /// Indices are (x, layer, y), or (layer, x, y) for z fastest.
  using View = Kokkos::View<T***, Kokkos::LayoutLeft, MemorySpace>;
  using Flat =
      Kokkos::View<T*, Kokkos::LayoutLeft, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  KOKKOS_FORCEINLINE_FUNCTION const FieldShape& shape() const { return shape_; }
  /// All numbers in the order of memory, with padding and halo. The cell (i, k, j) is
  /// view()(shape().offset + i, k, j + 1) for x fastest, and view()(k, i + 1, j + 1) for z fastest.
  const View& view() const { return view_; }
  /// All numbers as one vector of shape().size() numbers. It must not outlive the field.
  Flat flat() const { return Flat(view_.data(), view_.span()); }

protected:
  FieldMemory() = default;
  FieldMemory(const std::string& label, const FieldShape& shape) : shape_(shape) {
    const std::ptrdiff_t lines = shape.row_stride() / shape.pitch;
    const auto pages =
        block_of_kept_pages(View::required_allocation_size(shape.pitch, lines, shape.rows()));
    memory_ = memory_of_views();
    view_ = make_view<View>(label, shape.pitch, lines, shape.rows());
    if constexpr (on_host) prefer_huge_pages(view_.data(), view_.span() * sizeof(T));
    Kokkos::deep_copy(ExecutionSpace(), view_, T(0));
  }

  BlockMemory memory_;
  View view_;
  FieldShape shape_;
};

/// A scalar field on the columns of one rank. Indices are (i, k, j). The ranges i = -1..nx and j =
/// -1..ny include a halo of one cell; k goes from 0 to nz-1. There are two layouts:
/// - x fastest, then the layer, then y: a column's neighbours in x are adjacent, so that one team's
///   columns are contiguous.
/// - z fastest, then x, then y: a column is contiguous, as in host order (host_order.hpp).
template <class T, Layout L = Layout::x_fastest> class Field : public FieldMemory<T> {
public:
  Field() = default;
  Field(const std::string& label, int nx, int ny, int nz)
      : FieldMemory<T>(label, FieldShape::of<T>(nx, ny, nz, L)) {}

  /// The owned cells as a View that shares the field's memory: (i, k, j), or (k, i, j) for z
  /// fastest. It serves parallel_for, deep_copy, mdspan and debuggers.
  auto owned() const {
    const FieldShape& s = this->shape_;
    const std::pair<int, int> rows(1, s.ny + 1), layers(0, s.nz);
    if constexpr (L == Layout::x_fastest)
      return Kokkos::subview(this->view_, std::pair<int, int>(s.offset, s.offset + s.nx), layers,
                             rows);
    else return Kokkos::subview(this->view_, layers, std::pair<int, int>(1, s.nx + 1), rows);
  }
  /// Returns a view of the field that owns `count` rows from row `first` on. The rows beside these
  /// are its halo. It shares the field's memory.
  Field rows(int first, int count) const {
    Field part = *this;
    part.view_ = Kokkos::subview(this->view_, Kokkos::ALL, Kokkos::ALL,
                                 std::pair<int, int>(first, int(this->view_.extent(2))));
    part.shape_.ny = count;
    return part;
  }
  /// Returns a view of the field that owns nx columns and ny rows from column (i, j) on. It shares
  /// the field's memory.
  Field part(int i, int j, int nx, int ny) const requires(L == Layout::x_fastest) {
    Field part = rows(j, ny);
    part.shape_.offset += i;
    part.shape_.nx = nx;
    return part;
  }
  KOKKOS_FORCEINLINE_FUNCTION T& operator()(int i, int k, int j) const {
    return column(i, j)[k * layer_stride()];
  }
  /// The address of the cell (i, 0, j). The cell above it is layer_stride() numbers further, the
  /// eastern one column_stride(), and the northern one row_stride().
  KOKKOS_FORCEINLINE_FUNCTION T* column(int i, int j) const {
    return this->view_.data() + (j + 1) * row_stride() + i * column_stride() + this->shape_.offset;
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

/// The field type of a precision.
template <class P> using FieldOf = Field<typename P::storage, P::layout>;

template <class T> FieldShape FieldShape::of(int nx, int ny, int nz, Layout layout) {
  const auto round_up = [](int n, int to) { return (n + to - 1) / to * to; };
  constexpr int line = row_alignment / int(sizeof(T));
  FieldShape s{nx, ny, nz, line, 0, layout};
  s.pitch = layout == Layout::x_fastest ? round_up(line + round_up(nx, widest_pack<T>), line)
                                        : round_up(nz, line);
  // If layers, or neighbouring columns, were a whole page apart, they would compete for the same
  // cache sets during a column walk.
  if (on_host && (s.pitch * int(sizeof(T))) % 2048 == 0) s.pitch += line;
  if (layout == Layout::z_fastest) s.offset = s.pitch; // the western halo column
  return s;
}

} // namespace isobar
