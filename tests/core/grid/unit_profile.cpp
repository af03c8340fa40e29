// The vertical grid, its coefficients a, b, c, d, and the physical numbers behind them.
#include "support_oracle.hpp"

#include "walk/gpu/layer_table.hpp"
#include <gtest/gtest.h>
#include <isobar/core/grid/horizontal_geometry.hpp>
#include <isobar/core/grid/layers.hpp>

#include <cmath>
#include <limits>

namespace isobar {
namespace {

double relative_or_equal(double x, double y) {
  return x == y ? 0.0 : std::abs(x - y) / std::abs(y);
}

TEST(Profile, Interfaces) {
  const auto graded = layer_interfaces(Domain::panel, LayerSpacing::graded, 0.4, 4);
  const double expected[] = {1.0, 1.025, 1.1, 1.225, 1.4};
  ASSERT_EQ(graded.size(), 5u);
  for (int k = 0; k <= 4; ++k) EXPECT_DOUBLE_EQ(graded[k], expected[k]);
  const auto uniform = layer_interfaces(Domain::flat, LayerSpacing::uniform, 0.4, 4);
  ASSERT_EQ(uniform.size(), 5u);
  for (int k = 0; k <= 4; ++k) EXPECT_DOUBLE_EQ(uniform[k], 0.1 * k);
}

/// All coefficients to full precision: a handful of roundings of half an epsilon each.
void expect_exact_coefficients(Domain domain, LayerSpacing spacing, const Physics& physics, int nz,
                               int merge) {
  SCOPED_TRACE(testing::Message() << "depth " << physics.depth << ", layers " << nz << ", merged "
                                  << merge << (domain == Domain::flat ? ", flat" : ", panel")
                                  << (spacing == LayerSpacing::graded ? ", graded" : ", uniform"));
  const double tolerance = 2.0 * std::numeric_limits<double>::epsilon();
  const auto found = layer_coefficients(domain, spacing, physics, nz, merge);
  const oracle::Matrix m(domain, spacing, physics, 1, 1, nz, merge);
  ASSERT_EQ(int(found.size()), m.nz);
  for (int k = 0; k < m.nz; ++k) {
    EXPECT_LT(relative_or_equal(found[k].a, m.a[k]), tolerance) << k;
    EXPECT_LT(relative_or_equal(found[k].b, -m.b[k]), tolerance) << k;
    EXPECT_LT(relative_or_equal(found[k].c, -m.c[k]), tolerance) << k;
    EXPECT_LT(relative_or_equal(found[k].d, -m.d[k]), tolerance) << k;
  }
}

// The papers' 50 km, 1 km and 1 m of 6371 km, and a shell that is not thin.
TEST(Profile, CoefficientsOfEveryLayer) {
  for (const double depth : {50.0 / 6371.0, 1.0 / 6371.0, 1e-3 / 6371.0, 0.4})
    for (const Domain domain : {Domain::panel, Domain::flat})
      for (const LayerSpacing spacing : {LayerSpacing::graded, LayerSpacing::uniform})
        for (const int nz : {1, 2, 5, 127, 128})
          for (const int merge : {1, 3, 4})
            expect_exact_coefficients(domain, spacing, {6.71e-4, 3.32e-2, depth}, nz, merge);
}

TEST(Profile, StepsAreWholeNumbers) {
  EXPECT_EQ(interface_steps(LayerSpacing::graded, 5, 2), (std::vector<double>{0, 4, 16, 25}));
  EXPECT_EQ(interface_steps(LayerSpacing::uniform, 5, 2), (std::vector<double>{0, 2, 4, 5}));
}

TEST(Profile, IsSymmetricAndInsulatedAndFillsTheShell) {
  const double depth = 0.3;
  const auto layers =
      layer_coefficients(Domain::panel, LayerSpacing::graded, {0.1, 0.2, depth}, 17);
  double volume = 0.0;
  for (std::size_t k = 0; k < layers.size(); ++k) {
    volume += layers[k].a;
    EXPECT_EQ(layers[k].c, k > 0 ? layers[k - 1].b : 0.0);
  }
  EXPECT_EQ(layers.back().b, 0.0);
  EXPECT_NEAR(volume, (std::pow(1.0 + depth, 3) - 1.0) / 3.0, 1e-14);
}

// The petascale paper's flat matrix: -w^2/h^2 beside and -w^2 lam^2/dz^2 above and below the
// diagonal, times the cell's volume.
TEST(Profile, FlatMatrixIsThePetascalePapers) {
  const int n = 10, nz = 4;
  const double w2 = 0.3, lambda2 = 0.2, depth = 0.5, dz = depth / nz, volume = dz / (n * n);
  const auto layers =
      layer_coefficients(Domain::flat, LayerSpacing::uniform, {w2, lambda2, depth}, nz);
  const HorizontalGeometry g(Domain::flat, n, n);
  EXPECT_NEAR(layers[1].a * g.area(4, 4), volume, 1e-15);
  EXPECT_NEAR(layers[1].d * g.west(4, 4), volume * w2 * n * n, 1e-13);
  EXPECT_NEAR(layers[1].d * g.south(4, 4), volume * w2 * n * n, 1e-13);
  EXPECT_NEAR(layers[1].b * g.area(4, 4), volume * w2 * lambda2 / (dz * dz), 1e-15);
  EXPECT_NEAR(layers[1].c * g.area(4, 4), volume * w2 * lambda2 / (dz * dz), 1e-15);
}

TEST(Physics, NumbersOfTheSingleGpuPaper) {
  Atmosphere a;
  a.time_step = default_time_step(256);
  const Physics p = non_dimensional(a);
  EXPECT_NEAR(p.omega_squared, 6.71e-4, 0.005e-4);
  EXPECT_NEAR(p.lambda_squared, 3.32e-2, 0.005e-2);
  EXPECT_NEAR(p.depth, 50.0 / 6371.0, 1e-15);
  EXPECT_NEAR(cfl_of_time_step(Domain::panel, 256, 256, a), 8.4, 0.05);
  EXPECT_DOUBLE_EQ(default_time_step(512), 300.0);
}

// 2 w / h with the mesh width h of the grid at hand, written out.
TEST(Physics, CflIsThatOfTheSmallerMeshWidth) {
  Atmosphere a;
  a.time_step = 420.0;
  const double w = std::sqrt(non_dimensional(a).omega_squared), pi = std::acos(-1.0);
  struct Case {
    Domain domain;
    int nx, ny;
    double h;
  };
  for (const auto& [domain, nx, ny, h] :
       {Case{Domain::panel, 64, 64, pi / 128}, Case{Domain::panel, 64, 100, pi / 200},
        Case{Domain::flat, 64, 64, 1.0 / 64}, Case{Domain::flat, 64, 100, 1.0 / 100},
        Case{Domain::flat, 64, 20, 1.0 / 64}}) {
    const double cfl = cfl_of_time_step(domain, nx, ny, a);
    EXPECT_DOUBLE_EQ(cfl, 2.0 * w / h);
    EXPECT_DOUBLE_EQ(time_step_of_cfl(cfl, domain, nx, ny, a), a.time_step);
  }
}

// The layers that a GPU's launch has among its arguments.
template <class A> void expect_layers_in_arguments(int nz) {
  const GridSpec spec{Domain::panel, LayerSpacing::graded, {0.1, 0.2, 0.3}, nz};
  const GridLevel<A> grid(spec, Partition::whole(2, 2));
  const LayerArguments<A> layers(grid);
  for (int k = 0; k < nz; ++k) {
    const LayerCoefficients<A> found = layers.at(k), &wanted = grid.layers()[k];
    EXPECT_EQ(found.a, wanted.a) << k;
    EXPECT_EQ(found.b, wanted.b) << k;
    EXPECT_EQ(found.c, wanted.c) << k;
    EXPECT_EQ(found.d, wanted.d) << k;
  }
}

TEST(LayerArguments, AreTheLayersAsManyAsFit) {
  for (const int nz : {1, 2, 7, LayerArguments<double>::most}) {
    expect_layers_in_arguments<double>(nz);
    expect_layers_in_arguments<float>(nz);
  }
  expect_layers_in_arguments<float>(LayerArguments<float>::most);
}

} // namespace
} // namespace isobar
