#include "library/null_space.hpp"

#include "base/precision_list.hpp"

#include <isobar/core/grid/coarsening.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace isobar {
namespace {

constexpr const char* what = "beta is 0 on all layers and u is 0 on no side";

/// Whether the coarsest of so many levels is a single column without couplings.
bool is_single_column(const Deck& deck, const GridSpec& spec, int levels) {
  const Periodic closed = spec.boundaries.periodic();
  if (deck.grid.is_sphere() || closed.x || closed.y) return false;
  const auto [nx, ny] = coarsened_columns(deck.grid.nx, deck.grid.ny, levels - 1);
  return nx == 1 && ny == 1;
}

} // namespace

void keep_two_columns(Deck& deck, const GridSpec& spec) {
  if (!is_singular(spec) || !deck.uses_multigrid() || deck.multigrid.levels) return;
  if (is_single_column(deck, spec, 2)) deck.multigrid.levels = 1;
}

std::string reason_against_null_space(const Deck& deck, const Equation& equation,
                                      const CallerOperators* own) {
  if (!equation.symmetric())
    return "with convection, where it is not known which f have solutions; expected none";
  if (own != nullptr && own->matrix) return "with an own matrix; expected none";
  if (deck.uses_modes())
    return fmt::format("{}: not without the lowest mode's reaction; expected multigrid, or a "
                       "Krylov method without modes",
                       describe(deck, "solver.method"));
  const int levels = deck.uses_multigrid() ? *deck.multigrid.levels : 1;
  if (!is_single_column(deck, equation.spec, levels)) return "";
  if (levels == 1) return "on one column; expected two or more";
  return fmt::format("{}: the coarsest level would be one column; expected less levels",
                     describe(deck, "multigrid.levels"));
}

void admit(Equation& equation, const std::string& reason) {
  if (!reason.empty() && !equation.cells.beta && is_singular(equation.spec))
    throw InputError(fmt::format("{}, {}, or a layer with beta greater than 0, or a dirichlet side",
                                 what, reason));
  equation.spec.may_be_singular = reason.empty();
}

template <class P> double NullSpace<P>::make_solvable(const Vector& f, bool asked) const {
  // The largest mean that the rounding of each number
  // to storage, or a caller's own sums, may leave.
  constexpr double most = sizeof(typename P::storage) == sizeof(float) ? 1e-6 : 1e-10;
  const Sums mine = CellVolumes<P>::sums(grid_, f);
  std::array<double, 4> all{mine.first, mine.second, CellVolumes<P>::integral(grid_, f).second,
                            asked ? 1.0 : 0.0};
  ranks_.sum(all);
  const auto [sum, magnitude, volume, ranks_asking] = all;
  if (!(std::abs(sum) > most * magnitude) || ranks_asking > 0.0) {
    CellVolumes<P>::add_integrated(grid_, -sum / volume, f);
    return sum / volume;
  }
  throw InputError(
      fmt::format("f: its integral is {:.3g} times that of its magnitude, and has to be "
                  "0, as {}; expected an f without a mean, or to be asked to remove it",
                  sum / magnitude, what));
}

template <class P> void NullSpace<P>::make_unique(const Vector& u) const {
  const Sums mine = CellVolumes<P>::integral(grid_, u);
  std::array<double, 2> all{mine.first, mine.second};
  ranks_.sum(all);
  CellVolumes<P>::add(grid_, -all[0] / all[1], u);
}

ISOBAR_INSTANTIATE(class NullSpace)

} // namespace isobar
