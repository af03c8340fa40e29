#include <isobar/core/flow/energy_budget.hpp>

#include <algorithm>
#include <cmath>

namespace isobar {
namespace {

/// Time schemes are not exact: so much more than the equations allow is no sign of growth yet.
constexpr double scheme_share = 1.02;

/// The most work that moving walls can do in a unit of time. A wall's friction on the fluid beside it is
/// viscosity 2 (U - u) / h, and (U - u) u is at most U^2 / 4.
double work_of_walls(const FlowSpec& spec) {
  const Axis* const axes[] = {&spec.x, &spec.y, &spec.z};
  double work = 0.0;
  for (std::size_t n = 0; n < 6; ++n) {
    const Wall& wall = *spec.walls()[n];
    if (wall.kind != WallKind::no_slip) continue;
    const Axis& across = *axes[n / 2];
    const double width = across.width(n % 2 == 0 ? 0 : across.cells() - 1);
    const double area = axes[(n / 2 + 1) % 3]->length() * axes[(n / 2 + 2) % 3]->length();
    for (const double u : wall.velocity) work += spec.viscosity * area * u * u / (2.0 * width);
  }
  return work;
}

/// The most by which buoyancy can make the root of the energy larger in a unit of time.
double lift_of(const FlowSpec& spec, const TemperatureRange& t) {
  const double volume = spec.x.length() * spec.y.length() * spec.z.length();
  return largest_acceleration(spec, t) * std::sqrt(0.5 * volume);
}

} // namespace

double largest_acceleration(const FlowSpec& spec, const TemperatureRange& t) {
  if (!spec.has_temperature) return 0.0;
  const bool around = spec.bottom.kind == WallKind::periodic;
  const double most = around ? std::max(std::abs(t.low), std::abs(t.high)) : 0.5 * (t.high - t.low);
  return std::abs(spec.buoyancy) * most;
}

EnergyBudget::EnergyBudget(const FlowSpec& spec, TemperatureRange temperature, double rounding)
    : drag_(work_of_walls(spec)), lift_(lift_of(spec, temperature)), rounding_(rounding) {}

void EnergyBudget::begin(double energy) {
  bound_ = most_ = energy;
  floor_ = rounding_ * energy;
  largest_share_ = 0.0;
}

/// d(energy)/dt <= drag + 2 lift sqrt(energy).
bool EnergyBudget::admits(double dt, double energy) {
  const double root = std::sqrt(bound_) + lift_ * dt;
  bound_ = (root * root + drag_ * dt) * (1.0 + 8.0 * rounding_);
  floor_ = std::max(floor_, rounding_ * bound_);
  most_ = scheme_share * bound_ + floor_;
  if (energy > 0.0) largest_share_ = std::max(largest_share_, energy / most_);
  const bool fits = energy <= most_;
  bound_ = std::min(bound_, energy);
  return fits;
}

} // namespace isobar
