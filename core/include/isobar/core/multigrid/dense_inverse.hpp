#pragma once
#include <isobar/core/multigrid/communicator.hpp>
#include <isobar/core/multigrid/null_space.hpp>
#include <isobar/core/sparse/csr_rows.hpp>

#include <vector>

namespace isobar {

/// The whole inverse of a small symmetric positive definite matrix, so that on one rank a solve is one launch and the host waits for nothing: what
/// the coarsest level of a cycle needs to be recorded (launch_graph.hpp). n^2 numbers are stored, and a solve reads all of them: 8 MB
/// for 1000 unknowns in double, which stay in the cache of a large GPU.
///
/// Many ranks have the rows of their own unknowns. For each solve they gather the right-hand side on all of them, by one sum of n numbers that the
/// host waits for.
template <class T> class DenseInverse {
public:
  using Vector = Kokkos::View<T*, MemorySpace>;
  /// More take too long to invert: n^3 operations.
  static constexpr int most_rows = 1024;

  /// Inverts A, whose rows are dealt to the ranks, in double and on all of them alike. `rows` are A's on all ranks. `ids` are the places of
  /// the rank's own rows, and behind them those of its other columns, among all unknowns; it is empty on one rank. Three launches
  /// for 32 rows.
  /// Throws std::length_error if there are more than most_rows rows. Numbers that are not finite follow where A is not positive
  /// definite. Where constants are its null space it need be positive definite on all other vectors alone: a number is added to all
  /// entries, which changes nothing for an f and a solution whose numbers have the sum 0. The ranks must outlive this. Collective.
  DenseInverse(const CsrRows<double>& a, Int64 rows, const std::vector<Int64>& ids, Ranks& ranks,
               NullSpace null_space = NullSpace::none);

  /// x = A^-1 f, of the rank's own unknowns. Collective.
  void multiply(const Vector& f, const Vector& x) const;
  /// Whether the host waits for a sum.
  bool waits() const { return !ranks_.alone(); }
  Int64 bytes() const {
    return Int64(entries_.extent(0) + whole_.extent(0)) * Int64(sizeof(T)) +
           Int64(ids_.extent(0) * sizeof(Int64));
  }

private:
  Vector gathered(const Vector& f) const;

  int rows_; ///< on all ranks
  Ranks& ranks_;
  Kokkos::View<Int64*, MemorySpace> ids_; ///< empty on one rank, as whole_
  Vector entries_;                        ///< of own rows, one after the other
  Vector whole_;                          ///< a right-hand side of all ranks
  typename Vector::HostMirror whole_on_host_;
  mutable std::vector<double> sums_;
};

} // namespace isobar
