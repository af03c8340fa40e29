#pragma once
#include "flow/flow_series.hpp"
#include "flow/flow_stability.hpp"
#include "flow/pressure_history.hpp"
#include "run/record.hpp"

#include <isobar/core/flow/flow_stepper.hpp>

#include <optional>
#include <string>
#include <vector>

namespace isobar {

/// All numbers of a report about the run of a flow. They are the same on all ranks.
struct FlowRecord : RunRecord {
  double setup = 0.0;         ///< seconds of the setup
  double first_step = 0.0;    ///< seconds of the first time step on the slowest rank
  double steps_seconds = 0.0; ///< seconds of all other steps
  Int64 steps = 0;            ///< steps of this run alone
  FlowClock clock;            ///< time and steps, those before a restart included
  StepStatus status = StepStatus::done;
  std::string ended_by; ///< the key that ended it, or the failure
  PressureHistory pressure;
  Int64 not_converged = 0; ///< pressure solves that did not converge
  double change = 0.0;     ///< the last rate of change
  double divergence = 0.0; ///< 2-norm of the divergence integrated over cells
  double energy = 0.0;     ///< the kinetic energy
  Stability stability;
  double temperature_excess = 0.0; ///< excess of the temperature over its range, in ranges
  std::vector<WallFlux> fluxes;
  std::optional<HeatFlux> heat_flux; ///< none without a temperature

  bool is_good() const { return !interrupted && status < StepStatus::unstable; }
  /// The figure of merit: cells times time steps per second, in
  /// millions. The first step counts only if there is no other.
  double merit(Int64 cells) const {
    const bool one = steps <= 1;
    return double(cells) * double(one ? steps : steps - 1) / (one ? first_step : steps_seconds) /
           1e6;
  }
};

} // namespace isobar
