#pragma once
#include "device/pack.hpp"
#include "fem/reference_element.hpp"

#include <type_traits>
#include <utility>

/// Device functions that integrate over elements for rows of the stiffness matrix, a pack of elements at a time. With both
/// orders, the entries (a, b) and (b, a) have the same bits.
namespace isobar {

/// The number of elements around an unknown that are integrated together: on a host, the four around most vertices.
inline constexpr int row_pack = on_host ? 4 : 1;
using RowPack = Pack<double, row_pack>;

/// The derivatives of x and y of a bilinear element. Derivatives along s are at both Gauss points of t, and derivatives along t
/// at both Gauss points of s. `ss` and `tt` are their squared lengths.
struct BilinearSides {
  RowPack xs[2], ys[2], xt[2], yt[2], ss[2], tt[2];

  KOKKOS_FORCEINLINE_FUNCTION BilinearSides(const RowPack* x, const RowPack* y) {
    const RowPack xs0 = x[1] - x[0], xs1 = x[2] - x[3], xt0 = x[3] - x[0], xt1 = x[2] - x[1];
    const RowPack ys0 = y[1] - y[0], ys1 = y[2] - y[3], yt0 = y[3] - y[0], yt1 = y[2] - y[1];
    ISOBAR_UNROLL
    for (int q = 0; q < 2; ++q) {
      const double at = ReferenceElement<1>::axis_place(q);
      xs[q] = xs0 + at * (xs1 - xs0);
      ys[q] = ys0 + at * (ys1 - ys0);
      xt[q] = xt0 + at * (xt1 - xt0);
      yt[q] = yt0 + at * (yt1 - yt0);
      ss[q] = xs[q] * xs[q] + ys[q] * ys[q];
      tt[q] = xt[q] * xt[q] + yt[q] * yt[q];
    }
  }
};

/// The stiffness matrices of bilinear elements. Gradients in the unit square are products of -1 or 1 and a linear function of the
/// other axis. So all entries are sums of ten moments of M = c adj(D) adj(D)^T / det D, where D is the derivative of the map.
/// Moments of M's diagonal have two functions of one axis (00, 01, 11). Moments of M_st have one function of t and one of s.
class BilinearStiffness {
public:
  static constexpr int nodes = 4;

  KOKKOS_FORCEINLINE_FUNCTION BilinearStiffness(const RowPack* x, const RowPack* y,
                                                const RowPack& c, const int* /*a*/) {
    const BilinearSides d(x, y);
    RowPack ss[3], tt[3], mixed[2][2];
    ISOBAR_UNROLL
    for (int q = 0; q < 4; ++q) {
      const int i = q % 2, j = q / 2;
      const double s = ReferenceElement<1>::axis_place(i), t = ReferenceElement<1>::axis_place(j);
      const RowPack factor = 0.25 * c / (d.xs[j] * d.yt[i] - d.xt[i] * d.ys[j]);
      add(factor * d.tt[i], t, ss);
      add(factor * d.ss[j], s, tt);
      const RowPack product = factor * (d.xs[j] * d.xt[i] + d.ys[j] * d.yt[i]);
      mixed[0][0] = mixed[0][0] - ((1.0 - t) * (1.0 - s)) * product;
      mixed[0][1] = mixed[0][1] - ((1.0 - t) * s) * product;
      mixed[1][0] = mixed[1][0] - (t * (1.0 - s)) * product;
      mixed[1][1] = mixed[1][1] - (t * s) * product;
    }
    fill(ss, tt, mixed);
  }
  /// Adds the mass matrices of the same elements times k.
  KOKKOS_FORCEINLINE_FUNCTION void add_mass(const RowPack* x, const RowPack* y, const RowPack& k) {
    const BilinearSides d(x, y);
    ISOBAR_UNROLL
    for (int q = 0; q < 4; ++q) {
      const int i = q % 2, j = q / 2;
      const Place at{ReferenceElement<1>::axis_place(i), ReferenceElement<1>::axis_place(j)};
      const RowPack weight = 0.25 * k * (d.xs[j] * d.yt[i] - d.xt[i] * d.ys[j]);
      for (int a = 0; a < nodes; ++a)
        for (int b = 0; b <= a; ++b)
          set(a, b,
              entry(a, b) +
                  (ReferenceElement<1>::value(a, at) * ReferenceElement<1>::value(b, at)) * weight);
    }
  }
  /// Returns entry (a, b) of the matrix of element `lane`.
  KOKKOS_FORCEINLINE_FUNCTION double operator()(int a, int b, int lane) const {
    return entries_[a][b][lane];
  }
  /// Returns entry (a, b) of the matrices of all elements.
  KOKKOS_FORCEINLINE_FUNCTION RowPack entry(int a, int b) const {
    return load<RowPack>(entries_[a][b]);
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION static void add(const RowPack& value, double at, RowPack* moments) {
    moments[0] = moments[0] + ((1.0 - at) * (1.0 - at)) * value;
    moments[1] = moments[1] + ((1.0 - at) * at) * value;
    moments[2] = moments[2] + (at * at) * value;
  }
  /// Computes all entries from the moments. Nodes have s = 0, 1, 1, 0 and t = 0, 0, 1, 1; slopes are -1 at 0 and 1 at 1.
  KOKKOS_FORCEINLINE_FUNCTION void fill(const RowPack* ss, const RowPack* tt,
                                        const RowPack (&m)[2][2]) {
    set(0, 0, ss[0] + tt[0] + 2.0 * m[0][0]);
    set(0, 1, tt[1] - ss[0] + (m[0][1] - m[0][0]));
    set(0, 2, 0.0 - (ss[1] + tt[1] + (m[0][1] + m[1][0])));
    set(0, 3, ss[1] - tt[0] + (m[1][0] - m[0][0]));
    set(1, 1, ss[0] + tt[2] - 2.0 * m[0][1]);
    set(1, 2, ss[1] - tt[2] + (m[0][1] - m[1][1]));
    set(1, 3, m[0][0] + m[1][1] - (ss[1] + tt[1]));
    set(2, 2, ss[2] + tt[2] + 2.0 * m[1][1]);
    set(2, 3, tt[1] - ss[2] + (m[1][0] - m[1][1]));
    set(3, 3, ss[2] + tt[0] - 2.0 * m[1][0]);
  }
  KOKKOS_FORCEINLINE_FUNCTION void set(int a, int b, const RowPack& value) {
    store(entries_[a][b], value, row_pack);
    store(entries_[b][a], value, row_pack);
  }

  double entries_[nodes][nodes][row_pack];
};

/// Rows `a` of the stiffness matrices of biquadratic, isoparametric elements. Nodes and quadrature points are template
/// arguments, so that gradients in the unit square are constants.
class BiquadraticStiffness {
public:
  static constexpr int nodes = 9;

