#include "library/solver_deck.hpp"

#include <fmt/format.h>

namespace isobar {
namespace {

constexpr const char* options_name = "options"; // stands where error lines name a deck's file

/// A key that the caller sets by an argument; error lines say `grid.nx = 0`.
Override setting(const char* key, const std::string& value) {
  return {fmt::format("{} = {}", key, value), key, value};
}

std::vector<Override> sizes(const PressureGrid& grid) {
  return {setting("grid.nx", fmt::format("{}", grid.nx)),
          setting("grid.ny", fmt::format("{}", grid.ny)),
          setting("grid.nz", fmt::format("{}", grid.nz))};
}

} // namespace

void check_sizes(const PressureGrid& grid) { parse_solver_sections("", options_name, sizes(grid)); }

Deck solver_deck(const PressureGrid& grid, double cfl, const std::string& sections) {
  std::vector<Override> settings = sizes(grid);
  settings.push_back(setting("grid.domain", std::string(deck::word(grid.domain))));
  settings.push_back(setting("grid.flux", std::string(deck::word(grid.flux_or_default()))));
  settings.push_back(setting("grid.layers", std::string(deck::word(grid.layers))));
  if (const auto& ranks = grid.process_grid)
    settings.push_back(
        setting("decomposition.process_grid", fmt::format("[{}, {}]", ranks->px, ranks->py)));
  settings.push_back(setting("physics.cfl", fmt::format("{}", cfl)));
  return parse_solver_sections(sections, options_name, settings);
}

} // namespace isobar
