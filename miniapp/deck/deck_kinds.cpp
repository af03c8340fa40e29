#include "deck/deck_kinds.hpp"

#include <algorithm>
#include <array>

namespace isobar::deck {
namespace {

/// The beginnings of files of other kinds.
struct Beginning {
  std::string_view bytes, kind;
};
constexpr std::array<Beginning, 9> beginnings{{{"\x93NUMPY", "a NumPy array"},
                                               {"CDF", "a NetCDF file"},
                                               {"\x89HDF", "an HDF5 file"},
                                               {"\x7f"
                                                "ELF",
                                                "a program"},
                                               {"$MeshFormat", "a mesh of Gmsh"},
                                               {"<?xml", "an XML file"},
                                               {"<VTKFile", "a VTK file"},
                                               {"PK\x03\x04", "an archive"},
                                               {"\x1f\x8b", "a compressed file"}}};

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// The part of a text between the first `before` and the next `after`; `text` then
/// continues behind that. If they are missing, returns nothing and empties `text`.
std::string_view next_between(std::string_view& text, std::string_view before,
                              std::string_view after) {
  const std::size_t start = text.find(before);
  const std::size_t end = start == text.npos ? start : text.find(after, start + before.size());
  if (end == text.npos) return text = {};
  const std::string_view found = text.substr(start + before.size(), end - start - before.size());
  text.remove_prefix(end + after.size());
  return found;
}

/// Reads a page that reference_page() has written.
DeckNames names_of_page(std::string_view page) {
  DeckNames program;
  program.program = next_between(page, "printed by `", "\n");
  std::vector<std::string> keys, words;
  std::string section;
  while (!page.empty()) {
    const std::size_t end = std::min(page.find('\n'), page.size() - 1);
    std::string_view line = page.substr(0, end);
    page.remove_prefix(end + 1);
    if (line.starts_with("## [")) {
      section = next_between(line, "[", "]");
      program.names.push_back(section);
    }
    if (!line.starts_with("| `")) continue;
    keys.push_back(section + "." + std::string(next_between(line, "`", "`")));
    std::string_view expected = next_between(line, "| ", " |");
    while (!expected.empty())
      if (const std::string_view word = next_between(expected, "\"", "\""); !word.empty())
        words.push_back(keys.back() + "=" + std::string(word));
  }
  for (const auto& more : {keys, words})
    program.names.insert(program.names.end(), more.begin(), more.end());
  return program;
}

/// Whether a program's decks have the sections of this schema and no others.
bool is_of(const Schema& schema, const DeckNames& program) {
  const auto sections = std::ranges::count_if(
      program.names, [](const std::string& name) { return !holds(name, "."); });
  return std::size_t(sections) == schema.sections().size() &&
         std::ranges::all_of(schema.sections(),
                             [&](const Section& section) { return program.has(section.name); });
}

/// The names of a deck that one program has and another one has not.
std::vector<std::string> names_without(const DeckNames& with, const DeckNames& without,
                                       const std::function<bool(std::string_view)>& has) {
  std::vector<std::string> found;
  for (const std::string& name : with.names)
    if (has(name) && !without.has(name)) found.push_back(name);
  return found;
}

/// Returns the first name that only one program has, or else the first name.
std::string most_telling(const std::vector<std::string>& names) {
  const auto of_several = [](const std::string& name) {
    return std::ranges::count_if(all_deck_names(),
                                 [&](const DeckNames& program) { return program.has(name); }) > 1;
  };
  return *std::ranges::min_element(names, {}, of_several);
}

} // namespace

std::string_view what_else_it_is(std::string_view text) {
  for (const auto& [bytes, kind] : beginnings)
    if (text.starts_with(bytes)) return kind;
  if (holds(text, std::string_view("\0", 1))) return "a binary file";
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != '{') return "";
  const bool report = holds(text, "\"schema_version\"") && holds(text, "\"verification\"");
  return report ? "a report of a run" : "a JSON file";
}

bool DeckNames::has(std::string_view name) const { return std::ranges::count(names, name) > 0; }

const std::vector<DeckNames>& all_deck_names() {
  static const std::vector<DeckNames> all = [] {
    std::vector<DeckNames> found;
    for (const std::string_view page : deck_pages()) found.push_back(names_of_page(page));
    return found;
  }();
  return all;
}

std::optional<OtherProgram> other_program(const Schema& schema,
                                          const std::function<bool(std::string_view)>& has) {
  const std::vector<DeckNames>& all = all_deck_names();
  const auto own =
      std::ranges::find_if(all, [&](const DeckNames& program) { return is_of(schema, program); });
  if (own == all.end()) return {};
  std::optional<OtherProgram> best;
  std::size_t most = 0;
  for (const DeckNames& other : all) {
    const std::vector<std::string> theirs = names_without(other, *own, has);
    if (theirs.size() < std::max<std::size_t>(most, 1)) continue;
    if (theirs.size() <= names_without(*own, other, has).size()) continue;
    if (best && theirs.size() == most) best->program += " or " + other.program;
    else best = {other.program, own->program, most_telling(theirs)};
    most = theirs.size();
  }
  return best;
}

} // namespace isobar::deck
