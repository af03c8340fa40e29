#include "flow/poisson_checks.hpp"

#include "flow/poisson_problem.hpp"
#include "run/symmetry.hpp"

#include <isobar/comm/communicators/mpi_communicator.hpp>
#include <isobar/core/box/kernels/box_operator.hpp>
#include <isobar/core/field/blas.hpp>
#include <isobar/core/poisson/multigrid_poisson.hpp>

#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace isobar {
namespace {

constexpr Halving no_coarser{false, false, false};

template <class T> MpiCommunicators<T> communicators_of(const FlowContext& c) {
  return MpiCommunicators<T>(c.comm, c.decomposition, LayerCounts(c.deck.grid.nz),
                             c.transport.plan);
}

/// The number `total` of an axis' table (box_grid.hpp), computed in double on the host.
double total(const Axis& axis, int i) {
  const int n = axis.cells();
  const auto coupling = [&](int a, int b) {
    if (axis.is_periodic()) a = (a + n) % n, b = (b + n) % n;
    if (a < 0 || b >= n) {
      const Boundary side = a < 0 ? axis.low : axis.high;
      return side == Boundary::dirichlet ? 2.0 / axis.width(i) : 0.0;
    }
    return 2.0 / (axis.width(a) + axis.width(b));
  };
  return coupling(i - 1, i) + coupling(i, i + 1);
}

/// This rank's part of the squared norm of 2 D |u| + |f|, where D is
/// the diagonal of A. It is about the largest possible |A| |u| + |f|.
double magnitude_squared(const BoxSpec& box, const Partition& part, const HostField& u,
                         const HostField& f) {
  double sum = 0.0;
  for (int j = 0; j < part.ny; ++j)
    for (int i = 0; i < part.nx; ++i)
      for (int k = 0; k < box.z.cells(); ++k) {
        const int x = part.first_i + i, y = part.first_j + j;
        const double hx = box.x.width(x), hy = box.y.width(y), hz = box.z.width(k);
        const double diagonal =
            hy * hz * total(box.x, x) + hx * hz * total(box.y, y) + hx * hy * total(box.z, k);
        const double size = 2.0 * diagonal * std::abs(u(j, i, k)) + std::abs(f(j, i, k));
        sum += size * size;
      }
  return sum;
}

/// The unit roundoff of the solver's u: half the distance from 1 to the next number.
double unit_roundoff(const FlowDeck& deck) {
  return with_precision(deck, []<class P>(P) {
    return 0.5 * double(std::numeric_limits<typename P::storage>::epsilon());
  });
}

TrueResidual true_residual(const FlowContext& c, const SolveDemands& demands,
                           const SolveReport& solve, const HostField& right_side,
                           const HostField& solution) {
  const PoissonSetup setup = c.setup();
  const Partition& part = setup.partition;
  const int nz = c.deck.grid.nz;
  MpiCommunicators<double> communicators = communicators_of<double>(c);
  const BoxGridOf<Double> grid(setup.box, part, no_coarser);
  const Field<double> u("isobar true u", part.nx, part.ny, nz),
      f("isobar true f", part.nx, part.ny, nz);
  const HostOrder<Double> order(part.nx, part.ny, nz);
  order.from_host(right_side, f);
  order.from_host(solution, u);
  exchange(communicators.on(0), u);
  std::array<double, 3> sums{BoxOperator<Double>::residual_norm_squared(grid, u, f),
                             magnitude_squared(setup.box, part, solution, right_side),
                             Blas<double>::dot(f, f)};
  communicators.on(0).sum(sums);
  const double scale = sums[2] > 0.0 ? sums[2] : 1.0;
  return with_checks(
      demands, {std::sqrt(sums[0] / scale), unit_roundoff(c.deck) * std::sqrt(sums[1] / scale)},
      solve.relative_residual());
}

/// A cube of n equal cells a side, with the conditions of the box's sides.
BoxSpec cube(const BoxSpec& box, int n) {
  const auto axis = [n](const Axis& a) { return Axis::uniform(n, 1.0, a.low, a.high); };
  return {axis(box.x), axis(box.y), axis(box.z)};
}

PoissonOptions manufactured_options(const BoxSpec& box) {
  PoissonOptions o;
  o.levels = int(box_levels(box, 3).size());
  o.pre_relaxation = o.post_relaxation = {0.86, 0.86};
  o.coarse_steps = 50;
  o.coarse_relaxation = 0.86;
  return o;
}

/// The relative error in L2 of a numerical solution, on one rank.
template <class P> double manufactured_error(const BoxSpec& box) {
  using T = typename P::storage;
  const Partition part = whole_box(box);
  const int n = part.nx;
  const SineProduct exact(box);
  const auto at = [&](int j, int i, int k) {
    return exact(box.x.centre(i), box.y.centre(j), box.z.centre(k));
  };
  const HostField host("isobar manufactured", n, n, n);
  const auto for_cells = [n](const auto& visit) {
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) visit(j, i, k);
  };
  for_cells([&](int j, int i, int k) { host(j, i, k) = exact.eigenvalue() * at(j, i, k); });
  to_integrals(box, part, host);
  SelfCommunicators<T> alone(box.periodic());
  MultigridPoisson<P> solver({box, part}, manufactured_options(box), alone);
  const FieldOf<P> f("isobar manufactured f", n, n, n);
  const HostOrder<P> order(n, n, n);
  order.from_host(host, f);
  solver.solve(f, {std::is_same_v<T, double> ? 1e-9 : 1e-5, 60, {}}, Guess::zero);
  order.to_host(solver.solution(), host);
  double difference = 0.0, norm = 0.0;
  for_cells([&](int j, int i, int k) {
    const double u = at(j, i, k), error = host(j, i, k) - u;
    difference += error * error;
    norm += u * u;
  });
  return std::sqrt(difference / norm);
}

} // namespace

