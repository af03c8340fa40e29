#include "deck/deck_files.hpp"
#include "deck/deck_reader.hpp"
#include "deck/deck_resolve.hpp"

/// Reading of the pressure equation's decks.
namespace isobar {
namespace {

Deck parse(std::string_view text, const std::string& path, const std::vector<Override>& overrides,
           const deck::OnlySections& only) {
  Deck deck;
  deck.path = path;
  deck::read_text(deck, text, only);
  deck::for_input_files(deck, [&](const std::string&, std::string& file) {
    if (!file.empty()) file = deck::beside_deck(deck, file);
  });
  deck::finish(deck, overrides);
  resolve(deck);
  return deck;
}

} // namespace

Deck read_deck(const std::string& path, const std::vector<Override>& overrides) {
  return parse_deck(deck::read_deck_file(path), path, overrides);
}

Deck parse_deck(std::string_view text, const std::string& path,
                const std::vector<Override>& overrides) {
  return parse(text, path, overrides, {});
}

Deck parse_solver_sections(std::string_view text, const std::string& name,
                           const std::vector<Override>& overrides) {
  return parse(text, name, overrides,
               {{"solver", "mixed", "multigrid", "fields", "decomposition", "launch"},
                "a section that says how to solve"});
}

} // namespace isobar
