// Time steps of flows whose behaviour is known.
#include "support_fields.hpp"
#include "support_flow_run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace isobar {
namespace {

using std::numbers::pi;
constexpr Wall free_slip{WallKind::free_slip};
constexpr Wall no_slip{};

Axis uniform(int n, double length) {
  return Axis::uniform(n, length, Boundary::neumann, Boundary::neumann);
}

/// A box with the same wall on all sides.
FlowSpec box(const Axis& x, const Axis& y, const Axis& z, const Wall& wall) {
  FlowSpec s{x, y, z};
  s.west = s.east = s.south = s.north = s.bottom = s.top = wall;
  return s;
}

Partition whole(const FlowSpec& s) {
  return Partition::whole(s.x.cells(), s.y.cells(), s.periodic());
}

/// One rank's flow.
template <class P> struct Alone {
  SelfCommunicators<typename P::storage> self;
  FlowRun<P> run;
  FlowStepper<P>& stepper;
  explicit Alone(const FlowSpec& spec, TimeScheme scheme = TimeScheme::adams_bashforth,
                 const SolveControls& pressure = {1e-10, 100})
      : self(spec.periodic()), run({spec, whole(spec), scheme, pressure}, self),
        stepper(*run.stepper) {}
};

template <class P> struct FlowSteps : testing::Test {
  /// What the pressure's tolerance can be.
  static constexpr bool in_double = std::is_same_v<typename P::storage, double>;
  const SolveControls controls{in_double ? 1e-10 : 1e-5, 100};
};
using InBoth = testing::Types<Double, Float>;
TYPED_TEST_SUITE(FlowSteps, InBoth, PrecisionNames);

/// A vortex in the plane of two axes: u = sin a cos b, the other -cos a sin b.
struct TaylorGreen {
  int a, b; ///< axes
  FlowSpec spec(int n, double viscosity) const {
    const auto axis = [&](int d) { return d == a || d == b ? uniform(n, pi) : uniform(1, 1.0); };
    FlowSpec s = box(axis(0), axis(1), axis(2), free_slip);
    s.viscosity = viscosity;
    return s;
  }
  double velocity(int field, double x, double y, double z) const {
    const double place[3] = {x, y, z};
    if (field == a) return std::sin(place[a]) * std::cos(place[b]);
    return field == b ? -std::cos(place[a]) * std::sin(place[b]) : 0.0;
  }
  template <class P> void fill_all(const FlowStepper<P>& stepper) const {
    for (const int f : {0, 1, 2})
      fill(stepper, FlowField(f),
           [&](double x, double y, double z) { return velocity(f, x, y, z); });
  }
  /// The largest error of the velocity after `steps` steps.
  double error(int n, TimeScheme scheme, double time, int steps) const {
    constexpr double viscosity = 0.5;
    Alone<Double> alone(spec(n, viscosity), scheme);
    fill_all(alone.stepper);
    alone.stepper.restart({});
    for (int step = 0; step < steps; ++step) {
      EXPECT_EQ(alone.stepper.step(time / steps).status, StepStatus::done);
    }
    const double decay = std::exp(-2.0 * viscosity * time);
    const auto found = alone.stepper.fields();
    const FlowFields<Double> reached{
        FieldOf<Double>("u", found[0].shape().nx, found[0].shape().ny, found[0].shape().nz)};
    Kokkos::deep_copy(reached[0].flat(), found[0].flat());
    fill(alone.stepper, FlowField::u,
         [&](double x, double y, double z) { return decay * velocity(0, x, y, z); });
    return FlowMeasures<Double>::change(alone.stepper.grid(), reached[0], found[0]);
  }
};

TEST(FlowTaylorGreen, IsOfOrderTwoInSpaceInEachPlane) {
  for (const TaylorGreen vortex : {TaylorGreen{0, 2}, TaylorGreen{0, 1}}) {
    const double coarse = vortex.error(8, TimeScheme::runge_kutta, 0.25, 40),
                 fine = vortex.error(16, TimeScheme::runge_kutta, 0.25, 160);
    EXPECT_GT(coarse / fine, 3.7);
    EXPECT_LT(coarse / fine, 4.3);
    EXPECT_LT(fine, 1e-3);
  }
}

/// In the plane of y and z, where u is 0.
TEST(FlowTaylorGreen, DecaysInThePlaneAcrossX) {
  const TaylorGreen vortex{1, 2};
  Alone<Double> alone(vortex.spec(16, 0.5), TimeScheme::runge_kutta);
  vortex.fill_all(alone.stepper);
  alone.stepper.restart({});
  const double before =
      FlowMeasures<Double>::sums(alone.stepper.grid(), alone.stepper.fields()).first;
  for (int step = 0; step < 40; ++step) alone.stepper.step(0.00625);
  const double after =
      FlowMeasures<Double>::sums(alone.stepper.grid(), alone.stepper.fields()).first;
  EXPECT_NEAR(after / before, std::exp(-4.0 * 0.5 * 0.25), 2e-3);
}

/// A flow with all terms: vortices that act on each other, and buoyancy.
struct Stirred {
  static FlowSpec spec() {
    FlowSpec s = box(uniform(12, 1.0), uniform(6, 0.5), uniform(10, 1.0), no_slip);
    s.viscosity = 0.02, s.diffusivity = 0.01, s.buoyancy = 3.0, s.has_temperature = true;
    s.top.velocity = {1.0, 0.5, 0.0};
    s.west.heat = s.east.heat = WallHeat::fixed;
    s.west.temperature = 1.0;
    return s;
  }
  template <class P> static void start(FlowStepper<P>& stepper) {
    fill(stepper, FlowField::u, [](double x, double y, double z) {
      return std::sin(pi * x) * std::cos(pi * z) * (1.0 + y);
    });
    fill(stepper, FlowField::w, [](double x, double y, double z) {
      return -std::cos(pi * x) * std::sin(pi * z) * (1.0 + y);
    });
    fill(stepper, FlowField::temperature,
         [](double x, double y, double z) { return 1.0 - x + 0.2 * std::sin(3 * y + 5 * z); });
    stepper.restart({});
  }
  /// All fields after steps of these lengths, in turn, up to a time of 0.32.
  static FlowFields<Double> after(TimeScheme scheme, int steps, double unevenness) {
    Alone<Double> alone(spec(), scheme, {1e-12, 100});
    start(alone.stepper);
    alone.stepper.step(1e-9); // the fields above have a divergence
    alone.stepper.restart({});
    for (int step = 0; step < steps; ++step)
      alone.stepper.step(0.32 / steps * (1.0 + (step % 2 == 0 ? unevenness : -unevenness)));
    return alone.stepper.fields();
  }
  static double difference(const FlowFields<Double>& a, const FlowFields<Double>& b) {
    const FlowGrid<double> grid(spec(), whole(spec()));
    double largest = 0.0;
    for (std::size_t f = 0; f < 4; ++f)
      largest = std::max(largest, FlowMeasures<Double>::change(grid, a[f], b[f]));
    return largest;
  }
};

TEST(FlowOrder, InTimeIsTwoForAdamsBashforthAndThreeForRungeKutta) {
  const FlowFields<Double> exact = Stirred::after(TimeScheme::runge_kutta, 256, 0.0);
  const auto ratio = [&](TimeScheme scheme, int steps, double unevenness) {
    return Stirred::difference(Stirred::after(scheme, steps, unevenness), exact) /
           Stirred::difference(Stirred::after(scheme, 2 * steps, unevenness), exact);
  };
  EXPECT_GT(ratio(TimeScheme::adams_bashforth, 32, 0.0), 3.5);
  EXPECT_GT(ratio(TimeScheme::adams_bashforth, 32, 0.3), 3.5);
  EXPECT_GT(ratio(TimeScheme::runge_kutta, 16, 0.0), 7.0);
}

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

// Free slip, hardly any viscosity: energy is lost only by the error of the time steps.
TEST(FlowEnergy, IsKeptWithoutViscosity) {
  const TaylorGreen vortex{0, 2};
  FlowSpec spec = vortex.spec(16, 1e-12);
  spec.x = spec.z = Axis::stretched(16, pi, 2.0, Boundary::neumann, Boundary::neumann);
  Alone<Double> alone(spec, TimeScheme::runge_kutta, {1e-11, 100});
  vortex.fill_all(alone.stepper);
  alone.stepper.restart({});
  alone.stepper.step(1e-6);
  const auto energy = [&] {
    return FlowMeasures<Double>::sums(alone.stepper.grid(), alone.stepper.fields()).first;
  };
  const double before = energy();
  for (int step = 0; step < 50; ++step) alone.stepper.step(0.02);
  EXPECT_NEAR(energy() / before, 1.0, 1e-5);
}

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

/// What a restart keeps, on the host.
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
