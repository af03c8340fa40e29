#include "pressure/deck/deck.hpp"

#include "deck/deck_schema.hpp"

#include <algorithm>
#include <isobar/core/columns/overlap_choice.hpp>
#include <isobar/core/grid/geometry.hpp>
#include <numbers>

namespace isobar {

double deck::Grid::mesh_width() const {
  if (!is_latlon()) return isobar::mesh_width(is_flat() ? Domain::flat : Domain::panel, nx, ny);
  const double degrees =
      std::min((longitude[1] - longitude[0]) / nx, (latitude[1] - latitude[0]) / ny);
  return degrees * std::numbers::pi / 180.0;
}

Deck::Deck() : DeckBase(deck::schema()) {}

std::string deck_reference() { return deck::reference_page(Deck(), "The deck", "isobar"); }

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

} // namespace isobar
