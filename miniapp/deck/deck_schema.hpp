#pragma once
#include "deck/deck_base.hpp"
#include "deck/value.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// The table that describes every key of a program's deck once. Reading, limits, defaults,
/// overrides, the report's parameters and the deck reference all follow from it.
namespace isobar::deck {

/// The fault of a value; empty if it has none.
using Fault = std::string;

/// A key. Its functions take only decks of its program.
struct Key {
  std::string section, name;
  std::string expected; ///< "a number in (0, 1)"
  std::string unit, meaning;
  std::function<Fault(const Value&, DeckBase&)> assign;
  std::function<Value(const DeckBase&)> value; ///< the report's value
  bool is_text = false;                        ///< a choice or a path: an override needs no quotes
  bool is_number = false;                      ///< a number, if it begins like one
  bool required = false;                       ///< has no default
  std::string default_note; ///< says what the default is if it depends on other keys
  std::string used_with;    ///< says when the key is used, if not always
  std::function<bool(const DeckBase&)> is_used;

  std::string full_name() const { return section + "." + name; }
};

struct Section {
  std::string name, meaning;
};

/// A key of earlier versions. The program refuses a deck with it and names the new key.
struct Renamed {
  std::string_view section, old_name, new_name;
};

/// All sections and keys of a program's deck.
class Schema {
public:
  Schema(std::vector<Section> sections, std::vector<Key> keys, std::vector<Renamed> renamed = {})
      : sections_(std::move(sections)), keys_(std::move(keys)), renamed_(std::move(renamed)) {}

  const std::vector<Section>& sections() const { return sections_; }
  const std::vector<Key>& keys() const { return keys_; }
  bool has_section(std::string_view name) const;
  /// nullptr if there is no such key.
  const Key* find_key(std::string_view section, std::string_view name) const;
  /// The present full name of a key of earlier versions; empty if it never was one.
  std::string_view new_name(std::string_view section, std::string_view name) const;
  /// The known name nearest to an unknown one.
  std::string nearest_key(std::string_view section, std::string_view name) const;
  std::string nearest_section(std::string_view name) const;

private:
  std::vector<Section> sections_;
  std::vector<Key> keys_;
  std::vector<Renamed> renamed_;
};

/// Notes the given keys that have no effect. A deck may have them, so that one
/// override can change a method or a right-hand side. The run names them at its start.
void note_unused(DeckBase& deck);

/// The reference page of a program's decks, made from their schema. `defaults`: a deck in which nothing was given.
std::string reference_page(const DeckBase& defaults, const std::string& title,
                           const std::string& program);

} // namespace isobar::deck
