// Multigrid on finite elements on many ranks: ghosts arrive, and solves equal those of one rank, which every rank repeats alone.
#include "support_fem_solves.hpp"

#include <isobar/core/fem/mixed_fem_cg.hpp>
#include <isobar/core/mesh/extrusion.hpp>

using namespace isobar;

namespace {

FemCase circle(int levels, int order) { return {circle_mesh(), circle_problem(), {levels, order}}; }
FemCase blood(int levels, int order) {
  FemCase c{vessel_mesh(), blood_problem(), {levels, order}};
  c.multigrid = FemMultigridOptions::jacobi(16, 0.5);
  return c;
}

} // namespace

TYPED_TEST_SUITE(FemRanks, FemNumberTypes, FemNumberNames);

TYPED_TEST(FemRanks, SolveAsOneRankDoes) {
  for (int order : {1, 2}) {
    SCOPED_TRACE(order);
    this->compare(this->with_tolerance(circle(6 - order, order)));
    this->compare(this->with_tolerance(blood(4 - order, order)));
  }
}

TYPED_TEST(FemRanks, SolveTheCoarsestLevelByCgAsOneRankDoes) {
  for (int order : {1, 2}) {
    FemCase c = this->with_tolerance(circle(4, order));
    c.multigrid.coarse_solver = FemCoarseSolver::cg;
    this->compare(c);
  }
}

/// 6 ranks distribute level 3, other counts level 1. Cycles end on coarser levels than that, on it, and on finer ones.
TYPED_TEST(FemRanks, CyclesMayEndOnAFinerLevel) {
  for (int order : {1, 2})
    for (int coarsest : {2, 3, 4}) {
      SCOPED_TRACE(testing::Message() << "Q" << order << ", level " << coarsest);
      FemCase c = this->with_tolerance(circle(5, order));
      c.spaces.coarsest = coarsest;
      this->compare(c);
      c.multigrid.coarse_solver = FemCoarseSolver::cg;
      c.multigrid.cycle.start = Start::full;
      c.smooth_lift = true;
      this->compare(c);
    }
}

TYPED_TEST(FemRanks, SmoothersOfAllKindsAndCgGoAsOnOneRank) {
  for (int order : {1, 2})
    for (const FemSmoother smoother :
         {FemSmoother::jacobi, FemSmoother::chebyshev, FemSmoother::l1_jacobi, FemSmoother::spai,
          FemSmoother::chebyshev_spai}) {
      SCOPED_TRACE(testing::Message() << "Q" << order << ", smoother " << int(smoother));
      FemCase c = circle(4, order);
      c.controls = {1e-5, 100};
      c.multigrid = FemMultigridOptions::jacobi(3, smoother == FemSmoother::jacobi ? 0.7 : 1.0);
      c.multigrid.smoother = smoother;
      this->compare(c);
      this->compare(c, true);
      c.mesh = vessel_mesh();
      c.problem = blood_problem();
      c.spaces.levels = 2;
      this->compare(c, order == 2);
    }
}

TYPED_TEST(FemRanks, ReactionFluxesAndTransfersGoAsOnOneRank) {
  for (int order : {1, 2}) {
    FemCase c = circle(4, order);
    c.controls = {1e-5, 100};
    c.problem.reaction = [](Point p) { return 2.0 + p.x; };
    c.problem.dirichlet[1] = {};
    c.problem.open = {{}, {3.0, [](Point p, Point normal) { return p.y * normal.x; }}};
    this->compare(c);
    this->compare(c, true);
  }
}

/// Factors follow from sums over all ranks.
TYPED_TEST(FemRanks, RelaxationByTheLargestEigenvalueGoesAsOnOneRank) {
  const PointFunction zero = [](Point) { return 0.0; };
  FemCase c{extruded(square_mesh(3, 0.1), 2, 0.05),
            {[](Point) { return 1.0; }, {}, std::vector<PointFunction>(6, zero)},
            {3, 1}};
  c.controls = {1e-5, 100};
  c.multigrid.relaxation_part = usual_relaxation_part;
  this->compare(c, true);
}

/// A rank has whole columns.
TYPED_TEST(FemRanks, HexahedraGoAsOnOneRank) {
  const PointFunction one = [](Point) { return 1.0; }, height = [](Point p) { return p.z; };
  for (int order : {1, 2}) {
    FemCase c{extruded(circle_mesh(), 1, 0.5), {one, {}, {height, {}, one, {}}}, {3, order}};
    c.controls = {1e-5, 100};
    this->compare(c, true);
    FemCase open = c;
    const FluxFunction flux = [](Point p, Point n) { return p.z * n.x + p.y * n.z; };
    open.problem.dirichlet[3] = {};
    open.problem.open = {{}, {1.0, flux}, {}, {2.0, flux}};
    this->compare(open, true);
    c.spaces.coarsest = 2;
    c.multigrid.cycle.start = Start::full;
    c.smooth_lift = true;
    this->compare(c);
    if (order == 2) continue;
    c.multigrid.smoother = FemSmoother::spai;
    this->compare(c, true);
  }
}

