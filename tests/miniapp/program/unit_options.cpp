// The command line: what it is read into, and every bad option with its exact line.
#include "program/options.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <isobar/core/version.hpp>

namespace {

using namespace isobar;

Options parse(std::vector<const char*> words) {
  words.insert(words.begin(), "isobar");
  return parse_options(int(words.size()), words.data());
}

std::string error_of(const std::vector<const char*>& words) {
  try {
    parse(words);
  } catch (const InputError& e) {
    return e.what();
  }
  return "(no error)";
}

TEST(Options, ReadsDeckAndOverrides) {
  const Options options = parse({"--set", "grid.nx=8", "deck.toml", "--set", "grid.ny=9",
                                 "--report", "r.json", "--progress", "on", "--transport", "peer"});
  EXPECT_EQ(options.action, Action::run);
  EXPECT_EQ(options.deck, "deck.toml");
  EXPECT_EQ(options.transport, Transport::peer);
  ASSERT_EQ(options.overrides.size(), 4u);
  EXPECT_EQ(options.overrides[0].key, "grid.nx");
  EXPECT_EQ(options.overrides[1].value, "9");
  EXPECT_EQ(options.overrides[2].option, "--report r.json");
  EXPECT_EQ(options.overrides[2].key, "output.report");
  EXPECT_EQ(options.overrides[3].key, "run.progress");
}

TEST(Options, KnowsItsActions) {
  EXPECT_FALSE(parse({"deck.toml"}).transport);
  for (const Transport way : transports)
    EXPECT_EQ(parse({"deck.toml", "--transport", to_string(way).data()}).transport, way);
  EXPECT_EQ(parse({"deck.toml", "--dry-run"}).action, Action::dry_run);
  EXPECT_EQ(parse({"--list-decks"}).action, Action::list_decks);
  EXPECT_EQ(parse({"--deck-reference"}).action, Action::deck_reference);
  EXPECT_EQ(parse({"--version"}).text, "isobar " + std::string(version) + "\n");
  const Options help = parse({"--help"});
  EXPECT_EQ(help.action, Action::show_text);
  for (const char* option : {"--set", "--report", "--transport", "--dry-run", "--list-decks",
                             "--deck-reference", "--progress", "--version"})
    EXPECT_NE(help.text.find(option), std::string::npos) << option;
}

TEST(Options, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(error_of({}), "no deck given; expected DECK.toml, for example inputs/quickstart.toml "
                          "(see --list-decks)");
  EXPECT_EQ(error_of({"deck.toml", "--foo"}),
            "The following argument was not expected: --foo; see isobar --help");
  EXPECT_EQ(error_of({"deck.toml", "other.toml"}),
            "The following argument was not expected: other.toml; see isobar --help");
  EXPECT_EQ(error_of({"deck.toml", "--transport", "maybe"}),
            "--transport: maybe not in {auto,peer,segment,nccl,device,staged}; see isobar --help");
  EXPECT_EQ(error_of({"deck.toml", "--gpu-mpi", "on"}),
            "--gpu-mpi is --transport now: device instead of on, staged instead of off");
  EXPECT_EQ(error_of({"deck.toml", "--set", "grid.nx"}),
            "--set grid.nx: no value; expected section.key=value");
  EXPECT_EQ(error_of({"deck.toml", "--report"}),
            "--report: 1 required FILE missing; see isobar --help");
}

TEST(Options, FindsTheDecks) {
  const std::filesystem::path given(pressure_program.inputs_directory());
  EXPECT_EQ(given.filename(), "inputs");
}

} // namespace
