// Sweeps of modes against the recurrence on whole planes, and against what they promise.
#include "modes/sweep_part.hpp"
#include "support_problem.hpp"

#include <isobar/core/columns/kernels/smoother.hpp>
#include <isobar/core/modes/kernels/mode_sweeps.hpp>
#include <isobar/core/multigrid/transposition.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace isobar::mode_sweeps_test {
namespace {

const std::vector<double> values{0.5, 3.0, 40.0, 1e3, 1e6};

/// The columns of a spec with the modes in place of layers.
Problem with_modes(const GridSpec& of, int nx, int ny, const std::vector<double>& mus = values) {
  GridSpec spec{of.domain, of.spacing, of.physics, int(mus.size()), of.boundaries};
  spec.flux = of.flux;
  std::vector<LayerCoefficients<double>> layers;
  for (const double mu : mus) layers.push_back({mu, 0.0, 0.0, spec.physics.omega_squared});
  spec.layers = std::make_shared<const std::vector<LayerCoefficients<double>>>(layers);
  return {spec, nx, ny};
}

/// The oracle's matrix of it: layers that are not coupled.
oracle::Matrix matrix_of(const Problem& problem) {
  oracle::Matrix m = problem.matrix();
  for (std::size_t k = 0; k < m.a.size(); ++k) m.a[k] = (*problem.spec.layers)[k].a;
  std::ranges::fill(m.b, 0.0);
  std::ranges::fill(m.c, 0.0);
  std::ranges::fill(m.d, -problem.spec.physics.omega_squared);
  return m;
}

GridSpec with_vertex_flux(GridSpec spec) {
  spec.flux = Flux::vertex;
  return spec;
}
/// Columns that couple by nine points: on a panel, beside a closed side, and where the domain goes around.
std::vector<Problem> vertex_problems(const std::vector<double>& mus = values) {
  const GridSpec panel = with_vertex_flux(paper_spec(70, 5));
  GridSpec closed = panel;
  closed.boundaries.west = closed.boundaries.south = Boundary::neumann;
  GridSpec around = with_vertex_flux({Domain::flat, LayerSpacing::graded, test_physics, 5});
  around.boundaries.west = around.boundaries.east = Boundary::periodic;
  return {with_modes(panel, 70, 24, mus), with_modes(panel, 33, 40, mus),
          with_modes(closed, 33, 17, mus), with_modes(around, 20, 20, mus)};
}

std::vector<Problem> problems() {
  std::vector<Problem> all = vertex_problems();
  all.push_back(with_modes(paper_spec(300, 5), 300, 70)); // several tiles in x and in y
  for (const Periodic p : {Periodic{true, true}, Periodic{true, false}, Periodic{false, true}}) {
    GridSpec spec{Domain::flat, LayerSpacing::graded, test_physics, 5};
    if (p.x) spec.boundaries.west = spec.boundaries.east = Boundary::periodic;
    if (p.y) spec.boundaries.south = spec.boundaries.north = Boundary::periodic;
    all.push_back(with_modes(spec, 24, 40));
    all.push_back(with_modes(spec, 4, 4)); // goes around more than once
  }
  GridSpec sides{Domain::flat, LayerSpacing::graded, test_physics, 5};
  sides.boundaries.west = sides.boundaries.north = Boundary::neumann;
  all.push_back(with_modes(sides, 33, 17));
  return all;
}

template <class P, class C = P>
oracle::Array swept(const Problem& problem, const oracle::Array& f, double reduction, int first,
                    std::vector<int>& steps, const std::vector<double>& mus = values) {
  ModeSweeps<P, C> sweeps(make_grid<C>(LevelSetup(problem.setup()), ColumnSolves::none),
                          int(mus.size()));
  sweeps.set(mus, problem.spec.physics.omega_squared, reduction);
  steps = sweeps.steps();
  const FieldOf<P> u = problem.field_of<P>(oracle::Array(f.nx, f.ny, f.nz));
  sweeps.solve(problem.field_of<P>(f), first, u);
  return owned(u);
}

/// Modes that take any number of steps.
std::vector<double> close_values() {
  std::vector<double> mus;
  for (int m = 0; m < 45; ++m) mus.push_back(0.5 * std::exp2(0.5 * m));
  return mus;
}

/// The steps leave as much of each mode as Chebyshev's polynomial, or less.
template <class P>
void expect_reductions(const std::vector<Problem>& problems, const std::vector<double>& mus,
                       double reduction, double rounding) {
  for (const Problem& problem : problems) {
    const oracle::Matrix m = matrix_of(problem);
    const oracle::Array exact = oracle::random(m.nx, m.ny, m.nz, 3), f = oracle::apply(m, exact);
    std::vector<int> steps;
    const oracle::Array u = swept<P>(problem, f, reduction, 0, steps, mus);
    for (int k = 0; k < m.nz; ++k) {
      double error = 0.0, size = 0.0;
      for (int j = 0; j < m.ny; ++j)
        for (int i = 0; i < m.nx; ++i) {
          error += std::pow(u(j, i, k) - exact(j, i, k), 2);
          size += std::pow(exact(j, i, k), 2);
        }
      // In the norm of D, whose numbers differ by less than two among columns.
      EXPECT_LE(std::sqrt(error), 2.0 * (reduction + rounding) * std::sqrt(size))
          << m.nx << " x " << m.ny << ", mode " << k << ", steps " << steps[std::size_t(k)];
    }
  }
}

template <class P> struct SweepsOfModes : testing::Test {
  static constexpr double rounding = std::is_same_v<typename P::storage, float> ? 1e-6 : 1e-14;
};
TYPED_TEST_SUITE(SweepsOfModes, BoxPrecisions, PrecisionNames);

TYPED_TEST(SweepsOfModes, LeaveWhatTheyPromise) {
  expect_reductions<TypeParam>(problems(), values, 1e-3, this->rounding);
  expect_reductions<TypeParam>(problems(), values, 1e-5, this->rounding);
}

/// As a GPU walks by the number of steps; of each number several modes, which are not as many as a team has warps.
TYPED_TEST(SweepsOfModes, LeaveWhatTheyPromiseInAnyNumberOfSteps) {
  const std::vector<double> mus = close_values();
  const Problem problem = with_modes(paper_spec(300, 5), 70, 24, mus);
  ModeSweeps<TypeParam> sweeps(
      make_grid<TypeParam>(LevelSetup(problem.setup()), ColumnSolves::none), int(mus.size()));
  sweeps.set(mus, problem.spec.physics.omega_squared, 1e-5);
  const std::vector<int>& steps = sweeps.steps();
  for (int n = 1; n <= ModeSweeps<TypeParam>::most_steps_of_rows + 1; ++n)
    EXPECT_TRUE(std::ranges::count(steps, n) > 0) << n;
  expect_reductions<TypeParam>({problem}, mus, 1e-5, this->rounding);
}

TYPED_TEST(SweepsOfModes, WithNinePointsLeaveWhatTheyPromiseInAnyNumberOfSteps) {
  const std::vector<double> mus = close_values();
  expect_reductions<TypeParam>(vertex_problems(mus), mus, 1e-5, this->rounding);
}

TYPED_TEST(SweepsOfModes, LeaveModesBelowTheFirstAlone) {
  for (const GridSpec& spec : {paper_spec(32, 5), with_vertex_flux(paper_spec(32, 5))}) {
    const Problem problem = with_modes(spec, 32, 32);
    const oracle::Array f = oracle::random(32, 32, 5, 2);
    std::vector<int> steps;
    const oracle::Array u = swept<TypeParam>(problem, f, 1e-3, 2, steps),
                        all = swept<TypeParam>(problem, f, 1e-3, 0, steps);
    for (int j = 0; j < 32; ++j)
      for (int i = 0; i < 32; ++i)
        for (int k = 0; k < 5; ++k) EXPECT_EQ(u(j, i, k), k < 2 ? 0.0 : all(j, i, k));
  }
}

/// Many steps: a GPU's square has no column of its own left for them.
TYPED_TEST(SweepsOfModes, LeaveWhatTheyPromiseInManySteps) {
  for (GridSpec spec : {paper_spec(24, 5), with_vertex_flux(paper_spec(24, 5))}) {
    spec.physics.omega_squared *= 100.0;
    const Problem problem = with_modes(spec, 24, 24);
    const oracle::Matrix m = matrix_of(problem);
    const oracle::Array exact = oracle::random(24, 24, 5, 3), f = oracle::apply(m, exact);
    std::vector<int> steps;
    const oracle::Array u = swept<TypeParam>(problem, f, 1e-3, 0, steps);
    EXPECT_GT(steps[0], ModeSweeps<TypeParam>::most_steps_on_squares);
    EXPECT_LT(steps[4], ModeSweeps<TypeParam>::most_steps_on_squares);
    EXPECT_LE(oracle::norm(oracle::sum(u, -1.0, exact)), 2e-3 * oracle::norm(exact));
  }
}

/// D is then the reaction beside alpha, and the couplings. Columns beyond a side have neither.
TYPED_TEST(SweepsOfModes, SolveAModeWhoseValueIsZero) {
  using Sweeps = ModeSweeps<TypeParam>;
  const oracle::Array f = oracle::random(9, 7, 1, 4);
  std::vector<int> found;
  for (double reaction = 0.25; reaction < 1e5; reaction *= 2.0) {
    Problem problem = with_modes(paper_spec(9, 1), 9, 7, {0.0});
    problem.spec.reaction_beside_alpha = reaction;
    std::vector<int> steps;
    const oracle::Array u = swept<TypeParam>(problem, f, 1e-5, 0, steps, {0.0}),
                        close = swept<TypeParam>(problem, f, 1e-5, 0, steps, {1e-30});
    EXPECT_LE(oracle::norm(oracle::sum(u, -1.0, close)), 1e-5 * oracle::norm(close)) << steps[0];
    found.push_back(steps[0]);
  }
  EXPECT_GT(found.front(), Sweeps::most_steps_on_squares);
  EXPECT_LE(found.back(), Sweeps::most_steps_of_rows);
  EXPECT_TRUE(std::ranges::any_of(found, [](int n) {
    return n > Sweeps::most_steps_of_rows && n <= Sweeps::most_steps_on_squares;
  }));
}

/// Column relaxation of layers that are not coupled is Jacobi's step for each. Multigrid on modes rests on it.
TYPED_TEST(SweepsOfModes, AreColumnRelaxation) {
  using P = TypeParam;
  std::vector<double> mus;
  for (int m = 0; m < 100; ++m) mus.push_back(0.5 * std::exp2(0.2 * m));
  for (const GridSpec& spec : {paper_spec(40, 5), with_vertex_flux(paper_spec(40, 5))}) {
    const Problem problem = with_modes(spec, 40, 24, mus);
    const oracle::Matrix m = matrix_of(problem);
    const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1),
                        f = oracle::rounded_to_float(
                            oracle::apply(m, oracle::random(m.nx, m.ny, m.nz, 2)));
    const GridOf<P> grid = make_grid<P>(LevelSetup(problem.setup()), ColumnSolves::some);
    const FieldOf<P> out = problem.field_of<P>(oracle::Array(m.nx, m.ny, m.nz));
    Smoother<P>::smooth(grid, 0.9, problem.field_of<P>(u), problem.field_of<P>(f), out);
    EXPECT_TRUE(matches(out, oracle::smooth(m, 0.9, u, f), problem.part, kernel_tolerance<P>()));
  }
}

