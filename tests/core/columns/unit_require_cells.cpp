// Kernels refuse fields of other cells than they work on: they take strides of one field for several.
#include "support_poisson.hpp"
#include "support_problem.hpp"

#include <isobar/core/box/kernels/box_smoother.hpp>
#include <isobar/core/box/kernels/box_transfer.hpp>
#include <isobar/core/columns/kernels/smoother.hpp>
#include <isobar/core/columns/kernels/transfer.hpp>

namespace isobar {
namespace {

/// The line with which fields are refused.
template <class Call> std::string refused(const Call& call) {
  try {
    call();
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "nothing";
}

Field<double> cells(int nx, int ny, int nz) { return {"cells", nx, ny, nz}; }

TEST(RequireCells, KernelsOfColumnsNameTheFieldThatDoesNotFit) {
  const auto grid = make_grid<Double>(small_problem.setup());
  const Field<double> u = cells(32, 32, 12), coarse = cells(16, 16, 12);
  using S = Smoother<Double>;
  EXPECT_EQ(refused([&] { S::smooth_from_zero(grid, 1.0, u, cells(32, 32, 12)); }), "nothing");
  EXPECT_EQ(refused([&] { S::smooth(grid, 1.0, u, cells(32, 32, 11), cells(32, 32, 12)); }),
            "kernel smooth on fields of 32 x 32 x 12, 32 x 32 x 11, 32 x 32 x 12 cells: expected "
            "32 x 32 x 12");
  EXPECT_EQ(refused([&] { S::solve_columns(grid, u, cells(31, 32, 12)); }),
            "kernel solve_columns on fields of 32 x 32 x 12, 31 x 32 x 12 cells: expected "
            "32 x 32 x 12");
  using T = Transfer<Double>;
  EXPECT_EQ(refused([&] { T::restrict_rhs(grid, u, coarse); }), "nothing");
  EXPECT_EQ(refused([&] {
              T::restrict_rhs(grid, u, coarse, {true, false});
            }),
            "kernel restrict_rhs on fields of 16 x 16 x 12 cells: expected 16 x 32 x 12");
}

TEST(RequireCells, KernelsOfBoxesDoSo) {
  const BoxSpec box = cubes(8);
  const BoxGrid<double> grid(box, whole_box(box), {true, true, true});
  const Field<double> u = cells(8, 8, 8);
  using S = BoxSmoother<Double>;
  EXPECT_EQ(refused([&] { S::smooth_from_zero(grid, 1.0, u, cells(8, 8, 8)); }), "nothing");
  EXPECT_EQ(refused([&] { S::smooth_from_zero(grid, 1.0, u, cells(8, 4, 8)); }),
            "kernel box_smooth_from_zero on fields of 8 x 8 x 8, 8 x 4 x 8 cells: expected "
            "8 x 8 x 8");
  EXPECT_EQ(refused([&] { BoxTransfer<Double>::restrict_rhs(grid, u, cells(4, 4, 8)); }),
            "kernel box_restrict_rhs on fields of 4 x 4 x 8 cells: expected 4 x 4 x 4");
}

} // namespace
} // namespace isobar
