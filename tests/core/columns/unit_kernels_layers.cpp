// Merged layers: their matrix, and the two transfers between them and all layers.
#include "support_fields.hpp"

#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/columns/kernels/layer_transfer.hpp>

namespace isobar {
namespace {

/// Factors that divide n_z, that do not, and that leave one level.
constexpr int factors[] = {2, 3, 4, 8, 100};

oracle::Matrix merged_matrix(const GridCase& c, int merge) { return {c.spec(), c.part, merge}; }

template <class P> struct VerticalTransfers : testing::Test {
  static constexpr double tolerance = kernel_tolerance<P>();
  using S = typename P::storage;
  using Grid = GridOf<P>;

  /// use(case, merge, the merged matrix, its grid)
  template <class Use> static void for_all(const Use& use) {
    for (const GridCase& c : any_cases())
      for (const int merge : factors) {
        SCOPED_TRACE(c.name() + " by " + std::to_string(merge));
        use(c, merge, merged_matrix(c, merge), Grid(c.spec(), c.part, 1, 1.0, merge));
      }
  }
};
TYPED_TEST_SUITE(VerticalTransfers, Precisions, PrecisionNames);

TYPED_TEST(VerticalTransfers, RestrictionSumsOrIsTheTransposeOfInterpolation) {
  using S = typename TypeParam::storage;
  this->for_all([&](const GridCase& c, int merge, const oracle::Matrix& m, const auto& grid) {
    const oracle::Array f = oracle::random(m.nx, m.ny, c.nz, 1);
    for (const Restriction restriction : {Restriction::average, Restriction::transpose}) {
      const LayerTransfer<TypeParam> vertical(c.spec(), grid, merge, restriction);
      Kokkos::deep_copy(vertical.f().flat(), field_of<S, TypeParam::layout>(f, c.part).flat());
      const auto out = garbage_field<S, TypeParam::layout>(c.part, m.nz);
      const auto before = contents(out);
      vertical.restrict_layers(grid, out);
      const oracle::Array expected =
          restriction == Restriction::average
              ? oracle::sum_levels(m, f)
              : oracle::transpose_of_interpolation(m, f, c.matrix().heights);
      EXPECT_TRUE(matches(out, expected, c.part, this->tolerance));
      EXPECT_TRUE(only_owned_written(out, before));
    }
  });
}

TYPED_TEST(VerticalTransfers, InterpolationIsLinearInHeightInHalosToo) {
  using S = typename TypeParam::storage;
  this->for_all([&](const GridCase& c, int merge, const oracle::Matrix& m, const auto& grid) {
    const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1);
    const LayerTransfer<TypeParam> vertical(c.spec(), grid, merge, Restriction::average);
    vertical.interpolate_layers(grid, field_of<S, TypeParam::layout>(u, c.part, Beyond::mirror));
    // Garbage in the padding is for interpolation to leave alone: what it wrote is owned or halo.
    const auto expected = field_of<S, TypeParam::layout>(
        oracle::interpolate_layers(m, u, c.matrix().heights), c.part, Beyond::mirror);
    const auto found = contents(vertical.u()), wanted = contents(expected);
    for (std::size_t n = 0; n < found.size(); ++n)
      if (cell_of(expected.shape(), Int64(n)).padding) ASSERT_EQ(found[n], S(0)) << n;
      else ASSERT_NEAR(found[n], wanted[n], 2.0 * this->tolerance) << n;
  });
}

TYPED_TEST(VerticalTransfers, MergedGridHasTheMatrixOfItsLayers) {
  this->for_all([&](const GridCase& c, int, const oracle::Matrix& m, const auto& grid) {
    using S = typename TypeParam::storage;
    const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1);
    const auto out = garbage_field<S, TypeParam::layout>(c.part, m.nz);
    Operator<TypeParam>::apply(grid, field_of<S, TypeParam::layout>(u, c.part), out);
    EXPECT_TRUE(matches(out, oracle::apply(m, u), c.part, this->tolerance));
  });
}

} // namespace
} // namespace isobar