/// Their halos would have to be other ranks'.
TYPED_TEST(SweepsOfModes, WithNinePointsNeedAllColumns) {
  const Problem problem = vertex_problems().front();
  Partition part = problem.part;
  part.ny /= 2;
  EXPECT_THROW(ModeSweeps<TypeParam>(make_grid<TypeParam>(LevelSetup(problem.setup())), 5, part, 4),
               std::invalid_argument);
}

/// The steps on a part of the columns, of an f that has `beside` columns on either side of it.
template <class P>
FieldOf<P> swept_part(const Problem& problem, const oracle::Array& f, const Partition& part,
                      int beside, int first, const std::vector<double>& mus) {
  using S = typename P::storage;
  ModeSweeps<P> sweeps(make_grid<P>(LevelSetup(problem.setup()), ColumnSolves::none),
                       int(mus.size()), part, beside);
  sweeps.set(mus, problem.spec.physics.omega_squared, 1e-5);
  for (const int steps : sweeps.steps()) EXPECT_LE(steps, beside + 1);
  const TransposedLayers layers(f.nz, 0, beside);
  const int x = layers.beside_x(part), y = layers.beside_y(part);
  const FieldOf<P> all("f", part.nx + 2 * x, part.ny + 2 * y, f.nz);
  const auto host = Kokkos::create_mirror_view(all.flat());
  Kokkos::deep_copy(host,
                    std::numeric_limits<S>::quiet_NaN()); // what is not beside the part is not read
  const auto inside = [](int n, int count, bool around) {
    return around ? (n + count) % count : n;
  };
  const int more_x = x > 0 ? beside : 0;
  for (int j = -y; j < part.ny + y; ++j)
    for (int i = -more_x; i < part.nx + more_x; ++i) {
      const int gi = inside(part.first_i + i, f.nx, part.periodic.x),
                gj = inside(part.first_j + j, f.ny, part.periodic.y);
      if (gi < 0 || gi >= f.nx || gj < 0 || gj >= f.ny) continue;
      for (int k = 0; k < f.nz; ++k) host(all.shape().place(i + x, k, j + y)) = S(f(gj, gi, k));
    }
  Kokkos::deep_copy(all.flat(), host);
  const FieldOf<P> u("u", part.nx, part.ny, f.nz);
  sweeps.solve(all.part(x, y, part.nx, part.ny), first, u);
  return u;
}

