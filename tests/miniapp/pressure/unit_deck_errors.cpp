// Every error of a deck, with its exact line.
#include "support_deck.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

using namespace isobar;

TEST(DeckErrors, NameAFileThatCannotBeRead) {
  const std::string tail = "; expected a deck in TOML of at most 1048576 bytes (see --list-decks)";
  EXPECT_EQ(error_of([] { read_deck("/nowhere/deck.toml"); }),
            "/nowhere/deck.toml: cannot read it: No such file or directory" + tail);
  EXPECT_EQ(error_of([] { read_deck("/"); }),
            "/: cannot read it: Is a directory, not a regular file" + tail);
  EXPECT_EQ(error_of([] { read_deck("a\nb\xff.toml"); }),
            "a\\nb\\xff.toml: cannot read it: control characters, or no UTF-8, in its name" + tail);
}

TEST(DeckErrors, NameTheLineOfASyntaxError) {
  EXPECT_EQ(error_of(grid + "[solver\n").substr(0, 38), "deck.toml:5: syntax error: Error while");
  EXPECT_EQ(error_of(grid + "nx = 3\n").substr(0, 27), "deck.toml:5: syntax error: ");
  EXPECT_EQ(error_of(grid + "[solver\n").find('\n'), std::string::npos);
}

TEST(DeckErrors, SuggestAKnownNameForAnUnknownOne) {
  EXPECT_EQ(error_of(grid + "[solver]\ntolerence = 1e-5\n"),
            "deck.toml:6: solver.tolerence = 1e-05: unknown key; did you mean solver.tolerance?");
  EXPECT_EQ(error_of(grid + "[slover]\ntolerance = 1e-5\n"),
            "deck.toml:5: [slover]: unknown section; did you mean [solver]?");
  EXPECT_EQ(error_of(grid + "[solver]\nlevels = 5\n"),
            "deck.toml:6: solver.levels = 5: unknown key; did you mean multigrid.levels?");
  EXPECT_EQ(error_of("nx = 5\n" + grid), "deck.toml:1: nx = 5: unknown key; did you mean grid.nx?");
  EXPECT_EQ(error_of("grid = 5\n"), "deck.toml:1: grid = 5: wrong type; expected a section [grid]");
  EXPECT_EQ(set_error("solver.tolerence=1"),
            "--set solver.tolerence=1: unknown key; did you mean solver.tolerance?");
  EXPECT_EQ(set_error("tolerance=1"),
            "--set tolerance=1: unknown key; did you mean solver.tolerance?");
}

TEST(DeckErrors, KeysOfEarlierVersionsNameTheNewOnes) {
  EXPECT_EQ(error_of(grid + "levels = \"uniform\"\n"),
            "deck.toml:5: grid.levels = \"uniform\": renamed; expected grid.layers");
  EXPECT_EQ(
      error_of(grid + "[multigrid]\nvertical_factor = 4\n"),
      "deck.toml:6: multigrid.vertical_factor = 4: renamed; expected multigrid.merged_layers");
  EXPECT_EQ(set_error("grid.levels=uniform"),
            "--set grid.levels=uniform: renamed; expected grid.layers");
  EXPECT_EQ(set_error("multigrid.vertical_factor=4"),
            "--set multigrid.vertical_factor=4: renamed; expected multigrid.merged_layers");
  const std::string rule = "double 65536 32x8x16 waves 2",
                    march = "launch.march=[\"" + rule + "\"]";
  const std::string renamed = "the word waves is renamed to teams (" + rule +
                              "); expected a list of texts like \"double 65536 32x8x16 teams 2\"";
  EXPECT_EQ(set_error(march).find("--set " + march + ": " + renamed), 0u) << set_error(march);
}

