// The pressure solves of a run, counted by time.
#include "flow/pressure_history.hpp"

#include <gtest/gtest.h>

namespace isobar {
namespace {

SolveReport of(int iterations) {
  SolveReport report;
  report.iterations = iterations;
  return report;
}

TEST(PressureHistory, OfNoStepIsEmpty) {
  const PressureHistory none;
  EXPECT_TRUE(none.intervals().empty());
  EXPECT_EQ(none.all().mean(), 0.0);
  EXPECT_EQ(none.all().least, 0);
}

TEST(PressureHistory, HasAnIntervalForEachOfAFewSteps) {
  PressureHistory history;
  history.add(std::vector{of(3), of(1), of(2)});
  history.add(std::vector{of(0)});
  ASSERT_EQ(history.intervals().size(), 2u);
  EXPECT_EQ(history.steps_each(), 1);
  EXPECT_EQ(history.intervals()[0].least, 1);
  EXPECT_EQ(history.intervals()[0].most, 3);
  EXPECT_EQ(history.intervals()[0].mean(), 2.0);
  EXPECT_EQ(history.all().solves, 4);
  EXPECT_EQ(history.all().iterations, 6);
  EXPECT_EQ(history.all().least, 0);
  EXPECT_EQ(history.all().most, 3);
}

// Step n takes n iterations, so an interval's numbers say which steps it has.
TEST(PressureHistory, NeverHasMoreThanSoManyIntervals) {
  for (const int steps : {100, 101, 102, 200, 201, 1234}) {
    SCOPED_TRACE(steps);
    PressureHistory history;
    for (int n = 0; n < steps; ++n) history.add(std::vector{of(n)});
    const int each = int(history.steps_each());
    EXPECT_EQ(each, steps <= 100 ? 1 : steps <= 200 ? 2 : steps <= 400 ? 4 : 16);
    ASSERT_EQ(int(history.intervals().size()), (steps + each - 1) / each);
    EXPECT_LE(history.intervals().size(), PressureHistory::most_intervals);
    for (int n = 0; n < int(history.intervals().size()); ++n) {
      const IterationCounts& counts = history.intervals()[std::size_t(n)];
      const int last = std::min((n + 1) * each, steps) - 1;
      EXPECT_EQ(counts.least, n * each);
      EXPECT_EQ(counts.most, last);
      EXPECT_EQ(counts.solves, last - n * each + 1);
    }
    EXPECT_EQ(history.all().iterations, Int64(steps) * (steps - 1) / 2);
  }
}

} // namespace
} // namespace isobar
