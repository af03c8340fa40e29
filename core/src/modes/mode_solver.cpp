#include <isobar/core/modes/mode_solver.hpp>

#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/field/blas.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace isobar {
namespace {

/// The least share of a residual that an iteration can leave with cycles in this precision.
template <class L>
constexpr double least_reduction = std::is_same_v<typename L::storage, float> ? 1e-6 : 1e-13;

/// Returns the share of a residual that one iteration leaves: half the tolerance, or half a root of it that the modes'
/// precision reaches.
template <class L> double reduction_of(double tolerance) {
  double reduction = 0.5 * tolerance;
  for (int n = 2; reduction < least_reduction<L> && n < 5; ++n)
    reduction = 0.5 * std::pow(tolerance, 1.0 / n);
  return std::clamp(reduction, least_reduction<L>, 0.1);
}

/// More steps than these take longer than cycles (docs/decisions/0033-vertical-modes.md).
constexpr double most_steps = on_host ? 6 : 10;

} // namespace

template <class P, class M, class L>
ModeSolver<P, M, L>::ModeSolver(const GridSetup& setup, const ModeOptions& options,
                                Communicator<T>& communicator, Planes* planes)
    : grid_(make_grid<P>(setup, ColumnSolves::none)), communicator_(communicator),
      pass_(setup, options, planes), u_(make_field<P>(setup, "isobar u")),
      r_(make_field<P>(setup, "isobar r")) {}

template <class P, class M, class L>
Int64 ModeSolver<P, M, L>::bytes(const GridSetup& setup, const ModeOptions& options,
                                 const ModeShares& shares) {
  return grid_bytes<P>(setup, ColumnSolves::none) + 2 * field_bytes<P>(setup) +
         ModePass<P, M, L>::bytes(setup, options, shares);
}

template <class P, class M, class L> void ModeSolver<P, M, L>::update(const GridSpec& spec) {
  pass_.update(spec);
  grid_.update(spec);
}

/// A step on a mode has rho = nu^2 / (1 + nu^2), and k steps leave 1 / T_k(1 / rho).
template <class P, class M, class L>
ModeOptions ModeSolver<P, M, L>::options_for(double tolerance) {
  const double reduction = reduction_of<L>(tolerance);
  const double one_over_rho = std::cosh(std::acosh(1.0 / reduction) / most_steps);
  return {std::sqrt(1.0 / (one_over_rho - 1.0)), ModeCycle::fast, reduction};
}

template <class P, class M, class L>
SolveReport ModeSolver<P, M, L>::solve(const Vector& f, const SolveControls& controls) {
  pass_.set_reduction(reduction_of<L>(controls.tolerance));
  double norm = norm_over_ranks(communicator_, Blas<T>::dot(f, f));
  Target target = Target::overwrite;
  const auto iterate = [&](ConvergenceTest& test) {
    const bool first = target == Target::overwrite;
    if (!first) Operator<P>::residual(grid_, u_, f, r_);
    pass_.apply(first ? f : r_, norm, u_, std::exchange(target, Target::add));
    exchange(communicator_, u_, halo_of(grid_.matrix().flux()));
    norm = test.record_over_ranks(communicator_, Operator<P>::residual_norm_squared(grid_, u_, f));
  };
  SolveReport report = solve_loop(controls, norm, iterate, Decrease::steady);
  pass_.check();
  if (target == Target::overwrite) Blas<T>::set_zero(u_); // f is 0
  return report;
}

template class ModeSolver<Double, Double>;
template class ModeSolver<Double, Float>;
template class ModeSolver<Float, Float>;
template class ModeSolver<Double, Double, Float>;

} // namespace isobar
