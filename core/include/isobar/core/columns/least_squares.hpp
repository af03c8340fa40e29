#pragma once
#include <span>
#include <vector>

namespace isobar {

/// Solves min || beta e_0 - H y || for the Hessenberg matrix H of GMRES, which grows by columns.
/// Givens rotations keep H triangular (Saad, "Iterative Methods for Sparse Linear Systems", section
/// 6.5.3). The problem has few numbers and runs on the host.
class LeastSquares {
public:
  /// Allocates memory for up to `most` columns.
  explicit LeastSquares(int most);

  /// Starts a new problem, which has no columns yet.
  void start(double beta);
  /// Adds column j. In: h_0 ... h_j, and the number below the diagonal.
  void add(std::span<const double> h, double below);
  int columns() const { return count_; }
  bool full() const { return count_ == most_; }
  /// The least norm || beta e_0 - H y || with the columns so far.
  double norm() const;
  /// Whether the last column depends on the others up to rounding. The caller must then call
  /// leave_last_out().
  bool is_singular() const;
  void leave_last_out() { --count_; }
  /// Returns y. It is valid until the next call of any function.
  std::span<const double> solve();

private:
  double& r(int i, int j) { return r_[std::size_t(j) * std::size_t(most_) + std::size_t(i)]; }
  const double& r(int i, int j) const { return const_cast<LeastSquares*>(this)->r(i, j); }

  int most_, count_ = 0;
  std::vector<double> r_, cosine_, sine_, g_, y_; ///< r_ is stored by columns
};

} // namespace isobar
