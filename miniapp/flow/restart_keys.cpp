#include "flow/restart_keys.hpp"

#include "io/sha256.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace isobar {
namespace {

std::string text_of(const std::vector<double>& numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}

std::string text_of(const std::optional<double>& number, const char* none) {
  return number ? fmt::format("{}", *number) : none;
}

void add_walls(KeyTexts& keys, const FlowDeck& deck) {
  for (std::size_t n = 0; n < flow::all_walls.size(); ++n) {
    const flow::Wall& wall = deck.walls.*(flow::all_walls[n]);
    const std::string key = fmt::format("walls.{}", flow::side_names[n]);
    keys.emplace_back(key, deck::word(wall.kind));
    keys.emplace_back(key + "_velocity", text_of(wall.velocity));
    keys.emplace_back(key + "_temperature", text_of(wall.temperature, "insulated"));
  }
}

} // namespace

KeyTexts restart_keys(const FlowDeck& deck) {
  const flow::Grid& g = deck.grid;
  const flow::Fluid& f = deck.fluid;
  KeyTexts keys{
      {"grid.nx", fmt::format("{}", g.nx)},
      {"grid.ny", fmt::format("{}", g.ny)},
      {"grid.nz", fmt::format("{}", g.nz)},
      {"grid.length", text_of(g.length)},
      {"grid.stretching", text_of(g.stretching)},
      {"flow.viscosity", text_of(f.viscosity, "none")},
      {"flow.diffusivity", text_of(f.diffusivity, "none")},
      {"flow.buoyancy", text_of(f.buoyancy, "none")},
  };
  add_walls(keys, deck);
  keys.emplace_back("time.scheme", deck::word(deck.time.scheme));
  // The fields of a mixed solver are double.
  const bool single = deck.solver.precision == flow::Precision::float_;
  keys.emplace_back("solver.precision", single ? "float" : "double");
  return keys;
}

std::string probe_places(const FlowDeck& deck) {
  constexpr std::size_t digits = 16;
  if (deck.output.probes.empty()) return "none";
  std::string places;
  for (const std::vector<double>& point : deck.output.probe_points) places += text_of(point);
  return sha256(places).substr(0, digits);
}

} // namespace isobar
