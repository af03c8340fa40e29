// The operator on inclined layers against the derivative of its energy, vertex by vertex, panel by panel.
#include "support_general_oracle.hpp"
#include "support_problem.hpp"
#include "support_sphere.hpp"

#include <isobar/core/columns/kernels/general_operator.hpp>
#include <isobar/core/grid/horizontal_geometry.hpp>
#include <isobar/core/grid/measures.hpp>

#include <cmath>
#include <optional>
#include <stdexcept>

namespace isobar::inclined_test {
namespace {

constexpr double depth = 0.1;

/// A share of the depth, rough enough that no two columns have the same.
double hill(int i, int j) { return 0.3 + 0.25 * std::sin(1.3 * i + 0.7 * j) * std::cos(0.9 * j); }
double factor(int i, int j) { return 1.0 + 0.5 * std::sin(0.8 * i - 1.1 * j); }
double stiffness(int i, int j) { return 1.0 + 0.5 * std::cos(0.5 * i + 1.7 * j); }

GridSpec inclined(Domain domain, int nz, const Boundaries& b = {}) {
  GridSpec spec{domain, LayerSpacing::graded, test_physics, nz, b};
  spec.physics.depth = depth;
  spec.flux = Flux::vertex;
  for (int k = 0; k < nz; ++k) spec.profiles.alpha_h.push_back(1.0 + 0.1 * k);
  ColumnFields fields;
  fields.alpha_h = factor;
  fields.alpha_v = stiffness;
  fields.ground = hill;
  spec.columns = std::make_shared<const ColumnFields>(fields);
  return spec;
}

/// The columns of a domain as its vertices see them.
struct Vertices {
  /// A column (i, row) of the array; none beyond a side, and a fourth one around a corner of the cube.
  struct Node {
    int i = 0, row = 0;
    bool exists = false;
  };
  struct Vertex {
    VertexMetric metric;
    Node nodes[4];      ///< south-west, south-east, north-west, north-east
    double share = 1.0; ///< of its energy: panels that meet see it once each
    bool closed_x = false, closed_y = false;
  };
  std::vector<Vertex> all;
};

Vertices rectangle(const GridSpec& s, int nx, int ny) {
  const HorizontalGeometry g(s.domain, nx, ny, {}, {}, s.boundaries);
  const Boundaries& b = s.boundaries;
  Vertices v;
  for (int j = 0; j <= ny; ++j)
    for (int i = 0; i <= nx; ++i) {
      Vertices::Vertex at{g.vertex(i, j), {}};
      constexpr Boundary closed = Boundary::neumann;
      at.closed_x = (i == 0 && b.west == closed) || (i == nx && b.east == closed);
      at.closed_y = (j == 0 && b.south == closed) || (j == ny && b.north == closed);
      for (int n = 0; n < 4; ++n) {
        const int x = i - 1 + n % 2, y = j - 1 + n / 2;
        at.nodes[n] = {x, y, x >= 0 && x < nx && y >= 0 && y < ny};
      }
      v.all.push_back(at);
    }
  return v;
}

Vertices whole_sphere(int n) {
  const CubedSphere sphere(n);
  Vertices v;
  for (int panel = 0; panel < 6; ++panel)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) {
        Vertices::Vertex at{sphere.vertex(panel, i, j), {}};
        const bool on_x = i == 0 || i == n, on_y = j == 0 || j == n;
        at.share = on_x && on_y ? 1.0 / 3.0 : on_x || on_y ? 0.5 : 1.0;
        for (int m = 0; m < 4; ++m) {
          const int x = i - 1 + m % 2, y = j - 1 + m / 2;
          if (sphere.is_missing(x, y)) continue;
          const SphereColumn c = sphere.column(panel, x, y);
          at.nodes[m] = {c.i, c.panel * n + c.j, true};
        }
        v.all.push_back(at);
      }
  return v;
}

/// The energy of all vertices, with u and the ground in arrays: the sum of squares of the inclined gradients.
class Energy {
public:
  Energy(const GridSpec& spec, Vertices v, const std::vector<double>& area, int nx)
      : spec_(spec), vertices_(std::move(v)), area_(area), nx_(nx) {
    for (const auto& c : layer_coefficients(spec)) d_.push_back(c.d);
    const LayerMeasures layers(spec);
    double height = 0.0;
    for (int k = 0; k + 1 < spec.nz; ++k) {
      const double thickness = layers.thickness[std::size_t(k)];
      height += thickness;
      steps_.push_back(0.5 * (thickness + layers.thickness[std::size_t(k) + 1]));
      heights_.push_back(height);
    }
  }

