#include <isobar/core/flow/energy_budget.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace isobar {
namespace {

/// Time schemes are not exact: the energy may exceed the bound of the equations by this factor.
constexpr double scheme_share = 1.02;

/// Returns the most work that moving walls can do in a unit of time. A wall's friction on the fluid beside it is viscosity 2 (U
/// - u) / h. (U - u) u is at most U^2 / 4.
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

double root_of_half_volume(const FlowSpec& spec) {
  return std::sqrt(0.5 * spec.x.length() * spec.y.length() * spec.z.length());
}

/// Returns the largest growth of the energy's square root in a unit of time by buoyancy and body forces. Fluid that enters may
/// bring any energy.
double lift_of(const FlowSpec& spec, const TemperatureRange& t) {
  if (spec.has(WallKind::inflow)) return std::numeric_limits<double>::infinity();
  const double force = std::hypot(spec.force[0], spec.force[1], spec.force[2]);
  return (largest_acceleration(spec, t) + force) * root_of_half_volume(spec);
}

/// Returns how much a heat source adds to lift_of() in a unit of time.
double lift_by_heat(const FlowSpec& spec) {
  if (!spec.has_temperature) return 0.0;
  return std::abs(spec.buoyancy * spec.heat_source) * root_of_half_volume(spec);
}

} // namespace

double largest_acceleration(const FlowSpec& spec, const TemperatureRange& t) {
  if (!spec.has_temperature) return 0.0;
  bool around = false;
  for (std::size_t d = 0; d < 3; ++d)
    around = around || (spec.up[d] != 0.0 && spec.walls()[2 * d]->kind == WallKind::periodic);
  const double most = around ? std::max(std::abs(t.low), std::abs(t.high)) : 0.5 * (t.high - t.low);
  return std::abs(spec.buoyancy) * most;
}

EnergyBudget::EnergyBudget(const FlowSpec& spec, TemperatureRange temperature, double rounding)
    : drag_(work_of_walls(spec)), lift_(lift_of(spec, temperature)), heating_(lift_by_heat(spec)),
      rounding_(rounding) {}

void EnergyBudget::begin(double energy) {
  bound_ = most_ = energy;
  floor_ = rounding_ * energy;
  largest_share_ = 0.0;
}

/// Integrates d(energy)/dt <= drag + 2 lift sqrt(energy).
bool EnergyBudget::admits(double dt, double energy) {
  lift_ += heating_ * dt;
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
