// The oracle's matrix: geometry, coefficients, and everything that is one loop over the cells.
#include "support_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>

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

/// Edges and centres of the columns along one axis, as fractions of the domain. Beside a side
/// stands no centre but the side itself, where the Dirichlet value is. Beyond a periodic side
/// stands the column at the other end.
struct Axis {
  std::vector<Real> edges, centres;
  Axis(int n, ColumnWidths widths, bool periodic) {
    Real edge = 0;
    edges.push_back(edge);
    for (int i = 0; i < n; ++i) edges.push_back(edge += i + 1 < n ? widths.regular : widths.last);
    for (Real& e : edges) e /= edge;
    centres.push_back(0);
    for (int i = 0; i < n; ++i) centres.push_back((edges[i] + edges[i + 1]) / 2);
    centres.push_back(periodic ? 1 + centres[1] : 1);
    if (periodic) centres[0] = centres[std::size_t(n)] - 1;
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
  return {double(area),
          double(area),
          double(area),
          double(great_circle(sw, nw) / great_circle(west, centre)),
          double(great_circle(se, ne) / great_circle(centre, east)),
          double(great_circle(sw, se) / great_circle(south, centre)),
          double(great_circle(nw, ne) / great_circle(centre, north))};
}

Column flat_column(const Axis& x, const Axis& y, int i, int j) {
  const Real hx = x.edges[i + 1] - x.edges[i], hy = y.edges[j + 1] - y.edges[j];
  const Real *cx = &x.centres[i + 1], *cy = &y.centres[j + 1];
  return {double(hx * hy),
          double(hx * hy),
          double(hx * hy),
          double(hy / (cx[0] - cx[-1])),
          double(hy / (cx[1] - cx[0])),
          double(hx / (cy[0] - cy[-1])),
          double(hx / (cy[1] - cy[0]))};
}

/// The vertex flux: what the energies of the four vertices around a column have as second derivatives. Nodes of a vertex are
/// south-west, south-east, north-west and north-east of it.
struct VertexEnergy {
  Real second[4][4]; ///< derivatives
  VertexEnergy(const Point (&node)[4]) {
    const Real along_x[2][4] = {{-1, 1, 0, 0}, {0, 0, -1, 1}};
    const Real along_y[2][4] = {{-1, 0, 1, 0}, {0, -1, 0, 1}};
    Point a{}, b{};
    for (int n = 0; n < 4; ++n) {
      const Real x = (along_x[0][n] + along_x[1][n]) / 2, y = (along_y[0][n] + along_y[1][n]) / 2;
      a = {a.x + x * node[n].x, a.y + x * node[n].y, a.z + x * node[n].z};
      b = {b.x + y * node[n].x, b.y + y * node[n].y, b.z + y * node[n].z};
    }
    const Real size = std::sqrt(dot(a, a) * dot(b, b) - dot(a, b) * dot(a, b));
    for (int n = 0; n < 4; ++n)
      for (int m = 0; m < 4; ++m) {
        second[n][m] = 0;
        for (int s = 0; s < 2; ++s) {
          second[n][m] += dot(b, b) / size * along_x[s][n] * along_x[s][m] / 2;
          second[n][m] += dot(a, a) / size * along_y[s][n] * along_y[s][m] / 2;
          for (int t = 0; t < 2; ++t)
            second[n][m] -= dot(a, b) / size *
                            (along_x[s][n] * along_y[t][m] + along_y[t][n] * along_x[s][m]) / 4;
        }
      }
  }
  double coupling(int n, int m) const { return double(-second[n][m]); }
  /// Folds a vertex onto a closed side. Nodes beyond have the values of those inside, so their
  /// derivatives are added to those, and half the energy counts.
  void fold(bool along_x, bool high) {
    for (int n = 0; n < 4; ++n) {
      const bool is_high = along_x ? n % 2 == 1 : n / 2 == 1;
      if (is_high != high) continue; // inside
      const int inside = along_x ? n ^ 1 : n ^ 2;
      for (int m = 0; m < 4; ++m) second[inside][m] += second[n][m], second[n][m] = 0;
      for (int m = 0; m < 4; ++m) second[m][inside] += second[m][n], second[m][n] = 0;
    }
    for (auto& row : second)
      for (Real& number : row) number /= 2;
  }
};

/// A great circle through the panel's side mirrors points there; of the flat box it is a straight line.
Point mirrored(bool panel, Point p, bool along_x, bool high) {
  const Real sign = high ? 1 : -1;
  Real& across = along_x ? p.x : p.y;
  if (!panel) {
    across = 1 + sign - across;
    return p;
  }
  const Real distance = (across - sign * p.z) / 2; // normal (1, 0, -1) / sqrt 2, twice
  across -= 2 * distance;
  p.z += 2 * sign * distance;
  return p;
}

/// The harmonic mean.
double alpha_around(const std::vector<double>& alpha) {
  double resistance = 0;
  for (const double a : alpha) resistance += 1 / a;
  return double(alpha.size()) / resistance;
}

struct VertexGrid {
  bool panel;
  const Axis &x, &y;
  Boundaries sides;
  std::function<double(int, int)> alpha; ///< of a column of this level

