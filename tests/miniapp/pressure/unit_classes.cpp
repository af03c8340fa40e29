// Problem classes: what is locked, what its hash is, which deck departs from it and where.
#include "pressure/classes/class_texts.hpp"
#include "pressure/classes/filled_columns.hpp"
#include "pressure/classes/locked_values.hpp"
#include "pressure/classes/official.hpp"
#include "program/options.hpp"
#include "support_deck.hpp"

#include <array>
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

const std::vector<std::string> names = {"S",        "M",        "L",         "XL",      "sphere-S",
                                        "sphere-M", "sphere-L", "sphere-XL", "fill=0.8"};

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
  EXPECT_EQ(departures(open, {"solver.method=auto"}),
            "solver.method \"auto\" \"the name of a method\";");
}

TEST(Classes, LockTheReference) {
  const ProblemClass reference = problem_class("S", "reference");
  EXPECT_EQ(departures(reference, {"multigrid.overlap_rows=[]", "multigrid.replicated_from=0"}),
            "");
  EXPECT_EQ(departures(reference, {"multigrid.levels=4", "solver.precision=mixed"}),
            "multigrid.levels 4 5;solver.precision \"mixed\" \"double\";");
  EXPECT_EQ(departures(reference, {"solver.method=auto"}), "solver.method \"auto\" \"multigrid\";");
}

