#include "support_sphere.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace isobar {
namespace {

using Vec = std::array<double, 3>;

Vec sum(const Vec& a, double s, const Vec& b) {
  return {a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]};
}
double dot(const Vec& a, const Vec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vec cross(const Vec& a, const Vec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vec unit(const Vec& a) { return sum({0, 0, 0}, 1.0 / std::sqrt(dot(a, a)), a); }

/// Centre of a panel, and its directions x and y (the study's "Connectivity").
constexpr Vec frames[6][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},   {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}},
    {{0, 0, 1}, {-1, 0, 0}, {0, -1, 0}}, {{-1, 0, 0}, {0, 0, -1}, {0, -1, 0}},
    {{0, -1, 0}, {0, 0, -1}, {1, 0, 0}}, {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}};

/// A point of a panel, so many columns from its sides.
Vec point(int n, int panel, double x, double y) {
  const auto tangent = [n](double at) {
    return std::tan(std::numbers::pi * (0.5 * at / n - 0.25));
  };
  const auto& [centre, east, north] = frames[panel];
  return unit(sum(sum(centre, tangent(x), east), tangent(y), north));
}

/// The angle at b between the great circles to a and c.
double angle(const Vec& a, const Vec& b, const Vec& c) {
  const Vec u = unit(cross(b, a)), v = unit(cross(b, c));
  return std::atan2(std::sqrt(dot(cross(u, v), cross(u, v))), dot(u, v));
}
/// The area by Girard's theorem.
double area(const std::array<Vec, 4>& corners) {
  double angles = 0.0;
  for (int c = 0; c < 4; ++c)
    angles += angle(corners[std::size_t(c + 3) % 4], corners[std::size_t(c)],
                    corners[std::size_t(c + 1) % 4]);
  return angles - 2.0 * std::numbers::pi;
}

/// Columns around a vertex, in the order of the angle around it.
std::vector<int> around(const Vec& vertex, std::vector<int> columns,
                        const std::vector<Vec>& centres) {
  const Vec east = unit(cross(vertex, sum(vertex, 1.0, {0.3, 0.5, 0.8}))),
            north = cross(vertex, east);
  std::ranges::sort(columns, {}, [&](int c) {
    const Vec& p = centres[std::size_t(c)];
    return std::atan2(dot(p, north), dot(p, east));
  });
  return columns;
}

} // namespace

std::array<double, 3> sphere_centre(int n, int panel, int i, int j) {
  return point(n, panel, i + 0.5, j + 0.5);
}

oracle::Array random_on_sphere(int n, int nz, int seed) {
  oracle::Array f = oracle::random(n, 6 * n, nz, seed);
  for (double& x : f.values) x -= 0.5;
  return f;
}

GridSpec sphere_spec(int nz, const Physics& physics) {
  GridSpec spec{Domain::sphere, LayerSpacing::graded, physics, nz};
  spec.flux = Flux::vertex;
  return spec;
}

GridSpec sphere_spec_with_fields(int n, int nz, const Physics& physics) {
  GridSpec spec = sphere_spec(nz, physics);
  const auto wave = [n](double a, double b, double c) -> HorizontalField {
    return [=](int i, int row) {
      const Vec x = sphere_centre(n, row / n, i, row % n);
      return std::exp2(2.0 * std::sin(a * x[0] + b * x[1] + c * x[2] + row / n));
    };
  };
  spec.columns = std::make_shared<const ColumnFields>(
      ColumnFields{wave(5, 3, -4), wave(-2, 6, 1), wave(1, -3, 7), nullptr});
  return spec;
}

GridSpec coarse_sphere_spec(const GridSpec& fine, int n) {
  const SphereOracle a(fine, 2 * n), plain(sphere_spec(fine.nz), n);
  const auto over_area = [n](const std::vector<double>& integrals,
                             const std::vector<double>& areas) -> HorizontalField {
    return [=](int i, int row) {
      double sum = 0.0;
      for (int child = 0; child < 4; ++child)
        sum += integrals[std::size_t(2 * row + child / 2) * (2 * n) + 2 * i + child % 2];
      return sum / areas[std::size_t(row) * n + i];
    };
  };
  const HorizontalField alpha = [of = fine.columns->alpha_h](int i, int row) {
    double product = 1.0;
    for (int child = 0; child < 4; ++child) product *= of(2 * i + child % 2, 2 * row + child / 2);
    return std::pow(product, 0.25);
  };
  GridSpec spec = fine;
  spec.columns = std::make_shared<const ColumnFields>(ColumnFields{
      alpha, over_area(a.vertical, plain.area), over_area(a.reaction, plain.area), nullptr});
  return spec;
}

