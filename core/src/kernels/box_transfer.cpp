#include "base/precision_list.hpp"
#include "box/box_interpolation.hpp"
#include "kernels/box_restriction.hpp"

#include <isobar/core/kernels/box_transfer.hpp>

namespace isobar {
namespace {

template <class P, class SC, bool halved_x>
struct BoxInterpolate : BoxKernel<P, BoxCells<typename P::arithmetic>> {
  using Base = BoxKernel<P, BoxCells<typename P::arithmetic>>;
  using typename Base::pack;
  using typename Base::S;
  struct Column {};
  using Inputs = pack;
  CoarseCells<SC> coarse;
  Cells<S, P::layout> out;

  BoxInterpolate(const BoxGridOf<P>& fine, const Field<SC>& u_coarse, const Field<S>& out)
      : Base(BoxCells<typename P::arithmetic>(fine), out),
        coarse(u_coarse, fine.halved(), fine.spec().z.is_periodic()), out(out) {}
  KOKKOS_FORCEINLINE_FUNCTION Column column(int, int) const { return {}; }
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return interpolate_cells<pack, halved_x>(this->box, coarse, c.i, c.k, c.j);
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column&, const Cell& c, const Inputs& x, int active,
                                        SumPacks<pack>&) const {
    store(out.at(c), x, active);
  }
};

template <class P, class SC, bool halved_x> struct BoxProlongate : BoxInterpolate<P, SC, halved_x> {
  using Base = BoxInterpolate<P, SC, halved_x>;
  using typename Base::Inputs;
  using typename Base::pack;
  using typename Base::S;
  Cells<S, P::layout> u;

  BoxProlongate(const BoxGridOf<P>& fine, const Field<S>& u, const Field<SC>& u_coarse,
                const Field<S>& out)
      : Base(fine, u_coarse, out), u(u) {}
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return load<pack>(u.at(c)) + Base::read(c);
  }
};

/// Hands a type with the value of `flag` to use().
template <class Use> void with_flag(bool flag, const Use& use) {
  if (flag) use(std::true_type());
  else use(std::false_type());
}

/// Launches the restriction that kernel_of(halved_x) makes: a step works on the fine cells of a coarse layer and row.
template <class Grid, class KernelOf>
void by_restriction(const Grid& fine, Kernel name, const KernelOf& kernel_of) {
  const Halving h = fine.halved();
  const BoxRange range{fine.nx(), h.y ? coarsened_columns(fine.ny()) : fine.ny(),
                       h.z ? coarsened_columns(fine.nz()) : fine.nz()};
  with_flag(h.x, [&](auto x) { for_cells(fine.label(name), kernel_of(x), range); });
}

template <class P, class Q, class Box>
void restrict_with(const Box& box, const BoxGridOf<P>& fine, const FieldOf<P>& u,
                   const FieldOf<P>& f, const FieldOf<Q>& f_coarse) {
  by_restriction(fine, Kernel::box_restrict_residual, [&](auto x) {
    return BoxRestrictResidual<P, typename Q::storage, x, Box>(box, fine, u, f, f_coarse);
  });
}

} // namespace

template <class P, class Q>
void BoxTransfer<P, Q>::restrict_residual(const Grid& fine, const Vector& u, const Vector& f,
                                          const CoarseVector& f_coarse) {
  with_box(fine, [&](const auto& box) { restrict_with<P, Q>(box, fine, u, f, f_coarse); });
}

template <class P, class Q>
void BoxTransfer<P, Q>::restrict_rhs(const Grid& fine, const Vector& f,
                                     const CoarseVector& f_coarse) {
  by_restriction(fine, Kernel::box_restrict_rhs, [&](auto x) {
    return BoxRestrictRhs<P, typename Q::storage, x>(fine, f, f_coarse);
  });
}

template <class P, class Q>
void BoxTransfer<P, Q>::restrict_transpose(const Grid& fine, const Vector& r,
                                           const CoarseVector& f_coarse) {
  by_restriction(fine, Kernel::box_restrict_transpose, [&](auto x) {
    return BoxRestrictTranspose<P, typename Q::storage, x>(fine, r, f_coarse);
  });
}

template <class P, class Q>
void BoxTransfer<P, Q>::prolongate(const Grid& fine, const Vector& u, const CoarseVector& u_coarse,
                                   const Vector& out) {
  with_flag(fine.halved().x, [&](auto x) {
    for_cells(fine.label(Kernel::box_prolongate),
              BoxProlongate<P, typename Q::storage, x>(fine, u, u_coarse, out), all_cells(fine));
  });
}

template <class P, class Q>
void BoxTransfer<P, Q>::interpolate(const Grid& fine, const CoarseVector& u_coarse,
                                    const Vector& out) {
  with_flag(fine.halved().x, [&](auto x) {
    for_cells(fine.label(Kernel::box_interpolate),
              BoxInterpolate<P, typename Q::storage, x>(fine, u_coarse, out), all_cells(fine));
  });
}

ISOBAR_INSTANTIATE_FOR_BOX(struct BoxTransfer)
ISOBAR_INSTANTIATE_MIXED(struct BoxTransfer)

} // namespace isobar
