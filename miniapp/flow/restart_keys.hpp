#pragma once
#include "flow/flow_deck.hpp"

#include <string>
#include <utility>
#include <vector>

namespace isobar {

/// Keys of a deck with their values as text. A number has enough digits to be read again exactly.
using KeyTexts = std::vector<std::pair<std::string, std::string>>;

/// The keys that a flow must share with the flow from its restart file: grid, fluid, walls,
/// time scheme and the precision of fields. Every flow has the same keys in the same order.
/// The deck must be resolved. All other keys may change (docs/flow.md, "Restart").
KeyTexts restart_keys(const FlowDeck& deck);

/// Further keys that both flows must share, if they do not have their
/// defaults. Heads of flows without such keys are those of Isobar 1.
KeyTexts restart_additions(const FlowDeck& deck);

/// A short hash of the places of a flow's probes; "none" if it has no probes.
std::string probe_places(const FlowDeck& deck);

} // namespace isobar
