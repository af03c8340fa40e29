#include <isobar/core/cell_walk.hpp>
#include <isobar/core/pack_shuffle.hpp>
#include <isobar/core/transfer.hpp>

namespace isobar {
namespace {

/// One pack of fine columns in each of the two fine rows of coarse row j.
template <class P, class SC> struct RestrictRhs {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using pack = Pack<A, paired_width<A>>;
  static constexpr int rows = 0;
  struct Column {};
  Strides strides, coarse_strides;
  Cells<S> f;
  Cells<SC> coarse;

  KOKKOS_FORCEINLINE_FUNCTION Column column(int, int) const { return {}; }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column&, const Cell& c, int active,
                                        SumPacks<pack>&) const {
    const S* south = f.at(c) + c.j * strides.row;
    store(coarse.at(coarse_strides.cell(c.i / 2, c.k, c.j)),
          sum_pairs(load_aligned<pack>(south) + load_aligned<pack>(south + strides.row)),
          active / 2);
  }
};

} // namespace

template <class P, class Q>
void Transfer<P, Q>::restrict_rhs(const Grid& fine, const Vector& f, const CoarseVector& f_coarse) {
  const RestrictRhs<P, typename Q::storage> kernel{Strides(f), Strides(f_coarse), Cells(f),
                                                   Cells(f_coarse)};
  for_cells(fine.label(Kernel::restrict_rhs), kernel, fine.nx(), fine.ny() / 2, fine.nz());
}

template void Transfer<Double>::restrict_rhs(const Grid&, const Vector&, const CoarseVector&);
template void Transfer<Single>::restrict_rhs(const Grid&, const Vector&, const CoarseVector&);
template void Transfer<SingleStorage>::restrict_rhs(const Grid&, const Vector&,
                                                    const CoarseVector&);
template void Transfer<Double, Single>::restrict_rhs(const Grid&, const Vector&,
                                                     const CoarseVector&);

} // namespace isobar
