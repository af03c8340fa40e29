// Decks of isobar_flow: what is read, what follows from it, the reference page.
#include "deck/deck_schema.hpp"
#include "flow/flow_levels.hpp"
#include "flow/flow_options.hpp"
#include "support_flow_deck.hpp"
#include "support_places.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace {

using namespace isobar;

TEST(FlowDeck, FillsDefaults) {
  const FlowDeck deck = parse_flow(poisson);
  EXPECT_TRUE(deck.is_poisson());
  EXPECT_EQ(deck.unknowns(), 64 * 32 * 16);
  EXPECT_EQ(deck.solver.tolerance, 1e-8);
  EXPECT_EQ(parse_flow(cavity).solver.tolerance, 1e-5);
  EXPECT_EQ(parse_flow(cavity, {"solver.tolerance=1e-3"}).solver.tolerance, 1e-3);
  EXPECT_TRUE(deck.unused.empty());
}

TEST(FlowDeck, SidesMakeTheBox) {
  const BoxSpec box =
      parse_flow(poisson, {"sides.west=neumann", "sides.bottom=periodic", "sides.top=periodic",
                           "grid.length=[2,1,0.5]", "grid.stretching=[1,4,1]"})
          .box();
  EXPECT_EQ(box.x, Axis::uniform(64, 2.0, Boundary::neumann, Boundary::dirichlet));
  EXPECT_EQ(box.y, Axis::stretched(32, 1.0, 4.0, Boundary::dirichlet, Boundary::dirichlet));
  EXPECT_EQ(box.z, Axis::uniform(16, 0.5, Boundary::periodic, Boundary::periodic));
}

TEST(FlowDeck, ThePressureHasNoFluxThroughWalls) {
  const BoxSpec box = parse_flow(cavity, {"walls.south=periodic", "walls.north=periodic"}).box();
  EXPECT_EQ(box.x.low, Boundary::neumann);
  EXPECT_EQ(box.z.high, Boundary::neumann);
  EXPECT_TRUE(box.y.is_periodic());
  EXPECT_TRUE(box.is_singular());
}

TEST(FlowDeck, NumbersOfTheFieldBecomeCoefficients) {
  const FlowDeck forced = parse_flow(cavity);
  EXPECT_EQ(forced.fluid.viscosity, 0.01);
  EXPECT_FALSE(forced.has_temperature());
  const FlowDeck heated =
      parse_flow(grid + "[flow]\nrayleigh = 1e4\nprandtl = 0.71\n[walls]\nwest_temperature = 1\n"
                        "[time]\nend_time = 1\n",
                 {"walls.east_temperature=-1", "walls.top_temperature=insulated"});
  EXPECT_TRUE(heated.has_temperature());
  EXPECT_EQ(heated.fluid.viscosity, 0.71);
  EXPECT_EQ(heated.fluid.diffusivity, 1.0);
  EXPECT_EQ(heated.fluid.buoyancy, 7100.0);
  EXPECT_EQ(heated.walls.west.temperature, 1.0);
  EXPECT_EQ(heated.walls.east.temperature, -1.0);
  EXPECT_FALSE(heated.walls.top.temperature);
  const FlowDeck own = parse_flow(grid + "[flow]\nviscosity = 0.5\ndiffusivity = 2\n[time]\n"
                                         "most_steps = 3\n");
  EXPECT_EQ(own.fluid.viscosity, 0.5);
  EXPECT_EQ(own.fluid.buoyancy, 0.0);
}

