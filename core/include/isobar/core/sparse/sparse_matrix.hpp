#pragma once
#include <isobar/core/sparse/csr_rows.hpp>

#include <memory>
#include <string>

namespace isobar {

/// Compressed sparse rows, applied by Kokkos Kernels (cuSPARSE where that has it); ELLPACK-R with a kernel of our own
/// (Vazquez et al., 2010); sliced ELLPACK, whose rows are as long as the longest of their slice alone (Monakov et al., 2010); and ELLPACK-T, in which
/// several threads of a GPU share a row (Vazquez et al., 2012).
enum class MatrixFormat { csr, ell, sliced_ell, ell_t };

/// Threads that share a row of ELLPACK-T: 1, 2, 4, 8, 16 or 32.
inline constexpr int usual_row_threads = 4;

/// A sparse matrix A in one of the formats, or one whose rows are computed (core/fem/macro_rows.hpp), and what solvers need of it, each in one pass over the matrix and one
/// launch (CSR needs two launches for what is more than a product). Vectors have as many numbers as A has columns or
/// rows; products only launch, and wait for nothing.
template <class T> class SparseMatrix {
public:
  using Vector = Kokkos::View<T*, MemorySpace>;
  virtual ~SparseMatrix() = default;

  /// y = factor A x
  virtual void apply(double factor, const Vector& x, const Vector& y) const = 0;
  /// y = z + factor A x; z may be y, x may not.
  virtual void add(double factor, const Vector& x, const Vector& z, const Vector& y) const = 0;
  /// r = f - A x: the fused defect of the unstructured-grid paper, section 2.1. r may be f.
  virtual void residual(const Vector& x, const Vector& f, const Vector& r) const = 0;
  /// y = x + omega D^-1 (f - A x), where `inverse` is the diagonal of D^-1. y may not be x.
  virtual void jacobi(double omega, const Vector& inverse, const Vector& f, const Vector& x,
                      const Vector& y) const = 0;

  /// y = A x, and behind it a Jacobi step from zero on y: z = omega D^-1 y.
  virtual void apply_and_step(double omega, const Vector& inverse, const Vector& x, const Vector& y,
                              const Vector& z) const = 0;

  /// Device bytes, and those that a product reads of the matrix: without the padding of short rows.
  virtual Int64 bytes() const = 0;
  virtual Int64 bytes_read() const = 0;
  Int64 rows() const { return rows_; }
  Int64 entries() const { return entries_; } ///< that are stored

protected:
  SparseMatrix(Int64 rows, Int64 entries) : rows_(rows), entries_(entries) {}

private:
  Int64 rows_, entries_;
};

/// The matrix of these rows, on a level of which 0 is the finest. `label` names the launches: "isobar/LABEL/LEVEL" for products,
/// "isobar/LABEL_residual/LEVEL" and "isobar/LABEL_jacobi/LEVEL". Throws std::length_error if the format cannot count the entries: CSR below Kokkos Kernels 4
/// none beyond 2^31, all kinds of ELLPACK no row of more than 255. `row_threads`: of ELLPACK-T.
template <class T>
std::unique_ptr<const SparseMatrix<T>>
make_sparse_matrix(MatrixFormat format, const CsrRows<T>& rows, const std::string& label, int level,
                   int row_threads = usual_row_threads);

} // namespace isobar
