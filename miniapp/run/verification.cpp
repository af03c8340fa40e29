#include "run/verification.hpp"

#include "run/problem.hpp"

#include <isobar/core/field/blas.hpp>
#include <isobar/core/kernels/elliptic_operator.hpp>

#include <array>
#include <cmath>
#include <fmt/format.h>

namespace isobar {
namespace {

template <class T>
double global_dot(Communicator<T>& c, const FieldMemory<T>& x, const FieldMemory<T>& y) {
  std::array<double, 1> value{Blas<T>::dot(x, y)};
  c.sum(value);
  return value[0];
}

/// Numbers in [-1, 1) that depend on the global index only.
template <class T, Layout L>
void fill_random(const Partition& part, std::int64_t seed, const Field<T, L>& x) {
  Deck deck;
  deck.grid.nx = part.global_nx;
  deck.grid.ny = part.global_ny;
  deck.grid.nz = x.shape().nz;
  deck.rhs.kind = deck::RhsKind::random;
  deck.rhs.seed = seed;
  const HostField host("isobar random", part.ny, part.nx, deck.grid.nz);
  fill_right_side(deck, part, host);
  HostOrder<T>(part.nx, part.ny, deck.grid.nz).from_host(host, x);
}

/// Half the distance of 1 to the next number of the precision in which solvers hold u.
double unit_roundoff(deck::PrecisionName precision) {
  using deck::PrecisionName;
  const bool wide = precision == PrecisionName::double_ || precision == PrecisionName::mixed;
  return wide ? 0x1p-53 : 0x1p-24;
}

Check check_agreement(const Deck& deck, const TrueResidual& truth, double own) {
  const double agreed = deck.verification.residual_agreement * deck.solver.tolerance;
  return check_at_most(
      "residual_agreement", std::abs(truth.relative - own), agreed + truth.rounding,
      fmt::format("true relative residual {:.3e}, the solver's own {:.3e}; may differ by {:.1e} "
                  "(residual_agreement) + {:.1e} (rounding)",
                  truth.relative, own, agreed, truth.rounding));
}

} // namespace

Check check_at_most(std::string name, double value, double bound, std::string message) {
  return {std::move(name), value <= bound, value, bound, std::move(message)};
}

std::vector<Check> check_convergence(const Deck& deck, const SolveReport& solve) {
  std::vector<Check> checks{check_at_most(
      "converged", solve.relative_residual(), deck.solver.tolerance,
      fmt::format("{} after {} iterations, relative residual {:.2e}", to_string(solve.status),
                  solve.iterations, solve.relative_residual()))};
  checks[0].passed = solve.converged(); // an interrupted solve may have a small residual
  if (solve.iterations == 0 && solve.converged())
    checks.push_back({"work", false, 0.0, 1.0, "the right side is zero: nothing was solved"});
  if (const auto bound = deck.verification.iteration_bound)
    checks.push_back(
        check_at_most("iterations", solve.iterations, *bound,
                      fmt::format("{} iterations, at most {} allowed", solve.iterations, *bound)));
  return checks;
}

TrueResidual check_true_residual(const Deck& deck, const SolveReport& solve,
                                 const HostField& right_side, const HostField& solution,
                                 const Decomposition& decomposition,
                                 Communicator<double>& communicator) {
  const Partition part = decomposition.partition();
  const int nz = deck.grid.nz;
  const GridLevel<double> grid(grid_spec(deck), part);
  const Field<double> u("isobar true u", part.nx, part.ny, nz),
      f("isobar true f", part.nx, part.ny, nz);
  const HostOrder<double> order(part.nx, part.ny, nz);
  order.integrate(grid, right_side, f);
  order.from_host(solution, u);
  exchange(communicator, u);
  std::array<double, 3> sums{Operator<Double>::residual_norm_squared(grid, u, f),
                             Operator<Double>::magnitude_squared(grid, u, f),
                             Blas<double>::dot(f, f)};
  communicator.sum(sums);
  const double scale = sums[2] > 0.0 ? sums[2] : 1.0;
  TrueResidual result;
  result.relative = std::sqrt(sums[0] / scale);
  result.rounding = unit_roundoff(deck.solver.precision) * std::sqrt(sums[1] / scale);
  result.checks = {check_at_most("true_residual", result.relative,
                                 deck.solver.tolerance * (1.0 + last_digit),
                                 fmt::format("true relative residual {:.3e}, tolerance {:.1e}",
                                             result.relative, deck.solver.tolerance)),
                   check_agreement(deck, result, solve.relative_residual())};
  return result;
}

template <class P>
Check check_symmetry(const GridLevel<typename P::arithmetic>& grid,
                     Communicator<typename P::storage>& communicator) {
  using T = typename P::storage;
  const auto make = [&](const char* name) {
    return FieldOf<P>(name, grid.nx(), grid.ny(), grid.nz());
  };
  const FieldOf<P> x = make("isobar x"), y = make("isobar y"), image = make("isobar Ax");
  fill_random(grid.partition(), 1, x);
  fill_random(grid.partition(), 2, y);
  // Products with `image` first, while the halos of x and y do not matter (blas.hpp).
  exchange(communicator, x);
  Operator<P>::apply(grid, x, image);
  const double ax_y = global_dot(communicator, image, y);
  const double scale =
      std::sqrt(global_dot(communicator, image, image) * global_dot(communicator, y, y));
  exchange(communicator, y);
  Operator<P>::apply(grid, y, image);
  const double asymmetry = std::abs(ax_y - global_dot(communicator, image, x)) / scale;
  const double bound = std::is_same_v<T, double> ? 1e-12 : 1e-5;
  return check_at_most("symmetry", asymmetry, bound,
                       fmt::format("|<Ax,y> - <x,Ay>| = {:.1e} ||Ax|| ||y||", asymmetry));
}

namespace {

constexpr Physics manufactured_physics{0.01, 0.02,
                                       0.1}; // w^2 pi^2 = 0.1, w^2 lam^2 pi^2 / H^2 = 0.2

template <class P> MultigridOptions manufactured_options() {
  MultigridOptions o;
  o.levels = 2;
  o.coarse_steps = 20;
  return o;
}

} // namespace

template <class P>
ManufacturedProblem<P>::ManufacturedProblem(int n)
    : n_(n), multigrid_({{Domain::flat, LayerSpacing::uniform, manufactured_physics, n},
                         Partition::whole(n, n),
                         {}},
                        manufactured_options<P>(), alone_) {}

template <class P> double ManufacturedProblem<P>::exact(int i, int j, int k) const {
  const double pi = std::acos(-1.0);
  return std::sin(pi * (i + 0.5) / n_) * std::sin(pi * (j + 0.5) / n_) *
         std::cos(pi * (k + 0.5) / n_);
}

template <class P> double ManufacturedProblem<P>::error() {
  using T = typename P::storage;
  const Physics& ph = manufactured_physics;
  const double pi2 = std::pow(std::acos(-1.0), 2);
  const double factor =
      1.0 + ph.omega_squared * (2.0 * pi2 + ph.lambda_squared * pi2 / (ph.depth * ph.depth));
  const HostField host("isobar manufactured", n_, n_, n_);
  const auto for_cells = [&](const auto& visit) {
    for (int j = 0; j < n_; ++j)
      for (int i = 0; i < n_; ++i)
        for (int k = 0; k < n_; ++k) visit(host(j, i, k), exact(i, j, k));
  };
  for_cells([&](double& f, double u) { f = factor * u; });
  const FieldOf<P> f("isobar manufactured f", n_, n_, n_);
  const HostOrder<T> order(n_, n_, n_);
  // From a grid of its own: the matrix under test may be wrong, the right side must not be.
  order.integrate(Grid({Domain::flat, LayerSpacing::uniform, ph, n_}, Partition::whole(n_, n_)),
                  host, f);
  multigrid_.solve(f, {std::is_same_v<T, double> ? 1e-9 : 1e-6, 40, {}});
  order.to_host(multigrid_.solution(), host);
  double difference = 0.0, norm = 0.0;
  for_cells([&](double& computed, double u) {
    difference += (computed - u) * (computed - u);
    norm += u * u;
  });
  return std::sqrt(difference / norm);
}

template <class P>
std::vector<Check> check_manufactured(ManufacturedProblem<P>& coarse,
                                      ManufacturedProblem<P>& fine) {
  const double e16 = coarse.error(), e32 = fine.error();
  // Leading error of the scheme: w^2 pi^4 (2 + lam^2/H^2) / (12 n^2) over 1 + w^2 pi^2 (2 + lam^2/H^2)
  std::vector<Check> checks{check_at_most("manufactured_error", e32, 5e-4,
                                          fmt::format("relative L2 error {:.2e} at n = 32", e32))};
  if (std::is_same_v<typename P::storage, double>)
    checks.push_back(check_at_most(
        "manufactured_order", std::abs(std::log2(e16 / e32) - 2.0), 0.2,
        fmt::format("observed order {:.2f}, the scheme's is 2", std::log2(e16 / e32))));
  return checks;
}

template Check check_symmetry<Double>(const GridLevel<double>&, Communicator<double>&);
template Check check_symmetry<Float>(const GridLevel<float>&, Communicator<float>&);
template Check check_symmetry<FloatStorage>(const GridLevel<double>&, Communicator<float>&);
template Check check_symmetry<ZFastest<Double>>(const GridLevel<double>&, Communicator<double>&);
template Check check_symmetry<ZFastest<Float>>(const GridLevel<float>&, Communicator<float>&);
template class ManufacturedProblem<Double>;
template class ManufacturedProblem<Float>;
template class ManufacturedProblem<FloatStorage>;
template class ManufacturedProblem<ZFastest<Double>>;
template class ManufacturedProblem<ZFastest<Float>>;
template std::vector<Check> check_manufactured(ManufacturedProblem<Double>&,
                                               ManufacturedProblem<Double>&);
template std::vector<Check> check_manufactured(ManufacturedProblem<Float>&,
                                               ManufacturedProblem<Float>&);
template std::vector<Check> check_manufactured(ManufacturedProblem<FloatStorage>&,
                                               ManufacturedProblem<FloatStorage>&);
template std::vector<Check> check_manufactured(ManufacturedProblem<ZFastest<Double>>&,
                                               ManufacturedProblem<ZFastest<Double>>&);
template std::vector<Check> check_manufactured(ManufacturedProblem<ZFastest<Float>>&,
                                               ManufacturedProblem<ZFastest<Float>>&);

} // namespace isobar
