#include "deck/deck_schema.hpp"
#include "flow/flow_deck.hpp"

namespace isobar {

std::string flow_deck_reference() {
  return deck::reference_page(FlowDeck(), "The deck of isobar_flow", "isobar_flow");
}

} // namespace isobar
