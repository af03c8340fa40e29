// When time steps end, and when outputs and the end of a run are due.
#include "flow/flow_calendar.hpp"
#include "support_flow_deck.hpp"

#include <gtest/gtest.h>

namespace {

using namespace isobar;

TEST(FlowCalendar, StepsAreStableOrAsTheDeckSays) {
  const FlowDeck free = parse_flow(cavity), fixed = parse_flow(cavity, {"time.step=0.002"});
  EXPECT_EQ(FlowCalendar(free).step_length({}, 0.01), 0.01);
  EXPECT_EQ(FlowCalendar(fixed).step_length({}, 0.01), 0.002);
}

TEST(FlowCalendar, StepsMeetTheEndWithoutAVeryShortOne) {
  const FlowDeck deck = parse_flow(cavity);
  const FlowCalendar calendar(deck);
  EXPECT_EQ(calendar.step_length({0.5, 10, 0.1}, 0.7), 0.5);
  EXPECT_EQ(calendar.step_length({0.5, 10, 0.1}, 0.4), 0.25);
  EXPECT_EQ(calendar.step_length({0.5, 10, 0.1}, 0.2), 0.2);
  EXPECT_EQ(calendar.ended_by({0.99, 10, 0.1}), "");
  EXPECT_EQ(calendar.ended_by({1.0 - 1e-15, 10, 0.1}), "end_time");
}

TEST(FlowCalendar, TheMostStepsEndARun) {
  const FlowDeck deck = parse_flow(cavity, {"time.most_steps=7"});
  EXPECT_EQ(FlowCalendar(deck).ended_by({0.1, 6, 0.1}), "");
  EXPECT_EQ(FlowCalendar(deck).ended_by({0.1, 7, 0.1}), "most_steps");
}

TEST(FlowCalendar, OutputsComeAtMultiplesOfATime) {
  const FlowDeck deck = parse_flow(cavity, {"output.every_time=0.1"});
  const FlowCalendar calendar(deck);
  FlowClock clock;
  int outputs = 0;
  while (calendar.ended_by(clock).empty()) {
    const double length = calendar.step_length(clock, 0.03);
    ASSERT_GE(length, 0.01);
    clock = {clock.time + length, clock.steps + 1, length};
    if (!calendar.is_output_due(clock)) continue;
    ++outputs;
    EXPECT_NEAR(clock.time, 0.1 * outputs, 1e-12);
  }
  EXPECT_EQ(outputs, 10);
}

TEST(FlowCalendar, OutputsComeAfterNumbersOfSteps) {
  const FlowDeck some = parse_flow(cavity, {"output.every_steps=3"}), none = parse_flow(cavity);
  EXPECT_FALSE(FlowCalendar(some).is_output_due({0.1, 4, 0.1}));
  EXPECT_TRUE(FlowCalendar(some).is_output_due({0.1, 6, 0.1}));
  EXPECT_FALSE(FlowCalendar(none).is_output_due({0.1, 6, 0.1}));
}

TEST(FlowCalendar, CountsTheOutputsBeforeAStep) {
  const FlowDeck steps = parse_flow(cavity, {"output.every_steps=3"}),
                 times = parse_flow(cavity, {"output.every_time=0.1"}), none = parse_flow(cavity);
  const auto before = [](const FlowDeck& deck, const FlowClock& clock) {
    return FlowCalendar(deck).outputs_before(clock);
  };
  EXPECT_EQ(before(steps, {}), 0);
  EXPECT_EQ(before(steps, {0.1, 3, 0.1}), 0);
  EXPECT_EQ(before(steps, {0.1, 4, 0.1}), 1);
  EXPECT_EQ(before(steps, {0.1, 9, 0.1}), 2);
  EXPECT_EQ(before(times, {0.3, 9, 0.02}), 2);
  EXPECT_EQ(before(times, {0.31, 9, 0.01}), 3);
  EXPECT_EQ(before(none, {0.31, 9, 0.01}), 0);
}

} // namespace
