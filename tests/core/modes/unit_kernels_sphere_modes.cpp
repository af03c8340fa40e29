// Kernels on modes of the sphere: steps against its matrix, corrected steps of cycles patch by patch.
#include "support_sphere.hpp"

#include <isobar/core/columns/kernels/transfer.hpp>
#include <isobar/core/modes/kernels/mode_sweeps.hpp>
#include <isobar/core/modes/mode_cycles.hpp>

#include <cmath>

namespace isobar::mode_kernels_on_sphere_test {
namespace {

constexpr int n = 16, nz = 8;
constexpr Physics strong_coupling{0.02, 0.05, 0.1};

std::vector<double> values() {
  std::vector<double> mus;
  for (int m = 0; m < 24; ++m) mus.push_back(1.0 * std::exp2(0.8 * m));
  return mus;
}

/// mu |T| u + w^2 alpha u on each layer, alpha by SphereOracle.
oracle::Array image(const std::vector<double>& mus, const oracle::Array& u) {
  GridSpec spec = sphere_spec(1, strong_coupling);
  const SphereOracle columns(spec, n);
  oracle::Array v(u.nx, u.ny, u.nz);
  for (int c = 0; c < 6 * n * n; ++c) {
    const int i = c % n, j = c / n;
    for (int k = 0; k < u.nz; ++k) {
      double coupled = columns.total(c) * u(j, i, k);
      for (const auto& [other, alpha] : columns.couplings[std::size_t(c)])
        coupled -= alpha * u(other / n, other % n, k);
      v(j, i, k) = mus[std::size_t(k)] * columns.vertical[std::size_t(c)] * u(j, i, k) +
                   spec.physics.omega_squared * coupled;
    }
  }
  return v;
}

template <class P> struct SphereSweeps : testing::Test {
  static constexpr double rounding = std::is_same_v<typename P::storage, float> ? 2e-6 : 1e-13;
};
TYPED_TEST_SUITE(SphereSweeps, BoxPrecisions, PrecisionNames);

/// Around corners of the cube, too, and mode by mode.
TYPED_TEST(SphereSweeps, LeaveWhatTheyPromise) {
  using P = TypeParam;
  const std::vector<double> mus = values();
  const oracle::Array exact = random_on_sphere(n, int(mus.size()), 3), f = image(mus, exact);
  for (const Partition& p : whole_spheres(n)) {
    const GridSpec spec = mode_spec(sphere_spec(nz, strong_coupling), mus);
    ModeSweeps<P> sweeps(make_grid<P>(LevelSetup(GridSetup{spec, p, {}}), ColumnSolves::none),
                         int(mus.size()));
    EXPECT_TRUE(sweeps.exchanges());
    sweeps.set(mus, spec.physics.omega_squared, 1e-4);
    const FieldOf<P> u("u", p.nx, p.ny, int(mus.size()));
    sweeps.solve(sphere_field<typename P::storage>(f, p, SphereHalo::zero), 0, u);
    const oracle::Array solved = sphere_cells(u, p);
    EXPECT_GT(sweeps.steps().front(), 10);
    EXPECT_EQ(sweeps.steps().back(), 1);
    for (int k = 0; k < exact.nz; ++k) {
      double error = 0.0, size = 0.0;
      for (int j = 0; j < 6 * n; ++j)
        for (int i = 0; i < n; ++i) {
          error += std::pow(solved(j, i, k) - exact(j, i, k), 2);
          size += std::pow(exact(j, i, k), 2);
        }
      EXPECT_LE(std::sqrt(error), 2.0 * (1e-4 + this->rounding) * std::sqrt(size)) << k;
    }
  }
}

/// A GPU's walk of layers that are not coupled knows patches: a corrected step is a prolongation and a step.
TYPED_TEST(SphereSweeps, OfCyclesCorrectEachPatch) {
  using P = TypeParam;
  using S = typename P::storage;
  const std::vector<double> mus = values();
  const GridSpec spec = mode_spec(sphere_spec(nz, strong_coupling), mus);
  const int modes = int(mus.size());
  const oracle::Array u = random_on_sphere(n, modes, 1), f = random_on_sphere(n, modes, 2),
                      coarse = random_on_sphere(n / 2, modes, 4);
  const oracle::Array corrected = oracle::sum(u, 1.0, prolongated_on_sphere(coarse));
  for (const Partition& p : whole_spheres(n)) {
    const GridOf<P> grid = make_grid<P>(LevelSetup(GridSetup{spec, p, {}}));
    const auto u_field = sphere_field<S>(u, p), f_field = sphere_field<S>(f, p);
    const auto c_field = sphere_field<S>(coarse, p.coarsened());
    with_cube_corners(c_field, p.coarsened());
    const FieldOf<P> fused("fused", p.nx, p.ny, modes), two("two", p.nx, p.ny, modes);
    Transfer<P>::prolongate_smooth(grid, 0.8, u_field, f_field, c_field, fused);
    const auto corrected_field = sphere_field<S>(u, p);
    add_prolongated(coarse, corrected_field, p);
    Smoother<P>::smooth(grid, 0.8, corrected_field, f_field, two);
    const oracle::Array expected = sphere_cells(two, p);
    EXPECT_LE(norm_of_difference(sphere_cells(fused, p), expected),
              10.0 * this->rounding * oracle::norm(corrected));
  }
}

} // namespace
} // namespace isobar::mode_kernels_on_sphere_test
