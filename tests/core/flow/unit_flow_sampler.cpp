// Probes and heat fluxes of a flow.
#include "support_flow.hpp"

#include <isobar/core/flow/flow_sampler.hpp>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace isobar {
namespace {

/// The oracle's box with the numbers of a function where they stand.
template <class Function> oracle::Flow filled(const FlowSpec& spec, int field, const Function& f) {
  oracle::Flow flow(spec);
  const auto place = [&](const Axis& a, int axis, int i) {
    return axis == field ? a.interfaces[std::size_t(i)] : a.centre(i);
  };
  for (int j = 0; j < flow.ny(); ++j)
    for (int i = 0; i < flow.nx(); ++i)
      for (int k = 0; k < flow.nz(); ++k)
        flow.fields[std::size_t(field)](j, i, k) =
            f(place(spec.x, 0, i), place(spec.y, 1, j), place(spec.z, 2, k));
  return flow;
}

std::vector<double> taken(const FlowSpec& spec, const std::vector<Sample>& samples,
                          const oracle::Flow& flow, int field) {
  const Partition p = Partition::whole(flow.nx(), flow.ny(), spec.periodic());
  SelfCommunicator<double> alone(spec.periodic());
  return FlowSampler<Double>(FlowGrid<double>(spec, p), samples)
      .take(alone, flow_field<double>(flow, field, p, Beyond::garbage));
}

TEST(FlowSamples, AreExactForLinearFunctionsInside) {
  const auto linear = [](double x, double y, double z) { return 1.0 + 2.0 * x - 3.0 * y + z * x; };
  for (const FlowCase& c : flow_cases()) {
    if (c.spec.x.cells() < 3 || c.spec.y.cells() < 3 || c.spec.z.cells() < 3) continue;
    SCOPED_TRACE(c.name);
    const double x = 0.41 * c.spec.x.length(), y = 0.6 * c.spec.y.length(),
                 z = 0.53 * c.spec.z.length();
    for (int field = 0; field < 4; ++field) {
      const Sample sample = sample_at(c.spec, FlowField(field), {x, y, z});
      EXPECT_NEAR(taken(c.spec, {sample}, filled(c.spec, field, linear), field)[0], linear(x, y, z),
                  1e-13);
    }
  }
}

// On a wall a sample has the wall's own number, whatever the field is inside.
TEST(FlowSamples, AreTheWallsNumberOnAWall) {
  const FlowCase c = flow_cases()[0];
  const oracle::Flow flow = oracle::Flow::random(c.spec, 1);
  const auto at = [&](FlowField field, const std::array<double, 3>& point) {
    return taken(c.spec, {sample_at(c.spec, field, point)}, flow, int(field))[0];
  };
  const FlowSpec& s = c.spec;
  const double x = 0.3 * s.x.length(), y = 0.3 * s.y.length(), z = 0.3 * s.z.length();
  EXPECT_NEAR(at(FlowField::u, {x, y, s.z.length()}), s.top.velocity[0], 1e-14);
  EXPECT_NEAR(at(FlowField::v, {x, y, 0.0}), s.bottom.velocity[1], 1e-14);
  EXPECT_NEAR(at(FlowField::w, {s.x.length(), y, z}), s.east.velocity[2], 1e-14);
  EXPECT_NEAR(at(FlowField::w, {x, 0.0, z}), s.south.velocity[2], 1e-14);
  EXPECT_NEAR(at(FlowField::v, {x, s.y.length(), z}), 0.0, 1e-14);
  EXPECT_NEAR(at(FlowField::temperature, {0.0, y, z}), s.west.temperature, 1e-14);
  EXPECT_NEAR(at(FlowField::u, {x, s.y.length(), s.z.length()}), s.top.velocity[0], 1e-14);
}

TEST(FlowSamples, GoAroundPeriodicBoxes) {
  FlowSpec spec = flow_cases()[3].spec;
  ASSERT_EQ(spec.west.kind, WallKind::periodic);
  const auto wave = [&](double x, double, double) { return x < 0.5 * spec.x.length() ? 1.0 : 3.0; };
  const oracle::Flow flow = filled(spec, 3, wave);
  const double first = 0.5 * spec.x.width(0), last = 0.5 * spec.x.width(spec.x.cells() - 1);
  const Sample west = sample_at(spec, FlowField::temperature, {0.0, 0.4, 0.4});
  EXPECT_NEAR(taken(spec, {west}, flow, 3)[0], (3.0 * first + 1.0 * last) / (first + last), 1e-14);
}

// The walls' velocities at both ends, and the field's own numbers between where they stand in the middle.
TEST(FlowSamples, OnALineThroughTheMiddle) {
  FlowSpec spec = flow_cases()[0].spec;
  spec.x = spec.y = spec.z = Axis::uniform(5, 2.0, Boundary::neumann, Boundary::neumann);
  const oracle::Flow flow = oracle::Flow::random(spec, 1);
  const SampledLine across = line_through_middle(spec, FlowField::v, 2),
                    along = line_through_middle(spec, FlowField::u, 0);
  const std::vector<double> v = taken(spec, across.samples, flow, 1),
                            u = taken(spec, along.samples, flow, 0);
  ASSERT_EQ(across.positions.size(), 7u);
  ASSERT_EQ(along.positions.size(), 6u);
  EXPECT_NEAR(v.front(), spec.bottom.velocity[1], 1e-14);
  EXPECT_NEAR(v.back(), spec.top.velocity[1], 1e-14);
  EXPECT_EQ(u.front(), 0.0);
  EXPECT_NEAR(u.back(), 0.0, 1e-14);
  for (int n = 0; n < 5; ++n) { // the middle of y lies between two faces
    EXPECT_NEAR(across.positions[std::size_t(n) + 1], 0.4 * n + 0.2, 1e-14);
    EXPECT_NEAR(v[std::size_t(n) + 1], 0.5 * (flow.at(1, 2, n, 2) + flow.at(1, 2, n, 3)), 1e-14);
  }
  for (int n = 1; n < 5; ++n) {
    EXPECT_NEAR(along.positions[std::size_t(n)], 0.4 * n, 1e-14);
    EXPECT_NEAR(u[std::size_t(n)], flow.at(0, n, 2, 2), 1e-14);
  }
}

TEST(FlowSamples, RefusePointsOutsideOfTheBox) {
  const FlowSpec spec = flow_cases()[0].spec;
  EXPECT_THROW(sample_at(spec, FlowField::u, {-0.1, 0.0, 0.0}), std::invalid_argument);
  EXPECT_THROW(sample_at(spec, FlowField::u, {0.0, 0.0, 1e9}), std::invalid_argument);
  EXPECT_THROW(sample_at(spec, FlowField::u, {0.0, std::nan(""), 0.0}), std::invalid_argument);
}

// A parabola across the wall, which the gradient is exact for; widths differ.
TEST(FlowWallGradients, AreExactForParabolas) {
  FlowSpec spec = flow_cases()[0].spec;
  for (int side = 0; side < 6; ++side) {
    SCOPED_TRACE(wall_names[std::size_t(side)]);
    FlowSpec fixed = spec;
    Wall* const walls[6] = {&fixed.west,  &fixed.east,   &fixed.south,
                            &fixed.north, &fixed.bottom, &fixed.top};
    const Axis& axis = side < 2 ? fixed.x : side < 4 ? fixed.y : fixed.z;
    const double wall = side % 2 == 0 ? 0.0 : axis.length();
    const auto parabola = [](double s) { return 2.0 + 3.0 * s - 5.0 * s * s; };
    walls[side]->heat = WallHeat::fixed;
    walls[side]->temperature = parabola(wall);
    const oracle::Flow flow = filled(fixed, 3, [&](double x, double y, double z) {
      return parabola(side < 2 ? x : side < 4 ? y : z);
    });
    const double inwards = side % 2 == 0 ? 1.0 : -1.0;
    const std::vector<double> found = taken(fixed, wall_gradient(fixed, side), flow, 3);
    for (const double gradient : found)
      EXPECT_NEAR(gradient, -inwards * (3.0 - 10.0 * wall), 1e-11);
    EXPECT_NEAR(mean_over_side(fixed, side, found), -inwards * (3.0 - 10.0 * wall), 1e-11);
  }
}

TEST(FlowWallGradients, AreNoneOnInsulatedWallsAndRefusedWhereThereIsNoWall) {
  FlowSpec spec = flow_cases()[0].spec;
  spec.north.heat = WallHeat::insulated;
  EXPECT_TRUE(wall_gradient_at(spec, 3, 0, 0).parts.empty());
  EXPECT_THROW(wall_gradient_at(flow_cases()[3].spec, 0, 0, 0), std::invalid_argument);
  FlowSpec thin = spec;
  thin.x = Axis::uniform(1, 1.0, Boundary::neumann, Boundary::neumann);
  EXPECT_THROW(wall_gradient_at(thin, 0, 0, 0), std::invalid_argument);
}

/// A field's mean conduction along an axis.
double conducted(const FlowSpec& spec, const oracle::Flow& flow, int axis) {
  double sum = 0.0;
  for (const double x : taken(spec, mean_conduction(spec, axis), flow, 3)) sum += x;
  return sum;
}

// Fixed walls alone decide what is conducted on the average, whatever the field is inside.
TEST(FlowConduction, BetweenFixedWallsIsTheirDifferenceOverTheLength) {
  FlowSpec spec = flow_cases()[0].spec;
  spec.west.heat = spec.east.heat = WallHeat::fixed;
  spec.west.temperature = 5.0;
  spec.east.temperature = 2.0;
  EXPECT_NEAR(conducted(spec, oracle::Flow::random(spec, 3), 0), 3.0 / spec.x.length(), 1e-13);
}

// On an insulated wall the temperature is that of the cells beside it, each with its area.
TEST(FlowConduction, ToInsulatedWallsTakesTheCellsBesideThem) {
  FlowSpec spec = flow_cases()[0].spec;
  spec.west.heat = WallHeat::fixed;
  spec.west.temperature = 5.0;
  spec.east.heat = spec.bottom.heat = spec.top.heat = WallHeat::insulated;
  const oracle::Flow flow =
      filled(spec, 3, [](double x, double y, double z) { return 7.0 * x + y - 2.0 * z + y * y; });
  double mean = 0.0; // of y + y^2 at the centres
  for (int j = 0; j < spec.y.cells(); ++j)
    mean += spec.y.width(j) * (spec.y.centre(j) + spec.y.centre(j) * spec.y.centre(j));
  double height = 0.0;
  for (int k = 0; k < spec.z.cells(); ++k) height += spec.z.width(k) * spec.z.centre(k);
  const double east = 7.0 * spec.x.centre(spec.x.cells() - 1) + mean / spec.y.length() -
                      2.0 * height / spec.z.length();
  EXPECT_NEAR(conducted(spec, flow, 0), (5.0 - east) / spec.x.length(), 1e-12);
  EXPECT_NEAR(conducted(spec, flow, 2),
              2.0 * (spec.z.centre(spec.z.cells() - 1) - spec.z.centre(0)) / spec.z.length(),
              1e-12);
}

TEST(FlowConduction, AroundAPeriodicAxisIsNone) {
  const FlowSpec spec = flow_cases()[3].spec;
  ASSERT_EQ(spec.west.kind, WallKind::periodic);
  EXPECT_TRUE(mean_conduction(spec, 0).empty());
}

} // namespace
} // namespace isobar