  double of(const oracle::Array& u) const {
    double sum = 0.0;
    for (const auto& v : vertices_.all)
      for (int k = 0; k < spec_.nz; ++k)
        for (const bool upper : {false, true})
          sum += 0.5 * d_[std::size_t(k)] * half(v, u, k, upper);
    return sum;
  }

private:
  double half(const Vertices::Vertex& v, const oracle::Array& u, int k, bool upper) const {
    const int at = upper ? k + 1 : k; // the interface, between layers at-1 and at
    if (at == spec_.nz) return gradient(v, u, k, 0.0);
    if (at == 0) return on_the_ground(v, u);
    double below = 0.0, above = 0.0;
    int count = 0;
    for (const auto& c : v.nodes) {
      if (!c.exists) continue;
      ++count;
      below += u(c.row, c.i, at - 1);
      above += u(c.row, c.i, at);
    }
    if (count == 0) return 0.0;
    const bool whole = count == 4 || spec_.domain == Domain::sphere;
    // Beyond a side u is 0, beyond a closed one the mirror image.
    const double nodes =
        whole ? count : 4.0 / ((v.closed_x ? 2.0 : 1.0) * (v.closed_y ? 2.0 : 1.0));
    const double s = heights_[std::size_t(at) - 1];
    return gradient(v, u, k,
                    (1.0 - s / depth) * (above - below) / nodes / steps_[std::size_t(at) - 1]);
  }
  /// The least energy that any du/ds has in the lower half of the lowest layer.
  double on_the_ground(const Vertices::Vertex& v, const oracle::Array& u) const {
    const double thickness = LayerMeasures(spec_).thickness[0];
    const double t = 1.0 - 0.25 * thickness / depth;
    double vertical = 0.0;
    for (const auto& c : v.nodes)
      if (c.exists)
        vertical += stiffness(c.i, c.row) / (1.0 - hill(c.i, c.row)) / 4.0 * mean_area(v);
    vertical *= spec_.physics.omega_squared * spec_.physics.lambda_squared *
                LayerMeasures(spec_).volume[0] / d_[0];
    const auto energy = [&](double slope) {
      return gradient(v, u, 0, t * slope) + 0.5 * v.share * vertical * slope * slope;
    };
    const double none = energy(0.0), more = energy(1.0), less = energy(-1.0);
    const double linear = 0.5 * (more - less), square = more + less - 2.0 * none;
    return square > 0.0 ? none - 0.5 * linear * linear / square : none;
  }
  double mean_area(const Vertices::Vertex& v) const {
    double sum = 0.0;
    int count = 0;
    for (const auto& c : v.nodes)
      if (c.exists) sum += area_[std::size_t(c.row * nx_ + c.i)], ++count;
    return sum / count;
  }
  /// Half the gradient's bilinear form for u - slope h / m.
  double gradient(const Vertices::Vertex& v, const oracle::Array& u, int k, double slope) const {
    double mean_ground = 0.0, resistance = 0.0;
    int count = 0;
    for (const auto& c : v.nodes) {
      if (!c.exists) continue;
      ++count;
      mean_ground += hill(c.i, c.row);
      resistance += 1.0 / (factor(c.i, c.row) * (1.0 - hill(c.i, c.row)));
    }
    if (count == 0) return 0.0;
    slope /= 1.0 - mean_ground / count;
    double q[4];
    for (int n = 0; n < 4; ++n) {
      const int x = beyond(v, n, 1) ? n ^ 1 : n, inside = beyond(v, n, 2) ? x ^ 2 : x;
      const auto& c = v.nodes[n].exists ? v.nodes[n] : v.nodes[inside];
      const double height = c.exists ? depth * hill(c.i, c.row) : 0.0;
      q[n] = (v.nodes[n].exists ? u(c.row, c.i, k) : 0.0) - slope * height;
    }
    return v.share * (count / resistance) * form(v, q);
  }
  /// Whether no column stands on this side of the vertex, in x (1) or in y (2).
  bool beyond(const Vertices::Vertex& v, int n, int axis) const {
    if (spec_.domain == Domain::sphere) return false;
    return !v.nodes[n & axis].exists && !v.nodes[(n & axis) | (3 - axis)].exists;
  }
  /// 1/2 of the bilinear form of the gradient with itself.
  double form(const Vertices::Vertex& v, const double (&q)[4]) const {
    const VertexMetric& k = v.metric;
    for (int n = 0; n < 4; ++n)
      if (spec_.domain == Domain::sphere && !v.nodes[n].exists) return corner(k.aa, v, q);
    const double south = q[1] - q[0], north = q[3] - q[2], west = q[2] - q[0], east = q[3] - q[1];
    const auto inner = [&](double low, double high, bool closed, bool low_is_beyond) {
      return closed ? 0.5 * (low_is_beyond ? high * high : low * low)
                    : 0.5 * (low * low + high * high);
    };
    const double x = inner(south, north, v.closed_y, beyond(v, 0, 2)),
                 y = inner(west, east, v.closed_x, beyond(v, 0, 1));
    return 0.5 * (k.aa * x + k.bb * y + 0.5 * k.ab * (south + north) * (west + east));
  }
  static double corner(double weight, const Vertices::Vertex& v, const double (&q)[4]) {
    double sum = 0.0;
    for (int n = 0; n < 4; ++n)
      for (int m = 0; m < n; ++m)
        if (v.nodes[n].exists && v.nodes[m].exists)
          sum += 0.25 * weight * (q[n] - q[m]) * (q[n] - q[m]);
    return sum;
  }

