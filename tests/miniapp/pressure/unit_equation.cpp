// From a deck to the equation: the standard atmosphere, columns between meridians and parallels, functions of the position.
#include "pressure/problem/equation_of.hpp"
#include "pressure/problem/latlon.hpp"
#include "pressure/problem/standard_atmosphere.hpp"
#include "support_deck.hpp"
#include "support_fields.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <isobar/core/grid/horizontal_mesh.hpp>
#include <numbers>

namespace isobar {
namespace {

using std::numbers::pi;

/// NOAA-S/T 76-1562, table I: temperature in K and speed of sound in m/s by geometric height.
TEST(StandardAtmosphere, HasTheNumbersOfTheTable) {
  struct Row {
    double height, temperature, sound_speed;
  };
  for (const Row& row :
       {Row{0.0, 288.150, 340.29}, Row{5e3, 255.676, 320.55}, Row{11e3, 216.774, 295.15},
        Row{20e3, 216.650, 295.07}, Row{30e3, 226.509, 301.71}, Row{50e3, 270.650, 329.80},
        Row{70e3, 219.585, 297.06}, Row{85e3, 188.893, 275.52}}) {
    const Air air = standard_air(row.height);
    EXPECT_NEAR(air.temperature, row.temperature, 2e-3) << row.height;
    EXPECT_NEAR(air.sound_speed, row.sound_speed, 1e-2) << row.height;
  }
}

/// N^2 = g^2 / (c_p T) where the temperature does not change with height.
TEST(StandardAtmosphere, IsStableEverywhere) {
  EXPECT_NEAR(standard_air(15e3).buoyancy_frequency, 9.80665 / std::sqrt(1004.685 * 216.65), 1e-6);
  for (double z = 0.0; z < 100e3; z += 500.0)
    EXPECT_GT(standard_air(z).buoyancy_frequency, 0.008) << z;
}

TEST(EquationOf, ThePapersDeckIsTheirs) {
  const Equation e = equation_of(parse(grid));
  EXPECT_TRUE(e.is_the_spec());
  EXPECT_EQ(e.spec.profiles, LayerProfiles());
  EXPECT_EQ(e.spec.columns, nullptr);
  EXPECT_TRUE(given_coefficients(parse(grid)).empty());
}

/// w^2 alpha_h = (c dt / 2 R)^2 and lam^2 alpha_v / alpha_h = 1 / (1 + (N dt / 2)^2), whatever the deck's c_0 and N_0 are.
TEST(EquationOf, TheAtmosphereDoesNotDependOnWhatItRefersTo) {
  const std::string atmosphere = grid +
                                 "[coefficients]\nalpha_h_profile = \"standard-atmosphere\"\n"
                                 "alpha_v_profile = \"standard-atmosphere\"\n";
  const std::vector<std::string> other = {"physics.sound_speed=400",
                                          "physics.buoyancy_frequency=0.01"};
  for (const Deck& deck : {parse(atmosphere), parse(atmosphere, other)}) {
    const GridSpec spec = equation_of(deck).spec;
    const double dt = *deck.physics.time_step;
    ASSERT_EQ(spec.profiles.alpha_h.size(), 16u);
    for (int k = 0; k < 16; ++k) {
      const auto square = [](double x) { return x * x; };
      const Air air = standard_air(50e3 * 0.5 * (square(k / 16.0) + square((k + 1) / 16.0)));
      const double alpha_h = spec.profiles.alpha_h[std::size_t(k)],
                   alpha_v = spec.profiles.alpha_v[std::size_t(k)];
      EXPECT_NEAR(spec.physics.omega_squared * alpha_h /
                      square(air.sound_speed * dt / (2.0 * deck.physics.radius)),
                  1.0, 1e-12);
      EXPECT_NEAR(spec.physics.lambda_squared * alpha_v / alpha_h *
                      (1.0 + square(0.5 * air.buoyancy_frequency * dt)),
                  1.0, 1e-12);
    }
  }
}

TEST(EquationOf, MountainsAreWhereTheirSummitsAre) {
  const Deck deck = parse(grid, {"coefficients.alpha_h_columns=mountains",
                                 "coefficients.alpha_v_columns=mountains",
                                 "coefficients.mountains=1", "coefficients.mountain_height=5000"});
  const Equation e = equation_of(deck);
  const ColumnFields& fields = *e.spec.columns;
  EXPECT_NEAR(fields.alpha_h(32, 16), 0.9, 1e-3);
  EXPECT_NEAR(fields.alpha_h(0, 16), 1.0, 1e-3);
  EXPECT_DOUBLE_EQ(fields.alpha_h(20, 9) * fields.alpha_v(20, 9), 1.0);
  EXPECT_FALSE(fields.beta);
  EXPECT_EQ(given_coefficients(deck),
            (std::vector<std::string>{"alpha_h: 1 x mountains", "alpha_v: 1 x mountains"}));
}

TEST(EquationOf, ConvectionIsUnsymmetric) {
  const Equation e =
      equation_of(parse(grid, {"coefficients.xi_z_profile=1", "coefficients.xi_x_profile=-3",
                               "coefficients.xi_x_columns=ramp"}));
  EXPECT_FALSE(e.symmetric());
  EXPECT_TRUE(e.convection.y.absent());
  EXPECT_EQ(e.convection.z.profile, std::vector<double>(16, 1.0));
  EXPECT_NEAR(e.convection.x.field(63, 0) / e.convection.x.field(0, 0),
              std::pow(100.0, 63.0 / 64.0), 1e-9);
}

/// The whole sphere has the area 4 pi, and nothing flows over the poles.
TEST(EquationOf, ColumnsBetweenMeridiansAndParallelsCoverTheSphere) {
  // u = 0 on the poles, so that it is their length that counts and not a closed side.
  const Deck deck = parse("[grid]\ndomain = \"latlon\"\nnx = 32\nny = 16\nnz = 2\n",
                          {"boundaries.south=dirichlet", "boundaries.north=dirichlet"});
  const Partition all = Partition::whole(32, 16, {true, false});
  const HorizontalMesh mesh(equation_of(deck).spec, all);
  const auto area = columns_on_host(mesh.area());
  const auto south = columns_on_host(mesh.south());
  const auto west = columns_on_host(mesh.west());
  double sum = 0.0;
  for (int j = 0; j < 16; ++j)
    for (int i = 0; i < 32; ++i) sum += area(i, j);
  EXPECT_NEAR(sum, 4.0 * pi, 1e-12);
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(south(i, 0), 0.0);
    EXPECT_EQ(south(i, 16), 0.0);
    EXPECT_NEAR(south(i, 8), 1.0, 1e-12) << "at the equator columns are squares";
  }
  EXPECT_NEAR(west(0, 3), 1.0 / std::cos(-pi / 2.0 + 3.5 * pi / 16.0), 1e-12);
}

} // namespace
} // namespace isobar
