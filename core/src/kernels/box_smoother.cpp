#include "base/precision_list.hpp"
#include "kernels/box_kernel.hpp"

#include <isobar/core/kernels/box_smoother.hpp>

namespace isobar {
namespace {

template <class P> struct BoxSmooth : BoxEquation<P> {
  using Base = BoxEquation<P>;
  using typename Base::A;
  using typename Base::Column;
  using typename Base::Inputs;
  using typename Base::pack;
  using typename Base::S;
  A rho;
  Cells<S, P::layout> out;

  BoxSmooth(const BoxGridOf<P>& grid, double rho, const Field<S>& u, const Field<S>& f,
            const Field<S>& out)
      : Base(grid, u, f), rho(A(rho)), out(out) {}
  KOKKOS_FORCEINLINE_FUNCTION pack smoothed(const Column& column, const Cell& c,
                                            const Inputs& in) const {
    const BoxLayer<A> layer = this->layer(c);
    return in.u.centre +
           rho * (in.f - apply_box(column, layer, in.u)) * reciprocal(box_diagonal(column, layer));
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>&) const {
    store(out.at(c), smoothed(column, c, in), active);
  }
};

template <class P> struct BoxSmoothFromZero : BoxKernel<P, 4> {
  using Base = BoxKernel<P, 4>;
  using typename Base::A;
  using typename Base::Column;
  using typename Base::pack;
  using typename Base::S;
  using Inputs = pack;
  A rho;
  Cells<S, P::layout> f, out;

  BoxSmoothFromZero(const BoxGridOf<P>& grid, double rho, const Field<S>& f, const Field<S>& out)
      : Base(grid, f), rho(A(rho)), f(f), out(out) {}
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const { return load<pack>(f.at(c)); }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& x,
                                        int active, SumPacks<pack>&) const {
    store(out.at(c), rho * x * reciprocal(box_diagonal(column, this->layer(c))), active);
  }
};

/// All cells of a pack are computed; a host stores what was there to those of the other colour.
template <class P> struct BoxSmoothColour : BoxSmooth<P> {
  using Base = BoxSmooth<P>;
  using typename Base::Column;
  using typename Base::Inputs;
  using typename Base::pack;
  using typename Base::S;
  int parity; ///< of i + j + k of the cells to smooth, in indices of this rank

  BoxSmoothColour(const BoxGridOf<P>& grid, double rho, Colour colour, const Field<S>& u,
                  const Field<S>& f)
      : Base(grid, rho, u, f, u), parity((int(colour == Colour::black) + grid.partition().first_i +
                                          grid.partition().first_j) &
                                         1) {}
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>&) const {
    const int first = (c.i + c.j + c.k + parity) & 1; // of the pack's columns that are smoothed
    if (pack::width == 1 && first == 1) return;
    const pack next = this->smoothed(column, c, in);
    pack kept = in.u.centre;
    for (int n = first; n < pack::width; n += 2) kept.set(n, next.get(n));
    store(this->out.at(c), kept, active);
  }
};

} // namespace

template <class P>
void BoxSmoother<P>::smooth(const Grid& grid, double rho, const Vector& u, const Vector& f,
                            const Vector& out) {
  for_cells(grid.label(Kernel::box_smooth), BoxSmooth<P>(grid, rho, u, f, out), all_cells(grid));
}

template <class P>
void BoxSmoother<P>::smooth_from_zero(const Grid& grid, double rho, const Vector& f,
                                      const Vector& out) {
  for_cells(grid.label(Kernel::box_smooth_from_zero), BoxSmoothFromZero<P>(grid, rho, f, out),
            all_cells(grid));
}

template <class P>
void BoxSmoother<P>::smooth_colour(const Grid& grid, double rho, Colour colour, const Vector& u,
                                   const Vector& f) {
  for_cells(grid.label(Kernel::box_smooth_colour), BoxSmoothColour<P>(grid, rho, colour, u, f),
            all_cells(grid));
}

ISOBAR_INSTANTIATE_FOR_BOX(struct BoxSmoother)

} // namespace isobar
