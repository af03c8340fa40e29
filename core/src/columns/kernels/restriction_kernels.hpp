#pragma once
#include "device/interpolation.hpp"
#include "device/pack_shuffle.hpp"
#include "device/stencil.hpp"
#include "walk/cell_walk.hpp"

/// The kernels that restrict to a coarser level, for each choice of halved axes (Halved, interpolation.hpp).
namespace isobar {

/// The rows of a field up to a last one, which stands in for rows beyond it. The last one is the
/// halo row. At the end of an odd number of rows it is the last owned row, beyond which nothing
/// couples.
template <class S, Layout L> struct RowsUpTo {
  Stencilled<S, L> field;
  int last;
  KOKKOS_FORCEINLINE_FUNCTION FieldRow<S, L> row(const Cell& c, int rows) const {
    return field.row(c, (c.j + rows < last ? c.j + rows : last) - c.j);
  }
};

/// The packs of kernels that read packs of a fine level and write a coarser one. They are twice as
/// wide as others where x is halved.
template <class P, class H>
using FinePack = Pack<typename P::arithmetic, (H::x ? 2 : 1) * pack_width<P>>;
/// Returns the coarse numbers of a pack of fine columns, of which the first `columns` count. A
/// coarse number in the padding may be anything.
template <class H, class V>
KOKKOS_FORCEINLINE_FUNCTION auto sum_children(const V& x, [[maybe_unused]] int columns) {
  if constexpr (H::x && H::single_ends) return sum_pairs(keep_active(x, columns));
  else if constexpr (H::x) return sum_pairs(x);
  else return x;
}
/// Returns the number of coarse columns above `columns` fine ones.
template <class H> KOKKOS_FORCEINLINE_FUNCTION int parents(int columns) {
  return H::x ? (columns + H::single_ends) / 2 : columns;
}

/// Restricts the residual of one pack of fine columns, in the fine rows of coarse row j. The
/// neighbour of a single row or column at the end of the domain has no weight.
template <class P, class SC, class H, bool corners> struct RestrictResidual {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = FinePack<P, H>;
  static constexpr int rows = H::y ? 2 : 1;
  /// Small teams leave a thread 168 registers in double and 96 in float. Then more loads are on
  /// their way at once (decision record 0006).
  static constexpr CellLaunch launch{.rows = rows,
                                     .teams = sizeof(A) == sizeof(double) ? 3 : 5,
                                     .chunks = 4,
                                     .fetches_ahead = true,
                                     .corners = corners,
                                     .asks_ahead = true};
  using Stencil = StencilOf<pack, corners>;
  using Seen = SeenOf<pack, corners>;
  struct Column {
    Stencil row[rows];
  };
  struct Inputs {
    pack f[rows];
  };
  GridCells<A> grid;
  FieldStrides<P::layout> strides, coarse_strides;
  Cells<S, P::layout> u, f;
  Cells<SC, P::layout> coarse;
  int ny; ///< fine rows

  KOKKOS_FORCEINLINE_FUNCTION void enter_patch(int patch) requires(corners) {
    isobar::enter_patch(coarse, coarse_strides, patch);
  }
  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    const auto south = Stencil::at(grid, i, rows * j);
    if constexpr (!H::y) return {{south}};
    else if (H::single_ends && 2 * j + 1 == ny) return {{south, {}}};
    else return {{south, Stencil::at(grid, i, 2 * j + 1)}};
  }
  KOKKOS_FORCEINLINE_FUNCTION auto stencilled() const {
    const Stencilled<S, P::layout> all{u, strides};
    if constexpr (H::single_ends && H::y)
      return RowsUpTo<S, P::layout>{all, ny % 2 == 1 ? ny - 1 : ny};
    else return all;
  }
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    const auto p = first_row(c);
    if constexpr (H::y) return {{load_aligned<pack>(p), load_aligned<pack>(p + strides.row)}};
    else return {{load_aligned<pack>(p)}};
  }
  KOKKOS_FORCEINLINE_FUNCTION void will_read(const Cell& c) const {
    const auto p = first_row(c);
    isobar::will_read(p);
    if constexpr (H::y) isobar::will_read(p + strides.row);
  }
  KOKKOS_FORCEINLINE_FUNCTION void will_visit(const Cell& c) const {
    const auto p = first_row(c), q = u.at(c) + (rows - 1) * c.j * strides.row;
    for (int r = 0; r < rows; ++r) {
      will_read_pack<pack>(p + r * strides.row);
      will_read_pack<pack>(q + (r + 1) * strides.row);
    }
    will_write_pack<PackOf<P>>(coarse_cell(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const LayerCoefficients<A>& layer,
                                        const Cell& c, const Seen (&window)[rows], const Inputs& in,
                                        int active, SumPacks<pack>&) const {
    store(coarse_cell(c), sum_children<H>(residual(column, layer, c, window, in), active),
          parents<H>(active));
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION auto coarse_cell(const Cell& c) const {
    return coarse.origin + coarse_strides.offset(H::x ? c.i / 2 : c.i, c.k, c.j);
  }
  /// Returns the residual, summed over the fine rows.
  KOKKOS_FORCEINLINE_FUNCTION pack residual(const Column& column, const LayerCoefficients<A>& layer,
                                            [[maybe_unused]] const Cell& c,
                                            const Seen (&window)[rows], const Inputs& in) const {
    const pack south = in.f[0] - apply_matrix(layer, column.row[0], window[0]);
    if constexpr (!H::y) return south;
    else if (H::single_ends && 2 * c.j + 1 == ny) return south;
    else return south + (in.f[1] - apply_matrix(layer, column.row[1], window[1]));
  }
  /// Returns the place of f in the first fine row of a coarse row.
  KOKKOS_FORCEINLINE_FUNCTION auto first_row(const Cell& c) const {
    if constexpr (H::y) return f.at(c) + c.j * strides.row;
    else return f.at(c);
  }
};

/// The common part of kernels that restrict a field alone. read() gives the numbers of a pack of
/// coarse cells.
template <class P, class SC, class H> struct WritesCoarseCells : WithoutMatrix<P, H::x ? 2 : 1> {
  using Base = WithoutMatrix<P, H::x ? 2 : 1>;
  using typename Base::A;
  using typename Base::Column;
  using typename Base::pack;
  using typename Base::S;
  using Inputs = PackOf<P>;
  FieldStrides<P::layout> coarse_strides;
  Cells<S, P::layout> fine;
  Cells<SC, P::layout> coarse;
  int nx, ny; ///< fine columns and rows

  KOKKOS_FORCEINLINE_FUNCTION void enter_patch(int patch) {
    isobar::enter_patch(coarse, coarse_strides, patch);
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column&, const Cell& c, const Inputs& x, int active,
                                        SumPacks<pack>&) const {
    store(coarse.at(coarse_strides.cell(H::x ? c.i / 2 : c.i, c.k, c.j)), x, parents<H>(active));
  }

protected:
  /// Returns whether a coarse cell has a northern fine row.
  KOKKOS_FORCEINLINE_FUNCTION bool has_north(const Cell& c) const {
    return H::y && (!H::single_ends || 2 * c.j + 1 < ny);
  }
  /// Returns the place of f in a coarse cell's southern, or only, fine row.
  KOKKOS_FORCEINLINE_FUNCTION auto southern(const Cell& c) const {
    return fine.at(c) + (H::y ? c.j : 0) * this->strides.row;
  }
};

/// Restricts the residual from u = 0, which is f.
template <class P, class SC, class H> struct RestrictRhs : WritesCoarseCells<P, SC, H> {
  using typename WritesCoarseCells<P, SC, H>::pack;
  using typename WritesCoarseCells<P, SC, H>::Inputs;

  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    const auto south = this->southern(c);
    pack sum = load_aligned<pack>(south);
    if (this->has_north(c)) sum = sum + load_aligned<pack>(south + this->strides.row);
    return sum_children<H>(sum, this->nx - c.i);
  }
};

/// Restricts by P^T: it sums the 4 x 4 fine cells around a coarse one, with weights (1, 3, 3, 1)/4
/// along halved axes. At the end of an odd row the last two of the four do not exist;
/// DomainSides::move_ends_transposed does the rest of P^T there.
template <class P, class SC, class H> struct RestrictTranspose : WritesCoarseCells<P, SC, H> {
  using typename WritesCoarseCells<P, SC, H>::A;
  using typename WritesCoarseCells<P, SC, H>::pack;
  using typename WritesCoarseCells<P, SC, H>::Inputs;

  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    const std::ptrdiff_t row = this->strides.row;
    const auto p = this->southern(c);
    const int columns = this->nx - c.i + 1 - this->nx % 2;
    if constexpr (!H::y) return along_x(p, columns);
    const Inputs south = A(0.75) * along_x(p, columns) + A(0.25) * along_x(p - row, columns);
    if (!this->has_north(c)) return south;
    return south + (A(0.75) * along_x(p + row, columns) + A(0.25) * along_x(p + 2 * row, columns));
  }

private:
  /// Returns the sum over columns 2I-1 .. 2I+2 of one row, in which both children count three times
  /// as much as their neighbours. `columns` of the columns from p on hold a number: the owned ones,
  /// and the mirror image beyond an even row.
  template <class Pointer>
  KOKKOS_FORCEINLINE_FUNCTION static Inputs along_x(const Pointer& p, int columns) {
    if constexpr (!H::x) {
      return load<pack>(p);
    } else if constexpr (!H::single_ends) {
      return A(0.5) * sum_pairs(load<pack>(p)) +
             A(0.25) * (sum_pairs(load<pack>(beside(p, -1))) + sum_pairs(load<pack>(beside(p, 1))));
    } else {
      const Inputs own = A(0.5) * sum_pairs(keep_active(load<pack>(p), columns)) +
                         A(0.25) * sum_pairs(keep_active(load<pack>(beside(p, -1)), columns + 1));
      if (columns == 1) return own;
      return own + A(0.25) * sum_pairs(keep_active(load<pack>(beside(p, 1)), columns - 1));
    }
  }
};

} // namespace isobar
