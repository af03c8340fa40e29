#include <isobar/core/modes/kernels/copy_modes.hpp>

#include "base/precision_list.hpp"
#include "device/cells.hpp"
#include <isobar/core/launch/kernel_list.hpp>

namespace isobar {
namespace {

/// A team copies a row of a mode, or adds it to the same row of the other field.
template <class A, class S, class R> struct CopyRows {
  Cells<S> from;
  Cells<R> to;
  Strides from_strides, to_strides;
  int nx, count;
  bool adds;
  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const int m = team.league_rank() % count, j = team.league_rank() / count;
    const S* const source = from.at(from_strides.cell(0, m, j));
    R* const target = to.at(to_strides.cell(0, m, j));
    for (int i = team.team_rank(); i < nx; i += team.team_size())
      target[i] = R(adds ? A(target[i]) + A(source[i]) : A(source[i]));
  }
};

template <class A, class S, class R>
void copy(const Field<S>& from, const Field<R>& to, int count, Target target) {
  const FieldShape& s = from.shape();
  Kokkos::parallel_for(kernel_label(Kernel::copy_modes, 0),
                       as_arguments(TeamPolicy(s.ny * count, on_host ? 1 : 128)),
                       CopyRows<A, S, R>{Cells(from), Cells(to), Strides(from), Strides(to), s.nx,
                                         count, target == Target::add});
}

} // namespace

template <class P, class Q>
void CopyModes<P, Q>::inwards(const FieldOf<P>& all, const FieldOf<Q>& some) {
  copy<typename P::arithmetic>(all, some, some.shape().nz, Target::overwrite);
}
template <class P, class Q>
void CopyModes<P, Q>::outwards(const FieldOf<Q>& some, const FieldOf<P>& all, Target target) {
  copy<typename P::arithmetic>(some, all, some.shape().nz, target);
}

ISOBAR_INSTANTIATE_FOR_BOX(struct CopyModes)
ISOBAR_INSTANTIATE_MIXED(struct CopyModes)

} // namespace isobar
