// The view that kernels have of a layer and of its fields, rows counted northwards and southwards.
#include "support_fields.hpp"

#include "device/stencil.hpp"

namespace isobar {
namespace {

/// Counts the numbers in which a row differs from the same one counted from the north. Row 0 is the
/// southern halo row.
template <class P> struct CompareOrders {
  using A = typename P::arithmetic;
  using One = Pack<A, 1>;
  GridCells<A> north, south;
  FieldStrides<P::layout> north_strides, south_strides;
  Cells<typename P::storage, P::layout> u_north, u_south;
  int nx, ny, nz;

  KOKKOS_FUNCTION void operator()(int row, int& wrong) const {
    const int j = row - 1, from_north = ny - 1 - j;
    for (int i = 0; i < nx; ++i) {
      if (j >= 0 && j < ny)
        wrong += differ(ColumnStencil<One>::at(north, i, j),
                        ColumnStencil<One>::at(south, i, from_north));
      for (int k = 0; k < nz; ++k)
        wrong += &u_north.at(north_strides.cell(i, k, j))[0] !=
                 &u_south.at(south_strides.cell(i, k, from_north))[0];
    }
  }
  KOKKOS_FUNCTION static int differ(const ColumnStencil<One>& a, const ColumnStencil<One>& b) {
    return (a.vertical.get(0) != b.vertical.get(0)) + (a.reaction.get(0) != b.reaction.get(0)) +
           (a.total.get(0) != b.total.get(0)) + (a.west.get(0) != b.west.get(0)) +
           (a.east.get(0) != b.east.get(0)) + (a.south.get(0) != b.north.get(0)) +
           (a.north.get(0) != b.south.get(0));
  }
};

template <class P> struct KernelsSee : testing::Test {};
TYPED_TEST_SUITE(KernelsSee, Precisions, PrecisionNames);

TYPED_TEST(KernelsSee, TheSameLayerEitherWayHaloRowsToo) {
  using A = typename TypeParam::arithmetic;
  for (const GridCase& c : any_cases()) {
    SCOPED_TRACE(c.name());
    const GridLevel<A> grid(c.spec(), c.part);
    const FieldOf<TypeParam> u("u", c.part.nx, c.part.ny, c.nz);
    const CompareOrders<TypeParam> compare{GridCells(grid),
                                           GridCells(grid, RowOrder::southward),
                                           FieldStrides(u),
                                           FieldStrides(u, RowOrder::southward),
                                           Cells(u),
                                           Cells(u, RowOrder::southward),
                                           c.part.nx,
                                           c.part.ny,
                                           c.nz};
    int wrong = 0;
    Kokkos::parallel_reduce("compare ways", Kokkos::RangePolicy<ExecutionSpace>(0, c.part.ny + 2),
                            compare, wrong);
    EXPECT_EQ(wrong, 0);
  }
}

} // namespace
} // namespace isobar
