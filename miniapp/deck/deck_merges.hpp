#pragma once
#include "deck/value_kinds.hpp"

#include <isobar/core/multigrid/cycle_options.hpp>

#include <cstdint>
#include <fmt/format.h>

/// Reads a deck's list of merges, checks it with related keys, and writes it for reports.
namespace isobar::deck {

/// A level and a number of ranks.
struct MergePair {
  static constexpr Integer level{1, 19}, ranks{1, 1'000'000};

  static Fault read(const Value& value, LevelMerge& merge) {
    if (!value.is_list()) return wrong_type(value);
    if (value.list.size() != 2)
      return fmt::format("wrong length of a pair ({})", value.list.size());
    if (Fault fault = level.read(value.list[0], merge.level); !fault.empty()) return fault;
    return ranks.read(value.list[1], merge.ranks);
  }
};

struct MergeList : List<MergePair> {
  constexpr MergeList() : List{0, std::size_t(MergePair::level.high), {}} {}
  std::string expected() const {
    return fmt::format("a list of up to {} pairs [level, ranks]: {}, and {}", most,
                       entry.level.expected(), entry.ranks.expected());
  }
};

inline Value to_value_of(const MergeList&, const std::vector<LevelMerge>& merges) {
  Value::List list;
  for (const LevelMerge& m : merges) list.push_back(Value::List{m.level, m.ranks});
  return list;
}

/// Throws InputError if a deck has merges and a key that excludes them; null: no key does.
inline void check_merges(const DeckBase& deck, const std::vector<LevelMerge>& given,
                         const char* other) {
  if (given.empty() || other == nullptr) return;
  throw InputError(fmt::format("{}: {} is given too; expected one of the two",
                               describe(deck, "multigrid.merge"), other));
}

} // namespace isobar::deck
