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

std::string short_hash(const std::string& text) {
  constexpr std::size_t digits = 16;
  return sha256(text).substr(0, digits);
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
  // Fields of a mixed solver are in double.
  const bool single = deck.solver.precision == flow::Precision::float_;
  keys.emplace_back("solver.precision", single ? "float" : "double");
  return keys;
}

KeyTexts restart_additions(const FlowDeck& deck) {
  const flow::Fluid& f = deck.fluid;
  const flow::Fluid none;
  KeyTexts keys;
  const auto add = [&](const std::string& key, const auto& value, const auto& usual) {
    if (value != usual) keys.emplace_back(key, fmt::format("{}", value));
  };
  add("flow.force", f.force, none.force);
  if (deck.has_temperature()) {
    add("flow.gravity", f.gravity, none.gravity);
    add("flow.heat_source", f.heat_source, none.heat_source);
  }
  for (std::size_t n = 0; n < flow::all_walls.size(); ++n) {
    const flow::Wall& wall = deck.walls.*(flow::all_walls[n]);
    const std::string key = fmt::format("walls.{}", flow::side_names[n]);
    if (wall.profile != flow::Profile::uniform)
      keys.emplace_back(key + "_profile", deck::word(wall.profile));
    add(key + "_opening", wall.opening, std::vector<double>{});
  }
  // The head has a hash, because a deck may have any
  // number of obstacles and the head has a fixed size.
  if (deck.has_obstacles())
    keys.emplace_back("obstacles", short_hash(fmt::format("{} {}", deck.obstacles.boxes,
                                                          deck.obstacles.cylinders)));
  return keys;
}

std::string probe_places(const FlowDeck& deck) {
  if (deck.output.probes.empty()) return "none";
  std::string places;
  for (const std::vector<double>& point : deck.output.probe_points) places += text_of(point);
  return short_hash(places);
}

} // namespace isobar