TEST(DeckErrors, NameMissingValues) {
  EXPECT_EQ(error_of("[grid]\nnx = 4\nny = 4\n"),
            "deck.toml: grid.nz is missing; expected an integer from 1 to 4096");
  EXPECT_EQ(error_of([] { parse_override("solver.tolerance"); }),
            "--set solver.tolerance: no value; expected section.key=value");
  EXPECT_EQ(error_of([] { parse_override("solver.tolerance="); }),
            "--set solver.tolerance=: no value; expected section.key=value");
}

TEST(DeckErrors, NameTheTypeThatIsExpected) {
  EXPECT_EQ(error_of(grid + "[solver]\ntolerance = \"abc\"\n"),
            "deck.toml:6: solver.tolerance = \"abc\": wrong type (string); expected a number in "
            "(0, 1)");
  EXPECT_EQ(set_error("solver.tolerance=abc"),
            "--set solver.tolerance=abc: wrong type (string); expected a number in (0, 1)");
  EXPECT_EQ(set_error("grid.nx=1.5"), "--set grid.nx=1.5: wrong type (floating-point); expected "
                                      "an integer from 1 to 1000000");
  EXPECT_EQ(set_error("run.kernel_timings=1"),
            "--set run.kernel_timings=1: wrong type (integer); expected true or false");
  EXPECT_EQ(error_of(grid + "[rhs]\nkind = 3\n"),
            "deck.toml:6: rhs.kind = 3: wrong type (integer); expected \"box\", \"constant\", "
            "\"random\", \"smooth\", \"blob\", \"sources\", \"layered\" or \"file\"");
  EXPECT_EQ(error_of(grid + "[output]\nreport = true\n"),
            "deck.toml:6: output.report = true: wrong type (boolean); expected the path of a file");
  EXPECT_EQ(set_error("multigrid.pre_relaxation=0.6"),
            "--set multigrid.pre_relaxation=0.6: wrong type (floating-point); expected a list of "
            "0 to 10 numbers in (0, 2)");
  EXPECT_EQ(error_of(grid + "[decomposition]\nprocess_grid = 4\n"),
            "deck.toml:6: decomposition.process_grid = 4: wrong type (integer); expected \"auto\" "
            "or [ranks in x, ranks in y]");
}

TEST(DeckErrors, NameTheRangeOfAValue) {
  for (const std::string value : {"0", "1", "-1e-5", "nan", "inf"})
    EXPECT_EQ(set_error("solver.tolerance=" + value),
              "--set solver.tolerance=" + value + ": out of range; expected a number in (0, 1)");
  EXPECT_EQ(set_error("physics.time_step=inf"),
            "--set physics.time_step=inf: out of range; expected a number above 0");
  for (const std::string value : {"0", "1000001", "-3", "9223372036854775807"})
    EXPECT_EQ(set_error("grid.nx=" + value), "--set grid.nx=" + value +
                                                 ": out of range; expected an integer from 1 to "
                                                 "1000000");
  EXPECT_EQ(set_error("rhs.seed=-1"),
            "--set rhs.seed=-1: out of range; expected an integer from 0");
  EXPECT_EQ(set_error("rhs.kind=fle"),
            "--set rhs.kind=fle: unknown choice; expected \"box\", \"constant\", \"random\", "
            "\"smooth\", \"blob\", \"sources\", \"layered\" or \"file\"");
  EXPECT_EQ(set_error("multigrid.pre_relaxation=[0.6,2]"),
            "--set multigrid.pre_relaxation=[0.6,2]: out of range; expected a list of 0 to 10 "
            "numbers in (0, 2)");
  EXPECT_EQ(set_error("rhs.blob_centre=[0.5]"),
            "--set rhs.blob_centre=[0.5]: wrong length (1); expected a list of 3 numbers in "
            "[0, 1]");
  const std::string ranks = "; expected \"auto\" or [ranks in x, ranks in y]";
  EXPECT_EQ(set_error("decomposition.process_grid=[0,1]"),
            "--set decomposition.process_grid=[0,1]: out of range" + ranks);
  EXPECT_EQ(set_error("decomposition.process_grid=[4]"),
            "--set decomposition.process_grid=[4]: wrong length (1)" + ranks);
  EXPECT_EQ(set_error("decomposition.process_grid=4x1"),
            "--set decomposition.process_grid=4x1: unknown choice" + ranks);
  EXPECT_EQ(error_of(grid + "[output]\nvtk = \"\"\n"),
            "deck.toml:6: output.vtk = \"\": empty; expected the path of files, without extension");
}

