// A recording that is replayed does the work of the launches in it. On a host
// nothing is ever recorded, and the same tests hold.
#include "run/kernel_timings.hpp"
#include "support_problem.hpp"

#include <stdexcept>

namespace isobar::launch_graph_test {
namespace {

const Problem problem({Domain::panel, LayerSpacing::graded, test_physics, 6}, 40, 24);

/// Solutions of `cycles` cycles, with the coarse levels recorded or not.
template <class P>
oracle::Array solution(const Problem& on, MultigridOptions options, bool record, int cycles) {
  SelfCommunicators<typename P::storage> self;
  options.record = record;
  Multigrid<P> multigrid(on.setup(), options, self);
  return owned(multigrid.cycles(on.field_of<P>(oracle::constant(on.matrix())), cycles));
}

template <class P> struct Recorded : testing::Test {
  static void expect_the_same(const Problem& on, const MultigridOptions& options) {
    const oracle::Array launched = solution<P>(on, options, false, 3);
    EXPECT_GT(oracle::norm(launched), 0.0);
    EXPECT_EQ(solution<P>(on, options, true, 3).values, launched.values);
  }
};
TYPED_TEST_SUITE(Recorded, Precisions, PrecisionNames);

TYPED_TEST(Recorded, CyclesAreThoseOfLaunches) {
  // Each smoothing step swaps two fields: even and odd numbers of them on two and three levels.
  for (const int levels : {2, 3, 4})
    for (const int steps : {1, 2, 3})
      for (const Relaxation relaxation : {Relaxation::jacobi, Relaxation::red_black}) {
        MultigridOptions o = with_levels(levels);
        o.coarse_steps = steps;
        o.relaxation = relaxation;
        if (steps == 2) o.post_relaxation = {0.6, 1.4};
        SCOPED_TRACE(testing::Message() << levels << " levels, " << steps << " coarse steps");
        TestFixture::expect_the_same(problem, o);
      }
}

TYPED_TEST(Recorded, CyclesOfEveryKind) {
  for (const CycleKind kind : {CycleKind::w, CycleKind::f})
    for (const std::vector<double>& post : {std::vector{0.8}, std::vector{0.6, 1.4}}) {
      MultigridOptions o = with_levels(4);
      o.cycle = kind;
      o.post_relaxation = post;
      TestFixture::expect_the_same(problem, o);
    }
}

TYPED_TEST(Recorded, CyclesOnAnyLevels) {
  MultigridOptions merged = with_levels(3);
  merged.merged_layers = 2;
  TestFixture::expect_the_same(problem, merged);
  // No team of a GPU solves such columns on chip: they want scratch, and are not recorded.
  const Problem high({Domain::panel, LayerSpacing::graded, test_physics, 260}, 8, 8);
  TestFixture::expect_the_same(high, with_levels(2));
}

// Recorded launches start before the launch before them has ended (early_start.hpp). Each reads what that one wrote, with
// other teams: on coarse levels it would come too early, on finer ones its first teams would.
TYPED_TEST(Recorded, LaunchesThatStartEarlyWaitForTheNumbersTheyRead) {
  const Problem wide({Domain::panel, LayerSpacing::graded, test_physics, 6}, 320, 96);
  MultigridOptions o = with_levels(5);
  o.post_relaxation = {0.6, 1.4};
  o.cycle = CycleKind::w;
  for (int n = 0; n < 2; ++n)
    EXPECT_EQ(solution<TypeParam>(wide, o, true, 6).values,
              solution<TypeParam>(wide, o, false, 6).values);
}

/// Kernels of level 1 that a tool sees in one cycle.
Int64 kernels_on_level_1(Multigrid<Double>& multigrid, const Field<double>& f) {
  KernelTimings tool;
  multigrid.cycles(f, 1);
  tool.stop();
  Int64 calls = 0;
  for (const auto& [label, entry] : tool.kernels())
    if (label.ends_with("/1")) calls += entry.calls;
  return calls;
}

TEST(Recorded, CyclesGoOnBeforeAndAfterAToolHasListened) {
  const Field<double> f = problem.field<double>(oracle::constant(problem.matrix()));
  // With one or two steps after the coarse correction, fields end up swapped or not.
  for (const std::vector<double>& post : {std::vector{0.8}, std::vector{0.6, 1.4}}) {
    MultigridOptions o = with_levels(3);
    o.post_relaxation = post;
    SelfCommunicators<double> self;
    Multigrid<Double> multigrid(problem.setup(), o, self);
    const auto cycles = [&] { return owned(multigrid.cycles(f, 2)).values; };
    const auto first = cycles();
    for (int n = 0; n < 3; ++n) {
      EXPECT_GT(kernels_on_level_1(multigrid, f), 0);
      EXPECT_EQ(cycles(), first);
    }
  }
}

/// Adds to a number on the device.
struct Counter {
  Kokkos::View<int, MemorySpace> count{"count"};
  void launch(int step = 1) const {
    const auto n = count;
    Kokkos::parallel_for(
        "isobar/count", Kokkos::RangePolicy<ExecutionSpace>(0, 1),
        KOKKOS_LAMBDA(int) { n() += step; });
  }
  int value() const {
    int host = 0;
    Kokkos::deep_copy(host, count);
    return host;
  }
};

TEST(LaunchGraph, RunsWhatWasRecorded) {
  Counter counter;
  int host = 0;
  LaunchGraph graph;
  const auto launches = [&] { counter.launch(), counter.launch(), ++host; };
  graph.record(launches);
  const int before = counter.value();
  EXPECT_EQ(before, 2); // called once before it is recorded, on hosts for the emulation
  for (int n = 0; n < 3; ++n) graph.run(launches);
  EXPECT_EQ(counter.value(), before + 6);
  EXPECT_EQ(host, records_launches ? 2 : 4);
}

TEST(LaunchGraph, RecordsOtherArgumentsWhenItIsRun) {
  Counter counter;
  int step = 1, host = 0;
  LaunchGraph graph;
  const auto launches = [&] { counter.launch(step), ++host; };
  graph.record(launches);
  graph.run(launches);
  for (const bool listens : {false, true}) {
    const int before = counter.value(), calls = host;
    step = 10;
    graph.outdate();
    EXPECT_EQ(host, calls);
    for (int n = 0; n < 2; ++n) graph.run(launches); // the host's part of one is what is recorded
    EXPECT_EQ(counter.value(), before + 20);
    EXPECT_EQ(host, calls + (records_launches ? 1 : 2));
    step = 100;
    graph.outdate();
    if (listens) {
      KernelTimings tool;
      graph.run(launches);
      tool.stop();
    } else graph.run(launches);
    graph.run(launches);
    EXPECT_EQ(counter.value(), before + 220);
  }
}

TEST(LaunchGraph, LaunchesWhileAToolListensAndRecordsAfterwards) {
  Counter counter;
  LaunchGraph graph;
  const auto launches = [&] { counter.launch(); };
  KernelTimings tool;
  graph.record(launches);
  graph.run(launches);
  tool.stop();
  const int before = counter.value();
  EXPECT_EQ(before, 2);
  for (int n = 0; n < 2; ++n) graph.run(launches);
  EXPECT_EQ(counter.value(), before + 2);
  EXPECT_EQ(tool.kernels().at("isobar/count").calls, before);
}

TEST(LaunchGraph, PassesAnErrorOnAndLetsOthersLaunch) {
  Counter counter;
  LaunchGraph graph;
  int calls = 0;
  const auto fails = [&] {
    counter.launch();
    if (++calls == 2) throw std::runtime_error("told so");
  };
  EXPECT_THROW((graph.record(fails), graph.run(fails)), std::runtime_error);
  const int before = counter.value();
  counter.launch();
  EXPECT_EQ(counter.value(), before + 1);
}

} // namespace
} // namespace isobar::launch_graph_test