/// Some of the columns: in both directions, in y alone, beside sides of the domain and where it goes around.
std::vector<Partition> parts_of(const Partition& whole) {
  const auto part = [&](int i, int j, int nx, int ny) {
    Partition p = whole;
    p.first_i = i, p.first_j = j, p.nx = nx, p.ny = ny;
    return p;
  };
  return {part(0, 16, 70, 24), part(0, 0, 70, 16), part(32, 0, 38, 40), part(16, 12, 20, 14)};
}

TYPED_TEST(SweepsOfModes, OfAPartOfTheColumnsAreThoseOfAll) {
  const std::vector<double> mus = close_values();
  std::vector<Problem> all{with_modes(paper_spec(300, 5), 70, 40, mus)};
  for (const Periodic p : {Periodic{true, true}, Periodic{false, true}}) {
    GridSpec spec{Domain::flat, LayerSpacing::graded, test_physics, 5};
    if (p.x) spec.boundaries.west = spec.boundaries.east = Boundary::periodic;
    spec.boundaries.south = spec.boundaries.north = Boundary::periodic;
    all.push_back(with_modes(spec, 70, 40, mus));
  }
  for (const Problem& problem : all) {
    const oracle::Array f = oracle::random(70, 40, int(mus.size()), 2);
    std::vector<int> steps;
    const oracle::Array whole = swept<TypeParam>(problem, f, 1e-5, 0, steps, mus);
    const auto first = std::ranges::find_if(steps, [](int of_mode) { return of_mode <= 13; });
    const int beside = *first - 1;
    EXPECT_GE(beside, ModeSweeps<TypeParam>::most_steps_of_rows); // a GPU takes squares, too
    for (const Partition& part : parts_of(problem.part)) {
      const int place = int(first - steps.begin());
      const auto u = swept_part<TypeParam>(problem, f, part, beside, place, mus);
      oracle::Array expected = whole;
      for (int j = 0; j < 40; ++j)
        for (int i = 0; i < 70; ++i)
          for (int k = 0; k < place; ++k) expected(j, i, k) = 0.0;
      EXPECT_TRUE(matches(u, expected, part, this->rounding))
          << part.first_i << ", " << part.first_j;
    }
  }
}

