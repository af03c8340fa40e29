#include "columns/stored_matrix.hpp"
#include "sparse/row_product.hpp"

namespace isobar {
namespace {

constexpr Kernel ell_kernels[] = {Kernel::ell_apply, Kernel::ell_restrict,
                                  Kernel::ell_prolongate}; // by MatrixUse

template <class T> Int64 ell_bytes(int entries, const FieldShape& shape) {
  return EllStorage<T>::bytes(FlatCells(shape).rows(), entries);
}

} // namespace

template <class T>
template <class Rows>
EllMatrix<T>::EllMatrix(const Rows& rows)
    : storage_(FlatRows<Rows>{rows}), target_(rows.target),
      product_label_(kernel_label(ell_kernels[int(Rows::use)], rows.level)),
      residual_label_(kernel_label(Kernel::ell_residual, rows.level)) {}

template <class T> void EllMatrix<T>::update(const OperatorRows<T>& rows) const {
  storage_.fill(FlatRows<OperatorRows<T>>{rows});
}

/// Computes y = addend + factor A x on the rows that have entries. `addend` begins at the first
/// row's place and may be null.
template <class T>
void EllMatrix<T>::multiply(const std::string& label, T factor, const Vector& x, const T* addend,
                            const Vector& y) const {
  multiply_rows(label, target_.rows(), storage_.rows(), x.flat().data(),
                Combine<T>{factor, addend, y.flat().data() + target_.first});
}

template <class T> void EllMatrix<T>::apply(const Vector& x, const Vector& y) const {
  multiply(product_label_, T(1), x, nullptr, y);
}

template <class T> void EllMatrix<T>::add(const Vector& x, const Vector& y) const {
  multiply(product_label_, T(1), x, y.flat().data() + target_.first, y);
}

template <class T>
void EllMatrix<T>::residual(const Vector& x, const Vector& f, const Vector& r) const {
  multiply(residual_label_, T(-1), x, f.flat().data() + target_.first, r);
}

template <class T> Int64 EllMatrix<T>::operator_bytes(int nx, int ny, int nz) {
  return ell_bytes<T>(OperatorRows<T>::most_entries, FieldShape::of<T>(nx, ny, nz));
}

template <class T>
Int64 EllMatrix<T>::transfer_bytes(int nx, int ny, int nz, int coarse_nx, int coarse_ny) {
  return ell_bytes<T>(ProlongationRows<T>::most_entries, FieldShape::of<T>(nx, ny, nz)) +
         ell_bytes<T>(RestrictionRows<T>::most_entries,
                      FieldShape::of<T>(coarse_nx, coarse_ny, nz));
}

#define ISOBAR_ELL(T)                                                                              \
  template class EllMatrix<T>;                                                                     \
  template EllMatrix<T>::EllMatrix(const OperatorRows<T>&);                                        \
  template EllMatrix<T>::EllMatrix(const RestrictionRows<T>&);                                     \
  template EllMatrix<T>::EllMatrix(const ProlongationRows<T>&);
ISOBAR_ELL(double)
ISOBAR_ELL(float)
#undef ISOBAR_ELL

} // namespace isobar