TEST(Classes, LockTheProblem) {
  const ProblemClass open = problem_class("S", "open");
  for (const auto& [setting, said] : std::vector<std::pair<std::string, std::string>>{
           {"solver.tolerance=0.5", "solver.tolerance 0.5 1e-05;"},
           {"grid.nx=64", "grid.nx 64 128;"},
           {"grid.nz=64", "grid.nz 64 128;"},
           {"grid.flux=two-point", "grid.flux \"two-point\" \"vertex\";"},
           {"grid.domain=sphere", "grid.domain \"sphere\" \"panel\";"},
           {"sequence.steps_per_setup=73", "sequence.steps_per_setup 73 72;"},
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
  EXPECT_FALSE(problem_class("M", "open").on_sphere);
  EXPECT_EQ(problem_class("sphere-M", "open").columns, 192);
  EXPECT_TRUE(problem_class("sphere-M", "open").on_sphere);
  EXPECT_EQ(wanted_deck(problem_class("sphere-M", "open")).unknowns(), 6 * 192 * 192 * 128);
  EXPECT_EQ(problem_class("fill=0.8", "open").fill, 0.8);
  for (const char* name : {"", "s", "XXL", "fill", "fill=", "fill=0", "fill=1.1", "fill=0.8x",
                           "fill=nan", "sphere-", "sphere-fill=0.8", "sphere-sphere-S"})
    EXPECT_EQ(error_of([&] { problem_class(name, "open"); }),
              "--class " + std::string(name) +
                  ": unknown class; expected S, M, L, XL, one of them with sphere- before, or "
                  "fill=SHARE with a number in (0, 1], as fill=0.8");
}

TEST(Classes, AreHalvedToMultiples) {
  for (const auto& [columns, half, quarter] : std::vector<std::array<int, 3>>{
           {128, 64, 32}, {4096, 2048, 1024}, {320, 160, 96}, {192, 96, 64}, {64, 32, 32}}) {
    EXPECT_EQ(columns_of_part(columns, 2, false), half);
    EXPECT_EQ(columns_of_part(columns, 4, false), quarter);
    EXPECT_EQ(columns_of_part(columns / 2, 2, true), half / 2); // multiples of 16 on the sphere
  }
}

/// A run of the class that was valid, or not for this reason.
RunResult result_with(const std::string& problem, const std::vector<double>& setups) {
  RunResult result;
  result.checks = {{"check", problem.empty(), 0.0, 1.0, problem}};
  for (const double setup : setups) {
    result.setup.samples.push_back(setup);
    result.sequence.samples.push_back(10.0 * setup);
  }
  result.update.samples = {0.25, 0.5, 0.75};
  result.solving.samples = {0.125, 0.25, 0.125, 0.5};
  result.steps.resize(4);
  result.steps_per_setup = 2;
  result.steps[2].iterations = 7;
  result.true_residual = 3e-6;
  return result;
}

TEST(Classes, KeepOfASizeWhatFiguresNeed) {
  const Deck deck = wanted_deck(problem_class("S", "open"));
  const SizeRecord size = size_record(deck, result_with("", {0.1, 0.2, 0.4}));
  EXPECT_TRUE(size.is_valid());
  EXPECT_EQ(size.columns, 128);
  EXPECT_EQ(size.unknowns, 128 * 128 * 128);
  EXPECT_EQ(size.repeats, 3);
  EXPECT_EQ(size.iterations, 7);
  EXPECT_EQ(size.repeat, 2.0);
  EXPECT_EQ(size.setup, 0.2);
  EXPECT_EQ(size.update, 0.5);
  EXPECT_EQ(size.solve, 0.1875);
  EXPECT_EQ(size.true_residual, 3e-6);
  EXPECT_DOUBLE_EQ(size.step.median, 0.25 + 0.5 * 0.5 + 0.5 * 0.2);
  EXPECT_DOUBLE_EQ(size.step.fastest, 0.25 + 0.5 * 0.5 + 0.5 * 0.1);
  EXPECT_DOUBLE_EQ(size.mdof_per_second(0.5), 2.097152 / 0.5);
  const SizeRecord wrong = size_record(deck, result_with("too large", {0.1}));
  EXPECT_FALSE(wrong.is_valid());
  EXPECT_EQ(wrong.reason, "check: too large");
  EXPECT_EQ(wrong.mdof_per_second(0.5), 0.0);
}

TEST(ModelStep, HasEachStepsOwnMedian) {
  const std::vector<double> setups{8.0, 16.0, 4.0}, updates{1.0, 10.0, 2.0, 20.0, 3.0, 60.0};
  const std::vector<double> solves{1.0, 100.0, 10.0, 3.0, 200.0, 30.0, 2.0, 150.0, 20.0};
  const ModelStep step = model_step({setups, updates, solves}, 3, 4);
  EXPECT_DOUBLE_EQ(step.median, (2.0 + 150.0 + 20.0) / 3 + 0.75 * (2.0 + 20.0) / 2 + 0.25 * 8.0);
  EXPECT_DOUBLE_EQ(step.fastest, (1.0 + 100.0 + 10.0) / 3 + 0.75 * (1.0 + 10.0) / 2 + 0.25 * 4.0);
}

TEST(ModelStep, HasNoUpdateWithOneStep) {
  const std::vector<double> setups{4.0}, none, solves{1.0};
  EXPECT_DOUBLE_EQ(model_step({setups, none, solves}, 1, 4).median, 2.0);
  EXPECT_EQ(model_step({none, none, none}, 4, 72).median, 0.0);
}

TEST(Classes, AreOfficialOnlyIfTheirSmallerSizesAreValid) {
  const ProblemClass s = problem_class("S", "open");
  const Deck deck = wanted_deck(s);
  ClassRun run;
  run.problem = s;
  const RunResult own = result_with("", {0.1});
  ClassSizes sizes{{size_record(deck, own), size_record(deck, own)}, 4, 2};
  sizes.smaller[0].columns = 64;
  const Official good = official(run, deck, own, sizes);
  EXPECT_TRUE(good.is_official());
  EXPECT_EQ(good.figure_name(), "FOM(S, open)");
  ASSERT_EQ(good.sizes.size(), 3u);
  EXPECT_EQ(good.sizes[0].columns, 128);
  EXPECT_EQ(good.sizes[1].columns, 64);
  EXPECT_EQ(good.devices, 4);
  EXPECT_EQ(good.nodes, 2);
  sizes.smaller[1].was_run = false;
  sizes.smaller[1].reason = "not run: too few columns";
  EXPECT_TRUE(official(run, deck, own, sizes).is_official());
  sizes.smaller[0].reason = "wrong";
  const Official bad = official(run, deck, own, sizes);
  ASSERT_EQ(bad.departures.size(), 1u);
  EXPECT_EQ(bad.departures[0].key, "result at 64 columns");
  EXPECT_EQ(bad.departures[0].found, "INVALID (wrong)");
  EXPECT_EQ(bad.figure_name(), "FOM");
}

TEST(Classes, AreOfficialOnlyIfTheClocksAgree) {
  const ProblemClass s = problem_class("S", "open");
  const Deck deck = wanted_deck(s);
  ClassRun run;
  run.problem = s;
  RunResult own = result_with("", {0.1});
  own.clocks = {1.0, 1.009, 0.0};
  EXPECT_TRUE(official(run, deck, own, {}).is_official());
  own.clocks = {1.0, 1.02, 0.0};
  const Official bad = official(run, deck, own, {});
  ASSERT_EQ(bad.departures.size(), 1u);
  EXPECT_EQ(bad.departures[0].key, "clocks");
  EXPECT_EQ(bad.departures[0].found, "MPI_Wtime 1 s, kernel 1.02 s");
}

TEST(Classes, AreBuiltFromTheirSources) {
  EXPECT_EQ(foreign_option("-O3 -DNDEBUG -march=native -isystem /usr/include -ffast-math"), "");
  EXPECT_EQ(foreign_option("-O3 -include /tmp/fast.hpp"), "-include");
  EXPECT_EQ(foreign_option("-O3 -fplugin=/tmp/fast.so"), "-fplugin=/tmp/fast.so");
  EXPECT_EQ(foreign_option(""), "");
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
