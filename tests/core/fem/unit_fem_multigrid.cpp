// Multigrid on finite elements: the two problems of the unstructured-grid paper, with all numberings, formats, cycles and
// smoothers.
#include "support_fem.hpp"

#include "run/kernel_timings.hpp"

#include <isobar/core/multigrid/smoother_factors.hpp>

#include <algorithm>

namespace isobar {
namespace {

FemCase circle(int levels, int order, Numbering numbering = Numbering::two_level) {
  return {circle_mesh(), circle_problem(), {levels, order, numbering}};
}
FemCase blood(int levels, int order) {
  FemCase c{vessel_mesh(), blood_problem(), {levels, order}};
  c.multigrid = FemMultigridOptions::jacobi(64, 0.5);
  return c;
}

/// The largest difference of two solutions with different numberings.
template <class T> double difference(const FemSolve<T>& a, const FemSolve<T>& b) {
  const auto by_place = [](const FemSolve<T>& s) {
    const ElementTable& table = s.spaces.back().table();
    std::vector<std::pair<std::pair<double, double>, double>> values;
    for (std::size_t n = 0; n < s.u.size(); ++n)
      values.push_back({{table.points[n].x, table.points[n].y}, s.u[n]});
    std::ranges::sort(values);
    return values;
  };
  const auto left = by_place(a), right = by_place(b);
  double most = 0.0;
  for (std::size_t n = 0; n < left.size(); ++n)
    most = std::max(most, std::abs(left[n].second - right[n].second));
  return most;
}

template <class T> struct FemMultigrids : testing::Test {
  static constexpr double tolerance = std::is_same_v<T, float> ? 1e-5 : 1e-9;
};
TYPED_TEST_SUITE(FemMultigrids, FemNumberTypes, FemNumberNames);

TYPED_TEST(FemMultigrids, BloodReturnsOne) {
  for (int order : {1, 2}) {
    FemCase c = blood(3, order);
    c.controls.tolerance = this->tolerance;
    const auto solved = solve<TypeParam>(c);
    EXPECT_TRUE(solved.report.converged());
    for (double u : solved.u) ASSERT_NEAR(u, 1.0, 100.0 * this->tolerance);
  }
}

TYPED_TEST(FemMultigrids, NumberingsTakeTheSameIterationsToTheSameSolution) {
  for (int order : {1, 2}) {
    FemCase c = circle(4, order);
    c.controls.tolerance = this->tolerance;
    const auto expected = solve<TypeParam>(c);
    EXPECT_TRUE(expected.report.converged());
    for (Numbering numbering : all_numberings) {
      c.spaces.numbering = numbering;
      const auto solved = solve<TypeParam>(c);
      EXPECT_EQ(solved.report.iterations, expected.report.iterations) << int(numbering);
      EXPECT_LT(difference(solved, expected), 10.0 * this->tolerance) << int(numbering);
    }
  }
}

TYPED_TEST(FemMultigrids, FormatsTakeTheSameIterationsToTheSameSolution) {
  for (int order : {1, 2}) {
    FemCase c = circle(4, order, Numbering::cuthill_mckee);
    c.controls.tolerance = this->tolerance;
    const auto expected = solve<TypeParam>(c);
    for (MatrixFormat format : {MatrixFormat::csr, MatrixFormat::ell}) {
      c.multigrid.format = format;
      const auto solved = solve<TypeParam>(c);
      EXPECT_EQ(solved.report.iterations, expected.report.iterations) << int(format);
      EXPECT_LT(difference(solved, expected), 10.0 * this->tolerance) << int(format);
    }
  }
}

TYPED_TEST(FemMultigrids, CyclesOfAllKindsAndStepsOfAnyNumberFindTheSolution) {
  FemCase c = circle(5, 1);
  c.controls = {this->tolerance, 60};
  const auto expected = solve<TypeParam>(c);
  std::vector<FemMultigridOptions> all;
  for (CycleKind kind : {CycleKind::v, CycleKind::w, CycleKind::f})
    for (Start start : {Start::zero, Start::full})
      for (int steps : {1, 2, 3}) {
        all.push_back(FemMultigridOptions::jacobi(steps, 0.7));
        all.back().cycle.cycle = kind;
        all.back().cycle.start = start;
        if (steps == 3) all.back().cycle.pre_relaxation.pop_back();
        if (steps == 2) all.back().cycle.pre_relaxation.clear();
      }
  for (const FemMultigridOptions& options : all) {
    c.multigrid = options;
    const auto solved = solve<TypeParam>(c);
    EXPECT_TRUE(solved.report.converged());
    EXPECT_LT(difference(solved, expected), 20.0 * this->tolerance);
  }
}

TYPED_TEST(FemMultigrids, SmoothersOfAllKindsAndCgFindTheSolution) {
  for (int order : {1, 2}) {
    FemCase c = circle(4, order);
    c.controls = {this->tolerance, 60};
    const auto expected = solve<TypeParam>(c);
    for (FemSmoother smoother :
         {FemSmoother::jacobi, FemSmoother::chebyshev, FemSmoother::l1_jacobi, FemSmoother::spai,
          FemSmoother::chebyshev_spai}) {
      c.multigrid = FemMultigridOptions::jacobi(3, smoother == FemSmoother::jacobi ? 0.7 : 1.0);
      c.multigrid.smoother = smoother;
      const auto cycles = solve<TypeParam>(c), with_cg = solve<TypeParam>(c, true);
      EXPECT_TRUE(cycles.report.converged()) << int(smoother);
      EXPECT_TRUE(with_cg.report.converged()) << int(smoother);
      EXPECT_LE(with_cg.report.iterations, cycles.report.iterations) << int(smoother);
      EXPECT_LT(difference(cycles, expected), 20.0 * this->tolerance) << int(smoother);
      EXPECT_LT(difference(with_cg, expected), 20.0 * this->tolerance) << int(smoother);
    }
  }
}

TYPED_TEST(FemMultigrids, ADirectCoarseSolveIsCgToAllDigits) {
  for (int order : {1, 2}) {
    FemCase c = blood(2, order);
    c.controls.tolerance = this->tolerance;
    c.multigrid.coarse_solver = FemCoarseSolver::direct;
    const auto direct = solve<TypeParam>(c);
    c.multigrid.coarse_solver = FemCoarseSolver::cg;
    c.multigrid.cycle.coarse_tolerance = this->tolerance;
    const auto expected = solve<TypeParam>(c);
    EXPECT_TRUE(direct.report.converged());
    EXPECT_EQ(direct.report.iterations, expected.report.iterations);
    EXPECT_LT(difference(direct, expected), 10.0 * this->tolerance);
  }
}

TYPED_TEST(FemMultigrids, CyclesMayEndOnAFinerLevel) {
  for (int order : {1, 2})
    for (const FemRows rows : {FemRows::stored, FemRows::macro}) {
      FemCase c = circle(5, order, Numbering::macro);
      c.multigrid.rows = rows;
      c.controls.tolerance = this->tolerance;
      const auto expected = solve<TypeParam>(c);
      for (int coarsest : {2, 3, 4})
        for (const auto solver :
             {std::optional<FemCoarseSolver>(), std::optional(FemCoarseSolver::cg)}) {
          c.spaces.coarsest = coarsest;
          c.multigrid.coarse_solver = solver;
          const auto found = solve<TypeParam>(c);
          EXPECT_EQ(int(found.spaces.size()), c.spaces.levels - coarsest + 1);
          EXPECT_TRUE(found.report.converged());
          EXPECT_NEAR(found.report.iterations, expected.report.iterations, 1);
          EXPECT_LT(difference(found, expected), 20.0 * this->tolerance);
        }
    }
}

TYPED_TEST(FemMultigrids, ALevelThatIsNotThereIsNotTheCoarsest) {
  for (int coarsest : {-1, 0, 4}) {
    FemCase c = circle(3, 1);
    c.spaces.coarsest = coarsest;
    EXPECT_THROW(solve<TypeParam>(c), std::invalid_argument);
  }
}

TYPED_TEST(FemMultigrids, ADirectSolveOfOneLevelTakesOneCycle) {
  FemCase c = circle(1, 2);
  c.controls.tolerance = this->tolerance;
  const auto solved = solve<TypeParam>(c);
  EXPECT_TRUE(solved.report.converged());
  EXPECT_EQ(solved.report.iterations, 1);
}

TEST(FemCoarsest, TheFinestLevelOfADirectSolveFollowsFromTheCounts) {
  const auto finest = [](const QuadMesh& mesh, int order, int levels) {
    return finest_direct_level(fem_counts(mesh, order, levels, std::array{0}));
  };
  EXPECT_EQ(finest(circle_mesh(), 1, 8), 4); // 576 unknowns
  EXPECT_EQ(finest(circle_mesh(), 2, 8), 3); // 576
  EXPECT_EQ(finest(circle_mesh(), 1, 2), 2);
  EXPECT_EQ(finest(square_mesh(31), 1, 2), 1); // 1024
  EXPECT_EQ(finest(square_mesh(32), 1, 2), 0); // 1089
}

TEST(FemRates, CircleTakesAboutAsManyCyclesOnEveryLevel) {
  for (int order : {1, 2}) {
    const int most = order == 1 ? 12 : 16;
    for (int levels = 3; levels <= 7 - order / 2; ++levels) {
      const auto solved = solve<double>(circle(levels, order));
      EXPECT_TRUE(solved.report.converged());
      EXPECT_LE(solved.report.iterations, most) << "Q" << order << ", level " << levels;
      EXPECT_LT(solved.rate(), order == 1 ? 0.2 : 0.3) << "Q" << order << ", level " << levels;
    }
  }
}

/// Compares the paper's 64 + 64 steps with a quarter of them, with factors from the largest
/// eigenvalue. Compares them also with a sixteenth on an approximate inverse, as preconditioner of
/// CG.
TEST(FemRates, ChebyshevTakesAQuarterAndASixteenthOfTheStepsOnTheVessel) {
  for (int order : {1, 2}) {
    FemCase c = blood(5 - order, order);
    const double jacobi = solve<double>(c).rate();
    const auto chebyshev = [&](FemSmoother smoother, int steps, double ratio) {
      c.multigrid = FemMultigridOptions::jacobi(steps, 1.0);
      c.multigrid.smoother = smoother;
      c.multigrid.chebyshev_ratio = ratio;
    };
    chebyshev(FemSmoother::chebyshev, 16, 100.0);
    EXPECT_LT(solve<double>(c).rate(), 0.5 * jacobi) << "Q" << order;
    chebyshev(FemSmoother::chebyshev_spai, 4, 15.0);
    EXPECT_LT(solve<double>(c, true).rate(), jacobi) << "Q" << order;
  }
}

TEST(FemRates, AGivenEigenvalueGivesTheFactorsOfItsPolynomial) {
  FemCase c = circle(4, 1);
  c.multigrid = FemMultigridOptions::jacobi(2, 0.7);
  c.multigrid.cycle.pre_relaxation = c.multigrid.cycle.post_relaxation =
      chebyshev_factors(2, 2.6 / 4.0, 2.6);
  const auto expected = solve<double>(c, true);
  c.multigrid = FemMultigridOptions::jacobi(2, 0.7);
  c.multigrid.smoother = FemSmoother::chebyshev;
  c.multigrid.largest_eigenvalue = 2.6;
  EXPECT_EQ(solve<double>(c, true).report.residual_norms, expected.report.residual_norms);
  c.multigrid.largest_eigenvalue = 2.0;
  EXPECT_NE(solve<double>(c, true).report.residual_norms, expected.report.residual_norms);
}

/// With a smooth lift one full cycle reaches about the discretisation error.
TEST(FemRates, FullMultigridComesCloserThanACycle) {
  for (int order : {1, 2}) {
    FemCase c = circle(6, order);
    c.smooth_lift = true;
    const auto expected = solve<double>(c);
    c.controls.max_iterations = 1;
    const auto cycle = solve<double>(c);
    c.multigrid.cycle.start = Start::full;
    const auto full = solve<double>(c);
    EXPECT_LT(2.0 * difference(full, expected), difference(cycle, expected));
    EXPECT_LT(difference(full, expected), 1e-3);
  }
}

/// A device replays launches with the recorded vectors, so these must stay in place.
TEST(FemLevels, StepsOfAnyNumberLeaveUWhereItWas) {
  const FemCase c = circle(3, 1);
  const auto spaces = fem_spaces(c.mesh, c.spaces, c.problem.dirichlet_rims(c.mesh));
  SelfCommunicator<double> self;
  for (int steps : {0, 1, 2, 3}) {
    const auto levels =
        make_fem_levels<double>(spaces, c.problem, FemMultigridOptions::jacobi(steps, 0.7), self);
    const double* const place = levels.finest->u().data();
    for (Guess guess : {Guess::zero, Guess::current}) {
      levels.finest->smooth_before(guess);
      EXPECT_EQ(levels.finest->u().data(), place) << steps;
      levels.finest->correct(guess);
      EXPECT_EQ(levels.finest->u().data(), place) << steps;
      auto& coarser = dynamic_cast<FemLevel<double>&>(*levels.coarser.front());
      const double* const coarser_place = coarser.u().data();
      levels.finest->restrict_residual(guess);
      coarser.smooth_before(Guess::zero);
      EXPECT_EQ(coarser.u().data(), coarser_place) << steps;
      coarser.correct(guess);
      EXPECT_EQ(coarser.u().data(), coarser_place) << steps;
    }
  }
}

/// Recordings of the start and of the correction are replayed in turn. A profiling tool that listens drops both.
TEST(FemLevels, FullMultigridIsTheSameRecordedOrNot) {
  FemCase c = circle(5, 1);
  const auto spaces = fem_spaces(c.mesh, c.spaces, c.problem.dirichlet_rims(c.mesh));
  const auto f =
      right_hand_side<double>(spaces.back(), c.problem, dirichlet_values(spaces.back(), c.problem));
  const FemNumbers zero("zero", std::size_t(spaces.back().unknowns()));
  SelfCommunicator<double> self;
  for (const CycleKind kind : {CycleKind::v, CycleKind::w, CycleKind::f})
    for (int steps : {1, 2}) {
      SCOPED_TRACE(testing::Message() << "kind " << int(kind) << ", " << steps << " steps");
      FemMultigridOptions options = FemMultigridOptions::jacobi(steps, 0.7);
      options.cycle.cycle = kind;
      options.cycle.start = Start::full;
      const auto made = [&](bool record) {
        options.cycle.record = record;
        return FemMultigrid<double>(make_fem_levels<double>(spaces, c.problem, options, self),
                                    options.cycle);
      };
      const auto solution = [&](FemMultigrid<double>& multigrid, int cycles) {
        return solution_on_host<double>(multigrid.cycles(f, cycles), zero);
      };
      FemMultigrid<double> launched = made(false), recorded = made(true);
      for (int cycles : {1, 3, 1})
        EXPECT_EQ(solution(recorded, cycles), solution(launched, cycles));
      KernelTimings tool;
      const auto heard = solution(recorded, 2);
      tool.stop();
      EXPECT_EQ(solution(recorded, 2), heard);
    }
}

/// The host does nothing in a cycle with a direct coarse solve, which is the default for few unknowns. Such cycles are recorded.
TEST(FemLevels, AreRecordedUnlessCgIsBelow) {
  SelfCommunicator<double> self;
  const auto records = [&](const QuadMesh& mesh, std::optional<FemCoarseSolver> solver) {
    const auto spaces = fem_spaces(mesh, {2, 1}, std::array{0});
    FemProblem problem;
    problem.dirichlet.assign(mesh.rims.size(), {});
    FemMultigridOptions options = FemMultigridOptions::jacobi(1, 0.7);
    options.coarse_solver = solver;
    return FemMultigrid<double>(make_fem_levels<double>(spaces, problem, options, self),
                                options.cycle)
        .records();
  };
  using enum FemCoarseSolver;
  EXPECT_TRUE(records(circle_mesh(), {}));
  EXPECT_FALSE(records(circle_mesh(), cg));
  EXPECT_TRUE(records(square_mesh(31), direct));
  EXPECT_TRUE(records(square_mesh(31), {})); // 32^2 unknowns
  EXPECT_FALSE(records(square_mesh(32), {}));
  EXPECT_THROW(records(square_mesh(32), direct), std::length_error);
}

/// A level with m + m steps takes 2 m + 2 launches: the first step from zero is part of the restriction to its level. The finest
/// level has a launch of its own for it.
TEST(FemLevels, LaunchAsOftenAsTheyHaveTo) {
  const FemCase c = circle(4, 1);
  const auto spaces = fem_spaces(c.mesh, c.spaces, c.problem.dirichlet_rims(c.mesh));
  SelfCommunicator<double> self;
  const auto f =
      right_hand_side<double>(spaces.back(), c.problem, dirichlet_values(spaces.back(), c.problem));
  for (int steps : {1, 2, 3, 4}) {
    FemMultigrid<double> multigrid(
        make_fem_levels<double>(spaces, c.problem, FemMultigridOptions::jacobi(steps, 0.7), self),
        {});
    KernelTimings timings;
    multigrid.cycles(f, 1);
    timings.stop();
    Int64 launches = 0;
    for (const auto& [name, entry] : timings.kernels()) launches += entry.calls;
    EXPECT_EQ(launches, 3 * (2 * steps + 2) + 1 + 1) << steps; // with the coarse solve
  }
}

/// Steps from zero on a coarser level, the first of them as part of the restriction, and the correction that they give.
TYPED_TEST(FemMultigrids, StepsOnACoarserLevelAreThoseOfTheMatrix) {
  using T = TypeParam;
  using Vector = Kokkos::View<T*, MemorySpace>;
  const FemCase c = circle(3, 2);
  const auto spaces = fem_spaces(c.mesh, c.spaces, c.problem.dirichlet_rims(c.mesh));
  SelfCommunicator<T> self;
  const auto f =
      right_hand_side<T>(spaces.back(), c.problem, dirichlet_values(spaces.back(), c.problem));
  for (int steps : {1, 2, 3, 4}) {
    const auto levels =
        make_fem_levels<T>(spaces, c.problem, FemMultigridOptions::jacobi(steps, 0.7), self);
    auto& coarser = dynamic_cast<FemLevel<T>&>(*levels.coarser.front());
    const FemMatrices<T>&fine = levels.finest->matrices(), &matrices = coarser.matrices();
    Vector of_coarser = coarser.make_vector("f"), u = coarser.make_vector("u"),
           next = coarser.make_vector("next"), corrected = levels.finest->make_vector("corrected");
    const auto expect_u = [](const Vector& found, const Vector& expected) {
      const std::vector<double> left = host_numbers(found), right = host_numbers(expected);
      for (std::size_t n = 0; n < left.size(); ++n)
        ASSERT_NEAR(left[n], right[n], 10.0 * TestFixture::tolerance);
    };
    levels.finest->set_rhs(f);
    levels.finest->restrict_residual(Guess::zero);
    coarser.smooth_before(Guess::zero);
    fine.restriction->apply(1.0, f, of_coarser);
    for (int step = 0; step < steps; ++step) {
      matrices.stiffness->jacobi(0.7, matrices.inverse, of_coarser, u, next);
      std::swap(u, next);
    }
    expect_u(coarser.u(), u);
    levels.finest->correct(Guess::zero);
    Vector before = levels.finest->make_vector("before");
    fine.prolongation->apply(1.0, u, before);
    for (int step = 0; step < steps; ++step) {
      fine.stiffness->jacobi(0.7, fine.inverse, f, before, corrected);
      std::swap(before, corrected);
    }
    expect_u(levels.finest->u(), before);
  }
}

TEST(FemLifts, HaveTheValuesOfTheRims) {
  FemProblem problem = circle_problem();
  for (PointFunction& g : problem.dirichlet)
    g = [](Point p) { return 2.0 + p.x * p.x * p.x + std::cos(p.y); };
  for (int order : {1, 2}) {
    const auto spaces = fem_spaces(circle_mesh(), {4, order}, std::array{0, 1});
    const FemSpace& finest = spaces.back();
    const auto smooth =
        Kokkos::create_mirror_view_and_copy(HostSpace(), smooth_lift(spaces, problem));
    const auto rim =
        Kokkos::create_mirror_view_and_copy(HostSpace(), dirichlet_values(finest, problem));
    std::vector<bool> is_fixed(std::size_t(finest.unknowns()), false);
    for (const auto& f : finest.fixed()) {
      is_fixed[f.unknown] = true;
      const double g = problem.dirichlet[f.rim](finest.table().points[f.unknown]);
      EXPECT_EQ(smooth(f.unknown), g);
      EXPECT_EQ(rim(f.unknown), g);
    }
    for (int n = 0; n < finest.unknowns(); ++n) {
      if (is_fixed[n]) continue;
      EXPECT_EQ(rim(n), 0.0);
      EXPECT_GT(smooth(n), order == 1 ? 1.0 : -1.0); // Q2 has free unknowns on level 1
    }
  }
}

TEST(FemOutcomes, ANaNIsReported) {
  FemCase c = circle(3, 1);
  c.problem.f = [](Point) { return std::nan(""); };
  EXPECT_EQ(solve<double>(c).report.status, SolveStatus::not_finite);
}

TEST(FemOutcomes, NothingToSolveIsSolvedAtOnce) {
  FemCase c{circle_mesh(), circle_problem(), {3, 1}};
  c.problem.f = [](Point) { return 0.0; };
  c.problem.dirichlet[0] = c.problem.f;
  const auto solved = solve<double>(c);
  EXPECT_TRUE(solved.report.converged());
  EXPECT_EQ(solved.report.iterations, 0);
}

TEST(FemOutcomes, DivergenceAndStagnationAreReported) {
  FemCase c = circle(4, 1);
  c.controls = {1e-25, 1000};
  EXPECT_EQ(solve<double>(c).report.status, SolveStatus::stagnated);
  EXPECT_EQ(solve<float>(c).report.status, SolveStatus::stagnated);
  c.multigrid = FemMultigridOptions::jacobi(2, 2.5);
  EXPECT_EQ(solve<double>(c).report.status, SolveStatus::diverged);
}

TEST(FemOutcomes, TooFewCyclesAreReported) {
  FemCase c = circle(4, 1);
  c.controls = {1e-12, 2};
  EXPECT_EQ(solve<double>(c).report.status, SolveStatus::not_converged);
}

} // namespace
} // namespace isobar
