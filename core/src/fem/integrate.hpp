#pragma once
#include "fem/element_map.hpp"

namespace isobar {

/// Calls use(place, derivative of the map, weight) for each point of the quadrature of an element. The weight includes the
/// determinant.
template <class Reference, class Use>
KOKKOS_FUNCTION void integrate(const FemTables& tables, int element, const Use& use) {
  const ElementMap<Reference> map(tables, element);
  for (int q = 0; q < Reference::quadrature_points; ++q) {
    const Place p = Reference::quadrature_place(q);
    const auto derivative = map.derivative(p);
    use(p, derivative, Reference::quadrature_weight(q) * derivative.determinant());
  }
}

KOKKOS_INLINE_FUNCTION double dot(Place a, Place b) { return a.x * b.x + a.y * b.y; }

} // namespace isobar
