#include "library/solver_equation.hpp"

#include "io/input_error.hpp"

#include <isobar/core/grid/layers.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace isobar {
namespace {

void check_physics(const Physics& physics) {
  const auto demand = [](const char* name, double value) {
    if (!(value > 0.0) || !std::isfinite(value))
      throw InputError(fmt::format("coefficients: {} = {}: out of range; expected a number above 0",
                                   name, value));
  };
  demand("w^2", physics.omega_squared);
  demand("lam^2", physics.lambda_squared);
  demand("depth", physics.depth);
}

/// The shortest distance between the centres of at most 64 x 64 columns, spread over the domain, and their western and
/// southern neighbours; infinite without any. What is no number is refused where all columns are evaluated.
double narrowest(const ColumnGeometryFields& columns, int nx, int ny) {
  constexpr int most = 64;
  const int every_x = (nx + most - 1) / most, every_y = (ny + most - 1) / most;
  double least = HUGE_VAL;
  const auto take = [&](const HorizontalField& distance, int i, int j) {
    if (const double d = distance(i, j); d > 0.0) least = std::min(least, d);
  };
  for (int j = 0; j < ny; j += every_y)
    for (int i = 1; i < nx; i += every_x) take(columns.west_distance, i, j);
  for (int j = 1; j < ny; j += every_y)
    for (int i = 0; i < nx; i += every_x) take(columns.south_distance, i, j);
  return least;
}

double narrowest(const PressureGrid& grid) {
  const ColumnGeometryFields* const own = grid.columns.get();
  if (own && own->west_distance && own->south_distance) return narrowest(*own, grid.nx, grid.ny);
  return mesh_width(grid.domain, grid.nx, grid.ny);
}

/// w^2 times the mean alpha_h over the mean beta of all layers.
double mean_omega_squared(const GridSpec& spec) {
  if (spec.profiles.alpha_h.empty() && spec.profiles.beta.empty())
    return spec.physics.omega_squared;
  double a = 0.0, d = 0.0;
  for (const auto& layer : layer_coefficients(spec)) {
    a += layer.a;
    d += layer.d;
  }
  return d / a;
}

} // namespace

Equation solver_equation(const PressureGrid& grid, const Coefficients& c) {
  check_physics(c.physics);
  GridSpec spec{grid.domain, grid.layers, c.physics, grid.nz, grid.boundaries};
  spec.profiles = {grid.interfaces, c.heights.alpha_h, c.heights.alpha_v, c.heights.beta};
  const PositionFactors& p = c.positions;
  if (p.alpha_h || p.alpha_v || p.beta || grid.columns)
    spec.columns = std::make_shared<const ColumnFields>(
        ColumnFields{p.alpha_h, p.alpha_v, p.beta, grid.columns});
  check(spec);
  Equation equation(std::move(spec));
  equation.convection = c.convection;
  equation.cells = c.cells;
  return equation;
}

double solver_cfl(const PressureGrid& grid, const Equation& equation) {
  const double cfl = 2.0 * std::sqrt(mean_omega_squared(equation.spec)) / narrowest(grid);
  constexpr double least = 1e-9, largest = 1e9; // of no reaction: as many levels as there can be
  return std::isnan(cfl) ? largest : std::clamp(cfl, least, largest);
}

} // namespace isobar
