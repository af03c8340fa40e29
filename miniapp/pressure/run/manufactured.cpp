#include "pressure/run/manufactured.hpp"

#include "base/precision_list.hpp"

#include <isobar/core/grid/cubed_sphere.hpp>
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

Domain domain_of(KnownProblem which) {
  switch (which) {
  case KnownProblem::panel: return Domain::panel;
  case KnownProblem::equiangular_panel: return Domain::equiangular_panel;
  case KnownProblem::sphere: return Domain::sphere;
  default: return Domain::flat;
  }
}

GridSpec manufactured_spec(int n, KnownProblem which) {
  GridSpec spec{domain_of(which), LayerSpacing::uniform, manufactured_physics, n};
  if (spec.domain != Domain::flat) spec.flux = Flux::vertex;
  if (which != KnownProblem::factors) return spec;
  for (int k = 0; k < n; ++k) spec.profiles.alpha_h.push_back(of_height(k, n));
  spec.profiles.beta = spec.profiles.alpha_h;
  spec.columns = std::make_shared<const ColumnFields>(
      ColumnFields{{},
                   [n](int i, int j) { return 1.0 + 0.5 * arch(i, j, n); },
                   [n](int i, int j) { return 1.0 - 0.5 * arch(i, j, n); },
                   nullptr});
  return spec;
}

/// In the flat box f is a multiple of u.
double flat_right_side_over_solution(int i, int j, int k, int n, bool factors) {
  const Physics& ph = manufactured_physics;
  const double pi2 = std::numbers::pi * std::numbers::pi;
  const double alpha_h = factors ? of_height(k, n) : 1.0;
  const double alpha_v = factors ? 1.0 + 0.5 * arch(i, j, n) : 1.0;
  const double beta = factors ? alpha_h * (1.0 - 0.5 * arch(i, j, n)) : 1.0;
  return beta + ph.omega_squared * (alpha_h * 2.0 * pi2 +
                                    alpha_v * ph.lambda_squared * pi2 / (ph.depth * ph.depth));
}

/// On the unit sphere in gnomonic coordinates, u = cos(a x) cos(a y) with a = pi / 2 (docs/discretisation.md, "The vertex flux"):
///
///     Lap u = (1 + x^2 + y^2) ( (1 + x^2) u_xx + 2 x y u_xy + (1 + y^2) u_yy + 2 x u_x + 2 y u_y )
double laplacian_on_panel(double x, double y) {
  constexpr double a = 0.5 * std::numbers::pi;
  const double cx = std::cos(a * x), sx = std::sin(a * x), cy = std::cos(a * y),
               sy = std::sin(a * y);
  const double second = -a * a * cx * cy, mixed = a * a * sx * sy;
  return (1.0 + x * x + y * y) * ((2.0 + x * x + y * y) * second + 2.0 * x * y * mixed -
                                  2.0 * a * (x * sx * cy + y * cx * sy));
}

/// f of u = h v with v = cos(pi z / H): h v - w^2 ( v Lap h + lam^2 h (v'' + 2 / r v') ), r = 1 + z.
double shell_right_side(double h, double laplacian, int k, int n) {
  const Physics& ph = manufactured_physics;
  const double a = std::numbers::pi / ph.depth, z = ph.depth * (k + 0.5) / n;
  const double v = std::cos(a * z), radial = -a * a * v - 2.0 / (1.0 + z) * a * std::sin(a * z);
  return h * v - ph.omega_squared * (v * laplacian + ph.lambda_squared * h * radial);
}
/// xi and eta of a column's centre.
struct PlaceOnPanel {
  double x, y;
  PlaceOnPanel(Domain domain, int i, int j, int n)
      : x((2.0 * i + 1.0) / n - 1.0), y((2.0 * j + 1.0) / n - 1.0) {
    if (domain == Domain::equiangular_panel) x = gnomonic_of_share(x), y = gnomonic_of_share(y);
  }
};
double arch_on_panel(const PlaceOnPanel& p) {
  return std::cos(0.5 * std::numbers::pi * p.x) * std::cos(0.5 * std::numbers::pi * p.y);
}
/// The harmonic h at a column; j counts the rows of all panels. Lap h = -3 (3 + 1) h.
double harmonic(int i, int j, int n) {
  const SpherePoint p = CubedSphere(n).centre({j / n, i, j % n});
  return (p.x * p.x - p.y * p.y) * p.z;
}
double sphere_right_side(int i, int j, int k, int n) {
  const double h = harmonic(i, j, n);
  return shell_right_side(h, -12.0 * h, k, n);
}

