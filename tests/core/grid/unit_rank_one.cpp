// The product nearest to a field.
#include "support_oracle.hpp"

#include <gtest/gtest.h>
#include <isobar/core/grid/rank_one.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace isobar {
namespace {

constexpr int nx = 5, ny = 3, nz = 4;

WeightedCells weights() {
  WeightedCells cells{nx, ny, {}, {}};
  for (int n = 0; n < nx * ny; ++n) cells.area.push_back(1.0 + 0.3 * n);
  for (int k = 0; k < nz; ++k) cells.volume.push_back(2.0 + k);
  return cells;
}
double profile(int k) { return std::exp(-0.5 * k); }
double column(int i, int j) { return 2.0 + std::sin(i + 3.0 * j); }
/// Far from any product.
double rough(int i, int j, int k) { return 1.0 + 0.9 * std::sin(1.0 + i * j * k + 2 * i - k); }

/// The distance that rank_one minimises.
double distance(const CellFunction& c, const RankOne& r) {
  const WeightedCells cells = weights();
  double sum = 0.0;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      for (int k = 0; k < nz; ++k) {
        const double d = std::log(c(i, j, k)) - std::log(r.profile[k] * r.column[j * nx + i]);
        sum += cells.area[j * nx + i] * cells.volume[k] * d * d;
      }
  return sum;
}

TEST(RankOneApproximation, GivesAProductBack) {
  const RankOne r =
      rank_one([](int i, int j, int k) { return profile(k) * column(i, j); }, weights());
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      for (int k = 0; k < nz; ++k)
        EXPECT_NEAR(r.profile[k] * r.column[j * nx + i], profile(k) * column(i, j), 1e-14);
  EXPECT_NEAR(r.largest_factor, 1.0, 1e-14);
  EXPECT_NEAR(r.rms_factor, 1.0, 1e-14);
}

TEST(RankOneApproximation, IsTheMinimum) {
  const RankOne best = rank_one(rough, weights());
  const double least = distance(rough, best);
  for (int n = 0; n < nz + nx * ny; ++n)
    for (const double factor : {0.999, 1.001}) {
      RankOne other = best;
      (n < nz ? other.profile[n] : other.column[n - nz]) *= factor;
      EXPECT_GT(distance(rough, other), least);
    }
  double geometric_mean = 0.0;
  for (int n = 0; n < nx * ny; ++n) geometric_mean += weights().area[n] * std::log(best.column[n]);
  EXPECT_NEAR(geometric_mean, 0.0, 1e-12);
}

TEST(RankOneApproximation, SaysHowFarTheFieldIs) {
  const RankOne r = rank_one(rough, weights());
  double largest = 1.0, weight = 0.0;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      for (int k = 0; k < nz; ++k) {
        const double quotient = rough(i, j, k) / (r.profile[k] * r.column[j * nx + i]);
        largest = std::max({largest, quotient, 1.0 / quotient});
        weight += weights().area[j * nx + i] * weights().volume[k];
      }
  EXPECT_NEAR(r.largest_factor, largest, 1e-13 * largest);
  EXPECT_NEAR(r.rms_factor, std::exp(std::sqrt(distance(rough, r) / weight)), 1e-13);
  EXPECT_GT(r.rms_factor, 1.1);
}

// Two ranks with the rows of one: sums of both are what one has. The other rank's numbers are known
// beforehand here.
TEST(RankOneApproximation, OfSeveralRanksIsThatOfOne) {
  const RankOne whole = rank_one(rough, weights());
  const auto part = [](int first, int rows) {
    WeightedCells cells = weights();
    cells.ny = rows;
    cells.area = {cells.area.begin() + first * nx, cells.area.begin() + (first + rows) * nx};
    return cells;
  };
  std::vector<std::vector<double>> sent; // by the southern rank, call by call
  const auto remember = [&](std::span<double> x) { sent.emplace_back(x.begin(), x.end()); };
  // The part of the other rank's second sum that a rank needs depends on the
  // first sum: the layers' means are exchanged first.
  for (int round = 0; round < 3; ++round) {
    const std::vector<std::vector<double>> other = sent;
    sent.clear();
    std::size_t call = 0;
    const auto northern = round % 2 == 1;
    const auto add = [&](std::span<double> x) {
      remember(x);
      if (call < other.size())
        for (std::size_t n = 0; n < x.size(); ++n) x[n] += other[call][n];
      ++call;
    };
    const auto larger = [&](std::span<double> x) {
      remember(x);
      if (call < other.size()) x[0] = std::max(x[0], other[call][0]);
      ++call;
    };
    const CellFunction c = [&](int i, int j, int k) { return rough(i, j + (northern ? 2 : 0), k); };
    const RankOne mine = rank_one(c, northern ? part(2, 1) : part(0, 2), {add, larger});
    if (round == 0) continue; // has seen nothing of the other rank
    for (int k = 0; k < nz; ++k) EXPECT_NEAR(mine.profile[k], whole.profile[k], 1e-14);
    const int first = northern ? 2 * nx : 0;
    for (std::size_t n = 0; n < mine.column.size(); ++n)
      EXPECT_NEAR(mine.column[n], whole.column[first + n], 1e-14);
    if (round < 2) continue; // the other rank's distances were from its own product
    EXPECT_NEAR(mine.largest_factor, whole.largest_factor, 1e-13);
    EXPECT_NEAR(mine.rms_factor, whole.rms_factor, 1e-13);
  }
}

std::string refusal(const CellFunction& c, const WeightedCells& cells) {
  try {
    rank_one(c, cells);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

/// So that a rank may reckon columns that it does not own.
TEST(RankOneApproximation, AColumnFollowsFromItsOwnCellsAndTheProfile) {
  const RankOne r = rank_one(rough, weights());
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      EXPECT_NEAR(column_factor([&](int k) { return rough(i, j, k); }, r.profile, weights().volume),
                  r.column[j * nx + i], 1e-14);
}

TEST(RankOneApproximation, WrongInputIsNamed) {
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(refusal([&](int i, int j, int k) { return i == 2 && j == 1 && k < 2 ? bad : 1.0; },
                      weights()),
              "a coefficient of which 2 numbers are not finite and greater than 0, as all have to "
              "be");
  WeightedCells cells = weights();
  cells.area.pop_back();
  EXPECT_EQ(refusal(rough, cells), "weights of 14 columns and 4 layers, expected one for each of 5 "
                                   "x 3 columns and for each layer");
}

} // namespace
} // namespace isobar
