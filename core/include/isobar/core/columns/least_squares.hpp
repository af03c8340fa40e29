#pragma once
#include <span>
#include <vector>

namespace isobar {

/// min || beta e_0 - H y || for the Hessenberg matrix H of GMRES, whose columns come one after the other: Givens rotations
/// keep it triangular (Saad, "Iterative Methods for Sparse Linear Systems", section 6.5.3). On the host, some numbers.
class LeastSquares {
public:
  /// For up to so many columns; allocates.
  explicit LeastSquares(int most);

  /// Without columns.
  void start(double beta);
  /// Adds column j: h_0 ... h_j, and what lies below the diagonal.
  void add(std::span<const double> h, double below);
  int columns() const { return count_; }
  bool full() const { return count_ == most_; }
  /// The least norm.
  double norm() const;
  /// Whether the last column depends on those before it up to rounding. It is to be left out then.
  bool is_singular() const;
  void leave_last_out() { --count_; }
  /// y, until the next call of anything.
  std::span<const double> solve();

private:
  double& r(int i, int j) { return r_[std::size_t(j) * std::size_t(most_) + std::size_t(i)]; }
  const double& r(int i, int j) const { return const_cast<LeastSquares*>(this)->r(i, j); }

  int most_, count_ = 0;
  std::vector<double> r_, cosine_, sine_, g_, y_; ///< r: by columns
};

} // namespace isobar
