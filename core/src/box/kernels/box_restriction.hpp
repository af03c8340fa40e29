#pragma once
#include "box/kernels/box_children.hpp"

/// The kernels that restrict on boxes.
namespace isobar {

template <class P, class SC, bool halved_x> struct BoxRestriction : BoxChildren<P, halved_x> {
  using Base = BoxChildren<P, halved_x>;
  using typename Base::A;
  using typename Base::Column;
  using typename Base::pack;
  using typename Base::S;
  using Inputs = PackOf<P>; ///< the input of a pack of coarse cells
  FieldStrides<P::layout> coarse_strides;
  Cells<SC, P::layout> coarse;

  BoxRestriction(const BoxGridOf<P>& fine, const Field<S>& f, const Field<SC>& f_coarse)
      : Base(fine, f), coarse_strides(f_coarse), coarse(f_coarse) {}
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column&, const Cell& c, const Inputs& x, int active,
                                        SumPacks<pack>&) const {
    put(c, x, active);
  }
  KOKKOS_FORCEINLINE_FUNCTION void put(const Cell& c, const Inputs& x, int active) const {
    store(coarse.origin + coarse_strides.offset(c.i / Base::times, c.k, c.j), x,
          (active + Base::times - 1) / Base::times);
  }

protected:
  /// Sums value(k, j) over the children, then over pairs of columns if x is halved.
  template <class Value>
  KOKKOS_FORCEINLINE_FUNCTION Inputs sum_of_children(const Cell& c, const Value& value) const {
    pack sum(A(0));
    this->for_children(c, [&](int k, int j) { sum = sum + value(k, j); });
    return sum_of_columns(sum, c.i);
  }
  KOKKOS_FORCEINLINE_FUNCTION Inputs sum_of_columns(const pack& x, int i) const {
    if constexpr (halved_x) return sum_pairs(keep_active(x, this->nx - i));
    else return x;
  }
};

/// Computes f - A u, summed over children. Box is BoxCells or UniformBox.
template <class P, class SC, bool halved_x, class Box>
struct BoxRestrictResidual : BoxRestriction<P, SC, halved_x> {
  using Base = BoxRestriction<P, SC, halved_x>;
  using typename Base::A;
  using typename Base::pack;
  using typename Base::S;
  using Kept = BoxRows<pack, 2>;
  static constexpr CellLaunch launch{.layers = 1, .fetches_ahead = true, .keeps_rows = true};
  /// A host computes the numbers of the columns once for all layers, and the sum in cell(). A GPU's thread has no registers
  /// left for these numbers, and computes them where it needs them.
  static constexpr bool has_columns = P::walk != Walk::march;
  using MatrixColumn = decltype(std::declval<Box>().template column<pack>(0, 0));
  struct Columns {
    MatrixColumn row[2]; ///< southern and northern
  };
  struct Nothing {};
  using Column = std::conditional_t<has_columns, Columns, Nothing>;
  using Inputs = std::conditional_t<has_columns, Nothing, typename Base::Inputs>;
  Cells<S, P::layout> u, f;
  VerticalSteps steps;
  Box matrix;

