#pragma once
#include <vector>

namespace isobar {

/// What a sequence of time steps has measured, in seconds: repeat after repeat, and step after step in each of them.
struct SequenceSamples {
  const std::vector<double>& setups;  ///< one a repeat
  const std::vector<double>& updates; ///< of all steps but the first
  const std::vector<double>& solves;  ///< of all steps
};

/// Seconds of a time step of a model.
struct ModelStep {
  double median = 0.0;  ///< from the medians over repeats
  double fastest = 0.0; ///< from the fastest of all repeats: what nothing has disturbed
};

/// A model solves once in each step. Before, it updates its solver, but that it sets it up anew in one step of `steps_per_setup` = n.
/// A step takes t = solve + (1 - 1 / n) update + setup / n (docs/fom.md). Each step of the sequence has a median and a fastest solve
/// and update of its own; t has their means over the steps. Zeros without a repeat.
ModelStep model_step(const SequenceSamples& samples, int steps, int steps_per_setup);

} // namespace isobar
