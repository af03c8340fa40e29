#include "support_general_oracle.hpp"

#include <cmath>
#include <utility>

namespace isobar::oracle {
namespace {

using Real = long double;

/// Height of interface k above the ground.
Real interface_height(const General& g, int k) {
  const Real t = Real(k) / g.matrix.nz;
  return Real(g.physics.depth) * (g.spacing == LayerSpacing::graded ? t * t : t);
}
Real thickness(const General& g, int k) {
  return interface_height(g, k + 1) - interface_height(g, k);
}

/// Height of the centre of layer k; below the ground and above the top that of the mirror image.
Real height(const General& g, int k) {
  const int nz = g.matrix.nz;
  if (k < 0) return -height(g, -1 - k);
  if (k >= nz) return 2 * interface_height(g, nz) - height(g, 2 * nz - 1 - k);
  return (interface_height(g, k) + interface_height(g, k + 1)) / 2;
}

/// Place along a coordinate line of n cells, in cells, at the place `across` of m cells. On the
/// panel such a line is a great circle, and the place an angle.
Real place(const General& g, Real along, int n, Real across, int m) {
  if (g.domain == Domain::flat) return along / n;
  const Real t = 2 * along / n - 1, s = 2 * across / m - 1;
  return std::atan(t / std::sqrt(1 + s * s));
}
/// The centre of cell i, or of its mirror image beyond the sides.
Real centre(const General& g, int i, int n, int j, int m) {
  const Real across = j + Real(0.5);
  if (i < 0) return 2 * place(g, 0, n, across, m) - centre(g, -1 - i, n, j, m);
  if (i >= n) return 2 * place(g, n, n, across, m) - centre(g, 2 * n - 1 - i, n, j, m);
  return place(g, i + Real(0.5), n, across, m);
}

/// u of a cell. Beyond a side, the bottom or the top that of the mirror image: -u where u is 0 there, u where nothing flows.
Real value(const General& g, const Array& u, int j, int i, int k) {
  const Boundaries& b = g.matrix.boundaries;
  const auto image = [](Boundary boundary, Real inside) {
    return boundary == Boundary::dirichlet ? -inside : inside;
  };
  if (i < 0) return image(b.west, u(j, 0, k));
  if (i >= u.nx) return image(b.east, u(j, u.nx - 1, k));
  if (j < 0) return image(b.south, u(0, i, k));
  if (j >= u.ny) return image(b.north, u(u.ny - 1, i, k));
  if (k < 0) return image(b.bottom, u(j, i, 0));
  return k >= u.nz ? image(b.top, u(j, i, u.nz - 1)) : Real(u(j, i, k));
}

/// Two halves of a way through which the same flux goes.
Real in_series(Real first, Real first_length, Real second, Real second_length) {
  return (first_length + second_length) / (first_length / first + second_length / second);
}

/// Outward fluxes through the four sides of a cell and its bottom and top, and beta u. The oracle's
/// matrix has b, c and d negative.
Real diffusion(const General& g, const Array& u, int j, int i, int k) {
  const Matrix& m = g.matrix;
  const Column& column = m.column(j, i);
  const auto& [h, v, beta] = *g.coefficients;
  const auto flux = [&](Real transmissibility, int dj, int di) {
    const bool inside = u.inside(j + dj, i + di);
    const Real alpha =
        inside ? in_series(h(j, i, k), 1, h(j + dj, i + di, k), 1) : Real(h(j, i, k));
    const Real beyond = inside ? u(j + dj, i + di, k) : 0.0; // u = 0 on the side itself
    return transmissibility * alpha * (u(j, i, k) - beyond);
  };
  Real all = m.column(j, i).area * m.a[k] * beta(j, i, k) * u(j, i, k);
  all -= m.d[k] * (g.horizontal.empty()
                       ? flux(column.west, 0, -1) + flux(column.east, 0, 1) +
                             flux(column.south, -1, 0) + flux(column.north, 1, 0)
                       : Real(horizontal_part(g.horizontal[std::size_t(k)], u, j, i, k)));
  const auto vertical = [&](Real coupling, int other) {
    const bool inside =
        other >= 0 && other < m.nz; // u = 0 on the bottom or the top, or no coupling
    const Real alpha =
        inside ? in_series(v(j, i, k), thickness(g, k), v(j, i, other), thickness(g, other))
               : Real(v(j, i, k));
    const Real beyond = inside ? u(j, i, other) : 0.0;
    return -column.area * coupling * alpha * (u(j, i, k) - beyond);
  };
  return all + vertical(m.b[k], k + 1) + vertical(m.c[k], k - 1);
}

/// xi . grad u by central differences.
Real slope(const General& g, const Array& u, int j, int i, int k) {
  const int nx = u.nx, ny = u.ny;
  const Real x = centre(g, i + 1, nx, j, ny) - centre(g, i - 1, nx, j, ny);
  const Real y = centre(g, j + 1, ny, i, nx) - centre(g, j - 1, ny, i, nx);
  const Real z = height(g, k + 1) - height(g, k - 1);
  return g.xi->x(j, i, k) * (value(g, u, j, i + 1, k) - value(g, u, j, i - 1, k)) / x +
         g.xi->y(j, i, k) * (value(g, u, j + 1, i, k) - value(g, u, j - 1, i, k)) / y +
         g.xi->z(j, i, k) * (value(g, u, j, i, k + 1) - value(g, u, j, i, k - 1)) / z;
}

} // namespace

Array array_of(int nx, int ny, int nz, const std::function<double(int, int, int)>& number) {
  Array a(nx, ny, nz);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      for (int k = 0; k < nz; ++k) a(j, i, k) = number(j, i, k);
  return a;
}

Array apply(const General& g, const Array& u) {
  const Matrix& m = g.matrix;
  const Array factorised = apply(m, u);
  return array_of(u.nx, u.ny, u.nz, [&](int j, int i, int k) {
    Real all = g.coefficients ? diffusion(g, u, j, i, k) : Real(factorised(j, i, k));
    // a is the layer's volume, without the column's area.
    if (g.xi) all -= g.physics.omega_squared * m.column(j, i).area * m.a[k] * slope(g, u, j, i, k);
    return double(all);
  });
}

Array residual(const General& g, const Array& u, const Array& f) {
  return sum(f, -1.0, apply(g, u));
}

std::vector<double> bicgstab_history(const General& g, const Array& f, int iterations) {
  Array u(f.nx, f.ny, f.nz), p = u, v = u, r = f;
  double rho = 1.0, alpha = 1.0, omega = 1.0;
  std::vector<double> norms{norm(f)};
  for (int n = 0; n < iterations; ++n) {
    const double next = dot(f, r), beta = next / rho * (alpha / omega);
    rho = next;
    p = sum(r, beta, sum(p, -omega, v));
    const Array y = solve_columns(g.matrix, p);
    v = apply(g, y);
    alpha = rho / dot(f, v);
    const Array s = sum(r, -alpha, v), z = solve_columns(g.matrix, s), t = apply(g, z);
    omega = dot(t, s) / dot(t, t);
    u = sum(sum(u, alpha, y), omega, z);
    r = sum(s, -omega, t);
    norms.push_back(norm(r));
  }
  return norms;
}

std::vector<std::vector<double>> dense(const General& g) {
  Array unit(g.matrix.nx, g.matrix.ny, g.matrix.nz);
  const std::size_t n = unit.values.size();
  std::vector<std::vector<double>> a(n, std::vector<double>(n));
  for (std::size_t column = 0; column < n; ++column) {
    unit.values[column] = 1.0;
    const Array image = apply(g, unit);
    unit.values[column] = 0.0;
    for (std::size_t row = 0; row < n; ++row) a[row][column] = image.values[row];
  }
  return a;
}

std::vector<double> solve_dense(std::vector<std::vector<double>> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t row = k + 1; row < n; ++row)
      if (std::abs(a[row][k]) > std::abs(a[pivot][k])) pivot = row;
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t row = k + 1; row < n; ++row) {
      const double factor = a[row][k] / a[k][k];
      if (factor == 0.0) continue;
      for (std::size_t column = k; column < n; ++column) a[row][column] -= factor * a[k][column];
      b[row] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t column = k + 1; column < n; ++column) b[k] -= a[k][column] * b[column];
    b[k] /= a[k][k];
  }
  return b;
}

} // namespace isobar::oracle