TEST(DeckErrors, RefuseUnknownLaunchRules) {
  const auto error = [](const std::string& rule) {
    return set_error("launch.march=[\"" + rule + "\"]");
  };
  // One that nobody has, and one that is for float alone.
  for (const char* rule : {"double 0 33x8x16 teams 2", "double 0 16x32x16 teams 2"})
    EXPECT_NE(error(rule).find("no such shape ("), std::string::npos);
  for (const char* rule : {"", "double", "half 0 32x8x16 teams 2", "double -1 32x8x16 teams 2",
                           "double 0 32x8x16 teams 0", "double 0 32x8x16 teams 2 or so",
                           "double 99999999999999999999 32x8x16 teams 2"})
    EXPECT_NE(error(rule).find(std::string("no such rule (") + rule + "); expected a list"),
              std::string::npos);
  EXPECT_NE(set_error("launch.march=32").find("not a list; expected"), std::string::npos);
}

TEST(DeckErrors, RefuseValuesAtOdds) {
  EXPECT_EQ(error_of(grid + "[physics]\ntime_step = 600\ncfl = 4\n"),
            "deck.toml:7: physics.cfl = 4: physics.time_step is given too (600.0); expected one of "
            "the two");
  EXPECT_EQ(error_of(grid + "[rhs]\nkind = \"file\"\n"),
            "deck.toml:6: rhs.kind = \"file\": rhs.file is missing; expected the path of a NumPy "
            "file");
  EXPECT_EQ(error_of([] {
              parse_deck(grid + "[rhs]\nkind = \"file\"\nfile = \"f.npy\"\n", "/nowhere/deck.toml");
            }),
            "/nowhere/deck.toml:7: rhs.file = \"f.npy\": no such file (/nowhere/f.npy); expected a "
            "NumPy float64 array of shape (32, 64, 16)");
  EXPECT_EQ(error_of(grid + "[multigrid]\npre_relaxation = []\npost_relaxation = []\n"),
            "deck.toml:7: multigrid.post_relaxation = []: pre_relaxation and post_relaxation are "
            "both empty; expected at least one smoothing step");
}

TEST(DeckErrors, FactorsOfTheFinestLevelComeInPairsOfLists) {
  const std::string expected = "; expected a list of up to 10 pairs of lists, each a list of 0 to "
                               "10 numbers in (0, 2), not both empty";
  for (const auto& [value, fault] : {std::pair{"0.6", "wrong type (floating-point)"},
                                     {"[0.6,0.7]", "wrong type (floating-point)"},
                                     {"[[0.6]]", "wrong length (1)"},
                                     {"[[0.6],[2]]", "out of range"},
                                     {"[[0.6],[0.7],[],[]]", "a pair of empty lists"}})
    EXPECT_EQ(set_error(fmt::format("multigrid.finest_relaxation={}", value)),
              fmt::format("--set multigrid.finest_relaxation={}: {}{}", value, fault, expected));
  const Deck deck = parse(grid, {"multigrid.finest_relaxation=[[0.6],[1.2],[],[0.5,1]]"});
  EXPECT_EQ(deck.multigrid.finest_relaxation,
            (std::vector<std::vector<double>>{{0.6}, {1.2}, {}, {0.5, 1.0}}));
  EXPECT_EQ(parameters(deck)["multigrid"]["finest_relaxation"].dump(),
            "[[0.6],[1.2],[],[0.5,1.0]]");
}

