// Cycles on modes take the steps of inputs/fastest.toml.
#include "pressure/deck/deck.hpp"
#include "program/options.hpp"

#include <gtest/gtest.h>
#include <isobar/core/modes/mode_cycles.hpp>

namespace isobar {
namespace {

TEST(ModeCycleSteps, AreThoseOfTheFastestDeck) {
  const MultigridOptions deck = read_deck(pressure_program.inputs("fastest.toml")).multigrid,
                         modes = mode_cycle_steps(ModeCycle::fast);
  EXPECT_EQ(modes.pre_relaxation, deck.pre_relaxation);
  EXPECT_EQ(modes.post_relaxation, deck.post_relaxation);
  EXPECT_EQ(modes.finest_relaxation, deck.finest_relaxation);
  EXPECT_EQ(modes.overcorrection, deck.overcorrection);
}

} // namespace
} // namespace isobar
