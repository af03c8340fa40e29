// Orders of convergence of bilinear and biquadratic elements on distorted squares and on a ring with curved elements.
#include "support_fem.hpp"

#include <numbers>

namespace isobar {
namespace {

struct Exact {
  PointFunction u;
  std::function<Point(Point)> gradient;
};
struct Errors {
  double l2 = 0.0, energy = 0.0;
};

double axis_value(int order, int i, double s) {
  if (order == 1) return i == 0 ? 1.0 - s : s;
  return i == 0 ? (1.0 - s) * (1.0 - 2.0 * s) : i == 1 ? 4.0 * s * (1.0 - s) : s * (2.0 * s - 1.0);
}
double axis_slope(int order, int i, double s) {
  if (order == 1) return i == 0 ? -1.0 : 1.0;
  return i == 0 ? 4.0 * s - 3.0 : i == 1 ? 4.0 - 8.0 * s : 4.0 * s - 1.0;
}

/// x, y and u of an element at a place, with both derivatives of each.
struct AtPlace {
  std::array<double, 3> value{}, along_x{}, along_y{};

  AtPlace(const ElementTable& table, int order, const std::vector<double>& u, int element, double s,
          double t) {
    constexpr int xs[] = {0, 2, 2, 0, 1, 2, 1, 0, 1}, ys[] = {0, 0, 2, 2, 0, 1, 2, 1, 1};
    for (int a = 0; a < table.nodes; ++a) {
      const int i = xs[a] * order / 2, j = ys[a] * order / 2, n = table.of(element)[a];
      const double numbers[] = {table.points[n].x, table.points[n].y, u[n]};
      for (int k = 0; k < 3; ++k) {
        value[k] += numbers[k] * axis_value(order, i, s) * axis_value(order, j, t);
        along_x[k] += numbers[k] * axis_slope(order, i, s) * axis_value(order, j, t);
        along_y[k] += numbers[k] * axis_value(order, i, s) * axis_slope(order, j, t);
      }
    }
  }
  double determinant() const { return along_x[0] * along_y[1] - along_y[0] * along_x[1]; }
  Point gradient() const {
    const double d = determinant();
    return {(along_y[1] * along_x[2] - along_x[1] * along_y[2]) / d,
            (along_x[0] * along_y[2] - along_y[0] * along_x[2]) / d};
  }
};

/// Integrals with four Gauss points on each axis, on the host.
Errors errors(const FemSolve<double>& solved, const Exact& exact) {
  constexpr double place[] = {0.06943184420297371, 0.33000947820757187, 0.66999052179242813,
                              0.93056815579702629};
  constexpr double weight[] = {0.17392742256872693, 0.32607257743127307, 0.32607257743127307,
                               0.17392742256872693};
  const FemSpace& space = solved.spaces.back();
  Errors sum;
  for (int e = 0; e < space.elements(); ++e)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        const AtPlace at(space.table(), space.order(), solved.u, e, place[i], place[j]);
        const Point p{at.value[0], at.value[1]}, g = at.gradient(), h = exact.gradient(p);
        const double w = weight[i] * weight[j] * at.determinant(), d = at.value[2] - exact.u(p);
        sum.l2 += w * d * d;
        sum.energy += w * ((g.x - h.x) * (g.x - h.x) + (g.y - h.y) * (g.y - h.y));
      }
  return {std::sqrt(sum.l2), std::sqrt(sum.energy)};
}

void expect_orders(FemCase c, const Exact& exact, int levels) {
  c.controls = {1e-11, 100};
  std::vector<Errors> all;
  for (int l = levels - 1; l <= levels; ++l) {
    c.spaces.levels = l;
    const auto solved = solve<double>(c, true);
    ASSERT_TRUE(solved.report.converged());
    all.push_back(errors(solved, exact));
  }
  const int order = c.spaces.order;
  EXPECT_NEAR(std::log2(all[0].l2 / all[1].l2), order + 1, 0.15) << "Q" << order;
  EXPECT_NEAR(std::log2(all[0].energy / all[1].energy), order, 0.1) << "Q" << order;
}

constexpr double pi = std::numbers::pi;

TEST(FemOrder, DistortedSquare) {
  const Exact exact{
      [](Point p) { return std::sin(pi * p.x) * std::exp(p.y); },
      [](Point p) {
        return Point{pi * std::cos(pi * p.x) * std::exp(p.y), std::sin(pi * p.x) * std::exp(p.y)};
      }};
  FemCase c{square_mesh(4, 0.25), {}, {}};
  c.problem.f = [&](Point p) { return (pi * pi - 1.0) * exact.u(p); };
  c.problem.dirichlet.assign(4, exact.u);
  for (int order : {1, 2}) {
    c.spaces.order = order;
    expect_orders(c, exact, 5);
  }
}

/// Nothing flows through the sides on which u has no slope.
TEST(FemOrder, DistortedSquareWithNeumannSides) {
  const Exact exact{[](Point p) { return std::sin(pi * p.x) * std::cos(pi * p.y); },
                    [](Point p) {
                      return Point{pi * std::cos(pi * p.x) * std::cos(pi * p.y),
                                   -pi * std::sin(pi * p.x) * std::sin(pi * p.y)};
                    }};
  FemCase c{square_mesh(4, 0.25, 7), {}, {}};
  c.problem.f = [&](Point p) { return 2.0 * pi * pi * exact.u(p); };
  c.problem.dirichlet = {exact.u, exact.u, {}, {}}; // south and north are open
  for (int order : {1, 2}) {
    c.spaces.order = order;
    expect_orders(c, exact, 5);
  }
}

/// u = ln r, harmonic between two circles, on which it is constant. Only elements that follow the circles know where that is.
TEST(FemOrder, RingWithCurvedElements) {
  const auto square = [](Point p) { return p.x * p.x + p.y * p.y; };
  const Exact exact{[=](Point p) { return 0.5 * std::log(square(p)); },
                    [=](Point p) {
                      return Point{p.x / square(p), p.y / square(p)};
                    }};
  FemCase c{annulus_mesh(1.0, 2.0), {}, {}};
  c.problem.dirichlet = {[](Point) { return 0.0; }, [](Point) { return std::log(2.0); }};
  for (int order : {1, 2}) {
    c.spaces.order = order;
    expect_orders(c, exact, order == 1 ? 7 : 6);
  }
}

} // namespace
} // namespace isobar
