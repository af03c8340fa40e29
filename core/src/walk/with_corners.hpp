#pragma once
#include <isobar/core/launch/planned_grid.hpp>

#include <type_traits>

namespace isobar {

/// Calls use(corners), a constant that says whether the grid's matrix couples columns that meet
/// only in a corner, as the vertex flux does. The compiler makes a kernel of its own for five
/// points.
template <class A, Walk W, class Use>
decltype(auto) with_corners(const PlannedGrid<A, W>& grid, const Use& use) {
  if (grid.matrix().flux() == Flux::vertex) return use(std::true_type{});
  return use(std::false_type{});
}

} // namespace isobar
