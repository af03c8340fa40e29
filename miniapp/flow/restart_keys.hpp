#pragma once
#include "flow/flow_deck.hpp"

#include <string>
#include <utility>
#include <vector>

namespace isobar {

/// Keys of a deck with their values as text, with enough digits for the same number.
using KeyTexts = std::vector<std::pair<std::string, std::string>>;

/// The keys that a flow and the flow from its restart file must share: grid, fluid, walls, time scheme and the precision
/// of fields. The same keys for every flow, in the same order. Requires a resolved deck. All other keys may change
/// (docs/flow.md, "Restart").
KeyTexts restart_keys(const FlowDeck& deck);

/// Further keys that they must share, where these are not the default; so heads of flows without them are those of Isobar 1.
KeyTexts restart_additions(const FlowDeck& deck);

/// A short hash of the places of a flow's probes; "none" if it has no probes.
std::string probe_places(const FlowDeck& deck);

} // namespace isobar
