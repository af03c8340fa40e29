// Orders of convergence with a reaction, with fluxes and transfers on rims, and with constants as null space.
#include "support_fem.hpp"

#include <isobar/core/fem/compatibility.hpp>
#include <isobar/core/fem/fem_error.hpp>

#include <numbers>

namespace isobar {
namespace {

/// u = sin(pi x) exp(y), whose laplacian is (1 - pi^2) u.
const ExactFunction exact{[](Point p) { return std::sin(std::numbers::pi * p.x) * std::exp(p.y); },
                          [](Point p) {
                            return Point{std::numbers::pi * std::cos(std::numbers::pi * p.x) *
                                             std::exp(p.y),
                                         std::sin(std::numbers::pi * p.x) * std::exp(p.y)};
                          }};

/// The solution's condition on a rim with this transfer and the coefficient c.
OpenRim rim_of(double c, double transfer) {
  return {transfer, [=](Point p, Point normal) {
            const Point slope = exact.gradient(p);
            return c * (slope.x * normal.x + slope.y * normal.y) + transfer * exact.value(p);
          }};
}

FemCase case_with(double c, double k) {
  FemCase result{square_mesh(4, 0.25), {}, {}};
  result.problem.c = [=](Point) { return c; };
  result.problem.f = [=](Point p) {
    return (c * (std::numbers::pi * std::numbers::pi - 1.0) + k) * exact.value(p);
  };
  if (k > 0.0) result.problem.reaction = [=](Point) { return k; };
  result.problem.dirichlet.assign(4, {});
  result.problem.open.assign(4, {});
  result.controls = {1e-11, 100};
  return result;
}

/// Solves with constants as null space: subtracts the right-hand side's mean, and gives u the solution's mean.
FemSolve<double> solve_up_to_constants(const FemCase& c) {
  SelfCommunicator<double> self;
  FemSolve<double> result;
  result.spaces = fem_spaces(c.mesh, c.spaces, c.problem.dirichlet_rims(c.mesh));
  const FemSpace& finest = result.spaces.back();
  const std::vector<double> integrals = basis_integrals(finest);
  const FemNumbers none = dirichlet_values(finest, c.problem);
  const auto f = right_hand_side<double>(finest, c.problem, none);
  const auto on_host = Kokkos::create_mirror_view_and_copy(HostSpace(), f);
  const Compatibility found = make_compatible(self, integrals, {on_host.data(), on_host.extent(0)});
  EXPECT_LT(std::abs(found.defect()), 1e-2);
  Kokkos::deep_copy(f, on_host);
  FemCg<double> cg(make_fem_levels<double>(result.spaces, c.problem, c.multigrid, self),
                   c.multigrid.cycle, self);
  result.report = cg.solve(f, c.controls);
  result.u = solution_on_host<double>(cg.solution(), none);
  std::vector<double> nodal;
  for (const Point& p : finest.table().points) nodal.push_back(exact.value(p));
  const double shift = mean_of(self, integrals, nodal) - mean_of(self, integrals, result.u);
  for (double& x : result.u) x += shift;
  return result;
}

void expect_orders(FemCase c) {
  for (int order : {1, 2}) {
    std::vector<FemErrors> all;
    for (int levels : {4, 5}) {
      c.spaces.order = order;
      c.spaces.levels = levels;
      const bool closed = c.problem.null_space == NullSpace::constants;
      const auto solved = closed ? solve_up_to_constants(c) : solve<double>(c, true);
      ASSERT_TRUE(solved.report.converged());
      all.push_back(fem_errors(solved.spaces.back(), solved.u, exact));
    }
    EXPECT_NEAR(std::log2(all[0].l2 / all[1].l2), order + 1, 0.15) << "Q" << order;
    EXPECT_NEAR(std::log2(all[0].energy / all[1].energy), order, 0.1) << "Q" << order;
  }
}

TEST(FemTermOrder, Reaction) {
  FemCase c = case_with(0.5, 20.0);
  c.problem.dirichlet.assign(4, exact.value);
  expect_orders(c);
}

TEST(FemTermOrder, ReactionAloneFixesU) {
  FemCase c = case_with(1.0, 3.0);
  for (OpenRim& rim : c.problem.open) rim = rim_of(1.0, 0.0);
  expect_orders(c);
}

TEST(FemTermOrder, FluxesAndTransfers) {
  FemCase c = case_with(2.0, 0.0);
  c.problem.dirichlet[0] = exact.value;
  c.problem.open[1] = rim_of(2.0, 0.0);
  c.problem.open[2] = rim_of(2.0, 5.0);
  c.problem.open[3] = rim_of(2.0, 0.3);
  expect_orders(c);
}

TEST(FemTermOrder, TransfersAloneFixU) {
  FemCase c = case_with(1.0, 0.0);
  for (OpenRim& rim : c.problem.open) rim = rim_of(1.0, 2.0);
  expect_orders(c);
}

/// Normals on a curved rim are those of the elements.
TEST(FemTermOrder, RobinOnCircles) {
  FemCase c{annulus_mesh(1.0, 2.0), {}, {}};
  c.problem.f = [](Point p) {
    return (std::numbers::pi * std::numbers::pi - 1.0) * exact.value(p);
  };
  c.problem.dirichlet = {exact.value, {}};
  c.problem.open = {{}, rim_of(1.0, 1.5)};
  c.controls = {1e-11, 100};
  expect_orders(c);
}

TEST(FemTermOrder, ConstantsAreTheNullSpace) {
  FemCase c = case_with(1.0, 0.0);
  c.problem.null_space = NullSpace::constants;
  for (OpenRim& rim : c.problem.open) rim = rim_of(1.0, 0.0);
  expect_orders(c);
}

} // namespace
} // namespace isobar