/// The layers of a panel are those of the sphere.
SphereOracle::SphereOracle(const GridSpec& spec, int columns, int merge)
    : n(columns), layers(
                      [&] {
                        GridSpec panel = spec;
                        panel.domain = Domain::panel;
                        panel.columns = nullptr;
                        return panel;
                      }(),
                      1, 1, merge),
      couplings(std::size_t(6) * n * n) {
  std::vector<Vec> centres;
  std::map<std::array<long, 3>, std::pair<Vec, std::vector<int>>> vertices;
  for (int p = 0; p < 6; ++p)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const std::array<Vec, 4> corners{point(n, p, i, j), point(n, p, i + 1, j),
                                         point(n, p, i + 1, j + 1), point(n, p, i, j + 1)};
        area.push_back(isobar::area(corners));
        for (const Vec& c : corners) {
          auto& vertex =
              vertices[{std::lround(1e7 * c[0]), std::lround(1e7 * c[1]), std::lround(1e7 * c[2])}];
          vertex.first = c;
          vertex.second.push_back(int(centres.size()));
        }
        centres.push_back(sphere_centre(n, p, i, j));
      }
  const ColumnFields fields = spec.columns ? *spec.columns : ColumnFields();
  const auto value = [&](const HorizontalField& f, int c) { return f ? f(c % n, c / n) : 1.0; };
  for (int c = 0; c < int(area.size()); ++c) {
    vertical.push_back(area[std::size_t(c)] * value(fields.alpha_v, c));
    reaction.push_back(area[std::size_t(c)] * value(fields.beta, c));
  }
  const auto couple = [&](int a, int b, double coefficient) {
    couplings[std::size_t(a)][b] += coefficient;
    couplings[std::size_t(b)][a] += coefficient;
  };
  for (const auto& [key, vertex] : vertices) {
    const std::vector<int> c = around(vertex.first, vertex.second, centres);
    double resistance = 0.0;
    for (const int column : c) resistance += 1.0 / value(fields.alpha_h, column);
    const double alpha = double(c.size()) / resistance;
    if (c.size() == 3) {
      for (int m = 0; m < 3; ++m)
        couple(c[std::size_t(m)], c[std::size_t(m + 1) % 3], alpha * 0.5 / std::sqrt(3.0));
      continue;
    }
    const auto x = [&](int m) { return centres[std::size_t(c[std::size_t(m)])]; };
    const Vec a = sum(sum(x(1), -1.0, x(0)), 1.0, sum(x(2), -1.0, x(3))),
              b = sum(sum(x(3), -1.0, x(0)), 1.0, sum(x(2), -1.0, x(1)));
    const Vec normal = cross(a, b);
    const double jacobian = std::sqrt(dot(normal, normal)) / alpha;
    couple(c[0], c[1], 0.5 * dot(b, b) / jacobian);
    couple(c[3], c[2], 0.5 * dot(b, b) / jacobian);
    couple(c[0], c[3], 0.5 * dot(a, a) / jacobian);
    couple(c[1], c[2], 0.5 * dot(a, a) / jacobian);
    couple(c[0], c[2], -0.5 * dot(a, b) / jacobian);
    couple(c[1], c[3], 0.5 * dot(a, b) / jacobian);
  }
}

double SphereOracle::total(int column) const {
  double total = 0.0;
  for (const auto& [other, coefficient] : couplings[std::size_t(column)]) total += coefficient;
  return total;
}

oracle::Array SphereOracle::apply(const oracle::Array& u) const {
  oracle::Array v(n, 6 * n, u.nz);
  const oracle::Matrix& m = layers;
  for (int j = 0; j < 6 * n; ++j)
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < u.nz; ++k) {
        const std::size_t c = std::size_t(j) * n + i;
        const double own = vertical[c], here = u(j, i, k);
        double sum = reaction[c] * m.a[k] * here;
        if (k + 1 < u.nz) sum += own * m.b[k] * (u(j, i, k + 1) - here);
        if (k > 0) sum += own * m.c[k] * (u(j, i, k - 1) - here);
        for (const auto& [other, coefficient] : couplings[c])
          sum += coefficient * m.d[k] * (u(other / n, other % n, k) - here);
        v(j, i, k) = sum;
      }
  return v;
}

oracle::Array of_patches(const oracle::Array& global, const Partition& p) {
  return sphere_cells(sphere_field<double>(global, p), p);
}

double prolongated_at(const oracle::Array& coarse, int panel, int i, int j, int k) {
  const CubedSphere sphere(coarse.nx);
  const auto inside = [&](int x, int y) {
    const SphereColumn c = sphere.column(panel, x, y);
    return coarse(c.panel * coarse.nx + c.j, c.i, k);
  };
  const auto at = [&](int x, int y) {
    if (!sphere.is_missing(x, y)) return inside(x, y);
    return 0.5 * (inside(x, y < 0 ? 0 : y - 1) + inside(x < 0 ? 0 : x - 1, y));
  };
  const auto parent = [](int fine) { return (fine + 2) / 2 - 1; };
  const auto near = [&](int fine) { return parent(fine) + (fine % 2 != 0 ? 1 : -1); };
  const auto beside = [&](int fine) { return fine < 0 ? parent(fine) + 1 : near(fine); };
  const int x = parent(i), y = parent(j), nx = beside(i), ny = beside(j);
  return (9.0 * at(x, y) + 3.0 * at(nx, y) + 3.0 * at(x, ny) + at(nx, ny)) / 16.0;
}

oracle::Array prolongated_on_sphere(const oracle::Array& coarse) {
  const int n = 2 * coarse.nx;
  oracle::Array fine(n, 6 * n, coarse.nz);
  for (int p = 0; p < 6; ++p)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < coarse.nz; ++k)
          fine(p * n + j, i, k) = prolongated_at(coarse, p, i, j, k);
  return fine;
}

std::vector<Partition> whole_spheres(int n) {
  return {Partition::whole_sphere(n), Partition::on_sphere(n, {0, 12, 1, 2}),
          Partition::on_sphere(n, {0, 24, 2, 2})};
}
std::vector<Partition> sphere_parts(int n) {
  return {Partition::whole_sphere(n), Partition::on_sphere(n, {3, 1, 1, 1}),
          Partition::on_sphere(n, {2, 3, 1, 2}), Partition::on_sphere(n, {5, 7, 2, 2})};
}

} // namespace isobar
