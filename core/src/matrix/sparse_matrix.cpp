#include "matrix/csr_storage.hpp"
#include "matrix/row_product.hpp"
#include "matrix/sliced_storage.hpp"
#include <isobar/core/base/region.hpp>
#include <isobar/core/matrix/sparse_matrix.hpp>

namespace isobar {
namespace {

struct Labels {
  std::string product, residual, jacobi;
  Labels(const std::string& name, int level)
      : product(label(name, "", level)), residual(label(name, "_residual", level)),
        jacobi(label(name, "_jacobi", level)) {}

private:
  static std::string label(const std::string& name, const char* what, int level) {
    return "isobar/" + name + what + "/" + std::to_string(level);
  }
};

/// A matrix whose rows a thread each computes.
template <class T, class Storage> class RowMatrix final : public SparseMatrix<T> {
public:
  using typename SparseMatrix<T>::Vector;
  RowMatrix(const CsrRows<T>& rows, const std::string& label, int level)
      : SparseMatrix<T>(rows.rows(), rows.entries()), storage_(rows), labels_(label, level) {}

  void apply(double factor, const Vector& x, const Vector& y) const override {
    multiply(labels_.product, x, Combine<T>{T(factor), nullptr, y.data()});
  }
  void add(double factor, const Vector& x, const Vector& z, const Vector& y) const override {
    multiply(labels_.product, x, Combine<T>{T(factor), z.data(), y.data()});
  }
  void residual(const Vector& x, const Vector& f, const Vector& r) const override {
    multiply(labels_.residual, x, Combine<T>{T(-1), f.data(), r.data()});
  }
  void jacobi(double omega, const Vector& inverse, const Vector& f, const Vector& x,
              const Vector& y) const override {
    multiply(labels_.jacobi, x,
             JacobiStep<T>{T(omega), inverse.data(), f.data(), x.data(), y.data()});
  }
  Int64 bytes() const override { return storage_.bytes(); }
  Int64 bytes_read() const override {
    return this->entries() * Int64(sizeof(T) + sizeof(int)) + this->rows();
  }

private:
  template <class Finish>
  void multiply(const std::string& label, const Vector& x, const Finish& finish) const {
    multiply_rows(label, this->rows(), storage_.rows(), x.data(), finish);
  }

  Storage storage_;
  Labels labels_;
};

/// CSR: what Kokkos Kernels does not fuse takes a launch more.
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
    const Region region(labels_.product);
    copy(z, y);
    storage_.multiply(T(factor), x.data(), T(1), y.data());
  }
  void residual(const Vector& x, const Vector& f, const Vector& r) const override {
    const Region region(labels_.residual);
    copy(f, r);
    storage_.multiply(T(-1), x.data(), T(1), r.data());
  }
  void jacobi(double omega, const Vector& inverse, const Vector& f, const Vector& x,
              const Vector& y) const override {
    const Region region(labels_.jacobi);
    storage_.multiply(T(1), x.data(), T(0), y.data());
    const JacobiStep<T> step{T(omega), inverse.data(), f.data(), x.data(), y.data()};
    T* const sums = y.data();
    Kokkos::parallel_for(
        labels_.jacobi, AllRows(0, this->rows()), KOKKOS_LAMBDA(Int64 n) { step(n, sums[n]); });
  }
  Int64 bytes() const override { return storage_.bytes(); }
  Int64 bytes_read() const override { return storage_.bytes(); }

private:
  static void copy(const Vector& from, const Vector& to) {
    if (from.data() != to.data()) Kokkos::deep_copy(ExecutionSpace(), to, from);
  }

  CsrStorage<T> storage_;
  Labels labels_;
};

} // namespace

template <class T>
std::unique_ptr<const SparseMatrix<T>> make_sparse_matrix(MatrixFormat format,
                                                          const CsrRows<T>& rows,
                                                          const std::string& label, int level) {
  switch (format) {
  case MatrixFormat::csr: return std::make_unique<CsrSparseMatrix<T>>(rows, label, level);
  case MatrixFormat::ell: return std::make_unique<RowMatrix<T, EllStorage<T>>>(rows, label, level);
  case MatrixFormat::sliced_ell: break;
  }
  return std::make_unique<RowMatrix<T, SlicedStorage<T>>>(rows, label, level);
}

template std::unique_ptr<const SparseMatrix<double>>
make_sparse_matrix(MatrixFormat, const CsrRows<double>&, const std::string&, int);
template std::unique_ptr<const SparseMatrix<float>>
make_sparse_matrix(MatrixFormat, const CsrRows<float>&, const std::string&, int);

} // namespace isobar