  GridSpec spec_;
  Vertices vertices_;
  std::vector<double> area_;
  int nx_;
  std::vector<double> d_, steps_, heights_;
};

/// A u: derivatives of the energy, which is quadratic, and what is in each column alone.
oracle::Array image(const GridSpec& spec, const Vertices& v, const std::vector<double>& area,
                    const oracle::Array& u) {
  const Energy energy(spec, v, area, u.nx);
  oracle::Array result(u.nx, u.ny, u.nz), changed = u;
  const auto layers = layer_coefficients(spec);
  for (int row = 0; row < u.ny; ++row)
    for (int i = 0; i < u.nx; ++i)
      for (int k = 0; k < u.nz; ++k) {
        double& x = changed(row, i, k);
        const double before = x;
        x = before + 1.0;
        const double more = energy.of(changed);
        x = before - 1.0;
        const double less = energy.of(changed);
        x = before;
        const double m = 1.0 - hill(i, row), a = area[std::size_t(row * u.nx + i)],
                     stiff = stiffness(i, row);
        const auto& c = layers[std::size_t(k)];
        double vertical = 0.0;
        if (k > 0) vertical += c.c * (before - u(row, i, k - 1));
        else vertical += c.c * before;
        if (k + 1 < u.nz) vertical += c.b * (before - u(row, i, k + 1));
        else vertical += c.b * before;
        result(row, i, k) = 0.5 * (more - less) + a * (m * c.a * before + stiff * vertical / m);
      }
  return result;
}

template <class P> struct InclinedOperator : testing::Test {};
TYPED_TEST_SUITE(InclinedOperator, Precisions, PrecisionNames);

constexpr Boundary open = Boundary::dirichlet, closed = Boundary::neumann;

std::vector<Boundaries> all_sides() {
  Boundaries shut{closed, closed, closed, closed}, some{closed, open, open, open};
  Boundaries corner{open, closed, closed, open, closed, open};
  return {{}, shut, some, corner};
}

std::vector<double> areas(const GridSpec& spec, int nx, int ny) {
  const HorizontalGeometry g(spec.domain, nx, ny);
  std::vector<double> area;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) area.push_back(g.area(i, j));
  return area;
}

TYPED_TEST(InclinedOperator, IsTheDerivativeOfTheEnergy) {
  using S = typename TypeParam::storage;
  constexpr Layout L = TypeParam::layout;
  constexpr int nx = 7, ny = 5;
  for (const Domain domain : {Domain::panel, Domain::equiangular_panel, Domain::flat})
    for (const Boundaries& b : all_sides())
      for (const int nz : {1, 2, 5}) {
        const GridSpec spec = inclined(domain, nz, b);
        const oracle::Array u = oracle::random(nx, ny, nz, 1);
        const oracle::Array v = image(spec, rectangle(spec, nx, ny), areas(spec, nx, ny), u);
        for (const Partition& p :
             {Partition::whole(nx, ny), Partition{nx, ny, 2, 1, 3, 2, {}, {}, {}, {}},
              Partition{nx, ny, 4, 3, 3, 2, {}, {}, {}, {}}}) {
          SCOPED_TRACE(testing::Message() << int(domain) << " nz " << nz << " at " << p.first_i);
          const GeneralOperator<TypeParam> a({spec, p, {}});
          EXPECT_EQ(a.halo(), Halo::edges_and_corners);
          const Field<S, L> in = field_of<S, L>(u, p), out = garbage_field<S, L>(p, nz),
                            r = garbage_field<S, L>(p, nz);
          const auto before = contents(out);
          a.apply(in, out);
          const double tolerance = 8.0 * kernel_tolerance<TypeParam>();
          EXPECT_TRUE(matches(out, v, p, tolerance));
          EXPECT_TRUE(only_owned_written(out, before));
          const oracle::Array f = oracle::random(nx, ny, nz, 2), residual = oracle::sum(f, -1.0, v);
          const double norm = a.residual(in, field_of<S, L>(f, p), r);
          EXPECT_TRUE(matches(r, residual, p, tolerance));
          const oracle::Array own = owned(field_of<double>(residual, p));
          EXPECT_NEAR(norm, oracle::dot(own, own), 4.0 * tolerance * norm);
          const Sums sums = a.apply_sums(in, field_of<S, L>(f, p), r);
          const oracle::Array w = owned(field_of<double>(f, p)),
                              image_here = owned(field_of<double>(v, p));
          EXPECT_TRUE(matches(r, v, p, tolerance));
          EXPECT_NEAR(sums.second, oracle::dot(image_here, image_here),
                      4.0 * tolerance * sums.second);
          EXPECT_NEAR(sums.first, oracle::dot(image_here, w),
                      4.0 * tolerance * std::sqrt(sums.second * oracle::dot(w, w)));
        }
      }
}

