// The oracle's column solve, transfers between levels, and solvers.
#include "support_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace isobar::oracle {

std::vector<double> solve_tridiagonal(const std::vector<long double>& lower,
                                      const std::vector<long double>& diagonal,
                                      const std::vector<long double>& upper,
                                      const std::vector<long double>& rhs) {
  const int n = int(diagonal.size());
  std::vector<long double> pivot = diagonal, x = rhs;
  for (int k = 1; k < n; ++k) {
    const long double factor = lower[k] / pivot[k - 1];
    pivot[k] -= factor * upper[k - 1];
    x[k] -= factor * x[k - 1];
  }
  for (int k = n - 1; k >= 0; --k) {
    if (k + 1 < n) x[k] -= upper[k] * x[k + 1];
    x[k] /= pivot[k];
  }
  return {x.begin(), x.end()};
}

Array solve_columns(const Matrix& m, const Array& g) {
  Array z(m.nx, m.ny, m.nz);
  std::vector<long double> lower(m.nz), diagonal(m.nz), upper(m.nz), rhs(m.nz);
  for (int j = 0; j < m.ny; ++j)
    for (int i = 0; i < m.nx; ++i) {
      const oracle::Column& T = m.column(j, i);
      const long double vertical = T.vertical, reaction = T.reaction, total = T.total();
      for (int k = 0; k < m.nz; ++k) {
        lower[k] = vertical * m.c[k];
        upper[k] = vertical * m.b[k];
        diagonal[k] = reaction * m.a[k] - total * m.d[k] - lower[k] - upper[k];
        rhs[k] = g(j, i, k);
      }
      const std::vector<double> x = solve_tridiagonal(lower, diagonal, upper, rhs);
      for (int k = 0; k < m.nz; ++k) z(j, i, k) = x[k];
    }
  return z;
}

Array smooth(const Matrix& m, double rho, const Array& u, const Array& f) {
  return sum(u, rho, solve_columns(m, residual(m, u, f)));
}

Array smooth_colour(const Matrix& m, double rho, int colour, const Array& u, const Array& f) {
  Array result = smooth(m, rho, u, f);
  for (int j = 0; j < m.ny; ++j)
    for (int i = 0; i < m.nx; ++i)
      for (int k = 0; k < m.nz; ++k)
        if ((i + j) % 2 != colour) result(j, i, k) = u(j, i, k);
  return result;
}

Array smooth_red_black(const Matrix& m, double rho, const Array& u, const Array& f) {
  return smooth_colour(m, rho, 1, smooth_colour(m, rho, 0, u, f), f);
}

Array restrict_average(const Array& fine, int nx, int ny) {
  Array coarse(nx, ny, fine.nz);
  const int by_x = nx < fine.nx ? 2 : 1, by_y = ny < fine.ny ? 2 : 1;
  for (int j = 0; j < fine.ny; ++j)
    for (int i = 0; i < fine.nx; ++i)
      for (int k = 0; k < fine.nz; ++k) coarse(j / by_y, i / by_x, k) += fine(j, i, k);
  return coarse;
}

namespace {

/// The coarse cells that one fine index takes its value from, and their weights. They are 3/4 of
/// the parent's and 1/4 of the next one's on the child's side.
struct Parents {
  int index[2];
  double weight[2];

  Parents(int child, int children, int parents, Boundary low, Boundary high) {
    if (parents == children) {
      index[0] = index[1] = child;
      weight[0] = 1.0;
      weight[1] = 0.0;
      return;
    }
    const bool periodic = low == Boundary::periodic;
    const int parent = child / 2, beside = child % 2 == 0 ? parent - 1 : parent + 1;
    const int near = periodic ? (beside + parents) % parents : beside;
    const bool inside = near >= 0 && near < parents;
    const double sign = (near < 0 ? low : high) == Boundary::neumann ? 1.0 : -1.0;
    index[0] = parent;
    const int from_odd_end = children % 2 == 1 ? children - 1 - child : children;
    if (from_odd_end < 2) { // an only child stands in its parent's centre
      index[1] = from_odd_end == 0 ? parent : near;
      weight[0] = from_odd_end == 0 ? 1.0 : 2.0 / 3.0;
      weight[1] = 1.0 - weight[0];
      return;
    }
    weight[0] = 0.75;
    index[1] = inside ? near : parent; // beyond the side stands the mirror image of the parent
    weight[1] = inside ? 0.25 : sign * 0.25;
  }
};

/// take(J, I, j, i, weight) for every entry of P.
template <class Take>
void prolongation_entries(const Array& fine, const Array& coarse, const Boundaries& b,
                          const Take& take) {
  for (int j = 0; j < fine.ny; ++j)
    for (int i = 0; i < fine.nx; ++i) {
      const Parents x(i, fine.nx, coarse.nx, b.west, b.east),
          y(j, fine.ny, coarse.ny, b.south, b.north);
      for (int m = 0; m < 2; ++m)
        for (int n = 0; n < 2; ++n) take(y.index[m], x.index[n], j, i, y.weight[m] * x.weight[n]);
    }
}

} // namespace

Array prolongate(const Array& coarse, int nx, int ny, const Boundaries& sides) {
  Array fine(nx, ny, coarse.nz);
  prolongation_entries(fine, coarse, sides, [&](int J, int I, int j, int i, double weight) {
    for (int k = 0; k < fine.nz; ++k) fine(j, i, k) += weight * coarse(J, I, k);
  });
  return fine;
}

