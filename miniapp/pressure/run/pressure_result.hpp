#pragma once
#include "pressure/run/model_step.hpp"
#include "pressure/setup/evaluated_equation.hpp"
#include "process/clock_times.hpp"
#include "run/record.hpp"

#include <cstdint>

namespace isobar {

/// A step of a sequence, over all repeats.
struct StepRecord {
  double time_step = 0.0, sound_speed = 0.0; ///< s, m/s
  std::string right_side;                    ///< rhs.kind
  std::int64_t seed = 0;
  int solves = 0, verified = 0; ///< warmups included
  int iterations = 0;           ///< most of a solve
  double true_residual = 0.0;   ///< largest, relative
  std::vector<Check> checks{};  ///< the worst of each name
};

/// Everything that a report says about a run; the same on all ranks.
struct RunResult : SolveRecord {
  Timing update;                 ///< of the solver to other physics
  FactorDistance distance;       ///< of coefficients a cell from their products
  std::vector<StepRecord> steps; ///< of a sequence; empty without one
  int steps_per_setup = 1;       ///< in a model
  Timing sequence;               ///< setup, updates and solves of one repeat of it
  ClockTimes clocks;             ///< of all of these, on the rank whose clocks disagree most

  /// The model step of a sequence.
  ModelStep step_of_model() const {
    return model_step({setup.samples, update.samples, solving.samples}, int(steps.size()),
                      steps_per_setup);
  }

  /// Figure of merit: unknowns solved per second, in millions. In a sequence it includes a model's share of setup and updates.
  double mdof_per_second(Int64 unknowns) const {
    if (steps.empty()) return SolveRecord::mdof_per_second(unknowns);
    return double(unknowns) / step_of_model().median / 1e6;
  }
};

} // namespace isobar
