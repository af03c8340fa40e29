#pragma once
#include "flow/flow_deck.hpp"
#include "run/check.hpp"

#include <isobar/core/flow/energy_budget.hpp>
#include <isobar/core/flow/flow_stepper.hpp>

#include <string>

namespace isobar {

/// What was seen of a flow's stability.
struct Stability {
  double largest_cfl = 0.0;  ///< of all time steps
  double cfl_limit = 0.0;    ///< what it may be: the scheme's of a fixed step, else time.cfl
  double energy_share = 0.0; ///< the largest kinetic energy over what the equations allow
  std::string problem;       ///< why the run had to end, or nothing
};

/// The coldest and the hottest of a deck's walls and of a flow's temperature; 0 and 0 without one. Collective.
template <class P>
TemperatureRange temperature_range(const FlowDeck& deck, const FlowStepper<P>& stepper);

/// How far a temperature is beyond the range that walls and its beginning allow, over that range; 0: not.
double excess(const TemperatureRange& allowed, const TemperatureRange& found);

/// Looks in every time step whether a flow stays within what its scheme can step and what its equations allow. All numbers are
/// those of all ranks, so that all ranks find the same.
class FlowStability {
public:
  /// The deck must outlive it. rounding: as EnergyBudget has it.
  FlowStability(const FlowDeck& deck, TemperatureRange temperature, double rounding);

  /// The longest step in which buoyancy between walls alone brings about no more than the CFL number time.cfl, and the speed of walls no
  /// more than twice that: at rest nothing else limits a step but diffusion. Infinite where neither drives the flow.
  double longest_from_rest() const { return from_rest_; }

  /// Before the first step, of this length. Throws InputError if that is a fixed one and too long for the velocity.
  void begin(double length, double cfl_rate, double energy);
  /// Whether the flow may go on behind a step.
  bool admits(const FlowClock& clock, double cfl_rate, double energy);

  const Stability& seen() const { return seen_; }

private:
  std::string cfl_problem(const FlowClock& clock, double cfl_rate) const;
  std::string energy_problem(const FlowClock& clock, double energy) const;

  const FlowDeck& deck_;
  EnergyBudget budget_;
  Stability seen_;
  double cfl_rate_ = 0.0; ///< before the next step
  double from_rest_;
};

/// The check of a run that is over.
Check stability_check(const Stability& seen);
/// That of the temperature at its end.
Check temperature_check(double excess);

} // namespace isobar
