// Areas and edges of the panel and of the flat box, against formulas that core does not use.
#include "support_oracle.hpp"

#include <gtest/gtest.h>

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

} // namespace
} // namespace isobar