TEST(FlowDeck, SmoothersBecomeFactors) {
  const auto options = [](std::vector<std::string> settings) {
    settings.insert(settings.end(),
                    {"multigrid.levels=2", "multigrid.before=2", "multigrid.after=1"});
    return multigrid_options(parse_flow(poisson, settings));
  };
  const PoissonOptions jacobi = options({"multigrid.smoother=jacobi", "multigrid.coarse_steps=16"});
  EXPECT_EQ(jacobi.pre_relaxation, (std::vector{0.86, 0.86}));
  EXPECT_EQ(jacobi.post_relaxation, (std::vector{0.86}));
  EXPECT_EQ(jacobi.coarse_steps, 16);
  EXPECT_TRUE(jacobi.coarsest_relaxation.empty());
  EXPECT_EQ(jacobi.relaxation, Relaxation::jacobi);
  EXPECT_EQ(options({"multigrid.smoother=sor"}).pre_relaxation, (std::vector{1.6, 1.6}));
  EXPECT_EQ(options({"multigrid.smoother=gauss-seidel"}).relaxation, Relaxation::red_black);
  EXPECT_EQ(options({"multigrid.smoother=sor", "multigrid.relaxation=1.2"}).coarse_relaxation, 1.2);
  const PoissonOptions chebyshev = options({"multigrid.smoother=chebyshev"});
  EXPECT_EQ(chebyshev.pre_relaxation.size(), 2u);
  EXPECT_NE(chebyshev.pre_relaxation[0], chebyshev.pre_relaxation[1]);
  EXPECT_EQ(chebyshev.coarse_relaxation, 0.86);
  EXPECT_EQ(options({"multigrid.restriction=full-weighting"}).restriction, Restriction::transpose);
}

/// The smoother that is chosen for a cube of 32 cells a side.
flow::Cycle chosen_for(std::vector<std::string> settings) {
  settings.insert(settings.begin(),
                  {"grid.nx=32", "grid.ny=32", "grid.nz=32", "grid.length=[1,1,1]"});
  return parse_flow(poisson, settings).multigrid.cycle;
}
void expect_cycle(const flow::Cycle& c, flow::SmootherName smoother, int steps,
                  std::optional<double> relaxation) {
  EXPECT_EQ(c.smoother, smoother);
  EXPECT_EQ(c.before, steps);
  EXPECT_EQ(c.after, steps);
  EXPECT_EQ(c.relaxation, relaxation);
}

TEST(FlowDeck, TheSmootherIsChosenByTheCells) {
  using enum flow::SmootherName;
  expect_cycle(chosen_for({}), sor, 1, 1.2);
  expect_cycle(chosen_for({"grid.length=[1,1,1.2]"}), sor, 1, 1.2);
  expect_cycle(chosen_for({"grid.length=[1,1,1.4]"}), sor, 2, 1.25);
  expect_cycle(chosen_for({"grid.length=[1,1,0.1]"}), sor, 2, 1.25);
  expect_cycle(chosen_for({"grid.ny=1"}), sor, 1, 1.2); // one layer, as long as the box
  expect_cycle(chosen_for({"grid.stretching=[2,1,1]"}), sor, 2, 1.25);
  expect_cycle(chosen_for({"grid.stretching=[1,1,3]"}), sor, 3, 1.4);
  const std::vector<std::string> around{"sides.west=periodic", "sides.east=periodic"};
  expect_cycle(chosen_for(around), sor, 1, 1.2);
  std::vector<std::string> odd = around;
  odd.push_back("grid.nx=28"); // 7 on the third level
  expect_cycle(chosen_for(odd), chebyshev, 3, {});
  odd.push_back("grid.stretching=[1,1,4]");
  expect_cycle(chosen_for(odd), chebyshev, 4, {});
  expect_cycle(chosen_for({"solver.method=jacobi"}), jacobi, 2, {});
}

TEST(FlowDeck, StepsThatAreGivenStayWhateverSmootherIsChosen) {
  const flow::Cycle c = chosen_for({"multigrid.before=0", "multigrid.after=3"});
  EXPECT_EQ(c.smoother, flow::SmootherName::sor);
  EXPECT_EQ(c.before, 0);
  EXPECT_EQ(c.after, 3);
  expect_cycle(chosen_for({"multigrid.smoother=sor"}), flow::SmootherName::sor, 2, {});
}

