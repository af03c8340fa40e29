#pragma once
#include <isobar/core/sparse/csr_rows.hpp>

#include <memory>
#include <string>

namespace isobar {

/// The storage format of a matrix. `csr`: compressed sparse rows, which Kokkos Kernels multiplies
/// (cuSPARSE if Kokkos Kernels has it). `ell`: ELLPACK-R with a kernel of our own (Vazquez et al.,
/// 2010). `sliced_ell`: sliced ELLPACK, whose rows are as long as the longest one of their slice
/// (Monakov et al., 2010). `ell_t`: ELLPACK-T, in which several threads of a GPU share a row
/// (Vazquez et al., 2012).
enum class MatrixFormat { csr, ell, sliced_ell, ell_t };

/// Number of threads that share a row of ELLPACK-T, which may be 1, 2, 4, 8, 16 or 32.
inline constexpr int usual_row_threads = 4;

/// A sparse matrix A, and the products that solvers need. It is stored, or its rows
/// are computed (core/fem/macro_rows.hpp). Each product takes one pass and one
/// launch. CSR needs two launches for all but a plain product. Vectors have as many
/// numbers as A has columns or rows. Products only launch, and wait for nothing.
template <class T> class SparseMatrix {
public:
  using Vector = Kokkos::View<T*, MemorySpace>;
  virtual ~SparseMatrix() = default;

  /// Computes y = factor A x.
  virtual void apply(double factor, const Vector& x, const Vector& y) const = 0;
  /// Computes y = z + factor A x. y may be z, but not x.
  virtual void add(double factor, const Vector& x, const Vector& z, const Vector& y) const = 0;
  /// Computes r = f - A x, the fused defect of the unstructured-grid paper, section 2.1. r may be
  /// f.
  virtual void residual(const Vector& x, const Vector& f, const Vector& r) const = 0;
  /// Computes y = x + omega D^-1 (f - A x). `inverse`: diagonal of D^-1. y may not be x.
  virtual void jacobi(double omega, const Vector& inverse, const Vector& f, const Vector& x,
                      const Vector& y) const = 0;

  /// Computes y = A x, and then a Jacobi step from zero on y: z = omega D^-1 y.
  virtual void apply_and_step(double omega, const Vector& inverse, const Vector& x, const Vector& y,
                              const Vector& z) const = 0;

  /// Returns the device bytes.
  virtual Int64 bytes() const = 0;
  /// Returns the bytes of the matrix that a product reads, without the padding of short rows.
  virtual Int64 bytes_read() const = 0;
  Int64 rows() const { return rows_; }
  Int64 entries() const { return entries_; } ///< stored entries

protected:
  SparseMatrix(Int64 rows, Int64 entries) : rows_(rows), entries_(entries) {}

private:
  Int64 rows_, entries_;
};

/// Returns the matrix of these rows. `level`: for labels; 0 is the finest. `label`: names the
/// launches, "isobar/LABEL/LEVEL" for products, "isobar/LABEL_residual/LEVEL" and
/// "isobar/LABEL_jacobi/LEVEL". `row_threads`: for ELLPACK-T. Throws std::length_error if the
/// format cannot count the entries. CSR below Kokkos Kernels 4 counts up to 2^31. All kinds of
/// ELLPACK count up to 255 in a row.
template <class T>
std::unique_ptr<const SparseMatrix<T>>
make_sparse_matrix(MatrixFormat format, const CsrRows<T>& rows, const std::string& label, int level,
                   int row_threads = usual_row_threads);

} // namespace isobar
