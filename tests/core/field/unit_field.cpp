// Layout of fields, and BLAS-1 on them.
#include "device/pack.hpp"
#include "support_fields.hpp"

#include <isobar/core/field/blas.hpp>

#include <cstdint>

namespace isobar {
namespace {

template <class T> struct Fields : testing::Test {};
using Storages = testing::Types<double, float>;
TYPED_TEST_SUITE(Fields, Storages);

TYPED_TEST(Fields, IndexOrderIsXThenLayerThenY) {
  const Field<TypeParam> f("f", 5, 3, 4);
  const TypeParam* first = f.column(0, 0);
  EXPECT_EQ(&f(0, 0, 0), first);
  EXPECT_EQ(&f(1, 0, 0), first + 1);
  EXPECT_EQ(&f(0, 1, 0), first + f.layer_stride());
  EXPECT_EQ(&f(0, 0, 1), first + f.row_stride());
  EXPECT_EQ(f.row_stride(), 4 * f.layer_stride());
  EXPECT_EQ(&f(-1, 3, -1), f.column(-1, -1) + 3 * f.layer_stride());
  EXPECT_EQ(f.column(5, 3), first + 3 * f.row_stride() + 5);
}

TYPED_TEST(Fields, RowsAreAlignedAndPaddedToWholePacksAndAHalo) {
  for (const int nx : {1, 7, 8, 31, 32, 33, 63, 64, 127, 128, 129, 500}) {
    const Field<TypeParam> f("f", nx, 2, 3);
    const FieldShape& s = f.shape();
    EXPECT_EQ(std::uintptr_t(f.column(0, 0)) % row_alignment, 0u) << nx;
    EXPECT_EQ(s.pitch * sizeof(TypeParam) % row_alignment, 0u) << nx;
    const int width = 2 * pack_width<Precision<TypeParam, TypeParam>>,
              packs = (nx + width - 1) / width;
    EXPECT_GE(s.pitch, s.offset + packs * width) << nx;
    EXPECT_GE(s.offset, 2) << nx; // a line's western and the line before's eastern halo cell
    EXPECT_LE(s.pitch, nx + widest_pack<TypeParam> + 4 * s.offset) << nx;
    EXPECT_GE(f.column(-1, -1), f.flat().data()) << nx;
    EXPECT_LE(f.column(0, 2) + 2 * s.pitch + packs * width + 1, f.flat().data() + f.flat().size())
        << nx;
  }
}

TYPED_TEST(Fields, ByColumnsIndexOrderIsLayerThenXThenY) {
  const Field<TypeParam, Layout::z_fastest> f("f", 5, 3, 4);
  const TypeParam* first = f.column(0, 0);
  EXPECT_EQ(&f(0, 0, 0), first);
  EXPECT_EQ(&f(0, 1, 0), first + 1);
  EXPECT_EQ(&f(1, 0, 0), first + f.column_stride());
  EXPECT_EQ(&f(0, 0, 1), first + f.row_stride());
  EXPECT_EQ(f.row_stride(), 7 * f.column_stride());
  EXPECT_EQ(f.column(-1, -1), f.flat().data());
  EXPECT_EQ(f.column(5, 3) + f.column_stride(), f.flat().data() + f.flat().size());
}

TYPED_TEST(Fields, ColumnsAreAlignedAndPadded) {
  for (const int nz : {1, 7, 8, 31, 32, 33, 127, 128, 129, 256, 512}) {
    const Field<TypeParam, Layout::z_fastest> f("f", 3, 2, nz);
    EXPECT_EQ(std::uintptr_t(f.column(1, 1)) % row_alignment, 0u) << nz;
    EXPECT_GE(f.column_stride(), nz);
    EXPECT_LT(f.column_stride(), nz + 2 * row_alignment / int(sizeof(TypeParam))) << nz;
  }
}

template <class T, Layout L> void expect_shape_knows_places() {
  const Field<T, L> f("f", 5, 3, 4);
  for (const int i : {-1, 0, 5})
    for (const int j : {-1, 2, 3})
      for (const int k : {0, 3}) {
        const std::ptrdiff_t place = f.shape().place(i, k, j);
        EXPECT_EQ(f.flat().data() + place, &f(i, k, j));
        const CellOfNumber at = cell_of(f.shape(), place);
        EXPECT_FALSE(at.padding);
        EXPECT_EQ(at.i, i);
        EXPECT_EQ(at.k, k);
        EXPECT_EQ(at.j, j);
      }
}

TYPED_TEST(Fields, ShapesKnowThePlacesOfCells) {
  expect_shape_knows_places<TypeParam, Layout::x_fastest>();
  expect_shape_knows_places<TypeParam, Layout::z_fastest>();
  EXPECT_NE(FieldShape::of<TypeParam>(8, 8, 8),
            FieldShape::of<TypeParam>(8, 8, 8, Layout::z_fastest));
}

/// Where an entry of a View of rank 3 lies, on a device too.
template <class View> auto* address(const View& view, int i0, int i1, int i2) {
  return view.data() + i0 * view.stride(0) + i1 * view.stride(1) + i2 * view.stride(2);
}

TYPED_TEST(Fields, AreViewsOfRankThreeInTheOrderOfMemory) {
  const Field<TypeParam> f("f", 5, 3, 4);
  const FieldShape& s = f.shape();
  static_assert(std::decay_t<decltype(f.view())>::rank == 3);
  EXPECT_EQ(address(f.view(), s.offset + 2, 1, 0 + 1), &f(2, 1, 0));
  EXPECT_EQ(address(f.view(), s.offset - 1, 3, 3 + 1), &f(-1, 3, 3));
  EXPECT_EQ(Int64(f.view().span()), s.size());
  const Field<TypeParam, Layout::z_fastest> g("g", 5, 3, 4);
  EXPECT_EQ(address(g.view(), 1, 2 + 1, 0 + 1), &g(2, 1, 0));
  EXPECT_EQ(Int64(g.view().span()), g.shape().size());
}

template <class T, Layout L> void expect_owned_is_all_but_halo_and_padding() {
  const Field<T, L> f("f", 5, 3, 4);
  const auto owned = f.owned();
  EXPECT_EQ(Int64(owned.size()), f.shape().unknowns());
  Kokkos::deep_copy(owned, T(1));
  const std::vector<T> all = contents(f);
  for (std::size_t n = 0; n < all.size(); ++n)
    ASSERT_EQ(all[n], T(cell_of(f.shape(), Int64(n)).owned ? 1 : 0)) << n;
}

TYPED_TEST(Fields, OwnedCellsAreASubview) {
  expect_owned_is_all_but_halo_and_padding<TypeParam, Layout::x_fastest>();
  expect_owned_is_all_but_halo_and_padding<TypeParam, Layout::z_fastest>();
  const Field<TypeParam> f("f", 5, 3, 4);
  EXPECT_EQ(address(f.owned(), 4, 3, 2), &f(4, 3, 2)); // (i, k, j)
}

TYPED_TEST(Fields, StartFromZeroWithTheirPadding) {
  for (const TypeParam x : contents(Field<TypeParam>("f", 5, 3, 4))) ASSERT_EQ(x, TypeParam(0));
}

TYPED_TEST(Fields, SizesDoNotOverflowAtATrillionUnknowns) {
  const FieldShape s = FieldShape::of<TypeParam>(100000, 100000, 100);
  EXPECT_EQ(s.unknowns(), 1000000000000);
  EXPECT_GT(s.size(), 1000000000000);
  EXPECT_LT(s.size(), 1010000000000);
  const FieldShape columns = FieldShape::of<TypeParam>(100000, 100000, 100, Layout::z_fastest);
  EXPECT_GT(columns.size(), 1000000000000);
  const Field<TypeParam> small("f", 1, 1, 1);
  static_assert(sizeof(small.layer_stride()) == 8);
  EXPECT_GT(PlannedGrid<TypeParam>::bytes(100000, 100000, 100),
            Int64(4) * 10000000000 * Int64(sizeof(TypeParam)));
}

TYPED_TEST(Fields, GridLevelBytesAreWhatItAllocates) {
  for (const int nx : {3, 64, 65}) {
    const GridCase c{Domain::panel, LayerSpacing::graded, Partition::whole(nx, 5), 9};
    const PlannedGrid<TypeParam> grid(c.spec(), c.part);
    const ColumnGeometry<TypeParam>& g = grid.matrix().columns();
    const std::size_t numbers = g.area.span() + g.reaction.span() + g.total.span() + g.west.span() +
                                g.south.span() + grid.matrix().volumes().span();
    EXPECT_EQ(grid.bytes(nx, 5, 9),
              Int64((numbers + grid.plan().seeds().span() + 4 * grid.matrix().profile().span() +
                     grid.plan().chunk_profile().on_device.span()) *
                    sizeof(TypeParam)));
    EXPECT_EQ(grid.unknowns(), Int64(nx) * 5 * 9);
  }
}

TYPED_TEST(Fields, Blas) {
  const Partition p = Partition::whole(7, 3);
  const oracle::Array a = oracle::random(7, 3, 5, 1), b = oracle::random(7, 3, 5, 2);
  const Field<TypeParam> x("x", 7, 3, 5), y("y", 7, 3, 5);
  Blas<TypeParam>::axpby(1.0, field_of<TypeParam>(a, p), 0.0, x); // garbage in the halo of x ...
  Blas<TypeParam>::set_zero(x);
  EXPECT_EQ(contents(x), contents(y)); // ... is gone
  const auto whole = [&](const oracle::Array& from) {
    const Field<TypeParam> to("to", 7, 3, 5);
    const auto host = Kokkos::create_mirror_view(to.flat());
    for (std::size_t n = 0; n < host.size(); ++n)
      if (const CellOfNumber at = cell_of(to.shape(), Int64(n)); at.owned)
        host(n) = TypeParam(from(at.j, at.i, at.k));
    Kokkos::deep_copy(to.flat(), host);
    return to;
  };
  Blas<TypeParam>::copy(whole(a), x);
  Blas<TypeParam>::copy(whole(b), y);
  const double tolerance = 50 * std::numeric_limits<TypeParam>::epsilon();
  for (const Int64 at_once : {Int64(7), Int64(64), Blas<TypeParam>::most_at_once})
    EXPECT_NEAR(Blas<TypeParam>::dot(x, y, at_once), oracle::dot(a, b),
                tolerance * oracle::dot(a, a));
  Blas<TypeParam>::axpby(0.5, x, -2.0, y, 50);
  oracle::Array expected = oracle::sum(oracle::Array(7, 3, 5), -2.0, b);
  EXPECT_TRUE(matches(y, oracle::sum(expected, 0.5, a), p, tolerance));
}

} // namespace
} // namespace isobar
