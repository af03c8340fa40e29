#pragma once
#include "flow/flow_deck.hpp"

#include <string>
#include <utility>
#include <vector>

namespace isobar {

/// Keys of a deck with their values as text, digits enough for the same number.
using KeyTexts = std::vector<std::pair<std::string, std::string>>;

/// What a flow and the flow that goes on from its restart file must have in common: grid, fluid, walls, time scheme and the precision
/// of fields. The same keys for every flow, in the same order. Requires a resolved deck. All else of a deck may change
/// (docs/flow.md, "Restart").
KeyTexts restart_keys(const FlowDeck& deck);

/// Further keys that they must have in common, where they are not the default; so heads of flows without it are those of Isobar 1.
KeyTexts restart_additions(const FlowDeck& deck);

/// A short hash of the places of a flow's probes; "none" if it has no probes.
std::string probe_places(const FlowDeck& deck);

} // namespace isobar
