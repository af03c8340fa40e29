#pragma once
#include <gtest/gtest.h>
#include <isobar.h>

#include <cmath>
#include <string>
#include <vector>

/// isobar.h as programs in C use it, on a problem that has all that a grid and coefficients can have.
namespace isobar::c_test {

/// Ends with its scope.
struct OwnedSolver {
  isobar_solver handle = nullptr;
  ~OwnedSolver() { isobar_destroy(handle); }
};

inline double hills(int i, int j, void* height) {
  return 1.0 + *static_cast<double*>(height) * std::sin(0.4 * i) * std::cos(0.3 * j);
}

struct Problem {
  static constexpr int nx = 24, ny = 32, nz = 12;
  std::vector<double> interfaces, stability, friction, drag;
  double height = 0.2;
  isobar_grid grid{};
  isobar_coefficients coefficients{};
  isobar_options options{};

  Problem() {
    for (int k = 0; k <= nz; ++k) interfaces.push_back(0.008 * k * (1.0 + 0.02 * k));
    for (int k = 0; k < nz; ++k) stability.push_back(1.0 / (1.0 + 0.1 * k));
    for (int n = 0; n < nx * ny; ++n) friction.push_back(1.0 + 0.001 * (n % 97));
    for (int n = 0; n < nx * ny * nz; ++n) drag.push_back(1.0 + 0.01 * (n % 13));
    grid.nx = nx;
    grid.ny = ny;
    grid.nz = nz;
    grid.domain = ISOBAR_FLAT;
    grid.west = grid.east = ISOBAR_PERIODIC;
    grid.north = ISOBAR_NEUMANN;
    grid.top = ISOBAR_DIRICHLET;
    grid.interfaces = interfaces.data();
    coefficients.physics = {2e-3, 0.4, 0.1};
    coefficients.alpha_v.heights = stability.data();
    coefficients.alpha_h.positions.function = hills;
    coefficients.alpha_h.positions.context = &height;
    coefficients.beta.positions.array = friction.data();
    options.sections = "[solver]\nmethod = \"cg-multigrid\"\ntolerance = 1e-9\n";
  }
  Problem(const Problem&) = delete;
  /// With numbers a cell and convection.
  void generalise() {
    coefficients.alpha_v.cells.array = drag.data();
    coefficients.xi_x.heights = stability.data();
    coefficients.xi_y.positions.array = friction.data();
    options.sections = "[solver]\nmethod = \"bicgstab-multigrid\"\ntolerance = 1e-9\n";
  }
};

/// Numbers of a cell of the whole domain.
inline double source(int i, int j, int k) { return std::sin(0.3 * i + 0.2 * j) * (k + 1.0); }

} // namespace isobar::c_test
