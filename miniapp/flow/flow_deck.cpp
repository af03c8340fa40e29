#include "flow/flow_deck.hpp"

#include "deck/deck_reader.hpp"
#include "flow/flow_resolve.hpp"

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
