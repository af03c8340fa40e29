#pragma once
#include "pressure/deck/deck.hpp"

#include <string>
#include <string_view>
#include <vector>

/// The rules of [launch]: as text, by GPU, and in tables that decks share.
namespace isobar::deck {

/// "32x8x16"
std::string shape_text(const MarchShape& s);
/// "double 65536 32x8x16 teams 2", or the same with " on NVIDIA H200"
std::string rule_text(const LaunchRule& rule);

/// The rules that count on the GPU with this name, in their order.
std::vector<MarchRule> rules_on(const std::vector<LaunchRule>& rules, std::string_view gpu);

/// The rules of a launch table: a deck that has only the key launch.march. Throws InputError.
std::vector<LaunchRule> read_launch_table(const std::string& path);

/// The text of a launch table's file.
std::string launch_table_text(const std::vector<LaunchRule>& rules);

/// Appends the rules of the deck's launch.table that the deck lacks. Throws InputError.
void add_launch_table(Deck& deck);

} // namespace isobar::deck
