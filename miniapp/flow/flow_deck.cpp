#include "flow/flow_deck.hpp"

#include "deck/deck_reader.hpp"
#include "flow/flow_resolve.hpp"

#include <algorithm>

namespace isobar {

BoxSpec FlowDeck::box() const {
  std::array<Boundary, 6> side{};
  for (std::size_t n = 0; n < side.size(); ++n) {
    const bool wraps = (walls.*(flow::all_walls[n])).kind == WallKind::periodic;
    side[n] = is_poisson() ? sides.*(flow::all_sides[n])
              : wraps      ? Boundary::periodic
                           : Boundary::neumann;
  }
  const auto axis = [&](std::size_t d, int cells) {
    return Axis::stretched(cells, grid.length[d], grid.stretching[d], side[2 * d], side[2 * d + 1]);
  };
  return {axis(0, grid.nx), axis(1, grid.ny), axis(2, grid.nz)};
}

std::vector<LevelMerge> FlowDeck::merges() const {
  if (!uses_multigrid()) return {};
  const flow::Amalgamation& a = amalgamation;
  if (a.level == 0) return multigrid.merges;
  if (a.form == flow::MergeForm::all_gather) return {{a.level, 0}};
  std::vector<LevelMerge> all{{a.level, a.ranks.front()}};
  for (std::size_t n = 0; n < std::min(a.stages.size(), a.ranks.size() - 1); ++n)
    all.push_back({a.stages[n], a.ranks[n + 1]});
  return all;
}

FlowDeck read_flow_deck(const std::string& path, const std::vector<Override>& overrides) {
  return parse_flow_deck(deck::read_deck_file(path), path, overrides);
}

FlowDeck parse_flow_deck(std::string_view text, const std::string& path,
                         const std::vector<Override>& overrides) {
  FlowDeck deck;
  deck.path = path;
  deck::read_text(deck, text);
  for (std::string* file : {&deck.rhs.file, &deck.fluid.restart_from})
    if (!file->empty()) *file = deck::beside_deck(deck, *file);
  deck::finish(deck, overrides);
  resolve(deck);
  return deck;
}

} // namespace isobar
