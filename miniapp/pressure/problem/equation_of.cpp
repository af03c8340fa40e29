#include "pressure/problem/equation_of.hpp"

#include "pressure/problem/column_functions.hpp"
#include "pressure/problem/latlon.hpp"
#include "pressure/problem/standard_atmosphere.hpp"

#include <cmath>
#include <fmt/format.h>
#include <isobar/core/grid/layers.hpp>

namespace isobar {
namespace {

using deck::Coefficient;
using deck::NamedCoefficient;

/// One number a layer; no numbers if all are 1.
std::vector<double> numbers_of_layers(const deck::Profile& profile, int nz) {
  if (profile.is_everywhere(1.0)) return {};
  if (profile.numbers.size() != 1) return profile.numbers;
  return std::vector<double>(std::size_t(nz), profile.numbers.front());
}

/// alpha_h = c^2 / c_0^2 and alpha_v = alpha_h (1 + (N_0 dt/2)^2) / (1 + (N dt/2)^2) at the middle
/// of the layers. The deck has c_0 and N_0 (docs/discretisation.md, "The standard atmosphere").
std::vector<double> standard_profile(const Deck& deck, const GridSpec& spec, bool vertical) {
  const Atmosphere a = deck.atmosphere();
  const LayerHeights heights(spec);
  const auto stiffness = [&](double n) {
    const double x = 0.5 * n * a.time_step;
    return 1.0 + x * x;
  };
  std::vector<double> alpha;
  for (int k = 0; k < heights.layers(); ++k) {
    const Air air = standard_air(a.radius * 0.5 * heights.length(heights.twice_centre(k)));
    const double ratio = air.sound_speed / a.sound_speed;
    const double of_buoyancy =
        vertical ? stiffness(a.buoyancy_frequency) / stiffness(air.buoyancy_frequency) : 1.0;
    alpha.push_back(ratio * ratio * of_buoyancy);
  }
  return alpha;
}

LayerProfiles profiles_of(const Deck& deck, GridSpec spec) {
  LayerProfiles& p = spec.profiles;
  for (const double z : deck.grid.interfaces.numbers)
    p.interfaces.push_back(z / deck.physics.radius);
  const auto of = [&](const Coefficient& c, bool vertical) {
    return c.profile.standard_atmosphere ? standard_profile(deck, spec, vertical)
                                         : numbers_of_layers(c.profile, deck.grid.nz);
  };
  const std::vector<double> alpha_h = of(deck.coefficients.alpha_h, false),
                            alpha_v = of(deck.coefficients.alpha_v, true);
  p.alpha_h = alpha_h;
  p.alpha_v = alpha_v;
  p.beta = of(deck.coefficients.beta, false);
  return p;
}

/// The fields of columns; null if the domain's own columns have factors 1.
std::shared_ptr<const ColumnFields> fields_of(const Deck& deck, bool files) {
  const auto function = [&](std::size_t n) {
    return column_function(deck, deck::coefficients[n], files);
  };
  ColumnFields fields{function(0), function(1), function(2), nullptr};
  fields.ground = ground_function(deck, files);
  if (deck.grid.is_latlon())
    fields.geometry = latlon_geometry(LatLon(deck.grid), deck.boundaries.periodic_x());
  const bool any =
      fields.alpha_h || fields.alpha_v || fields.beta || fields.geometry || fields.ground;
  return any ? std::make_shared<const ColumnFields>(fields) : nullptr;
}

/// The core's domain. Columns of latlon are the deck's own, with the layers of a panel.
Domain domain_of(const deck::Grid& grid) {
  if (grid.is_flat()) return Domain::flat;
  if (grid.is_equiangular()) return Domain::equiangular_panel;
  return grid.is_sphere() ? Domain::sphere : Domain::panel;
}

GridSpec spec_of(const Deck& deck, bool files) {
  GridSpec spec{domain_of(deck.grid), deck.grid.spacing, non_dimensional(deck.atmosphere()),
                deck.grid.nz, deck.boundaries};
  spec.flux = deck.grid.flux;
  spec.profiles = profiles_of(deck, spec);
  spec.columns = fields_of(deck, files);
  return spec;
}

ConvectionComponent component_of(const Deck& deck, const NamedCoefficient& c) {
  const deck::Profile& profile = (deck.coefficients.*c.member).profile;
  if (profile.is_everywhere(0.0)) return {};
  const std::vector<double> ones(std::size_t(deck.grid.nz), 1.0);
  const std::vector<double> numbers = numbers_of_layers(profile, deck.grid.nz);
  return {numbers.empty() ? ones : numbers, column_function(deck, c, true)};
}

CellField cells_of(const Deck& deck, const NamedCoefficient& c) {
  const std::string& path = (deck.coefficients.*c.member).cells;
  if (path.empty()) return {};
  const Int64 nx = deck.grid.nx, nz = deck.grid.nz;
  const npy::MappedNumbers numbers = numbers_of(deck, fmt::format("coefficients.{}_cells", c.name),
                                                path, {deck.grid.rows(), nx, nz});
  return [numbers, nx, nz](int i, int j, int k) { return numbers[(j * nx + i) * nz + k]; };
}

/// The first impossible number in a rank's share of a file.
std::string number_problem(const Deck& deck, const NamedCoefficient& c, const char* part,
                           const std::string& path, const npy::Shape& shape, int rank, int ranks) {
  if (path.empty()) return {};
  const std::string key = fmt::format("coefficients.{}_{}", c.name, part);
  const npy::MappedNumbers numbers = numbers_of(deck, key, path, shape);
  const bool cells = shape.size() == 3, may_be_zero = cells && c.name == "beta";
  for (Int64 n = numbers.size() * rank / ranks; n < numbers.size() * (rank + 1) / ranks; ++n) {
    const double x = numbers[n];
    if (std::isfinite(x) && (c.is_xi || x > 0.0 || (may_be_zero && x == 0.0))) continue;
    const Int64 layers = cells ? shape[2] : 1, column = n / layers;
    const std::string place = fmt::format("{}, {}", column / shape[1], column % shape[1]) +
                              (cells ? fmt::format(", {}", n % layers) : "");
    return fmt::format("{}: {}: number [{}] is {}; expected a finite number{}", describe(deck, key),
                       path, place, x,
                       c.is_xi       ? ""
                       : may_be_zero ? " of at least 0"
                                     : " above 0");
  }
  return {};
}

/// The first impossible height in a rank's share of the ground's file.
std::string ground_problem(const Deck& deck, int rank, int ranks) {
  const std::string &path = deck.coefficients.ground.file, key = "coefficients.ground";
  if (path.empty()) return {};
  const int nx = deck.grid.nx;
  const npy::MappedNumbers heights = numbers_of(deck, key, path, {deck.grid.rows(), nx});
  for (Int64 n = heights.size() * rank / ranks; n < heights.size() * (rank + 1) / ranks; ++n)
    if (!std::isfinite(heights[n]) || heights[n] >= deck.physics.depth)
      return fmt::format("{}: {}: number [{}, {}] is {}; expected a height below the depth, {}",
                         describe(deck, key), path, n / nx, n % nx, double(heights[n]),
                         deck.physics.depth);
  return {};
}

std::string text_of(const deck::Profile& p) {
  if (p.standard_atmosphere) return "standard-atmosphere";
  if (!p.file.empty()) return p.file;
  return p.numbers.size() == 1 ? fmt::format("{}", p.numbers.front()) : "one number a layer";
}
std::string text_of(const deck::Columns& c) {
  if (c.factor == deck::ColumnFactor::constant) return "";
  return " x " + (c.file.empty() ? std::string(word(c.factor)) : c.file);
}

} // namespace

GridSpec grid_spec(const Deck& deck) { return spec_of(deck, false); }

Equation equation_of(const Deck& deck) {
  Equation e(spec_of(deck, true));
  const auto& names = deck::coefficients;
  e.convection = {component_of(deck, names[3]), component_of(deck, names[4]),
                  component_of(deck, names[5])};
  e.cells = {cells_of(deck, names[0]), cells_of(deck, names[1]), cells_of(deck, names[2])};
  return e;
}

std::string coefficient_problem(const Deck& deck, int rank, int ranks) {
  const Int64 nx = deck.grid.nx, ny = deck.grid.rows(), nz = deck.grid.nz;
  for (const NamedCoefficient& name : deck::coefficients) {
    const Coefficient& c = deck.coefficients.*name.member;
    std::string problem =
        number_problem(deck, name, "columns", c.columns.file, {ny, nx}, rank, ranks);
    if (problem.empty())
      problem = number_problem(deck, name, "cells", c.cells, {ny, nx, nz}, rank, ranks);
    if (!problem.empty()) return problem;
  }
  return ground_problem(deck, rank, ranks);
}

std::vector<std::string> given_coefficients(const Deck& deck) {
  std::vector<std::string> given;
  const deck::Ground& ground = deck.coefficients.ground;
  if (!ground.is_flat())
    given.push_back("ground: " +
                    (ground.file.empty() ? std::string(word(ground.shape)) : ground.file));
  for (const NamedCoefficient& name : deck::coefficients) {
    const Coefficient& c = deck.coefficients.*name.member;
    if (c == (name.is_xi ? deck::no_convection : Coefficient())) continue;
    given.push_back(fmt::format("{}: {}", name.name,
                                c.cells.empty() ? text_of(c.profile) + text_of(c.columns)
                                                : "cells " + c.cells));
  }
  return given;
}

} // namespace isobar
