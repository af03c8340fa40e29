#pragma once
#include "deck/deck_values.hpp"

#include <isobar/core/multigrid/cycle_options.hpp>

#include <cstdint>
#include <fmt/format.h>

/// Reads a deck's list of merges, and writes it for reports.
namespace isobar::deck {

/// Pairs of a level and of a number of ranks.
struct MergeList {
  static constexpr Integer level{1, 19}, ranks{1, 1'000'000};

  static std::string expected() {
    return fmt::format("a list of up to {} pairs [level, ranks]: {}, and {}", level.high,
                       level.expected(), ranks.expected());
  }
  static Fault read(const Value& value, std::vector<LevelMerge>& target) {
    if (!value.is_list()) return wrong_type(value);
    if (std::int64_t(value.list.size()) > level.high) return wrong_length(value);
    target.clear();
    for (const Value& entry : value.list)
      if (Fault fault = read_pair(entry, target.emplace_back()); !fault.empty()) return fault;
    return {};
  }

private:
  static Fault read_pair(const Value& value, LevelMerge& merge) {
    if (!value.is_list()) return wrong_type(value);
    if (value.list.size() != 2)
      return fmt::format("wrong length of a pair ({})", value.list.size());
    if (Fault fault = level.read(value.list[0], merge.level); !fault.empty()) return fault;
    return ranks.read(value.list[1], merge.ranks);
  }
};

inline Value to_value_of(const MergeList&, const std::vector<LevelMerge>& merges) {
  Value::List list;
  for (const LevelMerge& m : merges) list.push_back(Value::List{m.level, m.ranks});
  return list;
}

} // namespace isobar::deck
