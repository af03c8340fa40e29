#pragma once
#include <isobar/core/grid/layers.hpp>

#include <cmath>
#include <cstddef>

/// Device functions of vertical modes. Pure: no launch, no memory of their own.
///
/// The columns' matrix without neighbours and the weights of its layers (layers.hpp),
///
///     V = diag(t a) + tridiag(-c, b + c, -b),   D = diag(d) / unit,   t = R_T / V_T,
///
/// have modes q with V q = mu D q. As many of them are below x as V - x D has negative pivots (Sylvester's law). With
/// p_k = b_k + e_k as in tridiag.hpp,
///
///     e_k = t a_k - x D_k + c_k e_{k-1} / p_{k-1},
///
/// only x D is subtracted. So the least mu keeps its digits beside a largest one that is 10^7 times larger.
namespace isobar {

/// V and D of nz layers.
struct LayerPencil {
  const LayerCoefficients<double>* layers;
  int nz;
  double reaction; ///< t
  double unit;
  /// D_k
  KOKKOS_FORCEINLINE_FUNCTION double weight(int k) const { return layers[k].d / unit; }
  /// t a_k - x D_k
  KOKKOS_FORCEINLINE_FUNCTION double excess(int k, double x) const {
    return reaction * layers[k].a - x * weight(k);
  }
};

/// A pivot, or a negative number next to 0 in place of 0. Numbers over it stay finite.
KOKKOS_FORCEINLINE_FUNCTION double nonzero_pivot(double p) {
  constexpr double least = 1e-290;
  return -least < p && p < least ? -least : p;
}

/// How many modes are below x[0], x[1], ... Lanes do not depend on each other, so a host computes them in vectors.
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

/// mu of the modes `first`, `first` + 1, ..., counted from the least, between `least` > 0 and `most`. Bisection of the logarithm: a mu
/// below `least` becomes `least`.
template <int lanes>
KOKKOS_FUNCTION void mode_values(const LayerPencil& pencil, double least, double most, int first,
                                 double (&value)[lanes]) {
  constexpr int halvings = 61; // of 20 decades to 1e-16
  double low[lanes], high[lanes];
  int below[lanes];
  for (int l = 0; l < lanes; ++l) low[l] = least, high[l] = most;
  for (int n = 0; n < halvings; ++n) {
    for (int l = 0; l < lanes; ++l) value[l] = std::sqrt(low[l] * high[l]);
    modes_below(pencil, value, below);
    for (int l = 0; l < lanes; ++l) {
      const bool is_below = below[l] > first + l;
      high[l] = is_below ? value[l] : high[l];
      low[l] = is_below ? low[l] : value[l];
    }
  }
}

/// q of the mode with this mu, with q^T D q = 1, into numbers that are `stride` apart. `upward` and `downward` are work of nz numbers, as far
/// apart.
///
/// V - mu D is eliminated from below and from above. The row r where both meet with the least pivot has q_r = 1; from there each q_k
/// follows from the one before without a subtraction (Fernando, SIAM J. Matrix Anal. 18, 1997; Dhillon and Parlett, Linear Algebra
/// Appl. 387, 2004).
inline KOKKOS_FUNCTION void mode_vector(const LayerPencil& pencil, double mu, double* upward,
                                        double* downward, double* q, std::ptrdiff_t stride) {
  const int nz = pencil.nz;
  double ratio = 1.0;
  for (int k = 0; k < nz; ++k) {
    const double e = pencil.excess(k, mu) + pencil.layers[k].c * ratio;
    upward[k * stride] = e;
    ratio = e / nonzero_pivot(pencil.layers[k].b + e);
  }
  int r = nz - 1;
  double least = 0.0;
  ratio = 1.0;
  for (int k = nz - 1; k >= 0; --k) {
    const double own = pencil.excess(k, mu), e = own + pencil.layers[k].b * ratio;
    downward[k * stride] = e;
    ratio = e / nonzero_pivot(pencil.layers[k].c + e);
    const double both = std::fabs(upward[k * stride] + e - own);
    if (k == nz - 1 || both < least) r = k, least = both;
  }
  q[r * stride] = 1.0;
  double square = pencil.weight(r);
  for (int k = r - 1; k >= 0; --k) {
    const double b = pencil.layers[k].b;
    const double x = b / nonzero_pivot(b + upward[k * stride]) * q[(k + 1) * stride];
    q[k * stride] = x;
    square += pencil.weight(k) * x * x;
  }
  for (int k = r + 1; k < nz; ++k) {
    const double c = pencil.layers[k].c;
    const double x = c / nonzero_pivot(c + downward[k * stride]) * q[(k - 1) * stride];
    q[k * stride] = x;
    square += pencil.weight(k) * x * x;
  }
  const double scale = (q[0] < 0.0 ? -1.0 : 1.0) / std::sqrt(square);
  for (int k = 0; k < nz; ++k) q[k * stride] *= scale;
}

} // namespace isobar
