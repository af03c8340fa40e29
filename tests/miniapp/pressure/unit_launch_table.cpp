// Launch rules of kinds of GPUs, and tables of them that decks share.
#include "pressure/deck/deck_launch.hpp"
#include "pressure/setup/launch_rules.hpp"
#include "support_deck.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace isobar {
namespace {

using deck::LaunchRule;

const LaunchRule any{{8, 65536, {32, 8, 16, 2}}};
const LaunchRule of_h200{{8, 1024, {16, 16, 16, 1}}, "NVIDIA H200"};
const LaunchRule of_a100{{4, 0, {32, 8, 16, 1}}, "NVIDIA A100"};

/// A file of this process.
class TableFile {
public:
  explicit TableFile(const std::string& text) { std::ofstream(path_) << text; }
  TableFile(const TableFile&) = delete;
  TableFile& operator=(const TableFile&) = delete;
  ~TableFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

private:
  std::string path_ = fmt::format("{}isobar-table-{}.toml", testing::TempDir(), getpid());
};

std::string error_of_table(const std::string& text) {
  const TableFile file(text);
  const std::string error = error_of([&] { deck::read_launch_table(file.path()); });
  EXPECT_EQ(error.find(file.path()), 0u) << error;
  return error.substr(file.path().size());
}

TEST(LaunchTable, ARuleMayBeOfOneKindOfGpu) {
  const Deck deck = parse(grid + "[launch]\nmarch = [\"double 65536 32x8x16 teams 2\", "
                                 "\"double 1024 16x16x16 teams 1 on NVIDIA H200\"]\n");
  EXPECT_EQ(deck.launch.march, (std::vector{any, of_h200}));
  EXPECT_EQ(parameters(deck)["launch"]["march"][1], deck::rule_text(of_h200));
  const std::string wrong = "double 1024 16x16x16 teams 1 on ";
  EXPECT_NE(set_error("launch.march=[\"" + wrong + "\"]").find("no such rule (" + wrong + ")"),
            std::string::npos);
}

TEST(LaunchTable, RulesCountOnGpusWhoseNamesBeginSo) {
  const std::vector rules = {of_h200, any, of_a100};
  EXPECT_EQ(deck::rules_on(rules, "NVIDIA H200"), (std::vector{of_h200.march, any.march}));
  EXPECT_EQ(deck::rules_on(rules, "NVIDIA A100-SXM4-80GB"),
            (std::vector{any.march, of_a100.march}));
  EXPECT_EQ(deck::rules_on(rules, "AMD Instinct MI300X"), (std::vector{any.march}));
  EXPECT_EQ(deck::rules_on(rules, ""), (std::vector{any.march})); // a host, or no device yet
}

TEST(LaunchTable, IsReadAsItIsWritten) {
  const std::vector rules = {any, of_h200, of_a100};
  const TableFile file(deck::launch_table_text(rules));
  EXPECT_EQ(deck::read_launch_table(file.path()), rules);
}

TEST(LaunchTable, FollowsTheDecksOwnRules) {
  const TableFile file(deck::launch_table_text({of_h200, any}));
  const Deck deck = parse(grid + "[launch]\nmarch = [\"double 65536 32x8x16 teams 2\"]\n",
                          {"launch.table=" + file.path()});
  EXPECT_EQ(deck.launch.march, (std::vector{any, of_h200}));
  EXPECT_EQ(parse(grid, {"launch.table=" + file.path()}).launch.march, (std::vector{of_h200, any}));
}

TEST(LaunchTable, FoundRulesReplaceThoseOfTheSameHeightAndGpu) {
  const LaunchRule lower{{8, 0, {32, 8, 4, 2}}, "NVIDIA H200"};  // 32 layers
  const LaunchRule found{{8, 0, {32, 8, 16, 1}}, "NVIDIA H200"}; // 128 layers
  const LaunchRule other{{8, 512, {32, 8, 16, 2}}, "NVIDIA H100"};
  const LaunchRule before{{8, 512, {32, 8, 16, 2}}, "NVIDIA H200"};
  EXPECT_EQ(with_found_rules({before, any, other, lower}, "NVIDIA H200", 128, {found}),
            (std::vector{any, other, lower, found}));
}

TEST(LaunchTable, HasRulesAndNothingElse) {
  EXPECT_EQ(error_of_table("[solver]\ntolerance = 1e-3\n"),
            ":1: [solver]: not a section of a launch table; expected [launch]");
  EXPECT_EQ(error_of_table("[launch]\nmarch = []\ngraph = false\n"),
            ":3: launch.graph = false: no key of a launch table; expected only launch.march");
  EXPECT_EQ(error_of_table("[launch]\ntable = \"a.toml\"\n"),
            ":2: launch.table = \"a.toml\": no key of a launch table; expected only launch.march");
  EXPECT_EQ(error_of_table("[launch]\nmarch = [\"double\"]\n").find(":2: launch.march = "), 0u);
}

TEST(LaunchTable, AFileThatIsMissingIsNamedWithItsKey) {
  EXPECT_EQ(error_of(grid + "[launch]\ntable = \"none.toml\"\n")
                .find("deck.toml:6: launch.table = \"none.toml\": none.toml: cannot read it: "),
            0u);
  EXPECT_EQ(set_error("launch.table=none.toml").find("--set launch.table=none.toml: none.toml: "),
            0u);
}

TEST(LaunchTable, TheUserLearnsThatItHasNoRuleForTheGpu) {
  const TableFile file(deck::launch_table_text({of_h200}));
  const Deck with = parse(grid, {"launch.table=" + file.path()});
  EXPECT_EQ(launch_table_note(with, "NVIDIA H200"), "");
  EXPECT_EQ(launch_table_note(with, ""), "");
  EXPECT_EQ(launch_table_note(parse(grid), "NVIDIA H100"), "");
  EXPECT_EQ(launch_table_note(with, "NVIDIA H100"),
            fmt::format("--set launch.table={0}: {0} has no rule for NVIDIA H100, so that the "
                        "program chooses the shapes; isobar_tune --table {0} adds some",
                        file.path()));
}

} // namespace
} // namespace isobar