/// A GPU's tiles of columns end somewhere beyond a part. Columns that f does not have are not read.
TEST(ModeSweeps, ReadNoColumnThatFDoesNotHave) {
  Partition p{};
  p.global_nx = p.global_ny = p.nx = 100;
  p.first_j = 40, p.ny = 20;
  const SweepPart part(p, 5);
  EXPECT_EQ(part.y.in_grid(-5), 35);
  EXPECT_EQ(part.y.in_grid(-6), -1);
  EXPECT_EQ(part.y.in_grid(24), 64);
  EXPECT_EQ(part.y.in_grid(25), -1);
  EXPECT_EQ(part.x.in_grid(99), 99); // of all columns f has nothing beside them
  EXPECT_EQ(part.x.in_grid(100), -1);
  EXPECT_EQ(part.x.in_grid(-1), -1);
  p.periodic.x = true;
  EXPECT_EQ(SweepPart(p, 5).x.in_grid(-6), 94); // and goes around
}

TEST(ModeSweeps, ComputeInFloatWhatStandsInDouble) {
  using InFloat = Precision<float, float, InDouble::layout, InDouble::walk>;
  const std::vector<double> mus = close_values();
  const Problem problem = with_modes(paper_spec(300, 5), 70, 24, mus);
  const oracle::Array f = oracle::random(70, 24, 45, 2);
  std::vector<int> steps;
  const oracle::Array in_float = swept<InDouble, InFloat>(problem, f, 1e-5, 0, steps, mus),
                      in_double = swept<InDouble>(problem, f, 1e-5, 0, steps, mus);
  const double difference = oracle::norm(oracle::sum(in_float, -1.0, in_double));
  EXPECT_LE(difference, 1e-6 * oracle::norm(in_double));
  EXPECT_GT(difference, 1e-9 * oracle::norm(in_double));
}

TEST(ModeSweeps, AreFewWhereAModeIsStronglyDamped) {
  EXPECT_EQ(chebyshev_jacobi_steps(0.0, 1e-5), 1);
  EXPECT_EQ(chebyshev_jacobi_steps(1e-6, 1e-5), 1);
  EXPECT_EQ(chebyshev_jacobi_steps(0.2, 1e-5), 6); // 1 / T_6(5) = 2.2e-6, 1 / T_5(5) = 2.1e-5
  EXPECT_GT(chebyshev_jacobi_steps(0.9, 1e-5), 20);
}

} // namespace
} // namespace isobar::mode_sweeps_test
