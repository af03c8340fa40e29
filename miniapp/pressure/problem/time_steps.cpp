#include "pressure/problem/time_steps.hpp"

#include <algorithm>
#include <cstdint>

namespace isobar {
namespace {

/// Entry `step` of a list that repeats.
template <class T> T in_turn(const std::vector<T>& list, int step) {
  return list[std::size_t(step) % list.size()];
}

} // namespace

Deck deck_of_step(const Deck& deck, int step) {
  Deck of_step = deck;
  const deck::Sequence& sequence = deck.sequence;
  const double time_step = in_turn(sequence.time_step_factors, step);
  const double sound_speed = in_turn(sequence.sound_speed_factors, step);
  of_step.physics.time_step = *deck.physics.time_step * time_step;
  of_step.physics.sound_speed = deck.physics.sound_speed * sound_speed;
  of_step.physics.cfl = *deck.physics.cfl * time_step * sound_speed;
  if (!sequence.right_sides.empty()) of_step.rhs.kind = in_turn(sequence.right_sides, step);
  // Seeds go up to INT64_MAX, and then begin with 0 again.
  of_step.rhs.seed = std::int64_t((std::uint64_t(deck.rhs.seed) + std::uint64_t(step)) & INT64_MAX);
  return of_step;
}

double cfl_factor_of_steps(const Deck& deck) {
  double most = deck.sequence.is_given() ? 0.0 : 1.0;
  for (int step = 0; step < deck.sequence.steps; ++step)
    most = std::max(most, *deck_of_step(deck, step).physics.cfl / *deck.physics.cfl);
  return most;
}

} // namespace isobar
