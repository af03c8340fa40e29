#include "deck/deck_schema.hpp"
#include "fem/fem_deck.hpp"

namespace isobar {

std::string fem_deck_reference() {
  return deck::reference_page(FemDeck(), "The deck of isobar_fem", "isobar_fem");
}

} // namespace isobar
