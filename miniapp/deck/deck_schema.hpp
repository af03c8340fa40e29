#pragma once
#include "deck/deck.hpp"

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

/// The table that describes every key of a deck, once: reading, limits, defaults, overrides,
/// the report's parameters and the deck reference all come from it.
namespace isobar::deck {

/// What is wrong with a value; empty if nothing is.
using Fault = std::string;

/// A value as the TOML reader gives it (toml_value.hpp). Declared only, because the reader's header
/// takes seconds to compile.
struct TomlValue;

struct Key {
  std::string section, name;
  std::string expected; ///< "a number in (0, 1)"
  std::string unit, meaning;
  std::function<Fault(const TomlValue&, Deck&)> assign;
  std::function<nlohmann::json(const Deck&)> value;
  bool is_text = false;     ///< a choice or a path: an override needs no quotes
  bool is_number = false;   ///< a number, where it begins like one
  bool required = false;    ///< has no default
  std::string default_note; ///< says what the default is where it depends on other keys
  std::string used_with;    ///< says when the key is used, if not always
  std::function<bool(const Deck&)> is_used;

  std::string full_name() const { return section + "." + name; }
};

struct Section {
  std::string name, meaning;
};

const std::vector<Section>& sections();
const std::vector<Key>& keys();
/// nullptr if there is no such key.
const Key* find_key(std::string_view section, std::string_view name);
/// The full name today of a key that earlier versions had; empty if it never was one.
std::string_view new_name(std::string_view section, std::string_view name);
/// The known name that is nearest to an unknown one.
std::string nearest_key(std::string_view section, std::string_view name);
std::string nearest_section(std::string_view name);

} // namespace isobar::deck
