// Decks of isobar_flow and overrides from arbitrary bytes.
#include "flow/flow_deck.hpp"
#include "fuzz_decks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { // NOLINT
  using namespace isobar;
  fuzz::read_deck_from(
      {reinterpret_cast<const char*>(data), size},
      {"flow.viscosity", "flow.diffusivity", "flow.buoyancy"},
      [](const std::string& text, const char* path, const std::vector<Override>& overrides) {
        return parse_flow_deck(text, path, overrides);
      });
  return 0;
}
