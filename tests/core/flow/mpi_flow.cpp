// A flow on many ranks is that of one rank.
#include "support_distributed.hpp"
#include "support_flow_run.hpp"
#include "support_transport.hpp"

#include <isobar/comm/communicators/mpi_communicator.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace isobar {
namespace {

constexpr int most_levels = 2;

FlowSpec spec_of(Periodic periodic) {
  const auto axis = [](int n, double length) {
    return Axis::stretched(n, length, 2.0, Boundary::neumann, Boundary::neumann);
  };
  FlowSpec s{axis(24, 1.5), axis(12, 1.0), axis(8, 1.0)};
  s.viscosity = 0.02, s.diffusivity = 0.03, s.buoyancy = 2.0, s.has_temperature = true;
  s.top.velocity = {1.0, 0.5, 0.0};
  s.north.kind = WallKind::free_slip;
  s.west.heat = s.bottom.heat = WallHeat::fixed;
  s.west.temperature = 1.0;
  if (periodic.x) s.west = s.east = Wall{WallKind::periodic};
  if (periodic.y) s.south = s.north = Wall{WallKind::periodic};
  return s;
}

/// Fluid enters in the west and leaves in the east or the north, around obstacles; gravity is inclined.
FlowSpec open_spec(bool to_north) {
  FlowSpec s = spec_of({false, false});
  s.force = {0.25, -0.5, 0.125};
  s.up = {0.48, -0.64, 0.6};
  s.heat_source = 0.5;
  s.west = {WallKind::inflow, {1.0, 0.0, 0.0}, WallHeat::fixed, 1.0};
  (to_north ? s.north : s.east) = Wall{WallKind::outflow};
  s.obstacles = {{Obstacle::Shape::box, {0.3, 0.2, 0.0}, {0.6, 0.6, 0.5}},
                 {Obstacle::Shape::cylinder, {1.1, 0.0, 0.4}, {0.2, 0.0, 0.0}}};
  return s;
}

template <class P> void start(FlowStepper<P>& stepper) {
  fill(stepper, FlowField::u, [](double x, double y, double z) {
    return std::sin(4.0 * x + 1.0) * std::cos(3.0 * z - 2.0 * y);
  });
  fill(stepper, FlowField::v,
       [](double x, double y, double z) { return std::cos(2.0 * x + y) * std::sin(3.0 * y + z); });
  fill(stepper, FlowField::temperature,
       [](double x, double y, double z) { return std::sin(3.0 * x - 2.0 * y) + z; });
  stepper.restart({});
}

/// The results of a flow: the lengths of its steps, and numbers of the whole flow.
struct Course {
  std::vector<double> steps, probes, heat;
};

template <class P> Course run(const FlowSetup& setup, Communicators<typename P::storage>& ranks) {
  FlowRun<P> flow(setup, ranks, most_levels);
  FlowStepper<P>& stepper = *flow.stepper;
  start(stepper);
  Course course;
  for (int step = 0; step < 2; ++step) {
    course.steps.push_back(stepper.stable_step(0.5));
    EXPECT_EQ(stepper.step(course.steps.back()).status, StepStatus::done);
  }
  course.steps.push_back(stepper.rate_of_change());
  const FlowSpec& spec = setup.spec;
  for (const FlowField field : {FlowField::u, FlowField::v, FlowField::w, FlowField::temperature}) {
    std::vector<Sample> samples;
    for (int n = 0; n < 200; ++n)
      samples.push_back(sample_at(spec, field,
                                  {spec.x.length() * std::fmod(0.37 * n, 1.0),
                                   spec.y.length() * std::fmod(0.59 * n, 1.0),
                                   spec.z.length() * std::fmod(0.23 * n, 1.0)}));
    const FlowSampler<P> sampler(stepper.grid(), samples);
    for (const double x : sampler.take(stepper.ranks(), stepper.fields()[std::size_t(field)]))
      course.probes.push_back(x);
  }
  const FlowSampler<P> on_wall(stepper.grid(), wall_gradient(spec, 4));
  course.heat = on_wall.take(stepper.ranks(), stepper.fields()[3]);
  return course;
}

double difference(const std::vector<double>& found, const std::vector<double>& expected) {
  double worst = found.size() == expected.size() ? 0.0 : 1.0, scale = 1e-30;
  for (std::size_t n = 0; n < std::min(found.size(), expected.size()); ++n) {
    worst = std::max(worst, std::abs(found[n] - expected[n]));
    scale = std::max(scale, std::abs(expected[n]));
  }
  return worst / scale;
}

template <class P> struct FlowOnRanks : testing::Test {
  using T = typename P::storage;
  static constexpr bool in_double = std::is_same_v<T, double>;
  MpiComm world{MPI_COMM_WORLD};

  void compare(Periodic periodic, TimeScheme scheme) { compare(spec_of(periodic), scheme); }
  void compare(const FlowSpec& spec, TimeScheme scheme) {
    const Periodic periodic = spec.periodic();
    const SolveControls pressure{
        1e-3, 100}; // as many cycles on any number of ranks, with the same numbers
    FlowSetup setup{spec, Partition::whole(spec.x.cells(), spec.y.cells(), periodic), scheme,
                    pressure};
    SelfCommunicators<T> self(periodic);
    const Course expected = run<P>(setup, self);
    const auto levels = box_levels(pressure_box(spec), most_levels);
    std::vector<int> layers;
    std::vector<Coarsening> halvings;
    for (const BoxSpec& box : levels) {
      layers.push_back(box.z.cells());
      halvings.push_back(next_halving(box).columns());
    }
    for (int px = 1; px <= world.size(); ++px) {
      if (world.size() % px != 0) continue;
      const DecompositionSpec distributed{spec.x.cells(),
                                          spec.y.cells(),
                                          int(levels.size()),
                                          world.size(),
                                          ProcessGrid{px, world.size() / px},
                                          periodic,
                                          halvings};
      if (!can_be_distributed(distributed)) continue;
      SCOPED_TRACE(testing::Message() << px << " x " << world.size() / px);
      const Decomposition d(distributed, world.rank());
      MpiCommunicators<T> communicators(world, d, LayerCounts(layers), best_transport(world));
      setup.partition = d.partition();
      const Course found = run<P>(setup, communicators);
      const double rounding = in_double ? 1e-9 : 1e-3;
      EXPECT_LT(difference(found.steps, expected.steps), rounding);
      EXPECT_LT(difference(found.probes, expected.probes), rounding);
      EXPECT_LT(difference(found.heat, expected.heat), rounding);
    }
  }
};
struct Names {
  template <class P> static std::string GetName(int) { return std::string(precision_name<P>()); }
};
using InBoth = testing::Types<Double, Float>;
TYPED_TEST_SUITE(FlowOnRanks, InBoth, Names);

TYPED_TEST(FlowOnRanks, IsThatOfOneRankBetweenWalls) {
  this->compare({false, false}, TimeScheme::adams_bashforth);
}

TYPED_TEST(FlowOnRanks, IsThatOfOneRankWhereItIsOpen) {
  this->compare(open_spec(false), TimeScheme::adams_bashforth);
  this->compare(open_spec(true), TimeScheme::adams_bashforth);
}

TYPED_TEST(FlowOnRanks, IsThatOfOneRankWherePeriodic) {
  this->compare({true, false}, TimeScheme::runge_kutta);
  this->compare({false, true}, TimeScheme::adams_bashforth);
  this->compare({true, true}, TimeScheme::adams_bashforth);
}

} // namespace
} // namespace isobar
