// The vertical grid, its coefficients a, b, c, d, and the physical numbers behind them.
#include "support_oracle.hpp"

#include <gtest/gtest.h>
#include <isobar/core/level_table.hpp>
#include <isobar/core/profile.hpp>

#include <cmath>

namespace isobar {
namespace {

double relative(double x, double y) { return x == y ? 0.0 : std::abs(x - y) / std::abs(y); }

TEST(Profile, interfaces) {
  const auto graded = level_interfaces(Domain::panel, Levels::graded, 0.4, 4);
  const double expected[] = {1.0, 1.025, 1.1, 1.225, 1.4};
  ASSERT_EQ(graded.size(), 5u);
  for (int k = 0; k <= 4; ++k) EXPECT_DOUBLE_EQ(graded[k], expected[k]);
  const auto uniform = level_interfaces(Domain::flat, Levels::uniform, 0.4, 4);
  ASSERT_EQ(uniform.size(), 5u);
  for (int k = 0; k <= 4; ++k) EXPECT_DOUBLE_EQ(uniform[k], 0.1 * k);
}

TEST(Profile, coefficients_of_every_level) {
  const Physics physics{6.71e-4, 3.32e-2, 50.0 / 6371.0};
  for (const Domain domain : {Domain::panel, Domain::flat})
    for (const Levels levels : {Levels::graded, Levels::uniform})
      for (const int nz : {1, 2, 5, 128}) {
        const auto found = vertical_coefficients(domain, levels, physics, nz);
        const oracle::Matrix m(domain, levels, physics, 1, 1, nz);
        ASSERT_EQ(int(found.size()), nz);
        for (int k = 0; k < nz; ++k) {
          // r_{k+1} - r_k near r = 1 has lost four digits of its 16 on a graded thin shell
          EXPECT_LT(relative(found[k].a, m.a[k]), 1e-9) << k << " of " << nz;
          EXPECT_LT(relative(found[k].b, -m.b[k]), 1e-9) << k << " of " << nz;
          EXPECT_LT(relative(found[k].c, -m.c[k]), 1e-9) << k << " of " << nz;
          EXPECT_LT(relative(found[k].d, -m.d[k]), 1e-9) << k << " of " << nz;
        }
      }
}

TEST(Profile, is_symmetric_and_insulated_and_fills_the_shell) {
  const double depth = 0.3;
  const auto levels = vertical_coefficients(Domain::panel, Levels::graded, {0.1, 0.2, depth}, 17);
  double volume = 0.0;
  for (std::size_t k = 0; k < levels.size(); ++k) {
    volume += levels[k].a;
    EXPECT_EQ(levels[k].c, k > 0 ? levels[k - 1].b : 0.0);
  }
  EXPECT_EQ(levels.back().b, 0.0);
  EXPECT_NEAR(volume, (std::pow(1.0 + depth, 3) - 1.0) / 3.0, 1e-14);
}

// The petascale paper's flat matrix: -w^2/h^2 beside and -w^2 lam^2/dz^2 above and below the
// diagonal, times the cell's volume.
TEST(Profile, flat_matrix_is_the_petascale_papers) {
  const int n = 10, nz = 4;
  const double w2 = 0.3, lambda2 = 0.2, depth = 0.5, dz = depth / nz, volume = dz / (n * n);
  const auto levels =
      vertical_coefficients(Domain::flat, Levels::uniform, {w2, lambda2, depth}, nz);
  const HorizontalGeometry g(Domain::flat, n, n);
  EXPECT_NEAR(levels[1].a * g.area(4, 4), volume, 1e-15);
  EXPECT_NEAR(levels[1].d * g.west(4, 4), volume * w2 * n * n, 1e-13);
  EXPECT_NEAR(levels[1].d * g.south(4, 4), volume * w2 * n * n, 1e-13);
  EXPECT_NEAR(levels[1].b * g.area(4, 4), volume * w2 * lambda2 / (dz * dz), 1e-15);
  EXPECT_NEAR(levels[1].c * g.area(4, 4), volume * w2 * lambda2 / (dz * dz), 1e-15);
}

TEST(Physics, numbers_of_the_single_gpu_paper) {
  Atmosphere a;
  a.time_step = default_time_step(256);
  const Physics p = non_dimensional(a);
  EXPECT_NEAR(p.omega_squared, 6.71e-4, 0.005e-4);
  EXPECT_NEAR(p.lambda_squared, 3.32e-2, 0.005e-2);
  EXPECT_NEAR(p.depth, 50.0 / 6371.0, 1e-15);
  EXPECT_NEAR(cfl_of_time_step(256, a), 8.4, 0.05);
  EXPECT_NEAR(time_step_of_cfl(cfl_of_time_step(100, a), 100, a), a.time_step, 1e-10);
  EXPECT_DOUBLE_EQ(default_time_step(512), 300.0);
}

// What a GPU's launch carries along of it.
template <class A> void expect_levels_in_arguments(int nz) {
  const GridSpec spec{Domain::panel, Levels::graded, {0.1, 0.2, 0.3}, nz};
  const GridLevel<A> grid(spec, Partition::whole(2, 2));
  const LevelArguments<A> levels(grid);
  for (int k = 0; k < nz; ++k) {
    const LevelCoefficients<A> found = levels.at(k), &wanted = grid.levels()[k];
    EXPECT_EQ(found.a, wanted.a) << k;
    EXPECT_EQ(found.b, wanted.b) << k;
    EXPECT_EQ(found.c, wanted.c) << k;
    EXPECT_EQ(found.d, wanted.d) << k;
  }
}

TEST(LevelArguments, are_the_levels_as_many_as_fit) {
  for (const int nz : {1, 2, 7, LevelArguments<double>::most}) {
    expect_levels_in_arguments<double>(nz);
    expect_levels_in_arguments<float>(nz);
  }
  expect_levels_in_arguments<float>(LevelArguments<float>::most);
}

} // namespace
} // namespace isobar
