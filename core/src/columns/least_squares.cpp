#include <isobar/core/columns/least_squares.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace isobar {

LeastSquares::LeastSquares(int most)
    : most_(most), r_(std::size_t(most) * std::size_t(most)), cosine_(std::size_t(most)),
      sine_(std::size_t(most)), g_(std::size_t(most) + 1), y_(std::size_t(most)) {}

void LeastSquares::start(double beta) {
  count_ = 0;
  g_[0] = beta;
}

void LeastSquares::add(std::span<const double> h, double below) {
  const int j = count_++;
  double last = h[0];
  for (int i = 0; i < j; ++i) {
    const double c = cosine_[i], s = sine_[i], next = h[i + 1];
    r(i, j) = c * last + s * next;
    last = c * next - s * last;
  }
  const double length = std::hypot(last, below);
  cosine_[j] = length == 0.0 ? 1.0 : last / length;
  sine_[j] = length == 0.0 ? 0.0 : below / length;
  r(j, j) = length;
  g_[j + 1] = -sine_[j] * g_[j];
  g_[j] *= cosine_[j];
}

double LeastSquares::norm() const { return std::abs(g_[std::size_t(count_)]); }

bool LeastSquares::is_singular() const {
  double largest = 0.0;
  for (int i = 0; i < count_; ++i) largest = std::max(largest, std::abs(r(i, count_ - 1)));
  return r(count_ - 1, count_ - 1) <= std::numeric_limits<double>::epsilon() * largest;
}

std::span<const double> LeastSquares::solve() {
  for (int i = count_ - 1; i >= 0; --i) {
    double rest = g_[i];
    for (int j = i + 1; j < count_; ++j) rest -= r(i, j) * y_[j];
    y_[i] = rest / r(i, i);
  }
  return std::span<const double>(y_).first(std::size_t(count_));
}

} // namespace isobar
