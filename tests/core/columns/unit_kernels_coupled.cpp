// A matrix as couplings: against the general operator of the same coefficients, and of the next coarser grid.
#include "support_general.hpp"

#include <isobar/core/columns/kernels/coupled_columns.hpp>

namespace isobar {
namespace {

template <class P> struct CoupledKernels : testing::Test {};
TYPED_TEST_SUITE(CoupledKernels, BoxPrecisions, PrecisionNames);

constexpr Boundary fixed = Boundary::dirichlet, mirrored = Boundary::neumann;

/// Whole domains: odd, wide, of one layer; sides of both kinds, each of them beside each.
std::vector<GeneralCase> coupled_cases() {
  const auto on = [](int nx, int ny, int nz, const Boundaries& b) {
    return GeneralCase{
        {Domain::panel, LayerSpacing::graded, Partition::whole(nx, ny), nz, test_physics, b},
        false,
        true};
  };
  return {on(17, 9, 5, {fixed, fixed, fixed, fixed, mirrored, mirrored}),
          on(12, 8, 4, {fixed, mirrored, mirrored, fixed, fixed, mirrored}),
          on(150, 3, 3, {mirrored, fixed, mirrored, mirrored, mirrored, fixed}),
          on(6, 7, 1, {mirrored, mirrored, mirrored, mirrored, fixed, fixed})};
}

template <class P> CoupledColumns<P> coupled(const GeneralOperator<P>& a, const LevelSetup& setup) {
  const CoupledColumns<P> columns(setup);
  a.couplings(columns.couplings());
  columns.factorise();
  return columns;
}

TYPED_TEST(CoupledKernels, AreTheOperators) {
  using P = TypeParam;
  using S = typename P::storage;
  for (const GeneralCase& c : coupled_cases()) {
    SCOPED_TRACE(c.name());
    const auto a = c.template make<P>();
    const CoupledColumns<P> columns = coupled<P>(a, c.setup());
    const int nx = c.part.nx, ny = c.part.ny;
    const auto u = owned_field<S>(oracle::random(nx, ny, c.nz, 1), c.part);
    const auto f = owned_field<S>(oracle::random(nx, ny, c.nz, 2), c.part);
    const Field<S> r("r", nx, ny, c.nz), expected("expected", nx, ny, c.nz);
    columns.residual(u, f, r);
    const double norm = a.residual(u, f, expected);
    EXPECT_TRUE(matches(r, owned(expected), c.part, kernel_tolerance<P>()));
    EXPECT_NEAR(columns.residual_norm_squared(u, f), norm, 10 * kernel_tolerance<P>() * norm);
  }
}

// A single column is coupled to none: a step with the factor 1 solves it.
TYPED_TEST(CoupledKernels, SolveColumns) {
  using P = TypeParam;
  using S = typename P::storage;
  const GeneralCase c{
      {Domain::flat, LayerSpacing::graded, Partition::whole(1, 1), 40}, false, true};
  const CoupledColumns<P> columns = coupled<P>(c.make<P>(), c.setup());
  const auto f = owned_field<S>(oracle::random(1, 1, c.nz, 2), c.part);
  const Field<S> zero("zero", 1, 1, c.nz), u("u", 1, 1, c.nz), next("next", 1, 1, c.nz);
  columns.smooth_from_zero(1.0, f, u);
  const double before = columns.residual_norm_squared(zero, f);
  EXPECT_LE(columns.residual_norm_squared(u, f), kernel_tolerance<P>() * before);
  columns.smooth(1.0, zero, f, next);
  EXPECT_TRUE(matches(next, owned(u), c.part, kernel_tolerance<P>()));
}

// Two steps leave what (1 - rho T^-1 A) twice leaves of the error.
TYPED_TEST(CoupledKernels, SmoothWithTheResidual) {
  using P = TypeParam;
  using S = typename P::storage;
  for (const GeneralCase& c : coupled_cases()) {
    SCOPED_TRACE(c.name());
    const CoupledColumns<P> columns = coupled<P>(c.template make<P>(), c.setup());
    const int nx = c.part.nx, ny = c.part.ny;
    const auto f = owned_field<S>(oracle::random(nx, ny, c.nz, 2), c.part);
    const auto u = owned_field<S>(oracle::random(nx, ny, c.nz, 3), c.part);
    const Field<S> next("next", nx, ny, c.nz), r("r", nx, ny, c.nz), step("step", nx, ny, c.nz);
    columns.smooth(0.7, u, f, next);
    columns.residual(u, f, r);
    columns.smooth_from_zero(0.7, r, step);
    oracle::Array expected = owned(step);
    const oracle::Array from = owned(u);
    for (std::size_t n = 0; n < expected.values.size(); ++n) expected.values[n] += from.values[n];
    EXPECT_TRUE(matches(next, expected, c.part, kernel_tolerance<P>()));
  }
}

template <class P> GeneralOperator<P> with_ones(const GridSetup& s) {
  const int nx = s.partition.nx, ny = s.partition.ny, nz = s.spec.nz;
  const auto ones = [&](const char* label) {
    const FieldOf<P> x(label, nx, ny, nz);
    Kokkos::deep_copy(x.view(), 1.0);
    return x;
  };
  return GeneralOperator<P>(s, CoefficientFields<P>{ones("h"), ones("v"), ones("b")});
}

// Where nothing varies they are those of the coarser grid.
TYPED_TEST(CoupledKernels, OfACoarserLevelAreItsOwnWithoutCoefficients) {
  using P = TypeParam;
  using S = typename P::storage;
  for (const Boundary side : {fixed, mirrored}) {
    const GridCase fine{Domain::flat,
                        LayerSpacing::graded,
                        Partition::whole(16, 12),
                        5,
                        test_physics,
                        {side, side, side, side, mirrored, fixed}};
    const GridCase coarse = fine.coarsened();
    const LevelSetup setup(GridSetup{fine.spec(), fine.part, {}});
    LevelSetup next = setup;
    next.index = 1;
    next.partition = coarse.part;
    const CoupledColumns<P> columns(next);
    columns.coarsen(coupled<P>(with_ones<P>(setup), setup));
    const auto a = with_ones<P>({coarse.spec(), coarse.part, {}});
    const auto u = owned_field<S>(oracle::random(8, 6, 5, 1), coarse.part);
    const Field<S> f("f", 8, 6, 5), r("r", 8, 6, 5), expected("expected", 8, 6, 5);
    columns.residual(u, f, r);
    a.residual(u, f, expected);
    EXPECT_TRUE(matches(r, owned(expected), coarse.part, 10 * kernel_tolerance<P>()));
  }
}

// Also where the last coarse column covers a single one: sums go over all cells, and what is taken back is theirs.
TYPED_TEST(CoupledKernels, TransfersAreTransposes) {
  using P = TypeParam;
  using S = typename P::storage;
  for (const Coarsening halved : {Coarsening{true, true}, {true, false}, {false, true}}) {
    const GridCase fine{Domain::flat, LayerSpacing::graded, Partition::whole(13, 7), 3};
    LevelSetup next(GridSetup{fine.spec(), fine.part.coarsened(halved), {}});
    next.index = 1;
    next.halved = halved;
    next.single_end = single_end(halved, fine.part);
    const CoupledColumns<P> columns(next);
    const Partition& part = next.partition;
    const oracle::Array r = oracle::random(13, 7, 3, 1), c = oracle::random(part.nx, part.ny, 3, 2);
    const Field<S> f("f", part.nx, part.ny, 3), u("u", 13, 7, 3);
    columns.restrict_from(owned_field<S>(r, fine.part), f);
    columns.prolongate_to(u, owned_field<S>(c, part), false);
    const auto dot = [](const oracle::Array& a, const oracle::Array& b) {
      double sum = 0.0;
      for (std::size_t n = 0; n < a.values.size(); ++n) sum += a.values[n] * b.values[n];
      return sum;
    };
    EXPECT_NEAR(dot(owned(f), c), dot(r, owned(u)), 100 * kernel_tolerance<P>());
    const oracle::Array once = owned(u);
    columns.prolongate_to(u, owned_field<S>(c, part), true);
    EXPECT_NEAR(dot(owned(u), r), 2 * dot(once, r), 100 * kernel_tolerance<P>());
  }
}

TYPED_TEST(CoupledKernels, AreRefusedWhereThereAreNone) {
  using P = TypeParam;
  GeneralCase c{{Domain::flat, LayerSpacing::graded, Partition::whole(6, 5), 3}, false, false};
  const auto couplings = CellCouplings<P>::allocate(6, 5, 3);
  EXPECT_THROW(c.make<P>().couplings(couplings), std::invalid_argument);
  c.domain = Domain::panel;
  c.flux = Flux::vertex;
  c.coefficients = true;
  EXPECT_THROW(c.make<P>().couplings(couplings), std::invalid_argument);
}

} // namespace
} // namespace isobar
