// Areas and edges of the panel and of the flat box, against formulas that core does not use.
#include "support_oracle.hpp"

#include <gtest/gtest.h>
#include <isobar/core/grid/horizontal_geometry.hpp>
#include <isobar/core/grid/horizontal_mesh.hpp>

#include <cmath>
#include <numbers>
#include <utility>

namespace isobar {
namespace {

using std::numbers::pi;

const std::pair<int, int> shapes[] = {{1, 1}, {2, 2}, {3, 5}, {16, 16}, {33, 20}};

double relative(double x, double y) { return std::abs(x - y) / std::abs(y); }

TEST(Geometry, EveryAreaAndEdge) {
  for (const auto& [nx, ny] : shapes)
    for (const Domain domain : {Domain::panel, Domain::flat}) {
      const HorizontalGeometry g(domain, nx, ny);
      const oracle::Matrix m(domain, LayerSpacing::uniform, {1.0, 1.0, 0.1}, nx, ny, 1);
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
          const oracle::Column& T = m.column(j, i);
          EXPECT_LT(relative(g.area(i, j), T.area), 1e-13);
          EXPECT_LT(relative(g.west(i, j), T.west), 1e-13);
          EXPECT_LT(relative(g.west(i + 1, j), T.east), 1e-13);
          EXPECT_LT(relative(g.south(i, j), T.south), 1e-13);
          EXPECT_LT(relative(g.south(i, j + 1), T.north), 1e-13);
        }
    }
}

// A cell of 10^12 unknowns' grid: areas of 1e-8 keep ten digits, lengths more.
TEST(Geometry, FineGridsLoseNoDigits) {
  const int n = 32768;
  const HorizontalGeometry g(Domain::panel, n, n);
  const double xi = 2.0 * 20000.5 / n - 1.0, eta = 2.0 * 30000.5 / n - 1.0, h = 2.0 / n;
  const double delta = std::sqrt(1.0 + xi * xi + eta * eta);
  // dS = dxi deta / delta^3; of the metric, dl^2 = (1 + eta^2) / delta^4 dxi^2 along x
  EXPECT_LT(relative(g.area(20000, 30000), h * h / (delta * delta * delta)), 1e-8);
  EXPECT_LT(relative(g.west(20000, 30000),
                     std::sqrt((1.0 + (xi - h / 2) * (xi - h / 2)) / (1.0 + eta * eta))),
            1e-8);
}

TEST(Geometry, SixPanelsCoverTheSphere) {
  for (const auto& [nx, ny] : shapes) {
    const HorizontalGeometry g(Domain::panel, nx, ny);
    double area = 0.0;
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) area += g.area(i, j);
    EXPECT_NEAR(area, 4.0 * pi / 6.0, 1e-13);
  }
}

/// Distance on the unit sphere of two points given by longitude and latitude.
double haversine(double lon0, double lat0, double lon1, double lat1) {
  const double a = std::sin(0.5 * (lat1 - lat0)), b = std::sin(0.5 * (lon1 - lon0));
  return 2.0 * std::asin(std::sqrt(a * a + std::cos(lat0) * std::cos(lat1) * b * b));
}

// By hand: on 2 x 2 cells all lines are known; the panel's middle is on the equator.
TEST(Geometry, TwoByTwoPanelByHand) {
  const HorizontalGeometry g(Domain::panel, 2, 2);
  const auto distance = [](double xi0, double eta0, double xi1, double eta1) {
    const auto lat = [](double xi, double eta) { return std::atan(eta / std::hypot(1.0, xi)); };
    return haversine(std::atan(xi0), lat(xi0, eta0), std::atan(xi1), lat(xi1, eta1));
  };
  EXPECT_NEAR(g.area(0, 0), pi / 6.0, 1e-14);
  EXPECT_NEAR(g.west(1, 0), (pi / 4.0) / distance(-0.5, -0.5, 0.5, -0.5), 1e-14);
  EXPECT_NEAR(g.west(0, 0), distance(-1, -1, -1, 0) / distance(-1, -0.5, -0.5, -0.5), 1e-14);
  EXPECT_NEAR(g.south(1, 2), distance(0, 1, 1, 1) / distance(0.5, 0.5, 0.5, 1), 1e-14);
}

TEST(Geometry, PanelIsSymmetric) {
  const int n = 6;
  const HorizontalGeometry g(Domain::panel, n, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i <= n; ++i) {
      EXPECT_NEAR(g.west(i, j), g.west(n - i, j), 1e-14);
      EXPECT_NEAR(g.west(i, j), g.west(i, n - 1 - j), 1e-14);
      EXPECT_NEAR(g.west(i, j), g.south(j, i), 1e-14);
    }
}