TEST(DeckErrors, MergesArePairs) {
  const std::string expected = "; expected a list of up to 19 pairs [level, ranks]: an integer "
                               "from 1 to 19, and an integer from 1 to 1000000";
  for (const auto& [value, fault] : {std::pair{"2", "wrong type (integer)"},
                                     {"[2,1]", "wrong type (integer)"},
                                     {"[[2]]", "wrong length of a pair (1)"},
                                     {"[[0,1]]", "out of range"},
                                     {"[[2,0]]", "out of range"},
                                     {"[[2,1.5]]", "wrong type (floating-point)"}})
    EXPECT_EQ(set_error(fmt::format("multigrid.merge={}", value)),
              fmt::format("--set multigrid.merge={}: {}{}", value, fault, expected));
  const Deck deck = parse(grid, {"multigrid.merge=[[2,4],[3,1]]"});
  EXPECT_EQ(deck.multigrid.merges, (std::vector<LevelMerge>{{2, 4}, {3, 1}}));
  EXPECT_EQ(parameters(deck)["multigrid"]["merge"].dump(), "[[2,4],[3,1]]");
  EXPECT_EQ(parse(grid, {"multigrid.merge=[[2,4]]", "solver.method=cg-fused"}).merges().size(), 0u);
}

TEST(DeckErrors, CgNeedsASymmetricCycle) {
  const std::string method = "[solver]\nmethod = \"cg-multigrid\"\n[multigrid]\n";
  const std::string needs =
      ": solver.method = \"cg-multigrid\" needs a symmetric cycle, or solver.flexible; expected ";
  EXPECT_EQ(error_of(grid + method + "restriction = \"average\"\n"),
            "deck.toml:8: multigrid.restriction = \"average\"" + needs + "\"transpose\"");
  EXPECT_EQ(error_of(grid + method + "coarse_solver = \"cg\"\n"),
            "deck.toml:8: multigrid.coarse_solver = \"cg\"" + needs + "\"smoother\"");
  EXPECT_EQ(error_of(grid + method + "pre_relaxation = [0.6, 0.8]\npost_relaxation = [0.6, 0.8]\n"),
            "deck.toml:9: multigrid.post_relaxation = [0.6, 0.8]" + needs +
                "[0.8,0.6], the reverse of multigrid.pre_relaxation");
  EXPECT_EQ(error_of(grid + method + "finest_relaxation = [[0.6], [0.6]]\n"),
            "deck.toml:8: multigrid.finest_relaxation = [[0.6], [0.6]]" + needs + "[]");
  EXPECT_EQ(error_of(grid + method + "cycle = \"F\"\n"),
            "deck.toml:8: multigrid.cycle = \"F\"" + needs + "\"V\" or \"W\"");
  EXPECT_EQ(parse(grid + method + "cycle = \"W\"\n").multigrid.cycle, CycleKind::w);
  EXPECT_EQ(parse(grid + method + "cycle = \"F\"\n", {"solver.flexible=true"}).multigrid.cycle,
            CycleKind::f);
  EXPECT_EQ(error_of(grid + method + "start = \"full\"\n"),
            "deck.toml:8: multigrid.start = \"full\"" + needs + "\"zero\"");
  EXPECT_EQ(error_of(grid + method + "smoother = \"red-black\"\n"),
            "deck.toml:8: multigrid.smoother = \"red-black\"" + needs + "\"jacobi\"");
  EXPECT_EQ(parse(grid + method + "post_relaxation = [1.4]\n", {"solver.flexible=true"})
                .multigrid.restriction,
            Restriction::average);
}

