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

/// The root of the mean area, of at most 64 x 64 columns spread over the domain.
double mean_width(const HorizontalField& area, int nx, int ny) {
  constexpr int most = 64;
  const int every_x = (nx + most - 1) / most, every_y = (ny + most - 1) / most;
  double sum = 0.0;
  int columns = 0;
  for (int j = 0; j < ny; j += every_y)
    for (int i = 0; i < nx; i += every_x, ++columns) sum += area(i, j);
  return std::sqrt(sum / columns);
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
  const double width = grid.columns && grid.columns->area
                           ? mean_width(grid.columns->area, grid.nx, grid.ny)
                           : mesh_width(grid.domain, grid.nx, grid.ny);
  const double cfl = 2.0 * std::sqrt(mean_omega_squared(equation.spec)) / width;
  constexpr double largest = 1e9; // of no reaction: as many levels as there can be
  return cfl > 0.0 ? std::min(cfl, largest) : largest;
}

} // namespace isobar