  int nx() const { return int(x.centres.size()) - 2; }
  int ny() const { return int(y.centres.size()) - 2; }
  bool beyond_x(int i) const { return !sides.periodic_x() && (i < 0 || i >= nx()); }
  bool beyond_y(int j) const { return !sides.periodic_y() && (j < 0 || j >= ny()); }
  bool closed_x(int i) const {
    return beyond_x(i) && (i < 0 ? sides.west : sides.east) == Boundary::neumann;
  }
  bool closed_y(int j) const {
    return beyond_y(j) && (j < 0 ? sides.south : sides.north) == Boundary::neumann;
  }
  Point node(int i, int j) const {
    const auto inside = [](int n, int count) { return n < 0 ? 0 : std::min(n, count - 1); };
    const int a = closed_x(i) ? inside(i, nx()) : i, b = closed_y(j) ? inside(j, ny()) : j;
    const Real s = x.centres[std::size_t(a + 1)], t = y.centres[std::size_t(b + 1)];
    Point p = panel ? on_sphere(2 * s - 1, 2 * t - 1) : Point{s, t, 0};
    if (a != i) p = mirrored(panel, p, true, i > 0);
    if (b != j) p = mirrored(panel, p, false, j > 0);
    return p;
  }
  /// Second derivatives of the energy at the south-western corner of column (i, j). For a vertex on a
  /// closed side, half the energy is the domain's, and nodes beyond have the values of those inside.
  VertexEnergy vertex(int i, int j) const {
    VertexEnergy e({node(i - 1, j - 1), node(i, j - 1), node(i - 1, j), node(i, j)});
    std::vector<double> around;
    for (const int m : {j - 1, j})
      for (const int n : {i - 1, i})
        if (!beyond_x(n) && !beyond_y(m))
          around.push_back(alpha((n + nx()) % nx(), (m + ny()) % ny()));
    for (int pass = 0; pass < 2; ++pass) {
      const bool along_x = pass == 0;
      const int inner = along_x ? i : j;
      const bool low = along_x ? closed_x(i - 1) : closed_y(j - 1),
                 high = along_x ? closed_x(i) : closed_y(j);
      if (low || high) e.fold(along_x, inner > 0);
    }
    for (auto& row : e.second)
      for (Real& number : row) number *= alpha_around(around);
    return e;
  }
};

Column with_vertex_flux(Column c, const VertexGrid& grid, int i, int j) {
  enum { sw, se, nw, ne };
  const VertexEnergy south_west = grid.vertex(i, j), south_east = grid.vertex(i + 1, j),
                     north_west = grid.vertex(i, j + 1), north_east = grid.vertex(i + 1, j + 1);
  c.west = south_west.coupling(ne, nw) + north_west.coupling(se, sw);
  c.east = south_east.coupling(nw, ne) + north_east.coupling(sw, se);
  c.south = south_west.coupling(ne, se) + south_east.coupling(nw, sw);
  c.north = north_west.coupling(se, ne) + north_east.coupling(sw, nw);
  c.south_west = south_west.coupling(ne, sw);
  c.south_east = south_east.coupling(nw, se);
  c.north_west = north_west.coupling(se, nw);
  c.north_east = north_east.coupling(sw, ne);
  return c;
}

/// Length over distance of the four edges by the user's geometry.
Column own_column(const ColumnGeometryFields& g, const GridSpec& s, int nx, int ny, int i, int j) {
  const double area = g.area(i, j);
  const auto at = [](const HorizontalField& length, const HorizontalField& distance, int x, int y) {
    const double l = length(x, y);
    return l > 0 ? l / distance(x, y) : 0.0;
  };
  const int east = s.boundaries.periodic_x() ? (i + 1) % nx : i + 1;
  const int north = s.boundaries.periodic_y() ? (j + 1) % ny : j + 1;
  return {area,
          area,
          area,
          at(g.west_length, g.west_distance, i, j),
          at(g.west_length, g.west_distance, east, j),
          at(g.south_length, g.south_distance, i, j),
          at(g.south_length, g.south_distance, i, north)};
}

/// The transmissibility of the edge from a column to the one (i, j) beside it, or to a side. It has
/// the harmonic mean of both columns' alpha, or the column's own, or nothing.
double with_alpha(double alpha, const GridSpec& s, int nx, int ny, double own, int i, int j) {
  const bool beyond_x = i < 0 || i >= nx, beyond_y = j < 0 || j >= ny;
  const Boundaries& b = s.boundaries;
  const bool beyond = (beyond_x && !b.periodic_x()) || (beyond_y && !b.periodic_y());
  const Boundary side = i < 0 ? b.west : i >= nx ? b.east : j < 0 ? b.south : b.north;
  if (beyond) return side == Boundary::neumann ? 0.0 : alpha * own;
  const HorizontalField& field = s.columns->alpha_h;
  const double other = field ? field((i + nx) % nx, (j + ny) % ny) : 1.0;
  return alpha * 2.0 * own * other / (own + other);
}

Column with_fields(Column c, const GridSpec& spec, int nx, int ny, int i, int j) {
  GridSpec s = spec;
  if (!s.columns) s.columns = std::make_shared<ColumnFields>();
  const auto value = [&](const HorizontalField& f) { return f ? f(i, j) : 1.0; };
  const double own = value(s.columns->alpha_h);
  c.vertical *= value(s.columns->alpha_v);
  c.reaction *= value(s.columns->beta);
  c.west = with_alpha(c.west, s, nx, ny, own, i - 1, j);
  c.east = with_alpha(c.east, s, nx, ny, own, i + 1, j);
  c.south = with_alpha(c.south, s, nx, ny, own, i, j - 1);
  c.north = with_alpha(c.north, s, nx, ny, own, i, j + 1);
  return c;
}

template <class Value> Array from_cells(int nx, int ny, int nz, const Value& value) {
  Array x(nx, ny, nz);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      for (int k = 0; k < nz; ++k) x(j, i, k) = value(j, i, k);
  return x;
}

} // namespace

