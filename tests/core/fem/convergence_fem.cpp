// Orders of convergence of bilinear and biquadratic elements on distorted squares and on a ring with curved elements.
#include "support_fem.hpp"

#include <isobar/core/fem/fem_error.hpp>

#include <numbers>

namespace isobar {
namespace {

void expect_orders(FemCase c, const ExactFunction& exact, int levels) {
  c.controls = {1e-11, 100};
  std::vector<FemErrors> all;
  for (int l = levels - 1; l <= levels; ++l) {
    c.spaces.levels = l;
    const auto solved = solve<double>(c, true);
    ASSERT_TRUE(solved.report.converged());
    all.push_back(fem_errors(solved.spaces.back(), solved.u, exact));
  }
  const int order = c.spaces.order;
  EXPECT_NEAR(std::log2(all[0].l2 / all[1].l2), order + 1, 0.15) << "Q" << order;
  EXPECT_NEAR(std::log2(all[0].energy / all[1].energy), order, 0.1) << "Q" << order;
}

constexpr double pi = std::numbers::pi;

TEST(FemOrder, DistortedSquare) {
  const ExactFunction exact{
      [](Point p) { return std::sin(pi * p.x) * std::exp(p.y); },
      [](Point p) {
        return Point{pi * std::cos(pi * p.x) * std::exp(p.y), std::sin(pi * p.x) * std::exp(p.y)};
      }};
  FemCase c{square_mesh(4, 0.25), {}, {}};
  c.problem.f = [&](Point p) { return (pi * pi - 1.0) * exact.value(p); };
  c.problem.dirichlet.assign(4, exact.value);
  for (int order : {1, 2}) {
    c.spaces.order = order;
    expect_orders(c, exact, 5);
  }
}

/// The flux is 0 on the sides where u has no normal derivative.
TEST(FemOrder, DistortedSquareWithNeumannSides) {
  const ExactFunction exact{[](Point p) { return std::sin(pi * p.x) * std::cos(pi * p.y); },
                            [](Point p) {
                              return Point{pi * std::cos(pi * p.x) * std::cos(pi * p.y),
                                           -pi * std::sin(pi * p.x) * std::sin(pi * p.y)};
                            }};
  FemCase c{square_mesh(4, 0.25, 7), {}, {}};
  c.problem.f = [&](Point p) { return 2.0 * pi * pi * exact.value(p); };
  c.problem.dirichlet = {exact.value, exact.value, {}, {}}; // south and north are open
  for (int order : {1, 2}) {
    c.spaces.order = order;
    expect_orders(c, exact, 5);
  }
}

/// u = ln r, which is harmonic between two circles and constant on them. Full order needs elements that follow the circles.
TEST(FemOrder, RingWithCurvedElements) {
  const auto square = [](Point p) { return p.x * p.x + p.y * p.y; };
  const ExactFunction exact{[=](Point p) { return 0.5 * std::log(square(p)); },
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
