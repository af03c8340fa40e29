#include "columns/stored_matrix.hpp"
#include <isobar/core/base/region.hpp>

namespace isobar {
namespace {

constexpr Kernel csr_kernels[] = {Kernel::csr_apply, Kernel::csr_restrict,
                                  Kernel::csr_prolongate}; // by MatrixUse

template <class Rows> Int64 most_entries(const Rows& rows) {
  return Int64(rows.target.nx) * rows.target.ny * rows.target.nz * Rows::most_entries;
}

template <class T> Int64 csr_bytes(Int64 entries, const FieldShape& target) {
  return CsrStorage<T>::bytes(entries, FlatCells(target).rows());
}

} // namespace

template <class T>
template <class Rows>
CsrMatrix<T>::CsrMatrix(const Rows& rows, Offsets offsets)
    : storage_(FlatRows<Rows>{rows}, most_entries(rows), offsets), target_(rows.target),
      product_label_(kernel_label(csr_kernels[int(Rows::use)], rows.level)),
      residual_label_(kernel_label(Kernel::csr_residual, rows.level)) {}

template <class T> void CsrMatrix<T>::update(const OperatorRows<T>& rows) const {
  storage_.fill(FlatRows<OperatorRows<T>>{rows});
}

/// Computes y = alpha A x + beta y on the rows' places in y.
template <class T>
void CsrMatrix<T>::multiply(T alpha, const Vector& x, T beta, const Vector& y) const {
  storage_.multiply(alpha, x.flat().data(), beta, y.flat().data() + target_.first);
}

template <class T> void CsrMatrix<T>::apply(const Vector& x, const Vector& y) const {
  const Region region(product_label_);
  multiply(T(1), x, T(0), y);
}

template <class T> void CsrMatrix<T>::add(const Vector& x, const Vector& y) const {
  const Region region(product_label_);
  multiply(T(1), x, T(1), y);
}

template <class T>
void CsrMatrix<T>::residual(const Vector& x, const Vector& f, const Vector& r) const {
  const Region region(residual_label_);
  Kokkos::deep_copy(ExecutionSpace(), r.flat(), f.flat());
  multiply(T(-1), x, T(1), r);
}

template <class T> Int64 CsrMatrix<T>::operator_bytes(int nx, int ny, int nz) {
  const Int64 cells = Int64(nx) * ny * nz;
  return csr_bytes<T>(OperatorRows<T>::most_entries * cells, FieldShape::of<T>(nx, ny, nz));
}

template <class T>
Int64 CsrMatrix<T>::transfer_bytes(int nx, int ny, int nz, int coarse_nx, int coarse_ny) {
  const Int64 cells = Int64(nx) * ny * nz;
  return csr_bytes<T>(ProlongationRows<T>::most_entries * cells, FieldShape::of<T>(nx, ny, nz)) +
         csr_bytes<T>(cells, FieldShape::of<T>(coarse_nx, coarse_ny, nz));
}

#define ISOBAR_CSR(T)                                                                              \
  template class CsrMatrix<T>;                                                                     \
  template CsrMatrix<T>::CsrMatrix(const OperatorRows<T>&, Offsets);                               \
  template CsrMatrix<T>::CsrMatrix(const RestrictionRows<T>&, Offsets);                            \
  template CsrMatrix<T>::CsrMatrix(const ProlongationRows<T>&, Offsets);
ISOBAR_CSR(double)
ISOBAR_CSR(float)
#undef ISOBAR_CSR

} // namespace isobar
