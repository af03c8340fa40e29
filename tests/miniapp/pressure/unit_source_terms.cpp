// Right-hand sides of sources: what is filled is what the formulas say, they follow from the seed, and all three dimensions count.
#include "pressure/problem/problem.hpp"
#include "support_deck.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace isobar::source_terms_test {
namespace {

Deck deck_of(const std::string& kind, int seed = 1, int n = 24) {
  const std::string count = std::to_string(n);
  return parse("[grid]\nnx = " + count + "\nny = " + count + "\nnz = 12\n",
               {"rhs.kind=" + kind, "rhs.seed=" + std::to_string(seed)});
}

class SourceTerms : public testing::TestWithParam<const char*> {};

TEST_P(SourceTerms, FillWhatTheFormulaSays) {
  const Deck deck = deck_of(GetParam());
  const Partition part{.first_i = 6, .first_j = 12, .nx = 12, .ny = 12};
  const HostField f("f", part.ny, part.nx, deck.grid.nz);
  fill_right_side(deck, part, f);
  double largest = 0.0;
  for (int j = 0; j < part.ny; ++j)
    for (int i = 0; i < part.nx; ++i)
      for (int k = 0; k < deck.grid.nz; ++k) {
        EXPECT_NEAR(f(j, i, k), right_side(deck, part.first_i + i, part.first_j + j, k), 1e-14);
        largest = std::max(largest, std::abs(f(j, i, k)));
      }
  EXPECT_GT(largest, 0.1);
}

/// A device makes a few rows after the others, where they are transposed.
TEST_P(SourceTerms, AreMadeInPiecesAsInOne) {
  const Deck deck = deck_of(GetParam());
  const Partition part{.first_i = 6, .first_j = 12, .nx = 12, .ny = 12};
  const HostField whole("whole", part.ny, part.nx, deck.grid.nz);
  fill_right_side(deck, part, whole);
  const MakeRows make = right_side_rows(deck, part);
  const Kokkos::View<double***, Kokkos::LayoutRight, MemorySpace> rows("rows", 5, part.nx,
                                                                       deck.grid.nz);
  const HostField piece("piece", 5, part.nx, deck.grid.nz);
  make(ExecutionSpace(), HostOrderRows(rows.data(), 5, part.nx, deck.grid.nz), 7);
  Kokkos::deep_copy(piece, rows);
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < part.nx; ++i)
      for (int k = 0; k < deck.grid.nz; ++k) EXPECT_EQ(piece(j, i, k), whole(7 + j, i, k));
}

TEST_P(SourceTerms, FollowFromTheSeed) {
  const Deck one = deck_of(GetParam(), 1), two = deck_of(GetParam(), 2);
  double difference = 0.0;
  for (int i = 0; i < 24; ++i)
    difference =
        std::max(difference, std::abs(right_side(one, i, 9, 5) - right_side(two, i, 9, 5)));
  EXPECT_GT(difference, 0.01);
}

/// Cell (i, j) of a grid and (3 i + 1, 3 j + 1) of one three times as fine have one centre.
TEST_P(SourceTerms, AreTheSameOnAFinerGrid) {
  const Deck coarse = deck_of(GetParam(), 3, 24), fine = deck_of(GetParam(), 3, 72);
  for (int j = 0; j < 24; j += 3)
    for (int i = 0; i < 24; ++i)
      EXPECT_NEAR(right_side(coarse, i, j, 4), right_side(fine, 3 * i + 1, 3 * j + 1, 4), 1e-12);
}

/// No direction is alike: the share of the square sum that is not in the mean over it.
TEST_P(SourceTerms, VaryInAllDirections) {
  const Deck deck = deck_of(GetParam());
  constexpr int n = 24, nz = 12;
  double all = 0.0, means_x = 0.0, means_y = 0.0, means_z = 0.0;
  const auto square_of_mean = [](double sum, int count) { return sum * sum / count; };
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) {
      double sum = 0.0;
      for (int k = 0; k < nz; ++k) {
        const double f = right_side(deck, a, b, k);
        sum += f;
        all += f * f;
      }
      means_z += square_of_mean(sum, nz);
    }
  for (int a = 0; a < n; ++a)
    for (int k = 0; k < nz; ++k) {
      double sum_x = 0.0, sum_y = 0.0;
      for (int b = 0; b < n; ++b) {
        sum_x += right_side(deck, b, a, k);
        sum_y += right_side(deck, a, b, k);
      }
      means_x += square_of_mean(sum_x, n);
      means_y += square_of_mean(sum_y, n);
    }
  for (const double means : {means_x, means_y, means_z}) EXPECT_LT(means, 0.7 * all);
}

INSTANTIATE_TEST_SUITE_P(Kinds, SourceTerms, testing::Values("sources", "layered"),
                         [](const auto& kind) { return std::string(kind.param); });

} // namespace
} // namespace isobar::source_terms_test
