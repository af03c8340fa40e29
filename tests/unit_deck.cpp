// The deck: values, defaults, overrides, and every error with its exact line.
#include "deck.hpp"
#include "deck_schema.hpp"

#include <concepts>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace {

using namespace isobar;

const std::string grid = "[grid]\nnx = 64\nny = 32\nnz = 16\n";

Deck parse(const std::string& text, const std::vector<std::string>& settings = {}) {
  std::vector<Override> overrides;
  for (const std::string& setting : settings) overrides.push_back(parse_override(setting));
  return parse_deck(text, "deck.toml", overrides);
}

/// The line of the error that `f` ends with.
template <std::invocable F> std::string error_of(const F& f) {
  try {
    f();
  } catch (const InputError& e) {
    return e.what();
  }
  return "(no error)";
}
std::string error_of(const std::string& text, const std::vector<std::string>& settings = {}) {
  return error_of([&] { parse(text, settings); });
}
std::string set_error(const std::string& setting) { return error_of(grid, {setting}); }

TEST(Deck, FillsDefaults) {
  const Deck deck = parse(grid);
  EXPECT_EQ(deck.grid.nx, 64);
  EXPECT_EQ(deck.grid.domain, Domain::panel);
  EXPECT_EQ(deck.solver.method, deck::Method::multigrid);
  EXPECT_EQ(deck.solver.tolerance, 1e-5);
  EXPECT_EQ(deck.multigrid.pre_relaxation, std::vector<double>{2.0 / 3.0});
  EXPECT_EQ(deck.multigrid.restriction, deck::RestrictionName::average);
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
march = ["double 65536 32x8x16 waves 2", "float 0 16x16x16 waves 1"]
)");
  const std::vector<MarchRule> expected = {{8, 65536, {32, 8, 16, 2}}, {4, 0, {16, 16, 16, 1}}};
  EXPECT_EQ(deck.launch.march, expected);
  EXPECT_EQ(parameters(deck)["launch"]["march"][1], "float 0 16x16x16 waves 1");
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
  EXPECT_EQ(deck.multigrid.restriction, deck::RestrictionName::transpose);
  EXPECT_NO_THROW(parse(grid, {"solver.method=cg-multigrid", "multigrid.pre_relaxation=[0.6,0.8]",
                               "multigrid.post_relaxation=[0.8,0.6]"}));
}

TEST(Deck, NamesKeysWithoutEffect) {
  const Deck deck =
      parse(grid + "[solver]\nmethod = \"cg-fused\"\n[multigrid]\nlevels = 3\n", {"rhs.seed=3"});
  ASSERT_EQ(deck.unused.size(), 2u);
  EXPECT_EQ(deck.unused[0], "--set rhs.seed=3: not used, only with kind = \"random\"");
  EXPECT_EQ(deck.unused[1], "deck.toml:8: multigrid.levels = 3: not used, only with method = "
                            "\"multigrid\", \"cg-multigrid\", \"multigrid-csr\" or "
                            "\"multigrid-ell\"");
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
  for (const deck::Key& key : deck::keys())
    EXPECT_TRUE(all.at(key.section).contains(key.name)) << key.full_name();
  EXPECT_EQ(all["grid"]["nx"], 64);
  EXPECT_EQ(all["solver"]["method"], "multigrid");
  EXPECT_EQ(all["multigrid"]["restriction"], "average");
  EXPECT_EQ(all["decomposition"]["process_grid"], nlohmann::json({2, 1}));
  EXPECT_TRUE(all["output"]["report"].is_null());
}

TEST(Deck, EveryKeyBelongsToADocumentedSection) {
  for (const deck::Key& key : deck::keys()) {
    EXPECT_EQ(deck::nearest_section(key.section), key.section);
    EXPECT_EQ(deck::find_key(key.section, key.name), &key) << key.full_name() << " stands twice";
    EXPECT_FALSE(key.meaning.empty());
  }
}

TEST(Deck, ReferencePageIsUpToDate) {
  const auto page = std::filesystem::path(__FILE__).parent_path() / "../docs/deck.md";
  std::ifstream file(page);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(text.str() == deck_reference()) << "run: isobar --deck-reference > docs/deck.md";
}

