#pragma once
#include <vector>

namespace isobar {

/// Measurements of a sequence of time steps, in seconds: one repeat after the other, and in each one step after the other.
struct SequenceSamples {
  const std::vector<double>& setups;  ///< one for each repeat
  const std::vector<double>& updates; ///< of all steps but the first
  const std::vector<double>& solves;  ///< of all steps
};

/// Seconds of a time step of a model.
struct ModelStep {
  double median = 0.0;  ///< from the medians over repeats
  double fastest = 0.0; ///< from the fastest of all repeats, which nothing has disturbed
};

/// A model solves once in each step. Before that it updates its solver, or, in one of n = `steps_per_setup` steps,
/// sets it up anew. A step takes t = solve + (1 - 1 / n) update + setup / n (docs/fom.md). Each step of the sequence
/// has its own median and fastest solve and update; t has their means over the steps. Zeros without a repeat.
ModelStep model_step(const SequenceSamples& samples, int steps, int steps_per_setup);

} // namespace isobar
