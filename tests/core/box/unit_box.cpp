// Boxes: axes, what is refused, which axes are halved, the levels, and the factors of their smoothers.
#include "support_box_cases.hpp"

#include <isobar/core/multigrid/smoother_factors.hpp>

#include <cmath>

namespace isobar {
namespace {

/// The message of check() about an axis.
std::string refused(const Axis& axis) {
  try {
    check(axis, "x");
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "nothing";
}

TEST(Axis, UniformCells) {
  const Axis a = Axis::uniform(4, 2.0, zero, closed);
  EXPECT_EQ(a.interfaces, (std::vector<double>{0.0, 0.5, 1.0, 1.5, 2.0}));
  EXPECT_EQ(a.cells(), 4);
  EXPECT_DOUBLE_EQ(a.length(), 2.0);
  EXPECT_DOUBLE_EQ(a.width(3), 0.5);
  EXPECT_DOUBLE_EQ(a.centre(1), 0.75);
  EXPECT_TRUE(a.is_uniform());
  EXPECT_FALSE(a.is_periodic());
  EXPECT_TRUE(Axis::uniform(7, 0.3, around, around).is_uniform()); // widths differ by rounding
}

TEST(Axis, StretchedCellsAreNarrowAtBothSidesAndAlike) {
  const int n = 40;
  const Axis a = Axis::stretched(n, 3.0, 5.0, zero, zero);
  EXPECT_EQ(a.interfaces.front(), 0.0);
  EXPECT_EQ(a.interfaces.back(), 3.0);
  EXPECT_FALSE(a.is_uniform());
  for (int i = 0; i < n / 2; ++i) EXPECT_NEAR(a.width(i), a.width(n - 1 - i), 1e-14);
  for (int i = 1; i < n / 2; ++i) EXPECT_GT(a.width(i), a.width(i - 1));
  EXPECT_NEAR(a.width(n / 2) / a.width(0), 5.0, 0.5);
  EXPECT_DOUBLE_EQ(a.least_width(), std::min(a.width(0), a.width(n - 1)));
  EXPECT_EQ(Axis::stretched(8, 1.0, 1.0, zero, closed), Axis::uniform(8, 1.0, zero, closed));
}

TEST(Axis, CoarseCellsCoverTwoAndTheLastOneMayCoverOne) {
  EXPECT_EQ((Axis{{0.0, 1.0, 3.0, 4.0, 6.0}, zero, closed}.coarsened()),
            (Axis{{0.0, 3.0, 6.0}, zero, closed}));
  EXPECT_EQ((Axis{{0.0, 1.0, 3.0, 4.0}, closed, zero}.coarsened()),
            (Axis{{0.0, 3.0, 4.0}, closed, zero}));
  EXPECT_EQ((Axis{{0.0, 1.0, 3.0}, zero, zero}.coarsened()), (Axis{{0.0, 3.0}, zero, zero}));
}

TEST(Axis, SaysInOneLineWhatIsWrong) {
  EXPECT_EQ(refused(Axis::uniform(1, 1.0, zero, zero)), "nothing");
  const std::string no_cells = "x: no cells; expected at least two interfaces";
  EXPECT_EQ(refused({{}, zero, zero}), no_cells);
  EXPECT_EQ(refused({{1.0}, zero, zero}), no_cells);
  const std::string order =
      " do not ascend; expected finite numbers from the low side to the high one";
  EXPECT_EQ(refused({{0.0, 1.0, 1.0}, zero, zero}), "x: interfaces 1 and 2" + order);
  EXPECT_EQ(refused({{0.0, -1.0, 1.0}, zero, zero}), "x: interfaces 0 and 1" + order);
  EXPECT_EQ(refused({{0.0, NAN, 1.0}, zero, zero}), "x: interfaces 0 and 1" + order);
  EXPECT_EQ(refused({{0.0, 1.0, INFINITY}, zero, zero}), "x: interfaces 1 and 2" + order);
  const std::string single = "x: one side alone is periodic; expected both or none";
  EXPECT_EQ(refused(Axis::uniform(2, 1.0, around, zero)), single);
  EXPECT_EQ(refused(Axis::uniform(2, 1.0, closed, around)), single);
}

/// A box of cells of one width each way, u = 0 on all sides.
BoxSpec box_of(int nx, int ny, int nz, double hx = 1.0, double hy = 1.0, double hz = 1.0,
               Boundary side = zero) {
  return {Axis::uniform(nx, nx * hx, side, side), Axis::uniform(ny, ny * hy, side, side),
          Axis::uniform(nz, nz * hz, side, side)};
}

TEST(Box, KnowsItsVolumeAndWhetherConstantsAreFree) {
  EXPECT_DOUBLE_EQ(box_of(4, 3, 2, 1.0, 2.0, 0.5).volume(), 4.0 * 6.0 * 1.0);
  EXPECT_EQ(box_of(4, 3, 2).cells(), 24);
  EXPECT_FALSE(box_of(4, 4, 4).is_singular());
  BoxSpec box = box_of(4, 4, 4, 1.0, 1.0, 1.0, closed);
  EXPECT_TRUE(box.is_singular());
  box.y = Axis::uniform(4, 1.0, around, around);
  EXPECT_TRUE(box.is_singular());
  box.z.high = zero;
  EXPECT_FALSE(box.is_singular());
  EXPECT_EQ(box.periodic(), (Periodic{false, true}));
}

TEST(Box, PartitionsOfOtherBoxesAreRefused) {
  const BoxSpec box = box_of(6, 4, 2);
  EXPECT_NO_THROW(BoxGrid<double>(box, whole_box(box), {}));
  EXPECT_THROW(BoxGrid<double>(box, Partition::whole(6, 5), {}), std::invalid_argument);
  EXPECT_THROW(BoxGrid<double>(box, Partition::whole(6, 4, {true, false}), {}),
               std::invalid_argument);
  EXPECT_THROW(BoxGrid<double>(box_of(6, 0, 2), Partition::whole(6, 0), {}), std::invalid_argument);
}

TEST(BoxHalving, TakesTheAxesOfStrongCoupling) {
  EXPECT_TRUE(next_halving(box_of(8, 8, 8)).all());
  EXPECT_EQ(next_halving(box_of(8, 8, 8, 1.0, 1.4, 1.6)), (Halving{true, true, false}));
  EXPECT_EQ(next_halving(box_of(8, 8, 8, 2.0, 1.0, 4.0)), (Halving{false, true, false}));
  // An axis of one cell neither can be halved nor holds the others back.
  EXPECT_EQ(next_halving(box_of(8, 1, 8, 1.0, 0.1, 1.0)), (Halving{true, false, true}));
  EXPECT_FALSE(next_halving(box_of(1, 1, 1)).any());
  BoxSpec odd = box_of(8, 8, 8);
  odd.x = Axis::uniform(9, 9.0, around, around);
  EXPECT_EQ(next_halving(odd), (Halving{false, true, true}));
}

// Each of these axes has an odd number of cells sooner or later, after which the last one is narrow.
TEST(BoxHalving, HalvesAllAxesOfACubeWhateverTheirNumbers) {
  for (const BoxSpec& box : {box_of(33, 32, 32), box_of(31, 33, 32), box_of(65, 63, 64),
                             box_of(20, 28, 24), box_of(50, 37, 41)}) {
    std::vector<BoxSpec> levels = box_levels(box, 5);
    ASSERT_EQ(levels.size(), 5u);
    for (int l = 1; l < 5; ++l)
      for (const auto& [coarse, fine] :
           {std::pair(levels[l].x, levels[l - 1].x), std::pair(levels[l].y, levels[l - 1].y),
            std::pair(levels[l].z, levels[l - 1].z)})
        EXPECT_EQ(coarse.cells(), (fine.cells() + 1) / 2);
  }
}

TEST(BoxLevels, EndWhereTheyAreAskedTo) {
  EXPECT_EQ(box_levels(box_of(64, 64, 64), 100).size(), 7u);
  EXPECT_EQ(box_levels(box_of(64, 64, 64), 3).size(), 3u);
  EXPECT_EQ(box_levels(box_of(64, 64, 64), 100, 64).back().cells(), 64);
  EXPECT_EQ(box_levels(box_of(64, 8, 64), 100).back().cells(), 1);
  // 0 u = f
  const auto free = box_levels(box_of(16, 16, 16, 1.0, 1.0, 1.0, closed), 100);
  EXPECT_EQ(free.back().cells(), 8);
  // Halved first where it is narrow.
  const auto flat = box_levels(box_of(16, 16, 16, 1.0, 1.0, 0.25), 3);
  EXPECT_EQ(flat[1], box_of(16, 16, 8, 1.0, 1.0, 0.5));
  EXPECT_EQ(flat[2], box_of(16, 16, 4, 1.0, 1.0, 1.0));
}

TEST(ChebyshevFactors, MakeThePolynomialThatIsSmallest) {
  for (const int steps : {1, 2, 3, 4, 7}) {
    const std::vector<double> factors = chebyshev_factors(steps);
    ASSERT_EQ(int(factors.size()), steps);
    double largest = 0.0;
    for (double e = 1.0 / 3.0; e <= 2.0; e += 1e-3) {
      double product = 1.0;
      for (const double rho : factors) product *= 1.0 - rho * e;
      largest = std::max(largest, std::abs(product));
    }
    EXPECT_NEAR(largest, chebyshev_reduction(steps), 1e-9) << steps;
  }
  EXPECT_TRUE(chebyshev_factors(0).empty());
  EXPECT_NEAR(chebyshev_factors(1)[0], 6.0 / 7.0, 1e-15); // weighted Jacobi's best
}

// Whatever is behind a step is not much larger than what was before all of them.
TEST(ChebyshevFactors, TakeTurnsSoThatNothingGrows) {
  for (const int steps : {2, 4, 8, 16})
    for (double e = 0.0; e <= 2.0; e += 1e-2) {
      double product = 1.0;
      for (const double rho : chebyshev_factors(steps)) {
        product *= 1.0 - rho * e;
        EXPECT_LE(std::abs(product), 6.0) << steps << ' ' << e;
      }
    }
}

// The same for many steps over a wide interval, where large and small factors in turn would grow to 1e15 in 64 steps.
TEST(ChebyshevFactors, OfManyStepsDoNotGrow) {
  const double least = 1e-3;
  for (const int steps : {20, 32, 64, 128}) {
    const std::vector<double> factors = chebyshev_factors(steps, least, 2.0);
    for (double e = 0.0; e <= 2.0; e += 1e-3) {
      double product = 1.0;
      for (const double rho : factors) {
        product *= 1.0 - rho * e;
        ASSERT_LE(std::abs(product), 1e4) << steps << ' ' << e;
      }
      const double bound = e < least ? 1.0 : chebyshev_reduction(steps, least, 2.0);
      EXPECT_LE(std::abs(product), bound * (1.0 + 1e-6));
    }
  }
}

} // namespace
} // namespace isobar