  BoxRestrictResidual(const Box& box, const BoxGridOf<P>& fine, const Field<S>& u,
                      const Field<S>& f, const Field<SC>& f_coarse)
      : Base(fine, f, f_coarse), u(u), f(f), steps(u, fine), matrix(box) {}
  /// Prefetches f of the children, and u one row further north.
  KOKKOS_FORCEINLINE_FUNCTION void will_read(const Cell& c) const {
    this->for_children(c, [&](int k, int j) {
      const std::ptrdiff_t at = this->strides.offset(c.i, k, j);
      isobar::will_read(f.origin + at);
      isobar::will_read(u.origin + at + this->strides.row);
    });
  }
  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    if constexpr (has_columns) {
      const int south = this->halved.y ? 2 * j : j;
      return {{column_at(i, south), column_at(i, south + 1 < this->ny ? south + 1 : south)}};
    } else return {};
  }
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    if constexpr (has_columns) return {};
    else return sum_over_children(c, [&](int j) { return column_at(c.i, j); });
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& x,
                                        int active, SumPacks<pack>&) const {
    if constexpr (has_columns) {
      const int south = this->halved.y ? 2 * c.j : c.j;
      this->put(c, sum_over_children(c, [&](int j) { return column.row[j - south]; }), active);
    } else this->put(c, x, active);
  }
  /// Reads rows to keep only if y and z are halved: otherwise no cell has four children.
  KOKKOS_FORCEINLINE_FUNCTION void begin_rows(const Cell& c, Kept& kept) const {
    if (this->halved.y && this->halved.z)
      kept.begin(u.origin + this->strides.offset(c.i, 2 * c.k, 2 * c.j), this->strides.row, steps);
  }
  KOKKOS_FORCEINLINE_FUNCTION void read_row(const Cell& c, Kept& kept, Inputs (&sums)[1]) const {
    const auto p = this->place(c);
    sums[0] = p.northern && p.upper ? sum_of_four(c.i, p.k, p.j, kept) : read(c);
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION MatrixColumn column_at(int i, int j) const {
    return matrix.template column<pack>(i, j);
  }
  KOKKOS_FORCEINLINE_FUNCTION pack residual(const MatrixColumn& column, int k, const pack& of_f,
                                            const Window<pack>& of_u) const {
    return of_f - apply_box(column, matrix.layer(k), of_u);
  }
  /// Sums the residual over all children. columns(j) returns the numbers of the columns in row j.
  template <class ColumnOf>
  KOKKOS_FORCEINLINE_FUNCTION typename Base::Inputs
  sum_over_children(const Cell& c, const ColumnOf& columns) const {
    return this->sum_of_children(c, [&](int k, int j) {
      const std::ptrdiff_t at = this->strides.offset(c.i, k, j);
      return residual(columns(j), k, load<pack>(f.origin + at),
                      box_window<pack>(u.origin + at, this->strides.row, steps, k));
    });
  }
  /// Sums the residual over layers k and k + 1 in rows j and j + 1.
  KOKKOS_FORCEINLINE_FUNCTION typename Base::Inputs sum_of_four(int i, int k, int j,
                                                                Kept& kept) const {
    pack of_f[2][2];
    Window<pack> windows[2][2];
    ISOBAR_UNROLL
    for (int r = 0; r < 2; ++r) {
      const std::ptrdiff_t at = this->strides.offset(i, k, j + r);
      kept.windows(u.origin + at, this->strides.row, steps, k, windows[r]);
      ISOBAR_UNROLL
      for (int l = 0; l < 2; ++l) of_f[r][l] = load<pack>(f.origin + at + l * steps.layer);
    }
    pack sum(A(0));
    ISOBAR_UNROLL
    for (int r = 0; r < 2; ++r) ISOBAR_UNROLL
    for (int l = 0; l < 2; ++l)
      sum = sum + residual(column_at(i, j + r), k + l, of_f[r][l], windows[r][l]);
    return this->sum_of_columns(sum, i);
  }
};

/// Restricts from u = 0: the residual is f.
template <class P, class SC, bool halved_x>
struct BoxRestrictRhs : BoxRestriction<P, SC, halved_x> {
  using Base = BoxRestriction<P, SC, halved_x>;
  using typename Base::Inputs;
  using typename Base::pack;
  using typename Base::S;
  Cells<S, P::layout> f;

  BoxRestrictRhs(const BoxGridOf<P>& fine, const Field<S>& f, const Field<SC>& f_coarse)
      : Base(fine, f, f_coarse), f(f) {}
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return this->sum_of_children(
        c, [&](int k, int j) { return load<pack>(f.origin + this->strides.offset(c.i, k, j)); });
  }
};

/// Computes P^T r: each fine cell gives `near` to its own coarse cell and `far` to the one beside it. So, along each halved
/// axis, a coarse cell collects from its two children and from the two cells beside them.
template <class P, class SC, bool halved_x>
struct BoxRestrictTranspose : BoxRestriction<P, SC, halved_x> {
  using Base = BoxRestriction<P, SC, halved_x>;
  using typename Base::A;
  using typename Base::Inputs;
  using typename Base::pack;
  using typename Base::S;
  Cells<S, P::layout> r;
  bool around; ///< whether z is periodic

  BoxRestrictTranspose(const BoxGridOf<P>& fine, const Field<S>& r, const Field<SC>& f_coarse)
      : Base(fine, r, f_coarse), r(r), around(fine.spec().z.is_periodic()) {}

  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    if (!this->halved.y) return along_z(c, c.j);
    Inputs sum(A(0));
    for (int n = -1; n <= 2; ++n) {
      const int j = 2 * c.j + n;
      if (j > this->ny) break; // beyond the halo of a single row
      sum = sum + weight(this->box.y, n, j) * along_z(c, j);
    }
    return sum;
  }

