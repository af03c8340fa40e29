#include "pressure/run/true_residual.hpp"

#include "pressure/setup/launch_rules.hpp"
#include "pressure/setup/methods.hpp"
#include "pressure/setup/outer_operator.hpp"

#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/columns/level_setup.hpp>
#include <isobar/core/field/blas.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace isobar {
namespace {

/// Half the distance of 1 to the next number of the precision in which the deck's solver holds u.
double unit_roundoff(const Deck& deck) {
  return with_precision(deck, []<class P>(P) {
    return 0.5 * double(std::numeric_limits<typename P::storage>::epsilon());
  });
}

} // namespace

TrueResidual check_true_residual(const Deck& deck, const EvaluatedEquation& equation,
                                 const SolveDemands& demands, const SolveReport& solve,
                                 const HostField& right_side, const HostField& solution,
                                 Communicator<double>& communicator) {
  const Partition& part = equation.partition();
  const int nz = deck.grid.nz;
  const GridSetup setup{equation.spec(), part, march_rules(deck)};
  const auto grid = make_grid<Double>(setup, ColumnSolves::none);
  const Field<double> u("isobar true u", part.nx, part.ny, nz),
      f("isobar true f", part.nx, part.ny, nz);
  const HostOrder<Double> order(part.nx, part.rows(), nz);
  order.integrate(grid.matrix(), right_side, f);
  order.from_host(solution, u);
  const OuterOperator<Double> outer(equation, setup, order, communicator);
  const LinearOperator<Double> matrix = outer.matrix();
  exchange(communicator, u, std::max(matrix.halo(), halo_of(grid.matrix().flux())));
  std::array<double, 3> sums{0.0, Operator<Double>::magnitude_squared(grid, u, f),
                             Blas<double>::dot(f, f)};
  sums[0] = matrix.empty() ? Operator<Double>::residual_norm_squared(grid, u, f)
                           : matrix.residual(grid, u, f, f); // f is not needed any more
  communicator.sum(sums);
  const double scale = sums[2] > 0.0 ? sums[2] : 1.0;
  TrueResidual result;
  result.relative = std::sqrt(sums[0] / scale);
  result.rounding = unit_roundoff(deck) * std::sqrt(sums[1] / scale);
  return with_checks(demands, std::move(result), solve.relative_residual());
}

} // namespace isobar