TEST(FlowDeck, SaysWhyTheSmootherAndTheCoarsestStepsAreWhatTheyAre) {
  FlowDeck deck = parse_flow(poisson, {"grid.nx=32", "grid.ny=32", "grid.nz=32"});
  choose_levels(deck, 1);
  EXPECT_EQ(smoother_text(deck), "sor 1.2, V(1,1): cells are about as long as wide");
  EXPECT_EQ(coarsest_text(deck), "1 step for 1 x 1 x 1 cells: by their slowest error");
  deck = parse_flow(
      poisson, {"multigrid.smoother=jacobi", "multigrid.coarse_steps=16", "multigrid.levels=1"});
  choose_levels(deck, 1);
  EXPECT_EQ(smoother_text(deck), "jacobi, V(2,2): given");
  EXPECT_EQ(coarsest_text(deck), "16 steps for 64 x 32 x 16 cells: given");
}

TEST(FlowDeck, WarnsOfASteadyRateThatThePressureHides) {
  const auto warnings = [](std::vector<std::string> settings) {
    return parse_flow(cavity, settings).warnings;
  };
  EXPECT_EQ(
      warnings({"time.steady_rate=1e-5"}),
      (std::vector<std::string>{
          "--set time.steady_rate=1e-5: may never be seen, as solver.tolerance = 1e-05 leaves "
          "rates of about 1e-05; expected a tolerance of at most 1e-06"}));
  EXPECT_TRUE(warnings({"time.steady_rate=1e-5", "solver.tolerance=1e-6"}).empty());
  EXPECT_TRUE(warnings({"time.steady_rate=1e-4"}).empty());
  EXPECT_TRUE(warnings({}).empty());
  const std::string heated = grid + "[flow]\nrayleigh = 1e4\nprandtl = 0.71\n[walls]\n"
                                    "west_temperature = 1\neast_temperature = 0\n[time]\n"
                                    "steady_rate = 1e-1\n";
  EXPECT_EQ(parse_flow(heated).warnings.size(), 1u);
  EXPECT_TRUE(parse_flow(heated, {"solver.tolerance=1e-6"}).warnings.empty());
}

TEST(FlowDeck, WarnsOfFullWeightingWhereTheLastCoarseCellIsNarrow) {
  const auto warnings = [](const char* cells, const char* side, const char* restriction) {
    return parse_flow(poisson, {std::string("grid.nx=") + cells, std::string("sides.east=") + side,
                                std::string("multigrid.restriction=") + restriction,
                                "grid.length=[1,1,1]", "grid.ny=32", "grid.nz=32"})
        .warnings;
  };
  ASSERT_EQ(warnings("33", "neumann", "full-weighting").size(), 1u);
  EXPECT_NE(
      warnings("33", "neumann", "full-weighting")[0].find(
          "--set multigrid.restriction=full-weighting: may not converge, as the last cell of a "
          "coarse level is 0.0312 times as wide"),
      std::string::npos);
  EXPECT_TRUE(warnings("33", "dirichlet", "full-weighting").empty());
  EXPECT_TRUE(warnings("32", "neumann", "full-weighting").empty());
  EXPECT_TRUE(warnings("33", "neumann", "average").empty());
}

TEST(FlowDeck, JacobiAloneIsOneLevel) {
  const PoissonOptions options = multigrid_options(
      parse_flow(poisson, {"solver.method=jacobi", "multigrid.before=3", "multigrid.after=1"}));
  EXPECT_EQ(options.levels, 1);
  EXPECT_EQ(options.coarse_steps, 4);
}

TEST(FlowDeck, LevelsAreThoseOfTheBoxAndOfTheRanks) {
  FlowDeck deck = parse_flow(poisson);
  choose_levels(deck, 1);
  const int all = *deck.multigrid.levels;
  EXPECT_EQ(boxes_of_run(deck).size(), std::size_t(all));
  EXPECT_NE(deck.levels_reason.find("all"), std::string::npos) << deck.levels_reason;
  deck = parse_flow(poisson);
  choose_levels(deck, 16);
  EXPECT_LT(*deck.multigrid.levels, all);
  EXPECT_EQ(decompose(deck, 16, 3).levels(), *deck.multigrid.levels);
  EXPECT_EQ(layer_counts(deck).on(1), boxes_of_run(deck)[1].z.cells());
}

