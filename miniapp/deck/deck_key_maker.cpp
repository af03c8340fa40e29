#include "deck/deck_key_maker.hpp"

namespace isobar::deck {

Key named_key(std::string_view section, std::string_view name, const std::string& expected,
              std::string_view unit, std::string_view meaning) {
  Key key;
  key.section = section;
  key.name = name;
  key.expected = expected;
  key.unit = unit;
  key.meaning = meaning;
  return key;
}

Key required(Key key) {
  key.required = true;
  return key;
}

Key default_is(std::string_view note, Key key) {
  key.default_note = note;
  return key;
}

std::vector<Key> joined(const std::vector<std::vector<Key>>& parts) {
  std::vector<Key> all;
  for (const std::vector<Key>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

} // namespace isobar::deck