TYPED_TEST(FemRanks, NumberingsAndFormatsGoAsOneRankInTwoLevelNumbering) {
  for (const Numbering numbering : all_numberings) {
    FemCase c = this->with_tolerance(circle(3, 2));
    c.spaces.numbering = numbering;
    this->compare(c);
  }
  for (const MatrixFormat format : {MatrixFormat::csr, MatrixFormat::ell, MatrixFormat::ell_t}) {
    FemCase c = this->with_tolerance(blood(2, 2));
    c.multigrid.format = format;
    this->compare(c);
  }
}

TEST(MixedFemRanks, ACycleInFloatInsideCgGoesAsDoubleOnOneRank) {
  const MpiComm world(MPI_COMM_WORLD);
  for (int order : {1, 2}) {
    const FemCase c = circle(5, order);
    FemCase alone = c;
    alone.spaces.numbering = Numbering::two_level;
    const auto expected = solve<double>(alone, true);
    FemSolve<double> found;
    found.spaces = spaces_of_rank(c, world.rank(), world.size());
    const std::span<const FemSpace> spaces = found.spaces;
    RankGhosts<float> ranks(world, distributed_numbers(spaces), best_transport(world));
    RankGhosts<double> finest(world, distributed_numbers(spaces.last(1)), best_transport(world));
    const FemNumbers g = dirichlet_values(spaces.back(), c.problem);
    const auto a = assemble_stiffness<double>(spaces.back());
    const auto in_float = in_numbers<float>(a);
    MixedFemCg cg(make_sparse_matrix(c.multigrid.format, a, "a", 0),
                  make_fem_levels<float>(spaces, c.problem, c.multigrid, ranks, in_float),
                  c.multigrid.cycle, finest, &finest.on(0));
    found.report = cg.solve(right_hand_side<double>(spaces.back(), c.problem, g), c.controls);
    found.u = solution_on_host<double>(cg.solution(), g);
    EXPECT_EQ(found.report.iterations, expected.report.iterations);
    EXPECT_LT(difference(found, expected), 1e-8);
  }
}

/// Levels have such rows from three refinements of the distributed level on. 6 ranks distribute a finer level.
TYPED_TEST(FemRanks, RowsOfMacroElementsGoAsStoredOnesOfOneRank) {
  for (const auto& [order, rows] :
       {std::pair(1, FemRows::macro), std::pair(2, FemRows::macro), std::pair(1, FemRows::bands)})
    for (const FemSmoother smoother : {FemSmoother::jacobi, FemSmoother::chebyshev}) {
      SCOPED_TRACE(testing::Message()
                   << "Q" << order << ", rows " << int(rows) << ", smoother " << int(smoother));
      FemCase c = this->with_tolerance(circle(7 - order, order));
      c.multigrid.smoother = smoother;
      c.multigrid.rows = rows;
      c.multigrid.macro_rows_from = 0;
      c.spaces.numbering = Numbering::macro;
      this->compare(c, smoother == FemSmoother::chebyshev);
      FemCase varying = this->with_tolerance(blood(4, order));
      varying.problem.c = [](Point p) { return 1.0 + p.x * p.x; };
      varying.problem.reaction = [](Point p) { return 20.0 + p.y; };
      varying.multigrid.rows = rows;
      varying.multigrid.macro_rows_from = 0;
      varying.spaces.numbering = Numbering::macro;
      if (order == 1 || smoother == FemSmoother::jacobi) this->compare(varying);
    }
}

TYPED_TEST(FemRanks, CyclesAndStartsOfAllKindsGoAsOnOneRank) {
  for (const CycleKind kind : {CycleKind::v, CycleKind::w, CycleKind::f})
    for (const Start start : {Start::zero, Start::full})
      for (int steps : {1, 2}) {
        FemCase c = this->with_tolerance(circle(4, 1));
        c.smooth_lift = start == Start::full;
        c.multigrid = FemMultigridOptions::jacobi(steps, 0.7);
        c.multigrid.cycle.cycle = kind;
        c.multigrid.cycle.start = start;
        if (steps == 2) c.multigrid.cycle.pre_relaxation.clear();
        this->compare(c);
      }
}

TYPED_TEST(FemRanks, ARefinedLevelIsDistributedWhereTheMeshHasTooFewElements) {
  FemCase c{square_mesh(1), {}, {4, 2}};
  c.problem.f = [](Point p) { return 1.0 + p.x; };
  c.problem.dirichlet = {[](Point) { return 0.0; }, {}, [](Point p) { return p.x; }, {}};
  for (const PartitionMethod method : {PartitionMethod::automatic, PartitionMethod::bisection})
    this->compare(this->with_tolerance(c), false, method);
}

TYPED_TEST(FemRanks, SolvesGoThroughAllTransports) {
  for (const TransportPlan& plan : all_transports(this->world)) {
    const FemCase c = this->with_tolerance(circle(4, 1));
    auto spaces = spaces_of_rank(c, this->world.rank(), this->world.size());
    RankGhosts<TypeParam> ranks(this->world, distributed_numbers(spaces), plan);
    const auto found = solve_on<TypeParam>(c, ranks, std::move(spaces));
    EXPECT_LT(difference(found, solve<TypeParam>(c)), this->rounding) << to_string(plan.inside);
  }
}
