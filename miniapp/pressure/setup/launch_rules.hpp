#pragma once
#include "pressure/deck/deck_launch.hpp"
#include "setup/gpu_name.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace isobar {

/// The deck's launch rules for the GPU of this rank. Before Kokkos is initialised they are those for any GPU.
inline std::vector<MarchRule> march_rules(const Deck& deck) {
  return deck::rules_on(deck.launch.march, gpu_name());
}

/// A line for the user if the deck names a launch table without a rule for the GPU with this name; else empty.
std::string launch_table_note(const Deck& deck, std::string_view gpu);

} // namespace isobar
