// The kernels between double and float against the oracle.
#include "support_fields.hpp"

#include <isobar/core/columns/kernels/refinement_kernels.hpp>

namespace isobar {
namespace {

using Kernels = RefinementKernels<InDouble>;

/// u in float or double, e in float, f, and where results go; factors as different as they may be.
struct Inputs {
  GridCase c;
  oracle::Matrix m;
  oracle::Array u, e, f;
  GridOf<InDouble> grid;
  ScaledFloat e_field, r;
  Field<double> f_field, out;
  std::vector<float> r_before;
  std::vector<double> out_before;

  explicit Inputs(const GridCase& grid_case)
      : c(grid_case), m(c.matrix()), u(oracle::random(m.nx, m.ny, m.nz, 1)),
        e(oracle::random(m.nx, m.ny, m.nz, 2)),
        f(oracle::apply(m, oracle::random(m.nx, m.ny, m.nz, 3))),
        grid(c.spec(), c.part), e_field{field_of<float>(e, c.part), 0x1p-9}, r{garbage_field<float>(
                                                                                   c.part, c.nz),
                                                                               0x1p-70},
        f_field(field_of<double>(f, c.part)), out(garbage_field<double>(c.part, c.nz)),
        r_before(contents(r.field)), out_before(contents(out)) {}

  /// Sum of the squares of what this rank owns.
  double square(const oracle::Array& x) const {
    const oracle::Array mine = owned(field_of<double>(x, c.part));
    return oracle::dot(mine, mine);
  }
  void expect_rounded(const oracle::Array& expected, double norm_squared) const {
    const oracle::Array zero(m.nx, m.ny, m.nz);
    EXPECT_TRUE(matches(r.field, oracle::sum(zero, 1.0 / r.factor, expected), c.part, 1e-7));
    EXPECT_TRUE(only_owned_written(r.field, r_before));
    EXPECT_NEAR(norm_squared, square(expected), 1e-12 * square(expected));
  }
};

TEST(RefinementKernels, ToSingleAndBack) {
  for (const GridCase& c : any_cases()) {
    SCOPED_TRACE(c.name());
    const Inputs in(c);
    const double norm = Kernels::to_float(in.grid, in.f_field, in.r);
    in.expect_rounded(in.f, norm);
    Kernels::to_double(in.grid, in.r, in.out);
    EXPECT_TRUE(matches(in.out, in.f, c.part, 1e-7));
    EXPECT_TRUE(only_owned_written(in.out, in.out_before));
  }
}

TEST(RefinementKernels, Residual) {
  for (const GridCase& c : any_cases()) {
    SCOPED_TRACE(c.name());
    const Inputs in(c);
    const double norm = Kernels::residual(in.grid, in.e_field, in.f_field, in.r);
    const oracle::Array zero(in.m.nx, in.m.ny, in.m.nz);
    in.expect_rounded(oracle::residual(in.m, oracle::sum(zero, 0x1p-9, in.e), in.f), norm);
  }
}

/// U is a field of double, or a scaled one of float that stands for the same numbers.
template <class U> void expect_corrected(const Inputs& in, const U& u) {
  const oracle::Array expected = oracle::sum(in.u, 0x1p-9, in.e);
  const double norm = Kernels::correct(in.grid, u, in.e_field, in.f_field, in.out, in.r);
  EXPECT_TRUE(matches(in.out, expected, in.c.part, 1e-15));
  EXPECT_TRUE(only_owned_written(in.out, in.out_before));
  in.expect_rounded(oracle::residual(in.m, expected, in.f), norm);
}

TEST(RefinementKernels, Correct) {
  for (const GridCase& c : any_cases()) {
    SCOPED_TRACE(c.name());
    const Inputs of_double(c), of_float(c);
    expect_corrected(of_double, field_of<double>(of_double.u, c.part));
    const oracle::Array zero(of_float.m.nx, of_float.m.ny, of_float.m.nz);
    const oracle::Array small = oracle::sum(zero, 0x1p-80, of_float.u);
    expect_corrected(of_float, ScaledFloat{field_of<float>(small, c.part), 0x1p80});
  }
}

} // namespace
} // namespace isobar
