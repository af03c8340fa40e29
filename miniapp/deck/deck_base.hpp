#pragma once
#include "input/input_error.hpp"

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

/// The part that the decks of all programs share: the sources
/// of their values, for error lines and notes.
namespace isobar {

namespace deck {
class Schema;
}

/// The part of a deck that does not depend on its keys.
struct DeckBase {
  explicit DeckBase(const deck::Schema& schema) : schema(&schema) {}

  const deck::Schema* schema; ///< the table of this deck's keys
  std::string path;           ///< of the deck's file, as the user wrote it
  /// The beginning of error lines about a key, by "section.key"; only for given keys.
  std::map<std::string, std::string, std::less<>> given;
  /// One line for each given key that this run does not use.
  std::vector<std::string> unused;
  /// One line for each entry of the deck that may not have the intended effect.
  std::vector<std::string> warnings;

  bool is_given(std::string_view key) const { return given.find(key) != given.end(); }
};

/// One value from the command line. It replaces the deck's.
struct Override {
  std::string option; ///< what the user typed, for error lines: "--set solver.tolerance=1e-8"
  std::string key;    ///< "solver.tolerance"
  std::string value;  ///< TOML; text needs no quotes
};

/// Splits "section.key=value". Throws InputError without a "=".
Override parse_override(const std::string& assignment);

/// The beginning of an error line about a key: `deck.toml:12: solver.tolerance = 0.1`.
std::string describe(const DeckBase& deck, std::string_view key);

/// Calls `read`, which reads the file that a key names. A fault of the file
/// becomes an InputError that begins with the key, on all ranks if all ranks read.
template <class Read>
void read_named(const DeckBase& deck, std::string_view key, const Read& read) {
  try {
    read();
  } catch (const InputError& e) {
    throw InputError(describe(deck, key) + ": " + e.what());
  }
}

/// Every key by section, with its value or its default; null if it has neither.
nlohmann::json parameters(const DeckBase& deck);

struct DeckEntry {
  std::string name, description;
};
/// The decks of a directory, by name, each with its first comment line. Throws InputError if
/// there is no such directory.
std::vector<DeckEntry> list_decks(const std::string& directory);

} // namespace isobar
