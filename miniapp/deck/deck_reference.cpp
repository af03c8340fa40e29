#include "deck/deck_base.hpp"
#include "deck/deck_scan.hpp"
#include "deck/deck_schema.hpp"
#include "input/input_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace isobar {
namespace {

constexpr const char* introduction =
    R"(
A deck is a TOML file that says all about a run. This page is printed by `{}
--deck-reference` from the table that reads decks. A test compares the two.

Every key belongs to a section. It may be overridden on the command line, as often as needed, with
`--set section.key=value`. Text needs no quotes there, and a list is written without spaces. The
last value of a key counts.

A key is an error if it is unknown, of the wrong type, out of range or at odds with another. The
program then prints one line with file, line, key, value and what would be right, and ends with exit
code 2. A key that has no effect in a run is named at the start of the run.

A deck may use all of TOML but dates, times and text over several lines. It is a regular file of at
most 1 MiB. A number is taken as it is written. Where a number is expected, an integer that no
double holds exactly is an error. A number that overflows a double, or that a double would take for
0, is an error too.
)";

constexpr std::size_t longest_line = 200;

std::string default_text(const deck::Key& key, const DeckBase& defaults) {
  if (key.required) return "**required**";
  if (!key.default_note.empty()) return key.default_note;
  const nlohmann::json value = to_json(key.value(defaults));
  return value.is_null() ? "none" : fmt::format("`{}`", value.dump());
}

} // namespace

std::string deck::reference_page(const DeckBase& defaults, const std::string& title,
                                 const std::string& program) {
  std::string page = fmt::format("# {}\n", title) + fmt::format(introduction, program);
  for (const deck::Section& section : defaults.schema->sections()) {
    page += fmt::format("\n## [{}]\n\n{}\n\n", section.name, section.meaning);
    page += "| key | value | unit | default | meaning |\n| --- | --- | --- | --- | --- |\n";
    for (const deck::Key& key : defaults.schema->keys()) {
      if (key.section != section.name) continue;
      const std::string only =
          key.used_with.empty() ? "" : fmt::format(". Used only with `{}`", key.used_with);
      page += fmt::format("| `{}` | {} | {} | {} | {}{} |\n", key.name, key.expected, key.unit,
                          default_text(key, defaults), key.meaning, only);
    }
  }
  return page;
}

std::vector<DeckEntry> list_decks(const std::string& directory) {
  std::error_code error;
  std::vector<DeckEntry> entries;
  for (const auto& file : std::filesystem::directory_iterator(directory, error)) {
    if (file.path().extension() != ".toml") continue;
    const InputFile input = read_input_file(file.path().string(), deck::most_bytes);
    std::istringstream text(input.text);
    std::string line;
    while (std::getline(text, line) && line.find_first_of('#') != 0) {
    }
    const std::size_t start = line.find_first_not_of("# ");
    entries.push_back({printable(file.path().filename().string()),
                       !input.problem.empty()       ? "(cannot read it: " + input.problem + ")"
                       : start == std::string::npos ? ""
                                                    : brief(line.substr(start), longest_line)});
  }
  if (error)
    throw InputError(fmt::format("{}: cannot list it: {}; expected a directory of decks", directory,
                                 error.message()));
  std::ranges::sort(entries, {}, &DeckEntry::name);
  return entries;
}

} // namespace isobar
