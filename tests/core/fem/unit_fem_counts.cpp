// Predicted counts of spaces and matrices equal those of assembled ones, and those of the paper's table 1.
#include "support_fem.hpp"

#include <isobar/core/fem/fem_counts.hpp>
#include <isobar/core/fem/fem_residual.hpp>

namespace isobar {
namespace {

void expect_assembled(const QuadMesh& mesh, const std::vector<int>& rims) {
  for (int order : {1, 2}) {
    const auto spaces = fem_spaces(mesh, {.levels = 3, .order = order}, rims);
    const std::vector<FemCounts> counts = fem_counts(mesh, order, 3, rims);
    for (std::size_t l = 0; l < spaces.size(); ++l) {
      const CsrRows<double> a = assemble_stiffness<double>(spaces[l]);
      EXPECT_EQ(counts[l].elements, spaces[l].elements());
      EXPECT_EQ(counts[l].unknowns, spaces[l].unknowns());
      EXPECT_EQ(counts[l].fixed, Int64(spaces[l].fixed().size()));
      EXPECT_EQ(counts[l].stiffness, a.entries()) << "Q" << order << " level " << l;
      EXPECT_EQ(counts[l].longest, a.longest) << "Q" << order << " level " << l;
      if (l == 0) continue;
      EXPECT_EQ(counts[l].transfer,
                assemble_prolongation<double>(spaces[l - 1], spaces[l]).entries());
      EXPECT_EQ(counts[l].transfer,
                assemble_restriction<double>(spaces[l - 1], spaces[l]).entries());
    }
  }
}

TEST(FemCounts, AreThoseOfAssembledMatrices) {
  expect_assembled(circle_mesh(), {0, 1});
  expect_assembled(circle_mesh(), {1});
  expect_assembled(vessel_mesh(), {0, 1, 2});
  expect_assembled(vessel_mesh(), {2});
  expect_assembled(square_mesh(3, 0.2), {0, 2});
  expect_assembled(flower_mesh(6), {0});
}

/// The test omits counts that the paper cannot have meant (levels below 33280 unknowns, and BLOOD's biquadratic non-zeros).
TEST(FemCounts, AreThoseOfThePapersTable) {
  const std::vector<int> rims{0, 1};
  const auto q1 = fem_counts(circle_mesh(), 1, 10, rims),
             q2 = fem_counts(circle_mesh(), 2, 9, rims);
  EXPECT_EQ(q1[6].unknowns, 33280);
  EXPECT_EQ(q1[6].stiffness, 291328);
  EXPECT_EQ(q1[9].unknowns, 2101248);
  EXPECT_EQ(q1[9].stiffness, 18845696);
  EXPECT_EQ(q2[8].unknowns, 2101248);
  EXPECT_EQ(q2[8].stiffness, 33480704);
  const auto blood = fem_counts(vessel_mesh(), 1, 8, std::vector<int>{0, 1, 2});
  EXPECT_EQ(blood[7].unknowns, 3837953);
  EXPECT_EQ(blood[7].stiffness, 34476041);
}

TEST(FemResidual, IsThatOfTheRows) {
  const FemSpace space(refined(square_mesh(2, 0.2)), 2, Numbering::hierarchical, std::vector{0});
  const CsrRows<double> a = assemble_stiffness<double>(space);
  const FemNumbers u = at_unknowns(space, [](Point p) { return p.x - p.y * p.y; }),
                   f = at_unknowns(space, [](Point p) { return 1.0 - 3.0 * p.x; });
  const HostRows<double> rows(a);
  const auto host_u = Kokkos::create_mirror_view_and_copy(HostSpace(), u),
             host_f = Kokkos::create_mirror_view_and_copy(HostSpace(), f);
  double residual = 0.0, magnitude = 0.0, rhs = 0.0;
  for (int n = 0; n < rows.count; ++n) {
    double sum = 0.0, size = std::abs(host_f(n));
    for (const auto& [m, value] : rows.rows[n]) {
      sum += value * host_u(m);
      size += std::abs(value * host_u(m));
    }
    residual += (host_f(n) - sum) * (host_f(n) - sum);
    magnitude += size * size;
    rhs += host_f(n) * host_f(n);
  }
  const ResidualNorms norms = residual_norms(a, u, f);
  EXPECT_NEAR(norms.residual, std::sqrt(residual), 1e-12);
  EXPECT_NEAR(norms.magnitude, std::sqrt(magnitude), 1e-12);
  EXPECT_NEAR(norms.rhs, std::sqrt(rhs), 1e-12);
}

} // namespace
} // namespace isobar
