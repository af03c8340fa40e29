// Decks of isobar_fem and overrides from arbitrary bytes.
#include "fem/fem_deck.hpp"
#include "fuzz_decks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { // NOLINT
  using namespace isobar;
  fuzz::read_deck_from(
      {reinterpret_cast<const char*>(data), size}, {},
      [](const std::string& text, const char* path, const std::vector<Override>& overrides) {
        return parse_fem_deck(text, path, overrides);
      });
  return 0;
}