/// Any patches of the sphere, whose panels and corners have no formula of their own.
TYPED_TEST(InclinedOperator, IsTheDerivativeOfTheEnergyOnTheSphere) {
  using S = typename TypeParam::storage;
  constexpr Layout L = TypeParam::layout;
  constexpr int n = 4, nz = 3;
  const GridSpec spec = inclined(Domain::sphere, nz);
  std::vector<double> area;
  for (int row = 0; row < 6 * n; ++row)
    for (int i = 0; i < n; ++i) area.push_back(CubedSphere(n).area({row / n, i, row % n}));
  const oracle::Array u = oracle::random(n, 6 * n, nz, 1);
  const oracle::Array v = image(spec, whole_sphere(n), area, u);
  for (const SpherePatches& patches :
       {SpherePatches{0, 6, 1, 1}, SpherePatches{3, 5, 1, 2}, SpherePatches{6, 7, 2, 2}}) {
    const Partition p = Partition::on_sphere(n, patches);
    const GeneralOperator<TypeParam> a({spec, p, {}});
    const Field<S, L> in = sphere_field<S, L>(u, p), out("v", p.nx, p.ny, nz);
    a.apply(in, out);
    const oracle::Array own = of_patches(v, p), seen = sphere_cells(out, p);
    double largest = 0.0, error = 0.0;
    for (std::size_t c = 0; c < own.values.size(); ++c) {
      largest = std::max(largest, std::abs(own.values[c]));
      error = std::max(error, std::abs(seen.values[c] - own.values[c]));
    }
    EXPECT_LE(error, 8.0 * kernel_tolerance<TypeParam>() * largest) << patches.count;
  }
}

/// <A x, y> and what A makes of a constant, over a ground as rough as its columns allow.
TEST(InclinedMatrix, IsSymmetricAndDefiniteAndKeepsConstants) {
  constexpr int nx = 9, ny = 7, nz = 6;
  GridSpec spec = inclined(Domain::panel, nz, {closed, closed, closed, closed});
  ColumnFields rough = *spec.columns;
  rough.ground = [](int i, int j) { return (i + j) % 2 == 0 ? 0.9 : -0.5; };
  spec.columns = std::make_shared<const ColumnFields>(rough);
  spec.profiles.beta.assign(nz, 1e-6);
  const Partition p = Partition::whole(nx, ny);
  const GeneralOperator<Double> a({spec, p, {}});
  const auto image = [&](const oracle::Array& u) {
    const Field<double> v("v", nx, ny, nz);
    a.apply(field_of<double>(u, p), v);
    return owned(v);
  };
  const oracle::Array x = oracle::random(nx, ny, nz, 1), y = oracle::random(nx, ny, nz, 2);
  const oracle::Array ax = image(x);
  EXPECT_NEAR(oracle::dot(ax, y), oracle::dot(x, image(y)),
              1e-13 * oracle::norm(ax) * oracle::norm(y));
  EXPECT_GT(oracle::dot(ax, x), 0.0);
  const oracle::Array one = oracle::array_of(nx, ny, nz, [](int, int, int) { return 1.0; });
  const double scale = oracle::norm(ax) / oracle::norm(x);
  const std::vector<double> area = areas(spec, nx, ny);
  const oracle::Array image_of_one = image(one);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      for (int k = 0; k < nz; ++k) {
        const double m = 1.0 - rough.ground(i, j), volume = layer_volumes(spec)[std::size_t(k)];
        EXPECT_NEAR(image_of_one(j, i, k), 1e-6 * m * area[std::size_t(j * nx + i)] * volume,
                    1e-13 * scale);
      }
}

} // namespace
} // namespace isobar::inclined_test
