// The effects of cells' volumes on fields, against loops over the oracle's volumes.
#include "support_fields.hpp"

#include <isobar/core/grid/cell_volumes.hpp>

#include <cmath>

namespace isobar {
namespace {

template <class P> struct Volumes : testing::Test {};
TYPED_TEST_SUITE(Volumes, Precisions, PrecisionNames);

TYPED_TEST(Volumes, OfOwnedCellsAlone) {
  using S = typename TypeParam::storage;
  constexpr Layout L = TypeParam::layout;
  const double tolerance = kernel_tolerance<TypeParam>();
  const GridCase c{Domain::panel, LayerSpacing::graded, {17, 9, 3, 2, 10, 5, {}, {}, {}, {}}, 7};
  const oracle::Matrix m = c.matrix();
  const GridLevel<typename TypeParam::arithmetic> grid(c.spec(), c.part);
  const oracle::Array u = oracle::random(17, 9, 7, 1);
  oracle::Array means = u, shifted = u, added = u;
  double integral = 0.0, volume = 0.0, sum = 0.0, magnitudes = 0.0;
  for (int j = 0; j < 9; ++j)
    for (int i = 0; i < 17; ++i)
      for (int k = 0; k < 7; ++k) {
        const double x = u(j, i, k), v = m.column(j, i).area * m.volume[std::size_t(k)];
        means(j, i, k) = x / v;
        shifted(j, i, k) = x + 2.5;
        added(j, i, k) = x + 2.5e4 * v;
        if (j < 2 || j >= 7 || i < 3 || i >= 13) continue;
        integral += x * v, volume += v, sum += x, magnitudes += std::abs(x);
      }
  const auto field = [&] { return field_of<S, L>(u, c.part); };
  const auto expect = [&](const Field<S, L>& f, const std::vector<S>& before,
                          const oracle::Array& right) {
    EXPECT_TRUE(matches(f, right, c.part, tolerance));
    EXPECT_TRUE(only_owned_written(f, before));
  };
  const Field<S, L> a = field(), b = field(), d = field();
  const auto before = contents(a);
  const Sums integrals = CellVolumes<TypeParam>::integral(grid, a);
  EXPECT_NEAR(integrals.first, integral, tolerance * volume);
  EXPECT_NEAR(integrals.second, volume, tolerance * volume);
  const Sums sums = CellVolumes<TypeParam>::sums(grid, a);
  EXPECT_NEAR(sums.first, sum, tolerance * magnitudes);
  EXPECT_NEAR(sums.second, magnitudes, tolerance * magnitudes);
  EXPECT_EQ(contents(a), before);
  CellVolumes<TypeParam>::divide(grid, a);
  expect(a, before, means);
  CellVolumes<TypeParam>::add(grid, 2.5, b);
  expect(b, before, shifted);
  CellVolumes<TypeParam>::add_integrated(grid, 2.5e4, d);
  expect(d, before, added);
}

} // namespace
} // namespace isobar