  KOKKOS_FORCEINLINE_FUNCTION BiquadraticStiffness(const RowPack* x, const RowPack* y,
                                                   const RowPack& c, const int* a) {
    add_points(x, y, c, a, All());
  }
  KOKKOS_FORCEINLINE_FUNCTION double operator()(int /*a*/, int b, int lane) const {
    return sums_[b][lane];
  }

private:
  using Axis = ReferenceElement<2>;
  using All = std::make_integer_sequence<int, nodes>;

  /// along_s() and along_t() return the gradient of a node's basis function in the unit square, at point q of the quadrature.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr double along_s(int q, int node) {
    return Axis::axis_slope(Axis::along_x(node), Axis::axis_place(q % 3)) *
           Axis::axis_value(Axis::along_y(node), Axis::axis_place(q / 3));
  }
  KOKKOS_FORCEINLINE_FUNCTION static constexpr double along_t(int q, int node) {
    return Axis::axis_value(Axis::along_x(node), Axis::axis_place(q % 3)) *
           Axis::axis_slope(Axis::along_y(node), Axis::axis_place(q / 3));
  }
  template <int... Q>
  KOKKOS_FORCEINLINE_FUNCTION void add_points(const RowPack* x, const RowPack* y, const RowPack& c,
                                              const int* a, std::integer_sequence<int, Q...>) {
    RowPack sums[nodes];
    (add_point<Q>(x, y, c, a, sums, All()), ...);
    for (int b = 0; b < nodes; ++b) store(sums_[b], sums[b], row_pack);
  }
  template <int Q, int... B>
  KOKKOS_FORCEINLINE_FUNCTION void add_point(const RowPack* x, const RowPack* y, const RowPack& c,
                                             const int* a, RowPack* sums,
                                             std::integer_sequence<int, B...>) {
    RowPack xs, ys, xt, yt;
    ((xs = xs + along_s(Q, B) * x[B], ys = ys + along_s(Q, B) * y[B],
      xt = xt + along_t(Q, B) * x[B], yt = yt + along_t(Q, B) * y[B]),
     ...);
    // Gradients in the plane times det D.
    const RowPack gx[] = {along_s(Q, B) * yt - along_t(Q, B) * ys...};
    const RowPack gy[] = {along_t(Q, B) * xs - along_s(Q, B) * xt...};
    const RowPack ax = of_lanes(gx, a), ay = of_lanes(gy, a);
    const double weight = Axis::axis_weight(Q % 3) * Axis::axis_weight(Q / 3);
    const RowPack factor = weight * c / (xs * yt - xt * ys);
    ((sums[B] = sums[B] + factor * (ax * gx[B] + ay * gy[B])), ...);
  }
  /// Returns a pack whose lanes come from different packs: lane n is lane n of packs[which[n]].
  KOKKOS_FORCEINLINE_FUNCTION static RowPack of_lanes(const RowPack* packs, const int* which) {
    double numbers[nodes][row_pack], own[row_pack];
    for (int b = 0; b < nodes; ++b) store(numbers[b], packs[b], row_pack);
    for (int lane = 0; lane < row_pack; ++lane) own[lane] = numbers[which[lane]][lane];
    return load<RowPack>(own);
  }

  double sums_[nodes][row_pack];
};

template <int K>
using ElementStiffness = std::conditional_t<K == 1, BilinearStiffness, BiquadraticStiffness>;

} // namespace isobar
