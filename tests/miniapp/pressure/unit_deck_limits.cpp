// Text that must not reach the TOML reader, and text that must not reach a terminal.
#include "deck/deck_scan.hpp"
#include "support_deck.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <vector>

namespace {

using namespace isobar;

std::string repeat(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

const std::string parts = "key of more than 8 parts; expected section.key";
const std::string deep = "lists or tables more than 8 deep; expected at most one in another";

TEST(DeckLimits, KeysHaveFewParts) {
  const std::string key = repeat("a.", 40'000) + "a";
  EXPECT_EQ(error_of(grid + key + " = 1\n"), "deck.toml:5: " + parts);
  EXPECT_EQ(error_of(grid + "[" + key + "]\n"), "deck.toml:5: " + parts);
  EXPECT_EQ(error_of("a = {b = 1, " + key + " = 1}\n"), "deck.toml:1: " + parts);
  EXPECT_EQ(error_of(repeat("\"a.b\" . 'c'\t. ", 20'000) + "a = 1\n"), "deck.toml:1: " + parts);
  EXPECT_EQ(set_error("grid.nx={" + key + "=1}").substr(0, 30), "--set grid.nx={a.a.a.a.a.a.a.a");
  EXPECT_NE(set_error("grid.nx={" + key + "=1}").find("...: " + parts), std::string::npos);
  EXPECT_EQ(deck::scan("a.b.c.d.e.f.g.h = 1").problem, "");
  EXPECT_EQ(deck::scan("a.b.c.d.e.f.g.h.i = 1").problem, parts);
}

TEST(DeckLimits, ListsAndTablesAreNotDeep) {
  for (const std::string open : {"[", "{a=", "[{a=", "[\n"})
    EXPECT_NE(error_of("a = " + repeat(open, 50'000)).find(": " + deep), std::string::npos);
  EXPECT_EQ(error_of("\na = [\n" + repeat("[", 8)), "deck.toml:3: " + deep);
  EXPECT_EQ(set_error("multigrid.pre_relaxation=" + repeat("[", 20)),
            "--set multigrid.pre_relaxation=" + repeat("[", 20) + ": " + deep);
  EXPECT_EQ(deck::scan("a = " + repeat("[", 8) + repeat("]", 8) + "\nb = [[], [], [], []]").problem,
            "");
}

TEST(DeckLimits, DecksAreSmall) {
  const std::string comment = "#" + std::string(deck::most_bytes - grid.size() - 2, 'x') + "\n";
  EXPECT_NO_THROW(parse(comment + grid));
  EXPECT_EQ(error_of(comment + " " + grid), "deck.toml:1: 1048577 bytes; expected at most 1048576");
}

/// Dots and brackets that are no keys and no lists.
TEST(DeckLimits, CommentsAndTextsCountForNothing) {
  const std::string dots = repeat(".[{a\\t", 20), ends = "\nnx = 64\nny = 32\nnz = 16\n";
  const std::string plain = repeat(".[{a'", 20);
  for (const std::string& text :
       std::vector<std::string>{"# " + dots + " \"", "domain = \"flat\" # \"\"\" " + dots,
                                "domain = 'flat' # '''" + dots})
    EXPECT_NO_THROW(parse(fmt::format("[grid]\n{}{}", text, ends))) << text;
  for (const std::string& path : std::vector<std::string>{
           fmt::format(R"("{0}\"{0}")", plain), fmt::format(R"("""a"b""{}"""")", plain),
           fmt::format("'{}'", repeat(".[{a\"", 20)), fmt::format("'''a'b''{}''''", plain),
           fmt::format(R"("\\" # {})", plain)}) {
    const std::string text = fmt::format("[output]\nreport = {}\n{}", path, grid);
    EXPECT_NO_THROW(parse(text)) << path;
    EXPECT_EQ(error_of(text + "nx = {" + repeat("[", 9)), "deck.toml:7: " + deep) << path;
  }
}

/// Undefined behaviour of toml++ 3.3: found by fuzzing.
TEST(DeckLimits, RefusesTextThatTheReaderCannotTake) {
  for (const std::string header : {"[# a]", "[=]", "[[ ,]", "[.a]", "  [\t\n"})
    EXPECT_EQ(error_of(grid + header),
              "deck.toml:5: syntax error: no name behind [; expected a section, as in [grid]")
        << header;
  EXPECT_EQ(error_of(grid + "caf\u00e9 = 1\n"),
            "deck.toml:5: syntax error: \u00e9; expected letters outside a to z only in quotes");
  EXPECT_EQ(
      error_of(grid + "a = \xf0\x9d\x72 ]\n"),
      "deck.toml:5: syntax error: \\xf0\\x9dr; expected letters outside a to z only in quotes");
  EXPECT_EQ(
      error_of(grid + "a = 8204-05-27T\\\\\\\\07:32:00Z\n"),
      "deck.toml:5: syntax error: 8204-05-27T\\; expected a space or a comma behind the number");
  EXPECT_EQ(error_of(grid + "a = 1\"\u00e9\"\n"),
            "deck.toml:5: syntax error: 1\"; expected a space or a comma behind the number");
  EXPECT_EQ(error_of(grid + "a = \"\"\"b\\\n  \u00e9\"\"\"\n"),
            "deck.toml:5: syntax error: quotes that do not close; expected text on one line");
  EXPECT_EQ(error_of(grid + "a = \"\"\"b\\\u00e9\"\"\"\n"),
            "deck.toml:5: syntax error: backslash before a letter outside a to z");
  EXPECT_EQ(error_of(grid + "a = [}\n"), "deck.toml:5: syntax error: }; expected ]");
  EXPECT_EQ(error_of(grid + "a = [{b = 1}, \n}\n"), "deck.toml:6: syntax error: }; expected ]");
  EXPECT_EQ(error_of("[grid]\nns.kine=[0.1,0,1]\n"),
            "deck.toml:2: grid.ns = {...}: unknown key; did you mean grid.nx?");
  EXPECT_EQ(error_of("\xef\xbb\xbf[|"),
            "deck.toml:1: syntax error: no name behind [; expected a section, as in [grid]");
  EXPECT_NO_THROW(parse("\xef\xbb\xbf" + grid + "# caf\u00e9\n[output]\nvtk = \"caf\u00e9\"\n"));
}

TEST(DeckLimits, PathsHaveNoControlCharacters) {
  const std::string fault = ": control characters in a path; expected the path of a file";
  EXPECT_EQ(error_of(grid + "[output]\nreport = \"a\\u0000b\"\n"),
            "deck.toml:6: output.report = \"a\\u0000b\"" + fault);
  EXPECT_EQ(error_of(grid + "[output]\nreport = \"a\\nb\"\n"),
            "deck.toml:6: output.report = \"a\\nb\"" + fault);
  for (const std::string c : {"\\u001b", "\\u007f", "\\u0085", "\\u2028", "\\u202e"})
    EXPECT_NE(error_of(fmt::format("{}[output]\nreport = \"{}\"\n", grid, c)).find(fault),
              std::string::npos);
}

TEST(DeckLimits, OverridesArePlainText) {
  for (const std::string value : {"8\n[output]", "8\r", "8\x1b[2J", "8\x7f", "\xff", "\xc3"})
    for (const std::string key : {"grid.nx=", "output.report="}) {
      const std::string error = set_error(key + value);
      EXPECT_NE(error.find(": holds a control character or is no UTF-8; expected plain text"),
                std::string::npos)
          << error;
      EXPECT_TRUE(is_printable(error)) << error;
    }
  EXPECT_EQ(set_error("output.report=\"a\"b"),
            "--set output.report=\"a\"b: no text in quotes; expected the path of a file");
}

TEST(DeckLimits, ErrorsAreOneLineOfBearableLength) {
  EXPECT_EQ(error_of("[\"a\\nb\\u001b\"]\nx = 1\n"),
            "deck.toml:1: [a\\nb\\x1b]: unknown section; did you mean [mixed]?");
  const std::string name(100'000, 'n');
  for (const std::string& text :
       std::vector<std::string>{name + " = 1\n", "[" + name + "]\n", "[grid]\n" + name + " = 1\n",
                                "[grid]\nnx = \"" + name + "\"\n", "a = " + name})
    EXPECT_LT(error_of(text).size(), 300u) << error_of(text);
  EXPECT_LT(set_error(name + "=1").size(), 600u);
  EXPECT_LT(set_error(name).size(), 600u);
}

} // namespace
