#pragma once
#include <isobar/core/flow/flow_spec.hpp>

namespace isobar {

/// What lies between the coldest and the hottest of walls and fluid.
struct TemperatureRange {
  double low = 0.0, high = 0.0;
};

/// The largest acceleration by buoyancy that the pressure does not balance. It is by half the range of T, as a mean of T lifts
/// nothing. Where an axis along which gravity acts is periodic it is by the largest |T|. 0 without a temperature.
double largest_acceleration(const FlowSpec& spec, const TemperatureRange& temperature);

/// The most kinetic energy that a flow can have by its equations. Convection and the pressure keep the energy of a velocity
/// without divergence, and viscosity takes some. So it is at most what it was at any earlier time, and the work that moving
/// walls and buoyancy can have done since (docs/flow.md, "Stability"):
///
/// - A wall that moves with U does at most viscosity area U^2 / (2 h) a unit of time, h the width of the cells on it.
/// - Buoyancy and body forces do at most a sqrt(2 volume energy) a unit of time, a the largest acceleration.
/// - What flows in may bring any energy: then there is no bound.
class EnergyBudget {
public:
  /// rounding: distance of 1 to the next number in which velocities are stored. `temperature` is not looked at where the flow has
  /// none.
  EnergyBudget(const FlowSpec& spec, TemperatureRange temperature, double rounding);

  /// The energy from which a run goes on.
  void begin(double energy);
  /// Whether the flow may have this energy after another step of length dt. False of a NaN.
  bool admits(double dt, double energy);

  /// What the last step was allowed to have.
  double most() const { return most_; }
  /// The largest energy of all steps over what they were allowed to have.
  double largest_share() const { return largest_share_; }

private:
  double drag_, lift_, heating_, rounding_; ///< heating_: by which the lift grows
  double bound_ = 0.0, floor_ = 0.0, most_ = 0.0, largest_share_ = 0.0;
};

} // namespace isobar
