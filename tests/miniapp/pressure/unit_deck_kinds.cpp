// Files that were given as decks and are none, and decks of another program.
#include "deck/deck_kinds.hpp"
#include "fem/fem_deck.hpp"
#include "flow/flow_deck.hpp"
#include "pressure/deck/deck.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace isobar {
namespace {

const std::map<std::string_view, const deck::Schema*>& schemas() {
  static const std::map<std::string_view, const deck::Schema*> all = {
      {"isobar", Deck().schema},
      {"isobar_flow", FlowDeck().schema},
      {"isobar_fem", FemDeck().schema}};
  return all;
}

bool knows(const deck::Schema& schema, std::string_view name) {
  const std::size_t equals = name.find('='), dot = name.find('.');
  if (dot == name.npos) return schema.has_section(name);
  const std::string_view key_name = name.substr(0, equals).substr(dot + 1);
  const deck::Key* const key = schema.find_key(name.substr(0, dot), key_name);
  if (key == nullptr || equals == name.npos) return key != nullptr;
  return key->expected.find("\"" + std::string(name.substr(equals + 1)) + "\"") !=
         key->expected.npos;
}

/// The names that programs are told apart by are those of their schemas.
TEST(DeckKinds, NamesAreThoseOfTheSchema) {
  std::size_t found = 0;
  for (const deck::DeckNames& program : deck::all_deck_names()) {
    const auto schema = schemas().find(program.program);
    if (schema == schemas().end()) continue;
    ++found;
    for (const std::string& name : program.names)
      EXPECT_TRUE(knows(*schema->second, name)) << name << " of " << program.program;
    for (const deck::Section& section : schema->second->sections())
      EXPECT_TRUE(program.has(section.name)) << section.name << " of " << program.program;
    for (const deck::Key& key : schema->second->keys())
      EXPECT_TRUE(program.has(key.full_name())) << key.full_name() << " of " << program.program;
  }
  EXPECT_EQ(found, schemas().size());
}

TEST(DeckKinds, WordsAreAmongTheNames) {
  for (const auto& [program, name] :
       std::map<std::string_view, std::string_view>{{"isobar", "rhs.kind=box"},
                                                    {"isobar_flow", "solver.method=direct"},
                                                    {"isobar_fem", "mesh.source=square"}})
    EXPECT_TRUE(std::ranges::any_of(deck::all_deck_names(), [&](const deck::DeckNames& d) {
      return d.program == program && d.has(name);
    })) << name;
}

template <class Parse> std::string line_of(const Parse& parse, const std::string& text) {
  try {
    parse(text);
  } catch (const InputError& e) {
    return e.what();
  }
  return "(no error)";
}

TEST(DeckKinds, ADeckOfAnotherProgramIsNamed) {
  const auto isobar = [](const std::string& text) { parse_deck(text, "d.toml"); };
  const auto flow = [](const std::string& text) { parse_flow_deck(text, "d.toml"); };
  const auto fem = [](const std::string& text) { parse_fem_deck(text, "d.toml"); };
  const std::string grid = "[grid]\nnx = 8\nny = 8\nnz = 8\n";
  const std::string of_isobar = grid + "domain = \"flat\"\n[physics]\ncfl = 8.4\n";
  const std::string of_flow = grid + "length = [1, 1, 1]\n[walls]\nwest = \"no-slip\"\n";
  const std::string of_fem = "[mesh]\nsource = \"square\"\n[problem]\nrhs = \"1\"\n";
  const auto says = [](const std::string& at, const char* is, const char* expected) {
    return "d.toml:" + at + ": this deck is for " + is + "; expected one for " + expected +
           " (see --list-decks)";
  };
  EXPECT_EQ(line_of(isobar, of_flow), says("6: [walls]", "isobar_flow", "isobar"));
  EXPECT_EQ(line_of(isobar, of_fem), says("1: [mesh]", "isobar_fem", "isobar"));
  EXPECT_EQ(line_of(flow, of_isobar), says("6: [physics]", "isobar", "isobar_flow"));
  EXPECT_EQ(line_of(flow, of_fem), says("1: [mesh]", "isobar_fem", "isobar_flow"));
  EXPECT_EQ(line_of(fem, of_isobar), says("6: [physics]", "isobar", "isobar_fem"));
  EXPECT_EQ(line_of(fem, of_flow), says("6: [walls]", "isobar_flow", "isobar_fem"));
  EXPECT_EQ(line_of(flow, grid + "[rhs]\nkind = \"box\"\n"),
            says("6: rhs.kind=box", "isobar", "isobar_flow"));
  EXPECT_EQ(line_of(fem, grid + "[rhs]\nkind = \"random\"\n"),
            says("1: [grid]", "isobar or isobar_flow", "isobar_fem"));
  EXPECT_EQ(line_of(isobar, grid + "stretching = [1, 1, 1]\n"),
            says("5: grid.stretching", "isobar_flow", "isobar"));
}

/// One name of another program among those of this one is an error of its own.
TEST(DeckKinds, AMisplacedSectionIsAnUnknownOne) {
  const auto isobar = [](const std::string& text) { parse_deck(text, "d.toml"); };
  const std::string deck =
      "[grid]\nnx = 8\nny = 8\nnz = 8\n[physics]\ncfl = 8.4\n[mesh]\nlevels = 2\n";
  EXPECT_EQ(line_of(isobar, deck).find("d.toml:7: [mesh]: unknown section"), 0U)
      << line_of(isobar, deck);
  const auto options = [](const std::string& text) { parse_solver_sections(text, "options", {}); };
  EXPECT_EQ(line_of(options, "[walls]\nx = 1\n").find("options:1: [walls]: unknown section"), 0U);
}

TEST(DeckKinds, OtherFilesAreNamed) {
  using deck::what_else_it_is;
  EXPECT_EQ(what_else_it_is("# a deck\n[grid]\n"), "");
  EXPECT_EQ(what_else_it_is("[grid]\nnx = 1\n"), "");
  EXPECT_EQ(what_else_it_is("\xef\xbb\xbf[grid]\nnx = 1\n"), "");
  EXPECT_EQ(what_else_it_is(""), ""); // its keys are missing
  EXPECT_EQ(what_else_it_is("\n {\"a\": 1}"), "a JSON file");
  EXPECT_EQ(what_else_it_is("{\"schema_version\": 1, \"verification\": {}}"), "a report of a run");
  EXPECT_EQ(what_else_it_is("\x93NUMPY\x01"), "a NumPy array");
  EXPECT_EQ(what_else_it_is("$MeshFormat\n4.1 0 8\n"), "a mesh of Gmsh");
  EXPECT_EQ(what_else_it_is(std::string_view("nx = 1\0", 7)), "a binary file");
}

} // namespace
} // namespace isobar
