#include "deck/deck.hpp"

#include "deck/deck_scan.hpp"
#include "deck/deck_schema.hpp"
#include "io/input_file.hpp"
#include "io/plain_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <isobar/core/grid/geometry.hpp>
#include <isobar/core/solvers/overlap_choice.hpp>
#include <nlohmann/json.hpp>
#include <numbers>

namespace isobar {

double deck::Grid::mesh_width() const {
  if (!is_latlon()) return isobar::mesh_width(is_flat() ? Domain::flat : Domain::panel, nx, ny);
  const double degrees =
      std::min((longitude[1] - longitude[0]) / nx, (latitude[1] - latitude[0]) / ny);
  return degrees * std::numbers::pi / 180.0;
}

Atmosphere Deck::atmosphere() const {
  return {physics.sound_speed, physics.buoyancy_frequency, physics.radius, physics.depth,
          physics.time_step.value()};
}

Overlap Deck::overlap() const {
  return uses_multigrid() && multigrid.levels ? overlap_of(multigrid) : Overlap();
}

std::vector<LevelMerge> Deck::merges() const {
  return uses_multigrid() ? multigrid.merges : std::vector<LevelMerge>();
}

Deck read_deck(const std::string& path, const std::vector<Override>& overrides) {
  const auto refuse = [&](std::string_view why) {
    return InputError(fmt::format("{}: cannot read it: {}; expected a deck in TOML of at most {} "
                                  "bytes (see --list-decks)",
                                  path, why, deck::most_bytes));
  };
  if (!is_printable(path)) throw refuse("control characters, or no UTF-8, in its name");
  const InputFile file = read_input_file(path, deck::most_bytes + 1);
  if (!file.problem.empty()) throw refuse(file.problem);
  const std::uintmax_t size = std::max<std::uintmax_t>(file.size, file.text.size());
  if (size > deck::most_bytes) throw refuse(fmt::format("{} bytes", size));
  return parse_deck(file.text, path, overrides);
}

std::string describe(const Deck& deck, std::string_view key) {
  if (const auto found = deck.given.find(key); found != deck.given.end()) return found->second;
  const std::size_t dot = key.find('.');
  const deck::Key* known = deck::find_key(key.substr(0, dot), key.substr(dot + 1));
  return fmt::format("{}: {} = {} (default)", deck.path, key, known->value(deck).dump());
}

nlohmann::json parameters(const Deck& deck) {
  nlohmann::json all;
  for (const deck::Key& key : deck::keys()) all[key.section][key.name] = key.value(deck);
  return all;
}

} // namespace isobar
