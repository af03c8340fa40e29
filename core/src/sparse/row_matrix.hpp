#pragma once
#include "sparse/row_product.hpp"

#include <isobar/core/sparse/sparse_matrix.hpp>

#include <utility>

namespace isobar {

/// The names of a matrix's launches.
struct MatrixLabels {
  std::string product, residual, jacobi;
  MatrixLabels(const std::string& name, int level)
      : product(label(name, "", level)), residual(label(name, "_residual", level)),
        jacobi(label(name, "_jacobi", level)) {}

private:
  static std::string label(const std::string& name, const char* what, int level) {
    return "isobar/" + name + what + "/" + std::to_string(level);
  }
};

/// A matrix whose products pass the sum of each row to a function object. `Rows` has bytes(), bytes_read() and multiply(label,
/// x, finish). The last one calls finish(n, sum of row n, finish.given(n)) for all rows, in any order.
template <class T, class Rows> class RowMatrix final : public SparseMatrix<T> {
public:
  using typename SparseMatrix<T>::Vector;
  RowMatrix(Int64 count, Int64 entries, Rows rows, const std::string& label, int level)
      : SparseMatrix<T>(count, entries), rows_(std::move(rows)), labels_(label, level) {}

  void apply(double factor, const Vector& x, const Vector& y) const override {
    rows_.multiply(labels_.product, x.data(), Combine<T>{T(factor), nullptr, y.data()});
  }
  void add(double factor, const Vector& x, const Vector& z, const Vector& y) const override {
    rows_.multiply(labels_.product, x.data(), Combine<T>{T(factor), z.data(), y.data()});
  }
  void residual(const Vector& x, const Vector& f, const Vector& r) const override {
    rows_.multiply(labels_.residual, x.data(), Combine<T>{T(-1), f.data(), r.data()});
  }
  void jacobi(double omega, const Vector& inverse, const Vector& f, const Vector& x,
              const Vector& y) const override {
    rows_.multiply(labels_.jacobi, x.data(),
                   JacobiStep<T>{T(omega), inverse.data(), f.data(), x.data(), y.data()});
  }
  void apply_and_step(double omega, const Vector& inverse, const Vector& x, const Vector& y,
                      const Vector& z) const override {
    rows_.multiply(labels_.product, x.data(),
                   StepFromZero<T>{T(omega), inverse.data(), y.data(), z.data()});
  }
  Int64 bytes() const override { return rows_.bytes(); }
  Int64 bytes_read() const override { return rows_.bytes_read(); }

private:
  Rows rows_;
  MatrixLabels labels_;
};

/// Rows in a format of our own, with a thread for each.
template <class T, class Storage> class StoredRows {
public:
  explicit StoredRows(const CsrRows<T>& rows)
      : storage_(rows), count_(rows.rows()), entries_(rows.entries()) {}

  template <class Finish>
  void multiply(const std::string& label, const T* x, const Finish& finish) const {
    multiply_rows(label, count_, storage_.rows(), x, finish);
  }
  /// The arrays that a kernel reads.
  auto rows() const { return storage_.rows(); }
  Int64 count() const { return count_; }
  Int64 bytes() const { return storage_.bytes(); }
  Int64 bytes_read() const { return entries_ * Int64(sizeof(T) + sizeof(int)) + count_; }

private:
  Storage storage_;
  Int64 count_, entries_;
};

} // namespace isobar
