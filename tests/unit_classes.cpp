// Problem classes: what is locked, what its hash is, which deck departs from it and where.
#include "classes/class_texts.hpp"
#include "classes/filled_columns.hpp"
#include "classes/locked_values.hpp"
#include "program/options.hpp"
#include "support_deck.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace isobar {
namespace {

Deck with(const ProblemClass& c, const std::vector<std::string>& settings) {
  std::vector<Override> overrides;
  for (const std::string& setting : settings) overrides.push_back(parse_override(setting));
  return class_deck(c, pressure_program.inputs("classes"), "", overrides);
}

/// The keys that depart, and how each would be said.
std::string departures(const ProblemClass& c, const std::vector<std::string>& settings) {
  std::string all;
  for (const Departure& d : deck_departures(c, with(c, settings), wanted_deck(c)))
    all += d.key + " " + d.found.dump() + " " + d.wanted.dump() + ";";
  return all;
}

const std::vector<std::string> names = {"S", "M", "L", "XL", "fill=0.8"};

TEST(Classes, DoNotDepartFromThemselves) {
  for (const std::string& name : names)
    for (const char* algorithm : {"reference", "open"})
      EXPECT_EQ(departures(problem_class(name, algorithm), {}), "") << name << ' ' << algorithm;
}

TEST(Classes, HaveTheirPublishedHashes) {
  for (const std::string& name : names)
    for (const char* algorithm : {"reference", "open"}) {
      const ProblemClass c = problem_class(name, algorithm);
      const Deck wanted = wanted_deck(c);
      EXPECT_EQ(locked_hash(c, wanted, wanted), published_hash(c)) << name << ' ' << algorithm;
    }
}

TEST(Classes, AreCompiledInAsTheirFilesAre) {
  const auto text_of = [](const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(pressure_program.inputs("classes/" + name)).rdbuf();
    return text.str();
  };
  EXPECT_EQ(compiled_class_texts().problem, text_of("problem.toml"));
  EXPECT_EQ(compiled_class_texts().reference, text_of("reference.toml"));
  EXPECT_EQ(compiled_class_texts().open, text_of("open.toml"));
}

TEST(Classes, LeaveTheAlgorithmOpen) {
  const ProblemClass open = problem_class("S", "open");
  EXPECT_EQ(departures(open, {"solver.method=cg-fused", "solver.precision=double",
                              "fields.layout=z-fastest", "decomposition.overlap=none",
                              "run.warmup=3", "run.repeats=9", "sequence.least_seconds=3"}),
            "");
  EXPECT_EQ(departures(open, {"solver.precision=float"}),
            "solver.precision \"float\" \"double or mixed\";");
}

TEST(Classes, LockTheReference) {
  const ProblemClass reference = problem_class("S", "reference");
  EXPECT_EQ(departures(reference, {"multigrid.overlap_rows=[]", "multigrid.replicated_from=0"}),
            "");
  EXPECT_EQ(departures(reference, {"multigrid.levels=4", "solver.precision=mixed"}),
            "multigrid.levels 4 5;solver.precision \"mixed\" \"double\";");
}

TEST(Classes, LockTheProblem) {
  const ProblemClass open = problem_class("S", "open");
  for (const auto& [setting, said] : std::vector<std::pair<std::string, std::string>>{
           {"solver.tolerance=0.5", "solver.tolerance 0.5 1e-05;"},
           {"grid.nx=64", "grid.nx 64 128;"},
           {"grid.nz=64", "grid.nz 64 128;"},
           {"grid.layers=uniform", "grid.layers \"uniform\" \"graded\";"},
           {"physics.cfl=1", "physics.cfl 1.0 8.4;"},
           {"rhs.seed=19", "rhs.seed 19 18;"},
           {"run.repeats=7", "run.repeats 7 8;"},
           {"sequence.least_seconds=0", "sequence.least_seconds 0.0 2.0;"},
           {"sequence.steps=3", "sequence.steps 3 4;"},
           {"boundaries.top=dirichlet", "boundaries.top \"dirichlet\" \"neumann\";"},
           {"verification.enabled=false", "verification.enabled false true;"},
           {"coefficients.beta_profile=2", "coefficients.beta_profile 2.0 1.0;"}})
    EXPECT_TRUE(departures(open, {setting}).find(said) != std::string::npos)
        << setting << ": " << departures(open, {setting});
}

TEST(Classes, HashWhatIsLocked) {
  const ProblemClass s = problem_class("S", "open");
  const Deck wanted = wanted_deck(s);
  const auto hash = [&](const std::vector<std::string>& settings) {
    return locked_hash(s, with(s, settings), wanted);
  };
  EXPECT_EQ(hash({}), hash({"solver.max_iterations=99", "run.repeats=20"}));
  EXPECT_NE(hash({}), hash({"solver.tolerance=2e-5"}));
  EXPECT_NE(hash({}), hash({"run.repeats=7"}));
  ProblemClass fill = problem_class("fill=0.5", "open"), more = problem_class("fill=0.8", "open");
  more.columns = 256;
  EXPECT_EQ(locked_hash(fill, wanted_deck(fill), wanted_deck(fill)),
            locked_hash(more, wanted_deck(more), wanted_deck(more)));
}

TEST(Classes, HaveNames) {
  EXPECT_EQ(problem_class("M", "open").columns, 512);
  EXPECT_EQ(problem_class("fill=0.8", "open").fill, 0.8);
  for (const char* name :
       {"", "s", "XXL", "fill", "fill=", "fill=0", "fill=1.1", "fill=0.8x", "fill=nan"})
    EXPECT_EQ(error_of([&] { problem_class(name, "open"); }),
              "--class " + std::string(name) +
                  ": unknown class; expected S, M, L, XL, or fill=SHARE with a number in (0, 1], "
                  "as fill=0.8");
}

TEST(Classes, FillWhatThereIs) {
  const auto squares = [](int columns) { return Int64(columns) * columns; };
  EXPECT_EQ(most_columns_within(Int64(256) * 256, squares), 256);
  EXPECT_EQ(most_columns_within(Int64(256) * 256 - 1, squares), 192);
  EXPECT_EQ(most_columns_within(1, squares), 64);
  EXPECT_EQ(most_columns_within(INT64_MAX, squares), 65536);
}

} // namespace
} // namespace isobar
