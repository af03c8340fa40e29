#pragma once
#include "setup/random_number.hpp"

#include <isobar/core/columns/bicgstab.hpp>
#include <isobar/core/columns/coupled_levels.hpp>
#include <isobar/core/columns/general_setup.hpp>
#include <isobar/core/columns/kernels/general_operator.hpp>
#include <isobar/core/columns/multigrid.hpp>

#include <cmath>

/// Equations with coefficients at random in each cell, and what solves them.
namespace isobar {

/// Cells whose alpha is 10^x, x uniform in an interval of so many decades around 0; beta is 1.
struct StrongCells {
  int nx, ny, nz;
  double decades;
  std::uint64_t seed = 1;
  Domain domain = Domain::flat;

  /// Horizontal couplings above the reaction, as with large time steps, and vertical ones above those.
  GridSpec spec() const { return {domain, LayerSpacing::uniform, {0.3, 0.1, 0.1}, nz}; }
  double alpha(int i, int j, int k) const {
    const auto index = std::uint64_t((std::int64_t(j) * nx + i) * nz + k);
    return std::pow(10.0, 0.5 * decades * random_number(seed, index));
  }
  /// A field with numbers in a rank's owned cells.
  template <class Number> Field<double> field(const Partition& p, const Number& number) const {
    const Field<double> x("cells", p.nx, p.ny, nz);
    const auto host = Kokkos::create_mirror_view(x.view());
    for (int j = 0; j < p.ny; ++j)
      for (int k = 0; k < nz; ++k)
        for (int i = 0; i < p.nx; ++i)
          host(x.shape().offset + i, k, j + 1) = number(p.first_i + i, p.first_j + j, k);
    Kokkos::deep_copy(x.view(), host);
    return x;
  }
  CoefficientFields<Double> coefficients(const Partition& p) const {
    const auto value = [this](int i, int j, int k) { return alpha(i, j, k); };
    return {field(p, value), field(p, value), field(p, [](int, int, int) { return 1.0; })};
  }
  Field<double> right_side(const Partition& p) const {
    return field(p,
                 [](int i, int j, int k) { return std::sin(1.0 + i * 0.7 + j * 1.3 + k * 2.1); });
  }
};

/// Factors with which the cycle is symmetric.
inline MultigridOptions strong_options(int levels, LevelCoefficients coefficients) {
  MultigridOptions o;
  o.levels = levels;
  o.coefficients = coefficients;
  o.pre_relaxation = o.post_relaxation = {0.8};
  o.restriction = Restriction::transpose;
  o.coarse_steps = 4;
  return o;
}

/// A solve and its solution.
struct StrongSolve {
  SolveReport report;
  Field<double> solution;
};

/// CG around a cycle. Levels of products are those of alpha = 1, which is next to all of these.
inline StrongSolve solve_strong(const StrongCells& cells, const Partition& p, int levels,
                                LevelCoefficients which, Communicators<double>& communicators,
                                const SolveControls& controls) {
  const GridSetup setup{cells.spec(), p, {}};
  const GridOf<Double> grid = make_grid<Double>(setup);
  const CoefficientFields<Double> coefficients = cells.coefficients(p);
  complete<Double>(coefficients, communicators.on(0), grid);
  const LinearOperator<Double> matrix(
      std::make_shared<GeneralOperator<Double>>(setup, coefficients));
  const MultigridOptions options = strong_options(levels, which);
  const Preconditioner<Double> cycle =
      which == LevelCoefficients::cells
          ? Preconditioner<Double>(
                std::make_shared<CoupledMultigrid<Double>>(setup, options, matrix, communicators))
          : Preconditioner<Double>(
                std::make_shared<Multigrid<Double>>(setup, options, communicators));
  StandardPcg<Double> solver(grid, communicators.on(0), cycle, Directions::standard, matrix);
  SolveReport report = solver.solve(cells.right_side(p), controls);
  return {std::move(report), solver.solution()};
}

} // namespace isobar
