#pragma once
#include <isobar/core/sparse/csr_rows.hpp>

#include <memory>
#include <string>

namespace isobar {

/// csr: compressed sparse rows, applied by Kokkos Kernels (cuSPARSE where it has that). ell: ELLPACK-R with a kernel of
/// our own (Vazquez et al., 2010). sliced_ell: sliced ELLPACK, whose rows are as long as the longest one of their slice
/// (Monakov et al., 2010). ell_t: ELLPACK-T, in which several threads of a GPU share a row (Vazquez et al., 2012).
enum class MatrixFormat { csr, ell, sliced_ell, ell_t };

/// Threads that share a row of ELLPACK-T: 1, 2, 4, 8, 16 or 32.
inline constexpr int usual_row_threads = 4;

/// A sparse matrix A, stored or with rows that are computed (core/fem/macro_rows.hpp), and the products that solvers need. Each takes one pass and
/// one launch; CSR needs two launches for more than a plain product. Vectors have as many numbers as A has columns or rows. Products do not wait.
/// rows; products only launch, and wait for nothing.
template <class T> class SparseMatrix {
public:
  using Vector = Kokkos::View<T*, MemorySpace>;
  virtual ~SparseMatrix() = default;

  /// y = factor A x
  virtual void apply(double factor, const Vector& x, const Vector& y) const = 0;
  /// y = z + factor A x; z may be y, x may not.
  virtual void add(double factor, const Vector& x, const Vector& z, const Vector& y) const = 0;
  /// r = f - A x, the fused defect of the unstructured-grid paper, section 2.1. r may be f.
  virtual void residual(const Vector& x, const Vector& f, const Vector& r) const = 0;
  /// y = x + omega D^-1 (f - A x), where `inverse` is the diagonal of D^-1. y may not be x.
  virtual void jacobi(double omega, const Vector& inverse, const Vector& f, const Vector& x,
                      const Vector& y) const = 0;

  /// y = A x, and then a Jacobi step from zero on y: z = omega D^-1 y.
  virtual void apply_and_step(double omega, const Vector& inverse, const Vector& x, const Vector& y,
                              const Vector& z) const = 0;

  /// Device bytes; and the bytes of the matrix that a product reads: without the padding of short rows.
  virtual Int64 bytes() const = 0;
  virtual Int64 bytes_read() const = 0;
  Int64 rows() const { return rows_; }
  Int64 entries() const { return entries_; } ///< stored ones

protected:
  SparseMatrix(Int64 rows, Int64 entries) : rows_(rows), entries_(entries) {}

private:
  Int64 rows_, entries_;
};

/// The matrix of these rows, on level `level`; 0 is the finest. `label` names the launches: "isobar/LABEL/LEVEL" for products,
/// "isobar/LABEL_residual/LEVEL" and "isobar/LABEL_jacobi/LEVEL". `row_threads` is for ELLPACK-T. Throws std::length_error if
/// the format cannot count the entries: CSR below Kokkos Kernels 4 counts up to 2^31, all kinds of ELLPACK rows of up to 255.
template <class T>
std::unique_ptr<const SparseMatrix<T>>
make_sparse_matrix(MatrixFormat format, const CsrRows<T>& rows, const std::string& label, int level,
                   int row_threads = usual_row_threads);

} // namespace isobar
