// Kernels on patches of the sphere against the matrix of SphereOracle.
#include "support_sphere.hpp"

#include <isobar/core/columns/kernels/domain_sides.hpp>
#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/columns/kernels/general_operator.hpp>
#include <isobar/core/columns/kernels/smoother.hpp>
#include <isobar/core/columns/kernels/transfer.hpp>
#include <isobar/core/multigrid/rim_first_patches.hpp>

namespace isobar::sphere_test {
namespace {

constexpr int n = 8, nz = 6;

/// u on the sphere, random, and what the oracle makes of it.
struct OnSphere {
  SphereOracle a{sphere_spec(nz), n};
  oracle::Array u = oracle::random(n, 6 * n, nz, 1), f = oracle::random(n, 6 * n, nz, 2),
                image = a.apply(u), residual = oracle::sum(f, -1.0, image);
};
const OnSphere& on_sphere() {
  static const OnSphere numbers;
  return numbers;
}

/// Owned cells are those of the array; all else is as it was.
template <class T>
testing::AssertionResult has_cells(const FieldMemory<T>& field, const std::vector<T>& before,
                                   const oracle::Array& expected, const Partition& p,
                                   double tolerance) {
  const oracle::Array own = of_patches(expected, p), cells = sphere_cells(field, p);
  const oracle::Array difference = oracle::sum(cells, -1.0, own);
  double largest = 0.0, error = 0.0;
  for (std::size_t c = 0; c < own.values.size(); ++c) {
    largest = std::max(largest, std::abs(own.values[c]));
    error = std::max(error, std::abs(difference.values[c]));
  }
  if (!(error <= tolerance * largest))
    return testing::AssertionFailure() << "differs by " << error << " of " << largest;
  const std::vector<T> now = contents(field);
  const PatchRows rows = p.rows();
  for (std::size_t c = 0; c < now.size(); ++c) {
    const CellOfNumber at = cell_of(field.shape(), Int64(c));
    const bool between = at.owned && at.j % rows.stride >= rows.rows;
    if ((!at.owned || between) && now[c] != before[c])
      return testing::AssertionFailure()
             << "number " << c << " of column (" << at.i << ", " << at.j << ") was written";
  }
  return testing::AssertionSuccess();
}

/// Layer by layer with the oracle of alpha_h by position; alpha_v in series between the layers' centres.
oracle::Array sphere_image_of_cells(const std::array<oracle::Array, 3>& cells,
                                    const oracle::Array& u) {
  const auto& [alpha_h, alpha_v, beta] = cells;
  const SphereOracle plain(sphere_spec(nz), n);
  const oracle::Matrix& m = plain.layers;
  const std::vector<double> thickness = LayerMeasures(sphere_spec(nz)).thickness;
  oracle::Array v(n, 6 * n, nz);
  for (int k = 0; k < nz; ++k) {
    GridSpec spec = sphere_spec(nz);
    spec.columns = std::make_shared<const ColumnFields>(
        ColumnFields{[&, k](int i, int row) { return cells[0](row, i, k); }, {}, {}, nullptr});
    const SphereOracle layer(spec, n);
    for (int c = 0; c < 6 * n * n; ++c) {
      const int row = c / n, i = c % n;
      double horizontal = 0.0;
      for (const auto& [other, coefficient] : layer.couplings[std::size_t(c)])
        horizontal += coefficient * (u(other / n, other % n, k) - u(row, i, k));
      const auto vertical = [&, row = row, i = i](double coupling, int other) {
        if (other < 0 || other >= nz) return 0.0;
        const double own = thickness[std::size_t(k)], beyond = thickness[std::size_t(other)];
        const double alpha =
            (own + beyond) / (own / alpha_v(row, i, k) + beyond / alpha_v(row, i, other));
        return coupling * alpha * (u(row, i, other) - u(row, i, k));
      };
      v(row, i, k) = m.d[k] * horizontal + plain.area[std::size_t(c)] *
                                               (m.a[k] * beta(row, i, k) * u(row, i, k) +
                                                vertical(m.b[k], k + 1) + vertical(m.c[k], k - 1));
    }
  }
  return v;
}

oracle::Array sums_of_four(const oracle::Array& fine) {
  oracle::Array coarse(fine.nx / 2, fine.ny / 2, fine.nz);
  for (int j = 0; j < fine.ny; ++j)
    for (int i = 0; i < fine.nx; ++i)
      for (int k = 0; k < fine.nz; ++k) coarse(j / 2, i / 2, k) += fine(j, i, k);
  return coarse;
}

template <class P> struct SphereKernels : testing::Test {
  using S = typename P::storage;
  static constexpr Layout L = P::layout;
  using Vector = FieldOf<P>;
  const OnSphere& sphere = on_sphere();
  const double tolerance = 4.0 * kernel_tolerance<P>();

  Vector field(const oracle::Array& x, const Partition& p) const {
    return sphere_field<S, L>(x, p);
  }
};
TYPED_TEST_SUITE(SphereKernels, Precisions, PrecisionNames);

TYPED_TEST(SphereKernels, ApplyTheMatrixAndItsResidual) {
  for (const Partition& p : sphere_parts(n)) {
    const GridOf<TypeParam> grid(sphere_spec(nz), p);
    const auto u = this->field(this->sphere.u, p), f = this->field(this->sphere.f, p);
    const auto out = garbage_field<typename TestFixture::S, TestFixture::L>(p, nz);
    const auto before = contents(out);
    Operator<TypeParam>::apply(grid, u, out);
    EXPECT_TRUE(has_cells(out, before, this->sphere.image, p, this->tolerance));
    Operator<TypeParam>::residual(grid, u, f, out);
    EXPECT_TRUE(has_cells(out, before, this->sphere.residual, p, this->tolerance));
    const oracle::Array own = of_patches(this->sphere.residual, p);
    EXPECT_NEAR(Operator<TypeParam>::residual_norm_squared(grid, u, f), oracle::dot(own, own),
                this->tolerance * oracle::dot(own, own));
  }
}

TYPED_TEST(SphereKernels, ApplyTheMatrixWithFunctionsOfThePosition) {
  const GridSpec spec = sphere_spec_with_fields(n, nz);
  const oracle::Array image = SphereOracle(spec, n).apply(this->sphere.u);
  for (const Partition& p : sphere_parts(n)) {
    const GridOf<TypeParam> grid(spec, p);
    const auto u = this->field(this->sphere.u, p);
    const auto out = garbage_field<typename TestFixture::S, TestFixture::L>(p, nz);
    const auto before = contents(out);
    Operator<TypeParam>::apply(grid, u, out);
    EXPECT_TRUE(has_cells(out, before, image, p, this->tolerance));
  }
}

/// Each layer has its own alpha_h; corners of the cube have the mean of three cells.
TYPED_TEST(SphereKernels, ApplyTheMatrixWithCoefficientsACell) {
  using P = TypeParam;
  using S = typename TestFixture::S;
  const auto numbers = [](int seed) {
    oracle::Array x = oracle::random(n, 6 * n, nz, seed);
    for (double& number : x.values) number = float(1.25 + 0.5 * number);
    return x;
  };
  const oracle::Array alpha_h = numbers(11), alpha_v = numbers(12), beta = numbers(13);
  const oracle::Array image = sphere_image_of_cells({alpha_h, alpha_v, beta}, this->sphere.u);
  for (const Partition& p : sphere_parts(n)) {
    CoefficientFields<P> cells{this->field(alpha_h, p), this->field(alpha_v, p),
                               this->field(beta, p)};
    const GeneralOperator<P> a({sphere_spec(nz), p, {}}, cells);
    DomainSides<P>::mean_at_cube_corners(a.grid(), cells.alpha_h);
    const auto out = garbage_field<S, TestFixture::L>(p, nz);
    const auto before = contents(out);
    a.apply(this->field(this->sphere.u, p), out);
    EXPECT_TRUE(has_cells(out, before, image, p, this->tolerance));
  }
}

/// A step from u is u + rho M^-1 (f - A u), and M^-1 is the step from zero with rho = 1.
TYPED_TEST(SphereKernels, Smooth) {
  using P = TypeParam;
  for (const Partition& p : sphere_parts(n)) {
    const GridOf<P> grid(sphere_spec(nz), p);
    const auto u = this->field(this->sphere.u, p), f = this->field(this->sphere.f, p),
               r = this->field(this->sphere.residual, p);
    const auto out = garbage_field<typename TestFixture::S, TestFixture::L>(p, nz),
               step = garbage_field<typename TestFixture::S, TestFixture::L>(p, nz);
    const auto before = contents(out);
    Smoother<P>::smooth_from_zero(grid, 0.7, r, step);
    EXPECT_TRUE(has_cells(step, before, sphere_cells(step, p), p, 0.0));
    const oracle::Array expected =
        oracle::sum(of_patches(this->sphere.u, p), 1.0, sphere_cells(step, p));
    Smoother<P>::smooth(grid, 0.7, u, f, out);
    EXPECT_TRUE(has_cells(out, before, expected, p, this->tolerance));
  }
}

TYPED_TEST(SphereKernels, Restrict) {
  using P = TypeParam;
  for (const Partition& p : sphere_parts(n)) {
    const GridOf<P> grid(sphere_spec(nz), p);
    const Partition coarse = p.coarsened();
    const auto u = this->field(this->sphere.u, p), f = this->field(this->sphere.f, p);
    const auto out = garbage_field<typename TestFixture::S, TestFixture::L>(coarse, nz);
    const auto before = contents(out);
    Transfer<P, P>::restrict_rhs(grid, f, out, {});
    EXPECT_TRUE(has_cells(out, before, sums_of_four(this->sphere.f), coarse, this->tolerance));
    Transfer<P, P>::restrict_residual(grid, u, f, out, {});
    EXPECT_TRUE(
        has_cells(out, before, sums_of_four(this->sphere.residual), coarse, this->tolerance));
  }
}

/// With half the sums beyond corners of the cube it is the transpose of the prolongation: <P c, r> = <c, P^T r>.
TYPED_TEST(SphereKernels, RestrictByTheTranspose) {
  using P = TypeParam;
  const oracle::Array c = oracle::random(n / 2, 3 * n, nz, 3);
  oracle::Array whole(n / 2, 3 * n, nz);
  for (const Partition& p : sphere_parts(n)) {
    const GridOf<P> grid(sphere_spec(nz), p);
    const Partition coarse = p.coarsened();
    const auto r = this->field(this->sphere.u, p);
    with_cube_corners(r, p);
    const auto out = garbage_field<typename TestFixture::S, TestFixture::L>(coarse, nz);
    const auto before = contents(out);
    Transfer<P, P>::restrict_transpose(grid, r, out, {});
    if (p.is_whole()) whole = sphere_cells(out, coarse);
    EXPECT_TRUE(has_cells(out, before, whole, coarse, this->tolerance));
  }
  const double expected = oracle::dot(prolongated_on_sphere(c), this->sphere.u);
  EXPECT_NEAR(oracle::dot(c, whole), expected, this->tolerance * std::abs(expected));
}

/// Interpolation of a coarse u whose halo is right, beyond corners of the cube, too. Prolongation adds the same to u.
TYPED_TEST(SphereKernels, Prolongate) {
  using P = TypeParam;
  using T = typename TestFixture::S;
  for (const Partition& p : sphere_parts(n)) {
    const GridOf<P> grid(sphere_spec(nz), p);
    const Partition coarse = p.coarsened();
    const oracle::Array c = oracle::random(n / 2, 3 * n, nz, 3);
    const auto u_coarse = this->field(c, coarse);
    with_cube_corners(u_coarse, coarse);
    const auto out = garbage_field<T, TestFixture::L>(p, nz),
               sum = garbage_field<T, TestFixture::L>(p, nz),
               steps = garbage_field<T, TestFixture::L>(p, nz);
    const auto before = contents(out);
    const oracle::Array fine = prolongated_on_sphere(c), zero(n, 6 * n, nz);
    Transfer<P, P>::interpolate(grid, u_coarse, out, {}, {});
    EXPECT_TRUE(has_cells(out, before, fine, p, this->tolerance));
    const auto u = this->field(this->sphere.u, p), f = this->field(this->sphere.f, p);
    const oracle::Array corrected = oracle::sum(this->sphere.u, 1.0, fine);
    Transfer<P, P>::prolongate(grid, u, u_coarse, sum, {});
    EXPECT_TRUE(has_cells(sum, before, corrected, p, this->tolerance));
    const auto local = this->field(this->sphere.u, p), from_zero = this->field(zero, p);
    add_prolongated(c, local, p);
    Smoother<P>::smooth(grid, 0.7, local, f, sum);
    Transfer<P, P>::prolongate_smooth(grid, 0.7, u, f, u_coarse, steps);
    EXPECT_TRUE(has_cells(steps, before, sphere_cells(sum, p), p, 2.0 * this->tolerance));
    add_prolongated(c, from_zero, p);
    Smoother<P>::smooth(grid, 0.7, from_zero, f, sum);
    Transfer<P, P>::interpolate_smooth(grid, 0.7, f, u_coarse, steps);
    EXPECT_TRUE(has_cells(steps, before, sphere_cells(sum, p), p, 2.0 * this->tolerance));
  }
}

/// Parts of all patches at once, and never a column beside them.
TYPED_TEST(SphereKernels, WorkOnPartsOfPatches) {
  using P = TypeParam;
  using T = typename TestFixture::S;
  if constexpr (TestFixture::L == Layout::x_fastest) {
    constexpr int wide = 96, few = 3;
    const Partition p = Partition::on_sphere(wide, {7, 2, 1, 4}), coarse = p.coarsened();
    const GridOf<P> grid(sphere_spec(few), p);
    const RimFirstPatches<GridOf<P>> parts(grid, 2);
    ASSERT_FALSE(parts.empty());
    const auto u = this->field(oracle::random(wide, 6 * wide, few, 1), p),
               f = this->field(oracle::random(wide, 6 * wide, few, 2), p),
               u_coarse = this->field(oracle::random(wide / 2, 3 * wide, few, 3), coarse);
    with_cube_corners(u_coarse, coarse);
    const auto garbage = [&] { return garbage_field<T, TestFixture::L>(p, few); };
    const auto whole = garbage(), smoothed = garbage(), corrected = garbage();
    const auto before = contents(whole);
    int sent = 0;
    const auto send = [&] { ++sent; };
    parts.for_each(
        [&](const GridOf<P>& some, int i, int j) {
          const auto part = [&](const auto& x) { return x.part(i, j, some.nx(), some.ny()); };
          Smoother<P>::smooth(some, 0.7, part(u), part(f), part(smoothed));
          const Partition below = some.partition().coarsened();
          Transfer<P, P>::prolongate_smooth(some, 0.7, part(u), part(f),
                                            u_coarse.part(i / 2, j / 2, below.nx, below.ny),
                                            part(corrected));
        },
        send);
    EXPECT_EQ(sent, 1);
    Smoother<P>::smooth(grid, 0.7, u, f, whole);
    EXPECT_TRUE(has_cells(smoothed, before, sphere_cells(whole, p), p, this->tolerance));
    Transfer<P, P>::prolongate_smooth(grid, 0.7, u, f, u_coarse, whole);
    EXPECT_TRUE(has_cells(corrected, before, sphere_cells(whole, p), p, this->tolerance));
  }
}

} // namespace
} // namespace isobar::sphere_test
