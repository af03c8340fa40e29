#include "deck/deck_reader.hpp"
#include "pressure/deck/deck_files.hpp"
#include "pressure/deck/deck_launch.hpp"
#include "pressure/deck/deck_resolve.hpp"

/// Reading of the pressure equation's decks.
namespace isobar {
namespace {

deck::OnlySections solver_sections() {
  return {{"solver", "mixed", "multigrid", "fields", "decomposition", "launch"},
          "a section that says how to solve"};
}

} // namespace

Deck parse_decks(const std::vector<deck::DeckText>& texts, const std::vector<Override>& overrides) {
  Deck deck;
  for (const deck::DeckText& text : texts) {
    deck.path = text.path; // for error lines
    deck::read_text(deck, text.text, text.only_solver ? solver_sections() : deck::OnlySections());
  }
  deck.path = texts.front().path;
  deck::for_input_files(deck, [&](const std::string&, std::string& file) {
    if (!file.empty()) file = deck::beside_deck(deck, file);
  });
  deck::finish(deck, overrides);
  deck::add_launch_table(deck);
  resolve(deck);
  return deck;
}

Deck read_deck(const std::string& path, const std::vector<Override>& overrides) {
  return parse_deck(deck::read_deck_file(path), path, overrides);
}

Deck parse_deck(std::string_view text, const std::string& path,
                const std::vector<Override>& overrides) {
  return parse_decks({{std::string(text), path, false}}, overrides);
}

Deck parse_solver_sections(std::string_view text, const std::string& name,
                           const std::vector<Override>& overrides) {
  return parse_decks({{std::string(text), name, true}}, overrides);
}

} // namespace isobar
