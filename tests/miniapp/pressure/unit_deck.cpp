// The deck: values, defaults and overrides.
#include "deck/deck_schema.hpp"
#include "support_deck.hpp"
#include "support_places.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace {

using namespace isobar;

TEST(Deck, FillsDefaults) {
  const Deck deck = parse(grid);
  EXPECT_EQ(deck.grid.nx, 64);
  EXPECT_EQ(deck.grid.domain, deck::DomainName::panel);
  EXPECT_EQ(deck.solver.method, deck::Method::multigrid);
  EXPECT_EQ(deck.solver.tolerance, 1e-5);
  EXPECT_EQ(deck.multigrid.pre_relaxation, std::vector<double>{2.0 / 3.0});
  EXPECT_EQ(deck.multigrid.restriction, Restriction::average);
  EXPECT_EQ(deck.multigrid.cycle, CycleKind::v);
  EXPECT_FALSE(deck.decomposition.process_grid);
  EXPECT_DOUBLE_EQ(*deck.physics.time_step, 2400.0);
  EXPECT_NEAR(*deck.physics.cfl, 8.44, 0.01);
  EXPECT_TRUE(deck.unused.empty());
}

TEST(Deck, ReadsEveryKindOfValue) {
  const Deck deck = parse(grid + R"([solver]
method = "cg-fused"
precision = "float-storage"
tolerance = 1e-8
[physics]
radius = 6000000
[multigrid]
pre_relaxation = [0.6, 1]
post_relaxation = []
[decomposition]
process_grid = [3, 2]
[run]
kernel_timings = false
[output]
report = "r.json"
)");
  EXPECT_EQ(deck.solver.method, deck::Method::cg_fused);
  EXPECT_EQ(deck.solver.precision, deck::PrecisionName::float_storage);
  EXPECT_EQ(deck.solver.tolerance, 1e-8);
  EXPECT_EQ(deck.physics.radius, 6e6);
  EXPECT_EQ(deck.multigrid.pre_relaxation, (std::vector<double>{0.6, 1.0}));
  EXPECT_TRUE(deck.multigrid.post_relaxation.empty());
  EXPECT_EQ(deck.decomposition.process_grid, (ProcessGrid{3, 2}));
  EXPECT_FALSE(deck.run.kernel_timings);
  EXPECT_EQ(deck.output.report, "r.json");
}

TEST(Deck, OverridesAreStrongerAndNeedNoQuotes) {
  const Deck deck =
      parse(grid + "[solver]\ntolerance = 1e-3\n",
            {"solver.tolerance=1e-7", "solver.tolerance=1e-9", "solver.method=cg-standard",
             "rhs.kind=\"random\"", "rhs.seed=7", "decomposition.process_grid=[2,1]",
             "output.solution=12", "grid.nz=8", "run.progress=off"});
  EXPECT_EQ(deck.solver.tolerance, 1e-9);
  EXPECT_EQ(deck.solver.method, deck::Method::cg_standard);
  EXPECT_EQ(deck.rhs.kind, deck::RhsKind::random);
  EXPECT_EQ(deck.rhs.seed, 7);
  EXPECT_EQ(deck.decomposition.process_grid, (ProcessGrid{2, 1}));
  EXPECT_EQ(deck.output.solution, "12");
  EXPECT_EQ(deck.grid.nz, 8);
  EXPECT_EQ(deck.run.progress, deck::Switch::off);
}

TEST(Deck, ReadsLaunchRules) {
  const Deck deck = parse(grid + R"([launch]
march = ["double 65536 32x8x16 teams 2", "float 0 16x16x16 teams 1"]
graph = false
)");
  EXPECT_FALSE(deck.multigrid.record);
  EXPECT_TRUE(parse(grid).multigrid.record);
  const std::vector<deck::LaunchRule> expected = {{{8, 65536, {32, 8, 16, 2}}},
                                                  {{4, 0, {16, 16, 16, 1}}}};
  EXPECT_EQ(deck.launch.march, expected);
  EXPECT_EQ(parameters(deck)["launch"]["march"][1], "float 0 16x16x16 teams 1");
}

