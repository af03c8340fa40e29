// How many rows ranks compute of their neighbours, and that a cycle needs so many.
#include "support_problem.hpp"

#include <isobar/core/columns/overlap_choice.hpp>

#include <array>

namespace isobar {
namespace {

MultigridOptions v_cycle(int before, int after, int levels, int coarse_steps = 2) {
  MultigridOptions o = with_levels(levels);
  o.pre_relaxation.assign(std::size_t(before), 2.0 / 3.0);
  o.post_relaxation.assign(std::size_t(after), 2.0 / 3.0);
  o.coarse_solver = CoarseSolver::smoother;
  o.coarse_steps = coarse_steps;
  return o;
}
Overlap deep(int before, int after, int levels, int coarse_steps = 2) {
  return deep_overlap(v_cycle(before, after, levels, coarse_steps));
}

// There are b steps before the correction and a after it. A level whose correction has to be right on
// w rows computes c = w + b + a - 1 rows, made even. It needs w' = (w + a) / 2 + 1 right rows of the
// coarser level. The coarsest level computes w + n - 1 rows with n steps. Level 1 begins with w = 1.
TEST(DeepOverlap, IsThatOfTheRecurrence) {
  // w = 1, 2, 2, 2; c = 1, 2, 2 and 2 + 1
  EXPECT_EQ(deep(0, 1, 5), (Overlap{2, 2, 2, 3}));
  // w = 1, 2, 3, 3; c = 2, 3, 4 and 3 + 1
  EXPECT_EQ(deep(0, 2, 5), (Overlap{2, 4, 4, 4}));
  // w = 1, 3, 4, 4; c = 3, 5, 6 and 4 + 1
  EXPECT_EQ(deep(0, 3, 5), (Overlap{4, 6, 6, 5}));
  // w = 1, 2, 2, 2; c = 2, 3, 3 and 2 + 1
  EXPECT_EQ(deep(1, 1, 5), (Overlap{2, 4, 4, 3}));
  // w = 1, 2, 3, 3; c = 4, 5, 6 and 3 + 1
  EXPECT_EQ(deep(2, 2, 5), (Overlap{4, 6, 6, 4}));
  // w = 1, 1; c = 2 and 1 + 1
  EXPECT_EQ(deep(2, 0, 3), (Overlap{2, 2}));
}

TEST(DeepOverlap, CountsTheStepsOfTheCoarsestLevel) {
  // w = 1, 2, 3
  EXPECT_EQ(deep(0, 2, 4, 1), (Overlap{2, 4, 3}));
  EXPECT_EQ(deep(0, 2, 4, 5), (Overlap{2, 4, 7}));
  EXPECT_EQ(deep(0, 2, 2, 5), (Overlap{5})) << "w = 1";
  EXPECT_EQ(deep(0, 2, 1), Overlap());
}

// w = 1, 1; c = 3 and 1: prolongation reads half of four rows.
TEST(DeepOverlap, IsAtLeastHalfOfTheFinerLevels) { EXPECT_EQ(deep(3, 0, 3, 1), (Overlap{4, 2})); }

// V(1,1) on four levels: 2, 4 and 3 rows. 400 x 40 columns become 200 x 40, 100 x 40 and 50 x 40.
TEST(DeepOverlap, IsNoLessThanTheFinerLevelsWhereXAloneIsHalved) {
  const MultigridOptions o = v_cycle(1, 1, 4);
  EXPECT_EQ(deep_overlap(o, 64, 64), (Overlap{2, 4, 3}));
  const Overlap wide = deep_overlap(o, 400, 40);
  EXPECT_EQ(wide, (Overlap{2, 4, 4}));
  EXPECT_NO_THROW(level_parts({400, 40, 0, 16, 400, 8}, 4, wide));
  EXPECT_THROW(level_parts({400, 40, 0, 16, 400, 8}, 4, deep_overlap(o)), std::invalid_argument);
}

// A step is two: one of each colour. As V(0,2) and V(2,2), but for 4 steps on the coarsest level.
TEST(DeepOverlap, CountsBothColours) {
  MultigridOptions o = v_cycle(0, 1, 5);
  o.relaxation = Relaxation::red_black;
  EXPECT_EQ(deep_overlap(o), (Overlap{2, 4, 4, 6}));
  o = v_cycle(1, 1, 5);
  o.relaxation = Relaxation::red_black;
  EXPECT_EQ(deep_overlap(o), (Overlap{4, 6, 6, 6}));
}

/// A rank that thinks it has neighbours, and counts what would travel.
struct CountedTravels final : Communicators<double> {
  struct Level final : SelfCommunicator<double> {
    int exchanges = 0, gathered = 0, gathered_later = 0;
    bool alone() const override { return false; }
    bool enqueued() const override { return false; } // what is recorded would be counted once
    void start(const FieldMemory<double>&, Halo) override { ++exchanges; }
    void gather(const FieldMemory<double>&, bool later) override {
      ++gathered;
      gathered_later += later;
    }
  };
  std::array<Level, 4> levels;
  Communicator<double>& on(int level) override { return levels[std::size_t(level)]; }
  int coarse_exchanges() const {
    return levels[1].exchanges + levels[2].exchanges + levels[3].exchanges;
  }
};

/// The exchanges of a cycle from zero, on a rank in the middle of the domain.
CountedTravels travels(MultigridOptions options, const Overlap& overlap) {
  options.overlap = overlap;
  const GridSpec spec{Domain::flat, LayerSpacing::uniform, test_physics, 3};
  const GridSetup setup{spec, {256, 256, 0, 96, 256, 64}, {}};
  CountedTravels counted;
  Multigrid<Double> cycle(setup, options, counted);
  for (auto& level : counted.levels) level = {};
  cycle.cycles(make_field<Double>(setup, "f"), 1);
  return counted;
}

std::vector<MultigridOptions> all_options() {
  std::vector<MultigridOptions> all = {v_cycle(0, 1, 4), v_cycle(0, 2, 4),    v_cycle(0, 3, 4),
                                       v_cycle(1, 1, 4), v_cycle(2, 2, 4),    v_cycle(2, 0, 4),
                                       v_cycle(1, 2, 4), v_cycle(0, 2, 4, 5), v_cycle(1, 1, 4, 1)};
  for (const int before : {0, 1}) {
    all.push_back(v_cycle(before, 1, 4));
    all.back().relaxation = Relaxation::red_black;
    all.push_back(v_cycle(before, 2, 4));
    all.back().restriction = Restriction::transpose;
  }
  return all;
}

TEST(DeepOverlap, LeavesNoUOfACoarseLevelToExchange) {
  const auto all = all_options();
  for (const MultigridOptions& o : all) {
    SCOPED_TRACE(&o - all.data());
    EXPECT_EQ(travels(o, deep_overlap(o)).coarse_exchanges(), 0);
    EXPECT_GT(travels(o, {}).coarse_exchanges(), 0);
  }
}

// One row less is one that made the number even, or needed.
TEST(DeepOverlap, IsNotTwoRowsMoreThanNeeded) {
  int tried = 0;
  const auto all = all_options();
  for (const MultigridOptions& o : all) {
    const Overlap deep = deep_overlap(o);
    for (std::size_t level = 0; level < deep.size(); ++level) {
      SCOPED_TRACE(testing::Message() << &o - all.data() << ", level " << level + 1);
      Overlap fewer = deep;
      fewer[level] -= 2;
      const int finer = level == 0 ? 0 : deep[level - 1];
      if (fewer[level] < finer - finer / 2) continue; // an overlap that cannot be
      EXPECT_GT(travels(o, fewer).coarse_exchanges(), 0);
      ++tried;
    }
  }
  EXPECT_GE(tried, 3 * int(all.size()) / 2);
}

// Right-hand sides travel once a visit, and together where nothing is smoothed before.
TEST(DeepOverlap, GathersEachRightHandSideOnce) {
  for (const int before : {0, 1}) {
    const MultigridOptions o = v_cycle(before, 2, 4);
    const CountedTravels counted = travels(o, deep_overlap(o));
    EXPECT_EQ(counted.levels[0].gathered, 0);
    for (std::size_t level = 1; level < 4; ++level) {
      EXPECT_EQ(counted.levels[level].gathered, 1);
      EXPECT_EQ(counted.levels[level].gathered_later, before == 0 && level < 3 ? 1 : 0);
    }
  }
}

// Level 2 is the first one that the rank has whole: what waits travels with its right-hand side.
TEST(ReplicatedLevels, ExchangeNothing) {
  MultigridOptions o = v_cycle(0, 2, 4);
  o.replicated_from = 2;
  const CountedTravels counted = travels(o, deep_overlap(o));
  EXPECT_EQ(counted.coarse_exchanges(), 0);
  EXPECT_EQ(counted.levels[1].gathered_later, 1);
  EXPECT_EQ(counted.levels[2].gathered_later, 0);
}

// Below a level that every rank has whole all levels are, whatever their own numbers are.
TEST(ReplicatedLevels, ExchangeNothingBelowAWholeLevel) {
  EXPECT_EQ(travels(v_cycle(1, 1, 4), {all_rows}).coarse_exchanges(), 0);
  EXPECT_EQ(travels(v_cycle(0, 2, 4), {all_rows, 2, 0}).coarse_exchanges(), 0);
}

/// A rank that computes all rows of a level travels as its neighbours do, who compute fewer.
TEST(OverlappingLevels, TravelAlikeWhereOneRankComputesAllRows) {
  const GridSpec spec{Domain::flat, LayerSpacing::uniform, test_physics, 3};
  std::vector<std::vector<int>> counts;
  for (const Partition& part :
       {Partition{24, 48, 0, 0, 24, 16}, Partition{24, 48, 0, 16, 24, 16}}) {
    MultigridOptions o = v_cycle(0, 9, 3, 9);
    o.overlap = {8, 4};
    const GridSetup setup{spec, part, {}};
    CountedTravels counted;
    Multigrid<Double> cycle(setup, o, counted);
    for (auto& level : counted.levels) level = {};
    cycle.cycles(make_field<Double>(setup, "f"), 1);
    counts.emplace_back();
    for (const auto& level : counted.levels)
      counts.back().insert(counts.back().end(), {level.exchanges, level.gathered_later});
  }
  EXPECT_EQ(counts[1], counts[0]);
}

Overlap overlap(int levels, std::optional<Overlap> rows, std::optional<int> replicated_from = {}) {
  MultigridOptions o = with_levels(levels);
  o.overlap = std::move(rows);
  o.replicated_from = replicated_from;
  return overlap_of(o);
}

TEST(OverlapOf, HasANumberForEachCoarseLevelOrNone) {
  EXPECT_EQ(overlap(4, {}), Overlap());
  EXPECT_EQ(overlap(4, Overlap{}), Overlap());
  EXPECT_EQ(overlap(4, Overlap{0, 0}), Overlap());
  EXPECT_EQ(overlap(4, Overlap{2, 1}), (Overlap{2, 1, 0}));
  EXPECT_EQ(overlap(1, Overlap{}, 0), Overlap());
}

TEST(OverlapOf, HasAllRowsOfReplicatedLevels) {
  EXPECT_EQ(overlap(4, {}, 0), Overlap());
  EXPECT_EQ(overlap(4, {}, 2), (Overlap{0, all_rows, all_rows}));
  EXPECT_EQ(overlap(4, Overlap{2, 4, 4}, 3), (Overlap{2, 4, all_rows}));
  EXPECT_EQ(overlap(4, Overlap{2, 4, 4}, 1), (Overlap{all_rows, all_rows, all_rows}));
  EXPECT_EQ(overlap(3, {}, 3), Overlap()) << "there is no such level";
}

TEST(OverlapOf, RefusesMoreNumbersThanCoarseLevels) {
  EXPECT_EQ(overlap(3, Overlap{2, 2}), (Overlap{2, 2}));
  try {
    overlap(3, Overlap{2, 2, 2});
    FAIL() << "no error";
  } catch (const std::invalid_argument& e) {
    EXPECT_STREQ(e.what(), "multigrid option overlap: expected at most 2 numbers, one for each "
                           "coarse level");
  }
}

} // namespace
} // namespace isobar
