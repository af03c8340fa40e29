#include <isobar/core/flow/energy_budget.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace isobar {
namespace {

constexpr double digit = std::numeric_limits<double>::epsilon();

/// A box of 2 x 1 x 3 with cells of 1/4, 1/2 and 1/8 and walls at rest.
FlowSpec box() {
  FlowSpec spec;
  spec.x = Axis::uniform(8, 2.0, Boundary::neumann, Boundary::neumann);
  spec.y = Axis::uniform(2, 1.0, Boundary::neumann, Boundary::neumann);
  spec.z = Axis::uniform(24, 3.0, Boundary::neumann, Boundary::neumann);
  spec.viscosity = 0.01;
  return spec;
}

EnergyBudget budget_of(const FlowSpec& spec, double energy, TemperatureRange t = {}) {
  EnergyBudget budget(spec, t, digit);
  budget.begin(energy);
  return budget;
}

TEST(EnergyBudget, NothingGrowsWhereNothingDrives) {
  EnergyBudget budget = budget_of(box(), 2.0);
  EXPECT_TRUE(budget.admits(0.1, 2.0));
  EXPECT_TRUE(budget.admits(0.1, 1.0));
  EXPECT_TRUE(budget.admits(0.1, 1.015));
  EXPECT_NEAR(budget.most(), 1.02, 1e-12);
  EXPECT_NEAR(budget.largest_share(), 1.015 / 1.02, 1e-12);
  EXPECT_FALSE(budget.admits(0.1, 1.03)) << "the least energy counts, not the last";
}

TEST(EnergyBudget, GrowthIsSeenHoweverSlowItIs) {
  EnergyBudget budget = budget_of(box(), 1.0);
  double energy = 1.0;
  int steps = 0;
  while (budget.admits(0.1, energy) && steps < 1000) ++steps, energy *= 1.001;
  EXPECT_LT(steps, 22);
}

TEST(EnergyBudget, NumbersThatAreNoneAreNotAdmitted) {
  EXPECT_FALSE(budget_of(box(), 1.0).admits(0.1, std::nan("")));
  EXPECT_FALSE(budget_of(box(), 1.0).admits(0.1, HUGE_VAL));
}

TEST(EnergyBudget, RestStaysRest) {
  EnergyBudget budget = budget_of(box(), 0.0);
  EXPECT_TRUE(budget.admits(0.1, 0.0));
  EXPECT_FALSE(budget.admits(0.1, 1e-30));
}

/// The lid: viscosity area U^2 / (2 h) = 0.01 * 2 * 25 / (2 / 8).
TEST(EnergyBudget, WallsDoSoMuchWork) {
  FlowSpec spec = box();
  spec.top.velocity = {3.0, 4.0, 0.0};
  EnergyBudget budget = budget_of(spec, 0.0);
  EXPECT_TRUE(budget.admits(0.5, 0.99));
  EXPECT_NEAR(budget.most(), 1.02, 1e-12);
  EXPECT_TRUE(budget.admits(0.5, 2.02)) << "0.99 and 1 more";
  EXPECT_FALSE(budget.admits(0.5, 3.2));
  spec.top.kind = WallKind::free_slip;
  EXPECT_FALSE(budget_of(spec, 0.0).admits(0.5, 0.1));
}

/// The root of the energy grows by buoyancy D sqrt(volume / 2) = 2 D sqrt(3) a unit of time.
TEST(EnergyBudget, BuoyancyLiftsByTheRangeOfTheTemperature) {
  FlowSpec spec = box();
  spec.has_temperature = true;
  spec.buoyancy = -2.0;
  const double half = std::sqrt(3.0); // D is 1/2
  EnergyBudget budget = budget_of(spec, 1.0, {299.5, 300.5});
  EXPECT_TRUE(budget.admits(0.1, 1.0));
  EXPECT_NEAR(budget.most(), 1.02 * std::pow(1.0 + 0.1 * half, 2), 1e-12);
  spec.bottom.kind = spec.top.kind = WallKind::periodic;
  EnergyBudget around = budget_of(spec, 1.0, {-0.25, 1.0});
  EXPECT_TRUE(around.admits(0.1, 1.0));
  EXPECT_NEAR(around.most(), 1.02 * std::pow(1.0 + 0.2 * half, 2), 1e-12) << "a mean lifts all";
  spec.has_temperature = false;
  EXPECT_FALSE(budget_of(spec, 1.0, {0.0, 1.0}).admits(0.1, 1.1));
}

/// A body force does so as buoyancy does, and a heat source makes buoyancy grow; what flows in may bring any energy.
TEST(EnergyBudget, ForcesHeatAndInflowsDrive) {
  FlowSpec spec = box();
  spec.force = {0.0, 0.3, -0.4};
  const double half = std::sqrt(3.0);
  EnergyBudget forced = budget_of(spec, 1.0);
  EXPECT_TRUE(forced.admits(0.1, 1.0));
  EXPECT_NEAR(forced.most(), 1.02 * std::pow(1.0 + 0.05 * half, 2), 1e-12);
  spec.force = {};
  spec.has_temperature = true;
  spec.buoyancy = 2.0, spec.heat_source = -3.0;
  EnergyBudget heated = budget_of(spec, 1.0);
  EXPECT_TRUE(heated.admits(0.1, 1.0));
  EXPECT_NEAR(heated.most(), 1.02 * std::pow(1.0 + 0.06 * half, 2), 1e-12);
  spec.west = {WallKind::inflow, {1.0, 0.0, 0.0}};
  spec.east.kind = WallKind::outflow;
  EXPECT_TRUE(budget_of(spec, 0.0).admits(0.1, 1e30));
  EXPECT_FALSE(budget_of(spec, 0.0).admits(0.1, std::nan("")));
}

/// Gravity along x: a mean of T lifts nothing between walls in x, whatever z is.
TEST(EnergyBudget, GravitysDirectionCounts) {
  FlowSpec spec = box();
  spec.has_temperature = true;
  spec.buoyancy = 1.0, spec.up = {1.0, 0.0, 0.0};
  spec.bottom.kind = spec.top.kind = WallKind::periodic;
  EXPECT_NEAR(largest_acceleration(spec, {299.0, 300.0}), 0.5, 1e-12);
  spec.up = {0.0, 0.6, 0.8};
  EXPECT_NEAR(largest_acceleration(spec, {299.0, 300.0}), 300.0, 1e-12);
}

} // namespace
} // namespace isobar