TEST(Deck, ReadsTheKindOfCycle) {
  EXPECT_EQ(parse(grid, {"multigrid.cycle=W"}).multigrid.cycle, CycleKind::w);
  EXPECT_EQ(parse(grid + "[multigrid]\ncycle = \"F\"\n").multigrid.cycle, CycleKind::f);
  EXPECT_EQ(parameters(parse(grid, {"multigrid.cycle=F"}))["multigrid"]["cycle"], "F");
}

TEST(Deck, CflAndTimeStepDefineEachOther) {
  const Deck by_cfl = parse(grid, {"physics.cfl=4.2"});
  const Deck by_step =
      parse(grid, {"physics.time_step=" + std::to_string(*by_cfl.physics.time_step)});
  EXPECT_NEAR(*by_step.physics.cfl, 4.2, 1e-6);
  EXPECT_EQ(by_cfl.atmosphere().time_step, *by_cfl.physics.time_step);
}

TEST(Deck, CgMultigridGetsTheTransposedRestriction) {
  const Deck deck = parse(grid, {"solver.method=cg-multigrid"});
  EXPECT_EQ(deck.multigrid.restriction, Restriction::transpose);
  EXPECT_NO_THROW(parse(grid, {"solver.method=cg-multigrid", "multigrid.pre_relaxation=[0.6,0.8]",
                               "multigrid.post_relaxation=[0.8,0.6]"}));
}

TEST(Deck, NamesKeysWithoutEffect) {
  const Deck deck =
      parse(grid + "[solver]\nmethod = \"cg-fused\"\n[multigrid]\nlevels = 3\n", {"rhs.seed=3"});
  ASSERT_EQ(deck.unused.size(), 2u);
  EXPECT_EQ(deck.unused[0], "--set rhs.seed=3: not used, only with kind = \"random\", "
                            "\"sources\" or \"layered\"");
  EXPECT_EQ(deck.unused[1],
            "deck.toml:8: multigrid.levels = 3: not used, only with a method that has "
            "\"multigrid\" in its name, or \"auto\"");
}

TEST(Deck, SaysWhereAKeyStands) {
  const Deck deck = parse(grid, {"run.repeats=2"});
  EXPECT_EQ(describe(deck, "grid.ny"), "deck.toml:3: grid.ny = 32");
  EXPECT_EQ(describe(deck, "run.repeats"), "--set run.repeats=2");
  EXPECT_EQ(describe(deck, "decomposition.process_grid"),
            "deck.toml: decomposition.process_grid = \"auto\" (default)");
}

TEST(Deck, EveryParameterIsReported) {
  const nlohmann::json all = parameters(parse(grid, {"decomposition.process_grid=[2,1]"}));
  for (const deck::Key& key : deck::schema().keys())
    EXPECT_TRUE(all.at(key.section).contains(key.name)) << key.full_name();
  EXPECT_EQ(all["grid"]["nx"], 64);
  EXPECT_EQ(all["solver"]["method"], "multigrid");
  EXPECT_EQ(all["multigrid"]["restriction"], "average");
  EXPECT_EQ(all["decomposition"]["process_grid"], nlohmann::json({2, 1}));
  EXPECT_TRUE(all["output"]["report"].is_null());
}

TEST(Deck, EveryKeyBelongsToADocumentedSection) {
  for (const deck::Key& key : deck::schema().keys()) {
    EXPECT_EQ(deck::schema().nearest_section(key.section), key.section);
    EXPECT_EQ(deck::schema().find_key(key.section, key.name), &key)
        << key.full_name() << " stands twice";
    EXPECT_FALSE(key.meaning.empty());
  }
}

TEST(Deck, ReferencePageIsUpToDate) {
  const auto page = std::filesystem::path(source_folder) / "docs/deck.md";
  std::ifstream file(page);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(text.str() == deck_reference()) << "run: isobar --deck-reference > docs/deck.md";
}

TEST(Deck, ListsDecksWithTheirFirstComment) {
  const auto inputs = std::filesystem::path(source_folder) / "inputs";
  const std::vector<DeckEntry> decks = list_decks(inputs.string());
  EXPECT_FALSE(decks.empty());
  for (const DeckEntry& entry : decks) {
    EXPECT_GT(entry.description.size(), 10u) << entry.name;
    EXPECT_NO_THROW(read_deck((inputs / entry.name).string())) << entry.name;
  }
  EXPECT_EQ(error_of([] { list_decks("/nowhere"); }),
            "/nowhere: cannot list it: No such file or directory; expected a directory of decks");
}

} // namespace
