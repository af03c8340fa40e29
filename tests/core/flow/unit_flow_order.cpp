// Orders in space and time.
#include "support_flow_run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace isobar {
namespace {

using std::numbers::pi;

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

/// All fields after steps of these lengths, in turn, up to a time of 0.32.
FlowFields<Double> after(TimeScheme scheme, int steps, double unevenness) {
  Alone<Double> alone(Stirred::spec(), scheme, {1e-12, 100});
  Stirred::start(alone.stepper);
  alone.stepper.step(1e-9); // the fields above have a divergence
  alone.stepper.restart({});
  for (int step = 0; step < steps; ++step)
    alone.stepper.step(0.32 / steps * (1.0 + (step % 2 == 0 ? unevenness : -unevenness)));
  return alone.stepper.fields();
}
double difference(const FlowFields<Double>& a, const FlowFields<Double>& b) {
  const FlowGrid<double> grid(Stirred::spec(), whole(Stirred::spec()));
  double largest = 0.0;
  for (std::size_t f = 0; f < 4; ++f)
    largest = std::max(largest, FlowMeasures<Double>::change(grid, a[f], b[f]));
  return largest;
}

TEST(FlowOrder, InTimeIsTwoForAdamsBashforthAndThreeForRungeKutta) {
  const FlowFields<Double> exact = after(TimeScheme::runge_kutta, 256, 0.0);
  const auto ratio = [&](TimeScheme scheme, int steps, double unevenness) {
    return difference(after(scheme, steps, unevenness), exact) /
           difference(after(scheme, 2 * steps, unevenness), exact);
  };
  EXPECT_GT(ratio(TimeScheme::adams_bashforth, 32, 0.0), 3.5);
  EXPECT_GT(ratio(TimeScheme::adams_bashforth, 32, 0.3), 3.5);
  EXPECT_GT(ratio(TimeScheme::runge_kutta, 16, 0.0), 7.0);
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

} // namespace
} // namespace isobar
