#include "base/precision_list.hpp"
#include "box/kernels/box_kernel.hpp"
#include "launch/require_cells.hpp"

#include <isobar/core/box/kernels/box_refinement.hpp>

namespace isobar {
namespace {

/// Base of the kernels in this file, which store a double residual in float and sum its squares. `Fine` is the precision of u
/// and f, Coarse the precision of r.
template <class Fine, class Coarse, class Box> struct StoresResidual : BoxKernel<Fine, Box> {
  using Base = BoxKernel<Fine, Box>;
  using typename Base::A;
  using typename Base::pack;
  using typename Base::S;
  using SR = typename Coarse::storage;
  Cells<S> f;
  FieldStrides<Layout::x_fastest> r_strides;
  Cells<SR> r;
  A scale; ///< 1 / factor

  StoresResidual(const Box& box, const Field<S>& f, double factor, const Field<SR>& r)
      : Base(box, f), f(f), r_strides(r), r(r), scale(A(1.0 / factor)) {}
  KOKKOS_FORCEINLINE_FUNCTION void store_residual(const Cell& c, const pack& x, int active,
                                                  SumPacks<pack>& sums) const {
    const pack kept = keep_active(x, active);
    sums.first = sums.first + kept * kept;
    store(r.origin + r_strides.offset(c.i, c.k, c.j), scale * x, active);
  }
};

template <class Fine, class Coarse, class Box>
struct BoxToFloat : StoresResidual<Fine, Coarse, Box> {
  using Base = StoresResidual<Fine, Coarse, Box>;
  using typename Base::Column;
  using typename Base::pack;
  using Inputs = pack;
  using Base::Base;
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const { return load<pack>(this->f.at(c)); }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column&, const Cell& c, const Inputs& x, int active,
                                        SumPacks<pack>& sums) const {
    this->store_residual(c, x, active, sums);
  }
};

template <class Fine, class Coarse, class Box>
struct BoxResidualFloat : StoresResidual<Fine, Coarse, Box> {
  using Base = StoresResidual<Fine, Coarse, Box>;
  using typename Base::Column;
  using typename Base::pack;
  using typename Base::S;
  struct Inputs {
    Window<pack> u;
    pack f;
  };
  Cells<S> u;
  VerticalSteps steps;

  BoxResidualFloat(const Box& box, const BoxGridOf<Fine>& grid, const Field<S>& u,
                   const Field<S>& f, double factor, const Field<typename Base::SR>& r)
      : Base(box, f, factor, r), u(u), steps(u, grid) {}
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {box_window<pack>(u.at(c), this->strides.row, steps, c.k), load<pack>(this->f.at(c))};
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>& sums) const {
    this->store_residual(c, in.f - apply_box(column, this->box.layer(c.k), in.u), active, sums);
  }
};

/// Reads e in a cell and its neighbours, multiplied by its factor.
template <class V, class SE> struct ScaledCorrection {
  Cells<SE> e;
  FieldStrides<Layout::x_fastest> strides;
  VerticalSteps steps;
  typename V::value_type factor;

  template <class A>
  ScaledCorrection(const BoxGrid<A>& grid, const Field<SE>& e, double factor)
      : e(e), strides(e), steps(e, grid), factor(A(factor)) {}
  KOKKOS_FORCEINLINE_FUNCTION Window<V> window(const Cell& c) const {
    const Window<V> w =
        box_window<V>(e.origin + strides.offset(c.i, c.k, c.j), strides.row, steps, c.k);
    return {factor * w.centre, factor * w.west,  factor * w.east, factor * w.south,
            factor * w.north,  factor * w.below, factor * w.above};
  }
};

template <class V>
KOKKOS_FORCEINLINE_FUNCTION Window<V> operator+(const Window<V>& a, const Window<V>& b) {
  return {a.centre + b.centre, a.west + b.west,   a.east + b.east,  a.south + b.south,
          a.north + b.north,   a.below + b.below, a.above + b.above};
}

/// Adds the scaled correction to u, and stores the new residual. `corrects`: whether there is a u to correct; otherwise the
/// correction becomes u.
template <class Fine, class Coarse, class Box, bool corrects>
struct BoxCorrect : StoresResidual<Fine, Coarse, Box> {
  using Base = StoresResidual<Fine, Coarse, Box>;
  using typename Base::Column;
  using typename Base::pack;
  using typename Base::S;
  using typename Base::SR;
  struct Inputs {
    Window<pack> u;
    pack f;
  };
  Cells<S> u, out;
  VerticalSteps steps;
  ScaledCorrection<pack, SR> e;

  BoxCorrect(const Box& box, const BoxGridOf<Fine>& grid, const Field<S>& u, const Field<SR>& e,
             double factor, const Field<S>& f, const Field<S>& out, double next_factor,
             const Field<SR>& r)
      : Base(box, f, next_factor, r), u(u), out(out), steps(u, grid), e(grid, e, factor) {}
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    const pack f = load<pack>(this->f.at(c));
    if constexpr (!corrects) return {e.window(c), f};
    else return {box_window<pack>(u.at(c), this->strides.row, steps, c.k) + e.window(c), f};
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>& sums) const {
    store(out.at(c), in.u.centre, active);
    this->store_residual(c, in.f - apply_box(column, this->box.layer(c.k), in.u), active, sums);
  }
};

} // namespace

template <class P, class Q>
double BoxRefinement<P, Q>::to_float(const Grid& grid, const Vector& f, double factor,
                                     const Correction& r) {
  require_cells(grid, Kernel::box_to_float, f, r);
  return sums_over_box(
             grid, Kernel::box_to_float,
             [&]<class Box>(const Box& box) { return BoxToFloat<P, Q, Box>(box, f, factor, r); })
      .first;
}

template <class P, class Q>
double BoxRefinement<P, Q>::residual(const Grid& grid, const Vector& u, const Vector& f,
                                     double factor, const Correction& r) {
  require_cells(grid, Kernel::box_residual_float, u, f, r);
  return sums_over_box(grid, Kernel::box_residual_float,
                       [&]<class Box>(const Box& box) {
                         return BoxResidualFloat<P, Q, Box>(box, grid, u, f, factor, r);
                       })
      .first;
}

template <class P, class Q>
double BoxRefinement<P, Q>::correct_zero(const Grid& grid, const Correction& e, double factor,
                                         const Vector& f, const Vector& u, double next_factor,
                                         const Correction& r) {
  require_cells(grid, Kernel::box_correct_zero, e, f, u, r);
  return sums_over_box(grid, Kernel::box_correct_zero,
                       [&]<class Box>(const Box& box) {
                         return BoxCorrect<P, Q, Box, false>(box, grid, u, e, factor, f, u,
                                                             next_factor, r);
                       })
      .first;
}

template <class P, class Q>
double BoxRefinement<P, Q>::correct(const Grid& grid, const Vector& u, const Correction& e,
                                    double factor, const Vector& f, const Vector& out,
                                    double next_factor, const Correction& r) {
  require_cells(grid, Kernel::box_correct, u, e, f, out, r);
  return sums_over_box(grid, Kernel::box_correct,
                       [&]<class Box>(const Box& box) {
                         return BoxCorrect<P, Q, Box, true>(box, grid, u, e, factor, f, out,
                                                            next_factor, r);
                       })
      .first;
}

ISOBAR_INSTANTIATE_MIXED(struct BoxRefinement)

} // namespace isobar
