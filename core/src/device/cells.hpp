#pragma once
#include "device/strides.hpp"
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/grid_level.hpp>

/// How kernels see fields and grids: as plain pointers and strides. Functors that consist of them
/// are trivially copyable and small, and compilers know that a store does not change their members.
/// On an H200 a kernel with View indexing was measured 15 % slower.
namespace isobar {

/// The order in which a kernel counts rows. With `southward`, row 0 is the northernmost one, the
/// kernel's north is south, and walks go the other way.
enum class RowOrder { northward, southward };

/// The strides of a field from one column, one layer and one row to the next.
template <Layout L> struct FieldStrides : RowStrides<L> {
  static constexpr Layout layout = L;
  std::ptrdiff_t row;
  template <class S>
  explicit FieldStrides(const Field<S, L>& f, RowOrder order = RowOrder::northward)
      : row(order == RowOrder::northward ? f.row_stride() : -f.row_stride()) {
    if constexpr (L == Layout::x_fastest) this->layer = f.layer_stride();
    else this->column = f.column_stride();
  }
  /// The stride from a layer to the layer l above it, in numbers.
  KOKKOS_FORCEINLINE_FUNCTION int up(int l) const { return l * int(this->layer); }
  KOKKOS_FORCEINLINE_FUNCTION Cell cell(int i, int k, int j) const {
    return {i, k, j, (up(k) + j * row) + i * this->column};
  }
  /// The place of a cell like cell().at, computed in 64 bits throughout. With it a GPU's compiler
  /// orders the reads better in kernels without a column solve (5 % in the restriction of the
  /// residual). In kernels with a column solve it orders them worse.
  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t offset(int i, int k, int j) const {
    return (k * this->layer + j * row) + i * this->column;
  }
  /// The cell one row further north.
  KOKKOS_FORCEINLINE_FUNCTION Cell north(const Cell& c) const {
    return {c.i, c.k, c.j + 1, c.at + row};
  }
};
using Strides = FieldStrides<Layout::x_fastest>;

/// The cells of a field; offset 0 is the first owned one.
template <class S, Layout L = Layout::x_fastest> struct Cells {
  ColumnPointer<S, L> origin;
  explicit Cells(const Field<S, L>& f, RowOrder order = RowOrder::northward) {
    const int first = order == RowOrder::northward ? 0 : f.shape().ny - 1;
    if constexpr (L == Layout::x_fastest) origin = f.column(0, first);
    else origin = {f.column(0, first), f.column_stride()};
  }
  KOKKOS_FORCEINLINE_FUNCTION ColumnPointer<S, L> at(const Cell& c) const {
    return origin + c.at + c.up;
  }
};

/// The numbers of a level that kernels read (ColumnGeometry, LayerCoefficients).
template <class A> struct GridCells {
  const A *vertical, *reaction, *total, *west, *south;
  const A* corner; ///< only with the vertex flux and rows counted northwards
  /// Strides from a row to the next; the reaction may have one row for all.
  std::ptrdiff_t row, reaction_row;
  const LayerCoefficients<A>* profile;
  int nz;

  GridCells() = default;
  explicit GridCells(const GridLevel<A>& g, RowOrder order = RowOrder::northward)
      : vertical(g.columns().vertical.data()), reaction(g.columns().reaction.data()),
        total(g.columns().total.data()), west(g.columns().west.data()),
        south(g.columns().south.data()), corner(g.columns().corner.data()),
        row(std::ptrdiff_t(g.columns().vertical.extent(0))),
        reaction_row(g.columns().reaction.extent(1) == g.columns().vertical.extent(1) ? row : 0),
        profile(g.profile().data()), nz(g.nz()) {
    if (order == RowOrder::northward) return;
    const std::ptrdiff_t last = (g.ny() - 1) * row;
    vertical += last, total += last, west += last;
    reaction += (g.ny() - 1) * reaction_row;
    south += last + row;
    corner = nullptr;
    row = -row;
    reaction_row = -reaction_row;
  }
};

} // namespace isobar
