// Which shape of teams a march takes, for columns of every height.
#include "launch/compiled_shapes.hpp"
#include "support_problem.hpp"

#include <isobar/core/base/copy_batch.hpp>
#include <isobar/core/base/padding.hpp>

#include <set>
#include <vector>

namespace isobar {
namespace {

int height(const MarchShape& s) { return s.chunks * s.layers; }

TEST(MarchShape, HoldsColumnsOfUpTo1024Layers) {
  for (const std::size_t word : {sizeof(double), sizeof(float)})
    for (int nz = 1; nz <= 1024; ++nz) {
      const MarchShape s = march_shape(512, 512, nz, word);
      ASSERT_GE(height(s), nz) << word << " bytes";
      EXPECT_LE(height(s), nz + overhang(nz)) << word << " bytes";
      EXPECT_GE(s.teams_per_multiprocessor, 1);
    }
}

TEST(MarchShape, IsNoneForHigherColumns) {
  for (const int nz : {1025, 2048, 4096}) EXPECT_EQ(march_shape(64, 64, nz, 8), MarchShape{});
}

TEST(MarchShape, WastesFewLayersWhereWeatherModelsAre) {
  struct Case {
    int nz, most;
  };
  for (const std::size_t word : {sizeof(double), sizeof(float)})
    for (const auto& [nz, most] :
         {Case{32, 32}, Case{50, 64}, Case{64, 64}, Case{128, 128}, Case{200, 208}, Case{256, 256},
          Case{300, 320}, Case{512, 512}, Case{1024, 1024}})
      EXPECT_LE(height(march_shape(512, 512, nz, word)), most) << nz << ", " << word << " bytes";
}

TEST(MarchShape, OfTheFirstRuleThatFits) {
  const std::vector<MarchRule> rules = {{8, 10000, {16, 16, 16, 4}}, {8, 0, {32, 8, 16, 3}}};
  EXPECT_EQ(march_shape(100, 100, 130, 8, rules), rules[0].shape);
  EXPECT_EQ(march_shape(99, 100, 130, 8, rules), march_shape(99, 100, 130, 8)); // does not fit
  EXPECT_EQ(march_shape(99, 100, 128, 8, rules), rules[1].shape);
  EXPECT_EQ(march_shape(100, 100, 128, 8, rules), rules[1].shape); // reaches too far
  EXPECT_EQ(march_shape(100, 100, 130, 4, rules), march_shape(100, 100, 130, 4));
}

template <class A, class... Shapes> void expect_registers(ShapeList<A, Shapes...>) {
  const auto expect = [](auto shape) {
    using Shape = decltype(shape);
    for (const int arrays : {4, 5})
      EXPECT_GE(Shape::registers(Shape::template teams<A>(arrays)),
                Shape::template needed_registers<A>(arrays))
          << shape.lanes << " x " << shape.chunks << " x " << shape.layers;
  };
  (expect(Shapes()), ...);
}
// As ptxas gives them out for these launch bounds.
TEST(MarchShape, RegistersAreThoseOfItsQuarterOfAMultiprocessor) {
  EXPECT_EQ((TeamShape<32, 8, 16>::registers(1)), 255);
  EXPECT_EQ((TeamShape<32, 8, 16>::registers(2)), 128);
  EXPECT_EQ((TeamShape<16, 16, 16>::registers(3)), 85);
}
TEST(MarchShape, LeavesThreadsEnoughRegisters) {
  expect_registers(CompiledShapes<double>());
  expect_registers(CompiledShapes<float>());
}

TEST(MarchShape, IsListedOnce) {
  for (const std::size_t word : {sizeof(double), sizeof(float)}) {
    std::set<std::array<int, 3>> all;
    for (const MarchShape& s : compiled_march_shapes(word))
      EXPECT_TRUE(all.insert({s.lanes, s.chunks, s.layers}).second);
    EXPECT_EQ(all.size(), compiled_march_shapes(word).size());
  }
}

// The memory predicted for a plan is the memory of its Views.
template <class A> void expect_predicted_bytes(int nz) {
  const Partition part = Partition::whole(6, 3);
  const GridSpec spec = paper_spec(64, nz);
  const LaunchPlan<A> plan(GridLevel<A>(spec, part), Walk::march, {});
  ASSERT_GT(plan.march().chunks, 0) << nz;
  const Int64 bytes =
      Int64(plan.seeds().span() + plan.chunk_profile().on_device.span()) * Int64(sizeof(A));
  EXPECT_EQ(LaunchPlan<A>::bytes(6, 3, nz, Walk::march, {}), bytes) << nz;
}
TEST(MarchShape, PlansTakeThePredictedBytes) {
  for (const int nz : {1, 32, 50, 128, 200, 256, 300, 512, 1000, 1024}) {
    expect_predicted_bytes<double>(nz);
    expect_predicted_bytes<float>(nz);
  }
}

// Columns whose layers barely couple leave the range of float within a chunk, which the device finds out.
TEST(MarchShape, FollowsAnUpdateIntoFloatsRangeAndOutOfIt) {
  const Partition part = Partition::whole(40, 5);
  const GridSpec coupled = paper_spec(64, 128);
  GridSpec uncoupled = coupled;
  uncoupled.physics = {0.01, 1e-7, 0.1};
  GridLevel<float> grid(coupled, part);
  LaunchPlan<float> plan(grid, Walk::march, {});
  const MarchShape shape = plan.march();
  ASSERT_GT(shape.chunks, 0);
  const LaunchPlan<float> lower = plan.rows(0, 2);
  for (int n = 0; n < 2; ++n) {
    grid.update(uncoupled);
    plan.update(grid);
    EXPECT_EQ(plan.march(), MarchShape{});
    EXPECT_EQ(plan.rows(2, 3).march(), MarchShape{});
    grid.update(coupled);
    plan.update(grid);
    EXPECT_EQ(plan.march(), shape);
  }
  EXPECT_EQ(lower.march(), shape);
}

TEST(MarchShape, PartsHaveTheSeedsOfTheirColumns) {
  const GridLevel<double> grid(paper_spec(64, 128), Partition::whole(40, 5));
  const LaunchPlan<double> plan(grid, Walk::march, {}), part = plan.rows(1, 3, 32);
  ASSERT_GT(plan.seeds().size(), 0u);
  EXPECT_EQ(part.seeds().data(), plan.seeds().data() + 32 + plan.seeds().stride(2));
  EXPECT_EQ(part.seeds().stride(1), plan.seeds().stride(1));
  EXPECT_EQ(part.seeds().stride(2), plan.seeds().stride(2));
  EXPECT_EQ(part.seeds().extent(1), plan.seeds().extent(1));
  EXPECT_EQ(part.seeds().extent(2), 3u);
}

template <class A> std::vector<A> seeds_of(const LaunchPlan<A>& plan) {
  const auto seeds = Kokkos::create_mirror_view_and_copy(HostSpace(), plan.seeds());
  return {seeds.data(), seeds.data() + seeds.span()};
}

// More levels than a launch takes, in both precisions, of which some grow out of float's range, and
// some have no coupled layers.
TEST(MarchShape, LevelsThatAreUpdatedTogetherHaveTheirOwnSeeds) {
  const auto spec = [](int n, bool later) {
    GridSpec s = paper_spec(64, 128);
    if (n % 5 == 1 && later) s.physics = {0.01, 1e-7, 0.1};
    else if (n % 5 == 2 && later) s.physics.lambda_squared = 0.0;
    else s.physics.omega_squared *= 1.0 + 0.1 * n + (later ? 0.5 : 0.0);
    return s;
  };
  struct Level {
    GridLevel<float> grid, alone;
    LaunchPlan<float> plan, planned_alone;
    GridLevel<double> finer;
    LaunchPlan<double> finer_plan;
  };
  std::vector<Level> levels;
  for (int n = 0; n < 10; ++n) {
    const Partition part = Partition::whole(40 + n, 5 + n % 3);
    const GridLevel<float> grid(spec(n, false), part), alone(spec(n, true), part);
    const GridLevel<double> finer(spec(n, false), part);
    levels.push_back({grid, alone, LaunchPlan<float>(grid, Walk::march, {}),
                      LaunchPlan<float>(alone, Walk::march, {}), finer,
                      LaunchPlan<double>(finer, Walk::march, {})});
  }
  const std::vector<double> before = seeds_of(levels[3].finer_plan);
  CopyBatch::around([&] {
    for (int n = 0; n < 10; ++n) {
      Level& l = levels[std::size_t(n)];
      l.grid.update(spec(n, true));
      l.plan.update(l.grid);
      l.finer_plan.update(l.finer);
    }
  });
  for (std::size_t n = 0; n < levels.size(); ++n) {
    EXPECT_EQ(levels[n].plan.march(), levels[n].planned_alone.march()) << n;
    EXPECT_EQ(levels[n].plan.march().chunks > 0, n % 5 != 1 && n % 5 != 2) << n;
    if (n % 5 == 2) continue; // needs no seeds
    EXPECT_EQ(seeds_of(levels[n].plan), seeds_of(levels[n].planned_alone)) << n;
  }
  EXPECT_EQ(seeds_of(levels[3].finer_plan), before);
}

// One wait for all levels, and none where nothing was launched since.
TEST(MarchShape, IsWaitedForOnce) {
  const GridLevel<double> grid(paper_spec(64, 128), Partition::whole(6, 3));
  const LaunchPlan<double> first(grid, Walk::march, {}), second(grid, Walk::march, {});
  const DeviceMark launched = DeviceMark::here();
  EXPECT_GT(first.march().chunks, 0);
  EXPECT_TRUE(launched.passed());
  const DeviceMark behind = DeviceMark::here();
  EXPECT_GT(second.march().chunks, 0);
  EXPECT_FALSE(behind.passed());
}

} // namespace
} // namespace isobar
