#include "fem/fem_deck.hpp"

#include "deck/deck_reader.hpp"
#include "fem/fem_resolve.hpp"

namespace isobar {

FemDeck read_fem_deck(const std::string& path, const std::vector<Override>& overrides) {
  return parse_fem_deck(deck::read_deck_file(path), path, overrides);
}

FemDeck parse_fem_deck(std::string_view text, const std::string& path,
                       const std::vector<Override>& overrides) {
  FemDeck deck;
  deck.path = path;
  deck::read_text(deck, text);
  if (!deck.mesh.file.empty()) deck.mesh.file = deck::beside_deck(deck, deck.mesh.file);
  deck::finish(deck, overrides);
  resolve(deck);
  return deck;
}

} // namespace isobar
