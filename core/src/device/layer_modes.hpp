#pragma once
#include <isobar/core/grid/layers.hpp>

#include <cmath>
#include <cstddef>

/// Device functions of vertical modes. They are pure: they launch nothing and have no memory of
/// their own.
///
/// The columns' matrix without neighbours and the weights of its layers (layers.hpp),
///
///     V = diag(t a) + tridiag(-c, b + c, -b),   D = diag(d) / unit,   t = R_T / V_T,
///
/// have modes q with V q = mu D q. The number of modes below x is the number of negative pivots of
/// V - x D (Sylvester's law). With p_k = b_k + e_k as in tridiag.hpp,
///
///     e_k = t a_k - x D_k + c_k e_{k-1} / p_{k-1},
///
/// so that only x D is subtracted. So the least mu keeps its digits even if the largest one is 10^7
/// times larger.
namespace isobar {

/// The matrices V and D of nz layers.
struct LayerPencil {
  const LayerCoefficients<double>* layers;
  int nz;
  double reaction; ///< t
  double unit;
  /// Returns D_k.
  KOKKOS_FORCEINLINE_FUNCTION double weight(int k) const { return layers[k].d / unit; }
  /// Returns t a_k - x D_k.
  KOKKOS_FORCEINLINE_FUNCTION double excess(int k, double x) const {
    return reaction * layers[k].a - x * weight(k);
  }
};

/// Returns a pivot, or a tiny negative number in place of 0. Numbers divided by it stay finite.
KOKKOS_FORCEINLINE_FUNCTION double nonzero_pivot(double p) {
  constexpr double least = 1e-290;
  return -least < p && p < least ? -least : p;
}

/// Sets `count` to the numbers of modes below x[0], x[1], ... Lanes do not depend on each other, so
/// a host computes them in vectors.
template <int lanes>
KOKKOS_FUNCTION void modes_below(const LayerPencil& pencil, const double (&x)[lanes],
                                 int (&count)[lanes]) {
  double ratio[lanes];
  for (int l = 0; l < lanes; ++l) ratio[l] = 1.0, count[l] = 0;
  for (int k = 0; k < pencil.nz; ++k) {
    const LayerCoefficients<double>& layer = pencil.layers[k];
    const double reaction = pencil.reaction * layer.a, weight = pencil.weight(k);
    for (int l = 0; l < lanes; ++l) {
      const double excess = (reaction - x[l] * weight) + layer.c * ratio[l];
      const double pivot = nonzero_pivot(layer.b + excess);
      count[l] += pivot < 0.0;
      ratio[l] = excess / pivot;
    }
  }
}

/// No relevant mu is a smaller share of the largest mu than this.
constexpr double least_share = 1e-20;

/// The bounds of a mu.
struct MuBounds {
  double low, high;

