// The device functions of the column solve against Gaussian elimination in long double.
#include "support_oracle.hpp"

#include <gtest/gtest.h>
#include <isobar/core/pack.hpp>
#include <isobar/core/scalar.hpp>
#include <isobar/core/tridiag.hpp>

#include <cmath>
#include <limits>

namespace isobar {
namespace {

/// One pack of columns with their own s and right-hand sides, and one profile for all.
template <class A> struct Columns {
  static constexpr int width = pack_width<A>;
  using V = Pack<A, width>;
  std::vector<LevelCoefficients<A>> profile;
  V s;
  std::vector<V> rhs, x;

  /// Neighbouring levels couple `ratio` times as strongly as a level holds itself; s_d runs from
  /// 0 to `ratio` over the columns.
  Columns(int nz, double ratio, int seed) : profile(nz), rhs(nz), x(nz) {
    const oracle::Array numbers = oracle::random(width, 1, 4 * nz, seed);
    for (int k = 0; k < nz; ++k) {
      const auto number = [&](int n) { return A(0.75 + 0.5 * numbers(0, 0, 4 * k + n)); };
      profile[k] = {number(0), A(ratio) * number(1), A(0), number(2)};
      if (k > 0) profile[k].c = profile[k - 1].b;
      for (int i = 0; i < width; ++i) rhs[k].set(i, A(numbers(0, i, 4 * k + 3)));
    }
    profile[nz - 1].b = 0;
    for (int i = 0; i < width; ++i) s.set(i, A(ratio * i / width));
  }

  void solve() {
    const int nz = int(profile.size());
    std::vector<Eliminated<V>> levels(nz);
    Elimination<V> state;
    for (int k = 0; k < nz; ++k) levels[k] = eliminate(profile[k], s, rhs[k], state);
    V above{};
    for (int k = nz - 1; k >= 0; --k) above = x[k] = substitute(levels[k], above);
  }

  /// Column i by the oracle; with all right-hand sides positive, the scale that rounding errors
  /// are relative to (the inverse has no negative entries).
  std::vector<double> expected(int i, bool positive) const {
    const int nz = int(profile.size());
    std::vector<long double> lower(nz), diagonal(nz), upper(nz), g(nz);
    for (int k = 0; k < nz; ++k) {
      const LevelCoefficients<A>& level = profile[k];
      lower[k] = -(long double)level.c;
      upper[k] = -(long double)level.b;
      diagonal[k] = (long double)level.a + level.b + level.c + (long double)s.get(i) * level.d;
      g[k] = positive ? std::abs(rhs[k].get(i)) : rhs[k].get(i);
    }
    return oracle::solve_tridiagonal(lower, diagonal, upper, g);
  }
};

/// Largest error of any number of the pack over its scale.
template <class A> double worst_error(int nz, double ratio, int seed) {
  Columns<A> columns(nz, ratio, seed);
  columns.solve();
  double worst = 0.0;
  for (int i = 0; i < Columns<A>::width; ++i) {
    const auto expected = columns.expected(i, false), scale = columns.expected(i, true);
    for (int k = 0; k < nz; ++k)
      worst = std::fmax(worst, std::abs(double(columns.x[k].get(i)) - expected[k]) / scale[k]);
  }
  return worst;
}

template <class A> struct ColumnSolve : testing::Test {
  /// Every level adds a few roundings to what it passes on: the bound grows with nz.
  static double tolerance(int nz) { return (8.0 + nz) * std::numeric_limits<A>::epsilon(); }
};
using Arithmetics = testing::Types<double, float>;
TYPED_TEST_SUITE(ColumnSolve, Arithmetics);

TYPED_TEST(ColumnSolve, any_number_of_levels) {
  for (int nz = 1; nz <= 257; ++nz)
    EXPECT_LE(worst_error<TypeParam>(nz, 3.0, nz), this->tolerance(nz)) << nz << " levels";
}

// Float too keeps its digits at ratios whose diagonal it cannot tell from b + c. The oracle's
// plain elimination does lose them, but in long double.
TYPED_TEST(ColumnSolve, any_coupling) {
  for (const int nz : {2, 3, 128, 257})
    for (double ratio = 1e-6; ratio < 2e8; ratio *= 10.0)
      EXPECT_LE(worst_error<TypeParam>(nz, ratio, nz),
                this->tolerance(nz) + ratio * double(std::numeric_limits<long double>::epsilon()))
          << nz << " levels, ratio " << ratio;
}

} // namespace
} // namespace isobar
