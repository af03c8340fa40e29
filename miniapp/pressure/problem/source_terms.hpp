#pragma once
#include "pressure/deck/deck.hpp"

#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/grid/cubed_sphere.hpp>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

namespace isobar {

/// The place of a column, as right-hand sides use it.
struct ColumnPlace {
  SpherePoint at; ///< x and y of the centre in (0, 1); on the sphere its point of the unit sphere
  bool in_box;    ///< in the middle quarter of both directions, on the sphere of panel 0
};
/// The place of column (i, j) of a grid of nx x ny columns. On the sphere j counts the rows of all panels; each has ny.
KOKKOS_INLINE_FUNCTION ColumnPlace place_of_column(bool on_sphere, Int64 nx, Int64 ny, Int64 i,
                                                   Int64 j) {
  const auto in_middle = [](Int64 m, Int64 n) { return 8 * m >= 3 * n && 8 * m < 5 * n; };
  const int panel = int(j / ny);
  const Int64 row = j % ny;
  const bool in_box = panel == 0 && in_middle(i, nx) && in_middle(row, ny);
  if (on_sphere) return {CubedSphere(int(nx)).centre({panel, int(i), int(row)}), in_box};
  return {{(double(i) + 0.5) / double(nx), (double(j) + 0.5) / double(ny), 0.0}, in_box};
}

/// A term of a right-hand side: a function of the horizontal position times one
/// of the layer. Formulas are in docs/classes.md and docs/sphere.md.
struct SourceTerm {
  enum class Kind { constant, box, smooth, blob, bump, waves };
  Kind kind = Kind::constant;
  bool on_sphere = false;
  double amplitude = 1.0;
  SpherePoint centre{};        ///< of blob and bump, as in ColumnPlace
  double width[2] = {};        ///< the same in x and y for the blob, and for bumps of the sphere
  double height = 0.0;         ///< of the centre, as a fraction of the layers
  double height_width = 1.0;   ///< likewise
  double from = 0.0, to = 1.0; ///< heights of the box
  double waves[3] = {}; ///< half waves a side in x and y; on the sphere halves of the wave's vector
  double phase = 0.0;   ///< on the sphere
  std::uint64_t seed = 0; ///< of the waves' numbers of layers

  /// The function of the position. For devices.
  KOKKOS_INLINE_FUNCTION double horizontal(const ColumnPlace& column) const {
    const SpherePoint& p = column.at;
    constexpr double pi = std::numbers::pi;
    switch (kind) {
    case Kind::box: return column.in_box ? 1.0 : 0.0;
    case Kind::smooth:
      return on_sphere ? (p.x * p.x - p.y * p.y) * p.z : std::sin(pi * p.x) * std::sin(pi * p.y);
    case Kind::blob: {
      const double t = blob_distance(p) / width[0];
      return std::exp(-t * t);
    }
    case Kind::bump: return amplitude * horizontal_bump(p);
    case Kind::waves:
      if (on_sphere)
        return std::sin(2.0 * (waves[0] * p.x + waves[1] * p.y + waves[2] * p.z) + phase);
      return std::sin(pi * waves[0] * p.x) * std::sin(pi * waves[1] * p.y);
    default: return 1.0;
    }
  }
  /// The function of the layer, for layer k of nz.
  double vertical(Int64 k, int nz) const;

private:
  /// (1 - t^2)^2 for t < 1, else 0; `square` is t^2.
  KOKKOS_INLINE_FUNCTION static double bump(double square) {
    const double left = 1.0 - square;
    return left > 0.0 ? left * left : 0.0;
  }
  KOKKOS_INLINE_FUNCTION double horizontal_bump(const SpherePoint& p) const {
    const SpherePoint d = minus(p, centre);
    if (on_sphere) return bump(dot(d, d) / (width[0] * width[0]));
    const double x = d.x / width[0], y = d.y / width[1];
    return bump(x * x) * bump(y * y);
  }
  /// The distance from the centre; on the sphere the angle, divided by the angle of a panel's width.
  KOKKOS_INLINE_FUNCTION double blob_distance(const SpherePoint& p) const {
    const SpherePoint d = minus(p, centre);
    const double length = std::sqrt(dot(d, d));
    return on_sphere ? 4.0 / std::numbers::pi * std::asin(0.5 * length) : length;
  }
};

/// The terms of a right-hand side; none for rhs.kind "random" and "file". They depend
/// on the deck's [rhs] alone, and not on the grid: a finer grid has the same sources.
std::vector<SourceTerm> source_terms(const Deck& deck);

} // namespace isobar
