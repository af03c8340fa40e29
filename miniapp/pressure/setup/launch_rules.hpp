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

/// The table `old` with the rules that were found anew for columns of nz layers on one GPU. They replace those that
/// the table has for such columns on this GPU.
std::vector<deck::LaunchRule> with_found_rules(const std::vector<deck::LaunchRule>& old,
                                               std::string_view gpu, int nz,
                                               const std::vector<deck::LaunchRule>& found);

/// A line for the user if the deck names a launch table, and neither of them has a rule for the GPU with this name.
/// Empty otherwise.
std::string launch_table_note(const Deck& deck, std::string_view gpu);

} // namespace isobar
