// Decks of the pressure equation and overrides from arbitrary bytes.
#include "fuzz_decks.hpp"
#include "pressure/deck/deck.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { // NOLINT
  using namespace isobar;
  fuzz::read_deck_from(
      {reinterpret_cast<const char*>(data), size}, {"physics.cfl", "physics.time_step"},
      [](const std::string& text, const char* path, const std::vector<Override>& overrides) {
        return parse_deck(text, path, overrides);
      });
  return 0;
}
