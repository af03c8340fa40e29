#pragma once
#include "device/interpolation.hpp"

/// Sources of the u of a kernel that smooths. will_read() prefetches the numbers that a pack of
/// cells reads first from memory. A source that keeps_rows takes scratch in begin(), and a walk
/// calls begin_row() for each row.
namespace isobar {

/// u in memory.
template <class Storage, Layout L = Layout::x_fastest> struct StoredCells {
  using S = Storage;
  static constexpr bool stored = true, keeps_rows = false;
  Cells<S, L> u;
  FieldStrides<L> strides;

  KOKKOS_FORCEINLINE_FUNCTION ColumnPointer<S, L> origin() const { return u.origin; }
  KOKKOS_FORCEINLINE_FUNCTION FieldRow<S, L> row(const Cell& c) const {
    return Stencilled<S, L>{u, strides}.row(c, 0);
  }
  template <class V> KOKKOS_FORCEINLINE_FUNCTION V value(const Cell& c) const {
    return load<V>(u.at(c));
  }
  template <class V> KOKKOS_FORCEINLINE_FUNCTION void will_read(const Cell& c) const {
    will_read_pack<V>(u.at(c) + strides.row);
  }
  /// Returns u in a cell whose column is a multiple of the pack's width.
  template <class V> KOKKOS_FORCEINLINE_FUNCTION V aligned(const Cell& c) const {
    return load_aligned<V>(u.at(c));
  }
  /// Returns u in the column `columns` further east.
  S beside(const Cell& c, int columns) const { return u.at(c)[columns]; }
  template <class V, class Column>
  KOKKOS_FORCEINLINE_FUNCTION V neighbours(const Column& column, const Cell& c) const {
    const auto p = u.at(c);
    return isobar::neighbours<V>(column, p, p - strides.row, p + strides.row);
  }
};

/// A zero. Its addition changes nothing and takes no instruction.
struct Zero {
  template <class V> friend KOKKOS_FORCEINLINE_FUNCTION V operator+(Zero, const V& x) { return x; }
};

/// u = 0, which is not in memory: in a cycle from zero, a correction is added to it.
template <class Storage, Layout L = Layout::x_fastest> struct ZeroCells {
  using S = Storage;
  static constexpr bool stored = false, keeps_rows = false;
  FieldStrides<L> strides;

  KOKKOS_FORCEINLINE_FUNCTION const S* origin() const { return nullptr; }
  template <class V> KOKKOS_FORCEINLINE_FUNCTION void will_read(const Cell&) const {}
  template <class V> KOKKOS_FORCEINLINE_FUNCTION Zero aligned(const Cell&) const { return {}; }
  Zero beside(const Cell&, int) const { return {}; }
  template <class V, class Column>
  KOKKOS_FORCEINLINE_FUNCTION Zero neighbours(const Column&, const Cell&) const {
    return {};
  }
};

/// u + P u_coarse, corrected when it is read and never stored. Own is StoredCells or ZeroCells, and
/// SC is the coarse level's storage.
template <class Own, class SC, Layout L = Layout::x_fastest, class H = HalvedBoth>
struct CorrectedCells {
  using S = typename Own::S;
  static constexpr bool stored = Own::stored, keeps_rows = false;
  Own u;
  Cells<SC, L> coarse;
  FieldStrides<L> coarse_strides;

  KOKKOS_FORCEINLINE_FUNCTION void enter_patch(int patch) {
    isobar::enter_patch(coarse, coarse_strides, patch);
  }
  KOKKOS_FORCEINLINE_FUNCTION auto origin() const { return u.origin(); }
  template <class V> KOKKOS_FORCEINLINE_FUNCTION V value(const Cell& c) const {
    return u.template aligned<V>(c) + correction<V>(c, 0).centre();
  }
  template <class V, class Column>
  KOKKOS_FORCEINLINE_FUNCTION V neighbours(const Column& column, const Cell& c) const {
    const auto here = correction<V>(c, 0), south = correction<V>(c, -1),
               north = correction<V>(c, 1);
    const V sum = u.template neighbours<V>(column, c) +
                  coupling(column, here.west(), here.east(), south.centre(), north.centre());
    if constexpr (!CouplesCorners<Column>) return sum;
    else
      return sum + corner_coupling(column, south.west(), south.east(), north.west(), north.east());
  }
  /// Returns the correction in the row `rows` rows further north.
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION Correction<V, SC, L, H> correction(const Cell& c, int rows) const {
    return {coarse, coarse_strides, c.i, c.k, c.j + rows};
  }
};

/// u + P u_coarse for a host's lane, which walks whole rows. It corrects each cell once, when it
/// walks the row south of it, and writes it into a ring of rows that stays in cache. With five
/// points it corrects a cell together with the one south of it, so two rows are enough. Nine points
/// need all of the northern row before.
template <class Own, class SC, Layout L = Layout::x_fastest, bool corners = false>
struct CorrectedRows {
  using S = typename Own::S;
  static constexpr bool keeps_rows = true;
  static constexpr int rows = corners ? 3 : 2;
  CorrectedCells<Own, SC, L> source;
  int nx, nz;
  S* ring = nullptr;

