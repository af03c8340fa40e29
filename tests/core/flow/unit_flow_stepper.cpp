// Time steps of flows whose behaviour is known.
#include "support_fields.hpp"
#include "support_flow_run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace isobar {
namespace {

template <class P> struct FlowSteps : testing::Test {
  /// Whether fields are in double: it sets the pressure's tolerance.
  static constexpr bool in_double = std::is_same_v<typename P::storage, double>;
  const SolveControls controls{in_double ? 1e-10 : 1e-5, 100};
};
using InBoth = testing::Types<Double, Float>;
TYPED_TEST_SUITE(FlowSteps, InBoth, PrecisionNames);

TYPED_TEST(FlowSteps, TheDivergenceAfterAStepIsThePressuresResidual) {
  for (const TimeScheme scheme : {TimeScheme::adams_bashforth, TimeScheme::runge_kutta}) {
    Alone<TypeParam> alone(Stirred::spec(), scheme, this->controls);
    Stirred::start(alone.stepper);
    for (int step = 0; step < 3; ++step) {
      const double dt = alone.stepper.stable_step(0.5);
      const StepReport report = alone.stepper.step(dt);
      ASSERT_EQ(report.status, StepStatus::done);
      const double length = stages(scheme, dt, dt).back().length();
      const double allowed =
          length * this->controls.tolerance * report.pressure.back().residual_norms.front();
      const double rounding = this->in_double ? 1e-15 : 1e-6;
      const Sums sums = FlowMeasures<TypeParam>::sums(alone.stepper.grid(), alone.stepper.fields());
      EXPECT_LE(std::sqrt(sums.second), 1.01 * allowed + rounding);
    }
  }
}

// Temperature that rises with height, heavy below: the pressure carries it.
TYPED_TEST(FlowSteps, HydrostaticRestStaysAtRest) {
  FlowSpec spec =
      box(Axis::stretched(12, 1.0, 2.0, Boundary::neumann, Boundary::neumann), uniform(4, 0.5),
          Axis::stretched(16, 1.0, 3.0, Boundary::neumann, Boundary::neumann), no_slip);
  spec.viscosity = spec.diffusivity = 0.1, spec.buoyancy = 10.0, spec.has_temperature = true;
  spec.bottom.heat = spec.top.heat = WallHeat::fixed;
  spec.top.temperature = 1.0;
  Alone<TypeParam> alone(spec, TimeScheme::adams_bashforth, this->controls);
  const auto by_height = [](double, double, double z) { return z; };
  fill(alone.stepper, FlowField::temperature, by_height);
  alone.stepper.restart({});
  for (int step = 0; step < 20; ++step)
    ASSERT_EQ(alone.stepper.step(alone.stepper.stable_step(0.5)).status, StepStatus::done);
  EXPECT_LT(alone.stepper.cfl_rate(), this->in_double ? 1e-6 : 1e-2);
  EXPECT_LT(alone.stepper.rate_of_change(), this->in_double ? 1e-7 : 1e-2);
}

template <class P> double mean_temperature(const FlowStepper<P>& stepper) {
  const FieldOf<P>& t = stepper.fields()[3];
  const FlowSpec& spec = stepper.grid().spec();
  const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), t.flat());
  double sum = 0.0;
  for (int j = 0; j < t.shape().ny; ++j)
    for (int i = 0; i < t.shape().nx; ++i)
      for (int k = 0; k < t.shape().nz; ++k)
        sum += spec.x.width(i) * spec.y.width(j) * spec.z.width(k) *
               double(host(std::size_t(t.shape().place(i, k, j))));
  return sum / pressure_box(spec).volume();
}

TYPED_TEST(FlowSteps, InsulatedWallsKeepTheMeanTemperature) {
  FlowSpec spec = Stirred::spec();
  spec.west.heat = spec.east.heat = WallHeat::insulated;
  spec.west.temperature = 0.0;
  spec.x = Axis::stretched(12, 1.0, 3.0, Boundary::neumann, Boundary::neumann);
  Alone<TypeParam> alone(spec, TimeScheme::runge_kutta, this->controls);
  Stirred::start(alone.stepper);
  alone.stepper.step(1e-6); // the fields that it starts from have a divergence
  const double before = mean_temperature(alone.stepper);
  for (int step = 0; step < 20; ++step) alone.stepper.step(alone.stepper.stable_step(0.5));
  EXPECT_NEAR(mean_temperature(alone.stepper), before, this->in_double ? 1e-9 : 1e-5);
}

/// The numbers that a restart keeps, on the host.
template <class P> std::vector<std::vector<typename P::storage>> saved(const FlowState<P>& state) {
  std::vector<std::vector<typename P::storage>> all;
  for (const auto* fields : {&state.fields, &state.rates})
    for (const auto& f : *fields) all.push_back(contents(f));
  all.push_back(contents(state.pressure));
  return all;
}
/// Owned cells alone; what is beside them is lost.
template <class T> void load_owned(const Field<T>& field, const std::vector<T>& numbers) {
  const auto host = Kokkos::create_mirror_view(field.flat());
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    const CellOfNumber at = cell_of(field.shape(), Int64(n));
    host(n) = at.owned ? numbers[n] : at.padding ? T(0) : T(99);
  }
  Kokkos::deep_copy(field.flat(), host);
}

