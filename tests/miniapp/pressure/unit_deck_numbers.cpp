// Values of a deck are what was written, or an error; never something near.
#include "support_deck.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

using namespace isobar;

const std::string above = "; expected a number above 0";
const std::string exact = "; expected 0 or a number from 1e-307 to 1e308 or so";

TEST(DeckNumbers, RefusesIntegersThatNoDoubleHolds) {
  EXPECT_EQ(set_error("physics.sound_speed=9007199254740993"),
            "--set physics.sound_speed=9007199254740993: no double is this integer (the nearest is "
            "9007199254740992.0)" +
                above);
  EXPECT_EQ(error_of(grid + "[physics]\ndepth = 9223372036854775807\n"),
            "deck.toml:6: physics.depth = 9223372036854775807: no double is this integer (the "
            "nearest is 9223372036854775808.0)" +
                above);
  EXPECT_EQ(set_error("multigrid.pre_relaxation=[9007199254740993]"),
            "--set multigrid.pre_relaxation=[9007199254740993]: out of range; expected a list of 0 "
            "to 10 numbers in (0, 2)");
  EXPECT_EQ(error_of(grid + "[rhs]\nbox_layers = [0.5, 0.5]\n"),
            "deck.toml:6: rhs.box_layers = [0.5, 0.5]: from is not below to; expected the lower "
            "number first");
  EXPECT_EQ(error_of(grid + "[rhs]\nblob_centre = [0, -9007199254740993, 1]\n"),
            "deck.toml:6: rhs.blob_centre = [0, -9007199254740993, 1]: out of range; expected a "
            "list of 3 numbers in [0, 1]");
}

TEST(DeckNumbers, TakesIntegersThatADoubleHolds) {
  EXPECT_EQ(parse(grid, {"physics.depth=9007199254740992"}).physics.depth, 0x1p53);
  EXPECT_EQ(parse(grid, {"physics.depth=9007199254740994"}).physics.depth, 0x1p53 + 2);
  EXPECT_EQ(parse(grid, {"physics.depth=4611686018427387904"}).physics.depth, 0x1p62);
  EXPECT_EQ(parse(grid, {"rhs.blob_centre=[0,1,0.5]"}).rhs.blob_centre,
            (std::vector<double>{0.0, 1.0, 0.5}));
}

TEST(DeckNumbers, RefusesWhatIsTooSmallOrTooLarge) {
  EXPECT_EQ(set_error("physics.buoyancy_frequency=1e-400"),
            "--set physics.buoyancy_frequency=1e-400: 1e-400: out of range" + exact);
  EXPECT_EQ(error_of(grid + "[physics]\nbuoyancy_frequency = -0.000_1E-999\n"),
            "deck.toml:6: -0.000_1E-999: out of range" + exact);
  EXPECT_EQ(set_error("physics.depth=1e400"),
            "--set physics.depth=1e400: 1e400: out of range" + exact);
  EXPECT_EQ(set_error("rhs.blob_centre=[0,+1.0e-400,1]"),
            "--set rhs.blob_centre=[0,+1.0e-400,1]: +1.0e-400: out of range" + exact);
  EXPECT_EQ(parse(grid, {"physics.buoyancy_frequency=0.0e-400"}).physics.buoyancy_frequency, 0.0);
  EXPECT_EQ(set_error("grid.nx=9223372036854775808"),
            "--set grid.nx=9223372036854775808: wrong type (string); expected an integer from 1 to "
            "1000000");
}

TEST(DeckNumbers, ReadsOtherSpellingsOfTomlOnly) {
  const Deck deck = parse(grid, {"grid.nx=0x40", "grid.ny=1_6", "grid.nz=+8", "physics.depth=1_0.5",
                                 "physics.buoyancy_frequency=-0"});
  EXPECT_EQ(deck.grid.nx, 64);
  EXPECT_EQ(deck.grid.ny, 16);
  EXPECT_EQ(deck.grid.nz, 8);
  EXPECT_EQ(deck.physics.depth, 10.5);
  EXPECT_EQ(deck.physics.buoyancy_frequency, 0.0);
  for (const std::string value : {"010", "1__6", "_16", "16_", "1e1", "8.0", "0X10"})
    EXPECT_NE(set_error("grid.nz=" + value).find("wrong type"), std::string::npos) << value;
  for (const std::string value : {"nan", "-nan", "inf", "-inf"})
    for (const std::string key : {"physics.buoyancy_frequency=", "physics.depth="})
      EXPECT_NE(set_error(key + value).find("out of range"), std::string::npos) << key + value;
  for (const std::string value : {"2020-01-01", "07:32:00", "1979-05-27T07:32:00Z"})
    EXPECT_EQ(set_error("rhs.seed=" + value),
              fmt::format("--set rhs.seed={0}: {0}: a date or time; expected a number, text in "
                          "quotes, true, false or a list",
                          value));
}

TEST(DeckNumbers, LaunchRulesMeanWhatIsWritten) {
  for (const std::string rule :
       {"double 0 32x8x4294967312 teams 2", "double 0 32x8x16 teams 4294967298",
        "double 18446744073709551616 32x8x16 teams 2", "double 00 32x8x16 teams 2",
        "double +1 32x8x16 teams 2", "double 0 32x8x16 teams 2\\u0000",
        "doubled 0 32x8x16 teams 2"})
    EXPECT_NE(
        error_of(fmt::format("{}[launch]\nmarch = [\"{}\"]\n", grid, rule)).find("no such rule ("),
        std::string::npos)
        << rule;
}

/// The output of parameters() makes the same deck.
TEST(DeckNumbers, ParametersMakeTheSameDeck) {
  const Deck deck = parse(grid, {"physics.cfl=7.3", "rhs.kind=blob", "rhs.blob_centre=[0.1,0,1]",
                                 "decomposition.process_grid=[2,3]", "rhs.seed=9223372036854775807",
                                 "solver.tolerance=1e-300", "output.vtk=a b/\"c\""});
  std::string text;
  const nlohmann::json all = parameters(deck);
  for (const auto& [section, values] : all.items()) {
    text += "[" + section + "]\n";
    for (const auto& [key, value] : values.items())
      if (!value.is_null() && key != "time_step") text += key + " = " + value.dump() + "\n";
  }
  EXPECT_EQ(parameters(parse(text)), all) << text;
}

} // namespace