TEST(FlowDeck, AmalgamationPutsCoarseLevelsOnFewerRanks) {
  const auto chosen = [](const std::vector<std::string>& settings, int ranks) {
    FlowDeck deck = parse_flow(poisson + "[amalgamation]\nlevel = 2\n", settings);
    choose_levels(deck, ranks);
    return deck;
  };
  EXPECT_TRUE(chosen({}, 1).merges().empty());
  EXPECT_EQ(chosen({}, 8).merges(), (std::vector<LevelMerge>{{2, 1}}));
  EXPECT_EQ(chosen({"amalgamation.form=all-gather"}, 8).merges(),
            (std::vector<LevelMerge>{{2, 0}}));
  const FlowDeck staged =
      chosen({"amalgamation.ranks=[4,1]", "amalgamation.stages=[3]", "amalgamation.cycles=2"}, 8);
  EXPECT_EQ(staged.merges(), (std::vector<LevelMerge>{{2, 4}, {3, 1}}));
  EXPECT_EQ(*staged.multigrid.levels, int(box_levels(staged.box(), 20).size()));
  EXPECT_NE(staged.levels_reason.find("4 ranks have level 2, 1 rank has level 3 and coarser ones"),
            std::string::npos)
      << staged.levels_reason;
  const std::vector<LevelOfBox> levels = levels_of_run(staged, decompose(staged, 8, 0));
  EXPECT_EQ(levels[1].ranks, 8);
  EXPECT_EQ(levels[2].ranks, 4);
  EXPECT_EQ(levels[3].ranks, 1);
  EXPECT_EQ(embedded_options(staged, 6).relaxation, Relaxation::red_black);
}

/// Both notations of a deck give the same levels, settings and words.
TEST(FlowDeck, MergesOfMultigridAreThoseOfAmalgamation) {
  const auto chosen = [](std::vector<std::string> settings, int ranks) {
    for (const char* setting : {"amalgamation.cycles=2", "amalgamation.smoother=jacobi"})
      settings.emplace_back(setting);
    FlowDeck deck = parse_flow(poisson, settings);
    EXPECT_TRUE(deck.unused.empty());
    choose_levels(deck, ranks);
    return deck;
  };
  for (const int ranks : {1, 6, 8}) {
    const FlowDeck old = chosen(
        {"amalgamation.level=2", "amalgamation.ranks=[4,1]", "amalgamation.stages=[3]"}, ranks);
    const FlowDeck deck = chosen({"multigrid.merge=[[2,4],[3,1]]"}, ranks);
    EXPECT_EQ(deck.merges(), old.merges());
    EXPECT_EQ(deck.levels_reason, old.levels_reason);
    EXPECT_EQ(embedded_options(deck, 4).pre_relaxation, embedded_options(old, 4).pre_relaxation);
    const std::vector<LevelOfBox> levels = levels_of_run(deck, decompose(deck, ranks, 0));
    const std::vector<LevelOfBox> expected = levels_of_run(old, decompose(old, ranks, 0));
    ASSERT_EQ(levels.size(), expected.size());
    for (std::size_t l = 0; l < levels.size(); ++l) {
      EXPECT_EQ(levels[l].ranks, expected[l].ranks);
      EXPECT_EQ(levels[l].of_rank_0, expected[l].of_rank_0);
    }
    EXPECT_EQ(levels.back().ranks, 1);
  }
  EXPECT_EQ(parameters(chosen({"multigrid.merge=[[2,4]]"}, 8))["multigrid"]["merge"].dump(),
            "[[2,4]]");
  EXPECT_EQ(parameters(chosen({"multigrid.merge=[[2,4]]"}, 1))["multigrid"]["merge"].dump(), "[]");
  EXPECT_TRUE(
      parse_flow(poisson, {"multigrid.merge=[[2,4]]", "solver.method=jacobi"}).merges().empty());
}

