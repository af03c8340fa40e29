// CG in double with cycles in float.
#include "support_fem.hpp"

#include <isobar/core/fem/mixed_fem_cg.hpp>

namespace isobar {
namespace {

struct MixedSystem {
  std::vector<FemSpace> spaces;
  FemProblem problem = circle_problem();
  FemMultigridOptions options = FemMultigridOptions::jacobi(2, 0.7);
  SelfCommunicator<double> self;
  CsrRows<double> a;
  Kokkos::View<double*, MemorySpace> f;

  explicit MixedSystem(int order) {
    spaces = fem_spaces(circle_mesh(), {.levels = 5, .order = order}, std::array{0, 1});
    a = assemble_stiffness<double>(spaces.back());
    f = right_hand_side<double>(spaces.back(), problem, dirichlet_values(spaces.back(), problem));
  }
  MixedFemCg mixed() {
    const CsrRows<float> in_float = in_numbers<float>(a);
    return {make_sparse_matrix(options.format, a, "a", 0),
            make_fem_levels<float>(spaces, problem, options, self, in_float), options.cycle, self};
  }
};

TEST(MixedFemCg, TakesTheIterationsOfDouble) {
  for (int order : {1, 2}) {
    MixedSystem s(order);
    FemCg<double> in_double(make_fem_levels<double>(s.spaces, s.problem, s.options, s.self),
                            s.options.cycle, s.self);
    MixedFemCg mixed = s.mixed();
    const SolveReport expected = in_double.solve(s.f, {1e-11, 50}),
                      found = mixed.solve(s.f, {1e-11, 50});
    EXPECT_EQ(found.iterations, expected.iterations);
    EXPECT_LE(found.relative_residual(), 1e-11);
    const std::vector<double> u = host_numbers(mixed.solution()),
                              of_double = host_numbers(in_double.solution());
    for (std::size_t n = 0; n < u.size(); ++n) ASSERT_NEAR(u[n], of_double[n], 1e-9);
  }
}

/// The factors exceed the range of float.
TEST(MixedFemCg, TakesThemForTinyAndHugeNumbers) {
  for (double factor : {1e-60, 1e60}) {
    MixedSystem s(1);
    MixedFemCg mixed = s.mixed();
    const int expected = mixed.solve(s.f, {1e-8, 50}).iterations;
    Blas<double>::axpby(0.0, s.f, factor, s.f);
    const SolveReport found = mixed.solve(s.f, {1e-8, 50});
    EXPECT_EQ(found.iterations, expected);
    EXPECT_LE(found.relative_residual(), 1e-8);
  }
}

/// The recurrences continue to fall when the solution no longer improves.
TEST(MixedFemCg, AToleranceBelowRoundingIsNotMet) {
  MixedSystem s(1);
  FemCg<double> in_double(make_fem_levels<double>(s.spaces, s.problem, s.options, s.self),
                          s.options.cycle, s.self);
  MixedFemCg mixed = s.mixed();
  for (const SolveReport& report :
       {in_double.solve(s.f, {1e-25, 1000}), mixed.solve(s.f, {1e-25, 1000})}) {
    EXPECT_EQ(report.status, SolveStatus::stagnated);
    EXPECT_GT(report.relative_residual(), 1e-18);
    EXPECT_LT(report.iterations, 200);
  }
}

TEST(MixedFemCg, RowsInOtherNumbersShareColumns) {
  const MixedSystem s(1);
  const CsrRows<float> in_float = in_numbers<float>(s.a);
  EXPECT_EQ(in_float.columns.data(), s.a.columns.data());
  EXPECT_EQ(in_float.longest, s.a.longest);
  const std::vector<double> found = host_numbers(in_float.values), of_a = host_numbers(s.a.values);
  for (std::size_t n = 0; n < found.size(); ++n) ASSERT_EQ(found[n], double(float(of_a[n])));
}

} // namespace
} // namespace isobar
