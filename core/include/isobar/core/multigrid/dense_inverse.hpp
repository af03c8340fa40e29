#pragma once
#include <isobar/core/multigrid/communicator.hpp>
#include <isobar/core/multigrid/null_space.hpp>
#include <isobar/core/sparse/csr_rows.hpp>

#include <vector>

namespace isobar {

/// The whole inverse of a small symmetric positive definite matrix. On one rank a solve is
/// one launch, and the host waits for nothing. So the coarsest level of a cycle can be
/// recorded (launch_graph.hpp). The inverse has n^2 numbers, and a solve reads all of them.
/// For 1000 unknowns in double these are 8 MB, which stay in the cache of a large GPU.
///
/// With several ranks, each rank has the rows of its own unknowns. In each solve, one
/// all-reduce of n numbers gathers the right-hand side on all ranks. The host waits for it.
template <class T> class DenseInverse {
public:
  using Vector = Kokkos::View<T*, MemorySpace>;
  /// The most rows that are inverted. More would take too long, with n^3 operations.
  static constexpr int most_rows = 1024;

  /// Inverts A, whose rows are distributed over the ranks, in double and alike on all ranks.
  /// `rows`: number of A's rows on all ranks. `ids`: places of the rank's own rows among all
  /// unknowns, then places of its other columns; empty on one rank. The inversion takes three
  /// launches for 32 rows. If constants are its null space, A need only be positive definite on all
  /// other vectors. The constructor then adds a number to all entries, which changes nothing if the
  /// numbers of f and of the solution have the sum 0. The ranks must outlive this. Collective.
  /// Throws std::length_error if there are more than most_rows rows. Numbers become non-finite if A
  /// is not positive definite.
  DenseInverse(const CsrRows<double>& a, Int64 rows, const std::vector<Int64>& ids, Ranks& ranks,
               NullSpace null_space = NullSpace::none);

  /// Computes x = A^-1 f for the rank's own unknowns. Collective.
  void multiply(const Vector& f, const Vector& x) const;
  /// Whether the host waits for an all-reduce in each multiply().
  bool waits() const { return !ranks_.alone(); }
  Int64 bytes() const {
    return Int64(entries_.extent(0) + whole_.extent(0)) * Int64(sizeof(T)) +
           Int64(ids_.extent(0) * sizeof(Int64));
  }

private:
  Vector gathered(const Vector& f) const;

  int rows_; ///< number of rows on all ranks
  Ranks& ranks_;
  Kokkos::View<Int64*, MemorySpace> ids_; ///< empty on one rank, like whole_
  Vector entries_;                        ///< own rows of the inverse, one after the other
  Vector whole_;                          ///< the right-hand side of all ranks
  typename Vector::HostMirror whole_on_host_;
  mutable std::vector<double> sums_;
};

} // namespace isobar
