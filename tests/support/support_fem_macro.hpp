#pragma once
#include "support_fem.hpp"

#include <algorithm>
#include <functional>

/// Code that tests of rows inside macro elements share.
namespace isobar {

/// Meshes whose macro elements are straight, curved, or as thin as a wall layer.
struct MacroCase {
  std::string name;
  QuadMesh mesh;
  std::vector<int> rims; ///< with values
  int levels;
};
inline std::vector<MacroCase> macro_cases() {
  return {{"square", square_mesh(2, 0.2), {0, 2}, 4},
          {"circle", circle_mesh(), {0, 1}, 6},
          {"vessel", vessel_mesh(), {0, 1, 2}, 4}};
}
inline std::vector<FemSpace> spaces_of(const MacroCase& c, int order,
                                       Numbering numbering = Numbering::macro) {
  return fem_spaces(c.mesh, {c.levels, order, numbering}, c.rims);
}

/// c and k that differ between elements.
inline FemCoefficients varying_coefficients(const FemSpace& space) {
  FemCoefficients varying =
      at_elements(space, [](Point p) { return 2.0 + std::sin(40.0 * p.x) * std::cos(30 * p.y); });
  varying.reaction =
      at_elements(space, [](Point p) { return 1e3 + 500.0 * std::sin(20.0 * p.x - 50.0 * p.y); });
  return varying;
}

/// Checks values up to rounding, relative to the sum of a row's absolute products.
template <class T>
void expect_near(const Kokkos::View<T*, MemorySpace>& found, const HostRows<double>& a,
                 const Kokkos::View<T*, MemorySpace>& x,
                 const std::function<double(std::size_t, double)>& value, const std::string& name) {
  constexpr double tolerance = std::is_same_v<T, float> ? 1e-5 : 1e-12;
  const std::vector<double> y = host_numbers(found), of_x = host_numbers(x);
  for (std::size_t n = 0; n < y.size(); ++n) {
    double sum = 0.0, size = 1.0;
    for (const auto& [column, entry] : a.rows[n]) {
      sum += entry * of_x[column];
      size += std::abs(entry * of_x[column]);
    }
    ASSERT_NEAR(y[n], value(n, sum), size * tolerance) << name << " row " << n;
  }
}

/// Checks that products, residuals and steps of a matrix equal those of stored rows.
template <class T>
void expect_products(const SparseMatrix<T>& a, const FemSpace& space,
                     const FemCoefficients& of_terms, const std::string& name) {
  const HostRows<double> stored(assemble_stiffness<double>(space, of_terms));
  const auto x = rough_vector<T>(space.unknowns(), 0.7), z = rough_vector<T>(space.unknowns(), 1.3),
             y = rough_vector<T>(space.unknowns(), 0.1);
  const std::vector<double> z_host = host_numbers(z), x_host = host_numbers(x);
  a.apply(2.0, x, y);
  expect_near<T>(
      y, stored, x, [](std::size_t, double sum) { return 2.0 * sum; }, name);
  a.residual(x, z, y);
  expect_near<T>(
      y, stored, x, [&](std::size_t n, double sum) { return z_host[n] - sum; }, name);
  a.add(-0.5, x, z, y);
  expect_near<T>(
      y, stored, x, [&](std::size_t n, double sum) { return z_host[n] - 0.5 * sum; }, name);
  const auto inverse = assemble_inverse<T>(space, of_terms, RowSum::diagonal);
  a.jacobi(0.7, inverse, z, x, y);
  expect_near<T>(
      y, stored, x,
      [&](std::size_t n, double sum) {
        return x_host[n] + 0.7 / stored(int(n), int(n)) * (z_host[n] - sum);
      },
      name);
  a.apply_and_step(0.7, inverse, x, y, z);
  expect_near<T>(
      y, stored, x, [](std::size_t, double sum) { return sum; }, name);
  expect_near<T>(
      z, stored, x, [&](std::size_t n, double sum) { return 0.7 / stored(int(n), int(n)) * sum; },
      name);
}

/// Checks that a solve has the cycles and the solution of stored rows.
template <class T>
void expect_cycles_of_stored_rows(const MacroCase& mesh, int order, FemSmoother smoother,
                                  FemRows rows) {
  FemCase c{mesh.mesh, {}, {4, order, Numbering::macro}};
  c.problem.dirichlet.resize(mesh.mesh.rims.size());
  for (int rim : mesh.rims) c.problem.dirichlet[rim] = [](Point p) { return p.x * p.y; };
  c.problem.f = [](Point) { return 1.0; };
  c.multigrid = FemMultigridOptions::jacobi(4, smoother == FemSmoother::jacobi ? 0.6 : 1.0);
  c.multigrid.smoother = smoother;
  c.controls = {std::is_same_v<T, float> ? 1e-3 : 1e-8, 12};
  const auto expected = solve<T>(c);
  c.multigrid.rows = rows;
  c.multigrid.macro_rows_from = 0;
  const auto solved = solve<T>(c);
  EXPECT_EQ(solved.report.status, expected.report.status);
  EXPECT_EQ(solved.report.iterations, expected.report.iterations) << mesh.name << order;
  for (std::size_t n = 0; n < solved.u.size(); ++n)
    ASSERT_NEAR(solved.u[n], expected.u[n], 0.1 * c.controls.tolerance);
}

} // namespace isobar
