#pragma once
#include "flow/flow_deck.hpp"
#include "run/check.hpp"

#include <isobar/core/flow/energy_budget.hpp>
#include <isobar/core/flow/flow_stepper.hpp>

#include <string>

namespace isobar {

/// The stability of a run up to now.
struct Stability {
  double largest_cfl = 0.0;  ///< the largest of all time steps
  double cfl_limit = 0.0;    ///< its limit: of the scheme for a fixed step, else time.cfl
  double energy_share = 0.0; ///< the largest ratio of kinetic energy to its bound
  std::string problem;       ///< why the run must end, or empty
};

/// The lowest and the highest temperature of a deck's walls
/// and of a flow; 0 and 0 without a temperature. Collective.
template <class P>
TemperatureRange temperature_range(const FlowDeck& deck, const FlowStepper<P>& stepper);

/// The excess of a temperature over the allowed range, in units of that range; 0
/// within it. The range has the temperatures of the walls and of the run's beginning.
double excess(const TemperatureRange& allowed, const TemperatureRange& found);

/// Checks in every time step whether a flow stays within the limits of its scheme and of its
/// equations. All numbers are reduced over the ranks, so that all ranks reach the same result.
class FlowStability {
public:
  /// The deck must outlive the object. `rounding` is that of EnergyBudget.
  FlowStability(const FlowDeck& deck, TemperatureRange temperature, double rounding);

  /// The longest step in which buoyancy between walls and forces reach at most the CFL number
  /// time.cfl. Walls move in it by at most twice that number. Without it only diffusion would limit
  /// a step from rest. Infinite if nothing drives the flow.
  double longest_from_rest() const { return from_rest_; }

  /// Takes the length of the first step, before it. Throws InputError if it is a fixed one and too long for the velocity.
  void begin(double length, double cfl_rate, double energy);
  /// Whether the flow may continue after a step.
  bool admits(const FlowClock& clock, double cfl_rate, double energy);

  const Stability& seen() const { return seen_; }

private:
  std::string cfl_problem(const FlowClock& clock, double cfl_rate) const;
  std::string energy_problem(const FlowClock& clock, double energy) const;

  const FlowDeck& deck_;
  EnergyBudget budget_;
  Stability seen_;
  double cfl_rate_ = 0.0; ///< of the velocity before the next step
  double from_rest_;
};

/// The check of a finished run.
Check stability_check(const Stability& seen);
/// The check of the temperature at the end of a run.
Check temperature_check(double excess);

} // namespace isobar
