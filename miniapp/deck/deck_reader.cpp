#include "deck/deck_reader.hpp"

#include "deck/deck_kinds.hpp"
#include "deck/deck_scan.hpp"
#include "deck/toml_value.hpp"
#include "input/input_file.hpp"
#include "input/plain_text.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace isobar {
namespace deck {
namespace {

/// Most bytes of an option in an error line.
constexpr std::size_t longest_option = 400;

class Reader {
public:
  explicit Reader(DeckBase& deck, OnlySections only = {})
      : deck_(deck), schema_(*deck.schema), only_(std::move(only)) {}

  void read(std::string_view text) {
    if (const ScanResult found = scan(text); !found.problem.empty())
      throw InputError(fmt::format("{}:{}: {}", deck_.path, found.line, found.problem));
    try {
      const toml::table root = toml::parse(text, deck_.path);
      if (only_.names.empty()) refuse_other_program(root);
      for (const auto& [name, node] : root) read_section(name.str(), node);
    } catch (const toml::parse_error& e) {
      throw InputError(fmt::format("{}: syntax error: {}", place(e.source()),
                                   one_line(std::string(e.description()))));
    }
  }

  void apply(const Override& over) {
    const std::string option = brief(over.option, longest_option);
    if (!is_printable(over.key + over.value))
      throw InputError(option + ": holds a control character or is no UTF-8; expected plain text");
    const std::size_t dot = over.key.find('.');
    const std::string section = dot == std::string::npos ? "" : over.key.substr(0, dot);
    const std::string name = dot == std::string::npos ? over.key : over.key.substr(dot + 1);
    const Key* key = schema_.find_key(section, name);
    if (key == nullptr) throw unknown_key(option, section, name);
    const toml::table parsed = parse_value(*key, over.value, option);
    assign(*key, *parsed.get("value"), option);
  }

private:
  std::string place(const toml::source_region& source) const {
    return fmt::format("{}:{}", deck_.path, source.begin.line);
  }

  /// The node of a name of DeckNames in a deck; nullptr if the deck lacks it.
  static const toml::node* node_of(const toml::table& root, std::string_view name) {
    const std::size_t equals = name.find('='), dot = name.find('.');
    const toml::node* const section = root.get(name.substr(0, dot));
    if (section == nullptr || dot == name.npos) return section;
    if (!section->is_table()) return nullptr;
    const toml::node* const key = section->as_table()->get(
        name.substr(dot + 1, equals == name.npos ? equals : equals - dot - 1));
    if (key == nullptr || equals == name.npos) return key;
    const bool same = key->is_string() && key->as_string()->get() == name.substr(equals + 1);
    return same ? key : nullptr;
  }

  /// Refuses a deck that has more of another program's names than of this one's.
  void refuse_other_program(const toml::table& root) const {
    const auto has = [&](std::string_view name) { return node_of(root, name) != nullptr; };
    const std::optional<OtherProgram> other = other_program(schema_, has);
    if (!other) return;
    const std::string& name = other->name;
    const std::string subject = name.find('.') == name.npos ? fmt::format("[{}]", name) : name;
    throw InputError(
        fmt::format("{}: {}: this deck is for {}; expected one for {} (see --list-decks)",
                    place(node_of(root, name)->source()), subject, other->program, other->own));
  }

  void read_section(std::string_view full_name, const toml::node& node) {
    const std::string name = brief(full_name);
    const bool known = schema_.has_section(name);
    const std::string where = place(node.source());
    if (!known && node.is_table())
      throw InputError(fmt::format("{}: [{}]: unknown section; did you mean [{}]?", where, name,
                                   schema_.nearest_section(name)));
    if (!known)
      throw unknown_key(fmt::format("{}: {} = {}", where, name, value_text(node)), "", name);
    if (!node.is_table())
      throw InputError(fmt::format("{}: {} = {}: wrong type; expected a section [{}]", where, name,
                                   value_text(node), name));
    if (!only_.names.empty() && !std::ranges::count(only_.names, name))
      throw InputError(fmt::format("{}: [{}]: not {}; expected [{}]", where, name, only_.what,
                                   fmt::join(only_.names, "], [")));
    for (const auto& [full_key_name, value] : *node.as_table()) {
      const std::string key_name = brief(full_key_name.str());
      const std::string subject =
          fmt::format("{}: {}.{} = {}", place(value.source()), name, key_name, value_text(value));
      const Key* key = schema_.find_key(name, full_key_name.str());
      if (key == nullptr) throw unknown_key(subject, name, key_name);
      assign(*key, value, subject);
    }
  }

