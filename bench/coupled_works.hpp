#pragma once
#include "kernel_works.hpp"

#include <isobar/core/columns/kernels/coupled_columns.hpp>

#include <array>

/// One call of every kernel of levels made from the couplings of cells, like kernel_works.hpp.
namespace isobar::bench {

/// A level of n x n columns and the next coarser one, which halves both horizontal axes.
template <class P> struct CoupledPlace {
  CoupledColumns<P> fine, coarse;
  FieldOf<P> u, v, f, u_coarse;

  CoupledPlace(int n, int nz)
      : fine(level(n, nz, 0)), coarse(level(n, nz, 1)), u(filled<P>(n, nz)), v(filled<P>(n, nz)),
        f(filled<P>(n, nz)), u_coarse(filled<P>(n / 2, nz)) {
    const CellCouplings<P>& c = fine.couplings();
    for (const FieldOf<P>& field : std::array{c.west, c.south, c.below, c.own})
      Kokkos::deep_copy(field.flat(), typename P::storage(0.125));
    coarse.coarsen(fine);
    fine.factorise();
  }
  /// All of them.
  std::vector<FieldOf<P>> fields() const {
    std::vector<FieldOf<P>> all{u, v, f, u_coarse, fine.inverse(), coarse.inverse()};
    for (const CoupledColumns<P>* level : {&fine, &coarse}) {
      const CellCouplings<P>& c = level->couplings();
      all.insert(all.end(), {c.west, c.south, c.below, c.own});
    }
    return all;
  }

private:
  static LevelSetup level(int n, int nz, int index) {
    const Partition whole = Partition::whole(n, n);
    LevelSetup setup(GridSetup{spec(n, nz), index == 0 ? whole : whole.coarsened(), {}});
    setup.index = index;
    if (index > 0) setup.halved = {true, true};
    return setup;
  }
};

template <class P> std::map<Kernel, Work<CoupledPlace<P>>> coupled_works() {
  using W = CoupledPlace<P>;
  return {
      {Kernel::coupled_factorise, [](W& w) { w.fine.factorise(); }},
      {Kernel::coupled_coarsen, [](W& w) { w.coarse.add_up(w.fine); }},
      {Kernel::coupled_smooth,
       [](W& w) {
         w.fine.smooth(0.5, w.u, w.f, w.v);
         std::swap(w.u, w.v);
       }},
      {Kernel::coupled_smooth_from_zero, [](W& w) { w.fine.smooth_from_zero(0.5, w.f, w.v); }},
      {Kernel::coupled_residual, [](W& w) { w.fine.residual(w.u, w.f, w.v); }},
      {Kernel::coupled_residual_norm, [](W& w) { (void)w.fine.residual_norm_squared(w.u, w.f); }},
      {Kernel::coupled_restrict, [](W& w) { w.coarse.restrict_from(w.f, w.u_coarse); }},
      {Kernel::coupled_prolongate, [](W& w) { w.coarse.prolongate_to(w.u, w.u_coarse, true); }},
      {Kernel::coupled_interpolate, [](W& w) { w.coarse.prolongate_to(w.u, w.u_coarse, false); }},
  };
}

} // namespace isobar::bench
