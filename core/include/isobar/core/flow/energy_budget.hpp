#pragma once
#include <isobar/core/flow/flow_spec.hpp>

namespace isobar {

/// The range of temperatures between the coldest and the hottest wall or cell.
struct TemperatureRange {
  double low = 0.0, high = 0.0;
};

/// Returns the largest acceleration by buoyancy that the pressure does not balance. It is buoyancy
/// times half the range of T, as the pressure balances the mean. If an axis along which gravity
/// acts is periodic, it is buoyancy times the largest |T|. It is 0 without a temperature.
double largest_acceleration(const FlowSpec& spec, const TemperatureRange& temperature);

/// The most kinetic energy that a flow can have by its equations. Convection and the pressure keep
/// the energy of a velocity without divergence, and viscosity takes some. So the energy is at most
/// that of any earlier time, plus the work of moving walls and buoyancy since then
/// (docs/flow-design.md, "The energy bound"):
///
/// - A wall that moves with velocity U does at most the work viscosity area U^2 / (2 h) in a unit
///   of time. h is the width of the cells on the wall.
/// - Buoyancy and body forces do at most the work a sqrt(2 volume energy) in a unit of time, where
///   a is the largest acceleration.
/// - Fluid that enters may bring any energy: a flow with an inflow has no bound.
class EnergyBudget {
public:
  /// Makes a budget. `rounding` is the distance from 1 to the next number of the velocities' type.
  /// `temperature` has no effect if the flow has none.
  EnergyBudget(const FlowSpec& spec, TemperatureRange temperature, double rounding);

  /// Starts the bound from the energy at the beginning of a run.
  void begin(double energy);
  /// Adds a step of length dt to the bound. Returns whether the flow may have this energy after it.
  /// A NaN gives false.
  bool admits(double dt, double energy);

  /// The bound of the last step.
  double most() const { return most_; }
  /// The largest quotient of energy and bound of all steps.
  double largest_share() const { return largest_share_; }

private:
  double drag_, lift_, heating_, rounding_; ///< heating_: growth of lift_ in a unit of time
  double bound_ = 0.0, floor_ = 0.0, most_ = 0.0, largest_share_ = 0.0;
};

} // namespace isobar