TEST(Deck, ListsDecksWithTheirFirstComment) {
  const auto inputs = std::filesystem::path(__FILE__).parent_path() / "../inputs";
  const std::vector<DeckEntry> decks = list_decks(inputs.string());
  EXPECT_FALSE(decks.empty());
  for (const DeckEntry& entry : decks) {
    EXPECT_GT(entry.description.size(), 10u) << entry.name;
    EXPECT_NO_THROW(read_deck((inputs / entry.name).string())) << entry.name;
  }
  EXPECT_EQ(error_of([] { list_decks("/nowhere"); }),
            "/nowhere: cannot list it: No such file or directory; expected a directory of decks");
}

TEST(DeckErrors, File) {
  const std::string tail = ": cannot read it; expected a deck in TOML (see --list-decks)";
  EXPECT_EQ(error_of([] { read_deck("/nowhere/deck.toml"); }), "/nowhere/deck.toml" + tail);
  EXPECT_EQ(error_of([] { read_deck("/"); }), "/" + tail);
}

TEST(DeckErrors, Syntax) {
  EXPECT_EQ(error_of(grid + "[solver\n").substr(0, 38), "deck.toml:5: syntax error: Error while");
  EXPECT_EQ(error_of(grid + "nx = 3\n").substr(0, 27), "deck.toml:5: syntax error: ");
  EXPECT_EQ(error_of(grid + "[solver\n").find('\n'), std::string::npos);
}

TEST(DeckErrors, UnknownNames) {
  EXPECT_EQ(error_of(grid + "[solver]\ntolerence = 1e-5\n"),
            "deck.toml:6: solver.tolerence = 1e-05: unknown key; did you mean solver.tolerance?");
  EXPECT_EQ(error_of(grid + "[slover]\ntolerance = 1e-5\n"),
            "deck.toml:5: [slover]: unknown section; did you mean [solver]?");
  EXPECT_EQ(error_of(grid + "[solver]\nlevels = 5\n"),
            "deck.toml:6: solver.levels = 5: unknown key; did you mean grid.levels?");
  EXPECT_EQ(error_of("nx = 5\n" + grid), "deck.toml:1: nx = 5: unknown key; did you mean grid.nx?");
  EXPECT_EQ(error_of("grid = 5\n"), "deck.toml:1: grid = 5: wrong type; expected a section [grid]");
  EXPECT_EQ(set_error("solver.tolerence=1"),
            "--set solver.tolerence=1: unknown key; did you mean solver.tolerance?");
  EXPECT_EQ(set_error("tolerance=1"),
            "--set tolerance=1: unknown key; did you mean solver.tolerance?");
}

TEST(DeckErrors, MissingValues) {
  EXPECT_EQ(error_of("[grid]\nnx = 4\nny = 4\n"),
            "deck.toml: grid.nz is missing; expected an integer from 1 to 4096");
  EXPECT_EQ(error_of([] { parse_override("solver.tolerance"); }),
            "--set solver.tolerance: no value; expected section.key=value");
  EXPECT_EQ(error_of([] { parse_override("solver.tolerance="); }),
            "--set solver.tolerance=: no value; expected section.key=value");
}

TEST(DeckErrors, WrongTypes) {
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
            "\"random\", \"smooth\", \"blob\" or \"file\"");
  EXPECT_EQ(error_of(grid + "[output]\nreport = true\n"),
            "deck.toml:6: output.report = true: wrong type (boolean); expected the path of a file");
  EXPECT_EQ(set_error("multigrid.pre_relaxation=0.6"),
            "--set multigrid.pre_relaxation=0.6: wrong type (floating-point); expected a list of "
            "0 to 10 numbers in (0, 2)");
  EXPECT_EQ(error_of(grid + "[decomposition]\nprocess_grid = 4\n"),
            "deck.toml:6: decomposition.process_grid = 4: wrong type (integer); expected \"auto\" "
            "or [ranks in x, ranks in y]");
}

TEST(DeckErrors, OutOfRange) {
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
            "\"smooth\", \"blob\" or \"file\"");
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

