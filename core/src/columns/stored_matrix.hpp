#pragma once
#include "columns/matrix_rows.hpp"
#include "sparse/csr_storage.hpp"
#include "sparse/ell_storage.hpp"

/// Stored matrices, to compare the matrix-free kernels with: CSR applied by Kokkos Kernels, and
/// ELLPACK-R with a kernel of our own. Both are assembled on the device from the same rows
/// (matrix_rows.hpp), act on fields as they lie in memory, and offer the same products.
namespace isobar {

/// Compressed sparse rows: values, a column index (32 bits) for each, and an offset for each row.
/// Products are KokkosSparse::spmv (cuSPARSE where Kokkos Kernels has it and offsets have 32 bits).
/// Copies share the matrix.
template <class T> class CsrMatrix {
public:
  using Vector = Field<T>;

  /// Rows is OperatorRows<T>, RestrictionRows<T> or ProlongationRows<T>. Throws std::length_error
  /// if fields or entries have more places than their indices can count.
  template <class Rows> explicit CsrMatrix(const Rows& rows, Offsets offsets = Offsets::automatic);
  /// Recomputes the entries of an operator on the same grid for other physics, in the same places.
  void update(const OperatorRows<T>& rows) const;

  /// y = A x. Reads x with the halo that the rows reach; writes y's owned cells and zeroes the
  /// padding and halo between them.
  void apply(const Vector& x, const Vector& y) const;
  /// y += A x, owned cells.
  void add(const Vector& x, const Vector& y) const;
  /// r = f - A x; halo and padding of r become those of f.
  void residual(const Vector& x, const Vector& f, const Vector& r) const;

  Int64 entries() const { return storage_.entries(); }
  /// Device bytes of an operator on a grid of this shape, or of both transfers between such a
  /// grid and the next coarser one (a few more than they use: sides of the domain save entries).
  static Int64 operator_bytes(int nx, int ny, int nz);
  static Int64 transfer_bytes(int nx, int ny, int nz, int coarse_nx, int coarse_ny);

private:
  void multiply(T alpha, const Vector& x, T beta, const Vector& y) const;

  CsrStorage<T> storage_;
  FlatCells target_;
  std::string product_label_, residual_label_;
};

/// ELLPACK-R (ell_storage.hpp). A thread computes a row.
template <class T> class EllMatrix {
public:
  using Vector = Field<T>;

  /// As CsrMatrix's.
  template <class Rows> explicit EllMatrix(const Rows& rows);
  void update(const OperatorRows<T>& rows) const;

  /// As CsrMatrix's, but only owned cells are written.
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