TEST(Geometry, FlatBoxIsTheUnitSquare) {
  const HorizontalGeometry g(Domain::flat, 8, 4);
  EXPECT_DOUBLE_EQ(g.area(3, 2), 1.0 / 32.0);
  EXPECT_DOUBLE_EQ(g.west(3, 1), 2.0);  // h_y / h_x
  EXPECT_DOUBLE_EQ(g.south(3, 1), 0.5); // h_x / h_y
  EXPECT_DOUBLE_EQ(g.west(0, 1), 4.0);  // half the distance to the side
  EXPECT_DOUBLE_EQ(g.west(8, 1), 4.0);
  EXPECT_DOUBLE_EQ(g.south(3, 0), 1.0);
  EXPECT_DOUBLE_EQ(g.south(3, 4), 1.0);
}

using HostView = Kokkos::View<double**, Kokkos::LayoutLeft, HostSpace>;

HostView on_host_copy(const HorizontalMesh::View& view) {
  const HorizontalMesh::View dense("dense", view.extent(0), view.extent(1)); // as copies need it
  Kokkos::deep_copy(dense, view);
  return Kokkos::create_mirror_view_and_copy(HostSpace(), dense);
}

/// Columns of a mesh against the host's geometry of the same level.
void expect_geometry(const HorizontalMesh& mesh, Domain domain) {
  const Partition& p = mesh.partition();
  const double most =
      1e-12; // areas and distances of neighbours lose a few digits in their differences
  const HorizontalGeometry g(domain, p.global_nx, p.global_ny, p.x_widths, p.y_widths);
  const HostView area = on_host_copy(mesh.area()), west = on_host_copy(mesh.west()),
                 south = on_host_copy(mesh.south());
  for (int j = 0; j <= p.ny; ++j)
    for (int i = 0; i <= p.nx; ++i) {
      const int gi = p.first_i + i, gj = p.first_j + j;
      if (i < p.nx && j < p.ny) {
        EXPECT_LT(relative(area(i, j), g.area(gi, gj)), most);
      }
      if (j < p.ny) {
        EXPECT_LT(relative(west(i, j), g.west(gi, gj)), most);
      }
      if (i < p.nx) {
        EXPECT_LT(relative(south(i, j), g.south(gi, gj)), most);
      }
    }
}

// On a device the same functions are compiled by another compiler. Coarse areas are sums there.
TEST(Mesh, IsTheHostsGeometryOnEveryLevel) {
  for (const Domain domain : {Domain::panel, Domain::flat})
    for (Partition p : {Partition::whole(16, 24), Partition{48, 32, 16, 8, 16, 24}}) {
      HorizontalMesh mesh(domain, p);
      expect_geometry(mesh, domain);
      for (int level = 1; level < 4; ++level)
        expect_geometry(mesh = mesh.coarsened(p = p.coarsened()), domain);
    }
}

// Three columns, the last half as wide: the edges of five equal columns.
TEST(Mesh, TheLastColumnMayBeNarrower) {
  const ColumnWidths odd{2, 1};
  const HorizontalGeometry wide(Domain::panel, 3, 3, odd, odd), fine(Domain::panel, 5, 5);
  const auto fine_area = [&](int i, int j) {
    return fine.area(i, j) + fine.area(i + 1, j) + fine.area(i, j + 1) + fine.area(i + 1, j + 1);
  };
  EXPECT_LT(relative(wide.area(0, 1), fine_area(0, 2)), 1e-13);
  EXPECT_LT(relative(wide.area(2, 2), fine.area(4, 4)), 1e-13);
  EXPECT_LT(relative(wide.area(2, 0), fine.area(4, 0) + fine.area(4, 1)), 1e-13);
  const HorizontalGeometry flat(Domain::flat, 3, 3, odd, odd);
  EXPECT_DOUBLE_EQ(flat.west(2, 0), 0.4 / 0.3); // length 2/5 over a distance of 1/5 and 1/10
  EXPECT_DOUBLE_EQ(flat.west(3, 0), 0.4 / 0.1); // to the side
  const Partition odd_part{3, 3, 0, 0, 3, 3, odd, odd};
  const HorizontalMesh mesh =
      HorizontalMesh(Domain::panel, Partition::whole(5, 5)).coarsened(odd_part);
  expect_geometry(mesh, Domain::panel);
}

} // namespace
} // namespace isobar
