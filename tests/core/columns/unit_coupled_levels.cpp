// Levels of the couplings of cells: iterations for coefficients at random, symmetry, updates, what is refused.
#include "support_fields.hpp"
#include "support_strong.hpp"

#include <isobar/core/field/blas.hpp>

namespace isobar {
namespace {

int iterations(const StrongCells& cells, int levels, LevelCoefficients which) {
  const Partition p = Partition::whole(cells.nx, cells.ny);
  SelfCommunicators<double> self(p);
  const StrongSolve s = solve_strong(cells, p, levels, which, self, {1e-5, 400});
  return s.report.converged() ? s.report.iterations : 1000;
}

// A few more than were counted: 8, 14, 22 and 30; products needed 48.
TEST(CoupledLevels, SolveStrongCoefficientsInFewIterations) {
  constexpr LevelCoefficients cells = LevelCoefficients::cells;
  EXPECT_LE(iterations({32, 32, 32, 2.0}, 5, cells), 10);
  EXPECT_LE(iterations({32, 32, 32, 4.0}, 5, cells), 18);
  EXPECT_LE(iterations({33, 27, 8, 4.0, 1, Domain::panel}, 5, cells), 28);
  EXPECT_LE(iterations({64, 16, 1, 4.0}, 6, cells), 36);
  EXPECT_GE(iterations({32, 32, 32, 2.0}, 5, LevelCoefficients::product), 40);
}

struct Made {
  StrongCells cells;
  GridSetup setup;
  SelfCommunicators<double> self;
  CoefficientFields<Double> coefficients;
  LinearOperator<Double> matrix;
  CoupledMultigrid<Double> cycle;

  Made(const StrongCells& c, const MultigridOptions& options)
      : cells(c), setup{c.spec(), Partition::whole(c.nx, c.ny), {}}, self(setup.partition),
        coefficients(c.coefficients(setup.partition)),
        matrix(std::make_shared<GeneralOperator<Double>>(setup, coefficients)),
        cycle(setup, options, matrix, self) {}
  Field<double> of(int seed) const {
    return owned_field<double>(oracle::random(cells.nx, cells.ny, cells.nz, seed), setup.partition);
  }
};

double dot(const Field<double>& x, const Field<double>& y) { return Blas<double>::dot(x, y); }

TEST(CoupledLevels, AreSymmetricAndPositive) {
  for (const CycleKind kind : {CycleKind::v, CycleKind::w}) {
    MultigridOptions options = strong_options(3, LevelCoefficients::cells);
    options.cycle = kind;
    options.pre_relaxation = {0.6, 0.9};
    options.post_relaxation = {0.9, 0.6};
    Made made({13, 10, 6, 4.0}, options);
    const Field<double> r = made.of(1), s = made.of(2);
    const double there = dot(made.cycle(r), s), here = dot(made.cycle(s), r),
                 square = dot(made.cycle(r), r);
    EXPECT_NEAR(there, here, 1e-10 * square);
    EXPECT_GT(square, 0.0);
  }
}

// Updated to the same physics and other cells it does what a new one does.
TEST(CoupledLevels, FollowTheCells) {
  const MultigridOptions options = strong_options(3, LevelCoefficients::cells);
  Made updated({16, 12, 6, 2.0}, options), fresh({16, 12, 6, 3.0, 7}, options);
  const Field<double> r = updated.of(1);
  const oracle::Array before = owned(updated.cycle(r));
  const CoefficientFields<Double>& to = updated.coefficients;
  const CoefficientFields<Double>& from = fresh.coefficients;
  Blas<double>::copy(from.alpha_h, to.alpha_h);
  Blas<double>::copy(from.alpha_v, to.alpha_v);
  updated.cycle.update(updated.cells.spec());
  const oracle::Array expected = owned(fresh.cycle(r));
  EXPECT_FALSE(matches(updated.cycle(r), before, updated.setup.partition, 1e-3));
  EXPECT_TRUE(matches(updated.cycle(r), expected, updated.setup.partition, 0.0));
}

TEST(CoupledLevels, RefuseWhatTheyHaveNot) {
  const auto refused = [](const auto& change) {
    MultigridOptions options = strong_options(2, LevelCoefficients::cells);
    change(options);
    EXPECT_THROW(Made({8, 8, 3, 2.0}, options), std::invalid_argument);
  };
  refused([](MultigridOptions& o) { o.relaxation = Relaxation::red_black; });
  refused([](MultigridOptions& o) { o.coarse_solver = CoarseSolver::cg; });
  refused([](MultigridOptions& o) { o.overcorrection = 1.5; });
  refused([](MultigridOptions& o) { o.merged_layers = 2; });
  refused([](MultigridOptions& o) { o.overlap = Overlap{2}; });
  refused([](MultigridOptions& o) { o.merges = {{1, 1}}; });
  SelfCommunicators<double> self;
  const GridSetup setup{StrongCells{8, 8, 3, 2.0}.spec(), Partition::whole(8, 8), {}};
  EXPECT_THROW(CoupledMultigrid<Double>(
                   setup, strong_options(2, LevelCoefficients::cells),
                   [](const Field<double>&, const Field<double>&) {}, self),
               std::invalid_argument);
}

} // namespace
} // namespace isobar
