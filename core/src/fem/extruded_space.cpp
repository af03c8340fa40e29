#include "fem/hexahedron.hpp"

#include <isobar/core/fem/fem_space.hpp>

#include <algorithm>
#include <stdexcept>

namespace isobar {

FemSpace::FemSpace(FemSpace plane, const Layers& layers, std::span<const int> dirichlet_rims)
    : order_(plane.order()), layers_(layers) {
  if (!layers) throw std::invalid_argument("hexahedra need at least one layer");
  if (plane.tables().has_triangles) throw std::invalid_argument("triangles are not extruded");
  if (plane.macro_) throw std::invalid_argument("macro elements are not extruded");
  const std::vector<Fixed> sides = plane.fixed_;
  plane.free_all();
  plane_ = std::make_shared<const FemSpace>(std::move(plane));
  extrude_elements();
  extrude_numbers();
  find_fixed_in_columns(sides, dirichlet_rims);
  copy_fixed_to_device();
}

std::vector<FemSpace::RimPlace> FemSpace::rim_places() const {
  const FemSpace& plane = plane_ ? *plane_ : *this;
  const int column = column_unknowns();
  std::vector<RimPlace> places;
  for (const RimSide& edge : plane.rim_sides_) {
    const int first = plane.table_.of(edge.element)[edge.side] * column;
    for (int k = 0; k < column; ++k) places.push_back({edge.rim, table_.points[first + k]});
  }
  if (!plane_) return places;
  for (int first = 0; first < unknowns(); first += column) {
    places.push_back({layers_.bottom_rim, table_.points[first]});
    places.push_back({layers_.top_rim, table_.points[first + column - 1]});
  }
  return places;
}

void FemSpace::free_all() {
  fixed_.clear();
  copy_fixed_to_device();
}

void FemSpace::extrude_elements() {
  const ElementTable& plane = plane_->table();
  const int column = column_unknowns();
  const std::span<const NodeInLayer> nodes = nodes_of_hexahedron(order_);
  table_.nodes = int(nodes.size());
  table_.refinements = plane.refinements;
  for (const Point& p : plane.points)
    for (int k = 0; k < column; ++k)
      table_.points.push_back({p.x, p.y, layers_.height * k / (column - 1)});
  for (int e = 0; e < plane.elements(); ++e)
    for (int layer = 0; layer < layers_.count; ++layer)
      for (const auto& [node, height] : nodes)
        table_.unknowns.push_back(plane.of(e)[node] * column + order_ * layer + height);
}

/// A column has one owner, so that owned unknowns stay in front of ghosts.
void FemSpace::extrude_numbers() {
  const DistributedNumbers& plane = plane_->distributed();
  const int column = column_unknowns();
  distributed_.owned = plane.owned * column;
  for (Int64 id : plane.ids)
    for (int k = 0; k < column; ++k) distributed_.ids.push_back(id * column + k);
  for (int owner : plane.owners)
    distributed_.owners.insert(distributed_.owners.end(), std::size_t(column), owner);
}

/// Sides have precedence over bottom and top: an unknown on both has the value of its side.
void FemSpace::find_fixed_in_columns(std::span<const Fixed> sides,
                                     std::span<const int> dirichlet_rims) {
  const int column = column_unknowns();
  std::vector<int> rim_of(std::size_t(unknowns()), -1);
  for (const Fixed& side : sides)
    std::fill_n(rim_of.begin() + std::ptrdiff_t(side.unknown) * column, column, side.rim);
  const auto fix = [&](int rim, int height) {
    if (std::ranges::count(dirichlet_rims, rim) == 0) return;
    for (int n = height; n < unknowns(); n += column)
      if (rim_of[n] < 0) rim_of[n] = rim;
  };
  fix(layers_.bottom_rim, 0);
  fix(layers_.top_rim, column - 1);
  for (int n = 0; n < unknowns(); ++n)
    if (rim_of[n] >= 0) fixed_.push_back({n, rim_of[n]});
}

} // namespace isobar
