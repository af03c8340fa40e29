#include "base/precision_list.hpp"
#include "box/kernels/box_kernel.hpp"
#include "device/pack_shuffle.hpp"
#include "launch/require_cells.hpp"

#include <isobar/core/box/kernels/box_smoother.hpp>

namespace isobar {
namespace {

/// A step u + rho (f - A u) / D. `own`: whether D is the diagonal of A, or the smoothers' one (AxisNumber::inner).
template <class P, class Box, class V = BoxPackOf<P>, bool own = false>
struct BoxSmooth : BoxEquation<P, Box, 4, V> {
  using Base = BoxEquation<P, Box, 4, V>;
  using typename Base::A;
  using typename Base::Column;
  using typename Base::Inputs;
  using typename Base::pack;
  using typename Base::S;
  A rho;
  Cells<S, P::layout> out;

  BoxSmooth(const Box& box, const BoxGridOf<P>& grid, double rho, const Field<S>& u,
            const Field<S>& f, const Field<S>& out)
      : Base(box, grid, u, f), rho(A(rho)), out(out) {}
  template <class Layer>
  KOKKOS_FORCEINLINE_FUNCTION pack inverse(const Column& column, const Layer& layer) const {
    if constexpr (own) return this->box.inverse_total(column, layer);
    else return this->box.inverse_diagonal(column, layer);
  }
  KOKKOS_FORCEINLINE_FUNCTION pack smoothed(const Column& column, const Cell& c,
                                            const Inputs& in) const {
    const auto layer = this->box.layer(c.k);
    return in.u.centre + rho * (in.f - apply_box(column, layer, in.u)) * inverse(column, layer);
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>&) const {
    store_aligned(out.at(c), smoothed(column, c, in), active);
  }
};

/// A step that also computes the norm of f - A u.
template <class P, class Box> struct BoxSmoothNorm : BoxSmooth<P, Box> {
  using Base = BoxSmooth<P, Box>;
  using Base::Base;
  using typename Base::Column;
  using typename Base::Inputs;
  using typename Base::pack;
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>& sums) const {
    const auto layer = this->box.layer(c.k);
    const pack residual = in.f - apply_box(column, layer, in.u),
               own = keep_active(residual, active);
    sums.first = sums.first + own * own;
    store_aligned(this->out.at(c),
                  in.u.centre + this->rho * residual * this->inverse(column, layer), active);
  }
};

template <class P, class Box> struct BoxSmoothFromZero : BoxKernel<P, Box, 4> {
  using Base = BoxKernel<P, Box, 4>;
  using typename Base::A;
  using typename Base::Column;
  using typename Base::pack;
  using typename Base::S;
  using Inputs = pack;
  A rho;
  Cells<S, P::layout> f, out;

  BoxSmoothFromZero(const Box& box, double rho, const Field<S>& f, const Field<S>& out)
      : Base(box, f), rho(A(rho)), f(f), out(out) {}
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return load_aligned<pack>(f.at(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& x,
                                        int active, SumPacks<pack>&) const {
    store_aligned(out.at(c), rho * x * this->box.inverse_diagonal(column, this->box.layer(c.k)),
                  active);
  }
};

/// Smooths the cells of one colour. A host computes all cells of a pack, and stores the old values in cells of the other
/// colour. A GPU's lane has one column and skips every other cell. With two columns it would write both: 0.84 ms in float
/// instead of 0.61.
template <class P, class Box> struct BoxSmoothColour : BoxSmooth<P, Box, PackOf<P>, true> {
  using Base = BoxSmooth<P, Box, PackOf<P>, true>;
  using typename Base::Column;
  using typename Base::Inputs;
  using typename Base::pack;
  using typename Base::S;
  int parity; ///< of i + j + k of the cells to smooth, in this rank's indices

  BoxSmoothColour(const Box& box, const BoxGridOf<P>& grid, double rho, Colour colour,
                  const Field<S>& u, const Field<S>& f)
      : Base(box, grid, rho, u, f, u),
        parity(
            (int(colour == Colour::black) + grid.partition().first_i + grid.partition().first_j) &
            1) {}
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>&) const {
    const int first = (c.i + c.j + c.k + parity) & 1; // the pack's first smoothed column
    if (pack::width == 1 && first == 1) return;
    store(this->out.at(c), every_other(in.u.centre, this->smoothed(column, c, in), first), active);
  }
};

} // namespace

template <class P>
void BoxSmoother<P>::smooth(const Grid& grid, double rho, const Vector& u, const Vector& f,
                            const Vector& out) {
  require_cells(grid, Kernel::box_smooth, u, f, out);
  for_box(grid, Kernel::box_smooth,
          [&]<class Box>(const Box& box) { return BoxSmooth<P, Box>(box, grid, rho, u, f, out); });
}

template <class P>
double BoxSmoother<P>::smooth_norm(const Grid& grid, double rho, const Vector& u, const Vector& f,
                                   const Vector& out) {
  require_cells(grid, Kernel::box_smooth_norm, u, f, out);
  const Sums sums = sums_over_box(grid, Kernel::box_smooth_norm, [&]<class Box>(const Box& box) {
    return BoxSmoothNorm<P, Box>(box, grid, rho, u, f, out);
  });
  return sums.first;
}

template <class P>
void BoxSmoother<P>::smooth_from_zero(const Grid& grid, double rho, const Vector& f,
                                      const Vector& out) {
  require_cells(grid, Kernel::box_smooth_from_zero, f, out);
  for_box(grid, Kernel::box_smooth_from_zero,
          [&]<class Box>(const Box& box) { return BoxSmoothFromZero<P, Box>(box, rho, f, out); });
}

template <class P>
void BoxSmoother<P>::smooth_colour(const Grid& grid, double rho, Colour colour, const Vector& u,
                                   const Vector& f) {
  require_cells(grid, Kernel::box_smooth_colour, u, f);
  for_box(grid, Kernel::box_smooth_colour, [&]<class Box>(const Box& box) {
    return BoxSmoothColour<P, Box>(box, grid, rho, colour, u, f);
  });
}

ISOBAR_INSTANTIATE_FOR_BOX(struct BoxSmoother)

} // namespace isobar
