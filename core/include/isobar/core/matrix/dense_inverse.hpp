#pragma once
#include <isobar/core/matrix/csr_rows.hpp>

namespace isobar {

/// The whole inverse of a small symmetric positive definite matrix, so that a solve is one launch and the host waits for nothing: what
/// the coarsest level of a cycle needs to be recorded (launch_graph.hpp). n^2 numbers are stored, and a solve reads all of them: 8 MB
/// for 1000 unknowns in double, which stay in the cache of a large GPU. Copies share the numbers.
template <class T> class DenseInverse {
public:
  using Vector = Kokkos::View<T*, MemorySpace>;
  /// More take too long to invert: n^3 operations.
  static constexpr int most_rows = 1024;

  /// Inverts A, of which all entries are there, in double. Two launches a row. Throws std::length_error if A has more than most_rows
  /// rows. Numbers that are not finite follow where A is not positive definite.
  explicit DenseInverse(const CsrRows<double>& a);

  /// x = A^-1 f. Only launches.
  void multiply(const Vector& f, const Vector& x) const;
  Int64 bytes() const { return Int64(entries_.extent(0)) * Int64(sizeof(T)); }

private:
  Vector entries_; ///< row by row
  int rows_;
};

} // namespace isobar