  InputError unknown_key(const std::string& subject, std::string_view section,
                         std::string_view name) const {
    if (const std::string_view known = schema_.new_name(section, name); !known.empty())
      return InputError(fmt::format("{}: renamed; expected {}", subject, known));
    return InputError(fmt::format("{}: unknown key; did you mean {}?", subject,
                                  schema_.nearest_key(brief(section), brief(name))));
  }

  /// Reads the value of an override as TOML. It is text if TOML has no such
  /// value, or if the key takes text and the value is neither quoted nor a list.
  static toml::table parse_value(const Key& key, const std::string& value,
                                 const std::string& option) {
    const bool quoted = value.find_first_of("\"'") == 0;
    const bool number = key.is_number && value.find_first_of("+-0123456789") == 0;
    const bool literal = key.is_text && !quoted && !number && value.find('[') != 0;
    if (!literal) {
      const std::string toml = "value = " + value;
      if (const ScanResult found = scan(toml); !found.problem.empty())
        throw InputError(fmt::format("{}: {}", option, found.problem));
      try {
        return toml::parse(toml);
      } catch (const toml::parse_error&) { // the value is text
      }
      if (quoted)
        throw InputError(fmt::format("{}: no text in quotes; expected {}", option, key.expected));
    }
    return toml::table{{"value", value}};
  }

  void assign(const Key& key, const toml::node& value, const std::string& subject) {
    if (const Fault fault = key.assign(value_of(value), deck_); !fault.empty())
      throw InputError(fmt::format("{}: {}; expected {}", subject, fault, key.expected));
    deck_.given[key.full_name()] = subject;
  }

  DeckBase& deck_;
  const Schema& schema_;
  OnlySections only_;
};

} // namespace

std::string read_deck_file(const std::string& path) {
  const auto refuse = [&](std::string_view why) {
    return InputError(fmt::format("{}: cannot read it: {}; expected a deck in TOML of at most {} "
                                  "bytes (see --list-decks)",
                                  path, why, most_bytes));
  };
  if (!is_printable(path)) throw refuse("control characters, or no UTF-8, in its name");
  const InputFile file = read_input_file(path, most_bytes + 1);
  if (!file.problem.empty()) throw refuse(file.problem);
  const std::uintmax_t size = std::max<std::uintmax_t>(file.size, file.text.size());
  if (const std::string_view kind = what_else_it_is(file.text); !kind.empty())
    throw InputError(fmt::format("{}: is {} and no deck ({} bytes); expected a deck in TOML of at "
                                 "most {} bytes (see --list-decks)",
                                 path, kind, size, most_bytes));
  if (size > most_bytes) throw refuse(fmt::format("{} bytes", size));
  return file.text;
}

std::string beside_deck(const DeckBase& deck, const std::string& file) {
  return (std::filesystem::path(deck.path).parent_path() / file).string();
}

void read_text(DeckBase& deck, std::string_view text, const OnlySections& only) {
  Reader(deck, only).read(text);
}

void finish(DeckBase& deck, const std::vector<Override>& overrides) {
  for (const Override& over : overrides) Reader(deck).apply(over);
  for (const Key& key : deck.schema->keys())
    if (key.required && !deck.is_given(key.full_name()))
      throw InputError(
          fmt::format("{}: {} is missing; expected {}", deck.path, key.full_name(), key.expected));
}

} // namespace deck

Override parse_override(const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  const std::string option = "--set " + assignment;
  if (equals == std::string::npos || equals + 1 == assignment.size())
    throw InputError(brief(option, deck::longest_option) +
                     ": no value; expected section.key=value");
  return {option, assignment.substr(0, equals), assignment.substr(equals + 1)};
}

} // namespace isobar
