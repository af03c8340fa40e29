// Observed order of the vertex flux on the panels: with a coefficient by position, and with closed sides.
#include "support_great_circles.hpp"
#include "support_problem.hpp"

#include <isobar/core/grid/horizontal_geometry.hpp>

#include <cmath>

namespace isobar::vertex_order {
namespace {

/// The panel's sides lie in the planes x = +-z and y = +-z.
struct Case {
  Boundaries sides;
  SphereFunction u, alpha;
  Domain domain = Domain::panel;
};

/// div( alpha grad u )
double divergence(const Case& c, const SpherePoint& p) {
  const TangentFrame frame(p);
  double sum = 0.0;
  for (const SpherePoint& direction : {frame.east, frame.north}) {
    const Along u(c.u, p, direction), alpha(c.alpha, p, direction);
    sum += c.alpha(p) * u.second + alpha.first * u.first;
  }
  return sum;
}

/// Relative error in L2 of one layer with w^2 = 0.09.
double error(const Case& c, int n) {
  constexpr double omega_squared = 0.09;
  GridSpec spec{c.domain, LayerSpacing::uniform, test_physics, 1, c.sides};
  spec.flux = Flux::vertex;
  spec.layers = std::make_shared<const std::vector<LayerCoefficients<double>>>(
      1, LayerCoefficients<double>{1.0, 0.0, 0.0, omega_squared});
  spec.columns = std::make_shared<const ColumnFields>(ColumnFields{
      [&](int i, int j) { return c.alpha(panel_centre(c.domain, i, j, n)); }, {}, {}, nullptr});
  const Problem problem(spec, n, n);
  const HorizontalGeometry geometry(c.domain, n, n);
  oracle::Array f(n, n, 1);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const SpherePoint p = panel_centre(c.domain, i, j, n);
      f(j, i, 0) = geometry.area(i, j) * (c.u(p) - omega_squared * divergence(c, p));
    }
  const Outcome o = fused_pcg<Double>(problem, f, {1e-10, 1000});
  EXPECT_TRUE(o.report.converged());
  double difference = 0.0, norm = 0.0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const double exact = c.u(panel_centre(c.domain, i, j, n)),
                   wrong = o.solution(j, i, 0) - exact;
      difference += geometry.area(i, j) * wrong * wrong;
      norm += geometry.area(i, j) * exact * exact;
    }
  return std::sqrt(difference / norm);
}

void expect_second_order_on(const Case& c) {
  const double coarse = error(c, 16), middle = error(c, 32), fine = error(c, 64);
  EXPECT_NEAR(std::log2(coarse / middle), 2.0, 0.15) << coarse << ", " << middle;
  EXPECT_NEAR(std::log2(middle / fine), 2.0, 0.06) << middle << ", " << fine;
  EXPECT_LT(fine, 4e-3);
}

void expect_second_order(Case c) {
  for (const Domain domain : {Domain::panel, Domain::equiangular_panel}) {
    c.domain = domain;
    expect_second_order_on(c);
  }
}

double one(const SpherePoint&) { return 1.0; }
/// Between 0.3 and 3.6 on the panel.
double smooth_alpha(const SpherePoint& p) { return std::exp(0.8 * p.x - 1.2 * p.y + 0.3 * p.z); }

constexpr Boundary open = Boundary::dirichlet, closed = Boundary::neumann;

/// 0 on all sides.
double between_open_sides(const SpherePoint& p) {
  return (p.z * p.z - p.x * p.x) * (p.z * p.z - p.y * p.y) * std::exp(0.7 * p.x + 0.4 * p.y);
}
/// Not changed by a reflection in any side, so that nothing flows through them.
double between_closed_sides(const SpherePoint& p) {
  const double x = p.x * p.x, y = p.y * p.y, z = p.z * p.z;
  return 0.2 + p.x * p.y * p.z + x * x + y * y + z * z;
}
/// The western side reflects (x, z) into (-z, -x). 0 on the others.
double west_of_open_sides(const SpherePoint& p) {
  const auto others = [](double x, double y, double z) { return (x - z) * (z * z - y * y); };
  return others(p.x, p.y, p.z) * others(-p.z, p.y, -p.x) * std::exp(0.5 * p.y);
}
/// The same with the eastern side closed, too.
double between_west_and_east(const SpherePoint& p) {
  const double x = p.x * p.x, y = p.y * p.y, z = p.z * p.z;
  return (z - y) * (x - y) * (1.0 + p.y) * (1.0 + p.x * p.z);
}

TEST(VertexOrder, IsTwoWithACoefficientByPosition) {
  expect_second_order({{}, between_open_sides, smooth_alpha});
}

TEST(VertexOrder, IsTwoWithClosedSides) {
  for (const SphereFunction& alpha : {SphereFunction(one), SphereFunction(smooth_alpha)}) {
    expect_second_order({{closed, closed, closed, closed}, between_closed_sides, alpha});
    expect_second_order({{closed, open, open, open}, west_of_open_sides, alpha});
    expect_second_order({{closed, closed, open, open}, between_west_and_east, alpha});
  }
}

} // namespace
} // namespace isobar::vertex_order