TEST(DeckErrors, RefuseMixedPrecisionWithoutCycles) {
  const Deck deck = parse(grid, {"solver.precision=mixed", "mixed.cycles=[2,3]"});
  EXPECT_TRUE(deck.is_mixed());
  EXPECT_EQ(deck.mixed.cycles, (std::vector<int>{2, 3}));
  EXPECT_TRUE(deck.unused.empty());
  EXPECT_EQ(parse(grid, {"mixed.cycles=[2]"}).unused,
            std::vector<std::string>{"--set mixed.cycles=[2]: not used, only with method = "
                                     "\"multigrid\", precision = \"mixed\" and "
                                     "mixed.in_float = \"cycles\""});
  EXPECT_EQ(parse(grid, {"solver.precision=mixed", "solver.check_after=2"}).unused,
            std::vector<std::string>{"--set solver.check_after=2: not used, only with method = "
                                     "\"multigrid\" and no corrections"});
  EXPECT_EQ(
      error_of(grid, {"solver.precision=mixed", "solver.method=cg-fused"}),
      "--set solver.precision=mixed: solver.method = \"cg-fused\" has nothing to do in "
      "float; expected \"multigrid\", \"cg-multigrid\", \"bicgstab-multigrid\", \"modes\", "
      "\"cg-modes\", \"bicgstab-modes\", \"gcr-multigrid\", \"gcr-modes\", \"gmres-multigrid\", "
      "\"gmres-modes\", \"cr-multigrid\" or \"cr-modes\" as solver.method");
  for (const std::string method : {"modes", "cg-modes", "bicgstab-modes"})
    EXPECT_EQ(error_of(grid, {"solver.precision=float-storage", "solver.method=" + method}),
              "--set solver.precision=float-storage: not available with solver.method = \"" +
                  method + "\"; expected \"double\", \"mixed\" or \"float\"");
  EXPECT_EQ(parse(grid, {"solver.precision=mixed", "solver.method=modes", "mixed.cycles=[2]"})
                .unused.size(),
            1u);
  EXPECT_EQ(
      error_of(grid, {"solver.method=bicgstab-multigrid", "multigrid.coarse_solver=cg"}),
      "--set multigrid.coarse_solver=cg: solver.method = \"bicgstab-multigrid\" needs a linear "
      "cycle, the same each time; expected \"smoother\"");
  const std::string list = "; expected a list of 1 to 10 integers from 1 to 1000";
  EXPECT_EQ(set_error("mixed.cycles=[]"), "--set mixed.cycles=[]: wrong length (0)" + list);
  EXPECT_EQ(set_error("mixed.cycles=[3,0]"), "--set mixed.cycles=[3,0]: out of range" + list);
  EXPECT_EQ(set_error("mixed.cycles=3"), "--set mixed.cycles=3: wrong type (integer)" + list);
  EXPECT_EQ(set_error("mixed.cycles=[2.5]"),
            "--set mixed.cycles=[2.5]: wrong type (floating-point)" + list);
  EXPECT_EQ(set_error("mixed.inner=double"),
            "--set mixed.inner=double: unknown choice; expected \"float\" or \"float-storage\"");
  EXPECT_EQ(set_error("multigrid.smoother=zebra"),
            "--set multigrid.smoother=zebra: unknown choice; expected \"jacobi\" or \"red-black\"");
  EXPECT_EQ(set_error("multigrid.overcorrection=3"),
            "--set multigrid.overcorrection=3: out of range; expected a number in [0.5, 2]");
  EXPECT_EQ(set_error("multigrid.merged_layers=0"),
            "--set multigrid.merged_layers=0: out of range; expected an integer from 1 to 4096");
  EXPECT_EQ(error_of(grid, {"solver.check_after=9", "solver.max_iterations=8"}),
            "--set solver.check_after=9: solver.max_iterations is 8; expected at most that");
}

