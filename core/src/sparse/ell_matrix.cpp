#include "sparse/stored_matrix.hpp"

#include <limits>
#include <stdexcept>

namespace isobar {
namespace {

using AllRows = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>;
constexpr Kernel product_kernels[] = {Kernel::ell_apply, Kernel::ell_restrict,
                                      Kernel::ell_prolongate}; // by MatrixUse

template <class Lengths, class Columns, class Values, class Rows>
void fill_entries(const Rows& rows, const Lengths& lengths, const Columns& columns,
                  const Values& values) {
  Kokkos::parallel_for(
      "isobar/ell_fill", AllRows(0, rows.target.rows()), KOKKOS_LAMBDA(Int64 n) {
        int entry = 0;
        rows.target.visit(n, [&](int i, int k, int j) {
          rows.row(i, k, j, [&](Int64 place, auto value) {
            columns(n, entry) = int(place);
            values(n, entry++) = value;
          });
        });
        lengths(n) = static_cast<unsigned char>(entry);
      });
}

/// y = addend + factor A x on the rows that have entries. Pointers to the first row's place.
template <class T> struct Multiply {
  Int64 rows;
  const T* values;
  const int* columns;
  const unsigned char* lengths;
  T factor;
  const T *x, *addend; ///< x from its first place; addend may be null
  T* y;

  KOKKOS_FUNCTION void operator()(Int64 n) const {
    const int length = lengths[n];
    if (length == 0) return;
    T sum = T(0);
    Int64 at = n;
    for (int entry = 0; entry < length; ++entry, at += rows) sum += values[at] * x[columns[at]];
    y[n] = factor * sum + (addend ? addend[n] : T(0));
  }
};

template <class T> Int64 ell_bytes(int entries, const FieldShape& shape) {
  return FlatCells(shape).rows() * (entries * Int64(sizeof(T) + sizeof(int)) + 1);
}

} // namespace

template <class T>
template <class Rows>
EllMatrix<T>::EllMatrix(const Rows& rows)
    : target_(rows.target),
      product_label_(kernel_label(product_kernels[int(Rows::use)], rows.level)),
      residual_label_(kernel_label(Kernel::ell_residual, rows.level)) {
  if (rows.source.places > std::numeric_limits<int>::max())
    throw std::length_error("a stored matrix of " + std::to_string(rows.source.places) +
                            " columns is larger than its indices can count");
  const auto count = std::size_t(target_.rows());
  values_ = decltype(values_)("isobar ell values", count, Rows::most_entries);
  columns_ = decltype(columns_)("isobar ell columns", count, Rows::most_entries);
  lengths_ = decltype(lengths_)("isobar ell lengths", count);
  fill_entries(rows, lengths_, columns_, values_);
}

template <class T> void EllMatrix<T>::update(const OperatorRows<T>& rows) const {
  fill_entries(rows, lengths_, columns_, values_);
}

template <class T>
void EllMatrix<T>::multiply(const std::string& label, T factor, const Vector& x, const T* addend,
                            const Vector& y) const {
  const Multiply<T> kernel{
      target_.rows(), values_.data(),  columns_.data(), lengths_.data(),
      factor,         x.flat().data(), addend,          y.flat().data() + target_.first};
  Kokkos::parallel_for(label, AllRows(0, target_.rows()), kernel);
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