private:
  /// Returns the weight of the n-th of the four fine cells, where n is -1 to 2. Cells beyond a side have weight 0.
  KOKKOS_FORCEINLINE_FUNCTION static A weight(const AxisCells<A>& axis, int n, int cell) {
    return axis.at(n == 0 || n == 1 ? AxisNumber::near : AxisNumber::far, cell);
  }
  KOKKOS_FORCEINLINE_FUNCTION Inputs along_z(const Cell& c, int j) const {
    if (!this->halved.z) return along_x(c, c.k, j);
    Inputs sum(A(0));
    for (int n = -1; n <= 2; ++n) {
      const int k = 2 * c.k + n, last = this->nz - 1;
      if (!around && (k < 0 || k > last)) continue;
      const int inside = k < 0 ? k + this->nz : k > last ? k - this->nz : k;
      sum = sum + weight(this->box.z, n, k) * along_x(c, inside, j);
    }
    return sum;
  }
  KOKKOS_FORCEINLINE_FUNCTION Inputs along_x(const Cell& c, int k, int j) const {
    const S* p = r.origin + this->strides.offset(c.i, k, j);
    if constexpr (!halved_x) {
      return load<pack>(p);
    } else {
      const auto near = [&](int n) {
        return this->box.x.template pack<pack>(AxisNumber::near, n) * load<pack>(p + n - c.i);
      };
      const auto far = [&](int n) {
        return this->box.x.template pack<pack>(AxisNumber::far, n) * load<pack>(p + n - c.i);
      };
      // Coarse cell I gets `near` from fine cells 2I and 2I+1, and `far` from 2I-1 and 2I+2.
      return sum_pairs(near(c.i)) + outer_pairs(far(c.i - 1), far(c.i + 1));
    }
  }
  /// Returns (x_0 + y_1, x_2 + y_3, ...).
  KOKKOS_FORCEINLINE_FUNCTION static Inputs outer_pairs(const pack& x, const pack& y) {
    Inputs sum;
    for (int n = 0; n < Inputs::width; ++n) sum.set(n, x.get(2 * n) + y.get(2 * n + 1));
    return sum;
  }
};

/// Sums, with weights, r of the lowest child and of the children that share a face with it. Each r is divided by the child's
/// volume and multiplied by the coarse cell's volume.
template <class P, class SC, bool halved_x>
struct BoxRestrictWeighted : BoxRestriction<P, SC, halved_x> {
  using Base = BoxRestriction<P, SC, halved_x>;
  using typename Base::A;
  using typename Base::Inputs;
  using typename Base::pack;
  using typename Base::S;
  using Place = typename Base::Place;
  Cells<S, P::layout> r;
  A own;

  BoxRestrictWeighted(const BoxGridOf<P>& fine, double weight, const Field<S>& r,
                      const Field<SC>& f_coarse)
      : Base(fine, r, f_coarse), r(r), own(A(weight)) {}
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    const Place p = this->place(c);
    return this->sum_of_children(c, [&](int k, int j) {
      pack x = load<pack>(r.origin + this->strides.offset(c.i, k, j));
      for (int n = 0; n < pack::width; ++n)
        x.set(n, c.i + n < this->nx ? weight(p, c.i + n, k, j) * x.get(n) : A(0));
      return x;
    });
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION A weight(const Place& p, int i, int k, int j) const {
    const int low = halved_x ? i / 2 * 2 : i;
    const bool eastern = halved_x && low + 1 < this->nx;
    const int away = (i - low) + (j - p.j) + (k - p.k);
    if (away > 1) return A(0);
    const int beside = int(eastern) + int(p.northern) + int(p.upper);
    const A share = away == 1 ? (A(1) - own) / A(beside) : beside > 0 ? own : A(1);
    return share * times_as_wide(this->box.x, low, i, eastern) *
           times_as_wide(this->box.y, p.j, j, p.northern) *
           times_as_wide(this->box.z, p.k, k, p.upper);
  }
  /// Returns the width of the coarse cell along an axis, divided by that of its child.
  KOKKOS_FORCEINLINE_FUNCTION static A times_as_wide(const AxisCells<A>& axis, int low, int cell,
                                                     bool two) {
    const A width = axis.at(AxisNumber::width, low);
    return (two ? width + axis.at(AxisNumber::width, low + 1) : width) /
           axis.at(AxisNumber::width, cell);
  }
};

} // namespace isobar
