// Triangles and meshes of both kinds on many ranks: solves equal those of one rank.
#include "support_fem_solves.hpp"

using namespace isobar;

namespace {

constexpr std::array shapes_with_triangles{CellShape::triangles, CellShape::mixed};

/// u has values on two sides of a distorted square, and no flux on the others.
FemCase square_of(CellShape shape, int levels, int order) {
  FemCase c{square_mesh(4, 0.2, 1, shape), {}, {levels, order}};
  c.problem.f = [](Point p) { return 1.0 + p.x - p.y * p.y; };
  c.problem.c = [](Point p) { return 1.0 + p.y; };
  c.problem.dirichlet = {[](Point p) { return p.x * p.x; }, {}, [](Point p) { return p.y; }, {}};
  return c;
}

} // namespace

class FemTriangleRanks : public FemRanks<double> {
protected:
  /// Calls `use` with a case of each kind and order.
  template <class Use> void for_all(int levels, const Use& use) {
    for (const CellShape shape : shapes_with_triangles)
      for (int order : {1, 2}) {
        SCOPED_TRACE(testing::Message() << "shape " << int(shape) << ", order " << order);
        use(with_tolerance(square_of(shape, levels, order)));
      }
  }
};

TEST_F(FemTriangleRanks, SolveAsOneRankDoes) {
  for (const PartitionMethod method : {PartitionMethod::automatic, PartitionMethod::bisection})
    for_all(4, [&](const FemCase& c) {
      compare(c, false, method);
      compare(c, true, method);
    });
}

TEST_F(FemTriangleRanks, ReactionFluxesAndTransfersGoAsOnOneRank) {
  for_all(3, [&](FemCase c) {
    c.problem.reaction = [](Point p) { return 2.0 + p.x; };
    compare(c);
    const FluxFunction flux = [](Point p, Point normal) { return p.y * normal.x + normal.y; };
    c.problem.open = {{}, {3.0, flux}, {}, {0.0, flux}};
    compare(c, true);
    c.problem.reaction = {};
    c.problem.dirichlet.assign(4, {});
    c.problem.open.assign(4, {1.0, flux});
    compare(c);
  });
}

TEST_F(FemTriangleRanks, SmoothersGoAsOnOneRank) {
  for (const FemSmoother smoother : {FemSmoother::chebyshev, FemSmoother::l1_jacobi,
                                     FemSmoother::spai, FemSmoother::chebyshev_spai})
    for_all(3, [&](FemCase c) {
      SCOPED_TRACE(int(smoother));
      c.multigrid = FemMultigridOptions::jacobi(2, 1.0);
      c.multigrid.smoother = smoother;
      compare(c, true);
    });
}

TEST_F(FemTriangleRanks, NumberingsAndFormatsGoAsOneRankInTwoLevelNumbering) {
  const std::pair<Numbering, MatrixFormat> choices[] = {
      {Numbering::cuthill_mckee, MatrixFormat::csr},
      {Numbering::coordinate, MatrixFormat::ell},
      {Numbering::random, MatrixFormat::ell_t},
      {Numbering::two_level, MatrixFormat::sliced_ell}};
  for (const auto& [numbering, format] : choices)
    for_all(3, [numbering = numbering, format = format, this](FemCase c) {
      c.spaces.numbering = numbering;
      c.multigrid.format = format;
      compare(c);
    });
}

/// CG solves level 3 of order 2. Where it stops after two digits, rounding changes the fourth digit of a residual.
TEST_F(FemTriangleRanks, CyclesMayStartAndEndOnFinerLevels) {
  for (int coarsest : {2, 3})
    for_all(4, [&](FemCase c) {
      c.spaces.coarsest = coarsest;
      c.multigrid.cycle.coarse_tolerance = 1e-12;
      c.multigrid.cycle.start = Start::full;
      c.smooth_lift = true;
      compare(c);
    });
}

TEST_F(FemTriangleRanks, SolveTheCoarsestLevelByCgAsOneRankDoes) {
  for_all(4, [&](FemCase c) {
    c.multigrid.coarse_solver = FemCoarseSolver::cg;
    compare(c);
  });
}

/// Levels coarser than the distributed one are whole on each rank, and their unknowns have owners.
TEST_F(FemTriangleRanks, ARefinedLevelIsDistributedWhereTheMeshHasTooFewElements) {
  for (const CellShape shape : shapes_with_triangles)
    for (int order : {1, 2}) {
      FemCase c = with_tolerance(square_of(shape, 4, order));
      c.mesh = square_mesh(shape == CellShape::mixed ? 2 : 1, 0.0, 1, shape);
      compare(c);
    }
}
