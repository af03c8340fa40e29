#include "pressure/setup/method_costs.hpp"

#include "pressure/setup/methods.hpp"

#include <isobar/core/modes/horizontal_problems.hpp>

#include <algorithm>
#include <cmath>

namespace isobar {
namespace {

/// The operations that a product does in the time in which a copy moves a byte. An H200 does
/// 17 G in 0.39 ms and copies 4 TB/s: 11. A host's pack of columns does some 4 in double.
constexpr double operations_a_byte = on_host ? 4.0 : 10.0;

/// A relaxation step moves u, f and the new u. Residual, restriction, prolongation and norm together move four more references.
double references_of_cycle(double steps, double coarse) { return (3.0 * steps + 4.0) * coarse; }

/// The cost of all levels over that of the finest one: each has a quarter of the columns.
double all_levels(int merged_layers) { return 1.0 + 1.0 / (3.0 * merged_layers); }

/// The number of iterations that reach `tolerance` if each leaves the share `rate`.
double iterations(double tolerance, double rate) {
  return std::max(1.0, std::ceil(std::log(tolerance) / std::log(rate)));
}

/// Bytes of a number outside of cycles, and inside.
double outer_word(const Deck& deck) {
  return deck.solver.precision == deck::PrecisionName::double_ || deck.is_mixed() ? 8.0 : 4.0;
}
double inner_word(const Deck& deck) { return deck.is_mixed() ? 4.0 : outer_word(deck); }

/// Steps of a cycle on the finest level, as a mean over cycles.
double steps_of_cycle(const MultigridOptions& m) {
  if (m.finest_relaxation.empty())
    return double(m.pre_relaxation.size() + m.post_relaxation.size());
  double steps = 0.0;
  for (const std::vector<double>& factors : m.finest_relaxation) steps += double(factors.size());
  return 2.0 * steps / double(m.finest_relaxation.size());
}

/// A Krylov method moves ten references for each call of its preconditioner, and ten more if the matrix is not the grid's.
double krylov_references(const Equation& equation) { return equation.is_the_spec() ? 10.0 : 20.0; }

/// A relaxation step halves the residual. A Krylov method saves a third of the cycles: over mountains, to 1e-5, 6 in place of 9.
SolveCost multigrid_cost(const Deck& deck, const Equation& equation) {
  const bool alone = deck.solver.method == deck::Method::multigrid;
  const double steps = steps_of_cycle(deck.multigrid);
  const double cycles = iterations(deck.solver.tolerance, std::pow(0.5, steps));
  const double bytes =
      references_of_cycle(steps, all_levels(deck.multigrid.merged_layers)) * inner_word(deck);
  if (alone) return {cycles * bytes, 0.0};
  return {std::ceil(cycles / 1.5) * (bytes + krylov_references(equation) * outer_word(deck)), 0.0};
}

/// The share of the modes that multigrid solves. Fields are taken as 1.
double low_part(const Deck& deck, const Equation& equation) {
  GridSetup setup{equation.spec, Partition::whole(deck.grid.nx, deck.grid.ny), {}};
  setup.spec.columns = {};
  const ModeOptions options =
      with_precision(deck, [&]<class P>(P) { return Solvers<P>::mode_options(deck); });
  return double(low_modes(setup, options)) / deck.grid.nz;
}

/// Modes take two products, two passes of steps, and cycles of 2.75 steps that leave 0.087 of the
/// error of low modes. Inside a Krylov method each iteration has one V(2,2), which leaves a tenth.
SolveCost modes_cost(const Deck& deck, const Equation& equation) {
  const double word = has_float_modes(deck) ? 4.0 : outer_word(deck);
  const double low = low_part(deck, equation) * inner_word(deck);
  const double products = 4.0 * deck.grid.nz * word / 8.0; // twice as many numbers in float
  const double pass = 8.0 * word;
  if (deck.solver.method == deck::Method::modes)
    return {pass + 4.0 * outer_word(deck) +
                iterations(deck.solver.tolerance, 0.087) * low *
                    references_of_cycle(2.75, all_levels(1)),
            products};
  const double count = iterations(deck.solver.tolerance, 0.1);
  return {count * (pass + low * references_of_cycle(4.0, all_levels(1)) +
                   krylov_references(equation) * outer_word(deck)),
          count * products};
}

} // namespace

double SolveCost::seconds(Int64 unknowns, double copy_rate) const {
  return double(unknowns) * (bytes + operations / operations_a_byte) / copy_rate;
}

SolveCost solve_cost(const Deck& deck, const Equation& equation) {
  return deck.uses_modes() ? modes_cost(deck, equation) : multigrid_cost(deck, equation);
}

} // namespace isobar
