#pragma once
#include <isobar/core/fem/row_schedule.hpp>

#include <string>

/// Smoothers that go through the rows one after the other, group by group of a schedule: those whose work depends on the numbering (the
/// unstructured-grid paper's outlook). On many ranks each goes through its own rows and takes ghosts as they are. A is
/// symmetric.
namespace isobar {

/// From the first row to the last, or back.
enum class Sweep { forward, backward };

/// Gauss-Seidel: u_n += omega (f_n - sum a_nm u_m) / a_nn, row after row and in place. A sweep back is the transpose of one
/// forward, so that a cycle with as many sweeps back after the correction is symmetric.
template <class T> class GaussSeidel {
public:
  using Vector = Kokkos::View<T*, MemorySpace>;
  /// `level` stands in the names of launches, "isobar/fem_gauss_seidel/LEVEL".
  GaussSeidel(CsrRows<T> a, RowSchedule schedule, int level);

  /// One launch for each group.
  void sweep(double omega, Sweep direction, const Vector& f, const Vector& u) const;
  int groups() const { return schedule_.groups(); }
  Int64 bytes() const;
  /// Bytes that a sweep reads of the matrix and of the schedule.
  Int64 bytes_read() const { return bytes(); }

private:
  CsrRows<T> a_;
  RowSchedule schedule_;
  std::string label_;
};

/// ILU(0): factors L and U with the pattern of A whose product is A there (Saad, algorithm 10.4). U is D L^T, as A is symmetric, and so is
/// (L U)^-1. Columns of ghosts are left out. The schedule is one by levels.
template <class T> class IncompleteLu {
public:
  using Vector = Kokkos::View<T*, MemorySpace>;
  /// Launches are named "isobar/fem_ilu/LEVEL". A pivot is no number where A is far from positive definite; nothing is shifted.
  IncompleteLu(const CsrRows<T>& a, RowSchedule schedule, int level);

  /// r = (L U)^-1 r, in two launches for each group.
  void solve(const Vector& r) const;
  /// L below the diagonal and U from it on, with the pattern of A.
  const CsrRows<T>& factors() const { return factors_; }
  int groups() const { return schedule_.groups(); }
  Int64 bytes() const;
  Int64 bytes_read() const { return bytes(); }

private:
  CsrRows<T> factors_;
  RowSchedule schedule_;
  std::string label_;
};

} // namespace isobar