Matrix::Matrix(const GridSpec& s, int nx_in, int ny_in, int merge_in, ColumnWidths x_widths,
               ColumnWidths y_widths)
    : nx(nx_in), ny(ny_in), nz((s.nz + merge_in - 1) / merge_in), merge(merge_in),
      boundaries(s.boundaries), volume(nz), a(nz), b(nz), c(nz), d(nz) {
  const bool panel = s.domain == Domain::panel;
  const LayerProfiles& p = s.profiles;
  const Real w2 = s.physics.omega_squared, lambda2 = s.physics.lambda_squared;
  const auto of = [](const std::vector<double>& profile, int l) {
    return profile.empty() ? Real(1) : Real(profile[std::size_t(l)]);
  };
  // Heights above the ground, never radii. The sum 1 + z has lost the digits of a small z, and
  // differences of it even more, in long double too.
  const auto fine_z = [&](int l) {
    if (!p.interfaces.empty()) return Real(p.interfaces[std::size_t(l)]);
    const Real t = Real(l) / s.nz;
    return Real(s.physics.depth) * (s.spacing == LayerSpacing::graded ? t * t : t);
  };
  const auto z = [&](int k) { return fine_z(std::min(k * merge, s.nz)); };
  const auto centre = [&](int k) { return k < 0 ? z(0) : k == nz ? z(nz) : (z(k) + z(k + 1)) / 2; };
  const auto square = [&](Real height) { return panel ? (1 + height) * (1 + height) : 1; };
  // (r^3 - 1)/3, the volume between the ground and r = 1 + z
  const auto below = [&](Real height) {
    return panel ? height + height * height + height * height * height / 3 : height;
  };
  // The integral of dz / alpha_v from the ground.
  const auto resistance = [&](Real height) {
    Real sum = 0;
    for (int l = 0; l < s.nz; ++l)
      sum += std::max(Real(0), std::min(height, fine_z(l + 1)) - fine_z(l)) / of(p.alpha_v, l);
    return sum;
  };
  // Through interface k.
  const auto coupling = [&](int k) {
    const Boundary end = k == 0 ? boundaries.bottom : boundaries.top;
    if ((k == 0 || k == nz) && end == Boundary::neumann) return 0.0;
    return double(-w2 * lambda2 * square(z(k)) /
                  (resistance(centre(k)) - resistance(centre(k - 1))));
  };
  for (int k = 0; k < nz; ++k) {
    Real with_beta = 0, with_alpha = 0;
    for (int l = k * merge; l < std::min((k + 1) * merge, s.nz); ++l) {
      const Real layer = below(fine_z(l + 1)) - below(fine_z(l));
      with_beta += of(p.beta, l) * layer;
      with_alpha += of(p.alpha_h, l) * layer;
    }
    heights.push_back(double(centre(k)));
    volume[k] = double(below(z(k + 1)) - below(z(k)));
    a[k] = double(with_beta);
    d[k] = double(-w2 * with_alpha);
    b[k] = coupling(k + 1);
    c[k] = coupling(k);
  }
  const Axis x(nx, x_widths, boundaries.periodic_x()), y(ny, y_widths, boundaries.periodic_y());
  const ColumnGeometryFields* own = s.columns ? s.columns->geometry.get() : nullptr;
  const VertexGrid vertices{panel, x, y, boundaries, [&](int i, int j) {
                              return s.columns && s.columns->alpha_h ? s.columns->alpha_h(i, j)
                                                                     : 1.0;
                            }};
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      columns.push_back(with_fields(own     ? own_column(*own, s, nx, ny, i, j)
                                    : panel ? panel_column(x, y, i, j)
                                            : flat_column(x, y, i, j),
                                    s, nx, ny, i, j));
      if (s.flux == Flux::vertex) columns.back() = with_vertex_flux(columns.back(), vertices, i, j);
    }
}

