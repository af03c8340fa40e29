// Periodic sides on one rank: the halo, the matrix, and what is refused.
#include "support_problem.hpp"

#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/columns/level_choice.hpp>
#include <isobar/core/multigrid/kernels/periodic_sides.hpp>

#include <stdexcept>
#include <string>

namespace isobar {
namespace {

constexpr Periodic around_x{true, false}, around_y{false, true}, around_both{true, true};

Boundaries periodic_boundaries(Periodic p) {
  Boundaries b;
  if (p.x) b.west = b.east = Boundary::periodic;
  if (p.y) b.south = b.north = Boundary::periodic;
  return b;
}

GridSpec periodic_spec(Periodic p, int nz, Domain domain = Domain::flat) {
  return {domain, LayerSpacing::graded, test_physics, nz, periodic_boundaries(p)};
}

/// The line that a call is refused with.
template <class F> std::string refusal_of(const F& call) {
  try {
    call();
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "(no error)";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos && text.find('\n') == std::string::npos;
}

/// A number of each cell, halo included, exact in float.
double cell_number(int i, int k, int j) { return 1.0 + (i + 1) + 128.0 * ((j + 1) + 64.0 * k); }

/// Numbers of a field's memory that are not what they should be after a wrap.
template <class P> int wrong_after_wrap(int nx, int ny, int nz, Periodic axes) {
  using T = typename P::storage;
  const FieldOf<P> u("u", nx, ny, nz);
  const auto host = Kokkos::create_mirror_view(u.flat());
  for (std::size_t n = 0; n < host.size(); ++n) {
    const CellOfNumber at = cell_of(u.shape(), Int64(n));
    host(n) = T(at.padding ? garbage : cell_number(at.i, at.k, at.j));
  }
  Kokkos::deep_copy(u.flat(), host);
  PeriodicSides<P>::wrap("wrap", u, axes);
  Kokkos::deep_copy(host, u.flat());
  int wrong = 0;
  for (std::size_t n = 0; n < host.size(); ++n) {
    const CellOfNumber at = cell_of(u.shape(), Int64(n));
    const int i = axes.x ? (at.i + nx) % nx : at.i, j = axes.y ? (at.j + ny) % ny : at.j;
    wrong += host(n) != T(at.padding ? garbage : cell_number(i, at.k, j));
  }
  return wrong;
}

/// A u in the flat box of columns of equal size, from the formula of the petascale paper's eq. 14.
oracle::Array reference(const GridSpec& spec, const oracle::Array& u) {
  const auto layers = layer_coefficients(spec.domain, spec.spacing, spec.physics, spec.nz);
  const double area = 1.0 / (double(u.nx) * u.ny), across_x = double(u.nx) / u.ny,
               across_y = double(u.ny) / u.nx;
  const Periodic p = spec.boundaries.periodic();
  /// The flux to the column at (j, i); beyond a side u is 0 half a column away.
  const auto flux = [&](double here, int j, int i, int k, double alpha) {
    const bool inside = (p.x || (i >= 0 && i < u.nx)) && (p.y || (j >= 0 && j < u.ny));
    if (!inside) return 2.0 * alpha * here;
    return alpha * (here - u((j + u.ny) % u.ny, (i + u.nx) % u.nx, k));
  };
  oracle::Array v(u.nx, u.ny, u.nz);
  for (int j = 0; j < u.ny; ++j)
    for (int i = 0; i < u.nx; ++i)
      for (int k = 0; k < u.nz; ++k) {
        const auto& c = layers[std::size_t(k)];
        const double here = u(j, i, k), above = k + 1 < u.nz ? u(j, i, k + 1) : here,
                     below = k > 0 ? u(j, i, k - 1) : here;
        v(j, i, k) = area * (c.a * here + c.b * (here - above) + c.c * (here - below)) +
                     c.d * (flux(here, j, i - 1, k, across_x) + flux(here, j, i + 1, k, across_x) +
                            flux(here, j - 1, i, k, across_y) + flux(here, j + 1, i, k, across_y));
      }
  return v;
}

template <class P> struct PeriodicSidesTest : testing::Test {};
TYPED_TEST_SUITE(PeriodicSidesTest, Precisions, PrecisionNames);

TYPED_TEST(PeriodicSidesTest, WrapCopiesTheOppositeEndCornersIncludedAndNothingElse) {
  for (const Periodic axes : {Periodic{}, around_x, around_y, around_both})
    for (const auto& [nx, ny] : {std::pair(1, 1), {2, 3}, {5, 1}, {17, 4}, {32, 6}, {64, 3}})
      for (const int nz : {1, 5})
        EXPECT_EQ(wrong_after_wrap<TypeParam>(nx, ny, nz, axes), 0)
            << nx << " x " << ny << " x " << nz << ", " << to_string(axes);
}

// The columns at both ends couple, even where they are one column or have two edges in common.
TYPED_TEST(PeriodicSidesTest, MatrixCouplesBothEnds) {
  using T = typename TypeParam::storage;
  for (const Periodic p : {around_x, around_y, around_both})
    for (const auto& [nx, ny] : {std::pair(1, 4), {2, 2}, {3, 8}, {17, 6}, {64, 4}}) {
      const Problem problem(periodic_spec(p, 5), nx, ny);
      const GridOf<TypeParam> grid(problem.spec, problem.part);
      const oracle::Array in = oracle::random(nx, ny, 5, 3);
      const FieldOf<TypeParam> u = problem.field_of<TypeParam>(in), v("v", nx, ny, 5);
      SelfCommunicator<T> self(p);
      exchange(self, u);
      Operator<TypeParam>::apply(grid, u, v);
      EXPECT_TRUE(matches(v, reference(problem.spec, in), problem.part,
                          3.0 * kernel_tolerance<TypeParam>()))
          << nx << " x " << ny << ", " << to_string(p);
    }
}

TEST(PeriodicSides, TheFirstEdgeIsTheLastOneToTheLastBit) {
  const Partition part = Partition::whole(13, 7, around_both);
  const HorizontalMesh mesh(Domain::flat, part);
  const auto west = columns_on_host(mesh.west());
  const auto south = columns_on_host(mesh.south());
  for (int j = 0; j < 7; ++j) EXPECT_EQ(west(0, j), west(13, j));
  for (int i = 0; i < 13; ++i) EXPECT_EQ(south(i, 0), south(i, 7));
}

TEST(PeriodicSides, GridsThatCannotBeAreRefusedInOneLine) {
  const auto refusal = [](const GridSpec& spec, Periodic distributed) {
    return refusal_of([&] { GridLevel<double>(spec, Partition::whole(8, 8, distributed)); });
  };
  GridSpec one_side = periodic_spec(around_x, 3), lid = periodic_spec({}, 3);
  one_side.boundaries.east = Boundary::neumann;
  lid.boundaries.top = Boundary::periodic;
  EXPECT_TRUE(contains(refusal(one_side, around_x), "west and east: one of them is periodic"));
  EXPECT_TRUE(contains(refusal(lid, {}), "boundary top: is periodic"));
  EXPECT_TRUE(contains(refusal(periodic_spec(around_y, 3, Domain::panel), around_y),
                       "boundary south: is periodic on a panel"));
  EXPECT_TRUE(
      contains(refusal(periodic_spec(around_both, 3), around_x),
               "the grid is periodic in x and y, but its columns were distributed over ranks as "
               "periodic in x"));
  EXPECT_EQ(refusal(periodic_spec(around_both, 3), around_both), "(no error)");
}

TEST(PeriodicSides, SolversRefuseTheCommunicatorOfAnotherDomain) {
  const Problem problem(periodic_spec(around_x, 3), 8, 8);
  SelfCommunicators<double> other(around_y);
  const auto grid = make_grid<Double>(problem.setup());
  for (const std::string& line :
       {refusal_of([&] { Multigrid<Double>(problem.setup(), with_levels(2), other); }),
        refusal_of([&] { FusedPcg<Double>(grid, other.on(0)); }), refusal_of([&] {
          StandardPcg<Double>(grid, other.on(0), ColumnPreconditioner<Double>(grid));
        })})
    EXPECT_TRUE(contains(line, "a grid that is periodic in x does not fit the communicator of its "
                               "level, which was made for one that is periodic in y"))
        << line;
}

TEST(PeriodicSides, HierarchiesThatCannotBeAreRefusedInOneLine) {
  const auto refusal = [](Periodic p, int n, const MultigridOptions& o) {
    const Problem problem(periodic_spec(p, 3), n, n);
    SelfCommunicators<double> self(p);
    return refusal_of([&] { Multigrid<Double>(problem.setup(), o, self); });
  };
  EXPECT_TRUE(contains(refusal(around_x, 12, with_levels(4)),
                       "level 2 has 3 x 3 columns, an odd number in a periodic direction, which "
                       "cannot be halved; expected at most 3 levels"))
      << refusal(around_x, 12, with_levels(4));
  EXPECT_EQ(refusal(around_x, 12, with_levels(3)), "(no error)");
  EXPECT_EQ(refusal({}, 12, with_levels(4)), "(no error)");
  MultigridOptions colours = with_levels(3);
  colours.relaxation = Relaxation::red_black;
  EXPECT_TRUE(contains(refusal(around_y, 12, colours),
                       "red-black steps need an even number of cells in a periodic direction; "
                       "level 2 has 3"));
  EXPECT_EQ(refusal(around_y, 16, colours), "(no error)");
}

TEST(PeriodicSides, LevelsThatOverlapAreRefusedWhereYIsPeriodic) {
  Partition slab = Partition::whole(16, 32, around_y);
  slab.ny = 16;
  EXPECT_TRUE(contains(refusal_of([&] { level_parts(slab, 2, {2}); }),
                       "an overlap of 2 rows; expected 0 where y is periodic"));
  slab.periodic = around_x;
  EXPECT_EQ(refusal_of([&] { level_parts(slab, 2, {2}); }), "(no error)");
}

TEST(PeriodicSides, AutomaticLevelsEndWhereColumnsAreOdd) {
  EXPECT_EQ(most_levels(48, 48, around_x), 5);
  EXPECT_EQ(most_levels(48, 48), 7);
  EXPECT_EQ(most_levels(32, 32, around_both), 6);
  EXPECT_EQ(most_levels(15, 16, around_y), 5) << "15 and 16 columns, 8, 4, 2 and 1";
  EXPECT_EQ(most_levels(15, 16, around_x), 1);
  const Problem problem(periodic_spec(around_both, 3), 24, 24);
  const MultigridOptions o = with_numbers({}, problem.setup());
  EXPECT_LE(*o.levels, 4);
}

// Without sides nothing holds a constant error but the equation itself, however few columns are left.
TEST(PeriodicSides, StepsOnAFewColumnsFollowFromTheCflNumberAlone) {
  const LevelInputs with_sides{20.0, 12, 12, 3, false};
  LevelInputs without = with_sides;
  without.closed = around_both;
  EXPECT_EQ(choose_levels({}, with_sides).options.coarse_steps, 9);
  EXPECT_EQ(choose_levels({}, without).options.coarse_steps, 25);
  LevelInputs in_krylov = without; // where that is an error that costs an iteration
  in_krylov.in_krylov = true;
  EXPECT_EQ(choose_levels({}, in_krylov).options.coarse_steps, 9);
}

} // namespace
} // namespace isobar
