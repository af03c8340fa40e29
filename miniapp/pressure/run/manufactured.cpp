#include "pressure/run/manufactured.hpp"

#include "base/precision_list.hpp"

#include <isobar/core/grid/host_order.hpp>

#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace isobar {
namespace {

/// w^2 pi^2 = 0.1, w^2 lam^2 pi^2 / H^2 = 0.2
constexpr Physics manufactured_physics{0.01, 0.02, 0.1};

MultigridOptions manufactured_options() {
  MultigridOptions o;
  o.levels = 2;
  o.coarse_steps = 20;
  return o;
}

/// sin(pi x) sin(pi y) at a column's centre.
double arch(int i, int j, int n) {
  using std::numbers::pi;
  return std::sin(pi * (i + 0.5) / n) * std::sin(pi * (j + 0.5) / n);
}
/// 1 + cos(pi z / H) / 2 at a layer's centre.
double of_height(int k, int n) { return 1.0 + 0.5 * std::cos(std::numbers::pi * (k + 0.5) / n); }

GridSpec manufactured_spec(int n, ManufacturedCoefficients coefficients) {
  GridSpec spec{Domain::flat, LayerSpacing::uniform, manufactured_physics, n};
  if (coefficients == ManufacturedCoefficients::none) return spec;
  for (int k = 0; k < n; ++k) spec.profiles.alpha_h.push_back(of_height(k, n));
  spec.profiles.beta = spec.profiles.alpha_h;
  spec.columns = std::make_shared<const ColumnFields>(
      ColumnFields{{},
                   [n](int i, int j) { return 1.0 + 0.5 * arch(i, j, n); },
                   [n](int i, int j) { return 1.0 - 0.5 * arch(i, j, n); },
                   nullptr});
  return spec;
}

} // namespace

template <class P>
ManufacturedProblem<P>::ManufacturedProblem(int n, ManufacturedCoefficients coefficients)
    : n_(n), coefficients_(coefficients), spec_(manufactured_spec(n, coefficients)),
      multigrid_({spec_, Partition::whole(n, n), {}}, manufactured_options(), alone_) {}

template <class P> double ManufacturedProblem<P>::exact(int i, int j, int k) const {
  return arch(i, j, n_) * std::cos(std::numbers::pi * (k + 0.5) / n_);
}

template <class P>
double ManufacturedProblem<P>::right_side_over_solution(int i, int j, int k) const {
  const Physics& ph = manufactured_physics;
  const double pi2 = std::numbers::pi * std::numbers::pi;
  const bool factors = coefficients_ == ManufacturedCoefficients::factors;
  const double alpha_h = factors ? of_height(k, n_) : 1.0;
  const double alpha_v = factors ? 1.0 + 0.5 * arch(i, j, n_) : 1.0;
  const double beta = factors ? alpha_h * (1.0 - 0.5 * arch(i, j, n_)) : 1.0;
  return beta + ph.omega_squared * (alpha_h * 2.0 * pi2 +
                                    alpha_v * ph.lambda_squared * pi2 / (ph.depth * ph.depth));
}

template <class P> double ManufacturedProblem<P>::error() {
  using T = typename P::storage;
  const HostField host("isobar manufactured", n_, n_, n_);
  const auto for_cells = [&](const auto& visit) {
    for (int j = 0; j < n_; ++j)
      for (int i = 0; i < n_; ++i)
        for (int k = 0; k < n_; ++k) visit(i, j, k, host(j, i, k));
  };
  for_cells([&](int i, int j, int k, double& f) {
    f = right_side_over_solution(i, j, k) * exact(i, j, k);
  });
  const FieldOf<P> f("isobar manufactured f", n_, n_, n_);
  const HostOrder<P> order(n_, n_, n_);
  // From a grid of its own: the matrix under test may be wrong, the right-hand side must not be.
  order.integrate(GridLevel<typename P::arithmetic>(spec_, Partition::whole(n_, n_)), host, f);
  multigrid_.solve(f, {std::is_same_v<T, double> ? 1e-9 : 1e-6, 40, {}});
  order.to_host(multigrid_.solution(), host);
  double difference = 0.0, norm = 0.0;
  for_cells([&](int i, int j, int k, double computed) {
    const double u = exact(i, j, k);
    difference += (computed - u) * (computed - u);
    norm += u * u;
  });
  return std::sqrt(difference / norm);
}

template <class P>
std::vector<Check> ManufacturedProblem<P>::check(ManufacturedProblem& coarse,
                                                 ManufacturedProblem& fine) {
  const double e16 = coarse.error(), e32 = fine.error();
  // Leading error of the scheme: w^2 pi^4 (2 + lam^2/H^2) / (12 n^2) over 1 + w^2 pi^2 (2 + lam^2/H^2)
  const std::string name = fine.coefficients_ == ManufacturedCoefficients::factors
                               ? "manufactured_factors_"
                               : "manufactured_";
  std::vector<Check> checks{
      check_at_most(name + "error", e32, 5e-4,
                    fmt::format("relative L2 error {:.2e} at n = 32 on the flat box", e32))};
  if (std::is_same_v<typename P::storage, double>)
    checks.push_back(
        check_at_most(name + "order", std::abs(std::log2(e16 / e32) - 2.0), 0.2,
                      fmt::format("observed order {:.2f} on the flat box, the scheme's is 2",
                                  std::log2(e16 / e32))));
  return checks;
}

ISOBAR_INSTANTIATE(class ManufacturedProblem)

} // namespace isobar
