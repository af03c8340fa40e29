#pragma once
#include "device/interpolation.hpp"
#include "device/kernel_concepts.hpp"
#include "device/tridiag.hpp"

/// The smoother's kernel, for every source that its u may come from.
namespace isobar {

/// u as it stands in memory.
template <class S, Layout L = Layout::x_fastest> struct StoredCells {
  Cells<S, L> u;
  FieldStrides<L> strides;

  template <class V> KOKKOS_FORCEINLINE_FUNCTION V value(const Cell& c) const {
    return load<V>(u.at(c));
  }
  template <class V, class Column>
  KOKKOS_FORCEINLINE_FUNCTION V neighbours(const Column& column, const Cell& c) const {
    const auto p = u.at(c);
    return isobar::neighbours<V>(column, p, p - strides.row, p + strides.row);
  }
};

/// u + P u_coarse, corrected where it is read and never stored. SC is the coarse level's storage.
template <class S, class SC, Layout L = Layout::x_fastest, class H = HalvedBoth>
struct CorrectedCells {
  StoredCells<S, L> u;
  Cells<SC, L> coarse;
  FieldStrides<L> coarse_strides;

  template <class V> KOKKOS_FORCEINLINE_FUNCTION V value(const Cell& c) const {
    return load_aligned<V>(u.u.at(c)) + correction<V>(c, 0).centre();
  }
  template <class V, class Column>
  KOKKOS_FORCEINLINE_FUNCTION V neighbours(const Column& column, const Cell& c) const {
    const auto here = correction<V>(c, 0);
    return u.template neighbours<V>(column, c) + coupling(column, here.west(), here.east(),
                                                          correction<V>(c, -1).centre(),
                                                          correction<V>(c, 1).centre());
  }
  /// Of the row `rows` further north.
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION Correction<V, SC, L, H> correction(const Cell& c, int rows) const {
    return {coarse, coarse_strides, c.i, c.k, c.j + rows};
  }
};

/// The same for a host's lane, which walks whole rows: each is corrected once, just ahead of the
/// walk, into a ring of three rows that stays in cache.
template <class S, class SC, Layout L = Layout::x_fastest> struct CorrectedRows {
  CorrectedCells<S, SC, L> source;
  int nx, nz;
  S* ring = nullptr;

  /// Three rows, and the line that holds the last eastern halo cell.
  std::size_t scratch_bytes() const { return 3 * source.u.strides.row * sizeof(S) + row_alignment; }
  /// Corrects column i of row j, which may be a halo column.
  template <class V> void prepare_column(int i, int j) const {
    const auto target = at({i, 0, j, 0}, 0);
    for (int k = 0; k < nz; ++k)
      store(target + k * source.u.strides.layer, source.template value<V>(cell(i, k, j)), 1);
  }
  /// Corrects layer k of row j with its two halo columns.
  template <class V> void prepare_layer(int k, int j) const {
    using Pair = Pack<typename V::value_type, 2>;
    using Pairs = Pack<typename V::value_type, 2 * V::width>;
    S* target = at({0, k, j, 0}, 0);
    for (int i = 0; i < nx; i += Pairs::width)
      store(target + i, source.template value<Pairs>(cell(i, k, j)), Pairs::width);
    const Cell first = cell(0, k, j);
    const Pair west = source.template correction<Pair>(first, 0).west();
    target[-1] = S(source.u.u.at(first)[-1] + west.get(0));
    if (nx % 2 == 1) return; // an odd row ends at the domain's side, and its last pair beyond it
    const Cell last = cell(nx - 2, k, j);
    const Pair east = source.template correction<Pair>(last, 0).east();
    target[nx] = S(source.u.u.at(last)[2] + east.get(1));
  }
  template <class V> V value(const Cell& c) const { return load<V>(at(c, 0)); }
  template <class V, class Column> V neighbours(const Column& column, const Cell& c) const {
    return isobar::neighbours<V>(column, at(c, 0), at(c, -1), at(c, 1));
  }

private:
  Cell cell(int i, int k, int j) const { return source.u.strides.cell(i, k, j); }
  /// The cell `rows` further north, in the ring; row -1 is the first that it may hold. A row
  /// begins as in a field.
  ColumnPointer<S, L> at(const Cell& c, int rows) const {
    const FieldStrides<L>& s = source.u.strides;
    S* const row = ring + ((c.j + rows + 3) % 3 * s.row + c.k * s.layer);
    if constexpr (L == Layout::x_fastest) return row + (c.i + row_alignment / int(sizeof(S)));
    else return {row + (c.i + 1) * s.column, s.column};
  }
};

/// out = (1 - rho) u + rho M^-1 (f - N u), N the horizontal part of A (petascale paper, eq. 11).
/// Source is one of the above.
template <class P, class Source> struct SmoothKernel {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = PackOf<P>;
  struct Column {
    pack shift;
    pack f;                        ///< rho / |T|
    pack west, east, south, north; ///< rho alpha / |T|
  };
  struct Inputs {
    Loaded<pack, S> f;
  };
  static constexpr SolveLaunch launch{.couples_columns = true};
  GridCells<A> grid;
  FieldStrides<P::layout> strides;
  A rho, kept; ///< kept = 1 - rho
  Source u;
  Cells<S, P::layout> f, out;

  KOKKOS_FORCEINLINE_FUNCTION Column column(const ColumnStencil<pack>& stencil) const {
    const pack inverse = reciprocal(stencil.area), factor = rho * inverse;
    return {inverse * stencil.total, factor,
            factor * stencil.west,   factor * stencil.east,
            factor * stencil.south,  factor * stencil.north};
  }
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {read_ahead<pack>(f.at(c))};
  }
  /// `coupled` is the sum over the neighbours with the column's weights, d the layer's.
  KOKKOS_FORCEINLINE_FUNCTION pack rhs(const Column& column, A d, const Inputs& in,
                                       const pack& coupled) const {
    return column.f * pack(in.f) + d * coupled;
  }
  KOKKOS_FORCEINLINE_FUNCTION pack relaxed(const pack& x, const pack& u_cell) const {
    return kept * u_cell + x;
  }
  KOKKOS_FORCEINLINE_FUNCTION void result(const Cell& c, const pack& x, const pack& u_cell,
                                          int active) const {
    const auto target = out.at(c);
    store(target, relaxed(x, u_cell), active);
    will_write(target - strides.layer);
  }
};

} // namespace isobar
