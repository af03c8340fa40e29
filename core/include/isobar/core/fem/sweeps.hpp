#pragma once
#include <isobar/core/fem/row_schedule.hpp>

#include <string>

/// Smoothers that sweep through the rows one after the other, group by group of a schedule.
/// Their work depends on the numbering (the unstructured-grid paper's outlook). With several
/// ranks, each rank sweeps through its own rows and does not update ghosts. A is symmetric.
namespace isobar {

/// The direction of a sweep: from the first row to the last, or back.
enum class Sweep { forward, backward };

/// Gauss-Seidel: u_n += omega (f_n - sum a_nm u_m) / a_nn, row after row and in place.
/// A backward sweep is the transpose of a forward one. So a cycle is symmetric if it
/// has as many backward sweeps after the correction as forward sweeps before it.
template <class T> class GaussSeidel {
public:
  using Vector = Kokkos::View<T*, MemorySpace>;
  /// `level`: for the names of launches, "isobar/fem_gauss_seidel/LEVEL".
  GaussSeidel(CsrRows<T> a, RowSchedule schedule, int level);

  /// Sweeps through all rows, with one launch for each group.
  void sweep(double omega, Sweep direction, const Vector& f, const Vector& u) const;
  int groups() const { return schedule_.groups(); }
  /// Device bytes.
  Int64 bytes() const;
  /// Bytes of the matrix and of the schedule that a sweep reads.
  Int64 bytes_read() const { return bytes(); }

private:
  CsrRows<T> a_;
  RowSchedule schedule_;
  std::string label_;
};

/// ILU(0): factors L and U with the pattern of A, whose product equals A in this
/// pattern (Saad, algorithm 10.4). As A is symmetric, U is D L^T, and (L U)^-1
/// is symmetric. Columns of ghosts are left out. The schedule is one by levels.
template <class T> class IncompleteLu {
public:
  using Vector = Kokkos::View<T*, MemorySpace>;
  /// Computes the factors. Launches are named "isobar/fem_ilu/LEVEL". A pivot is no
  /// number if A is far from positive definite. The factors are computed without a shift.
  IncompleteLu(const CsrRows<T>& a, RowSchedule schedule, int level);

  /// Computes r = (L U)^-1 r, in two launches for each group.
  void solve(const Vector& r) const;
  /// The factors in one matrix with the pattern of A: L below the diagonal, and U on and above it.
  const CsrRows<T>& factors() const { return factors_; }
  int groups() const { return schedule_.groups(); }
  /// Device bytes.
  Int64 bytes() const;
  Int64 bytes_read() const { return bytes(); }

private:
  CsrRows<T> factors_;
  RowSchedule schedule_;
  std::string label_;
};

} // namespace isobar
