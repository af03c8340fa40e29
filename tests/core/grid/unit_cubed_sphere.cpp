// The grid of the sphere: which columns are neighbours, and the numbers of columns against the study's and an oracle that knows no panels.
#include "support_sphere.hpp"

#include <isobar/core/grid/patch_halo.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace isobar {
namespace {

double distance(int n, const SphereColumn& a, const SphereColumn& b) {
  const auto x = sphere_centre(n, a.panel, a.i, a.j), y = sphere_centre(n, b.panel, b.i, b.j);
  return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

TEST(CubedSphere, ColumnsBeyondASideTouchIt) {
  const int n = 8;
  const CubedSphere sphere(n);
  for (int p = 0; p < 6; ++p)
    for (int m = 0; m < n; ++m)
      for (const auto& [inner, outer] :
           {std::pair(SphereColumn{p, 0, m}, sphere.column(p, -1, m)),
            std::pair(SphereColumn{p, n - 1, m}, sphere.column(p, n, m)),
            std::pair(SphereColumn{p, m, 0}, sphere.column(p, m, -1)),
            std::pair(SphereColumn{p, m, n - 1}, sphere.column(p, m, n))}) {
        EXPECT_NE(inner.panel, outer.panel);
        EXPECT_LT(distance(n, inner, outer), 2.0 / n);
      }
}

TEST(CubedSphere, ACornerOfTheCubeHasNoFourthColumn) {
  const CubedSphere sphere(8);
  EXPECT_TRUE(sphere.is_missing(-1, -1));
  EXPECT_TRUE(sphere.is_missing(8, -1));
  EXPECT_FALSE(sphere.is_missing(-1, 0));
  EXPECT_FALSE(sphere.is_missing(3, 8));
}

TEST(CubedSphere, HasTheCentresOfTheStudysFrames) {
  const CubedSphere sphere(6);
  for (int p = 0; p < 6; ++p)
    for (int j = 0; j < 6; ++j)
      for (int i = 0; i < 6; ++i) {
        const SpherePoint a = sphere.centre({p, i, j});
        const auto b = sphere_centre(6, p, i, j);
        EXPECT_NEAR(a.x, b[0], 1e-15);
        EXPECT_NEAR(a.y, b[1], 1e-15);
        EXPECT_NEAR(a.z, b[2], 1e-15);
      }
}

/// The numbers of a mesh on the host.
struct HostMesh {
  HorizontalMesh mesh;
  decltype(columns_on_host(mesh.area())) area, west, south, corner;
  explicit HostMesh(const Partition& p)
      : mesh(sphere_spec(4), p), area(columns_on_host(mesh.area())),
        west(columns_on_host(mesh.west())), south(columns_on_host(mesh.south())),
        corner(columns_on_host(mesh.columns().corner)) {}
  double total(int i, int j) const {
    return west(i, j) + west(i + 1, j) + south(i, j) + south(i, j + 1) + corner(i, j) +
           corner(i + 1, j + 1) - corner(i + 1, j) - corner(i, j + 1);
  }
};

TEST(SphereMesh, HasTheStudysNumbers) {
  const HostMesh m(Partition::whole_sphere(64));
  EXPECT_NEAR(m.west(0, 0), 0.852528, 1e-6);
  EXPECT_NEAR(m.south(0, 0), 0.852528, 1e-6);
  EXPECT_NEAR(m.west(1, 0), 1.011680, 1e-6);
  EXPECT_NEAR(m.south(0, 1), 1.011680, 1e-6);
  EXPECT_NEAR(m.corner(1, 1), 0.270124, 1e-6);
  EXPECT_NEAR(m.total(0, 0), 3.998540, 1e-6);
  EXPECT_NEAR(m.area(0, 0), 4.637843e-4, 1e-10);
  EXPECT_NEAR(m.west(32, 32), 1.000151, 1e-6);
  EXPECT_NEAR(m.area(32, 32), 6.022719e-4, 1e-10);
}

TEST(SphereMesh, CouplesNothingByCornersAcrossEdgesOfPanels) {
  const int n = 8;
  const Partition whole = Partition::whole_sphere(n);
  const HostMesh m(whole);
  for (int p = 0; p < 6; ++p)
    for (int a = 0; a <= n; ++a)
      for (const int side : {0, n}) {
        EXPECT_EQ(m.corner(side, p * whole.rows().stride + a), 0.0);
        EXPECT_EQ(m.corner(a, p * whole.rows().stride + side), 0.0);
      }
}

TEST(SphereMesh, OfAnyPatchesHasTheNumbersOfTheOracle) {
  const int n = 8;
  const SphereOracle exact(sphere_spec(4), n);
  double all = 0.0;
  for (const double area : exact.area) all += area;
  EXPECT_NEAR(all, 4.0 * std::numbers::pi, 1e-12);
  for (const Partition& part : sphere_parts(n)) {
    const HostMesh m(part);
    const PatchRows rows = part.rows();
    for (int r = 0; r < rows.all(); ++r)
      for (int i = 0; i < part.nx; ++i) {
        const auto place = part.sphere.place(part.sphere.first + r / rows.rows);
        const int column =
            (place.panel * n + place.y * rows.rows + r % rows.rows) * n + place.x * part.nx + i;
        EXPECT_NEAR(m.area(i, rows.row(r)), exact.area[std::size_t(column)], 1e-14);
        EXPECT_NEAR(m.total(i, rows.row(r)), exact.total(column), 1e-13);
      }
  }
}

/// The smallest eigenvalues of |T|^-1 S by Jacobi's rotations. The sphere has 0, 2, 6, 12; the cube splits 6 into 3 and 2.
TEST(SphereMesh, HasTheStudysEigenvalues) {
  const SphereOracle s(sphere_spec(4), 4);
  const int size = int(s.area.size());
  std::vector<double> a(std::size_t(size) * size, 0.0);
  const auto at = [&](int i, int j) -> double& { return a[std::size_t(i) * size + j]; };
  for (int i = 0; i < size; ++i) {
    at(i, i) = s.total(i) / s.area[std::size_t(i)];
    for (const auto& [j, coupling] : s.couplings[std::size_t(i)])
      at(i, j) = -coupling / std::sqrt(s.area[std::size_t(i)] * s.area[std::size_t(j)]);
  }
  for (int sweep = 0; sweep < 12; ++sweep)
    for (int p = 0; p < size; ++p)
      for (int q = p + 1; q < size; ++q) {
        if (std::abs(at(p, q)) < 1e-15) continue;
        const double angle = 0.5 * std::atan2(2.0 * at(p, q), at(q, q) - at(p, p));
        const double c = std::cos(angle), r = std::sin(angle);
        for (int k = 0; k < size; ++k) {
          const double x = at(p, k), y = at(q, k);
          at(p, k) = c * x - r * y, at(q, k) = r * x + c * y;
        }
        for (int k = 0; k < size; ++k) {
          const double x = at(k, p), y = at(k, q);
          at(k, p) = c * x - r * y, at(k, q) = r * x + c * y;
        }
      }
  std::vector<double> values;
  for (int i = 0; i < size; ++i) values.push_back(at(i, i));
  std::ranges::sort(values);
  const std::array expected{0.0,    1.9426, 1.9426, 1.9426, 5.5975,
                            5.5975, 5.5975, 5.6796, 5.6796, 10.3702};
  for (std::size_t n = 0; n < expected.size(); ++n) EXPECT_NEAR(values[n], expected[n], 6e-5);
}

/// Every halo column of every patch is named once, and its source is where the sphere has it.
TEST(PatchHalo, NamesAllColumns) {
  const int n = 8;
  const CubedSphere sphere(n);
  for (const Partition& part : sphere_parts(n)) {
    const PatchHalo halo(part);
    const PatchRows rows = part.rows();
    int named = 0;
    for (const auto* spans : {&halo.sides, &halo.corners})
      for (const HaloSpan& s : *spans)
        for (int m = 0; m < s.columns; ++m, ++named) {
          const int i = s.i + m * s.di, j = s.j + m * s.dj, patch = (j + 1) / rows.stride;
          const auto here = part.sphere.place(part.sphere.first + patch),
                     there = part.sphere.place(s.source.patch);
          EXPECT_EQ(sphere.column(here.panel, here.x * part.nx + i,
                                  here.y * rows.rows + j - patch * rows.stride),
                    (SphereColumn{there.panel, there.x * part.nx + s.source.i + m * s.source_di,
                                  there.y * rows.rows + s.source.j + m * s.source_dj}));
        }
    EXPECT_EQ(named + int(halo.cube_corners.size()),
              rows.patches * (2 * (part.nx + rows.rows) + 4));
  }
}

TEST(SpherePartition, CoarsensPatchByPatch) {
  const Partition p = Partition::on_sphere(16, {5, 7, 2, 2}), coarse = p.coarsened();
  EXPECT_EQ(p.rows().all(), 7 * 8);
  EXPECT_EQ(p.columns(), 7 * 64);
  EXPECT_EQ(coarse, Partition::on_sphere(8, {5, 7, 2, 2}));
  EXPECT_FALSE(p.is_whole());
  EXPECT_TRUE(Partition::whole_sphere(4).is_whole());
  EXPECT_FALSE(Partition::whole_sphere(3).can_coarsen());
  EXPECT_FALSE(Partition::on_sphere(6, {0, 1, 2, 2}).can_coarsen());
}

TEST(SphereSpec, RefusesWhatTheSphereHasNot) {
  GridSpec spec = sphere_spec(4);
  EXPECT_THROW((HorizontalMesh(spec, Partition::whole(8, 8)),
                GridLevel<double>(spec, Partition::whole(8, 8))),
               std::invalid_argument);
  spec.flux = Flux::two_point;
  EXPECT_THROW(check(spec), std::invalid_argument);
  spec = sphere_spec(4);
  spec.boundaries.west = spec.boundaries.east = Boundary::periodic;
  EXPECT_THROW(check(spec), std::invalid_argument);
  spec = sphere_spec(4);
  spec.profiles.beta.assign(4, 0.0); // u is known up to a constant only
  EXPECT_THROW(check(spec), std::invalid_argument);
}

} // namespace
} // namespace isobar
