// Vertical modes against what they are defined by, and against numbers of a dense eigenvalue solver.
#include "modes/find_modes.hpp"
#include "support_problem.hpp"

#include <isobar/core/base/device_array.hpp>
#include <isobar/core/modes/vertical_modes.hpp>

#include <cmath>

namespace isobar::vertical_modes_test {
namespace {

using Host = Kokkos::View<double**, Kokkos::LayoutLeft, HostSpace>;

struct Found {
  std::vector<double> values;
  Host vectors; ///< (m, k)
};

Found find(const ModePencil& pencil) {
  VerticalModes modes(int(pencil.layers.size()));
  modes.find(pencil);
  return {modes.values(), Kokkos::create_mirror_view_and_copy(HostSpace(), modes.vectors())};
}

ModePencil pencil_of(const GridSpec& spec) {
  return {layer_coefficients(spec), 1.0, 0.0, spec.physics.omega_squared};
}

/// The papers' layers with the horizontal CFL number on 512 x 512 columns.
GridSpec spec_of_cfl(double cfl) {
  Atmosphere a;
  a.time_step = time_step_of_cfl(cfl, Domain::panel, 512, 512, a);
  return {Domain::panel, LayerSpacing::graded, non_dimensional(a), 128};
}

double product(const ModePencil& p, const Host& q, int m, int n) {
  double sum = 0.0;
  for (int k = 0; k < int(p.layers.size()); ++k)
    sum += q(m, k) * q(n, k) * p.layers[std::size_t(k)].d / p.unit;
  return sum;
}

/// V q of layer k.
double applied(const ModePencil& p, const Host& q, int m, int k) {
  const LayerCoefficients<double>& c = p.layers[std::size_t(k)];
  const double above = k + 1 < int(p.layers.size()) ? q(m, k + 1) : 0.0,
               below = k > 0 ? q(m, k - 1) : 0.0;
  return p.reaction * c.a * q(m, k) + c.b * (q(m, k) - above) + c.c * (q(m, k) - below);
}

void expect_modes(const ModePencil& p, double orthogonality) {
  const Found found = find(p);
  const int nz = int(p.layers.size());
  double most = 0.0;
  for (const double mu : found.values) most = std::max(most, mu);
  for (int m = 0; m < nz; ++m) {
    const double mu = found.values[std::size_t(m)];
    if (m > 0) {
      EXPECT_GT(mu, found.values[std::size_t(m) - 1]);
    }
    double residual = 0.0, size = 0.0;
    for (int k = 0; k < nz; ++k) {
      const double weight = p.layers[std::size_t(k)].d / p.unit;
      residual +=
          std::pow(applied(p, found.vectors, m, k) - mu * weight * found.vectors(m, k), 2) / weight;
      size += std::pow(found.vectors(m, k), 2) * weight;
    }
    EXPECT_LE(std::sqrt(residual), 1e-14 * most) << m;
    EXPECT_NEAR(size, 1.0, 1e-14) << m;
    for (int n = 0; n < m; ++n)
      EXPECT_NEAR(product(p, found.vectors, m, n), 0.0, orthogonality) << m << ", " << n;
  }
}

TEST(VerticalModes, AreThoseOfTheirPencil) {
  GridSpec spec = spec_of_cfl(8.4);
  for (const int nz : {1, 2, 3, 15, 16, 17, 128}) {
    spec.nz = nz;
    expect_modes(pencil_of(spec), 1e-13);
  }
  expect_modes(pencil_of(spec), 1e-14);
  spec.spacing = LayerSpacing::uniform; // whose largest mu lie close to each other
  expect_modes(pencil_of(spec), 1e-12);
}

TEST(VerticalModes, OfManyLayersAreOrthogonal) {
  GridSpec spec = spec_of_cfl(8.4);
  spec.nz = 400;
  expect_modes(pencil_of(spec), 1e-12);
}

/// Modes as a warp of a GPU finds them, which hosts emulate, against those of this machine.
void expect_the_same_of_warps(const ModePencil& p) {
  const int nz = int(p.layers.size());
  const Found expected = find(p);
  const auto layers = on_device("layers", p.layers);
  const Kokkos::View<double*, MemorySpace> mu("mu", nz);
  const VerticalModes::Vectors vectors("modes", nz, nz);
  const double most = 2.0 * expected.values.back();
  launch("find",
         FindModes<Walk::march>({layers.data(), nz, p.reaction, p.unit}, most, mu, vectors));
  const auto values = Kokkos::create_mirror_view_and_copy(HostSpace(), mu);
  const Host found = Kokkos::create_mirror_view_and_copy(HostSpace(), vectors);
  for (int m = 0; m < nz; ++m) {
    EXPECT_NEAR(values(m), expected.values[std::size_t(m)], 4e-16 * values(m));
    for (int k = 0; k < nz; ++k)
      EXPECT_NEAR(found(m, k), expected.vectors(m, k), 1e-10) << m << ", " << k;
  }
}

TEST(VerticalModes, OfWarpsAreThoseOfTheHost) {
  GridSpec spec = spec_of_cfl(8.4);
  for (const int nz : {1, 2, 33, 128}) {
    spec.nz = nz;
    expect_the_same_of_warps(pencil_of(spec));
  }
}

/// One layer between closed ground and top, whose R stands beside alpha: nothing bounds mu from above but 0.
TEST(VerticalModes, OfNoMatrixAreZero) {
  GridSpec spec = spec_of_cfl(8.4);
  spec.nz = 1;
  ModePencil p = pencil_of(spec);
  p.reaction = 0.0;
  const Found found = find(p);
  EXPECT_EQ(found.values, std::vector{0.0});
  EXPECT_NEAR(product(p, found.vectors, 0, 0), 1.0, 1e-14);
  expect_the_same_of_warps(p);
}

TEST(VerticalModes, OfProfilesAndSurfacesWithUZero) {
  GridSpec spec = spec_of_cfl(33.0);
  spec.nz = 24;
  for (int k = 0; k < spec.nz; ++k) {
    spec.profiles.alpha_h.push_back(1.0 + 0.1 * k);
    spec.profiles.alpha_v.push_back(std::exp(-0.2 * k));
    spec.profiles.beta.push_back(k % 3 == 0 ? 0.0 : 2.0);
  }
  expect_modes(pencil_of(spec), 1e-13);
  for (const auto& [bottom, top] : {std::pair{Boundary::dirichlet, Boundary::neumann},
                                    std::pair{Boundary::neumann, Boundary::dirichlet},
                                    std::pair{Boundary::dirichlet, Boundary::dirichlet}}) {
    spec.boundaries.bottom = bottom;
    spec.boundaries.top = top;
    expect_modes(pencil_of(spec), 1e-13);
  }
}

TEST(VerticalModes, OfTheLeastMuIsConstantWhereNothingHasAProfile) {
  const Found found = find(pencil_of(spec_of_cfl(8.4)));
  EXPECT_NEAR(found.values[0], 1.0, 1e-10);
  for (int k = 1; k < 128; ++k)
    EXPECT_NEAR(found.vectors(0, k), found.vectors(0, 0), 1e-12 * found.vectors(0, 0));
}

/// numpy's dense solver on the same layers (vertical modes of n = 512, CFL number 8.4).
TEST(VerticalModes, HaveTheValuesOfADenseSolver) {
  const Found found = find(pencil_of(spec_of_cfl(8.4)));
  EXPECT_NEAR(found.values[1], 4.237089, 1e-6);
  EXPECT_NEAR(found.values[127], 6.0901e7, 1e3);
}

/// How many modes coarser and coarser levels need.
TEST(VerticalModes, ThatReachFarAreFew) {
  const struct {
    double cfl;
    std::vector<int> modes;
  } cases[] = {{2.1, {4, 2, 1, 0}},
               {8.4, {10, 5, 3, 2, 1}},
               {33.0, {38, 18, 9, 5, 3, 1}},
               {84.0, {90, 52, 23, 12, 6, 3}}};
  for (const auto& c : cases) {
    const ModePencil pencil = pencil_of(spec_of_cfl(c.cfl));
    EXPECT_DOUBLE_EQ(least_mode_value(pencil), find(pencil).values[0]);
    for (std::size_t level = 0; level < c.modes.size(); ++level)
      EXPECT_EQ(count_modes_below(pencil, std::pow(c.cfl / (0.5 * std::exp2(double(level))), 2)),
                c.modes[level])
          << c.cfl << ", level " << level + 1;
  }
}

TEST(VerticalModes, OfAnotherNumberOfLayersAreRefused) {
  VerticalModes modes(4);
  GridSpec spec = spec_of_cfl(8.4);
  spec.nz = 5;
  EXPECT_THROW(modes.find(pencil_of(spec)), std::invalid_argument);
}

} // namespace
} // namespace isobar::vertical_modes_test
