// Observed order over mountains, against solutions given in space: by latitude, longitude and height above the sea, not by layers.
#include "support_great_circles.hpp"
#include "support_problem.hpp"
#include "support_sphere.hpp"

#include <isobar/core/columns/kernels/general_operator.hpp>
#include <isobar/core/grid/horizontal_geometry.hpp>
#include <isobar/core/grid/measures.hpp>

#include <cmath>
#include <numbers>

namespace isobar::inclined_order {
namespace {

/// So thin a shell that r is 1, and lam so small that layers are coupled as strongly as columns. The slope of the ground
/// is of the size of lam, so that what is left out without inclination is as large as the rest.
constexpr double depth = 1e-5, omega_squared = 0.09, lambda_squared = depth * depth;

/// u = G + W P + U Q with P and Q of the height above the ground: P = sin(pi x / 2) 2 (D - h) / pi and Q = 1 - cos(2 pi x), x =
/// (z - h) / (D - h). Nothing flows through the top, as P and Q do not change there. On the ground dP/dz is 1, and P and Q are
/// 0. So W = grad h . grad G / (lam^2 + |grad h|^2) makes lam^2 du/dz = grad h . grad_h u. Nothing flows through the ground.
struct Case {
  Domain domain;
  SphereFunction g, u;   ///< G and U
  SphereFunction ground; ///< h / D
  LayerSpacing spacing = LayerSpacing::uniform;
  Boundaries sides = {};
};

/// Derivatives along two great circles that meet in p at a right angle, by differences of order 4.
struct Derivatives {
  double first[2], laplacian = 0.0;
  Derivatives(const SphereFunction& f, const SpherePoint& p) {
    const TangentFrame frame(p);
    for (const bool second : {false, true}) {
      const Along derivatives(f, p, second ? frame.north : frame.east);
      first[second] = derivatives.first;
      laplacian += derivatives.second;
    }
  }
};

/// u of a case at a point and a height.
double solution(const Case& c, const SpherePoint& p, double z) {
  const double h = depth * c.ground(p), above = depth - h, x = (z - h) / above;
  const Derivatives g(c.g, p), share(c.ground, p);
  double along_slope = 0.0, slope_squared = lambda_squared;
  for (int n = 0; n < 2; ++n) {
    along_slope += depth * share.first[n] * g.first[n];
    slope_squared += depth * share.first[n] * depth * share.first[n];
  }
  constexpr double pi = std::numbers::pi;
  return c.g(p) + along_slope / slope_squared * (2.0 * above / pi) * std::sin(0.5 * pi * x) +
         c.u(p) * (1.0 - std::cos(2.0 * pi * x));
}

/// u - w^2 ( Lap u + lam^2 d^2u/dz^2 ) there, by differences of order 4.
double image(const Case& c, const SpherePoint& p, double z) {
  const Derivatives horizontal([&](const SpherePoint& q) { return solution(c, q, z); }, p);
  constexpr double step = 0.01 * depth;
  const auto at = [&](double steps) { return solution(c, p, z + steps * step); };
  const double vertical =
      (16.0 * (at(1) + at(-1)) - (at(2) + at(-2)) - 30.0 * at(0)) / (12.0 * step * step);
  return at(0) - omega_squared * (horizontal.laplacian + lambda_squared * vertical);
}

/// The columns of a domain: rows of all panels on the sphere.
struct Columns {
  Domain domain;
  int n;
  int rows() const { return domain == Domain::sphere ? 6 * n : n; }
  SpherePoint centre(int i, int row) const {
    if (domain == Domain::sphere) return CubedSphere(n).centre({row / n, i, row % n});
    return panel_centre(domain, i, row, n);
  }
  double area(int i, int row) const {
    if (domain == Domain::sphere) return CubedSphere(n).area({row / n, i, row % n});
    return HorizontalGeometry(domain, n, n).area(i, row);
  }
};

struct Solved {
  double error; ///< relative, in L2
  int iterations;
};

/// CG to 1e-9 around a V-cycle that knows no inclination. `inclined`: false leaves it out of the matrix, too.
Solved solve(const Case& c, int n, bool inclined = true) {
  const Columns columns{c.domain, n};
  const int nz = n / 2, ny = columns.rows();
  GridSpec spec{c.domain, c.spacing, {omega_squared, lambda_squared, depth}, nz, c.sides};
  spec.flux = Flux::vertex;
  ColumnFields fields;
  fields.ground = [&](int i, int row) { return c.ground(columns.centre(i, row)); };
  spec.columns = std::make_shared<const ColumnFields>(fields);
  const LayerHeights heights(spec);
  const std::vector<double> volume = layer_volumes(spec);
  oracle::Array f(n, ny, nz), exact(n, ny, nz), weight(n, ny, nz);
  for (int row = 0; row < ny; ++row)
    for (int i = 0; i < n; ++i) {
      const SpherePoint p = columns.centre(i, row);
      const double share = c.ground(p), m = 1.0 - share;
      for (int l = 0; l < nz; ++l) {
        const double z = share * depth + m * 0.5 * heights.length(heights.twice_centre(l));
        exact(row, i, l) = solution(c, p, z);
        weight(row, i, l) = columns.area(i, row) * m * volume[std::size_t(l)];
        f(row, i, l) = weight(row, i, l) * image(c, p, z);
      }
    }
  const bool sphere = c.domain == Domain::sphere;
  const Partition part = sphere ? Partition::whole_sphere(n) : Partition::whole(n, n);
  const GridSetup setup{spec, part, {}};
  SelfCommunicators<double> self(part);
  MultigridOptions options;
  options.pre_relaxation = options.post_relaxation = {0.8};
  options.levels = int(std::log2(n)) - 1;
  LinearOperator<Double> matrix;
  if (inclined) matrix = std::make_shared<GeneralOperator<Double>>(setup);
  StandardPcg<Double> solver(make_grid<Double>(setup), self.on(0),
                             std::make_shared<Multigrid<Double>>(setup, options, self),
                             Directions::standard, matrix);
  const Field<double> right_side = sphere ? sphere_field<double>(f, part, SphereHalo::zero)
                                          : owned_field<double, Layout::x_fastest>(f, part);
  const SolveReport report = solver.solve(right_side, {1e-9, 200});
  EXPECT_TRUE(report.converged());
  const oracle::Array u = sphere ? sphere_cells(solver.solution(), part) : owned(solver.solution());
  double difference = 0.0, norm = 0.0;
  for (std::size_t cell = 0; cell < u.values.size(); ++cell) {
    const double wrong = u.values[cell] - exact.values[cell];
    difference += weight.values[cell] * wrong * wrong;
    norm += weight.values[cell] * exact.values[cell] * exact.values[cell];
  }
  return {std::sqrt(difference / norm), report.iterations};
}

constexpr Boundary closed = Boundary::neumann;

/// Mountains that stand on sides and on edges of panels, too.
double hills(const SpherePoint& p) {
  return 0.3 + 0.2 * std::sin(2.0 * p.x + 1.0) * std::cos(1.5 * p.y - p.z);
}
/// 0 on all sides of the panel around z, where the first one does not change either.
double between_open_sides(const SpherePoint& p) {
  return (p.z * p.z - p.x * p.x) * (p.z * p.z - p.y * p.y) * std::exp(0.7 * p.x + 0.4 * p.y);
}
double between_open_sides_squared(const SpherePoint& p) {
  return 3.0 * between_open_sides(p) * between_open_sides(p);
}
/// Not changed by a reflection in any side.
double between_closed_sides(const SpherePoint& p) {
  const double x = p.x * p.x, y = p.y * p.y, z = p.z * p.z;
  return 0.2 + p.x * p.y * p.z + x * x + y * y + z * z;
}
double hills_between_closed_sides(const SpherePoint& p) {
  const double x = p.x * p.x, y = p.y * p.y, z = p.z * p.z;
  return 0.2 + 0.3 * (x * x + y * y + z * z) + 0.5 * p.x * p.y * p.z;
}
double everywhere(const SpherePoint& p) { return std::exp(p.x + 0.5 * p.y - p.z); }
double elsewhere(const SpherePoint& p) { return 0.5 + p.x * p.y + 0.5 * p.z; }

/// The error without inclination stays so many times as large.
void expect_second_order(const Case& c, int coarsest, double times = 20.0) {
  const Solved coarse = solve(c, coarsest), middle = solve(c, 2 * coarsest),
               fine = solve(c, 4 * coarsest), without = solve(c, 4 * coarsest, false);
  const std::string errors =
      testing::PrintToString(std::array{coarse.error, middle.error, fine.error, without.error});
  EXPECT_LT(fine.iterations, 18);
  EXPECT_NEAR(std::log2(coarse.error / middle.error), 2.0, 0.15) << errors;
  EXPECT_NEAR(std::log2(middle.error / fine.error), 2.0, 0.06) << errors;
  EXPECT_GT(without.error, times * fine.error) << errors;
}

TEST(InclinedOrder, IsTwoOnPanels) {
  for (const Domain domain : {Domain::panel, Domain::equiangular_panel})
    for (const LayerSpacing spacing : {LayerSpacing::uniform, LayerSpacing::graded})
      expect_second_order({domain, between_open_sides_squared, between_open_sides, hills, spacing},
                          16);
}
TEST(InclinedOrder, IsTwoWithClosedSides) {
  expect_second_order({Domain::panel,
                       between_closed_sides,
                       between_closed_sides,
                       hills_between_closed_sides,
                       LayerSpacing::uniform,
                       {closed, closed, closed, closed}},
                      16);
}
TEST(InclinedOrder, IsTwoOnTheSphere) {
  expect_second_order({Domain::sphere, everywhere, elsewhere, hills}, 8, 6.0);
}

/// Iterations to 1e-5 of CG around a cycle that knows no inclination. The ground is as steep as
/// half of the depth on a radius.
int iterations(double lambda_by_depth, bool ground) {
  constexpr int n = 32, nz = 16;
  const double lambda = lambda_by_depth * depth;
  GridSpec spec{Domain::panel, LayerSpacing::uniform, {omega_squared, lambda * lambda, depth}, nz};
  spec.flux = Flux::vertex;
  const Columns columns{Domain::panel, n};
  ColumnFields fields;
  fields.ground = [&](int i, int j) { return ground ? hills(columns.centre(i, j)) : 0.3; };
  spec.columns = std::make_shared<const ColumnFields>(fields);
  const Problem problem(spec, n, n);
  SelfCommunicators<double> self(problem.part);
  MultigridOptions options = with_levels(4);
  options.pre_relaxation = options.post_relaxation = {0.8};
  StandardPcg<Double> solver(make_grid<Double>(problem.setup()), self.on(0),
                             std::make_shared<Multigrid<Double>>(problem.setup(), options, self),
                             Directions::standard,
                             std::make_shared<GeneralOperator<Double>>(problem.setup()));
  const SolveReport report =
      solver.solve(problem.field<double>(oracle::random(n, n, nz, 1)), {1e-5, 200});
  EXPECT_TRUE(report.converged());
  return report.iterations;
}

TEST(InclinedCounts, GrowWithTheSlopeBesideLambda) {
  EXPECT_NEAR(iterations(10.0, false), 6, 1);
  EXPECT_NEAR(iterations(10.0, true), 6, 1);
  EXPECT_NEAR(iterations(1.0, true), 7, 1);
  EXPECT_NEAR(iterations(0.1, true), 15, 1);
}

} // namespace
} // namespace isobar::inclined_order
