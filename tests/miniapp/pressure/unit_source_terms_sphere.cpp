// Right-hand sides of the whole sphere: what is filled is what the formulas say, on any part of the
// rows. Nothing is special at edges of panels or along an axis.
#include "pressure/problem/problem.hpp"
#include "support_deck.hpp"

#include <isobar/core/grid/cubed_sphere.hpp>

#include <cmath>
#include <gtest/gtest.h>

namespace isobar::sphere_source_terms_test {
namespace {

constexpr int nz = 6;

Deck deck_of(const std::string& kind, int n, int seed = 1) {
  const std::string count = std::to_string(n);
  return parse("[grid]\ndomain = \"sphere\"\nnx = " + count + "\nny = " + count + "\nnz = 6\n",
               {"rhs.kind=" + kind, "rhs.seed=" + std::to_string(seed)});
}

class SphereRightSides : public testing::TestWithParam<const char*> {};

TEST_P(SphereRightSides, FillWhatTheFormulaSays) {
  constexpr int n = 8;
  const Deck deck = deck_of(GetParam(), n);
  double largest = 0.0;
  for (int rank = 0; rank < 4; ++rank) { // a panel and a half each
    const Partition part = Partition::on_sphere(n, {3 * rank, 3, 1, 2}).in_host_order();
    const HostField f("f", part.ny, part.nx, nz);
    fill_right_side(deck, part, f);
    for (int j = 0; j < part.ny; ++j)
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < nz; ++k) {
          EXPECT_NEAR(f(j, i, k), right_side(deck, i, part.first_j + j, k), 1e-14);
          largest = std::max(largest, std::abs(f(j, i, k)));
        }
  }
  EXPECT_GT(largest, 0.1);
}

INSTANTIATE_TEST_SUITE_P(Kinds, SphereRightSides,
                         testing::Values("box", "constant", "random", "smooth", "blob", "sources",
                                         "layered"),
                         [](const auto& kind) { return std::string(kind.param); });

class SphereSources : public testing::TestWithParam<const char*> {};

TEST_P(SphereSources, FollowFromTheSeed) {
  const Deck one = deck_of(GetParam(), 16, 1), two = deck_of(GetParam(), 16, 2);
  double difference = 0.0;
  for (int j = 0; j < 6 * 16; ++j)
    difference =
        std::max(difference, std::abs(right_side(one, 5, j, 3) - right_side(two, 5, j, 3)));
  EXPECT_GT(difference, 0.01);
}

/// Columns beside each other differ by little, and no more where they are on two panels.
TEST_P(SphereSources, AreAsSmoothAcrossEdgesOfPanels) {
  constexpr int n = 48;
  const Deck deck = deck_of(GetParam(), n);
  const CubedSphere sphere(n);
  double inside = 0.0, across = 0.0;
  for (int panel = 0; panel < panel_count; ++panel)
    for (int j = 0; j < n; j += 5)
      for (const int i : {0, 5, 17, 31}) {
        const SphereColumn beside = sphere.column(panel, i - 1, j);
        const double here = right_side(deck, i, panel * n + j, 2);
        const double there = right_side(deck, beside.i, beside.panel * n + beside.j, 2);
        double& largest = i == 0 ? across : inside;
        largest = std::max(largest, std::abs(here - there));
      }
  EXPECT_GT(inside, 0.01);
  EXPECT_LT(across, 3.0 * inside);
}

/// Every panel has its share, and the sum over the sphere is small beside its parts.
TEST_P(SphereSources, AreEverywhere) {
  constexpr int n = 16;
  const Deck deck = deck_of(GetParam(), n);
  double all = 0.0, squares[panel_count] = {};
  for (int j = 0; j < panel_count * n; ++j)
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < nz; ++k) {
        const double f = right_side(deck, i, j, k);
        squares[j / n] += f * f;
        all += f * f;
      }
  for (const double square : squares) EXPECT_GT(square, 0.2 * all / panel_count);
}

INSTANTIATE_TEST_SUITE_P(Kinds, SphereSources, testing::Values("sources", "layered"),
                         [](const auto& kind) { return std::string(kind.param); });

} // namespace
} // namespace isobar::sphere_source_terms_test
