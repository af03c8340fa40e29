// Neighbours around a periodic domain, and what travels between them: two ranks in a direction meet on both sides.
#include "support_halo.hpp"
#include <isobar/comm/topology/halo_pattern.hpp>
#include <isobar/core/grid/coarsening.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace isobar;

namespace {

constexpr Periodic periodic_cases[] = {{true, false}, {false, true}, {true, true}};
constexpr int layer_count = 3;

template <class F> void for_each_run(const F& check) {
  for (const Periodic periodic : periodic_cases)
    for (int px = 1; px <= 4; ++px)
      for (int py = 1; py <= 4; ++py)
        for (const auto& [nx, ny] : {std::pair(4, 4), {5, 9}, {16, 8}}) {
          if (max_levels(nx, ny, ProcessGrid{px, py}, periodic) == 0) continue;
          SCOPED_TRACE(testing::Message() << nx << " x " << ny << " on " << px << " x " << py
                                          << ", " << to_string(periodic));
          check(Decomposition({nx, ny, 1, px * py, ProcessGrid{px, py}, periodic}));
        }
}

FieldShape shape_of(const Decomposition& d, int rank) {
  const Partition p = d.of_rank(rank).partition();
  return FieldShape::of<double>(p.nx, p.ny, layer_count);
}
HaloPattern pattern_of(const Decomposition& d, int rank) {
  return halo_pattern(shape_of(d, rank), d.of_rank(rank).neighbours());
}

double cell_value(int i, int k, int j) { return 1.0 + i + 64.0 * (k + 8.0 * j); }

/// Owned cells hold their number in the domain, all others 0.
std::vector<double> owned_cells(const Decomposition& d, int rank) {
  const FieldShape s = shape_of(d, rank);
  const Partition p = d.of_rank(rank).partition();
  std::vector<double> cells(std::size_t(s.size()), 0.0);
  for (int j = 0; j < p.ny; ++j)
    for (int k = 0; k < layer_count; ++k)
      for (int i = 0; i < p.nx; ++i)
        cells[std::size_t(s.place(i, k, j))] = cell_value(p.first_i + i, k, p.first_j + j);
  return cells;
}

/// The messages of a side to or from a rank, as an exchange makes them of blocks that follow each other: edges, then
/// corners.
std::vector<std::vector<HaloBlock>> messages(const HaloSide& side, int rank) {
  std::vector<std::vector<HaloBlock>> all;
  for (int b = 0; b < int(side.all().size()); ++b) {
    const HaloBlock& block = side.all()[std::size_t(b)];
    if (block.rank != rank) continue;
    const bool follows =
        b > 0 && b != side.blocks(Halo::edges) && side.all()[std::size_t(b) - 1].rank == rank;
    if (!follows) all.emplace_back();
    all.back().push_back(block);
  }
  return all;
}

/// Halo cells that do not hold the cell around the domain, or hold one beyond a side. Where the rank is its own
/// neighbour nothing travels.
int wrong_cells(const Decomposition& d, int rank, const std::vector<double>& cells) {
  const FieldShape s = shape_of(d, rank);
  const Partition p = d.of_rank(rank).partition();
  const Periodic own = d.own_sides(), around = d.periodic();
  int wrong = 0;
  for (int j = -1; j <= p.ny; ++j)
    for (int i = -1; i <= p.nx; ++i) {
      int gi = p.first_i + i, gj = p.first_j + j;
      bool travels = true;
      if (gi < 0 || gi >= p.global_nx) travels = around.x && !own.x;
      if (gj < 0 || gj >= p.global_ny) travels = travels && around.y && !own.y;
      gi = (gi + p.global_nx) % p.global_nx;
      gj = (gj + p.global_ny) % p.global_ny;
      for (int k = 0; k < layer_count; ++k)
        wrong += cells[std::size_t(s.place(i, k, j))] != (travels ? cell_value(gi, k, gj) : 0.0);
    }
  return wrong;
}

/// All messages of a run, unpacked, of the part of the patterns with some of the ranks.
template <class Wanted> void expect_messages_match(const Decomposition& d, const Wanted& wanted) {
  for (int to = 0; to < d.ranks(); ++to)
    for (int from = 0; from < d.ranks(); ++from) {
      const auto part = [&](int rank) {
        return pattern_of(d, rank).with([&](int other) { return wanted(rank, other); });
      };
      const auto sent = messages(part(from).sent, to), received = messages(part(to).received, from);
      ASSERT_EQ(sent.size(), received.size()) << from << " to " << to;
      for (std::size_t m = 0; m < sent.size(); ++m) {
        ASSERT_EQ(sent[m].size(), received[m].size());
        for (std::size_t b = 0; b < sent[m].size(); ++b)
          EXPECT_EQ(sent[m][b].size(), received[m][b].size());
      }
    }
}

TEST(PeriodicPatterns, NeighboursGoAroundTheDomain) {
  const Decomposition d({16, 16, 1, 6, ProcessGrid{3, 2}, {true, true}}, 2);
  EXPECT_EQ(d.neighbour(Direction::west), 1);
  EXPECT_EQ(d.neighbour(Direction::east), 0);
  EXPECT_EQ(d.neighbour(Direction::south), 5);
  EXPECT_EQ(d.neighbour(Direction::north), 5);
  EXPECT_EQ(d.neighbour(Direction::south_east), 3);
  EXPECT_EQ(d.neighbour(Direction::north_west), 4);
  const Decomposition slabs({16, 16, 1, 3, ProcessGrid{1, 3}, {true, true}});
  EXPECT_EQ(slabs.neighbour(Direction::west), -1) << "its own neighbour";
  EXPECT_EQ(slabs.neighbour(Direction::south_west), -1);
  EXPECT_EQ(slabs.neighbour(Direction::south), 2);
  EXPECT_EQ(slabs.own_sides(), (Periodic{true, false}));
}

TEST(PeriodicPatterns, NeighboursKnowOfEachOther) {
  for_each_run([](const Decomposition& d) {
    for (int rank = 0; rank < d.ranks(); ++rank)
      for (int n = 0; n < direction_count; ++n) {
        const int other = d.of_rank(rank).neighbour(Direction(n));
        EXPECT_NE(other, rank);
        if (other >= 0) {
          EXPECT_EQ(d.of_rank(other).neighbour(opposite(Direction(n))), rank);
        }
      }
  });
}

TEST(PeriodicPatterns, FillTheHaloAroundTheDomain) {
  for_each_run([](const Decomposition& d) {
    for (int to = 0; to < d.ranks(); ++to) {
      std::vector<double> cells = owned_cells(d, to);
      const HaloPattern receiver = pattern_of(d, to);
      for (int from = 0; from < d.ranks(); ++from) {
        const std::vector<double> source = owned_cells(d, from);
        std::vector<double> message;
        for (const auto& blocks : messages(pattern_of(d, from).sent, to))
          for (const HaloBlock& b : blocks)
            for_each_number(b, [&](std::size_t n) { message.push_back(source.at(n)); });
        std::size_t read = 0;
        for (const auto& blocks : messages(receiver.received, from))
          for (const HaloBlock& b : blocks)
            for_each_number(b, [&](std::size_t n) { cells.at(n) = message.at(read++); });
        EXPECT_EQ(read, message.size());
      }
      EXPECT_EQ(wrong_cells(d, to, cells), 0) << "rank " << to;
    }
  });
}

// Also where some of the neighbours are peers, whose blocks leave the list.
TEST(PeriodicPatterns, MessagesOfTwoRanksAreTheSameOnBothSides) {
  for_each_run([](const Decomposition& d) {
    expect_messages_match(d, [](int, int) { return true; });
    for (const int host : {2, 3})
      expect_messages_match(d, [=](int a, int b) { return a / host != b / host; });
  });
}

TEST(PeriodicPatterns, DirectionsAreHalvedWhileTheyAreEven) {
  EXPECT_EQ(max_levels(48, 48, ProcessGrid{1, 1}), 7);
  for (const Periodic periodic : periodic_cases) {
    EXPECT_EQ(max_levels(48, 48, ProcessGrid{1, 1}, periodic), 5);
    EXPECT_EQ(max_levels(48, 48, ProcessGrid{3, 2}, periodic), 5);
    EXPECT_EQ(max_levels(48, 48, ProcessGrid{2, 4}, periodic), 4);
    EXPECT_EQ(max_levels(33, 33, ProcessGrid{1, 1}, periodic), 1);
  }
  EXPECT_EQ(max_levels(32, 33, ProcessGrid{1, 1}, {true, false}), 7);
  EXPECT_EQ(max_levels(64, 64, 4, {true, true}), 6);
}

TEST(PeriodicPatterns, LevelsOfAPeriodicDomainAreDistributedLikeOthers) {
  for (const Periodic periodic : periodic_cases)
    for (const ProcessGrid grid : {ProcessGrid{1, 1}, {2, 1}, {1, 3}, {2, 2}, {3, 2}})
      for (const auto& [nx, ny] : {std::pair(48, 48), {24, 40}, {12, 80}, {7, 9}}) {
        const int levels = max_levels(nx, ny, grid, periodic);
        for (int rank = 0; rank < grid.px * grid.py; ++rank) {
          const Decomposition d({nx, ny, levels, grid.px * grid.py, grid, periodic}, rank);
          Partition p = d.partition();
          EXPECT_EQ(p.periodic, periodic);
          for (int level = 1; level < levels; ++level) {
            ASSERT_TRUE(p.can_coarsen(next_coarsening(p.global_nx, p.global_ny)));
            p = next_coarser(p);
            EXPECT_EQ(p, d.partition(level));
          }
        }
      }
}

TEST(PeriodicPatterns, TooManyLevelsAreRefusedInOneLine) {
  const auto error = [](const DecompositionSpec& spec) -> std::string {
    try {
      const Decomposition d(spec);
    } catch (const DecompositionError& e) {
      EXPECT_EQ(e.fault(), DecompositionError::Fault::levels);
      return e.what();
    }
    return "(no error)";
  };
  const std::string even =
      ", as a periodic direction is halved only while its number of columns is even";
  EXPECT_EQ(error({48, 48, 6, 1, {}, {true, false}}),
            "6 levels: 48 x 48 columns on 1 ranks allow at most 5" + even);
  EXPECT_EQ(error({48, 48, 5, 4, ProcessGrid{4, 1}, {false, true}}),
            "5 levels: 48 x 48 columns on a process grid of 4 x 1 allow at most 4 (2 x 2 would "
            "allow 5)" +
                even);
  EXPECT_EQ(error({48, 48, 5, 1, {}, {true, true}}), "(no error)");
}

} // namespace
