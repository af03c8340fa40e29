#pragma once
#include "pressure/problem/problem.hpp"

#include <gtest/gtest.h>
#include <isobar/pressure_solver.hpp>

#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

/// isobar::PressureSolver as other programs use it, on small problems.
namespace isobar {

inline const PressureGrid library_grid{24, 32, 12};
inline const Atmosphere library_atmosphere{550.0, 0.018, 6371.0e3, 50.0e3, 4800.0};

/// The program's deck of the same problem.
inline Deck library_deck(const std::string& sections, const std::string& more = "") {
  return parse_deck("[grid]\nnx = 24\nny = 32\nnz = 12\n[physics]\ntime_step = 4800\n"
                    "[rhs]\nkind = \"random\"\n" +
                        sections + more,
                    "deck.toml");
}

/// One number for each cell of a rank, as a[j][i][k].
struct Cells {
  int nx, ny, nz;
  std::vector<double> values;
  Cells(const Partition& part, int layers)
      : nx(part.nx), ny(part.ny), nz(layers), values(std::size_t(nx) * ny * nz) {}
  double& operator()(int j, int i, int k) { return values[(std::size_t(j) * nx + i) * nz + k]; }
  CellsIn in() const { return {values.data(), nx, ny, nz}; }
  CellsOut out() { return {values.data(), nx, ny, nz}; }
};

/// The deck's random right-hand side.
inline Cells library_right_side(const PressureSolver& solver) {
  static const Deck deck = library_deck("");
  const Partition& part = solver.partition();
  Cells f(part, library_grid.nz);
  for (int j = 0; j < f.ny; ++j)
    for (int i = 0; i < f.nx; ++i)
      for (int k = 0; k < f.nz; ++k)
        f(j, i, k) = right_side(deck, part.first_i + i, part.first_j + j, k);
  return f;
}

/// The line of the std::invalid_argument that `work` ends with, or "(no error)".
inline std::string line_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "(no error)";
}

inline Cells solution_of(PressureSolver& solver, const Cells& f) {
  Cells u(solver.partition(), f.nz);
  EXPECT_TRUE(solver.solve(f.in(), u.out()).converged());
  return u;
}

/// Largest difference over the largest value, of this rank.
inline double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0.0, scale = 0.0;
  for (std::size_t n = 0; n < a.size(); ++n) {
    worst = std::max(worst, std::abs(a[n] - b[n]));
    scale = std::max(scale, std::abs(b[n]));
  }
  return worst / scale;
}

} // namespace isobar
