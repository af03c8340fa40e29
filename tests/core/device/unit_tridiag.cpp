// The device functions of the column solve against Gaussian elimination in long double.
#include "support_oracle.hpp"

#include "device/chunk_solve.hpp"
#include "device/pack.hpp"
#include "device/tridiag.hpp"
#include <gtest/gtest.h>
#include <isobar/core/base/precision.hpp>

#include <cmath>
#include <limits>

namespace isobar {
namespace {

/// One pack of columns with their own s and right-hand sides, and one profile for all.
template <class A> struct Columns {
  static constexpr int width = pack_width<Precision<A, A>>;
  using V = Pack<A, width>;
  std::vector<LayerCoefficients<A>> profile;
  V s, t;
  std::vector<V> rhs, x;

  /// Neighbouring layers couple `ratio` times as strongly as a layer holds itself. Over the columns
  /// s d runs from 0 to `ratio`, t from 1 down to 1/2. With odd seeds u is 0 at the bottom and the
  /// top, with even ones nothing flows through them.
  Columns(int nz, double ratio, int seed) : profile(nz), rhs(nz), x(nz) {
    const oracle::Array numbers = oracle::random(width, 1, 4 * nz, seed);
    for (int k = 0; k < nz; ++k) {
      const auto number = [&](int n) { return A(0.75 + 0.5 * numbers(0, 0, 4 * k + n)); };
      profile[k] = {number(0), A(ratio) * number(1), A(0), number(2)};
      if (k > 0) profile[k].c = profile[k - 1].b;
      for (int i = 0; i < width; ++i) rhs[k].set(i, A(numbers(0, i, 4 * k + 3)));
    }
    if (seed % 2 == 0) profile[nz - 1].b = 0;
    else profile[0].c = A(1.5 * ratio);
    for (int i = 0; i < width; ++i)
      s.set(i, A(ratio * i / width)), t.set(i, A(1.0 - 0.5 * i / width));
  }

  void solve() {
    const int nz = int(profile.size());
    std::vector<Eliminated<V>> layers(nz);
    Elimination<V> state;
    for (int k = 0; k < nz; ++k) layers[k] = eliminate(profile[k], s, t, rhs[k], state);
    V above{};
    for (int k = nz - 1; k >= 0; --k) above = x[k] = substitute(layers[k], above);
  }

  /// The same by chunks of L layers, one thread after the other doing what a GPU's do together.
  /// Returns <g, x> from the pivots.
  template <int L> V solve_in_chunks() {
    const int nz = int(profile.size()), chunks = (nz + L - 1) / L;
    profile.resize(chunks * L, {A(1), A(0), A(0), A(0)});
    const std::vector<A> numbers = chunk_numbers(profile, nz, chunks, L);
    const auto* layers = reinterpret_cast<const ChunkLayers<A, L>*>(numbers.data());
    std::vector<ColumnChunk<V, L>> chunk(chunks);
    Elimination<V> state;
    V below{}, above{}, energy{};
    for (int c = 0; c < chunks; ++c) {
      chunk[c].factorise(layers[c], s, t,
                         c > 0 ? profile[c * L - 1].b * state.ratio : V(profile[0].c));
      for (int l = 0; l < L; ++l) chunk[c].value[l] = c * L + l < nz ? rhs[c * L + l] : V(A(0));
      for (int l = 0; l < L; ++l) eliminate(profile[c * L + l], s, t, V{}, state);
      const V next = chunk[c].upward() + chunk[c].shrink() * below;
      energy = energy + chunk[c].eliminate(layers[c], below);
      below = next;
    }
    for (int c = chunks - 1; c >= 0; --c) {
      chunk[c].substitute(above, [&](int l, const V& value) {
        if (c * L + l < nz) x[c * L + l] = value;
      });
      above = chunk[c].downward() + chunk[c].shrink() * above;
    }
    profile.resize(nz);
    return energy;
  }

  /// Column i by the oracle; with all right-hand sides positive, the scale that rounding errors
  /// are relative to (the inverse has no negative entries).
  std::vector<double> expected(int i, bool positive) const {
    const int nz = int(profile.size());
    std::vector<long double> lower(nz), diagonal(nz), upper(nz), g(nz);
    for (int k = 0; k < nz; ++k) {
      const LayerCoefficients<A>& layer = profile[k];
      lower[k] = -(long double)layer.c;
      upper[k] = -(long double)layer.b;
      diagonal[k] =
          (long double)t.get(i) * layer.a + layer.b + layer.c + (long double)s.get(i) * layer.d;
      g[k] = positive ? std::abs(rhs[k].get(i)) : rhs[k].get(i);
    }
    return oracle::solve_tridiagonal(lower, diagonal, upper, g);
  }
};

/// Largest error of any number of the pack over its scale; chunks of L layers, or whole columns.
template <class A, int L = 0> double worst_error(int nz, double ratio, int seed) {
  Columns<A> columns(nz, ratio, seed);
  if constexpr (L > 0) columns.template solve_in_chunks<L>();
  else columns.solve();
  double worst = 0.0;
  for (int i = 0; i < Columns<A>::width; ++i) {
    const auto expected = columns.expected(i, false), scale = columns.expected(i, true);
    for (int k = 0; k < nz; ++k)
      worst = std::fmax(worst, std::abs(double(columns.x[k].get(i)) - expected[k]) / scale[k]);
  }
  return worst;
}

template <class A> struct ColumnSolve : testing::Test {
  /// Every layer adds a few roundings to what it passes on: the bound grows with nz.
  static double tolerance(int nz) { return (8.0 + nz) * std::numeric_limits<A>::epsilon(); }
};
using Arithmetics = testing::Types<double, float>;
TYPED_TEST_SUITE(ColumnSolve, Arithmetics);

TYPED_TEST(ColumnSolve, AnyNumberOfLayers) {
  for (int nz = 1; nz <= 257; ++nz)
    EXPECT_LE(worst_error<TypeParam>(nz, 3.0, nz), this->tolerance(nz)) << nz << " layers";
}

// Float too keeps its digits at ratios whose diagonal it cannot tell from b + c. The oracle's
// plain elimination does lose them, but in long double.
TYPED_TEST(ColumnSolve, AnyCoupling) {
  for (const int nz : {2, 3, 128, 257})
    for (double ratio = 1e-6; ratio < 2e8; ratio *= 10.0)
      EXPECT_LE(worst_error<TypeParam>(nz, ratio, nz),
                this->tolerance(nz) + ratio * double(std::numeric_limits<long double>::epsilon()))
          << nz << " layers, ratio " << ratio;
}

TYPED_TEST(ColumnSolve, InChunksAnyNumberOfLayers) {
  for (int nz = 1; nz <= 257; ++nz) {
    EXPECT_LE((worst_error<TypeParam, 4>(nz, 3.0, nz)), this->tolerance(nz)) << nz << " layers";
    EXPECT_LE((worst_error<TypeParam, 13>(nz, 3.0, nz)), this->tolerance(nz)) << nz << " layers";
    EXPECT_LE((worst_error<TypeParam, 16>(nz, 3.0, nz)), this->tolerance(nz)) << nz << " layers";
  }
}

// Weaker couplings let q grow by 1 + 1.25 / 0.75 / ratio a layer at the most.
TYPED_TEST(ColumnSolve, InChunksAnyCouplingWithinRange) {
  const double most = std::pow(most_growth<TypeParam>, 1.0 / layers_to_restart<TypeParam>(16));
  for (const int nz : {2, 3, 128, 257})
    for (double ratio = 1.7 / (most - 3.0); ratio < 2e8; ratio *= 10.0)
      EXPECT_LE((worst_error<TypeParam, 16>(nz, ratio, nz)),
                this->tolerance(nz) + ratio * double(std::numeric_limits<long double>::epsilon()))
          << nz << " layers, ratio " << ratio;
}

TYPED_TEST(ColumnSolve, PivotsKnowTheEnergy) {
  Columns<TypeParam> columns(100, 3.0, 1);
  const auto energy = columns.template solve_in_chunks<16>();
  for (int i = 0; i < columns.width; ++i) {
    double expected = 0.0, scale = 0.0;
    for (int k = 0; k < 100; ++k) {
      expected += double(columns.rhs[k].get(i)) * double(columns.x[k].get(i));
      scale += std::abs(double(columns.rhs[k].get(i)) * double(columns.x[k].get(i)));
    }
    EXPECT_NEAR(double(energy.get(i)), expected, this->tolerance(100) * scale) << "column " << i;
  }
}

} // namespace
} // namespace isobar
