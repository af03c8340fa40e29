// Kernels with right-hand sides of 16 bits, against the same kernels in float on the same numbers.
#include "support_fields.hpp"

#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/columns/kernels/refinement_kernels.hpp>
#include <isobar/core/columns/kernels/smoother.hpp>
#include <isobar/core/columns/kernels/transfer.hpp>

#include <cmath>
#include <limits>

namespace isobar {
namespace {

using InHalf = Precision<float, float, Layout::x_fastest, InDouble::walk, Half>;
using InFloat = WithoutHalf<InHalf>;

/// A right-hand side in 16 bits, and the same numbers in float.
struct TwoWidths {
  Field<Half> half;
  Field<float> wide;
  explicit TwoWidths(const Field<float>& f) : half("half", f.shape()), wide("wide", f.shape()) {
    const auto from = contents(f);
    const auto halves = Kokkos::create_mirror_view(half.flat());
    const auto floats = Kokkos::create_mirror_view(wide.flat());
    for (std::size_t n = 0; n < from.size(); ++n) {
      halves(n) = Half(from[n]);
      floats(n) = halves(n);
    }
    Kokkos::deep_copy(half.flat(), halves);
    Kokkos::deep_copy(wide.flat(), floats);
  }
};

/// Two results that differ by no more than what a compiler may round differently.
void expect_same(const Field<float>& found, const Field<float>& expected) {
  const auto x = contents(found), y = contents(expected);
  float largest = 0.0f, difference = 0.0f;
  for (std::size_t n = 0; n < x.size(); ++n) {
    if (cell_of(found.shape(), Int64(n)).padding) continue;
    largest = std::max(largest, std::abs(y[n]));
    difference = std::max(difference, std::abs(x[n] - y[n]));
  }
  EXPECT_LE(difference, 1e-6f * largest);
}

/// Runs a kernel with either f. run(kernels' type P, f, out) writes `out`, on this case's cells.
template <class Run> void compare(const Partition& target, int nz, const TwoWidths& f, Run&& run) {
  const auto found = garbage_field<float>(target, nz), expected = garbage_field<float>(target, nz);
  run(InHalf(), f.half, found);
  run(InFloat(), f.wide, expected);
  expect_same(found, expected);
}

/// u and f of a case.
struct HalfLevel {
  GridCase c;
  oracle::Matrix m;
  GridOf<InHalf> grid;
  Field<float> u;
  TwoWidths f;
  explicit HalfLevel(const GridCase& grid_case)
      : c(grid_case), m(c.matrix()), grid(c.spec(), c.part),
        u(field_of<float>(oracle::random(m.nx, m.ny, m.nz, 1), c.part)),
        f(field_of<float>(oracle::apply(m, oracle::random(m.nx, m.ny, m.nz, 2)), c.part)) {}
};

TEST(HalfKernels, SmoothingSteps) {
  for (const GridCase& c : any_cases<InHalf>()) {
    SCOPED_TRACE(c.name());
    const HalfLevel l(c);
    compare(c.part, c.nz, l.f, [&]<class P>(P, const auto& f, const auto& out) {
      Smoother<P>::smooth(l.grid, 1.4, l.u, f, out);
    });
    compare(c.part, c.nz, l.f, [&]<class P>(P, const auto& f, const auto& out) {
      (void)Smoother<P>::smooth_norm(l.grid, 1.4, l.u, f, out);
    });
    compare(c.part, c.nz, l.f, [&]<class P>(P, const auto& f, const auto& out) {
      Smoother<P>::smooth_mirrored(l.grid, 1.4, l.u, f, out);
    });
    compare(c.part, c.nz, l.f, [&]<class P>(P, const auto& f, const auto& out) {
      Smoother<P>::smooth_from_zero(l.grid, 1.4, f, out);
    });
  }
}

TEST(HalfKernels, SmoothingOfOneColour) {
  for (const GridCase& c : two_point_cases<InHalf>()) {
    SCOPED_TRACE(c.name());
    const HalfLevel l(c);
    compare(c.part, c.nz, l.f, [&]<class P>(P, const auto& f, const auto& out) {
      Kokkos::deep_copy(out.flat(), l.u.flat());
      Smoother<P>::smooth_colour(l.grid, 1.4, Colour::red, out, f);
    });
  }
}

TEST(HalfKernels, NormOfTheResidual) {
  for (const GridCase& c : any_cases<InHalf>()) {
    SCOPED_TRACE(c.name());
    const HalfLevel l(c);
    const double expected = Operator<InFloat>::residual_norm_squared(l.grid, l.u, l.f.wide);
    EXPECT_NEAR(Operator<InHalf>::residual_norm_squared(l.grid, l.u, l.f.half), expected,
                1e-6 * expected);
  }
}

TEST(HalfKernels, Restrictions) {
  for (const TransferCase& c : transfer_cases<InHalf>()) {
    SCOPED_TRACE(c.name());
    const HalfLevel l(c);
    const Partition coarse = c.coarse().part;
    compare(coarse, c.nz, l.f, [&]<class P>(P, const auto& f, const auto& out) {
      Transfer<P, InFloat>::restrict_residual(l.grid, l.u, f, out, c.halved);
    });
    compare(coarse, c.nz, l.f, [&]<class P>(P, const auto& f, const auto& out) {
      Transfer<P, InFloat>::restrict_rhs(l.grid, f, out, c.halved);
    });
  }
}

TEST(HalfKernels, SmoothingStepsOnCorrectedCells) {
  for (const GridCase& c : even_cases<InHalf>()) {
    SCOPED_TRACE(c.name());
    const HalfLevel l(c), coarse(c.coarsened());
    compare(c.part, c.nz, l.f, [&]<class P>(P, const auto& f, const auto& out) {
      Transfer<P, InFloat>::prolongate_smooth(l.grid, 1.4, l.u, f, coarse.u, out);
    });
    compare(c.part, c.nz, l.f, [&]<class P>(P, const auto& f, const auto& out) {
      Transfer<P, InFloat>::interpolate_smooth(l.grid, 1.4, f, coarse.u, out);
    });
  }
}

/// The residual of 16 bits is the one of float, rounded once more.
void expect_rounded(const Field<Half>& found, const Field<float>& expected) {
  const auto x = contents(found);
  const auto y = contents(expected);
  for (std::size_t n = 0; n < x.size(); ++n) {
    const CellOfNumber place = cell_of(expected.shape(), Int64(n));
    if (!place.owned) ASSERT_EQ(x[n].bits, Half(0).bits) << n;
    else ASSERT_NEAR(float(x[n]), y[n], 0x1.1p-11f * std::abs(y[n]) + 0x1p-25f) << n;
  }
}

TEST(HalfKernels, ResidualsOfRefinement) {
  using Wide = RefinementKernels<InDouble, InFloat>;
  using Narrow = RefinementKernels<InDouble, InHalf>;
  for (const GridCase& c : any_cases()) {
    SCOPED_TRACE(c.name());
    const HalfLevel l(c);
    const GridOf<InDouble> grid(c.spec(), c.part);
    const auto f = field_of<double>(oracle::random(l.m.nx, l.m.ny, l.m.nz, 3), c.part);
    const auto u = field_of<double>(oracle::random(l.m.nx, l.m.ny, l.m.nz, 4), c.part);
    const auto out = garbage_field<double>(c.part, c.nz);
    const ScaledFloat e{l.u, 0.25}, wide{Field<float>("r", c.part.nx, c.part.ny, c.nz), 0.5};
    const Scaled<Half> narrow{Field<Half>("r", wide.field.shape()), 0.5};
    const auto agree = [&](double found, double expected) {
      EXPECT_NEAR(found, expected, 1e-12 * expected);
      expect_rounded(narrow.field, wide.field);
    };
    agree(Narrow::to_float(grid, f, narrow), Wide::to_float(grid, f, wide));
    agree(Narrow::residual(grid, e, f, narrow), Wide::residual(grid, e, f, wide));
    agree(Narrow::correct(grid, u, e, f, out, narrow), Wide::correct(grid, u, e, f, out, wide));
    agree(Narrow::correct(grid, e, e, f, out, narrow), Wide::correct(grid, e, e, f, out, wide));
  }
}

/// A residual that grows by more than its factor allows for, and one that is no number.
TEST(HalfKernels, NumbersBeyondTheRangeAreCutOffAndNaNsStay) {
  const GridCase c = any_cases().front();
  const GridOf<InDouble> grid(c.spec(), c.part);
  for (const double value : {1e30, -1e30, 65519.0, std::numeric_limits<double>::quiet_NaN()}) {
    oracle::Array f(c.part.global_nx, c.part.global_ny, c.nz);
    for (double& x : f.values) x = value;
    const Field<double> f_field = owned_field<double>(f, c.part);
    const FieldShape shape = FieldShape::of<float>(c.part.nx, c.part.ny, c.nz);
    const Scaled<Half> r{Field<Half>("r", shape), 1.0};
    (void)RefinementKernels<InDouble, InHalf>::to_float(grid, f_field, r);
    const auto found = contents(r.field);
    for (std::size_t n = 0; n < found.size(); ++n)
      if (cell_of(shape, Int64(n)).owned) {
        if (std::isnan(value)) ASSERT_TRUE(std::isnan(float(found[n])));
        else ASSERT_EQ(float(found[n]), std::copysign(65504.0f, float(value)));
      }
  }
}

} // namespace
} // namespace isobar
