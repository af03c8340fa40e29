#include "library/solver_equation.hpp"

#include "input/input_error.hpp"
#include "pressure/problem/cfl_factor.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <isobar/core/grid/inclination.hpp>
#include <utility>

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

/// The shortest distance between the centres of columns and of their western and southern
/// neighbours; infinite without neighbours. It takes a sample of at most 64 x 64 columns, spread
/// over the domain. Numbers that are not finite are refused later, when all columns are evaluated.
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

/// Throws InputError for sides or convection, which the sphere does not have.
void check_sphere(const PressureGrid& grid, const Coefficients& c) {
  if (grid.domain != Domain::sphere) return;
  const auto demand_none = [](bool given, const char* name) {
    if (given)
      throw InputError(
          fmt::format("{}: not available with domain \"sphere\"; expected none", name));
  };
  const Boundaries& b = grid.boundaries;
  const Boundaries none{.bottom = b.bottom, .top = b.top};
  demand_none(b != none, "boundaries of the sides");
  demand_none(grid.columns != nullptr, "columns");
  demand_none(!c.convection.absent(), "convection");
}

/// Converts heights in units of the radius to fractions of the depth.
HorizontalField share_of_depth(const HorizontalField& ground, double depth) {
  if (!ground) return {};
  return [ground, depth](int i, int j) { return ground(i, j) / depth; };
}

} // namespace

Equation solver_equation(const PressureGrid& grid, const Coefficients& c) {
  check_physics(c.physics);
  check_sphere(grid, c);
  GridSpec spec{grid.domain, grid.layers, c.physics, grid.nz, grid.boundaries};
  spec.flux = grid.flux_or_default();
  spec.may_be_singular = true; // null_space.hpp decides later whether the solver may
  spec.profiles = {grid.interfaces, c.heights.alpha_h, c.heights.alpha_v, c.heights.beta};
  const PositionFactors& p = c.positions;
  ColumnFields fields{p.alpha_h, p.alpha_v, p.beta, grid.columns};
  if (p.alpha_h || p.alpha_v || p.beta || grid.columns)
    spec.columns = std::make_shared<const ColumnFields>(fields);
  check(spec);
  if (p.ground) {
    fields.ground = share_of_depth(p.ground, depth_of(spec));
    spec.columns = std::make_shared<const ColumnFields>(std::move(fields));
    check(spec);
  }
  Equation equation(std::move(spec));
  equation.convection = c.convection;
  equation.cells = c.cells;
  return equation;
}

double solver_cfl(const PressureGrid& grid, const Equation& equation) try {
  GridSpec without_reaction = equation.spec;
  without_reaction.profiles.beta.assign(std::size_t(grid.nz), 0.0);
  if (is_singular(without_reaction) && !has_reaction(equation, grid.nx, grid.rows()))
    return 0.5 * std::max(grid.nx, grid.ny);
  const double cfl = 2.0 * std::sqrt(equation.spec.physics.omega_squared) / narrowest(grid) *
                     cfl_factor(equation, grid.nx, grid.rows());
  constexpr double least = 1e-9, largest = 1e9; // the limits of the deck's key
  return std::isnan(cfl) ? largest : std::clamp(cfl, least, largest);
} catch (const std::exception& e) { // an exception of a caller's function, the same on all ranks
  throw InputError(e.what());
}

} // namespace isobar
