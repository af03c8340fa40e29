// Where a direction is periodic no column is the first one: shifted right-hand sides have shifted solutions. A halo cell
// that is not wrapped, in any kernel of any cycle, breaks that.
#include "support_problem.hpp"

#include <isobar/core/columns/level_choice.hpp>
#include <isobar/core/columns/refinement.hpp>
#include <isobar/core/columns/stored_solvers.hpp>

#include <cmath>

namespace isobar::periodic_solvers_test {
namespace {

constexpr int nz = 6;

Problem periodic_problem(Periodic p, int nx, int ny) {
  GridSpec spec{Domain::flat, LayerSpacing::graded, test_physics, nz};
  if (p.x) spec.boundaries.west = spec.boundaries.east = Boundary::periodic;
  if (p.y) spec.boundaries.south = spec.boundaries.north = Boundary::periodic;
  return {spec, nx, ny};
}

/// The same numbers so many columns further east and north.
oracle::Array shifted(const oracle::Array& x, int east, int north) {
  oracle::Array y(x.nx, x.ny, x.nz);
  for (int j = 0; j < x.ny; ++j)
    for (int i = 0; i < x.nx; ++i)
      for (int k = 0; k < x.nz; ++k) y((j + north) % x.ny, (i + east) % x.nx, k) = x(j, i, k);
  return y;
}

/// Solves both by solve(problem, f) and compares; the shift is along periodic directions only.
template <class Solve>
void expect_shifted(const Problem& problem, int shift, double tolerance, const Solve& solve) {
  const Periodic p = problem.part.periodic;
  const int east = p.x ? shift : 0, north = p.y ? shift : 0;
  const oracle::Array f = oracle::random(problem.part.nx, problem.part.ny, nz, 5);
  const oracle::Array u = solve(problem, f), v = solve(problem, shifted(f, east, north));
  EXPECT_GT(oracle::norm(u), 0.0);
  const double error = oracle::norm(oracle::sum(v, -1.0, shifted(u, east, north)));
  EXPECT_LE(error, tolerance * oracle::norm(u))
      << problem.part.nx << " x " << problem.part.ny << ", " << to_string(p);
}

struct Grid {
  Periodic periodic;
  int nx, ny;
};
/// Also levels that halve one axis alone, and, where only the other one is periodic, an axis with an odd number of rows.
const Grid grids[] = {{{true, true}, 16, 16},  {{true, false}, 16, 24}, {{false, true}, 24, 16},
                      {{true, true}, 64, 16},  {{true, true}, 16, 48},  {{true, false}, 16, 13},
                      {{false, true}, 19, 24}, {{true, true}, 8, 8},    {{true, true}, 4, 4}};
constexpr int levels = 3, shift_of_levels = 1 << (levels - 1);
MultigridOptions with_many_coarse_steps() {
  MultigridOptions o = with_levels(levels);
  o.coarse_steps = 20;
  return o;
}

/// Three cycles, whatever they have reached: right-hand sides shifted by a column of the coarsest level take the same way.
template <class P>
oracle::Array after_cycles(const Problem& problem, const oracle::Array& f,
                           const MultigridOptions& options) {
  return multigrid<P>(problem, f, {0.0, 3}, options).solution;
}

std::vector<MultigridOptions> all_options() {
  std::vector<MultigridOptions> all;
  const auto add = [&](const auto& change) {
    MultigridOptions o = with_levels(levels);
    change(o);
    all.push_back(o);
  };
  add([](MultigridOptions&) {});
  for (const CycleKind kind : {CycleKind::w, CycleKind::f})
    add([=](MultigridOptions& o) { o.cycle = kind; });
  add([](MultigridOptions& o) { o.start = Start::full; });
  add([](MultigridOptions& o) { o.pre_relaxation = {}; });
  add([](MultigridOptions& o) {
    o.pre_relaxation = {};
    o.post_relaxation = {0.6, 0.9, 0.7};
  });
  add([](MultigridOptions& o) { o.post_relaxation = {}; });
  add([](MultigridOptions& o) { o.relaxation = Relaxation::red_black; });
  add([](MultigridOptions& o) { o.restriction = Restriction::transpose; });
  add([](MultigridOptions& o) { o.merged_layers = 2; });
  add([](MultigridOptions& o) {
    o.coarse_solver = CoarseSolver::cg;
    o.coarse_tolerance = 1e-12;
    o.coarse_steps = 200;
  });
  return all;
}

template <class P> struct PeriodicSolvers : testing::Test {
  static constexpr double rounding = std::is_same_v<typename P::storage, float> ? 3e-5 : 1e-12;
};
TYPED_TEST_SUITE(PeriodicSolvers, Precisions, PrecisionNames);

TYPED_TEST(PeriodicSolvers, CyclesOfAllKindsKnowNoFirstColumn) {
  for (const Grid& g : grids)
    for (const MultigridOptions& o : all_options()) {
      const bool colours = o.relaxation == Relaxation::red_black;
      if (colours && g.nx == 4) continue; // one column in the end
      SCOPED_TRACE(testing::Message()
                   << "options " << int(o.cycle) << int(o.start) << int(o.relaxation)
                   << int(o.restriction) << o.pre_relaxation.size() << o.post_relaxation.size());
      // A shift by one column of the coarsest level changes the colours there.
      expect_shifted(periodic_problem(g.periodic, g.nx, g.ny), (colours ? 2 : 1) * shift_of_levels,
                     TestFixture::rounding, [&](const Problem& p, const oracle::Array& f) {
                       return after_cycles<TypeParam>(p, f, o);
                     });
    }
}

/// Coefficients that differ from column to column, shifted like right-hand sides. Where a direction is not periodic they
/// are not shifted in it.
Problem with_fields(const Grid& g, int east, int north) {
  Problem problem = periodic_problem(g.periodic, g.nx, g.ny);
  const auto field = [=](double phase) {
    return [=](int i, int j) {
      const int from_i = (i - east + g.nx) % g.nx, from_j = (j - north + g.ny) % g.ny;
      return 1.0 + 0.5 * std::sin(phase + 2.3 * from_i + 0.7 * from_j * from_j);
    };
  };
  auto columns = std::make_shared<ColumnFields>();
  columns->alpha_h = field(0.1);
  columns->alpha_v = field(0.9);
  columns->beta = field(2.0);
  problem.spec.columns = columns;
  return problem;
}

TYPED_TEST(PeriodicSolvers, CyclesWithFieldsKnowNoFirstColumn) {
  for (const Grid& g : grids) {
    const int east = g.periodic.x ? shift_of_levels : 0, north = g.periodic.y ? shift_of_levels : 0;
    const oracle::Array f = oracle::random(g.nx, g.ny, nz, 5);
    const oracle::Array u = after_cycles<TypeParam>(with_fields(g, 0, 0), f, with_levels(levels)),
                        v = after_cycles<TypeParam>(with_fields(g, east, north),
                                                    shifted(f, east, north), with_levels(levels));
    const double error = oracle::norm(oracle::sum(v, -1.0, shifted(u, east, north)));
    EXPECT_LE(error, TestFixture::rounding * oracle::norm(u))
        << g.nx << " x " << g.ny << ", " << to_string(g.periodic);
  }
}

TYPED_TEST(PeriodicSolvers, CgKnowsNoFirstColumn) {
  for (const Grid& g : grids) {
    const Problem problem = periodic_problem(g.periodic, g.nx, g.ny);
    const SolveControls five{0.0, 5};
    expect_shifted(problem, 3, 10.0 * TestFixture::rounding,
                   [&](const Problem& p, const oracle::Array& f) {
                     return fused_pcg<TypeParam>(p, f, five).solution;
                   });
    expect_shifted(problem, 3, 10.0 * TestFixture::rounding,
                   [&](const Problem& p, const oracle::Array& f) {
                     return standard_pcg<TypeParam>(p, f, five).solution;
                   });
  }
}

// By a shift that is no multiple of a coarse column cycles differ, and what they converge to does not.
TEST(Periodic, SolutionsAreShiftedByAnyNumberOfColumns) {
  for (const Grid& g : grids) {
    const Problem problem = periodic_problem(g.periodic, g.nx, g.ny);
    for (const int shift : {1, 3})
      expect_shifted(problem, shift, 1e-8, [](const Problem& p, const oracle::Array& f) {
        const Outcome o = multigrid<Double>(p, f, {1e-11, 60}, with_many_coarse_steps());
        EXPECT_TRUE(o.report.converged());
        return o.solution;
      });
  }
}

TEST(Periodic, RefinementKnowsNoFirstColumn) {
  for (const Grid& g : grids)
    expect_shifted(periodic_problem(g.periodic, g.nx, g.ny), shift_of_levels, 1e-8,
                   [](const Problem& p, const oracle::Array& f) {
                     SelfCommunicators<double> outer(p.part.periodic);
                     SelfCommunicators<float> inner(p.part.periodic);
                     Refinement<Float> solver(p.setup(), with_levels(levels), {2}, outer, inner);
                     EXPECT_TRUE(solver.solve(p.field<double>(f), {1e-9}).converged());
                     return owned(solver.solution());
                   });
}

// Stored matrices have halo cells as columns: an exchange before each product is all that they need.
TEST(Periodic, StoredMatricesTakeTheSameWay) {
  for (const Grid& g : grids) {
    const Problem problem = periodic_problem(g.periodic, g.nx, g.ny);
    const oracle::Array f = oracle::random(g.nx, g.ny, nz, 5);
    const Field<double> rhs = problem.field<double>(f);
    SelfCommunicators<double> self(g.periodic);
    const oracle::Array cycles = after_cycles<Double>(problem, f, with_levels(levels));
    for (const MatrixFormat format : {MatrixFormat::csr, MatrixFormat::ell}) {
      Multigrid<Stored<double>> stored(
          StoredLevels<double>::make(problem.setup(), with_levels(levels), format, self),
          with_numbers(with_levels(levels), problem.setup()));
      stored.solve(rhs, {0.0, 3});
      EXPECT_TRUE(matches(stored.solution(), cycles, problem.part, 1e-11)) << g.nx << " " << g.ny;
    }
    const auto cg = StoredCg<double>::make(problem.setup(), self.on(0));
    cg->solve(rhs, {0.0, 5});
    EXPECT_TRUE(matches(cg->solution(), fused_pcg<Double>(problem, f, {0.0, 5}).solution,
                        problem.part, 1e-11));
  }
}

} // namespace
} // namespace isobar::periodic_solvers_test