  KOKKOS_FORCEINLINE_FUNCTION void enter_patch(int patch) requires(corners) {
    source.enter_patch(patch);
  }
  /// Returns the bytes of the rows, and of the line that holds the last eastern halo cell.
  std::size_t scratch_bytes() const {
    return rows * source.u.strides.row * sizeof(S) + row_alignment;
  }
  /// Prepares a walk from row j on. In: `scratch`, of scratch_bytes().
  template <class V> void begin(S* scratch, int j) {
    ring = scratch;
    for (const int row : {j - 1, j}) {
      correct_row<V>(row);
      if constexpr (corners) correct_halo_columns<V>(row);
    }
  }
  /// Corrects the halo columns of row j; the walk of the row before has corrected its other cells.
  /// With corners, it corrects all of row j + 1.
  template <class V> void begin_row(int j) const {
    if constexpr (corners) correct_row<V>(j + 1);
    correct_halo_columns<V>(corners ? j + 1 : j);
  }
  template <class V> KOKKOS_FORCEINLINE_FUNCTION void will_read(const Cell& c) const {
    source.u.template will_read<V>(c);
  }
  template <class V> V value(const Cell& c) const { return load<V>(at(c, 0)); }
  /// Returns the sum over the neighbours of c. With five points it also corrects the cells north of
  /// c.
  template <class V, class Column> V neighbours(const Column& column, const Cell& c) const {
    static_assert(CouplesCorners<Column> == corners);
    const auto p = at(c, 0);
    if constexpr (corners) {
      return isobar::neighbours<V>(column, p, at(c, -1), at(c, 1));
    } else {
      const V south = load<V>(at(c, -1)), north = correct<V>(source.u.strides.north(c));
      return coupling(column, load<V>(beside(p, -1)), load<V>(beside(p, 1)), south, north);
    }
  }

private:
  template <class V> void correct_row(int j) const {
    for (int k = 0; k < nz; ++k)
      for (int i = 0; i < nx; i += V::width) correct<V>(cell(i, k, j));
  }
  template <class V> void correct_halo_columns(int j) const {
    using Pair = Pack<typename V::value_type, 2>;
    for (int k = 0; k < nz; ++k) {
      const Cell first = cell(0, k, j);
      const Pair west = source.template correction<Pair>(first, 0).west();
      beside(at(first, 0), -1)[0] = S(source.u.beside(first, -1) + west.get(0));
      if (nx % 2 == 1) { // an odd row ends at the domain's side, so that this cell has no weight
        beside(at(cell(nx - 1, k, j), 0), 1)[0] = S(0);
        continue;
      }
      const Cell last = cell(nx - 2, k, j);
      const Pair east = source.template correction<Pair>(last, 0).east();
      beside(at(last, 0), 2)[0] = S(source.u.beside(last, 2) + east.get(1));
    }
  }
  Cell cell(int i, int k, int j) const { return source.u.strides.cell(i, k, j); }
  template <class V> V correct(const Cell& c) const {
    const V x = source.template value<V>(c);
    store(at(c, 0), x, V::width);
    return load<V>(at(c, 0));
  }
  /// The place in the ring of the cell `north` rows further north. Row -1 is the first that the
  /// ring may hold. A row begins as it does in a field.
  ColumnPointer<S, L> at(const Cell& c, int north) const {
    const FieldStrides<L>& s = source.u.strides;
    const auto place = std::ptrdiff_t(unsigned(c.j + north + 1) % unsigned(rows));
    S* const row = ring + (place * s.row + c.k * s.layer);
    if constexpr (L == Layout::x_fastest) return row + (c.i + row_alignment / int(sizeof(S)));
    else return {row + (c.i + 1) * s.column, s.column};
  }
};

} // namespace isobar
