#pragma once
#include "deck/deck_values.hpp"

#include <isobar/core/multigrid/cycle_options.hpp>

#include <cstdint>

/// Reads a deck's list of merges, and writes it for reports.
namespace isobar::deck {

/// Pairs of a level and of a number of ranks.
struct MergeList {
  static constexpr Integer level{1, 19}, ranks{1, 1'000'000};

  static std::string expected() {
    return fmt::format("a list of up to {} pairs [level, ranks]: {}, and {}", level.high,
                       level.expected(), ranks.expected());
  }
  static Fault read(const toml::node& node, std::vector<LevelMerge>& target) {
    const toml::array* array = node.as_array();
    if (array == nullptr) return wrong_type(node);
    if (std::int64_t(array->size()) > level.high)
      return fmt::format("wrong length ({})", array->size());
    target.clear();
    for (const toml::node& entry : *array)
      if (Fault fault = read_pair(entry, target.emplace_back()); !fault.empty()) return fault;
    return {};
  }

private:
  static Fault read_pair(const toml::node& node, LevelMerge& merge) {
    const toml::array* pair = node.as_array();
    if (pair == nullptr) return wrong_type(node);
    if (pair->size() != 2) return fmt::format("wrong length of a pair ({})", pair->size());
    if (Fault fault = level.read((*pair)[0], merge.level); !fault.empty()) return fault;
    return ranks.read((*pair)[1], merge.ranks);
  }
};

inline nlohmann::json to_json_of(const MergeList&, const std::vector<LevelMerge>& merges) {
  nlohmann::json list = nlohmann::json::array();
  for (const LevelMerge& m : merges) list.push_back({m.level, m.ranks});
  return list;
}

} // namespace isobar::deck
