// The kernels of the flow against the oracle.
#include "support_flow.hpp"

#include <cmath>

namespace isobar {
namespace {

template <class P> struct FlowKernelsOf : testing::Test {
  using T = typename P::storage;
  static constexpr double tolerance = kernel_tolerance<P>();

  static FlowFields<P> garbage_fields(const FlowCase& c) {
    FlowFields<P> fields;
    for (int f = 0; f < (c.spec.has_temperature ? 4 : 3); ++f)
      fields[std::size_t(f)] = garbage_field<T>(c.part, c.spec.z.cells());
    return fields;
  }
  /// A scalar that is random and rounded to float, as the temperature of an oracle.
  static oracle::Array pressure(const FlowCase& c) {
    return oracle::Flow::random(c.spec, 9).fields[3];
  }
};
TYPED_TEST_SUITE(FlowKernelsOf, BoxPrecisions, PrecisionNames);

oracle::Array weighted(const oracle::Array& x, double a, const oracle::Array& y, double b,
                       const oracle::Array& z) {
  return oracle::sum(oracle::sum(x, a, y), b, z);
}

/// The share of a part of what is summed over the whole box: tests ask whole parts only.
bool is_whole(const FlowCase& c) { return c.part.is_whole(); }

TYPED_TEST(FlowKernelsOf, ThePredictorTakesTheRatesOfTheOracle) {
  using T = typename TestFixture::T;
  const StageWeights weights{0.015625, -0.00390625};
  for (const FlowCase& c : flow_cases()) {
    SCOPED_TRACE(c.name);
    const oracle::Flow flow = oracle::Flow::random(c.spec, 1),
                       last = oracle::Flow::random(c.spec, 5);
    const FlowGridOf<TypeParam> grid(c.spec, c.part);
    const FlowFields<TypeParam> now = flow_fields_of<T>(flow, c.part),
                                rates = flow_fields_of<T>(last, c.part),
                                next = this->garbage_fields(c);
    std::vector<std::vector<T>> before;
    for (const auto& f : now) before.push_back(contents(f));
    for (const auto& f : next) before.push_back(contents(f));
    FlowPredictor<TypeParam>::predict(grid, weights, now, rates, next);
    const auto expected = flow.rates();
    for (std::size_t f = 0; f < (c.spec.has_temperature ? 4u : 3u); ++f) {
      SCOPED_TRACE(testing::Message() << "field " << f);
      EXPECT_TRUE(matches(rates[f], expected[f], c.part, this->tolerance));
      EXPECT_TRUE(matches(
          next[f], weighted(flow.fields[f], weights.now, expected[f], weights.last, last.fields[f]),
          c.part, this->tolerance));
      EXPECT_EQ(contents(now[f]), before[f]);
      EXPECT_TRUE(only_owned_written(next[f], before[4 + f]));
    }
  }
}

TYPED_TEST(FlowKernelsOf, TheDivergenceBecomesTheRightHandSide) {
  using T = typename TestFixture::T;
  for (const FlowCase& c : flow_cases()) {
    SCOPED_TRACE(c.name);
    const oracle::Flow flow = oracle::Flow::random(c.spec, 2);
    const auto f = garbage_field<T>(c.part, flow.nz());
    const auto before = contents(f);
    FlowProjection<TypeParam>::divergence(FlowGridOf<TypeParam>(c.spec, c.part), 0.25,
                                          flow_fields_of<T>(flow, c.part), f);
    const oracle::Array zero(flow.nx(), flow.ny(), flow.nz());
    EXPECT_TRUE(matches(f, oracle::sum(zero, -4.0, flow.divergence()), c.part, this->tolerance));
    EXPECT_TRUE(only_owned_written(f, before));
  }
}

TYPED_TEST(FlowKernelsOf, TheProjectionTakesOffTheGradientAndFindsCflRateAndEnergy) {
  using T = typename TestFixture::T;
  for (const FlowCase& c : flow_cases()) {
    SCOPED_TRACE(c.name);
    const oracle::Flow flow = oracle::Flow::random(c.spec, 3);
    oracle::Flow of_pressure(c.spec), after(c.spec);
    of_pressure.fields[3] = this->pressure(c);
    const auto p = flow_field<T>(of_pressure, 3, c.part);
    const FlowFields<TypeParam> velocity = flow_fields_of<T>(flow, c.part);
    std::vector<std::vector<T>> before;
    for (const auto& f : velocity) before.push_back(contents(f));
    const FlowGridOf<TypeParam> grid(c.spec, c.part);
    const FlowMotion found = FlowProjection<TypeParam>::project(grid, 0.125, p, velocity);
    const auto expected = flow.projected(0.125, of_pressure.fields[3]);
    for (std::size_t f = 0; f < 3; ++f) {
      SCOPED_TRACE(testing::Message() << "velocity " << f);
      EXPECT_TRUE(matches(velocity[f], expected[f], c.part, this->tolerance));
      EXPECT_TRUE(only_owned_written(velocity[f], before[f]));
      after.fields[f] = expected[f];
    }
    if (is_whole(c)) {
      EXPECT_NEAR(found.largest_rate, after.cfl_rate(), this->tolerance * found.largest_rate);
    }
    EXPECT_NEAR(found.energy, FlowMeasures<TypeParam>::sums(grid, velocity).first,
                this->tolerance * found.energy);
  }
}

TYPED_TEST(FlowKernelsOf, NoFluxOfThePressurePassesObstacles) {
  using T = typename TestFixture::T;
  for (const FlowCase& c : flow_cases()) {
    if (c.spec.obstacles.empty()) continue;
    SCOPED_TRACE(c.name);
    oracle::Flow of_pressure(c.spec);
    of_pressure.fields[3] = this->pressure(c);
    const auto image = garbage_field<T>(c.part, of_pressure.nz());
    const auto before = contents(image);
    const auto p = flow_field<T>(of_pressure, 3, c.part);
    const double product =
        ObstacleOperator<TypeParam>::apply(FlowGridOf<TypeParam>(c.spec, c.part), p, image);
    const oracle::Array expected = of_pressure.image(of_pressure.fields[3]);
    EXPECT_TRUE(matches(image, expected, c.part, this->tolerance));
    EXPECT_TRUE(only_owned_written(image, before));
    const double all = oracle::dot(expected, of_pressure.fields[3]);
    if (is_whole(c)) {
      EXPECT_NEAR(product, all, 10 * this->tolerance * all);
    }
  }
}

TYPED_TEST(FlowKernelsOf, AVelocityThatIsNoNumberMakesTheCflRateNone) {
  using T = typename TestFixture::T;
  const FlowCase c = flow_cases()[0];
  for (const int field : {0, 1, 2}) {
    const FlowFields<TypeParam> velocity =
        flow_fields_of<T>(oracle::Flow::random(c.spec, 3), c.part);
    const auto column = Kokkos::subview(velocity[std::size_t(field)].owned(), 7, Kokkos::ALL, 4);
    Kokkos::deep_copy(column, T(std::nan("")));
    const auto p = garbage_field<T>(c.part, c.spec.z.cells());
    const FlowMotion found = FlowProjection<TypeParam>::project(
        FlowGridOf<TypeParam>(c.spec, c.part), 0.125, p, velocity);
    EXPECT_TRUE(std::isnan(found.largest_rate));
    EXPECT_TRUE(std::isnan(found.energy));
  }
}

TYPED_TEST(FlowKernelsOf, TheHaloBeyondWallsHoldsWhatTheWallsSay) {
  using T = typename TestFixture::T;
  for (const FlowCase& c : flow_cases()) {
    SCOPED_TRACE(c.name);
    const oracle::Flow flow = oracle::Flow::random(c.spec, 4);
    const FlowFields<TypeParam> fields = flow_fields_of<T>(flow, c.part, Beyond::garbage),
                                right = flow_fields_of<T>(flow, c.part);
    FlowSides<TypeParam>::fill(FlowGridOf<TypeParam>(c.spec, c.part), fields);
    for (std::size_t f = 0; f < (c.spec.has_temperature ? 4u : 3u); ++f)
      EXPECT_EQ(contents(fields[f]), contents(right[f])) << "field " << f;
  }
}

TYPED_TEST(FlowKernelsOf, SumsAndTheLargestChange) {
  using T = typename TestFixture::T;
  using Measures = FlowMeasures<TypeParam>;
  for (const FlowCase& c : flow_cases()) {
    if (!is_whole(c)) continue;
    SCOPED_TRACE(c.name);
    const oracle::Flow flow = oracle::Flow::random(c.spec, 6);
    const FlowGridOf<TypeParam> grid(c.spec, c.part);
    const FlowFields<TypeParam> fields = flow_fields_of<T>(flow, c.part);
    const Sums sums = Measures::sums(grid, fields);
    const oracle::Array divergence = flow.divergence();
    const double tolerance = 10 * this->tolerance;
    EXPECT_NEAR(sums.first, flow.kinetic_energy(), tolerance * sums.first);
    EXPECT_NEAR(sums.second, oracle::dot(divergence, divergence), tolerance * sums.second);
    for (const int axis : {0, 1, 2}) {
      if (!c.spec.has_temperature) continue;
      EXPECT_NEAR(Measures::heat(grid, axis, fields), flow.heat(axis),
                  tolerance * c.spec.x.length() * c.spec.y.length() * c.spec.z.length());
    }
    oracle::Flow changed = flow;
    changed.fields[0](flow.ny() - 1, flow.nx() - 1, 0) -= 5.0;
    EXPECT_EQ(Measures::change(grid, flow_field<T>(changed, 0, c.part), fields[0]), 5.0);
    EXPECT_EQ(Measures::change(grid, fields[0], fields[0]), 0.0);
  }
}

/// Velocities without divergence: differences of random numbers on the edges along y, which are 0 on walls.
oracle::Flow without_divergence(const FlowSpec& spec, int seed) {
  oracle::Flow flow(spec);
  const oracle::Array on_edges = oracle::random(flow.nx(), flow.ny(), flow.nz(), seed);
  const auto edge = [&](int i, int k, int j) {
    i = (i + flow.nx()) % flow.nx(), k = (k + flow.nz()) % flow.nz();
    return flow.on_wall(0, i) || flow.on_wall(2, k) ? 0.0 : on_edges(j, i, k);
  };
  for (int j = 0; j < flow.ny(); ++j)
    for (int i = 0; i < flow.nx(); ++i)
      for (int k = 0; k < flow.nz(); ++k) {
        flow.fields[0](j, i, k) = (edge(i, k + 1, j) - edge(i, k, j)) / flow.width(2, k);
        flow.fields[2](j, i, k) = -(edge(i + 1, k, j) - edge(i, k, j)) / flow.width(0, i);
        flow.fields[3](j, i, k) = on_edges(j, i, k);
      }
  return flow;
}

// Verstappen and Veldman: convection alone changes no energy, and no square of the temperature, on stretched grids too.
TYPED_TEST(FlowKernelsOf, ConvectionKeepsSumsOfSquares) {
  using T = typename TestFixture::T;
  for (FlowCase c : flow_cases()) {
    if (!is_whole(c) || !c.spec.has_temperature) continue;
    SCOPED_TRACE(c.name);
    c.spec.viscosity = c.spec.diffusivity = 1e-30;
    c.spec.buoyancy = c.spec.heat_source = 0.0;
    c.spec.force = {};
    if (!c.spec.obstacles.empty()) continue; // whose surfaces those velocities pass
    const oracle::Flow flow = without_divergence(c.spec, 8);
    const FlowFields<TypeParam> now = flow_fields_of<T>(flow, c.part),
                                rates = this->garbage_fields(c), next = this->garbage_fields(c);
    FlowPredictor<TypeParam>::predict(FlowGridOf<TypeParam>(c.spec, c.part), {1.0, 0.0}, now, rates,
                                      next);
    double change[2] = {0.0, 0.0}, scale[2] = {1e-15, 1e-15};
    for (int f = 0; f < 4; ++f) {
      const oracle::Array rate = owned(rates[std::size_t(f)]);
      for (int j = 0; j < flow.ny(); ++j)
        for (int i = 0; i < flow.nx(); ++i)
          for (int k = 0; k < flow.nz(); ++k) {
            const double volume = (f == 0 ? flow.distance(0, i) : flow.width(0, i)) *
                                  (f == 1 ? flow.distance(1, j) : flow.width(1, j)) *
                                  (f == 2 ? flow.distance(2, k) : flow.width(2, k));
            const double work = volume * rate(j, i, k) * flow.fields[std::size_t(f)](j, i, k);
            change[f == 3] += work;
            scale[f == 3] += std::abs(work);
          }
    }
    EXPECT_LE(std::abs(change[0]), 10 * this->tolerance * scale[0]);
    EXPECT_LE(std::abs(change[1]), 10 * this->tolerance * scale[1]);
  }
}

} // namespace
} // namespace isobar
