#include "verification/manufactured.hpp"

#include "base/precision_list.hpp"

#include <isobar/core/field/host_order.hpp>

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

} // namespace

template <class P>
ManufacturedProblem<P>::ManufacturedProblem(int n)
    : n_(n), multigrid_({{Domain::flat, LayerSpacing::uniform, manufactured_physics, n},
                         Partition::whole(n, n),
                         {}},
                        manufactured_options(), alone_) {}

template <class P> double ManufacturedProblem<P>::exact(int i, int j, int k) const {
  using std::numbers::pi;
  return std::sin(pi * (i + 0.5) / n_) * std::sin(pi * (j + 0.5) / n_) *
         std::cos(pi * (k + 0.5) / n_);
}

template <class P> double ManufacturedProblem<P>::error() {
  using T = typename P::storage;
  const Physics& ph = manufactured_physics;
  const double pi2 = std::numbers::pi * std::numbers::pi;
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
  const HostOrder<P> order(n_, n_, n_);
  // From a grid of its own: the matrix under test may be wrong, the right-hand side must not be.
  order.integrate(GridLevel<typename P::arithmetic>({Domain::flat, LayerSpacing::uniform, ph, n_},
                                                    Partition::whole(n_, n_)),
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
std::vector<Check> ManufacturedProblem<P>::check(ManufacturedProblem& coarse,
                                                 ManufacturedProblem& fine) {
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

ISOBAR_INSTANTIATE(class ManufacturedProblem)

} // namespace isobar
