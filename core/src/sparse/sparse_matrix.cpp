#include "sparse/csr_storage.hpp"
#include "sparse/ell_t_storage.hpp"
#include "sparse/row_matrix.hpp"
#include "sparse/sliced_storage.hpp"
#include <isobar/core/base/region.hpp>
#include <isobar/core/sparse/sparse_matrix.hpp>

namespace isobar {
namespace {

/// A matrix in CSR. Kokkos Kernels computes y = alpha A x + beta y. On a GPU a residual, a sum or a Jacobi step takes this
/// product and a second launch. On a host one thread has a whole row anyway, so that each of them is one launch of our own.
template <class T> class CsrSparseMatrix final : public SparseMatrix<T> {
public:
  using typename SparseMatrix<T>::Vector;
  CsrSparseMatrix(const CsrRows<T>& rows, const std::string& label, int level)
      : SparseMatrix<T>(rows.rows(), rows.entries()),
        storage_(rows, rows.entries(), Offsets::automatic), labels_(label, level) {}

  void apply(double factor, const Vector& x, const Vector& y) const override {
    const Region region(labels_.product);
    storage_.multiply(T(factor), x.data(), T(0), y.data());
  }
  void add(double factor, const Vector& x, const Vector& z, const Vector& y) const override {
    if (on_host) return multiply(labels_.product, x, Combine<T>{T(factor), z.data(), y.data()});
    const Region region(labels_.product);
    copy(z, y);
    storage_.multiply(T(factor), x.data(), T(1), y.data());
  }
  void residual(const Vector& x, const Vector& f, const Vector& r) const override {
    if (on_host) return multiply(labels_.residual, x, Combine<T>{T(-1), f.data(), r.data()});
    const Region region(labels_.residual);
    copy(f, r);
    storage_.multiply(T(-1), x.data(), T(1), r.data());
  }
  void jacobi(double omega, const Vector& inverse, const Vector& f, const Vector& x,
              const Vector& y) const override {
    const JacobiStep<T> step{T(omega), inverse.data(), f.data(), x.data(), y.data()};
    if (on_host) return multiply(labels_.jacobi, x, step);
    const Region region(labels_.jacobi);
    storage_.multiply(T(1), x.data(), T(0), y.data());
    T* const sums = y.data();
    Kokkos::parallel_for(
        labels_.jacobi, AllRows(0, this->rows()),
        KOKKOS_LAMBDA(Int64 n) { step(n, sums[n], step.given(n)); });
  }
  void apply_and_step(double omega, const Vector& inverse, const Vector& x, const Vector& y,
                      const Vector& z) const override {
    const StepFromZero<T> step{T(omega), inverse.data(), y.data(), z.data()};
    if (on_host) return multiply(labels_.product, x, step);
    apply(1.0, x, y);
    Kokkos::parallel_for(
        labels_.product, AllRows(0, this->rows()),
        KOKKOS_LAMBDA(Int64 n) { step(n, step.y[n], step.given(n)); });
  }
  Int64 bytes() const override { return storage_.bytes(); }
  Int64 bytes_read() const override { return storage_.bytes(); }

private:
  template <class Finish>
  void multiply(const std::string& label, const Vector& x, const Finish& finish) const {
    if constexpr (on_host) storage_.multiply_rows(label, x.data(), finish);
  }
  static void copy(const Vector& from, const Vector& to) {
    if (from.data() != to.data()) Kokkos::deep_copy(ExecutionSpace(), to, from);
  }

  CsrStorage<T> storage_;
  MatrixLabels labels_;
};

template <class Storage, class T>
std::unique_ptr<const SparseMatrix<T>> make_row_matrix(const CsrRows<T>& rows,
                                                       const std::string& label, int level) {
  using Rows = StoredRows<T, Storage>;
  return std::make_unique<RowMatrix<T, Rows>>(rows.rows(), rows.entries(), Rows(rows), label,
                                              level);
}

} // namespace

template <class T>
std::unique_ptr<const SparseMatrix<T>>
make_sparse_matrix(MatrixFormat format, const CsrRows<T>& rows, const std::string& label, int level,
                   int row_threads) {
  switch (format) {
  case MatrixFormat::csr: return std::make_unique<CsrSparseMatrix<T>>(rows, label, level);
  case MatrixFormat::ell: return make_row_matrix<EllStorage<T>>(rows, label, level);
  case MatrixFormat::ell_t:
    return std::make_unique<RowMatrix<T, EllTMatrixRows<T>>>(
        rows.rows(), rows.entries(), EllTMatrixRows<T>(rows, row_threads), label, level);
  case MatrixFormat::sliced_ell: break;
  }
  return make_row_matrix<SlicedStorage<T>>(rows, label, level);
}

template std::unique_ptr<const SparseMatrix<double>>
make_sparse_matrix(MatrixFormat, const CsrRows<double>&, const std::string&, int, int);
template std::unique_ptr<const SparseMatrix<float>>
make_sparse_matrix(MatrixFormat, const CsrRows<float>&, const std::string&, int, int);

} // namespace isobar
