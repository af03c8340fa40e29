// The view that kernels have of a layer and of its fields, rows counted northwards and southwards.
#include "support_fields.hpp"

#include "device/stencil.hpp"

#include <array>
#include <cstdint>

namespace isobar {
namespace {

/// Returns the number of differences between the numbers of a column in two packs.
template <class V, class W>
KOKKOS_FUNCTION int differ(const ColumnStencil<V>& a, int lane, const ColumnStencil<W>& b) {
  return (a.vertical.get(lane) != b.vertical.get(0)) + (a.reaction.get(lane) != b.reaction.get(0)) +
         (a.total.get(lane) != b.total.get(0)) + (a.west.get(lane) != b.west.get(0)) +
         (a.east.get(lane) != b.east.get(0)) + (a.south.get(lane) != b.south.get(0)) +
         (a.north.get(lane) != b.north.get(0));
}

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
      if (j >= 0 && j < ny) {
        ColumnStencil<One> turned = ColumnStencil<One>::at(south, i, from_north);
        const One south_of_turned = turned.north;
        turned.north = turned.south, turned.south = south_of_turned;
        wrong += differ(ColumnStencil<One>::at(north, i, j), 0, turned);
      }
      for (int k = 0; k < nz; ++k)
        wrong += &u_north.at(north_strides.cell(i, k, j))[0] !=
                 &u_south.at(south_strides.cell(i, k, from_north))[0];
    }
  }
};

/// Counts the numbers of pairs of columns that differ from those of the columns one by one.
template <class A> struct ComparePairs {
  GridCells<A> grid;
  int nx;
  KOKKOS_FUNCTION void operator()(int j, int& wrong) const {
    for (int i = 0; i < nx; i += 2) {
      const auto pair = ColumnStencil<Pack<A, 2>>::at(grid, i, j);
      for (int lane = 0; lane < 2 && i + lane < nx; ++lane)
        wrong += differ(pair, lane, ColumnStencil<Pack<A, 1>>::at(grid, i + lane, j));
    }
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

/// A GPU loads the numbers of a pair by one instruction, which needs whole pairs in memory.
TYPED_TEST(KernelsSee, PairsOfColumns) {
  using A = typename TypeParam::arithmetic;
  for (const GridCase& c : any_cases()) {
    SCOPED_TRACE(c.name());
    const GridLevel<A> grid(c.spec(), c.part);
    const GridCells<A> cells(grid);
    EXPECT_EQ(cells.row % 2, 0);
    const std::array all{cells.vertical, cells.reaction, cells.total, cells.west, cells.south};
    for (const A* numbers : all)
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(numbers) % (2 * sizeof(A)), 0u);
    int wrong = 0;
    Kokkos::parallel_reduce("compare pairs", Kokkos::RangePolicy<ExecutionSpace>(0, c.part.ny),
                            ComparePairs<A>{cells, c.part.nx}, wrong);
    EXPECT_EQ(wrong, 0);
  }
}

} // namespace
} // namespace isobar
