#include "library/solver_deck.hpp"

#include <cmath>
#include <fmt/format.h>

namespace isobar {
namespace {

constexpr const char* options_name = "options"; // stands where error lines name a deck's file

/// A key that the caller sets by an argument; error lines say `grid.nx = 0`.
Override setting(const char* key, const std::string& value) {
  return {fmt::format("{} = {}", key, value), key, value};
}

} // namespace

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

Deck solver_deck(const PressureGrid& grid, const Physics& physics, const std::string& sections) {
  std::vector<Override> settings = {setting("grid.nx", fmt::format("{}", grid.nx)),
                                    setting("grid.ny", fmt::format("{}", grid.ny)),
                                    setting("grid.nz", fmt::format("{}", grid.nz)),
                                    setting("grid.domain", std::string(deck::word(grid.domain))),
                                    setting("grid.layers", std::string(deck::word(grid.layers)))};
  if (const auto& ranks = grid.process_grid)
    settings.push_back(
        setting("decomposition.process_grid", fmt::format("[{}, {}]", ranks->px, ranks->py)));
  check_physics(physics);
  const double cfl =
      2.0 * std::sqrt(physics.omega_squared) / mesh_width(grid.domain, grid.nx, grid.ny);
  settings.push_back(setting("physics.cfl", fmt::format("{}", cfl)));
  return parse_solver_sections(sections, options_name, settings);
}

} // namespace isobar
