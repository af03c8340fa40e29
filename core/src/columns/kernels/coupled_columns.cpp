#include <isobar/core/columns/kernels/coupled_columns.hpp>

#include "base/precision_list.hpp"
#include "columns/kernels/coupled_kernels.hpp"

namespace isobar {
namespace {

template <class P> ColumnBlocks<P> blocks_of(const CellCouplings<P>& c) {
  const FieldShape& s = c.own.shape();
  return {s.nx, s.ny};
}

} // namespace

template <class P>
CoupledColumns<P>::CoupledColumns(const LevelSetup& s)
    : couplings_(CellCouplings<P>::allocate(s.partition.nx, s.partition.ny, s.nz())),
      inverse_("isobar inverse", s.partition.nx, s.partition.ny, s.nz()), halved_(s.halved),
      single_end_(s.single_end), level_(s.index) {}

template <class P> void CoupledColumns<P>::factorise() const {
  const auto blocks = blocks_of(couplings_);
  Kokkos::parallel_for(kernel_label(Kernel::coupled_factorise, level_), blocks.range(),
                       FactoriseCoupled<P>{blocks, couplings_, Cells(inverse_)});
}

template <class P> void CoupledColumns<P>::coarsen(const CoupledColumns& finer) const {
  add_up(finer);
  factorise();
}

template <class P> void CoupledColumns<P>::add_up(const CoupledColumns& finer) const {
  const FieldShape& s = inverse_.shape();
  const FieldShape& f = finer.inverse_.shape();
  const CoarsenCoupled<P> kernel{finer.couplings_,
                                 couplings_,
                                 {s.nx, f.nx, halved_.x, single_end_.x},
                                 {s.ny, f.ny, halved_.y, single_end_.y}};
  over_cells(kernel_label(Kernel::coupled_coarsen, level_ - 1), kernel, s.nx + 1, s.nz, s.ny + 1);
}

template <class P>
void CoupledColumns<P>::smooth(double rho, const Vector& u, const Vector& f,
                               const Vector& next) const {
  const auto blocks = blocks_of(couplings_);
  const SmoothCoupled<P> kernel{blocks,
                                couplings_,
                                Cells(inverse_),
                                Cells(u),
                                Cells(f),
                                Cells(next),
                                typename P::arithmetic(rho),
                                false};
  Kokkos::parallel_for(kernel_label(Kernel::coupled_smooth, level_), blocks.range(), kernel);
}

template <class P>
void CoupledColumns<P>::smooth_from_zero(double rho, const Vector& f, const Vector& next) const {
  const auto blocks = blocks_of(couplings_);
  const SmoothCoupled<P> kernel{blocks,
                                couplings_,
                                Cells(inverse_),
                                Cells(f),
                                Cells(f),
                                Cells(next),
                                typename P::arithmetic(rho),
                                true};
  Kokkos::parallel_for(kernel_label(Kernel::coupled_smooth_from_zero, level_), blocks.range(),
                       kernel);
}

template <class P>
void CoupledColumns<P>::residual(const Vector& u, const Vector& f, const Vector& r) const {
  const auto blocks = blocks_of(couplings_);
  Kokkos::parallel_for(kernel_label(Kernel::coupled_residual, level_), blocks.range(),
                       ResidualCoupled<P>{blocks, couplings_, Cells(u), Cells(f), Cells(r)});
}

template <class P>
double CoupledColumns<P>::residual_norm_squared(const Vector& u, const Vector& f) const {
  const auto blocks = blocks_of(couplings_);
  double total = 0.0;
  Kokkos::parallel_reduce(kernel_label(Kernel::coupled_residual_norm, level_), blocks.range(),
                          NormCoupled<P>{blocks, couplings_, Cells(u), Cells(f)}, total);
  return total;
}

template <class P> void CoupledColumns<P>::restrict_from(const Vector& r, const Vector& f) const {
  const FieldShape& s = f.shape();
  const FieldShape& finer = r.shape();
  const SumChildren<P> kernel{Strides(r),
                              Strides(f),
                              Cells(r),
                              Cells(f),
                              {s.nx, finer.nx, halved_.x, single_end_.x},
                              {s.ny, finer.ny, halved_.y, single_end_.y}};
  over_cells(kernel_label(Kernel::coupled_restrict, level_ - 1), kernel, s.nx, s.nz, s.ny);
}

template <class P>
void CoupledColumns<P>::prolongate_to(const Vector& u, const Vector& correction, bool add) const {
  const FieldShape& s = u.shape();
  const TakeFromParent<P> kernel{
      Strides(u), Strides(correction), Cells(u), Cells(correction), halved_, add};
  const Kernel name = add ? Kernel::coupled_prolongate : Kernel::coupled_interpolate;
  over_cells(kernel_label(name, level_ - 1), kernel, s.nx, s.nz, s.ny);
}

ISOBAR_INSTANTIATE_FOR_BOX(class CoupledColumns)

} // namespace isobar
