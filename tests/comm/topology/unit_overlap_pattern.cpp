// Numbers that travel between ranks that compute each other's rows: all patterns of a run, and their effect on memory.
#include "support_halo.hpp"
#include "topology/level_patterns.hpp"

#include <isobar/comm/topology/halo_pattern.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <vector>

namespace overlap_pattern_test {

using namespace isobar;

namespace {

struct Case {
  int nx, ny, ranks, levels;
  Overlap overlap;
  int distributed = levels; ///< levels that are distributed over ranks
};

/// Cases are few rows a rank on coarse levels, which come from further than the neighbours. Others
/// are narrow last rows, and levels that do not overlap between others. Others are replicated
/// levels, and one rank that computes all rows where others do not.
const Case cases[] = {{8, 32, 2, 3, {2, 3}},
                      {8, 48, 6, 3, {4, 5}},
                      {8, 24, 6, 3, {2, 4}},
                      {8, 51, 3, 3, {2, 1}},
                      {8, 49, 6, 3, {0, 3}},
                      {8, 48, 3, 3, {8, 4}},
                      {16, 32, 4, 4, {2, all_rows, all_rows}, 3},
                      {16, 16, 6, 5, {all_rows, all_rows, all_rows, all_rows}, 2}};
constexpr int layers = 3;

/// All patterns of all ranks: those of the levels, and behind them that of gathered right-hand sides.
struct AllRanks {
  Case c;
  Decomposition d;
  LevelPatterns levels;
  std::vector<std::vector<HaloPattern>> of_rank;

