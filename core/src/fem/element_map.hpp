#pragma once
#include "fem/reference_element.hpp"

#include <isobar/core/fem/fem_space.hpp>

namespace isobar {

/// An element in the plane. Its map from the unit square, or from the reference triangle, uses the basis itself
/// (isoparametric).
template <class Reference> struct ElementMap {
  double x[Reference::nodes], y[Reference::nodes];

  KOKKOS_FUNCTION ElementMap(const FemTables& tables, int element) {
    for (int a = 0; a < Reference::nodes; ++a) {
      const int n = tables.elements(element, a);
      x[a] = tables.points(n, 0);
      y[a] = tables.points(n, 1);
    }
  }

  /// The derivative of the map at a place. It gives the determinant, and turns gradients in the square into gradients in the
  /// plane.
  struct Derivative {
    double xx = 0.0, xy = 0.0, yx = 0.0, yy = 0.0; ///< of x and y along both axes of the square
    KOKKOS_FORCEINLINE_FUNCTION double determinant() const { return xx * yy - xy * yx; }
    KOKKOS_FORCEINLINE_FUNCTION Place gradient(Place g) const {
      const double inverse = 1.0 / determinant();
      return {inverse * (yy * g.x - yx * g.y), inverse * (xx * g.y - xy * g.x)};
    }
  };
  KOKKOS_FUNCTION Derivative derivative(Place p) const {
    Derivative d;
    for (int a = 0; a < Reference::nodes; ++a) {
      const Place g = Reference::gradient(a, p);
      d.xx += x[a] * g.x;
      d.xy += x[a] * g.y;
      d.yx += y[a] * g.x;
      d.yy += y[a] * g.y;
    }
    return d;
  }
};

/// Returns which local node of an element is this unknown.
KOKKOS_INLINE_FUNCTION int local_node(const FemTables& tables, int element, int unknown) {
  int a = 0;
  while (tables.elements(element, a) != unknown) ++a;
  return a;
}

} // namespace isobar
