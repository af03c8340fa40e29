// Observed order of the general operator against a solution that is known, with coefficients that
// vary in all directions and with convection, solved by BiCGStab.
#include "support_general.hpp"
#include "support_problem.hpp"

#include <isobar/core/columns/bicgstab.hpp>

#include <cmath>
#include <numbers>

namespace isobar::general_operator_test {
namespace {

using std::numbers::pi;

constexpr Physics physics{0.1, 0.04, 0.5};

/// A function of the place and its derivatives, as far as they are wanted.
struct Jet {
  double value, x, y, z, xx = 0.0, yy = 0.0, zz = 0.0;
};
/// 0 on the sides, without a slope at the ground and at the top.
Jet solution(double x, double y, double z) {
  const double a = pi, b = 2.0 * pi, c = pi / physics.depth;
  const double sx = std::sin(a * x), sy = std::sin(b * y), cz = std::cos(c * z), u = sx * sy * cz;
  return {u,
          a * std::cos(a * x) * sy * cz,
          b * sx * std::cos(b * y) * cz,
          -c * sx * sy * std::sin(c * z),
          -a * a * u,
          -b * b * u,
          -c * c * u};
}
Jet alpha_h(double x, double y, double z) {
  const double s = std::sin(2.0 * x + y), c = std::cos(2.0 * x + y);
  return {2.0 + s * std::cos(3.0 * z), 2.0 * c * std::cos(3.0 * z), c * std::cos(3.0 * z),
          -3.0 * s * std::sin(3.0 * z)};
}
Jet alpha_v(double x, double y, double z) {
  const double a = x - 2.0 * y, s = std::sin(2.0 * z);
  return {2.0 + std::cos(a) * s, -std::sin(a) * s, 2.0 * std::sin(a) * s,
          2.0 * std::cos(a) * std::cos(2.0 * z)};
}
double beta(double x, double y, double z) { return 1.0 + 0.5 * x * y + z; }
/// xi, its functions of the height and of the horizontal position.
double xi_x_of_height(double z) { return 1.0 + z; }
double xi_x(double y) { return 3.0 + std::sin(5.0 * y); }
double xi_y(double x) { return -2.0 * std::cos(3.0 * x); }
double xi_z_of_height(double z) { return std::exp(-z); }
double xi_z(double x) { return 1.0 + x; }

/// The right-hand side of the equation with this solution.
double right_side(double x, double y, double z) {
  const Jet u = solution(x, y, z), h = alpha_h(x, y, z), v = alpha_v(x, y, z);
  const double horizontal = h.x * u.x + h.y * u.y + h.value * (u.xx + u.yy);
  const double vertical = physics.lambda_squared * (v.z * u.z + v.value * u.zz);
  const double slope =
      xi_x_of_height(z) * xi_x(y) * u.x + xi_y(x) * u.y + xi_z_of_height(z) * xi_z(x) * u.z;
  return -physics.omega_squared * (horizontal + vertical + slope) + beta(x, y, z) * u.value;
}

struct Discrete {
  int n, nz;
  LayerSpacing spacing;
  std::vector<double> heights, volumes; ///< of the layers' centres

  Discrete(int n_in, LayerSpacing spacing_in) : n(n_in), nz(n_in / 2), spacing(spacing_in) {
    const auto r = layer_interfaces(Domain::flat, spacing, physics.depth, nz);
    for (int k = 0; k < nz; ++k) {
      heights.push_back(0.5 * (r[k] + r[k + 1]));
      volumes.push_back((r[k + 1] - r[k]) / (double(n) * n));
    }
  }
  double centre(int i) const { return (i + 0.5) / n; }
  template <class F> oracle::Array at_centres(const F& f) const {
    return oracle::array_of(n, n, nz, [&](int j, int i, int k) {
      return f(centre(i), centre(j), heights[std::size_t(k)]);
    });
  }
  Convection xi() const {
    Convection xi;
    for (const double z : heights) {
      xi.x.profile.push_back(xi_x_of_height(z));
      xi.z.profile.push_back(xi_z_of_height(z));
    }
    xi.x.field = [*this](int, int j) { return xi_x(centre(j)); };
    xi.y.field = [*this](int i, int) { return xi_y(centre(i)); };
    xi.z.field = [*this](int i, int) { return xi_z(centre(i)); };
    return xi;
  }
};

/// Root mean square of the error.
double error(int n, LayerSpacing spacing) {
  const Discrete d(n, spacing);
  const Problem problem({Domain::flat, spacing, physics, d.nz}, n, n);
  const auto value = [](const auto& jet) {
    return [jet](double x, double y, double z) { return jet(x, y, z).value; };
  };
  const auto coefficients = fields_of<Double>(
      {d.at_centres(value(alpha_h)), d.at_centres(value(alpha_v)), d.at_centres(beta)},
      problem.part);
  SelfCommunicator<double> self;
  const GridOf<Double> grid = make_grid<Double>(problem.setup());
  Bicgstab<Double> solver(
      grid, self, std::make_shared<ColumnPreconditioner<Double>>(grid),
      std::make_shared<GeneralOperator<Double>>(problem.setup(), coefficients, d.xi()));
  oracle::Array f = d.at_centres(right_side);
  for (std::size_t m = 0; m < f.values.size(); ++m) f.values[m] *= d.volumes[m % std::size_t(d.nz)];
  EXPECT_TRUE(solver.solve(problem.field_of<Double>(f), {1e-10, 500}).converged());
  const oracle::Array found = owned(solver.solution()), right = d.at_centres(value(solution));
  double sum = 0.0;
  for (std::size_t m = 0; m < f.values.size(); ++m)
    sum += d.volumes[m % std::size_t(d.nz)] * std::pow(found.values[m] - right.values[m], 2);
  return std::sqrt(sum / physics.depth);
}

TEST(GeneralOperatorOrder, IsTwoWithConvectionAndCoefficientsOfEachCell) {
  for (const LayerSpacing spacing : {LayerSpacing::uniform, LayerSpacing::graded}) {
    const double coarse = error(12, spacing), middle = error(24, spacing),
                 fine = error(48, spacing);
    EXPECT_LE(fine, 2e-3);
    EXPECT_NEAR(std::log2(coarse / middle), 2.0, 0.3);
    EXPECT_NEAR(std::log2(middle / fine), 2.0, 0.15);
  }
}

} // namespace
} // namespace isobar::general_operator_test
