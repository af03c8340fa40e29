#include "base/precision_list.hpp"
#include "kernels/box_kernel.hpp"

#include <isobar/core/kernels/box_operator.hpp>

namespace isobar {
namespace {

template <class P> struct BoxApply : BoxStencil<P> {
  using Base = BoxStencil<P>;
  using typename Base::Column;
  using typename Base::pack;
  using typename Base::S;
  using Inputs = Window<pack>;
  Cells<S, P::layout> v;

  BoxApply(const BoxGridOf<P>& grid, const Field<S>& u, const Field<S>& image)
      : Base(grid, u), v(image) {}
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const { return this->window(c); }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>&) const {
    store(v.at(c), apply_box(column, this->layer(c), in), active);
  }
};

template <class P> struct BoxResidual : BoxEquation<P> {
  using Base = BoxEquation<P>;
  using typename Base::Column;
  using typename Base::Inputs;
  using typename Base::pack;
  using typename Base::S;
  Cells<S, P::layout> r;

  BoxResidual(const BoxGridOf<P>& grid, const Field<S>& u, const Field<S>& f,
              const Field<S>& residual)
      : Base(grid, u, f), r(residual) {}
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>&) const {
    store(r.at(c), this->residual(column, c, in), active);
  }
};

template <class P> struct BoxResidualNorm : BoxEquation<P> {
  using Base = BoxEquation<P>;
  using Base::Base;
  using typename Base::Column;
  using typename Base::Inputs;
  using typename Base::pack;
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>& sums) const {
    const pack r = keep_active(this->residual(column, c, in), active);
    sums.first = sums.first + r * r;
  }
};

/// Sums of a field: of its integral over cells, or of the numbers as they are.
template <class P, bool integrates> struct BoxSum : BoxKernel<P, 4> {
  using Base = BoxKernel<P, 4>;
  using typename Base::Column;
  using typename Base::pack;
  using typename Base::S;
  using Inputs = pack;
  Cells<S, P::layout> u;

  BoxSum(const BoxGridOf<P>& grid, const Field<S>& field) : Base(grid, field), u(field) {}
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const { return load<pack>(u.at(c)); }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& x,
                                        int active, SumPacks<pack>& sums) const {
    const pack volume = integrates ? this->layer(c).height * column.area : pack(1);
    sums.first = sums.first + keep_active(volume * x, active);
  }
};

template <class P, bool integrated> struct BoxSubtract : BoxKernel<P, 4> {
  using Base = BoxKernel<P, 4>;
  using typename Base::A;
  using typename Base::Column;
  using typename Base::pack;
  using typename Base::S;
  using Inputs = pack;
  A number;
  Cells<S, P::layout> u;

  BoxSubtract(const BoxGridOf<P>& grid, double number, const Field<S>& field)
      : Base(grid, field), number(A(number)), u(field) {}
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const { return load<pack>(u.at(c)); }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& x,
                                        int active, SumPacks<pack>&) const {
    const pack volume = integrated ? this->layer(c).height * column.area : pack(1);
    store(u.at(c), x - number * volume, active);
  }
};

} // namespace

template <class P> void BoxOperator<P>::apply(const Grid& grid, const Vector& u, const Vector& v) {
  for_cells(grid.label(Kernel::box_apply), BoxApply<P>(grid, u, v), all_cells(grid));
}

template <class P>
void BoxOperator<P>::residual(const Grid& grid, const Vector& u, const Vector& f, const Vector& r) {
  for_cells(grid.label(Kernel::box_residual), BoxResidual<P>(grid, u, f, r), all_cells(grid));
}

template <class P>
double BoxOperator<P>::residual_norm_squared(const Grid& grid, const Vector& u, const Vector& f) {
  return sum_over_cells(grid.label(Kernel::box_residual_norm), BoxResidualNorm<P>(grid, u, f),
                        all_cells(grid))
      .first;
}

template <class P> double BoxMeans<P>::integral(const Grid& grid, const Vector& u) {
  return sum_over_cells(grid.label(Kernel::box_sum), BoxSum<P, true>(grid, u), all_cells(grid))
      .first;
}

template <class P> double BoxMeans<P>::sum(const Grid& grid, const Vector& f) {
  return sum_over_cells(grid.label(Kernel::box_sum), BoxSum<P, false>(grid, f), all_cells(grid))
      .first;
}

template <class P> void BoxMeans<P>::subtract(const Grid& grid, double number, const Vector& u) {
  for_cells(grid.label(Kernel::box_subtract), BoxSubtract<P, false>(grid, number, u),
            all_cells(grid));
}

template <class P>
void BoxMeans<P>::subtract_integrated(const Grid& grid, double number, const Vector& f) {
  for_cells(grid.label(Kernel::box_subtract), BoxSubtract<P, true>(grid, number, f),
            all_cells(grid));
}

ISOBAR_INSTANTIATE_FOR_BOX(struct BoxOperator)
ISOBAR_INSTANTIATE_FOR_BOX(struct BoxMeans)

} // namespace isobar