TEST(DeckErrors, LaunchRules) {
  const auto error = [](const std::string& rule) {
    return set_error("launch.march=[\"" + rule + "\"]");
  };
  EXPECT_NE(error("double 0 33x8x16 waves 2").find("no such shape (33x8x16); expected"),
            std::string::npos);
  for (const char* rule : {"", "double", "half 0 32x8x16 waves 2", "double -1 32x8x16 waves 2",
                           "double 0 32x8x16 waves 0", "double 0 32x8x16 waves 2 or so",
                           "double 99999999999999999999 32x8x16 waves 2"})
    EXPECT_NE(error(rule).find(std::string("no such rule (") + rule + "); expected a list"),
              std::string::npos);
  EXPECT_NE(set_error("launch.march=32").find("not a list; expected"), std::string::npos);
}

TEST(DeckErrors, ValuesAtOdds) {
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

TEST(DeckErrors, CgNeedsASymmetricCycle) {
  const std::string method = "[solver]\nmethod = \"cg-multigrid\"\n[multigrid]\n";
  const std::string needs =
      ": solver.method = \"cg-multigrid\" needs a symmetric V-cycle, or solver.flexible; expected ";
  EXPECT_EQ(error_of(grid + method + "restriction = \"average\"\n"),
            "deck.toml:8: multigrid.restriction = \"average\"" + needs + "\"transpose\"");
  EXPECT_EQ(error_of(grid + method + "coarse_solver = \"cg\"\n"),
            "deck.toml:8: multigrid.coarse_solver = \"cg\"" + needs + "\"smoother\"");
  EXPECT_EQ(error_of(grid + method + "pre_relaxation = [0.6, 0.8]\npost_relaxation = [0.6, 0.8]\n"),
            "deck.toml:9: multigrid.post_relaxation = [0.6, 0.8]" + needs +
                "[0.8,0.6], the reverse of multigrid.pre_relaxation");
  EXPECT_EQ(error_of(grid + method + "start = \"full\"\n"),
            "deck.toml:8: multigrid.start = \"full\"" + needs + "\"zero\"");
  EXPECT_EQ(parse(grid + method + "post_relaxation = [1.4]\n", {"solver.flexible=true"})
                .multigrid.restriction,
            deck::RestrictionName::average);
}

TEST(DeckErrors, Mixed) {
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
  EXPECT_EQ(error_of(grid, {"solver.precision=mixed", "solver.method=cg-fused"}),
            "--set solver.precision=mixed: solver.method = \"cg-fused\" has no V-cycle to do in "
            "float; expected \"multigrid\" or \"cg-multigrid\" as solver.method");
  const std::string list = "; expected a list of 1 to 10 integers from 1 to 1000";
  EXPECT_EQ(set_error("mixed.cycles=[]"), "--set mixed.cycles=[]: wrong length (0)" + list);
  EXPECT_EQ(set_error("mixed.cycles=[3,0]"), "--set mixed.cycles=[3,0]: out of range" + list);
  EXPECT_EQ(set_error("mixed.cycles=3"), "--set mixed.cycles=3: wrong type (integer)" + list);
  EXPECT_EQ(set_error("mixed.cycles=[2.5]"),
            "--set mixed.cycles=[2.5]: wrong type (floating-point)" + list);
  EXPECT_EQ(set_error("mixed.inner=double"),
            "--set mixed.inner=double: unknown choice; expected \"float\" or \"float-storage\"");
  EXPECT_EQ(set_error("multigrid.overcorrection=3"),
            "--set multigrid.overcorrection=3: out of range; expected a number in [0.5, 2]");
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
  EXPECT_EQ(error_of(section("multigrid-ell") + "[multigrid]\nstart = \"full\"\n"),
            "deck.toml:8: multigrid.start = \"full\": not available with solver.method = "
            "\"multigrid-ell\"; expected \"zero\"");
  EXPECT_EQ(error_of(section("multigrid-csr") + "precision = \"mixed\"\n"),
            "deck.toml:7: solver.precision = \"mixed\": not available with solver.method = "
            "\"multigrid-csr\"; expected \"double\" or \"float\", as stored matrices are read and "
            "computed with in one precision");
  EXPECT_NO_THROW(parse(section("cg-csr") + "[multigrid]\ncoarse_solver = \"cg\"\n"));
}

} // namespace