std::string name_of(KnownProblem which) {
  switch (which) {
  case KnownProblem::factors: return "manufactured_factors_";
  case KnownProblem::panel: return "manufactured_panel_";
  case KnownProblem::equiangular_panel: return "manufactured_equiangular_panel_";
  case KnownProblem::sphere: return "manufactured_sphere_";
  default: return "manufactured_";
  }
}

std::string place_of(KnownProblem which) {
  if (which == KnownProblem::sphere) return "sphere";
  if (which == KnownProblem::equiangular_panel) return "equiangular panel";
  return which == KnownProblem::panel ? "panel" : "flat box";
}

} // namespace

template <class P>
ManufacturedProblem<P>::ManufacturedProblem(int n, KnownProblem which)
    : n_(n), which_(which), spec_(manufactured_spec(n, which)),
      part_(which == KnownProblem::sphere ? Partition::whole_sphere(n) : Partition::whole(n, n)),
      alone_(part_), multigrid_({spec_, part_, {}}, manufactured_options(), alone_) {}

template <class P> double ManufacturedProblem<P>::exact(int i, int j, int k) const {
  const double h = which_ == KnownProblem::sphere ? harmonic(i, j, n_)
                   : is_panel(spec_.domain)       ? arch_on_panel({spec_.domain, i, j, n_})
                                                  : arch(i, j, n_);
  return h * std::cos(std::numbers::pi * (k + 0.5) / n_);
}

template <class P> double ManufacturedProblem<P>::right_side(int i, int j, int k) const {
  if (which_ == KnownProblem::sphere) return sphere_right_side(i, j, k, n_);
  if (is_panel(spec_.domain)) {
    const PlaceOnPanel p(spec_.domain, i, j, n_);
    return shell_right_side(arch_on_panel(p), laplacian_on_panel(p.x, p.y), k, n_);
  }
  return flat_right_side_over_solution(i, j, k, n_, which_ == KnownProblem::factors) *
         exact(i, j, k);
}

template <class P> double ManufacturedProblem<P>::error() {
  using T = typename P::storage;
  const int rows = part_.rows().all();
  const HostField host("isobar manufactured", rows, n_, n_);
  const auto for_cells = [&](const auto& visit) {
    for (int j = 0; j < rows; ++j)
      for (int i = 0; i < n_; ++i)
        for (int k = 0; k < n_; ++k) visit(i, j, k, host(j, i, k));
  };
  for_cells([&](int i, int j, int k, double& f) { f = right_side(i, j, k); });
  const FieldOf<P> f("isobar manufactured f", part_.nx, part_.ny, n_);
  const HostOrder<P> order(part_.nx, part_.rows(), n_);
  // From a grid of its own: the matrix under test may be wrong, the right-hand side must be right.
  order.integrate(GridLevel<typename P::arithmetic>(spec_, part_), host, f);
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
  // Leading error of the scheme in the box: w^2 pi^4 (2 + lam^2/H^2) / (12 n^2) over 1 + w^2 pi^2 (2 + lam^2/H^2)
  const bool flat = fine.spec_.domain == Domain::flat;
  const std::string name = name_of(fine.which_), where = place_of(fine.which_);
  std::vector<Check> checks{
      check_at_most(name + "error", e32, flat ? 5e-4 : 1e-3,
                    fmt::format("relative L2 error {:.2e} at n = 32 on the {}", e32, where))};
  if (std::is_same_v<typename P::storage, double>)
    checks.push_back(check_at_most(name + "order", std::abs(std::log2(e16 / e32) - 2.0), 0.2,
                                   fmt::format("observed order {:.2f} on the {}, the scheme's is 2",
                                               std::log2(e16 / e32), where)));
  return checks;
}

ISOBAR_INSTANTIATE(class ManufacturedProblem)

} // namespace isobar