TEST(DeckErrors, StoredMatricesRefuseWhatTheyWereNotGiven) {
  const auto section = [](const char* method) {
    return grid + fmt::format("[solver]\nmethod = \"{}\"\n", method);
  };
  EXPECT_EQ(error_of(section("cg-csr") + "precision = \"float-storage\"\n"),
            "deck.toml:7: solver.precision = \"float-storage\": not available with solver.method = "
            "\"cg-csr\"; expected \"double\" or \"float\", as stored matrices are read and "
            "computed with in one precision");
  EXPECT_EQ(error_of(section("multigrid-csr") + "[multigrid]\nrestriction = \"transpose\"\n"),
            "deck.toml:8: multigrid.restriction = \"transpose\": not available with solver.method "
            "= \"multigrid-csr\"; expected \"average\"");
  EXPECT_EQ(error_of(section("multigrid-ell") + "[multigrid]\ncoarse_solver = \"cg\"\n"),
            "deck.toml:8: multigrid.coarse_solver = \"cg\": not available with solver.method = "
            "\"multigrid-ell\"; expected \"smoother\"");
  EXPECT_EQ(error_of(section("multigrid-csr") + "[multigrid]\novercorrection = 1.2\n"),
            "deck.toml:8: multigrid.overcorrection = 1.2: not available with solver.method = "
            "\"multigrid-csr\"; expected 1");
  EXPECT_EQ(error_of(section("multigrid-csr") + "[multigrid]\nsmoother = \"red-black\"\n"),
            "deck.toml:8: multigrid.smoother = \"red-black\": not available with solver.method = "
            "\"multigrid-csr\"; expected \"jacobi\"");
  EXPECT_EQ(error_of(section("multigrid-ell") + "[multigrid]\nmerged_layers = 4\n"),
            "deck.toml:8: multigrid.merged_layers = 4: not available with solver.method = "
            "\"multigrid-ell\"; expected 1");
  EXPECT_EQ(error_of(section("multigrid-csr") + "[multigrid]\ncycle = \"W\"\n"),
            "deck.toml:8: multigrid.cycle = \"W\": not available with solver.method = "
            "\"multigrid-csr\"; expected \"V\"");
  EXPECT_EQ(error_of(section("multigrid-ell") + "[multigrid]\nstart = \"full\"\n"),
            "deck.toml:8: multigrid.start = \"full\": not available with solver.method = "
            "\"multigrid-ell\"; expected \"zero\"");
  EXPECT_EQ(error_of(section("multigrid-csr") + "precision = \"mixed\"\n"),
            "deck.toml:7: solver.precision = \"mixed\": not available with solver.method = "
            "\"multigrid-csr\"; expected \"double\" or \"float\", as stored matrices are read and "
            "computed with in one precision");
  EXPECT_NO_THROW(parse(section("cg-csr") + "[multigrid]\ncoarse_solver = \"cg\"\n"));
}

TEST(DeckErrors, LevelsOfCellsHaveWhatAKrylovMethodNeeds) {
  const std::string cells = grid + "[multigrid]\ncoefficients = \"cells\"\n";
  const auto refused = [&](const char* key, const char* value, const std::string& expected) {
    const std::string set = std::string(key) + "=" + value;
    EXPECT_EQ(error_of(cells, {"solver.method=cg-multigrid", "solver.flexible=true", set}),
              "--set " + set +
                  ": not available with multigrid.coefficients = \"cells\"; expected " + expected);
  };
  refused("solver.precision", "mixed", "\"double\" or \"float\"");
  refused("multigrid.smoother", "red-black", "\"jacobi\"");
  refused("multigrid.restriction", "average",
          "none, as its transfers are constant on a coarse cell");
  refused("multigrid.overcorrection", "1.5", "1");
  refused("multigrid.merged_layers", "2", "1");
  refused("multigrid.overlap_rows", "[2]", "[]");
  refused("multigrid.replicated_from", "1", "0");
  refused("multigrid.coarse_solver", "cg", "\"smoother\"");
  refused("decomposition.overlap", "rim", "\"auto\" or \"none\"");
  EXPECT_EQ(error_of(cells, {"solver.method=multigrid"}),
            "--set solver.method=multigrid: not available with multigrid.coefficients = "
            "\"cells\"; expected \"cg-multigrid\", \"bicgstab-multigrid\", \"gcr-multigrid\", "
            "\"gmres-multigrid\" or \"cr-multigrid\"");
}

} // namespace
