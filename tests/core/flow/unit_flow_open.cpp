// Flows with inflows, outflows, body forces and obstacles.
#include "support_fields.hpp"
#include "support_flow_run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace isobar::open_flow_test {
namespace {

/// A channel of length 2 and height 1, in x and z.
FlowSpec channel(int nx, int nz) {
  FlowSpec spec = box(uniform(nx, 2.0), uniform(1, 1.0 / nz), uniform(nz, 1.0), no_slip);
  spec.south = spec.north = free_slip;
  spec.viscosity = 0.1;
  return spec;
}
FlowSpec open_channel(int nx, int nz) {
  FlowSpec spec = channel(nx, nz);
  spec.west = {WallKind::inflow, {1.0, 0.0, 0.0}};
  spec.east = {WallKind::outflow};
  return spec;
}
double parabola(double, double, double z) { return 6.0 * z * (1.0 - z); }

template <class P> double divergence(const FlowStepper<P>& stepper) {
  return std::sqrt(FlowMeasures<P>::sums(stepper.grid(), stepper.fields()).second);
}
double u_at(const FlowStepper<Double>& stepper, double x, double z) {
  const FlowSpec& spec = stepper.grid().spec();
  const FlowSampler<Double> sampler(stepper.grid(),
                                    {sample_at(spec, FlowField::u, {x, 0.5 * spec.y.length(), z})});
  return sampler.take(stepper.ranks(), stepper.fields()[0]).front();
}

// Poiseuille: the force over 8 viscosities in the middle. In the mean over cells of a wall the stencil has force h^2 / 8 more.
TEST(OpenFlows, AForceDrivesAChannelToItsParabola) {
  FlowSpec spec = channel(4, 16);
  spec.west = spec.east = Wall{WallKind::periodic};
  spec.force = {0.8, 0.0, 0.0};
  Alone<Double> alone(spec);
  for (int step = 0; step < 2500; ++step) alone.stepper.step(alone.stepper.stable_step(0.5));
  for (const double z : {0.03125, 0.21875, 0.53125}) {
    const double exact = 0.8 / (2 * spec.viscosity) * z * (1.0 - z), h = 1.0 / 16;
    EXPECT_NEAR(u_at(alone.stepper, 0.75, z), exact + 0.8 * h * h / (8 * spec.viscosity), 1e-6);
  }
}

// Gravity along x and a temperature of x alone: the pressure carries it, as it does along z.
TEST(OpenFlows, RestStaysRestWhereverGravityPoints) {
  FlowSpec spec = box(uniform(12, 1.0), uniform(4, 0.5), uniform(8, 1.0), no_slip);
  spec.viscosity = spec.diffusivity = 0.1, spec.buoyancy = 10.0, spec.has_temperature = true;
  spec.up = {-1.0, 0.0, 0.0};
  spec.west.heat = spec.east.heat = WallHeat::fixed;
  spec.east.temperature = 1.0;
  Alone<Double> alone(spec);
  fill(alone.stepper, FlowField::temperature, [](double x, double, double) { return x; });
  alone.stepper.restart({});
  for (int step = 0; step < 10; ++step)
    ASSERT_EQ(alone.stepper.step(alone.stepper.stable_step(0.5)).status, StepStatus::done);
  EXPECT_LT(alone.stepper.cfl_rate(), 1e-6);
}

TEST(OpenFlows, WhatEntersLeaves) {
  for (const TimeScheme scheme : {TimeScheme::adams_bashforth, TimeScheme::runge_kutta}) {
    Alone<Double> alone(open_channel(16, 8), scheme);
    fill(alone.stepper, FlowField::u,
         [](double x, double y, double z) { return x == 0.0 ? parabola(x, y, z) : 0.0; });
    alone.stepper.restart({});
    for (int step = 0; step < 40; ++step) {
      ASSERT_EQ(alone.stepper.step(alone.stepper.stable_step(0.5)).status, StepStatus::done);
      EXPECT_LT(divergence(alone.stepper), 1e-8);
    }
    const Sums flux = FlowOutflow<Double>::entering(alone.stepper.grid(), alone.stepper.fields());
    EXPECT_NEAR(flux.second, 1.0 / 8, 1e-14) << "the area of the outflow";
    double middle = 0.0;
    for (int k = 0; k < 8; ++k) middle += u_at(alone.stepper, 1.0, (k + 0.5) / 8) / 64;
    EXPECT_NEAR(middle, flux.first, 1e-8);
  }
}

TEST(OpenFlows, AParabolaThatEntersStaysOne) {
  Alone<Double> alone(open_channel(16, 16));
  fill(alone.stepper, FlowField::u, parabola);
  alone.stepper.restart({});
  for (int step = 0; step < 200; ++step) alone.stepper.step(alone.stepper.stable_step(0.5));
  for (const double z : {0.09375, 0.53125})
    for (const double x : {0.5, 1.0, 1.875})
      EXPECT_NEAR(u_at(alone.stepper, x, z), parabola(x, 0, z), 0.01) << x << ", " << z;
}

// The state has all that a flow goes on from: the outflow's velocity follows from it.
TEST(OpenFlows, ARestartGoesOnToTheBit) {
  Alone<Double> straight(open_channel(12, 8)), second(open_channel(12, 8));
  const auto start = [](Alone<Double>& flow) {
    fill(flow.stepper, FlowField::u, parabola);
    flow.stepper.restart({});
  };
  start(straight);
  for (int step = 0; step < 3; ++step) straight.stepper.step(0.01);
  const FlowState<Double> from = straight.stepper.state(), to = second.stepper.state();
  const auto hand_over = [](const Field<double>& a, const Field<double>& b) {
    if (a.shape().nx > 0) Kokkos::deep_copy(b.owned(), a.owned());
  };
  for (std::size_t f = 0; f < 4; ++f) {
    hand_over(from.fields[f], to.fields[f]);
    hand_over(from.rates[f], to.rates[f]);
  }
  hand_over(from.pressure, to.pressure);
  second.stepper.restart(from.clock);
  for (int step = 0; step < 3; ++step) straight.stepper.step(0.01), second.stepper.step(0.01);
  EXPECT_EQ(contents(straight.stepper.fields()[0]), contents(second.stepper.fields()[0]));
}

FlowSpec with_blocks(FlowSpec spec) {
  spec.obstacles = {{Obstacle::Shape::box, {0.4, 0.0, 0.0}, {0.7, 1.0, 0.5}},
                    {Obstacle::Shape::cylinder, {1.25, 0.0, 0.6}, {0.2, 0.0, 0.0}}};
  return spec;
}

// The number of iterations does not grow with that of cells.
TEST(OpenFlows, PressuresBesideObstaclesConverge) {
  for (const int n : {16, 32, 64}) {
    const FlowSpec spec = with_blocks(open_channel(2 * n, n));
    Alone<Double> alone(spec);
    fill(alone.stepper, FlowField::u,
         [&](double x, double y, double z) { return x == 0.0 ? parabola(x, y, z) : 0.0; });
    alone.stepper.restart({});
    const StepReport report = alone.stepper.step(1e-3);
    ASSERT_EQ(report.status, StepStatus::done) << n;
    EXPECT_LE(report.pressure_iterations(), 25) << n;
    EXPECT_LT(divergence(alone.stepper), 1e-10) << n;
  }
}

TEST(OpenFlows, NothingFlowsThroughObstacles) {
  const FlowSpec spec = with_blocks(open_channel(32, 16));
  Alone<Double> alone(spec);
  fill(alone.stepper, FlowField::u,
       [&](double x, double y, double z) { return x == 0.0 ? parabola(x, y, z) : 0.0; });
  alone.stepper.restart({});
  for (int step = 0; step < 50; ++step)
    ASSERT_EQ(alone.stepper.step(alone.stepper.stable_step(0.5)).status, StepStatus::done);
  const oracle::Array u = owned(alone.stepper.fields()[0]), w = owned(alone.stepper.fields()[2]);
  double most = 0.0;
  for (int i = 1; i < 32; ++i)
    for (int k = 1; k < 16; ++k) {
      const bool solid = spec.is_solid(i, 0, k);
      if (solid || spec.is_solid(i - 1, 0, k)) {
        EXPECT_EQ(u(0, i, k), 0.0);
      }
      if (solid || spec.is_solid(i, 0, k - 1)) {
        EXPECT_EQ(w(0, i, k), 0.0);
      }
      most = std::max(most, u(0, i, k));
    }
  EXPECT_GT(most, 1.8) << "the fluid passes above the block, through half of the channel";
}

} // namespace
} // namespace isobar::open_flow_test
