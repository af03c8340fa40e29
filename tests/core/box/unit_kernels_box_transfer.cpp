// Restrictions and prolongations between boxes, against the oracle.
#include "support_box_cases.hpp"

#include <isobar/core/box/kernels/box_transfer.hpp>

#include <cmath>

namespace isobar {
namespace {

template <class P, class Q = P> struct BoxLevels2 {
  using T = BoxTransfer<P, Q>;
  BoxCase fine, coarse;
  oracle::Array u, f, c; ///< u and f are fine, c is coarse
  BoxGridOf<P> grid;
  FieldOf<P> u_field, f_field, out;
  FieldOf<Q> c_field, coarse_out;
  std::vector<typename P::storage> out_before;
  std::vector<typename Q::storage> coarse_before;

  explicit BoxLevels2(const BoxCase& box_case)
      : fine(box_case), coarse(fine.coarse()), u(fine.random(1)), f(fine.rhs()),
        c(coarse.random(3)), grid(box_grid<P>(fine)), u_field(box_field<P>(u, fine)),
        f_field(box_field<P>(f, fine)), out(box_garbage<P>(fine)), c_field(box_field<Q>(c, coarse)),
        coarse_out(box_garbage<Q>(coarse)), out_before(contents(out)),
        coarse_before(contents(coarse_out)) {}
  void expect_coarse(const oracle::Array& expected, double tolerance) const {
    EXPECT_TRUE(matches(coarse_out, expected, coarse.part, tolerance));
    EXPECT_TRUE(only_owned_written(coarse_out, coarse_before));
  }
  void expect_fine(const oracle::Array& expected, double tolerance) const {
    EXPECT_TRUE(matches(out, expected, fine.part, tolerance));
    EXPECT_TRUE(only_owned_written(out, out_before));
  }
  oracle::Array children(const oracle::Array& r) const {
    return oracle::box_sum_children(fine.box, fine.halved, r);
  }
  oracle::Array interpolated() const { return oracle::box_interpolate(fine.box, fine.halved, c); }
};

template <class P> struct BoxTransfers : testing::Test {
  static constexpr double tolerance = 2 * kernel_tolerance<P>();
};
TYPED_TEST_SUITE(BoxTransfers, BoxPrecisions, PrecisionNames);

TYPED_TEST(BoxTransfers, RestrictionByAveragesSumsTheChildren) {
  for (const BoxCase& box_case : box_transfer_cases()) {
    SCOPED_TRACE(box_case.name());
    const BoxLevels2<TypeParam> l(box_case);
    put_nan_outside(l.f_field);
    decltype(l)::T::restrict_residual(l.grid, l.u_field, l.f_field, l.coarse_out);
    l.expect_coarse(l.children(oracle::box_residual(l.fine.box, l.u, l.f)), this->tolerance);
    decltype(l)::T::restrict_rhs(l.grid, l.f_field, l.coarse_out);
    l.expect_coarse(l.children(l.f), this->tolerance);
  }
}

TYPED_TEST(BoxTransfers, RestrictionByTheTranspose) {
  for (const BoxCase& box_case : box_transfer_cases()) {
    SCOPED_TRACE(box_case.name());
    const BoxLevels2<TypeParam> l(box_case);
    decltype(l)::T::restrict_transpose(l.grid, l.u_field, l.coarse_out);
    l.expect_coarse(oracle::box_transpose(l.fine.box, l.fine.halved, l.u), this->tolerance);
  }
}

/// The density in the lowest child and in those beside it across a face, times the volume of the coarse cell.
oracle::Array weighted(const BoxSpec& fine, const Halving& halved, const oracle::Array& r,
                       double own) {
  const auto halves = [](bool h, int n) { return h ? (n + 1) / 2 : n; };
  oracle::Array out(halves(halved.x, r.nx), halves(halved.y, r.ny), halves(halved.z, r.nz));
  const Axis* const axes[] = {&fine.x, &fine.y, &fine.z};
  const bool flags[] = {halved.x, halved.y, halved.z};
  for (int j = 0; j < out.ny; ++j)
    for (int i = 0; i < out.nx; ++i)
      for (int k = 0; k < out.nz; ++k) {
        const int coarse[] = {i, j, k};
        int low[3], beside = 0;
        double volume = 1.0;
        bool two[3];
        for (int d = 0; d < 3; ++d) {
          low[d] = flags[d] ? 2 * coarse[d] : coarse[d];
          two[d] = flags[d] && low[d] + 1 < axes[d]->cells();
          beside += two[d];
          volume *= axes[d]->width(low[d]) + (two[d] ? axes[d]->width(low[d] + 1) : 0.0);
        }
        const auto density = [&](int dx, int dy, int dz) {
          const int at[] = {low[0] + dx, low[1] + dy, low[2] + dz};
          return r(at[1], at[0], at[2]) /
                 (axes[0]->width(at[0]) * axes[1]->width(at[1]) * axes[2]->width(at[2]));
        };
        double sum = (beside > 0 ? own : 1.0) * density(0, 0, 0);
        for (int d = 0; d < 3; ++d)
          if (two[d]) sum += (1.0 - own) / beside * density(d == 0, d == 1, d == 2);
        out(j, i, k) = volume * sum;
      }
  return out;
}

TYPED_TEST(BoxTransfers, InjectionAndHalfWeightingTakeTheLowestChild) {
  for (const BoxCase& box_case : box_transfer_cases()) {
    if (!box_case.part.is_whole()) continue;
    SCOPED_TRACE(box_case.name());
    const BoxLevels2<TypeParam> l(box_case);
    for (const double own : {1.0, 0.5}) {
      decltype(l)::T::restrict_weighted(l.grid, own, l.f_field, l.coarse_out);
      l.expect_coarse(weighted(l.fine.box, l.fine.halved, l.f, own), this->tolerance);
    }
  }
}

TYPED_TEST(BoxTransfers, ProlongationIsLinearBetweenCoarseCentres) {
  for (const BoxCase& box_case : box_transfer_cases()) {
    SCOPED_TRACE(box_case.name());
    const BoxLevels2<TypeParam> l(box_case);
    const oracle::Array expected = oracle::sum(l.u, 1.0, l.interpolated());
    const auto c_before = contents(l.c_field), u_before = contents(l.u_field);
    decltype(l)::T::interpolate(l.grid, l.c_field, l.out);
    l.expect_fine(l.interpolated(), this->tolerance);
    decltype(l)::T::prolongate(l.grid, l.u_field, l.c_field, l.out);
    l.expect_fine(expected, this->tolerance);
    EXPECT_EQ(contents(l.u_field), u_before);
    EXPECT_EQ(contents(l.c_field), c_before);
    decltype(l)::T::prolongate(l.grid, l.u_field, l.c_field, l.u_field);
    EXPECT_TRUE(matches(l.u_field, expected, l.fine.part, this->tolerance));
    EXPECT_TRUE(only_owned_written(l.u_field, u_before));
  }
}

// Without the oracle: <P c, r> = <c, P^T r>.
TYPED_TEST(BoxTransfers, BothDirectionsAreTransposes) {
  for (const BoxCase& box_case : box_transfer_cases()) {
    if (!box_case.part.is_whole()) continue;
    SCOPED_TRACE(box_case.name());
    const BoxLevels2<TypeParam> l(box_case);
    decltype(l)::T::interpolate(l.grid, l.c_field, l.out);
    decltype(l)::T::restrict_transpose(l.grid, l.u_field, l.coarse_out);
    const double one = oracle::dot(owned(l.out), l.u),
                 other = oracle::dot(l.c, owned(l.coarse_out));
    EXPECT_NEAR(one, other, this->tolerance * oracle::norm(l.u) * oracle::norm(owned(l.out)));
  }
}

/// Centres of the cells of a box, in the function 1 + 2 x - 3 y + z / 2 + x y z.
oracle::Array trilinear(const BoxSpec& b) {
  oracle::Array u(b.x.cells(), b.y.cells(), b.z.cells());
  for (int j = 0; j < u.ny; ++j)
    for (int i = 0; i < u.nx; ++i)
      for (int k = 0; k < u.nz; ++k) {
        const double x = b.x.centre(i), y = b.y.centre(j), z = b.z.centre(k);
        u(j, i, k) = 1.0 + 2.0 * x - 3.0 * y + 0.5 * z + x * y * z;
      }
  return u;
}

// Without the oracle's weights.
TEST(BoxProlongation, MeetsTrilinearFunctionsOnStretchedAxesAwayFromSides) {
  const Boundary zero = Boundary::dirichlet, closed = Boundary::neumann;
  const BoxSpec box{stretched_axis(14, 4.0, zero, closed), stretched_axis(11, 3.0, closed, zero),
                    stretched_axis(10, 5.0, zero, zero)};
  const BoxCase fine{box, whole_box(box), {}};
  const auto out = box_garbage<InDouble>(fine);
  BoxTransfer<InDouble>::interpolate(
      box_grid<InDouble>(fine), box_field<InDouble>(trilinear(fine.coarse().box), fine.coarse()),
      out);
  const oracle::Array found = owned(out), expected = trilinear(box);
  for (int j = 1; j < 11; ++j) // the last row is alone in its coarse cell
    for (int i = 1; i < 13; ++i)
      for (int k = 1; k < 9; ++k) EXPECT_NEAR(found(j, i, k), expected(j, i, k), 1e-12);
}

// Where nothing flows a constant stays one, and half a cell from u = 0 there is half as much as a cell further in.
TEST(BoxProlongation, KnowsTheSides) {
  const Boundary zero = Boundary::dirichlet, closed = Boundary::neumann;
  const BoxSpec box{uniform_axis(8, zero, closed), uniform_axis(6, closed, closed),
                    uniform_axis(4, closed, closed)};
  const BoxCase fine{box, whole_box(box), {}};
  oracle::Array ones(4, 3, 2);
  std::ranges::fill(ones.values, 1.0);
  const auto out = box_garbage<InDouble>(fine);
  BoxTransfer<InDouble>::interpolate(box_grid<InDouble>(fine),
                                     box_field<InDouble>(ones, fine.coarse()), out);
  const oracle::Array found = owned(out);
  for (int j = 0; j < 6; ++j)
    for (int k = 0; k < 4; ++k) {
      EXPECT_DOUBLE_EQ(found(j, 0, k), 0.5);
      for (int i = 1; i < 8; ++i) EXPECT_DOUBLE_EQ(found(j, i, k), 1.0);
    }
}

TEST(MixedBoxTransfers, RestrictToFloatAndCorrectInDouble) {
  using P = InDouble;
  using Q = Precision<float, float, P::layout, P::walk>;
  for (const BoxCase& box_case : box_transfer_cases()) {
    SCOPED_TRACE(box_case.name());
    const BoxLevels2<P, Q> l(box_case);
    decltype(l)::T::restrict_rhs(l.grid, l.f_field, l.coarse_out);
    l.expect_coarse(l.children(l.f), 1e-7);
    decltype(l)::T::restrict_residual(l.grid, l.u_field, l.f_field, l.coarse_out);
    l.expect_coarse(l.children(oracle::box_residual(l.fine.box, l.u, l.f)), 1e-7);
    decltype(l)::T::restrict_transpose(l.grid, l.u_field, l.coarse_out);
    l.expect_coarse(oracle::box_transpose(l.fine.box, l.fine.halved, l.u), 1e-7);
    decltype(l)::T::prolongate(l.grid, l.u_field, l.c_field, l.out);
    l.expect_fine(oracle::sum(l.u, 1.0, l.interpolated()), 1e-6);
    decltype(l)::T::interpolate(l.grid, l.c_field, l.out);
    l.expect_fine(l.interpolated(), 1e-6);
  }
}

} // namespace
} // namespace isobar
