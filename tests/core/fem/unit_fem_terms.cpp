// Terms of reaction and of rims in matrices and right-hand sides, and errors.
#include "support_fem.hpp"

#include <isobar/core/fem/compatibility.hpp>

#include <numeric>

namespace isobar {
namespace {

double sum_of(const std::vector<double>& x) { return std::accumulate(x.begin(), x.end(), 0.0); }
std::string refusal(const FemProblem& problem, const QuadMesh& mesh) {
  try {
    problem.dirichlet_rims(mesh);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return {};
}

/// A problem on the unit square without values on its rims west, east, south and north.
FemProblem open_square() {
  FemProblem problem;
  problem.dirichlet.assign(4, {});
  return problem;
}

TEST(FemTerms, RowsAddUpToIntegrals) {
  for (int order : {1, 2}) {
    const QuadMesh mesh = square_mesh(4, 0.2);
    const FemSpace space(mesh, order, Numbering::hierarchical, {});
    FemProblem problem = open_square();
    problem.reaction = [](Point) { return 3.0; };
    problem.open = {{2.0, {}}, {}, {}, {0.5, {}}};
    const HostRows<double> a(assemble_stiffness<double>(space, coefficients_of(space, problem)));
    const std::vector<double> one(std::size_t(space.unknowns()), 1.0);
    EXPECT_NEAR(sum_of(a.times(one)), 3.0 + 2.0 + 0.5, 1e-13);
    for (int n = 0; n < space.unknowns(); ++n)
      for (const auto& [m, value] : a.rows[std::size_t(n)]) EXPECT_EQ(value, a(m, n));
  }
}

TEST(FemTerms, WithoutThemTheBitsAreThoseOfTheStiffnessMatrix) {
  const FemSpace space(square_mesh(3, 0.2), 2, Numbering::coordinate, {});
  FemProblem problem = open_square();
  problem.open.assign(4, {});
  const HostRows<double> a(assemble_stiffness<double>(space, coefficients_of(space, problem))),
      b(assemble_stiffness<double>(space));
  EXPECT_EQ(a.rows, b.rows);
}

TEST(FemTerms, InversesHaveThemToo) {
  const QuadMesh mesh = square_mesh(3, 0.2);
  for (int order : {1, 2}) {
    const FemSpace space(mesh, order, Numbering::hierarchical, std::array{0});
    FemProblem problem = open_square();
    problem.reaction = [](Point p) { return 1.0 + p.x; };
    problem.open = {{}, {7.0, {}}, {}, {}};
    const FemCoefficients c = coefficients_of(space, problem);
    const CsrRows<double> rows = assemble_stiffness<double>(space, c);
    EXPECT_EQ(host_numbers(assemble_inverse<double>(space, c, RowSum::l1)),
              host_numbers(inverse_l1_sums(rows)));
    const auto found = host_numbers(assemble_inverse<double>(space, c, RowSum::diagonal)),
               expected = host_numbers(inverse_diagonal(rows));
    for (std::size_t n = 0; n < found.size(); ++n)
      EXPECT_NEAR(found[n], expected[n], 1e-15 * expected[n]);
  }
}

/// A lift changes the right-hand side by its product with the matrix.
TEST(FemTerms, ALiftIsTakenToTheRightHandSide) {
  for (int order : {1, 2}) {
    const FemSpace space(square_mesh(3, 0.2), order, Numbering::two_level, {});
    FemProblem problem = open_square();
    problem.reaction = [](Point) { return 3.0; };
    problem.open = {{2.0, {}}, {}, {}, {}};
    const FemCoefficients c = coefficients_of(space, problem);
    const FemNumbers g = at_unknowns(space, [](Point p) { return std::sin(3 * p.x + p.y); }),
                     zero = at_unknowns(space, [](Point) { return 0.0; });
    const std::vector<double> load = host_numbers(assemble_load(space, zero, g, c)),
                              product = HostRows<double>(assemble_stiffness<double>(space, c))
                                            .times(host_numbers(g));
    for (std::size_t n = 0; n < load.size(); ++n) EXPECT_NEAR(load[n], -product[n], 1e-13);
  }
}

TEST(FemTerms, FluxesAddUpToWhatFlowsIn) {
  for (int order : {1, 2}) {
    const FemSpace space(square_mesh(3, 0.2), order, Numbering::two_level, std::array{2});
    FemProblem problem = open_square();
    problem.dirichlet[2] = [](Point) { return 0.0; };
    problem.open = {{0.0, [](Point p, Point) { return p.y * (1.0 - p.y); }}, {}, {}, {}};
    const FemNumbers zero = at_unknowns(space, [](Point) { return 0.0; });
    const std::vector<double> load =
        host_numbers(assemble_load(space, zero, zero, coefficients_of(space, problem)));
    // Fixed unknowns have no load. With order 1 the corner would have a part of the first edge's.
    EXPECT_NEAR(sum_of(load), 1.0 / 6.0, order == 1 ? 0.02 : 0.001);
    for (const auto& [unknown, rim] : space.fixed()) EXPECT_EQ(load[std::size_t(unknown)], 0.0);
  }
}

TEST(FemTerms, TakesOffTheMean) {
  const FemSpace space(square_mesh(3, 0.2), 2, Numbering::two_level, {});
  const std::vector<double> integrals = basis_integrals(space);
  EXPECT_NEAR(sum_of(integrals), 1.0, 1e-13);
  std::vector<double> f(integrals.size(), 0.5);
  SelfCommunicator<double> self;
  const Compatibility found = make_compatible(self, integrals, f);
  EXPECT_DOUBLE_EQ(found.total, 0.5 * double(f.size()));
  EXPECT_DOUBLE_EQ(found.defect(), 1.0);
  EXPECT_NEAR(sum_of(f), 0.0, 1e-13);
  EXPECT_DOUBLE_EQ(mean_of(self, integrals, std::vector<double>(integrals.size(), 3.0)), 3.0);
}

TEST(FemTerms, ANullSpaceIsWhatNothingFixes) {
  const QuadMesh mesh = square_mesh(2);
  FemProblem problem = open_square();
  EXPECT_EQ(refusal(problem, mesh),
            "no boundary has a Dirichlet value: u is known up to a constant");
  problem.null_space = NullSpace::constants;
  EXPECT_EQ(refusal(problem, mesh), "");
  problem.open = {{}, {1.0, {}}, {}, {}};
  EXPECT_EQ(refusal(problem, mesh),
            "a null space of constants is declared, and the boundary \"east\" fixes u");
  problem.null_space = NullSpace::none;
  EXPECT_EQ(refusal(problem, mesh), "");
  problem.open.clear();
  problem.reaction = [](Point) { return 1.0; };
  EXPECT_EQ(refusal(problem, mesh), "");
  problem.null_space = NullSpace::constants;
  EXPECT_EQ(refusal(problem, mesh),
            "a null space of constants is declared, and the reaction fixes u");
}

/// Rows on rims are stored, so they support transfers.
TEST(FemTerms, RowsOfMacroElementsHaveTransfersAndReaction) {
  const auto spaces =
      fem_spaces(square_mesh(2, 0.1), {.levels = 4, .numbering = Numbering::macro}, {});
  FemProblem problem = open_square();
  problem.open.assign(4, {2.5, {}});
  problem.reaction = [](Point p) { return 30.0 + p.y; };
  const FemSpace& space = spaces.back();
  const FemCoefficients c = coefficients_of(space, problem);
  const auto x = rough_vector<double>(space.unknowns(), 0.7),
             y = rough_vector<double>(space.unknowns(), 0.1),
             z = rough_vector<double>(space.unknowns(), 0.1);
  make_macro_stiffness<double>(space, c, 0)->apply(1.0, x, y);
  make_band_matrix(space, assemble_bands<double>(space, c), 0)->apply(1.0, x, z);
  const std::vector<double> expected =
      HostRows<double>(assemble_stiffness<double>(space, c)).times(host_numbers(x));
  const std::vector<double> macro = host_numbers(y), bands = host_numbers(z);
  for (std::size_t n = 0; n < expected.size(); ++n) {
    EXPECT_NEAR(macro[n], expected[n], 1e-12);
    EXPECT_NEAR(bands[n], expected[n], 1e-12);
  }
}

} // namespace
} // namespace isobar