template <class P> std::vector<Check> box_operator_checks(const FlowContext& c) {
  const PoissonSetup setup = c.setup();
  MpiCommunicators<typename P::storage> communicators = communicators_of<typename P::storage>(c);
  const BoxGridOf<P> grid(setup.box, setup.partition, no_coarser);
  return {Symmetry<P>::check(
      setup.partition, c.deck.grid.nz, communicators.on(0),
      [&](const FieldOf<P>& u, const FieldOf<P>& v) { BoxOperator<P>::apply(grid, u, v); })};
}

template <class P> std::vector<Check> manufactured_checks(const BoxSpec& box) {
  const double e16 = manufactured_error<P>(cube(box, 16)),
               e32 = manufactured_error<P>(cube(box, 32));
  std::vector<Check> checks{check_at_most(
      "manufactured_error", e32, 5e-3, fmt::format("relative L2 error {:.2e} on 32^3 cells", e32))};
  if (std::is_same_v<typename P::storage, double>)
    checks.push_back(check_at_most(
        "manufactured_order", std::abs(std::log2(e16 / e32) - 2.0), 0.2,
        fmt::format("observed order {:.2f} on cubes with the box's sides, the scheme's is 2",
                    std::log2(e16 / e32))));
  return checks;
}

template <class P>
SolutionChecks poisson_checks(const FlowContext& c, const SolveDemands& demands,
                              const SolveReport& solve, const HostField& right_side,
                              const HostField& solution) {
  const TrueResidual truth = true_residual(c, demands, solve, right_side, solution);
  SolutionChecks checks{check_convergence(demands, solve), truth.relative};
  for (const std::vector<Check>& more : {truth.checks, manufactured_checks<P>(c.deck.box())})
    checks.all.insert(checks.all.end(), more.begin(), more.end());
  return checks;
}

template std::vector<Check> box_operator_checks<Double>(const FlowContext&);
template std::vector<Check> box_operator_checks<Float>(const FlowContext&);
template std::vector<Check> manufactured_checks<Double>(const BoxSpec&);
template std::vector<Check> manufactured_checks<Float>(const BoxSpec&);
template SolutionChecks poisson_checks<Double>(const FlowContext&, const SolveDemands&,
                                               const SolveReport&, const HostField&,
                                               const HostField&);
template SolutionChecks poisson_checks<Float>(const FlowContext&, const SolveDemands&,
                                              const SolveReport&, const HostField&,
                                              const HostField&);

} // namespace isobar
