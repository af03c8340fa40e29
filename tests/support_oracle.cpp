// The oracle's matrix: geometry, coefficients, and everything that is one loop over the cells.
#include "support_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace isobar::oracle {
namespace {

using Real = long double;
struct Point {
  Real x, y, z;
};

Real dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Real norm(const Point& a) { return std::sqrt(dot(a, a)); }

/// Corner (i, j), or any point in cell units, on the unit sphere.
Point on_sphere(Real xi, Real eta) {
  const Real n = std::sqrt(1 + xi * xi + eta * eta);
  return {xi / n, eta / n, 1 / n};
}
Real great_circle(const Point& a, const Point& b) {
  const Point cross{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  return std::atan2(norm(cross), dot(a, b));
}
/// Solid angle over the gnomonic rectangle from (0, 0) to (xi, eta).
Real solid_angle(Real xi, Real eta) {
  return std::atan(xi * eta / std::sqrt(1 + xi * xi + eta * eta));
}

/// Edges and centres of the columns along one axis, as fractions of the domain. Beside a side stands no
/// centre but the side itself, where the Dirichlet value is.
struct Axis {
  std::vector<Real> edges, centres;
  Axis(int n, ColumnWidths widths) {
    Real edge = 0;
    edges.push_back(edge);
    for (int i = 0; i < n; ++i) edges.push_back(edge += i + 1 < n ? widths.regular : widths.last);
    for (Real& e : edges) e /= edge;
    centres.push_back(0);
    for (int i = 0; i < n; ++i) centres.push_back((edges[i] + edges[i + 1]) / 2);
    centres.push_back(1);
  }
};

Column panel_column(const Axis& x, const Axis& y, int i, int j) {
  const auto point = [&](Real s, Real t) { return on_sphere(2 * s - 1, 2 * t - 1); };
  const Real w = x.edges[i], e = x.edges[i + 1], s = y.edges[j], n = y.edges[j + 1];
  const Real *cx = &x.centres[i + 1], *cy = &y.centres[j + 1];
  const Point sw = point(w, s), se = point(e, s), nw = point(w, n), ne = point(e, n);
  const Point centre = point(*cx, *cy), west = point(cx[-1], *cy), east = point(cx[1], *cy),
              south = point(*cx, cy[-1]), north = point(*cx, cy[1]);
  const auto corner = [](Real s, Real t) { return solid_angle(2 * s - 1, 2 * t - 1); };
  const Real area = corner(e, n) - corner(w, n) - corner(e, s) + corner(w, s);
  return {double(area), double(great_circle(sw, nw) / great_circle(west, centre)),
          double(great_circle(se, ne) / great_circle(centre, east)),
          double(great_circle(sw, se) / great_circle(south, centre)),
          double(great_circle(nw, ne) / great_circle(centre, north))};
}

Column flat_column(const Axis& x, const Axis& y, int i, int j) {
  const Real hx = x.edges[i + 1] - x.edges[i], hy = y.edges[j + 1] - y.edges[j];
  const Real *cx = &x.centres[i + 1], *cy = &y.centres[j + 1];
  return {double(hx * hy), double(hy / (cx[0] - cx[-1])), double(hy / (cx[1] - cx[0])),
          double(hx / (cy[0] - cy[-1])), double(hx / (cy[1] - cy[0]))};
}

template <class Value> Array from_cells(int nx, int ny, int nz, const Value& value) {
  Array x(nx, ny, nz);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      for (int k = 0; k < nz; ++k) x(j, i, k) = value(j, i, k);
  return x;
}

} // namespace

Matrix::Matrix(Domain domain, LayerSpacing spacing, const Physics& physics, int nx_in, int ny_in,
               int all_layers, int merge_in, ColumnWidths x_widths, ColumnWidths y_widths)
    : nx(nx_in), ny(ny_in), nz((all_layers + merge_in - 1) / merge_in), merge(merge_in), a(nz),
      b(nz), c(nz), d(nz) {
  const bool panel = domain == Domain::panel;
  const Real w2 = physics.omega_squared, lambda2 = physics.lambda_squared;
  // Heights above the ground, never radii: 1 + z has lost the digits of a small z, and differences
  // of it even more, in long double too.
  const auto z = [&](int k) {
    const Real t = Real(std::min(k * merge, all_layers)) / all_layers;
    return Real(physics.depth) * (spacing == LayerSpacing::graded ? t * t : t);
  };
  const auto centre = [&](int k) { return (z(k) + z(k + 1)) / 2; };
  const auto square = [&](Real height) { return panel ? (1 + height) * (1 + height) : 1; };
  // (r^3 - 1)/3, the volume between the ground and r = 1 + z
  const auto below = [&](Real height) {
    return panel ? height + height * height + height * height * height / 3 : height;
  };
  for (int k = 0; k < nz; ++k) {
    const Real volume = below(z(k + 1)) - below(z(k));
    heights.push_back(double(centre(k)));
    a[k] = double(volume);
    d[k] = double(-w2 * volume);
    b[k] = k == nz - 1 ? 0 : double(-w2 * lambda2 * square(z(k + 1)) / (centre(k + 1) - centre(k)));
    c[k] = k == 0 ? 0 : double(-w2 * lambda2 * square(z(k)) / (centre(k) - centre(k - 1)));
  }
  const Axis x(nx, x_widths), y(ny, y_widths);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      columns.push_back(panel ? panel_column(x, y, i, j) : flat_column(x, y, i, j));
}

Array random(int nx, int ny, int nz, int seed) {
  return from_cells(nx, ny, nz, [&](int j, int i, int k) {
    std::uint64_t x = ((std::uint64_t(j) * nx + i) * nz + k) * 0x9E3779B97F4A7C15u +
                      std::uint64_t(seed) * 0xD1B54A32D192ED03u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return double((x ^ (x >> 31)) >> 44) / (1 << 19) - 0.5;
  });
}

Array rounded_to_float(Array x) {
  for (double& value : x.values) value = float(value);
  return x;
}

Array box(const Matrix& m) {
  const auto middle = [](int i, int n) { return 8 * i >= 3 * n && 8 * (i + 1) <= 5 * n; };
  return from_cells(m.nx, m.ny, m.nz, [&](int j, int i, int k) {
    return middle(i, m.nx) && middle(j, m.ny) ? m.column(j, i).area * m.a[k] : 0.0;
  });
}

Array constant(const Matrix& m) {
  return from_cells(m.nx, m.ny, m.nz,
                    [&](int j, int i, int k) { return m.column(j, i).area * m.a[k]; });
}

double dot(const Array& x, const Array& y) {
  Real s = 0;
  for (std::size_t n = 0; n < x.values.size(); ++n) s += Real(x.values[n]) * y.values[n];
  return double(s);
}

double norm(const Array& x) { return std::sqrt(dot(x, x)); }

Array sum(const Array& x, double factor, const Array& y) {
  Array s = x;
  for (std::size_t n = 0; n < s.values.size(); ++n) s.values[n] += factor * y.values[n];
  return s;
}

Array apply(const Matrix& m, const Array& u) {
  return from_cells(m.nx, m.ny, m.nz, [&](int j, int i, int k) {
    const Column& T = m.column(j, i);
    const double diagonal = T.area * m.a[k] - T.total() * m.d[k] - T.area * (m.b[k] + m.c[k]);
    double v = diagonal * u(j, i, k);
    if (k + 1 < m.nz) v += T.area * m.b[k] * u(j, i, k + 1);
    if (k > 0) v += T.area * m.c[k] * u(j, i, k - 1);
    if (i > 0) v += T.west * m.d[k] * u(j, i - 1, k);
    if (i + 1 < m.nx) v += T.east * m.d[k] * u(j, i + 1, k);
    if (j > 0) v += T.south * m.d[k] * u(j - 1, i, k);
    if (j + 1 < m.ny) v += T.north * m.d[k] * u(j + 1, i, k);
    return v;
  });
}

Array residual(const Matrix& m, const Array& u, const Array& f) {
  return sum(f, -1.0, apply(m, u));
}

} // namespace isobar::oracle