namespace {

/// The transmissibility of one coarse edge along a row of finer edges, of which `alpha(n)` is the
/// one west of finer column n. Resistances are in series from centre to centre.
template <class Alpha>
double in_series(int edge, int coarse, int fine, bool periodic, const Alpha& alpha) {
  const auto resistance = [&](int n) { return 1.0 / alpha(periodic ? (n + fine) % fine : n); };
  if (coarse == fine) return 1.0 / resistance(edge);
  const auto children = [&](int parent) {
    return 2 * ((parent + coarse) % coarse) + 1 < fine ? 2 : 1;
  };
  const bool first = edge == 0 && !periodic, last = edge == coarse && !periodic;
  const int middle = last ? fine : 2 * edge;
  double sum = resistance(middle);
  if (!first && children(edge - 1) == 2) sum += resistance(middle - 1) / 2;
  if (!last && children(edge) == 2) sum += resistance(middle + 1) / 2;
  return 1.0 / sum;
}

} // namespace

Matrix with_sums_of_columns(const Matrix& fine, Matrix coarse) {
  const int by_x = coarse.nx < fine.nx ? 2 : 1, by_y = coarse.ny < fine.ny ? 2 : 1;
  for (Column& c : coarse.columns) c.area = c.vertical = c.reaction = 0;
  for (int j = 0; j < fine.ny; ++j)
    for (int i = 0; i < fine.nx; ++i) {
      const Column& child = fine.column(j, i);
      Column& c = coarse.columns[std::size_t(j / by_y) * coarse.nx + i / by_x];
      c.area += child.area;
      c.vertical += child.vertical;
      c.reaction += child.reaction;
    }
  return coarse;
}

