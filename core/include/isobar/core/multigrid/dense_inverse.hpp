#pragma once
#include <isobar/core/multigrid/communicator.hpp>
#include <isobar/core/multigrid/null_space.hpp>
#include <isobar/core/sparse/csr_rows.hpp>

#include <vector>

namespace isobar {

/// The whole inverse of a small symmetric positive definite matrix. On one rank a solve is one launch and the host
/// waits for nothing, so that the coarsest level of a cycle can be recorded (launch_graph.hpp). It stores n^2 numbers
/// and reads all of them in a solve: 8 MB for 1000 unknowns in double, which stay in the cache of a large GPU.
///
/// With many ranks, each has the rows of its own unknowns. For each solve all of them
/// gather the right-hand side by one all-reduce of n numbers, for which the host waits.
template <class T> class DenseInverse {
public:
  using Vector = Kokkos::View<T*, MemorySpace>;
  /// More rows take too long to invert: n^3 operations.
  static constexpr int most_rows = 1024;

  /// Inverts A, whose rows are distributed over the ranks, in double and alike on all ranks. `rows`: A's rows
  /// on all ranks. `ids`: places of the rank's own rows among all unknowns, then those of its other columns;
  /// empty on one rank. Three launches for 32 rows. Throws std::length_error for more than most_rows rows.
  /// Numbers become non-finite if A is not positive definite. If constants are its null space, A need only be
  /// positive definite on all other vectors: a number is added to all entries, which changes nothing for an f
  /// and a solution whose numbers have the sum 0. The ranks must outlive this. Collective.
  DenseInverse(const CsrRows<double>& a, Int64 rows, const std::vector<Int64>& ids, Ranks& ranks,
               NullSpace null_space = NullSpace::none);

  /// x = A^-1 f, for the rank's own unknowns. Collective.
  void multiply(const Vector& f, const Vector& x) const;
  /// Whether the host waits for an all-reduce.
  bool waits() const { return !ranks_.alone(); }
  Int64 bytes() const {
    return Int64(entries_.extent(0) + whole_.extent(0)) * Int64(sizeof(T)) +
           Int64(ids_.extent(0) * sizeof(Int64));
  }

private:
  Vector gathered(const Vector& f) const;

  int rows_; ///< on all ranks
  Ranks& ranks_;
  Kokkos::View<Int64*, MemorySpace> ids_; ///< empty on one rank, like whole_
  Vector entries_;                        ///< own rows, one after the other
  Vector whole_;                          ///< the right-hand side of all ranks
  typename Vector::HostMirror whole_on_host_;
  mutable std::vector<double> sums_;
};

} // namespace isobar
