#pragma once
#include "columns/matrix_rows.hpp"
#include "sparse/csr_storage.hpp"
#include "sparse/ell_storage.hpp"

/// Stored matrices, to which the matrix-free kernels are compared: CSR, which Kokkos Kernels
/// applies, and ELLPACK-R with a kernel of our own. Both are assembled on the device from the same
/// rows (matrix_rows.hpp), act on fields as they lie in memory, and offer the same products.
namespace isobar {

/// A matrix in compressed sparse rows: values, a column index of 32 bits for each, and an offset
/// for each row. Products are KokkosSparse::spmv. It calls cuSPARSE where Kokkos Kernels has it and
/// offsets have 32 bits. Copies share the matrix.
template <class T> class CsrMatrix {
public:
  using Vector = Field<T>;

  /// Assembles the matrix. Rows is OperatorRows<T>, RestrictionRows<T> or ProlongationRows<T>.
  /// Throws std::length_error if fields or entries have more places than their indices can count.
  template <class Rows> explicit CsrMatrix(const Rows& rows, Offsets offsets = Offsets::automatic);
  /// Recomputes the entries of an operator for other physics, on the same grid and in the same
  /// places.
  void update(const OperatorRows<T>& rows) const;

  /// Computes y = A x. It reads x with the halo that the rows reach. It writes owned cells of y,
  /// and zeroes the padding and halo between them.
  void apply(const Vector& x, const Vector& y) const;
  /// Computes y += A x on owned cells.
  void add(const Vector& x, const Vector& y) const;
  /// Computes r = f - A x. The halo and padding of r become those of f.
  void residual(const Vector& x, const Vector& f, const Vector& r) const;

  Int64 entries() const { return storage_.entries(); }
  /// Returns the device bytes of an operator on a grid of this shape, or of its transfers to and
  /// from the next coarser grid. These are a few more than they use, because sides of the domain
  /// save entries.
  static Int64 operator_bytes(int nx, int ny, int nz);
  static Int64 transfer_bytes(int nx, int ny, int nz, int coarse_nx, int coarse_ny);

private:
  void multiply(T alpha, const Vector& x, T beta, const Vector& y) const;

  CsrStorage<T> storage_;
  FlatCells target_;
  std::string product_label_, residual_label_;
};

/// A matrix in ELLPACK-R (ell_storage.hpp). A thread computes a row.
template <class T> class EllMatrix {
public:
  using Vector = Field<T>;

  /// Assembles or updates the matrix like CsrMatrix.
  template <class Rows> explicit EllMatrix(const Rows& rows);
  void update(const OperatorRows<T>& rows) const;

  /// Compute the same products as those of CsrMatrix, but write only owned cells.
  void apply(const Vector& x, const Vector& y) const;
  void add(const Vector& x, const Vector& y) const;
  void residual(const Vector& x, const Vector& f, const Vector& r) const;

  static Int64 operator_bytes(int nx, int ny, int nz);
  static Int64 transfer_bytes(int nx, int ny, int nz, int coarse_nx, int coarse_ny);

private:
  void multiply(const std::string& label, T factor, const Vector& x, const T* addend,
                const Vector& y) const;

  EllStorage<T> storage_;
  FlatCells target_;
  std::string product_label_, residual_label_;
};

} // namespace isobar
