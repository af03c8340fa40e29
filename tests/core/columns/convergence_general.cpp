// Observed order of convergence of the general equation, against solutions that are known, and what coefficients cost
// multigrid.
//
//     -w^2 ( div_S( alpha_h grad_S u ) + lam^2 r^-2 d/dr( r^2 alpha_v du/dr ) ) + beta u = f
//
// with coefficients that vary smoothly in all directions, on layers whose thickness does as well.
// Grids of longitude and latitude are columns of the user's own. They are orthogonal, so the
// two-point flux converges to the equation itself, up to the pole, where the edges have no length.
#include "support_problem.hpp"

#include <cmath>
#include <functional>
#include <numbers>

namespace isobar::general_test {
namespace {

using std::numbers::pi;
constexpr Boundary open = Boundary::dirichlet, closed = Boundary::neumann;

/// A function of one coordinate, and of two, with the derivatives that the equation takes.
struct Jet1 {
  double u, d, dd;
};
struct Jet2 {
  double u, x, y, xx, yy;
};
Jet2 product(const Jet1& a, const Jet1& b) {
  return {a.u * b.u, a.d * b.u, a.u * b.d, a.dd * b.u, a.u * b.dd};
}
/// sin(a t + phase)
Jet1 wave(double a, double t, double phase = 0.0) {
  const double s = std::sin(a * t + phase), c = std::cos(a * t + phase);
  return {s, a * c, -a * a * s};
}
/// On [0, length]: 0 or without slope at either end.
Jet1 between(Boundary low, Boundary high, double t, double length) {
  const bool same = low == high;
  return wave((same ? 1.0 : 0.5) * pi / length, t, low == open ? 0.0 : 0.5 * pi);
}

/// A box of coordinates (x, y) and heights, what is solved on it, and with which coefficients.
struct Case {
  Domain domain;
  Boundaries boundaries;
  double x0, x1, y0, y1;
  std::function<Jet2(double, double)> solution, alpha_h;
  /// Longitude and latitude, not Cartesian coordinates.
  bool on_sphere() const { return domain == Domain::panel; }
};

constexpr Physics physics{0.1, 0.04, 0.2};
double depth() { return physics.depth; }
double interface_height(double t) { return depth() * t * (0.5 + 0.5 * t); }

double alpha_v(double x, double y) { return 1.2 + 0.4 * std::sin(2.0 * x + y); }
double beta(double x, double y) { return 1.0 + 0.5 * std::cos(x) * std::sin(y); }
double alpha_h_of_height(double z) { return 1.0 + 2.0 * z; }
Jet1 alpha_v_of_height(double z) {
  const double e = std::exp(-z / depth());
  return {e, -e / depth(), e / (depth() * depth())};
}
double beta_of_height(double z) { return 1.0 + 0.5 * std::sin(z / depth()); }

/// f where the solution is u(x, y) v(z).
double right_hand_side(const Case& c, double x, double y, double z, const Jet1& v) {
  const Jet2 u = c.solution(x, y), a = c.alpha_h(x, y);
  const double cosine = c.on_sphere() ? std::cos(y) : 1.0;
  const double slope = c.on_sphere() ? -std::tan(y) : 0.0; // of the parallels' length
  const double horizontal = a.u * (u.xx / (cosine * cosine) + u.yy + slope * u.y) +
                            a.x * u.x / (cosine * cosine) + a.y * u.y;
  const Jet1 b = alpha_v_of_height(z);
  const double spread = c.on_sphere() ? 2.0 / (1.0 + z) : 0.0;
  const double vertical = b.u * (v.dd + spread * v.d) + b.d * v.d;
  return -physics.omega_squared * (alpha_h_of_height(z) * horizontal * v.u +
                                   physics.lambda_squared * alpha_v(x, y) * u.u * vertical) +
         beta(x, y) * beta_of_height(z) * u.u * v.u;
}

/// Columns between parallels and meridians.
std::shared_ptr<ColumnGeometryFields> geometry(const Case& c, int n) {
  const double hx = (c.x1 - c.x0) / n, hy = (c.y1 - c.y0) / n, y0 = c.y0;
  const auto half_at_ends = [n](int i) { return i == 0 || i == n ? 0.5 : 1.0; };
  const auto latitude = [=](double j) { return y0 + j * hy; };
  ColumnGeometryFields g;
  g.area = [=](int, int j) { return hx * (std::sin(latitude(j + 1)) - std::sin(latitude(j))); };
  g.west_length = [=](int, int) { return hy; };
  g.west_distance = [=](int i, int j) {
    return half_at_ends(i) * hx * std::cos(latitude(j + 0.5));
  };
  g.south_length = [=](int, int j) {
    const double length = hx * std::cos(latitude(j));
    return length > 1e-12 ? length : 0.0; // at the pole
  };
  g.south_distance = [=](int, int j) { return half_at_ends(j) * hy; };
  return std::make_shared<ColumnGeometryFields>(g);
}

double centre(double from, double to, int i, int n) { return from + (i + 0.5) * (to - from) / n; }

GridSpec spec_of(const Case& c, int n, int nz) {
  GridSpec s{c.domain, LayerSpacing::uniform, physics, nz, c.boundaries};
  LayerProfiles& p = s.profiles;
  for (int k = 0; k <= nz; ++k) p.interfaces.push_back(interface_height(double(k) / nz));
  for (int k = 0; k < nz; ++k) {
    const double z = 0.5 * (p.interfaces[k] + p.interfaces[k + 1]);
    p.alpha_h.push_back(alpha_h_of_height(z));
    p.alpha_v.push_back(alpha_v_of_height(z).u);
    p.beta.push_back(beta_of_height(z));
  }
  const auto field = [c, n](auto function) -> HorizontalField {
    return [c, n, function](int i, int j) {
      return function(centre(c.x0, c.x1, i, n), centre(c.y0, c.y1, j, n));
    };
  };
  ColumnFields f{field([c](double x, double y) { return c.alpha_h(x, y).u; }), field(alpha_v),
                 field(beta), c.on_sphere() ? geometry(c, n) : nullptr};
  s.columns = std::make_shared<ColumnFields>(f);
  return s;
}

/// Relative L2 error of the discrete solution on n x n x nz cells.
double error(const Case& c, int n, int nz) {
  const Problem problem(spec_of(c, n, nz), n, n);
  const oracle::Matrix m = problem.matrix();
  oracle::Array f(n, n, nz), exact(n, n, nz), root(n, n, nz);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < nz; ++k) {
        const double x = centre(c.x0, c.x1, i, n), y = centre(c.y0, c.y1, j, n), z = m.heights[k];
        const Jet1 v = between(c.boundaries.bottom, c.boundaries.top, z, depth());
        const double volume = m.column(j, i).area * m.volume[k];
        exact(j, i, k) = c.solution(x, y).u * v.u;
        f(j, i, k) = right_hand_side(c, x, y, z, v) * volume;
        root(j, i, k) = std::sqrt(volume);
      }
  const Outcome o = fused_pcg<Double>(problem, f, {1e-9, 2000});
  EXPECT_TRUE(o.report.converged());
  oracle::Array wrong = oracle::sum(o.solution, -1.0, exact);
  for (std::size_t l = 0; l < wrong.values.size(); ++l) {
    wrong.values[l] *= root.values[l];
    exact.values[l] *= root.values[l];
  }
  return oracle::norm(wrong) / oracle::norm(exact);
}

/// Halves the cells in all directions.
void expect_second_order(const Case& c) {
  const double coarse = error(c, 12, 8), middle = error(c, 24, 16), fine = error(c, 48, 32);
  EXPECT_NEAR(std::log2(coarse / middle), 2.0, 0.3) << coarse << ", " << middle;
  EXPECT_NEAR(std::log2(middle / fine), 2.0, 0.1) << middle << ", " << fine;
  EXPECT_LT(fine, 4e-3);
}

/// u has the shape that the boundaries ask for in each direction.
Case box(Domain domain, const Boundaries& b, double x0, double x1, double y0, double y1) {
  const auto solution = [=](double x, double y) {
    return product(between(b.west, b.east, x - x0, x1 - x0),
                   between(b.south, b.north, y - y0, y1 - y0));
  };
  const auto alpha_h = [](double x, double y) {
    Jet2 a = product(wave(3.0, x), wave(2.0, y, 1.0));
    return Jet2{1.0 + 0.4 * a.u, 0.4 * a.x, 0.4 * a.y, 0.4 * a.xx, 0.4 * a.yy};
  };
  return {domain, b, x0, x1, y0, y1, solution, alpha_h};
}

/// Each boundary on each side.
const Boundaries all_boundaries[] = {{open, open, open, open, closed, closed},
                                     {closed, open, open, closed, open, closed},
                                     {open, closed, closed, open, closed, open},
                                     {closed, closed, closed, closed, open, open}};

TEST(GeneralOrder, FlatBoxWithEachBoundary) {
  for (const Boundaries& b : all_boundaries) expect_second_order(box(Domain::flat, b, 0, 1, 0, 1));
}

TEST(GeneralOrder, LongitudesAndLatitudesWithoutPoles) {
  for (const Boundaries& b : all_boundaries)
    expect_second_order(box(Domain::panel, b, 0.0, 1.2, -0.6, 0.8));
}

// The function (sin y - sin y0) (1 + cos^2 y cos 2x / 2) is smooth at the pole and 0 in the south.
// It is flat on the meridians x = 0 and x = pi / 2.
Jet2 smooth_at_the_pole(double y0, double x, double y) {
  const double s = std::sin(y), c = std::cos(y), cx = std::cos(2.0 * x), sx = std::sin(2.0 * x);
  const double g = s - std::sin(y0), h = 1.0 + 0.5 * c * c * cx, h_y = -c * s * cx,
               h_yy = -(c * c - s * s) * cx;
  return {g * h, -g * c * c * sx, c * h + g * h_y, -2.0 * g * c * c * cx,
          -s * h + 2.0 * c * h_y + g * h_yy};
}

TEST(GeneralOrder, LongitudesAndLatitudesUpToAPole) {
  const double y0 = 0.4;
  const auto alpha_h = [](double, double y) {
    return Jet2{1.0 + 0.3 * std::sin(y), 0.0, 0.3 * std::cos(y), 0.0, -0.3 * std::sin(y)};
  };
  for (const Boundary pole : {closed, open}) // of an edge without length it does not matter
    expect_second_order({Domain::panel,
                         {closed, closed, open, pole, closed, open},
                         0.0,
                         0.5 * pi,
                         y0,
                         0.5 * pi,
                         [y0](double x, double y) { return smooth_at_the_pole(y0, x, y); },
                         alpha_h});
}

/// Cycles to 1e-5, with as many levels as the program chooses.
int cycles(const GridSpec& spec, int n) {
  const Problem problem(spec, n, n);
  const Outcome o = multigrid<Double>(problem, oracle::box(problem.matrix()), {1e-5, 60});
  EXPECT_TRUE(o.report.converged());
  return o.report.iterations;
}

/// At most `factor` times as many cycles as without the field, be it that of alpha_h alone, of both alpha, or of all.
void expect_cycles(const HorizontalField& field, int n, double factor,
                   Flux flux = Flux::two_point) {
  GridSpec spec = paper_spec(n, 16);
  spec.flux = flux;
  if (flux == Flux::two_point) spec.domain = Domain::flat;
  const int plain = cycles(spec, n);
  for (const ColumnFields& f : {ColumnFields{field, {}, {}, {}}, ColumnFields{field, field, {}, {}},
                                ColumnFields{field, field, field, {}}}) {
    spec.columns = std::make_shared<ColumnFields>(f);
    const int count = cycles(spec, n);
    EXPECT_LE(count, factor * plain) << "n = " << n << ": " << plain << " without the field";
  }
}

TEST(GeneralCounts, AFieldThatVariesByAHundredCostsAFewCycles) {
  for (const Flux flux : {Flux::two_point, Flux::vertex})
    for (const int n : {32, 64})
      expect_cycles(
          [n](int i, int j) {
            const double x = 2.0 * pi * (i + 0.5) / n, y = 2.0 * pi * (j + 0.5) / n;
            return std::pow(10.0, std::sin(x) * std::cos(y));
          },
          n, 1.5, flux);
}

// The prolongation does not know of the jumps.
TEST(GeneralCounts, JumpsByAHundredCostAtMostAsManyCyclesAgain) {
  for (const int n : {32, 64})
    expect_cycles([](int i, int j) { return (i / 8 + j / 8) % 2 == 0 ? 10.0 : 0.1; }, n, 2.0);
}

// Coarse columns have geometric means. Where random numbers lie between 0.3 and 3, cycles diverge
// with harmonic means. With arithmetic ones there are up to four times as many as without the
// field.
TEST(GeneralCounts, RandomNumbersCostAtMostTwiceAndAHalfAsManyCyclesWithVertices) {
  const HorizontalField field = [](int i, int j) {
    return std::pow(10.0, oracle::random(1, 1, 1, i * 7919 + j * 104729)(0, 0, 0) - 0.5);
  };
  for (const int n : {32, 64}) expect_cycles(field, n, 2.5, Flux::vertex);
}

} // namespace
} // namespace isobar::general_test