Matrix with_coarse_columns(const Matrix& fine, Matrix layers) {
  layers.columns.assign(std::size_t(layers.nx) * layers.ny, Column{});
  Matrix m = with_sums_of_columns(fine, std::move(layers));
  const int by_x = m.nx < fine.nx ? 2 : 1, by_y = m.ny < fine.ny ? 2 : 1;
  for (int j = 0; j < fine.ny; ++j)
    for (int i = 0; i < fine.nx; ++i) {
      Column& c = m.columns[std::size_t(j / by_y) * m.nx + i / by_x];
      const auto west = [&](int n) {
        return n < fine.nx ? fine.column(j, n).west : fine.column(j, n - 1).east;
      };
      const auto south = [&](int n) {
        return n < fine.ny ? fine.column(n, i).south : fine.column(n - 1, i).north;
      };
      if (i % by_x == 0) { // each row of children once
        c.west += in_series(i / by_x, m.nx, fine.nx, m.periodic_x(), west);
        c.east += in_series(i / by_x + 1, m.nx, fine.nx, m.periodic_x(), west);
      }
      if (j % by_y == 0) {
        c.south += in_series(j / by_y, m.ny, fine.ny, m.periodic_y(), south);
        c.north += in_series(j / by_y + 1, m.ny, fine.ny, m.periodic_y(), south);
      }
    }
  return m;
}

GridSpec with_coarse_alpha(GridSpec spec, int fine_nx, int fine_ny, int nx, int ny) {
  const int by_x = nx < fine_nx ? 2 : 1, by_y = ny < fine_ny ? 2 : 1;
  const HorizontalField alpha = spec.columns ? spec.columns->alpha_h : HorizontalField();
  ColumnFields fields;
  if (alpha)
    fields.alpha_h = [=](int i, int j) {
      double logarithms = 0;
      int children = 0;
      for (int y = by_y * j; y < std::min(by_y * (j + 1), fine_ny); ++y)
        for (int x = by_x * i; x < std::min(by_x * (i + 1), fine_nx); ++x, ++children)
          logarithms += std::log(alpha(x, y));
      return std::exp(logarithms / children);
    };
  spec.columns = std::make_shared<const ColumnFields>(fields);
  return spec;
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
    return middle(i, m.nx) && middle(j, m.ny) ? m.column(j, i).area * m.volume[k] : 0.0;
  });
}

Array constant(const Matrix& m) {
  return from_cells(m.nx, m.ny, m.nz,
                    [&](int j, int i, int k) { return m.column(j, i).area * m.volume[k]; });
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
    const double diagonal = T.reaction * m.a[k] - T.vertical * (m.b[k] + m.c[k]);
    double v = diagonal * u(j, i, k);
    if (k + 1 < m.nz) v += T.vertical * m.b[k] * u(j, i, k + 1);
    if (k > 0) v += T.vertical * m.c[k] * u(j, i, k - 1);
    return v - m.d[k] * horizontal_part(m, u, j, i, k);
  });
}

double horizontal_part(const Matrix& m, const Array& u, int j, int i, int k) {
  const Column& T = m.column(j, i);
  double v = T.total() * u(j, i, k);
  const auto add = [&](double alpha, int row, int column) {
    const bool inside_x = m.periodic_x() || (column >= 0 && column < m.nx),
               inside_y = m.periodic_y() || (row >= 0 && row < m.ny);
    if (inside_x && inside_y) v -= alpha * u((row + m.ny) % m.ny, (column + m.nx) % m.nx, k);
  };
  add(T.west, j, i - 1);
  add(T.east, j, i + 1);
  add(T.south, j - 1, i);
  add(T.north, j + 1, i);
  add(T.south_west, j - 1, i - 1);
  add(T.south_east, j - 1, i + 1);
  add(T.north_west, j + 1, i - 1);
  add(T.north_east, j + 1, i + 1);
  return v;
}

Array residual(const Matrix& m, const Array& u, const Array& f) {
  return sum(f, -1.0, apply(m, u));
}

} // namespace isobar::oracle