  /// Returns number n of `numbers` inner numbers, which divide the bounds by equal factors. All are
  /// 0 if both bounds are.
  KOKKOS_FORCEINLINE_FUNCTION double inner(int n, int numbers) const {
    if (high == 0.0) return 0.0;
    return numbers == 1 ? std::sqrt(low * high)
                        : low * std::pow(high / low, double(n + 1) / double(numbers + 1));
  }
  /// Narrows the bounds. In: `above`, the count of the inner numbers, from the least, that mu is
  /// not below.
  KOKKOS_FORCEINLINE_FUNCTION void narrow(int above, int numbers) {
    const double below = above > 0 ? inner(above - 1, numbers) : low;
    high = above < numbers ? inner(above, numbers) : high;
    low = below;
  }
};

/// A team of one thread.
struct LoneThread {
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int team_rank() { return 0; }
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int team_size() { return 1; }
  KOKKOS_FORCEINLINE_FUNCTION void team_barrier() const {}
};

/// Finds mu of the modes `first`, `first` + 1, ..., counted from the least, between `least` > 0 and
/// `most`. Both are 0 if V = 0, as of one layer between closed ground and top whose R stands beside
/// alpha. A mu below `least` becomes `least`. Each thread of the team counts the modes below
/// another inner number, so that a round narrows the bounds by the team's size + 1. One thread
/// alone bisects. In: `above`, memory for `lanes` numbers of each thread.
template <int lanes, class Team>
KOKKOS_FUNCTION void mode_values(const Team& team, const LayerPencil& pencil, double least,
                                 double most, int first, int* above, double (&value)[lanes]) {
  constexpr double halvings = 61.0; // 61 halvings take 20 decades to 1e-16
  const int numbers = team.team_size(), own = team.team_rank();
  const int rounds = int(std::ceil(halvings / std::log2(double(numbers + 1))));
  MuBounds bounds[lanes];
  int below[lanes];
  for (int l = 0; l < lanes; ++l) bounds[l] = {least, most};
  for (int round = 0; round < rounds; ++round) {
    for (int l = 0; l < lanes; ++l) value[l] = bounds[l].inner(own, numbers);
    modes_below(pencil, value, below);
    for (int l = 0; l < lanes; ++l) above[own * lanes + l] = below[l] <= first + l;
    team.team_barrier();
    for (int l = 0; l < lanes; ++l) {
      int all = 0;
      for (int n = 0; n < numbers; ++n) all += above[n * lanes + l];
      bounds[l].narrow(all, numbers);
    }
    team.team_barrier();
  }
  for (int l = 0; l < lanes; ++l) value[l] = bounds[l].inner(0, 1);
}

/// Computes e_k of V - mu D by elimination from below (side 0) or from above (side 1).
inline KOKKOS_FUNCTION void eliminate(const LayerPencil& pencil, double mu, int side, double* e) {
  double ratio = 1.0;
  for (int n = 0; n < pencil.nz; ++n) {
    const int k = side == 0 ? n : pencil.nz - 1 - n;
    const LayerCoefficients<double>& layer = pencil.layers[k];
    e[k] = pencil.excess(k, mu) + (side == 0 ? layer.c : layer.b) * ratio;
    ratio = e[k] / nonzero_pivot((side == 0 ? layer.b : layer.c) + e[k]);
  }
}

/// Returns the row with the least pivot where both eliminations meet.
inline KOKKOS_FUNCTION int twist_row(const LayerPencil& pencil, double mu, const double* from_below,
                                     const double* from_above) {
  int r = pencil.nz - 1;
  double least = 0.0;
  for (int k = pencil.nz - 1; k >= 0; --k) {
    const double both = std::fabs(from_below[k] + from_above[k] - pencil.excess(k, mu));
    if (k == pencil.nz - 1 || both < least) r = k, least = both;
  }
  return r;
}

/// Writes q of the mode with this mu, with q^T D q = 1, to numbers that are `stride` apart. `work`
/// has 3 nz numbers, which the team shares.
///
/// Two threads eliminate V - mu D from below and from above. The row r where both meet with the
/// least pivot has q_r = 1. From there each q_k follows from the one before without a subtraction
/// (Fernando, SIAM J. Matrix Anal. 18, 1997; Dhillon and Parlett, Linear Algebra Appl. 387, 2004).
template <class Team>
KOKKOS_FUNCTION void mode_vector(const Team& team, const LayerPencil& pencil, double mu,
                                 double* work, double* q, std::ptrdiff_t stride) {
  const int nz = pencil.nz, own = team.team_rank(), size = team.team_size();
  double* const e[2] = {work, work + nz};
  double* const x = work + 2 * std::ptrdiff_t(nz);
  for (int side = own; side < 2; side += size) eliminate(pencil, mu, side, e[side]);
  team.team_barrier();
  const int r = twist_row(pencil, mu, e[0], e[1]);
  for (int k = own; k < nz; k += size) { // x[k] is q_k over its neighbour that is nearer to r
    const double b = pencil.layers[k].b, c = pencil.layers[k].c;
    x[k] = k < r ? b / nonzero_pivot(b + e[0][k]) : k > r ? c / nonzero_pivot(c + e[1][k]) : 1.0;
  }
  team.team_barrier();
  for (int side = own; side < 2; side += size) {
    const int towards_r = side == 0 ? 1 : -1, rows = side == 0 ? r : nz - 1 - r;
    for (int n = 1, k = r - towards_r; n <= rows; ++n, k -= towards_r) x[k] *= x[k + towards_r];
  }
  team.team_barrier();
  double square = 0.0;
  for (int k = 0; k < nz; ++k) square += pencil.weight(k) * x[k] * x[k];
  const double scale = (x[0] < 0.0 ? -1.0 : 1.0) / std::sqrt(square);
  for (int k = own; k < nz; k += size) q[k * stride] = scale * x[k];
}

} // namespace isobar
