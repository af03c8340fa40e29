// Orders of convergence of hexahedra, in L2 and in the energy norm, with a value on some sides and nothing that flows through others.
#include "support_fem.hpp"

#include <isobar/core/fem/fem_error.hpp>
#include <isobar/core/mesh/extrusion.hpp>

#include <numbers>

namespace isobar {
namespace {

constexpr double half_turn = std::numbers::pi;

/// u = sin(pi x) exp(y) cos(pi z), whose laplacian is (1 - 2 pi^2) u, and of which nothing flows through z = 0 and z = 1.
double wave_of(Point p) {
  return std::sin(half_turn * p.x) * std::exp(p.y) * std::cos(half_turn * p.z);
}
const ExactFunction wave{wave_of, [](Point p) {
                           const double s = std::sin(half_turn * p.x), e = std::exp(p.y);
                           return Point{half_turn * std::cos(half_turn * p.x) * e *
                                            std::cos(half_turn * p.z),
                                        s * e * std::cos(half_turn * p.z),
                                        -half_turn * s * e * std::sin(half_turn * p.z)};
                         }};

FemErrors errors_on(int order, int levels) {
  FemCase c{extruded(square_mesh(2, 0.2), 2, 1.0), {}, {.levels = levels, .order = order}};
  const double k = 3.0;
  c.problem.f = [k](Point p) { return (2.0 * half_turn * half_turn - 1.0 + k) * wave_of(p); };
  c.problem.reaction = [k](Point) { return k; };
  c.problem.dirichlet = {wave_of, wave_of, wave_of, wave_of, {}, {}};
  c.controls = {1e-10, 100};
  const auto solved = solve<double>(c, true);
  EXPECT_TRUE(solved.report.converged());
  EXPECT_LT(solved.report.iterations, 20);
  return fem_errors(solved.spaces.back(), solved.u, wave);
}

/// With fluxes through a side, the bottom and the top, and transfers on a side and the top.
FemErrors errors_with_fluxes(int order, int levels) {
  FemCase c{extruded(square_mesh(2, 0.2), 2, 0.7), {}, {.levels = levels, .order = order}};
  c.problem.c = [](Point) { return 2.0; };
  c.problem.f = [](Point p) { return 2.0 * (2.0 * half_turn * half_turn - 1.0) * wave_of(p); };
  c.problem.dirichlet = {wave_of, {}, {}, wave_of, {}, {}};
  const auto open = [](double transfer) {
    return OpenRim{transfer, [transfer](Point p, Point n) {
                     const Point s = wave.gradient(p);
                     return 2.0 * (s.x * n.x + s.y * n.y + s.z * n.z) + transfer * wave_of(p);
                   }};
  };
  c.problem.open = {{}, open(0.0), open(3.0), {}, open(0.0), open(0.5)};
  c.controls = {1e-10, 100};
  c.multigrid.smoother = FemSmoother::chebyshev;
  const auto solved = solve<double>(c, true);
  EXPECT_TRUE(solved.report.converged());
  return fem_errors(solved.spaces.back(), solved.u, wave);
}

TEST(HexahedraConvergence, FluxesAndTransfersKeepTheOrders) {
  for (int order : {1, 2}) {
    const int levels = order == 1 ? 4 : 3;
    const FemErrors coarse = errors_with_fluxes(order, levels - 1),
                    fine = errors_with_fluxes(order, levels);
    EXPECT_NEAR(std::log2(coarse.l2 / fine.l2), order + 1, 0.2) << "Q" << order;
    EXPECT_NEAR(std::log2(coarse.energy / fine.energy), order, 0.2) << "Q" << order;
  }
}

TEST(HexahedraConvergence, OrdersAreThoseOfTheElements) {
  for (int order : {1, 2}) {
    const int levels = order == 1 ? 4 : 3;
    const FemErrors coarse = errors_on(order, levels), fine = errors_on(order, levels + 1);
    EXPECT_NEAR(std::log2(coarse.l2 / fine.l2), order + 1, 0.15) << "Q" << order;
    EXPECT_NEAR(std::log2(coarse.energy / fine.energy), order, 0.15) << "Q" << order;
  }
}

} // namespace
} // namespace isobar