TEST(FlowDeck, MergesThatCannotBeAreRefused) {
  const auto line_of = [](const std::vector<std::string>& settings) {
    FlowDeck deck = parse_flow(poisson, settings);
    return error_of([&] {
      choose_levels(deck, 8);
      decompose(deck, 8, 0);
    });
  };
  const std::string fewer = "level 2 on 16 ranks; expected 1 to 7 ranks, fewer than in front of it";
  EXPECT_EQ(line_of({"amalgamation.level=2", "amalgamation.ranks=[16]"}),
            "--set amalgamation.level=2: " + fewer);
  EXPECT_EQ(line_of({"multigrid.merge=[[2,16]]"}), "--set multigrid.merge=[[2,16]]: " + fewer);
  EXPECT_EQ(line_of({"multigrid.merge=[[2,1]]", "multigrid.levels=2"}),
            "--set multigrid.merge=[[2,1]]: level 2 on 1 rank; expected a level from 1 to 1");
  EXPECT_EQ(line_of({"multigrid.merge=[[2,1]]", "decomposition.process_grid=[3,1]"})
                .find("--set decomposition.process_grid=[3,1]: process grid 3 x 1 has 3 ranks"),
            0u);
}

TEST(FlowDeck, NamesKeysWithoutEffect) {
  const FlowDeck deck = parse_flow(poisson + "[flow]\nreynolds = 5\n", {"rhs.seed=3"});
  EXPECT_EQ(deck.unused,
            (std::vector<std::string>{
                "--set rhs.seed=3: not used, only with kind = \"random\"",
                "deck.toml:8: flow.reynolds = 5: not used, only with problem.kind = \"flow\""}));
}

TEST(FlowDeck, ParametersCanBeReadAgain) {
  const nlohmann::json all = parameters(parse_flow(poisson, {"walls.west_temperature=insulated"}));
  EXPECT_EQ(all["walls"]["west_temperature"], "insulated");
  EXPECT_EQ(all["multigrid"]["levels"], "auto");
  std::string again;
  for (const auto& [section, values] : all.items()) {
    again += "[" + section + "]\n";
    for (const auto& [key, value] : values.items())
      if (!value.is_null()) again += key + " = " + value.dump() + "\n";
  }
  EXPECT_EQ(parameters(parse_flow(again)), all);
}

TEST(FlowDeck, EveryKeyBelongsToADocumentedSection) {
  for (const deck::Key& key : flow::schema().keys()) {
    EXPECT_TRUE(flow::schema().has_section(key.section)) << key.section;
    EXPECT_EQ(flow::schema().find_key(key.section, key.name), &key)
        << key.full_name() << " stands twice";
    EXPECT_FALSE(key.meaning.empty()) << key.full_name();
  }
}

TEST(FlowDeck, ReferencePageIsUpToDate) {
  std::ifstream file(std::filesystem::path(source_folder) / "docs/flow-deck.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(text.str() == flow_deck_reference())
      << "run: isobar_flow --deck-reference > docs/flow-deck.md";
}

TEST(FlowDeck, AllDecksThatComeWithItAreRead) {
  const auto inputs = std::filesystem::path(source_folder) / "inputs/flow";
  const std::vector<DeckEntry> decks = list_decks(inputs.string());
  EXPECT_GE(decks.size(), 11u);
  for (const DeckEntry& entry : decks) {
    EXPECT_GT(entry.description.size(), 10u) << entry.name;
    EXPECT_NO_THROW({
      const FlowDeck deck = read_flow_deck((inputs / entry.name).string());
      EXPECT_TRUE(deck.unused.empty()) << deck.unused.front();
      EXPECT_TRUE(deck.warnings.empty()) << deck.warnings.front();
    }) << entry.name;
  }
}

} // namespace
