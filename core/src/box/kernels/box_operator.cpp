#include "base/precision_list.hpp"
#include "box/kernels/box_kernel.hpp"
#include "launch/require_cells.hpp"

#include <isobar/core/box/kernels/box_operator.hpp>

namespace isobar {
namespace {

template <class P, class Box> struct BoxApply : BoxStencil<P, Box> {
  using Base = BoxStencil<P, Box>;
  using typename Base::Column;
  using typename Base::pack;
  using typename Base::S;
  using Inputs = Window<pack>;
  Cells<S, P::layout> v;

  BoxApply(const Box& box, const BoxGridOf<P>& grid, const Field<S>& u, const Field<S>& image)
      : Base(box, grid, u), v(image) {}
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const { return this->window(c); }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>&) const {
    store_aligned(v.at(c), apply_box(column, this->box.layer(c.k), in), active);
  }
};

template <class P, class Box> struct BoxResidual : BoxEquation<P, Box> {
  using Base = BoxEquation<P, Box>;
  using typename Base::Column;
  using typename Base::Inputs;
  using typename Base::pack;
  using typename Base::S;
  Cells<S, P::layout> r;

  BoxResidual(const Box& box, const BoxGridOf<P>& grid, const Field<S>& u, const Field<S>& f,
              const Field<S>& residual)
      : Base(box, grid, u, f), r(residual) {}
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>&) const {
    store_aligned(r.at(c), this->residual(column, c, in), active);
  }
};

template <class P, class Box> struct BoxResidualNorm : BoxEquation<P, Box> {
  using Base = BoxEquation<P, Box>;
  using Base::Base;
  using typename Base::Column;
  using typename Base::Inputs;
  using typename Base::pack;
  /// The norm keeps no rows, as its sums leave too few registers: with rows it would take 0.72 ms instead of 0.63.
  static constexpr CellLaunch launch{.layers = 4, .fetches_ahead = true};
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>& sums) const {
    const pack r = keep_active(this->residual(column, c, in), active);
    sums.first = sums.first + r * r;
  }
};

/// Sums a field and its squares over all cells, multiplied by the cells' volumes or as they are.
template <class P, class Box, bool integrates> struct BoxSum : BoxKernel<P, Box, 4> {
  using Base = BoxKernel<P, Box, 4>;
  using typename Base::Column;
  using typename Base::pack;
  using typename Base::S;
  using Inputs = pack;
  Cells<S, P::layout> u;

  BoxSum(const Box& box, const Field<S>& field) : Base(box, field), u(field) {}
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return load_aligned<pack>(u.at(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& x,
                                        int active, SumPacks<pack>& sums) const {
    const pack volume = integrates ? this->box.volume(column, this->box.layer(c.k)) : pack(1);
    const pack own = keep_active(x, active);
    sums.first = sums.first + volume * own;
    sums.second = sums.second + volume * own * own;
  }
};

template <class P, class Box, bool integrated> struct BoxSubtract : BoxKernel<P, Box, 4> {
  using Base = BoxKernel<P, Box, 4>;
  using typename Base::A;
  using typename Base::Column;
  using typename Base::pack;
  using typename Base::S;
  using Inputs = pack;
  A number;
  Cells<S, P::layout> u;

  BoxSubtract(const Box& box, double number, const Field<S>& field)
      : Base(box, field), number(A(number)), u(field) {}
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return load_aligned<pack>(u.at(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& x,
                                        int active, SumPacks<pack>&) const {
    const pack volume = integrated ? this->box.volume(column, this->box.layer(c.k)) : pack(1);
    store_aligned(u.at(c), x - number * volume, active);
  }
};

} // namespace

template <class P> void BoxOperator<P>::apply(const Grid& grid, const Vector& u, const Vector& v) {
  require_cells(grid, Kernel::box_apply, u, v);
  for_box(grid, Kernel::box_apply,
          [&]<class Box>(const Box& box) { return BoxApply<P, Box>(box, grid, u, v); });
}

template <class P>
void BoxOperator<P>::residual(const Grid& grid, const Vector& u, const Vector& f, const Vector& r) {
  require_cells(grid, Kernel::box_residual, u, f, r);
  for_box(grid, Kernel::box_residual,
          [&]<class Box>(const Box& box) { return BoxResidual<P, Box>(box, grid, u, f, r); });
}

template <class P>
double BoxOperator<P>::residual_norm_squared(const Grid& grid, const Vector& u, const Vector& f) {
  require_cells(grid, Kernel::box_residual_norm, u, f);
  const Sums sums = sums_over_box(grid, Kernel::box_residual_norm, [&]<class Box>(const Box& box) {
    return BoxResidualNorm<P, Box>(box, grid, u, f);
  });
  return sums.first;
}

template <class P> Sums BoxMeans<P>::integral(const Grid& grid, const Vector& u) {
  require_cells(grid, Kernel::box_sum, u);
  return sums_over_box(grid, Kernel::box_sum,
                       [&]<class Box>(const Box& box) { return BoxSum<P, Box, true>(box, u); });
}

template <class P> Sums BoxMeans<P>::sum(const Grid& grid, const Vector& f) {
  require_cells(grid, Kernel::box_sum, f);
  return sums_over_box(grid, Kernel::box_sum,
                       [&]<class Box>(const Box& box) { return BoxSum<P, Box, false>(box, f); });
}

template <class P> void BoxMeans<P>::subtract(const Grid& grid, double number, const Vector& u) {
  require_cells(grid, Kernel::box_subtract, u);
  for_box(grid, Kernel::box_subtract,
          [&]<class Box>(const Box& box) { return BoxSubtract<P, Box, false>(box, number, u); });
}

template <class P>
void BoxMeans<P>::subtract_integrated(const Grid& grid, double number, const Vector& f) {
  require_cells(grid, Kernel::box_subtract, f);
  for_box(grid, Kernel::box_subtract,
          [&]<class Box>(const Box& box) { return BoxSubtract<P, Box, true>(box, number, f); });
}

ISOBAR_INSTANTIATE_FOR_BOX(struct BoxOperator)
ISOBAR_INSTANTIATE_FOR_BOX(struct BoxMeans)

} // namespace isobar