TYPED_TEST(FlowSteps, ARestartGoesOnToTheBit) {
  FlowSpec spec = Stirred::spec();
  spec.south = spec.north = Wall{WallKind::periodic};
  for (const TimeScheme scheme : {TimeScheme::adams_bashforth, TimeScheme::runge_kutta}) {
    Alone<TypeParam> first(spec, scheme, this->controls), second(spec, scheme, this->controls);
    Stirred::start(first.stepper);
    const auto go_on = [](FlowStepper<TypeParam>& stepper) {
      for (int step = 0; step < 3; ++step) stepper.step(stepper.stable_step(0.4));
    };
    go_on(first.stepper);
    const auto kept = saved(first.stepper.state());
    const FlowClock clock = first.stepper.clock();
    const FlowState<TypeParam> state = second.stepper.state();
    for (std::size_t f = 0; f < 4; ++f) {
      load_owned(state.fields[f], kept[f]);
      load_owned(state.rates[f], kept[4 + f]);
    }
    load_owned(state.pressure, kept[8]);
    second.stepper.restart(clock);
    go_on(first.stepper);
    go_on(second.stepper);
    const auto expected = saved(first.stepper.state()), found = saved(second.stepper.state());
    for (std::size_t f = 0; f < 4; ++f) EXPECT_TRUE(found[f] == expected[f]) << "field " << f;
    EXPECT_EQ(second.stepper.clock().time, first.stepper.clock().time);
    EXPECT_EQ(second.stepper.clock().steps, 6);
  }
}

TYPED_TEST(FlowSteps, NumbersThatAreNoneAreReported) {
  for (const int field : {0, 3}) {
    Alone<TypeParam> alone(Stirred::spec(), TimeScheme::adams_bashforth, this->controls);
    Stirred::start(alone.stepper);
    const auto no_number = [](double x, double, double) {
      return x > 0.4 && x < 0.6 ? std::numeric_limits<double>::quiet_NaN() : 0.0;
    };
    fill(alone.stepper, FlowField(field), no_number);
    alone.stepper.restart({});
    EXPECT_EQ(alone.stepper.step(1e-3).status, StepStatus::not_finite);
    EXPECT_EQ(alone.stepper.clock().steps, 0);
  }
}

TYPED_TEST(FlowSteps, APressureThatDoesNotConvergeIsReportedAndTheFlowGoesOn) {
  Alone<TypeParam> alone(Stirred::spec(), TimeScheme::runge_kutta, {1e-30, 1});
  Stirred::start(alone.stepper);
  const StepReport report = alone.stepper.step(1e-3);
  EXPECT_EQ(report.status, StepStatus::pressure_not_converged);
  EXPECT_EQ(report.pressure_iterations(), 3);
  EXPECT_EQ(alone.stepper.clock().steps, 1);
}

// A velocity of 1 across cells of 1/4; diffusion with 4 / h^2 along each axis.
TEST(FlowStableStep, AddsTheSharesOfConvectionAndDiffusion) {
  FlowSpec spec = box(uniform(4, 1.0), uniform(4, 2.0), uniform(1, 1.0), free_slip);
  spec.west = spec.east = Wall{WallKind::periodic};
  spec.viscosity = 0.01;
  Alone<Double> alone(spec);
  EXPECT_DOUBLE_EQ(alone.stepper.stable_step(0.5), 1.0 / (0.01 * (64.0 + 16.0)));
  fill(alone.stepper, FlowField::u, [](double, double, double) { return -1.0; });
  alone.stepper.restart({});
  EXPECT_DOUBLE_EQ(alone.stepper.cfl_rate(), 4.0);
  EXPECT_DOUBLE_EQ(alone.stepper.stable_step(0.5), 1.0 / (8.0 + 0.8));
}

TEST(FlowTimeSchemes, StagesAddUpToTheStep) {
  for (const TimeScheme scheme : {TimeScheme::adams_bashforth, TimeScheme::runge_kutta}) {
    double sum = 0.0;
    for (const StageWeights& stage : stages(scheme, 0.3, 0.1)) sum += stage.length();
    EXPECT_NEAR(sum, 0.3, 1e-15);
  }
  const StageWeights euler = stages(TimeScheme::adams_bashforth, 0.3, 0.0)[0];
  EXPECT_EQ(euler.now, 0.3);
  EXPECT_EQ(euler.last, 0.0);
  const StageWeights even = stages(TimeScheme::adams_bashforth, 0.2, 0.2)[0];
  EXPECT_DOUBLE_EQ(even.now, 0.3);
  EXPECT_DOUBLE_EQ(even.last, -0.1);
}

// After a step that was cut short, as to meet a time of output, the last rates say little about the slope.
TEST(FlowTimeSchemes, AStepThatIsManyTimesAsLongIsEulers) {
  EXPECT_LT(stages(TimeScheme::adams_bashforth, 0.3, 0.1)[0].last, 0.0);
  const StageWeights euler = stages(TimeScheme::adams_bashforth, 0.3, 1e-9)[0];
  EXPECT_EQ(euler.now, 0.3);
  EXPECT_EQ(euler.last, 0.0);
}

} // namespace
} // namespace isobar
