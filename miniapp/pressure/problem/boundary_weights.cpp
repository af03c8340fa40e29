#include "pressure/problem/boundary_weights.hpp"

namespace isobar {
namespace {

GridSpec with_values_on_bottom_and_top(GridSpec spec) {
  spec.boundaries.bottom = spec.boundaries.top = Boundary::dirichlet;
  return spec;
}

const ColumnFields& fields_of(const GridSpec& spec) {
  static const ColumnFields none;
  return spec.columns ? *spec.columns : none;
}

} // namespace

BoundaryWeights::BoundaryWeights(const Equation& equation, const Partition& part)
    : equation_(equation), columns_(equation.spec, part), measures_(equation.spec),
      layers_(layer_coefficients(with_values_on_bottom_and_top(geometry_alone(equation.spec)))) {}

double BoundaryWeights::operator()(DomainSide side, int i, int j, int k) const {
  const auto [coupling, distance] = face(side, i, j, k);
  const bool fixed = boundary_at(equation_.spec.boundaries, side) == Boundary::dirichlet;
  const double beyond =
      convection_beyond(side, columns_, measures_, equation_.spec.physics.omega_squared,
                        equation_.convection, i, j, k);
  return (fixed ? 1.0 : distance) * (alpha(side, i, j, k) * coupling - 2.0 * beyond);
}

BoundaryWeights::Face BoundaryWeights::face(DomainSide side, int i, int j, int k) const {
  const LayerCoefficients<double>& layer = layers_[std::size_t(k)];
  if (axis_of(side) == 2)
    return {columns_.area(i, j) * (is_low(side) ? layer.c : layer.b),
            0.5 * measures_.thickness[std::size_t(k)]};
  const int beyond = is_low(side) ? 0 : 1;
  const ColumnMeasures::Edge edge =
      axis_of(side) == 0 ? columns_.west(i + beyond, j) : columns_.south(i, j + beyond);
  return {layer.d * edge.ratio(), edge.distance};
}

double BoundaryWeights::alpha(DomainSide side, int i, int j, int k) const {
  const CellCoefficients& cells = equation_.cells;
  const LayerProfiles& profiles = equation_.spec.profiles;
  const ColumnFields& fields = fields_of(equation_.spec);
  return axis_of(side) == 2 ? coefficient(cells.alpha_v, profiles.alpha_v, fields.alpha_v, i, j, k)
                            : coefficient(cells.alpha_h, profiles.alpha_h, fields.alpha_h, i, j, k);
}

} // namespace isobar