Array restrict_transpose(const Array& fine, int nx, int ny, const Boundaries& sides) {
  Array coarse(nx, ny, fine.nz);
  prolongation_entries(fine, coarse, sides, [&](int J, int I, int j, int i, double weight) {
    for (int k = 0; k < fine.nz; ++k) coarse(J, I, k) += weight * fine(j, i, k);
  });
  return coarse;
}

Array sum_levels(const Matrix& coarse, const Array& fine) {
  Array sums(fine.nx, fine.ny, coarse.nz);
  for (int j = 0; j < fine.ny; ++j)
    for (int i = 0; i < fine.nx; ++i)
      for (int k = 0; k < fine.nz; ++k) sums(j, i, k / coarse.merge) += fine(j, i, k);
  return sums;
}

namespace {

/// take(K, k, weight) for every entry of the interpolation from coarse heights to fine ones.
template <class Take>
void interpolation_entries(const std::vector<double>& coarse, const std::vector<double>& fine,
                           const Take& take) {
  for (int k = 0; k < int(fine.size()); ++k) {
    int above = 0; // the first coarse level that is not below
    while (above < int(coarse.size()) && coarse[above] < fine[k]) ++above;
    if (above == 0 || above == int(coarse.size())) {
      take(std::min(above, int(coarse.size()) - 1), k, 1.0);
      continue;
    }
    const double distance = coarse[above] - coarse[above - 1];
    take(above - 1, k, (coarse[above] - fine[k]) / distance);
    take(above, k, (fine[k] - coarse[above - 1]) / distance);
  }
}

} // namespace

Array interpolate_layers(const Matrix& coarse, const Array& x, const std::vector<double>& heights) {
  Array fine(x.nx, x.ny, int(heights.size()));
  interpolation_entries(coarse.heights, heights, [&](int K, int k, double weight) {
    for (int j = 0; j < x.ny; ++j)
      for (int i = 0; i < x.nx; ++i) fine(j, i, k) += weight * x(j, i, K);
  });
  return fine;
}

Array transpose_of_interpolation(const Matrix& coarse, const Array& x,
                                 const std::vector<double>& heights) {
  Array sums(x.nx, x.ny, coarse.nz);
  interpolation_entries(coarse.heights, heights, [&](int K, int k, double weight) {
    for (int j = 0; j < x.ny; ++j)
      for (int i = 0; i < x.nx; ++i) sums(j, i, K) += weight * x(j, i, k);
  });
  return sums;
}

void Cg::tridiag(const Matrix& m, double alpha) {
  r = sum(r, -alpha, q);
  z = solve_columns(m, r);
  norm_squared = dot(r, r);
  kappa = dot(r, z);
}

void Cg::spmv(const Matrix& m, double alpha, double beta) {
  u = sum(u, alpha, p);
  p = sum(z, beta, p);
  q = sum(apply(m, z), beta, q);
  sigma = dot(p, q);
}

Array v_cycle(const std::vector<Matrix>& levels, const Cycle& cycle, Array u, const Array& f,
              std::size_t level) {
  const Matrix& m = levels[level];
  const auto smoothed = [&](double rho) {
    return cycle.red_black ? smooth_red_black(m, rho, u, f) : smooth(m, rho, u, f);
  };
  if (level + 1 == levels.size()) {
    for (const double rho : cycle.coarsest) u = smoothed(rho);
    return u;
  }
  for (const double rho : cycle.before) u = smoothed(rho);
  const Array r = residual(m, u, f);
  const int coarse_nx = levels[level + 1].nx, coarse_ny = levels[level + 1].ny;
  Array coarse_f = cycle.transpose ? restrict_transpose(r, coarse_nx, coarse_ny, m.boundaries)
                                   : restrict_average(r, coarse_nx, coarse_ny);
  const Matrix& coarse = levels[level + 1];
  const bool merges = coarse.nz != m.nz;
  if (merges)
    coarse_f = cycle.transpose ? transpose_of_interpolation(coarse, coarse_f, m.heights)
                               : sum_levels(coarse, coarse_f);
  const Array zero(coarse.nx, coarse.ny, coarse.nz);
  Array correction = v_cycle(levels, cycle, zero, coarse_f, level + 1);
  if (merges) correction = interpolate_layers(coarse, correction, m.heights);
  u = sum(u, 1.0, prolongate(correction, m.nx, m.ny, m.boundaries));
  for (const double rho : cycle.after) u = smoothed(rho);
  return u;
}

std::vector<double> pcg_history(const Matrix& m, const Array& f, double tolerance) {
  const Array zero(f.nx, f.ny, f.nz);
  Array u = zero, r = f, p = zero;
  double kappa_old = 1.0;
  std::vector<double> history{norm(f)};
  while (history.back() > tolerance * history.front() && history.size() < 1000) {
    const Array z = solve_columns(m, r);
    const double kappa = dot(r, z);
    p = sum(z, kappa / kappa_old, p);
    const Array q = apply(m, p);
    const double alpha = kappa / dot(p, q);
    u = sum(u, alpha, p);
    r = sum(r, -alpha, q);
    kappa_old = kappa;
    history.push_back(norm(r));
  }
  return history;
}

std::vector<double> multigrid_history(const std::vector<Matrix>& levels, const Cycle& cycle,
                                      const Array& f, double tolerance) {
  Array u(f.nx, f.ny, f.nz);
  std::vector<double> history{norm(f)};
  while (history.back() > tolerance * history.front() && history.size() < 1000) {
    u = v_cycle(levels, cycle, std::move(u), f);
    history.push_back(norm(residual(levels[0], u, f)));
  }
  return history;
}

} // namespace isobar::oracle
