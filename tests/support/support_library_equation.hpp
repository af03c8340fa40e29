#pragma once
#include "support_general.hpp"
#include "support_library.hpp"
#include "support_oracle.hpp"

#include <vector>

/// General equations as a caller of PressureSolver gives them, and their residuals in the oracle's naive loops.
namespace isobar {

/// All that a factorised equation may have: interfaces, boundaries, and functions of the height and of the position.
struct GeneralProblem {
  PressureGrid grid{24, 32, 12, Domain::flat};
  Coefficients coefficients = Physics{1e-3, 0.02, 0.05};

  GeneralProblem() {
    grid.boundaries.north = Boundary::neumann;
    grid.boundaries.top = Boundary::dirichlet;
    for (int k = 0; k <= grid.nz; ++k) grid.interfaces.push_back(0.004 * k + 0.0002 * k * k);
    for (int k = 0; k < grid.nz; ++k) {
      coefficients.heights.alpha_h.push_back(1.0 + 0.05 * k);
      coefficients.heights.alpha_v.push_back(1.0 / (1.0 + 0.1 * k));
      coefficients.heights.beta.push_back(k % 3 == 0 ? 0.0 : 1.0);
    }
    coefficients.positions = {[](int i, int j) { return 1.0 + 0.5 * std::sin(0.3 * i + 0.2 * j); },
                              [](int i, int) { return 1.0 + 0.02 * i; },
                              [](int, int j) { return 1.5 + std::cos(0.2 * j); }};
  }

  /// The caller's equation as core's factorised spec, written once more.
  GridSpec spec() const {
    const Coefficients& c = coefficients;
    GridSpec s{grid.domain, grid.layers, c.physics, grid.nz, grid.boundaries};
    s.profiles = {grid.interfaces, c.heights.alpha_h, c.heights.alpha_v, c.heights.beta};
    s.columns = std::make_shared<const ColumnFields>(
        ColumnFields{c.positions.alpha_h, c.positions.alpha_v, c.positions.beta, grid.columns});
    return s;
  }
};

inline oracle::Array array_of_cells(const Cells& cells) {
  oracle::Array a(cells.nx, cells.ny, cells.nz);
  a.values = cells.values;
  return a;
}

/// f integrated over the cells; the matrix has their volumes.
inline oracle::Array integrated(const oracle::Matrix& m, const Cells& f) {
  oracle::Array all = array_of_cells(f);
  for (int j = 0; j < m.ny; ++j)
    for (int i = 0; i < m.nx; ++i)
      for (int k = 0; k < m.nz; ++k) all(j, i, k) *= m.column(j, i).area * m.volume[std::size_t(k)];
  return all;
}

/// The equation with convection and coefficients a cell on the papers' panel.
struct CellProblem {
  PressureGrid grid = library_grid;
  Coefficients coefficients = library_atmosphere;

  CellProblem(bool convection, bool cells) {
    if (cells) {
      static const auto all = rough_coefficients(library_grid.nx, library_grid.ny, library_grid.nz);
      const auto over = [](const oracle::Array& a) {
        return cells_of_array(a.values.data(), a.nz, std::ptrdiff_t(a.nx) * a.nz, 1);
      };
      coefficients.cells = {over(all.alpha_h), over(all.alpha_v), over(all.beta)};
    }
    if (convection) coefficients.convection = rough_convection(grid.nz);
  }

  oracle::General oracle() const {
    const Coefficients& c = coefficients;
    oracle::General g{grid.domain, grid.layers,
                      c.physics,   {grid.domain, grid.layers, c.physics, grid.nx, grid.ny, grid.nz},
                      {},          {}};
    if (!c.convection.absent()) g.xi = vectors_of(c.convection, grid.nx, grid.ny, grid.nz);
    if (!c.cells.absent()) g.coefficients = rough_coefficients(grid.nx, grid.ny, grid.nz);
    return g;
  }
};

} // namespace isobar