  AllRanks(const Case& which, Layout layout)
      : c(which), d({c.nx, c.ny, c.distributed, c.ranks, ProcessGrid{1, c.ranks}}),
        levels(LevelPatterns::of<double>(d, layers, layout, c.overlap)) {
    for (int rank = 0; rank < c.ranks; ++rank) of_rank.push_back(levels.of_rank(rank));
  }
  LevelPart part(int rank, int level) const {
    return level_parts(d.of_rank(rank).partition(), c.levels, c.overlap)[std::size_t(level)];
  }
  /// The levels whose fields travel by a pattern.
  std::vector<int> levels_of(int pattern) const {
    return pattern < c.levels ? std::vector{pattern} : levels.gathered_levels();
  }
  int patterns() const { return int(of_rank[0].size()); }
};

template <class F> void for_each_case(const F& check) {
  for (const Case& c : cases)
    for (const Layout layout : {Layout::x_fastest, Layout::z_fastest}) {
      SCOPED_TRACE(testing::Message() << "case " << &c - cases << ", layout " << int(layout));
      check(AllRanks(c, layout));
    }
}

std::vector<HaloBlock> blocks_with(const HaloSide& side, int rank) {
  std::vector<HaloBlock> blocks;
  for (const HaloBlock& b : side.all())
    if (b.rank == rank) blocks.push_back(b);
  return blocks;
}

/// A cell's number in the whole domain, never 0; cells of different fields have different ones.
double cell_value(int field, int level, int i, int k, int j) {
  return 1.0 + i + 1e2 * (k + 10 * (j + 100 * (level + 10 * field)));
}

/// The memory of a pattern's fields on one rank, and how often each number has come.
struct Memory {
  std::vector<std::vector<double>> values;
  std::vector<std::vector<int>> arrivals;
};

/// Owned cells hold their values, all others 0.
Memory owned_memory(const AllRanks& run, int pattern, int rank) {
  Memory m;
  const std::vector<int> levels = run.levels_of(pattern);
  for (int field = 0; field < int(levels.size()); ++field) {
    const int level = levels[std::size_t(field)];
    const FieldShape shape = run.levels.shape(rank, level);
    const LevelPart part = run.part(rank, level);
    m.values.emplace_back(std::size_t(shape.size()), 0.0);
    m.arrivals.emplace_back(std::size_t(shape.size()), 0);
    for (int j = part.owned.first_j; j < part.owned.first_j + part.owned.ny; ++j)
      for (int k = 0; k < shape.nz; ++k)
        for (int i = 0; i < shape.nx; ++i)
          m.values.back()[std::size_t(shape.place(i, k, j - part.computed.first_j))] =
              cell_value(field, level, i, k, j);
  }
  return m;
}

/// One message from a rank to another one: packed block by block, and unpacked so.
void carry(const AllRanks& run, int pattern, int from, int to, const Memory& source,
           Memory& target) {
  std::vector<double> message;
  const auto& sender = run.of_rank[std::size_t(from)][std::size_t(pattern)];
  const auto& receiver = run.of_rank[std::size_t(to)][std::size_t(pattern)];
  for (const HaloBlock& b : blocks_with(sender.sent, to))
    for_each_number(
        b, [&](std::size_t n) { message.push_back(source.values.at(std::size_t(b.field)).at(n)); });
  std::size_t read = 0;
  for (const HaloBlock& b : blocks_with(receiver.received, from))
    for_each_number(b, [&](std::size_t n) {
      target.values.at(std::size_t(b.field)).at(n) = message.at(read++);
      ++target.arrivals.at(std::size_t(b.field)).at(n);
    });
  EXPECT_EQ(read, message.size());
}

/// Whether the rows up to `beyond` behind the computed ones have come once, from their owners, and no others.
void expect_rows(const AllRanks& run, int pattern, int rank, int beyond, const Memory& m) {
  const std::vector<int> levels = run.levels_of(pattern);
  int wrong = 0;
  for (int field = 0; field < int(levels.size()); ++field) {
    const int level = levels[std::size_t(field)];
    const FieldShape s = run.levels.shape(rank, level);
    const auto [owned, computed, whole] = run.part(rank, level);
    const Partition held = computed.with_rows(beyond);
    int arrived = 0;
    for (int j = held.first_j; j < held.first_j + held.ny; ++j)
      for (int k = 0; k < s.nz; ++k)
        for (int i = 0; i < s.nx; ++i) {
          const std::size_t n = std::size_t(s.place(i, k, j - computed.first_j));
          const bool own = j >= owned.first_j && j < owned.first_j + owned.ny;
          wrong += m.arrivals[std::size_t(field)][n] != (own ? 0 : 1);
          wrong += m.values[std::size_t(field)][n] != cell_value(field, level, i, k, j);
          arrived += !own;
        }
    for (const int n : m.arrivals[std::size_t(field)]) arrived -= n;
    EXPECT_EQ(arrived, 0) << "numbers came that are no cells";
  }
  EXPECT_EQ(wrong, 0) << "rank " << rank << ", pattern " << pattern;
}

/// Rows of u that a rank gets behind those that it computes: one, where it is not alone with the level.
int beyond(const AllRanks& run, int pattern) { return pattern < run.c.levels ? 1 : 0; }

} // namespace

TEST(OverlapPatterns, WhatOneRankSendsAnotherOneReceives) {
  for_each_case([](const AllRanks& run) {
    for (int pattern = 0; pattern < run.patterns(); ++pattern)
      for (int from = 0; from < run.c.ranks; ++from)
        for (int to = 0; to < run.c.ranks; ++to) {
          const auto sent =
              blocks_with(run.of_rank[std::size_t(from)][std::size_t(pattern)].sent, to);
          const auto received =
              blocks_with(run.of_rank[std::size_t(to)][std::size_t(pattern)].received, from);
          ASSERT_EQ(sent.size(), received.size())
              << "from " << from << " to " << to << ", pattern " << pattern;
          EXPECT_TRUE(from != to || sent.empty());
          for (std::size_t b = 0; b < sent.size(); ++b) {
            EXPECT_EQ(sent[b].field, received[b].field);
            EXPECT_EQ(sent[b].lines, received[b].lines);
            EXPECT_EQ(sent[b].length, received[b].length);
          }
        }
  });
}

TEST(OverlapPatterns, EveryRowOfOthersComesOnceFromItsOwner) {
  for_each_case([](const AllRanks& run) {
    for (int pattern = 0; pattern < run.patterns(); ++pattern) {
      std::vector<Memory> memory;
      for (int rank = 0; rank < run.c.ranks; ++rank)
        memory.push_back(owned_memory(run, pattern, rank));
      for (int from = 0; from < run.c.ranks; ++from)
        for (int to = 0; to < run.c.ranks; ++to)
          carry(run, pattern, from, to, memory[std::size_t(from)], memory[std::size_t(to)]);
      for (int rank = 0; rank < run.c.ranks; ++rank)
        expect_rows(run, pattern, rank, beyond(run, pattern), memory[std::size_t(rank)]);
    }
  });
}

// Six rows on six ranks, and four rows beside each: from the second neighbour, the third, the fourth.
TEST(OverlapPatterns, RowsComeFromFurtherThanTheNeighbour) {
  const AllRanks run(cases[2], Layout::x_fastest);
  std::map<int, int> rows; // by rank
  for (const HaloBlock& b : run.of_rank[0][2].received.all()) ++rows[b.rank];
  EXPECT_EQ(rows, (std::map<int, int>{{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}}));
  rows.clear();
  for (const HaloBlock& b : run.of_rank[0][3].received.all())
    ++rows[b.rank]; // level 1: 2 rows; 2: 4
  EXPECT_EQ(rows, (std::map<int, int>{{1, 3}, {2, 1}, {3, 1}, {4, 1}}));
}

TEST(OverlapPatterns, GatherTheLevelsOnWhichRanksComputeRowsOfOthers) {
  const auto gathered = [](const Case& c) {
    return AllRanks(c, Layout::x_fastest).levels_of(c.levels);
  };
  EXPECT_EQ(gathered(cases[1]), (std::vector{1, 2}));
  EXPECT_EQ(gathered(cases[4]), (std::vector{2}));
  EXPECT_EQ(gathered(cases[6]), (std::vector{1, 2}));
  EXPECT_EQ(gathered(cases[7]), (std::vector{1}));
}

// Below the first level that every rank has whole nothing travels.
TEST(OverlapPatterns, AreEmptyBelowAWholeLevel) {
  const AllRanks run(cases[7], Layout::x_fastest);
  EXPECT_FALSE(run.of_rank[3][0].empty());
  EXPECT_FALSE(run.of_rank[3][1].empty());
  for (const std::size_t level : {2u, 3u, 4u}) EXPECT_TRUE(run.of_rank[3][level].empty());
}

TEST(HaloPattern, SeveralTogetherKeepTheFieldsAndOneMessageForEachRank) {
  const AllRanks run(cases[1], Layout::x_fastest);
  const std::vector<HaloPattern>& one = run.of_rank[2];
  const HaloPattern all = together({one[1], one[2]});
  ASSERT_EQ(all.shapes.size(), 2u);
  EXPECT_EQ(all.shapes[0], one[1].shapes[0]);
  EXPECT_EQ(all.shapes[1], one[2].shapes[0]);
  EXPECT_EQ(all.size(Halo::edges), one[1].size(Halo::edges) + one[2].size(Halo::edges));
  for (const auto side : {&HaloPattern::sent, &HaloPattern::received}) {
    std::ptrdiff_t next = 0;
    int rank = -1;
    for (const HaloBlock& b : (all.*side).all()) {
      EXPECT_EQ(b.buffer, next) << "no gaps";
      EXPECT_GE(b.rank, rank) << "rank after rank";
      next += std::ptrdiff_t(b.size());
      rank = b.rank;
    }
    for (int other = 0; other < run.c.ranks; ++other) {
      std::vector<HaloBlock> apart = blocks_with((one[1].*side), other);
      const std::size_t first = apart.size();
      for (const HaloBlock& b : blocks_with((one[2].*side), other)) apart.push_back(b);
      const std::vector<HaloBlock> blocks = blocks_with((all.*side), other);
      ASSERT_EQ(blocks.size(), apart.size());
      for (std::size_t b = 0; b < blocks.size(); ++b) {
        EXPECT_EQ(blocks[b].field, b < first ? 0 : 1);
        EXPECT_EQ(blocks[b].first, apart[b].first);
        EXPECT_EQ(blocks[b].size(), apart[b].size());
      }
    }
  }
}

TEST(HaloPattern, APartOfItHasTheBlocksOfSomeRanksInTheirOrder) {
  const HaloPattern whole = halo_pattern(FieldShape::of<double>(7, 5, 3), {0, 1, 2, 3, 4, 5, 6, 7});
  const HaloPattern part = whole.with([](int rank) { return rank % 3 == 0; });
  EXPECT_EQ(part.shapes, whole.shapes);
  for (const auto side : {&HaloPattern::sent, &HaloPattern::received}) {
    const HaloSide& blocks = part.*side;
    ASSERT_EQ(blocks.all().size(), 3u);
    EXPECT_EQ(blocks.blocks(Halo::edges), 2) << "of ranks 0 and 3; 6 is behind a corner";
    std::ptrdiff_t next = 0;
    for (const HaloBlock& b : blocks.all()) {
      const HaloBlock same = blocks_with(whole.*side, b.rank).at(0);
      EXPECT_EQ(b.rank % 3, 0);
      EXPECT_EQ(b.first, same.first);
      EXPECT_EQ(b.size(), same.size());
      EXPECT_EQ(b.buffer, next);
      next += std::ptrdiff_t(b.size());
    }
  }
  EXPECT_TRUE(whole.with([](int) { return false; }).empty());
  EXPECT_EQ(whole.with([](int) { return true; }).size(Halo::edges_and_corners),
            whole.size(Halo::edges_and_corners));
}

// Blocks of short lines, of which a run has several, of lines of half a run and of lines longer than a run.
TEST(HaloSide, RunsCoverEveryLineOfABlockOnce) {
  HaloSide side;
  for (const auto& [lines, length] :
       {std::pair(1, 1), {700, 1}, {7, 200}, {5, 256}, {3, 512}, {4, 900}})
    side.add({int(side.all().size()), 0, lines, length, 1000, 1, 7});
  const std::vector<HaloRun> runs = side.run_list();
  ASSERT_EQ(int(runs.size()), side.runs(Halo::edges));
  for (int b = 0; b < int(side.all().size()); ++b) {
    const HaloBlock& block = side.all()[std::size_t(b)];
    std::vector<int> carried(std::size_t(block.lines), 0);
    for (int r = side.first_run(b); r < side.first_run(b + 1); ++r) {
      const HaloRun& run = runs.at(std::size_t(r));
      EXPECT_EQ(side.block_of_run(r), b);
      EXPECT_EQ(run.length, block.length);
      EXPECT_EQ(run.stride, block.stride);
      EXPECT_EQ(run.line_stride, block.line_stride);
      EXPECT_TRUE(run.lines == 1 || run.lines * run.length <= run_numbers);
      const std::ptrdiff_t line = (run.first - block.first) / block.line_stride;
      EXPECT_EQ(run.first, block.first + line * block.line_stride);
      EXPECT_EQ(run.buffer, block.buffer + line * block.length);
      for (int n = 0; n < run.lines; ++n) ++carried.at(std::size_t(line) + std::size_t(n));
    }
    EXPECT_EQ(carried, std::vector<int>(std::size_t(block.lines), 1)) << "block " << b;
  }
}

TEST(HaloSide, FindsTheBlocksOfARankByTheirOrder) {
  HaloSide side;
  for (const int rank : {4, 2, 4, 4}) side.add({rank, 0, 1, 1, 1, 1, 0});
  EXPECT_EQ(side.block_of(4, 0), 0);
  EXPECT_EQ(side.block_of(4, 1), 2);
  EXPECT_EQ(side.block_of(4, 2), 3);
  EXPECT_EQ(side.block_of(4, 3), -1);
  EXPECT_EQ(side.block_of(2, 0), 1);
  EXPECT_EQ(side.block_of(3, 0), -1);
}

} // namespace overlap_pattern_test
