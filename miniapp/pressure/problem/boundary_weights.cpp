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

BoundaryWeights::Column BoundaryWeights::column(DomainSide side, const ColumnMeasures& columns,
                                                int i, int j) {
  Column column{columns.area(i, j)};
  const int axis = axis_of(side), beyond = is_low(side) ? 0 : 1;
  if (axis == 2) return column;
  const ColumnMeasures::Edge edge =
      axis == 0 ? columns.west(i + beyond, j) : columns.south(i, j + beyond);
  column.ratio = edge.ratio();
  column.distance = edge.distance;
  column.span = axis == 0 ? columns.x_span(i, j) : columns.y_span(i, j);
  return column;
}

BoundaryWeights::BoundaryWeights(const Equation& equation)
    : equation_(equation), measures_(equation.spec),
      layers_(layer_coefficients(with_values_on_bottom_and_top(geometry_alone(equation.spec)))) {}

double BoundaryWeights::operator()(DomainSide side, const Column& column, int i, int j,
                                   int k) const {
  const LayerCoefficients<double>& layer = layers_[std::size_t(k)];
  const bool vertical = axis_of(side) == 2;
  const double coupling =
      vertical ? column.area * (is_low(side) ? layer.c : layer.b) : column.ratio * layer.d;
  const double distance = vertical ? 0.5 * measures_.thickness[std::size_t(k)] : column.distance;
  const double span = vertical ? measures_.span[std::size_t(k)] : column.span;
  const double beyond =
      convection_beyond(side, volume(column, k), span, equation_.spec.physics.omega_squared,
                        equation_.convection, i, j, k);
  const bool fixed = boundary_at(equation_.spec.boundaries, side) == Boundary::dirichlet;
  return (fixed ? 1.0 : distance) * (alpha(side, i, j, k) * coupling - 2.0 * beyond);
}

double BoundaryWeights::alpha(DomainSide side, int i, int j, int k) const {
  const CellCoefficients& cells = equation_.cells;
  const LayerProfiles& profiles = equation_.spec.profiles;
  const ColumnFields& fields = fields_of(equation_.spec);
  return axis_of(side) == 2 ? coefficient(cells.alpha_v, profiles.alpha_v, fields.alpha_v, i, j, k)
                            : coefficient(cells.alpha_h, profiles.alpha_h, fields.alpha_h, i, j, k);
}

} // namespace isobar
