// Restriction and prolongation, alone and fused with residual and smoother, against the oracle.
#include "support_fields.hpp"

#include <isobar/core/columns/kernels/domain_sides.hpp>
#include <isobar/core/columns/kernels/transfer.hpp>

namespace isobar {
namespace {

/// A coarse correction as prolongation wants it: the ends of odd rows moved, the sides mirrored.
template <class P> FieldOf<P> correction_of(const oracle::Array& c, const TransferCase& fine) {
  const GridCase coarse = fine.coarse();
  const GridOf<P> grid(coarse.spec(), coarse.part);
  const auto field = field_of<typename P::storage, P::layout>(c, coarse.part);
  DomainSides<P>::move_ends(grid, fine.single_ends(), field);
  mirror_sides(grid, field);
  return field;
}

/// Completes a restriction by P^T at the ends of odd rows.
template <class P> void complete_transpose(const FieldOf<P>& f, const TransferCase& fine) {
  DomainSides<P>::move_ends_transposed(kernel_label(Kernel::mirror_sides, 0), fine.single_ends(),
                                       f);
}

/// Inputs on a fine and a coarse level, and fields that hold them.
template <class P> struct Levels2 {
  using S = typename P::storage;
  static constexpr Layout L = P::layout;
  TransferCase fine;
  GridCase coarse;
  oracle::Matrix m;
  oracle::Array u, f, c; ///< u and f are fine, c is coarse
  GridOf<P> grid;
  Field<S, L> u_field, f_field, c_field, out, coarse_out;
  std::vector<S> out_before, coarse_before;

  explicit Levels2(const TransferCase& grid_case)
      : fine(grid_case), coarse(grid_case.coarse()), m(fine.matrix()),
        u(oracle::random(m.nx, m.ny, m.nz, 1)),
        f(oracle::rounded_to_float(oracle::apply(m, oracle::random(m.nx, m.ny, m.nz, 2)))),
        c(oracle::random(coarse.part.global_nx, coarse.part.global_ny, m.nz, 3)),
        grid(fine.spec(), fine.part), u_field(field_of<S, L>(u, fine.part)),
        f_field(field_of<S, L>(f, fine.part)), c_field(correction_of<P>(c, fine)),
        out(garbage_field<S, L>(fine.part, m.nz)),
        coarse_out(garbage_field<S, L>(coarse.part, m.nz)), out_before(contents(out)),
        coarse_before(contents(coarse_out)) {}
  oracle::Array prolongated() const { return oracle::prolongate(c, m.nx, m.ny, m.boundaries); }
  oracle::Array averaged(const oracle::Array& r) const {
    return oracle::restrict_average(r, c.nx, c.ny);
  }
  oracle::Array transposed(const oracle::Array& r) const {
    return oracle::restrict_transpose(r, c.nx, c.ny, m.boundaries);
  }
};

template <class P> struct TransferKernels : testing::Test {
  static constexpr double tolerance = kernel_tolerance<P>();
};
TYPED_TEST_SUITE(TransferKernels, Precisions, PrecisionNames);

TYPED_TEST(TransferKernels, RestrictResidualSumsTheChildren) {
  for (const TransferCase& grid_case : transfer_cases()) {
    SCOPED_TRACE(grid_case.name());
    const Levels2<TypeParam> l(grid_case);
    Transfer<TypeParam>::restrict_residual(l.grid, l.u_field, l.f_field, l.coarse_out,
                                           l.fine.halved);
    EXPECT_TRUE(matches(l.coarse_out, l.averaged(oracle::residual(l.m, l.u, l.f)), l.coarse.part,
                        this->tolerance));
    EXPECT_TRUE(only_owned_written(l.coarse_out, l.coarse_before));
  }
}

TYPED_TEST(TransferKernels, RestrictTranspose) {
  for (const TransferCase& grid_case : transfer_cases()) {
    SCOPED_TRACE(grid_case.name());
    const Levels2<TypeParam> l(grid_case);
    const auto r = field_of<typename TypeParam::storage, TypeParam::layout>(
        l.u, l.fine.part, Beyond::mirror, l.fine.boundaries);
    Transfer<TypeParam>::restrict_transpose(l.grid, r, l.coarse_out, l.fine.halved);
    complete_transpose<TypeParam>(l.coarse_out, l.fine);
    EXPECT_TRUE(matches(l.coarse_out, l.transposed(l.u), l.coarse.part, this->tolerance));
    EXPECT_TRUE(only_owned_written(l.coarse_out, l.coarse_before));
  }
}

TYPED_TEST(TransferKernels, ProlongateIntoAnotherFieldAndInPlace) {
  for (const TransferCase& grid_case : transfer_cases()) {
    SCOPED_TRACE(grid_case.name());
    const Levels2<TypeParam> l(grid_case);
    const oracle::Array expected = oracle::sum(l.u, 1.0, l.prolongated());
    const auto u_before = contents(l.u_field);
    Transfer<TypeParam>::prolongate(l.grid, l.u_field, l.c_field, l.out, l.fine.halved);
    EXPECT_TRUE(matches(l.out, expected, l.fine.part, this->tolerance));
    EXPECT_TRUE(only_owned_written(l.out, l.out_before));
    EXPECT_EQ(contents(l.u_field), u_before);
    Transfer<TypeParam>::prolongate(l.grid, l.u_field, l.c_field, l.u_field, l.fine.halved);
    EXPECT_TRUE(matches(l.u_field, expected, l.fine.part, this->tolerance));
    EXPECT_TRUE(only_owned_written(l.u_field, u_before));
  }
}

TYPED_TEST(TransferKernels, ProlongateSmoothIsBothInTurn) {
  for (const TransferCase& grid_case : transfer_cases()) {
    SCOPED_TRACE(grid_case.name());
    const Levels2<TypeParam> l(grid_case);
    if (l.fine.halved != Coarsening{}) continue;
    const oracle::Array corrected = oracle::sum(l.u, 1.0, l.prolongated());
    const auto u_before = contents(l.u_field), c_before = contents(l.c_field);
    Transfer<TypeParam>::prolongate_smooth(l.grid, 0.8, l.u_field, l.f_field, l.c_field, l.out);
    EXPECT_TRUE(
        matches(l.out, oracle::smooth(l.m, 0.8, corrected, l.f), l.fine.part, this->tolerance));
    EXPECT_TRUE(only_owned_written(l.out, l.out_before));
    EXPECT_EQ(contents(l.u_field), u_before);
    EXPECT_EQ(contents(l.c_field), c_before);
  }
}

TYPED_TEST(TransferKernels, InterpolateSmoothIsBothInTurn) {
  for (const TransferCase& grid_case : transfer_cases()) {
    SCOPED_TRACE(grid_case.name());
    const Levels2<TypeParam> l(grid_case);
    if (l.fine.halved != Coarsening{}) continue;
    const auto c_before = contents(l.c_field);
    Transfer<TypeParam>::interpolate_smooth(l.grid, 0.8, l.f_field, l.c_field, l.out);
    EXPECT_TRUE(matches(l.out, oracle::smooth(l.m, 0.8, l.prolongated(), l.f), l.fine.part,
                        this->tolerance));
    EXPECT_TRUE(only_owned_written(l.out, l.out_before));
    EXPECT_EQ(contents(l.c_field), c_before);
  }
}

TYPED_TEST(TransferKernels, MirrorSidesWritesTheHaloBeyondTheSidesOnly) {
  using S = typename TypeParam::storage;
  constexpr Layout L = TypeParam::layout;
  for (const GridCase& c : any_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Array u = oracle::random(c.part.global_nx, c.part.global_ny, c.nz, 1);
    const Field<S, L> field = field_of<S, L>(u, c.part);
    mirror_sides(GridOf<TypeParam>(c.spec(), c.part), field);
    EXPECT_EQ(contents(field), contents(field_of<S, L>(u, c.part, Beyond::mirror, c.boundaries)));
  }
}

/// A fine level in double and a coarse one in float: what it is handed and what it hands back.
struct MixedLevels : Levels2<InDouble> {
  using P = InDouble;
  using Q = Precision<float, float, P::layout, P::walk>;
  Field<float> c_float, coarse_float;
  std::vector<float> before;
  explicit MixedLevels(const TransferCase& grid_case)
      : Levels2<P>(grid_case), c_float(correction_of<Q>(c, fine)),
        coarse_float(garbage_field<float>(coarse.part, m.nz)), before(contents(coarse_float)) {}
  void expect_coarse(const oracle::Array& expected) const {
    // rounded to float once, and at the ends of odd rows once or twice more
    EXPECT_TRUE(matches(coarse_float, expected, coarse.part, 2e-7));
    EXPECT_TRUE(only_owned_written(coarse_float, before));
  }
};

TEST(MixedTransfers, RestrictionsRoundToFloat) {
  using T = Transfer<MixedLevels::P, MixedLevels::Q>;
  for (const TransferCase& grid_case : transfer_cases()) {
    SCOPED_TRACE(grid_case.name());
    const MixedLevels l(grid_case);
    T::restrict_residual(l.grid, l.u_field, l.f_field, l.coarse_float, l.fine.halved);
    l.expect_coarse(l.averaged(oracle::residual(l.m, l.u, l.f)));
    T::restrict_rhs(l.grid, l.f_field, l.coarse_float, l.fine.halved);
    l.expect_coarse(l.averaged(l.f));
    T::restrict_transpose(l.grid,
                          field_of<double>(l.u, l.fine.part, Beyond::mirror, l.fine.boundaries),
                          l.coarse_float, l.fine.halved);
    complete_transpose<MixedLevels::Q>(l.coarse_float, l.fine);
    l.expect_coarse(l.transposed(l.u));
  }
}

TEST(MixedTransfers, ProlongationsCorrectInDouble) {
  using T = Transfer<MixedLevels::P, MixedLevels::Q>;
  for (const TransferCase& grid_case : transfer_cases()) {
    SCOPED_TRACE(grid_case.name());
    const MixedLevels l(grid_case);
    const oracle::Array corrected = oracle::sum(l.u, 1.0, l.prolongated());
    T::prolongate(l.grid, l.u_field, l.c_float, l.out, l.fine.halved);
    EXPECT_TRUE(matches(l.out, corrected, l.fine.part, 1e-6));
    if (l.fine.halved != Coarsening{}) continue;
    T::prolongate_smooth(l.grid, 0.8, l.u_field, l.f_field, l.c_float, l.out);
    EXPECT_TRUE(matches(l.out, oracle::smooth(l.m, 0.8, corrected, l.f), l.fine.part, 1e-6));
    T::interpolate_smooth(l.grid, 0.8, l.f_field, l.c_float, l.out);
    EXPECT_TRUE(matches(l.out, oracle::smooth(l.m, 0.8, l.prolongated(), l.f), l.fine.part, 1e-6));
    EXPECT_TRUE(only_owned_written(l.out, l.out_before));
  }
}

// Without the oracle's weights: x y vanishes on the western and southern sides and is its own
// mirror image there. So bilinear interpolation meets it exactly away from the other two sides.
TEST(Prolongation, MeetsBilinearFunctions) {
  const Partition fine = Partition::whole(12, 8);
  oracle::Array c(6, 4, 2), expected(12, 8, 2);
  for (int k = 0; k < 2; ++k) {
    for (int j = 0; j < 4; ++j)
      for (int i = 0; i < 6; ++i) c(j, i, k) = (2 * i + 1) * (2 * j + 1) * (k + 1);
    for (int j = 0; j < 8; ++j)
      for (int i = 0; i < 12; ++i) expected(j, i, k) = (i + 0.5) * (j + 0.5) * (k + 1);
  }
  const GridCase grid_case{Domain::flat, LayerSpacing::uniform, fine, 2};
  const auto out = garbage_field<double>(fine, 2);
  Transfer<InDouble>::prolongate(GridOf<InDouble>(grid_case.spec(), fine),
                                 field_of<double>(oracle::Array(12, 8, 2), fine),
                                 field_of<double>(c, fine.coarsened(), Beyond::mirror), out);
  const oracle::Array found = owned(out);
  for (int j = 0; j < 7; ++j) // the last row and column feel the mirror image
    for (int i = 0; i < 11; ++i) EXPECT_NEAR(found(j, i, 1), expected(j, i, 1), 1e-12);
}

} // namespace
} // namespace isobar
