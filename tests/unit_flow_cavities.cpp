// Cavities with a lid that moves and with walls of two temperatures, against published numbers.
#include "support_flow_run.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace isobar {
namespace {

/// The lid-driven cavity in the plane of x and z.
FlowSpec cavity(int n, double reynolds) {
  FlowSpec spec = box(uniform(n, 1.0), uniform(1, 1.0), uniform(n, 1.0), no_slip);
  spec.south = spec.north = free_slip;
  spec.viscosity = 1.0 / reynolds;
  spec.top.velocity = {1.0, 0.0, 0.0};
  return spec;
}

// Ghia, Ghia and Shin, J. Comput. Phys. 48 (1982), tables I and II.
TEST(FlowCavity, IsNearGhiasTablesAtReynolds100) {
  Alone<Double> alone(cavity(32, 100.0), TimeScheme::adams_bashforth, {1e-3, 100});
  while (alone.stepper.clock().time < 12.0)
    ASSERT_EQ(alone.stepper.step(alone.stepper.stable_step(0.5)).status, StepStatus::done);
  EXPECT_LT(alone.stepper.rate_of_change(), 1e-2);
  const FlowSpec& spec = alone.run.setup.spec;
  const std::vector<std::array<double, 2>> u{
      {0.9531, 0.68717},  {0.7344, 0.00332},  {0.5, -0.20581}, {0.4531, -0.21090},
      {0.1719, -0.10150}, {0.0547, -0.03717}, {1.0, 1.0}};
  std::vector<Sample> samples;
  for (const auto& [z, value] : u) samples.push_back(sample_at(spec, FlowField::u, {0.5, 0.3, z}));
  const std::vector<double> found = FlowSampler<Double>(alone.stepper.grid(), samples)
                                        .take(alone.stepper.ranks(), alone.stepper.fields()[0]);
  for (std::size_t n = 0; n < u.size(); ++n) EXPECT_NEAR(found[n], u[n][1], 0.01) << u[n][0];
}

/// The heated square cavity in the plane of x and z, velocities in units of diffusivity over length.
FlowSpec heated_cavity(int n, double rayleigh) {
  FlowSpec spec = box(uniform(n, 1.0), uniform(1, 1.0), uniform(n, 1.0), no_slip);
  spec.south = spec.north = free_slip;
  spec.viscosity = 0.71, spec.diffusivity = 1.0, spec.buoyancy = rayleigh * 0.71;
  spec.has_temperature = true;
  spec.west.heat = spec.east.heat = WallHeat::fixed;
  spec.west.temperature = 1.0;
  return spec;
}

// de Vahl Davis, Int. J. Numer. Meth. Fluids 3 (1983): Nusselt numbers on the hot wall and of the whole cavity.
TEST(FlowHeatedCavity, IsNearDeVahlDavisAtRayleigh1000) {
  Alone<Double> alone(heated_cavity(24, 1e3), TimeScheme::adams_bashforth, {1e-3, 100});
  while (alone.stepper.clock().time < 0.8)
    ASSERT_EQ(alone.stepper.step(alone.stepper.stable_step(0.5)).status, StepStatus::done);
  const FlowSpec& spec = alone.run.setup.spec;
  const FlowFields<Double>& fields = alone.stepper.fields();
  const auto on_wall = [&](int side) {
    const FlowSampler<Double> sampler(alone.stepper.grid(), wall_gradient(spec, side));
    return mean_over_side(spec, side, sampler.take(alone.stepper.ranks(), fields[3]));
  };
  EXPECT_NEAR(on_wall(0), 1.117, 0.01);
  EXPECT_NEAR(on_wall(1), -1.117, 0.01);
  EXPECT_EQ(on_wall(5), 0.0); // insulated
  const double convected = FlowMeasures<Double>::heat(alone.stepper.grid(), 0, fields);
  EXPECT_NEAR(convected + 1.0, 1.118, 0.01);
}

} // namespace
} // namespace isobar
