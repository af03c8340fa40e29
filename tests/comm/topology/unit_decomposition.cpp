#include <isobar/comm/communicators/mpi_communicator.hpp>
#include <isobar/comm/topology/decomposition.hpp>
#include <isobar/core/grid/coarsening.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

using namespace isobar;
using Fault = DecompositionError::Fault;

namespace {

/// Columns of a level that no rank or several ranks own, counted by painting.
int badly_covered(const Decomposition& decomposition, int level) {
  const Partition whole = decomposition.partition(level);
  std::vector<int> owners(std::size_t(whole.global_nx) * std::size_t(whole.global_ny), 0);
  for (int r = 0; r < decomposition.ranks(); ++r) {
    const Partition p = decomposition.of_rank(r).partition(level);
    for (int j = p.first_j; j < p.first_j + p.ny; ++j)
      for (int i = p.first_i; i < p.first_i + p.nx; ++i)
        ++owners.at(std::size_t(j) * std::size_t(p.global_nx) + std::size_t(i));
  }
  int bad = 0;
  for (int n : owners) bad += n != 1;
  return bad;
}

void expect_coarsened(const Partition& coarse, const Partition& fine) {
  ASSERT_TRUE(fine.can_coarsen(next_coarsening(fine.global_nx, fine.global_ny)));
  const Partition c = next_coarser(fine);
  EXPECT_EQ(coarse.global_nx, c.global_nx);
  EXPECT_EQ(coarse.global_ny, c.global_ny);
  EXPECT_EQ(coarse.first_i, c.first_i);
  EXPECT_EQ(coarse.first_j, c.first_j);
  EXPECT_EQ(coarse.nx, c.nx);
  EXPECT_EQ(coarse.ny, c.ny);
  EXPECT_EQ(coarse.x_widths, c.x_widths);
  EXPECT_EQ(coarse.y_widths, c.y_widths);
}

/// Neighbours own the columns just beyond the edge or corner, and know of this rank.
void expect_neighbours(const Decomposition& mine, int level) {
  const Partition p = mine.partition(level);
  for (int d = 0; d < direction_count; ++d) {
    const auto [x, y] = step(Direction(d));
    const int i = x < 0 ? p.first_i - 1 : x > 0 ? p.first_i + p.nx : p.first_i;
    const int j = y < 0 ? p.first_j - 1 : y > 0 ? p.first_j + p.ny : p.first_j;
    const bool inside = i >= 0 && i < p.global_nx && j >= 0 && j < p.global_ny;
    const int neighbour = mine.neighbour(Direction(d));
    ASSERT_EQ(neighbour >= 0, inside);
    if (!inside) continue;
    const Decomposition theirs = mine.of_rank(neighbour);
    const Partition q = theirs.partition(level);
    EXPECT_EQ(theirs.neighbour(opposite(Direction(d))), mine.rank());
    EXPECT_TRUE(q.first_i <= i && i < q.first_i + q.nx && q.first_j <= j && j < q.first_j + q.ny);
    EXPECT_TRUE(x != 0 || q.nx == p.nx);
    EXPECT_TRUE(y != 0 || q.ny == p.ny);
  }
}

void expect_sound(const Decomposition& decomposition) {
  for (int level = 0; level < decomposition.levels(); ++level) {
    EXPECT_EQ(badly_covered(decomposition, level), 0);
    for (int r = 0; r < decomposition.ranks(); ++r) {
      const Decomposition d = decomposition.of_rank(r);
      EXPECT_GE(d.partition(level).nx, 1);
      EXPECT_GE(d.partition(level).ny, 1);
      expect_neighbours(d, level);
      if (level > 0) expect_coarsened(d.partition(level), d.partition(level - 1));
    }
  }
}

/// The fault and the text of the error that a specification must cause.
std::pair<Fault, std::string> error_of(const DecompositionSpec& spec) {
  try {
    Decomposition d(spec);
  } catch (const DecompositionError& e) {
    return {e.fault(), e.what()};
  }
  ADD_FAILURE() << "no error";
  return {Fault::size, ""};
}

} // namespace

TEST(Decomposition, EverySmallSizeOnEveryProcessGrid) {
  for (int nx = 1; nx <= 12; ++nx)
    for (int ny = 1; ny <= 12; ++ny)
      for (int px = 1; px <= std::min(nx, 4); ++px)
        for (int py = 1; py <= std::min(ny, 4); ++py) {
          const int most = max_levels(nx, ny, ProcessGrid{px, py});
          ASSERT_GE(most, 1);
          SCOPED_TRACE(testing::Message() << nx << " x " << ny << " on " << px << " x " << py);
          for (int levels = 1; levels <= most; ++levels)
            expect_sound(Decomposition({nx, ny, levels, px * py, ProcessGrid{px, py}}));
          EXPECT_THROW(Decomposition({nx, ny, most + 1, px * py, ProcessGrid{px, py}}),
                       DecompositionError);
        }
}

TEST(Decomposition, LargerSizes) {
  expect_sound(Decomposition({128, 128, 5, 6, {}}));
  expect_sound(Decomposition({96, 160, 4, 12, ProcessGrid{4, 3}}));
  expect_sound(Decomposition({127, 61, 1, 6, ProcessGrid{3, 2}}));
  expect_sound(Decomposition({127, 61, 5, 6, ProcessGrid{3, 2}}));
  expect_sound(Decomposition({50, 33, 4, 4, ProcessGrid{2, 2}}));
}

TEST(Decomposition, WidthsAddUpToAllColumns) {
  for (const int n : {1, 2, 33, 50, 127, 768}) {
    const Decomposition d({n, 2 * n, max_levels(n, 2 * n, 1), 1, {}});
    for (int level = 0; level < d.levels(); ++level) {
      const Partition p = d.partition(level);
      EXPECT_EQ((p.global_nx - 1) * p.x_widths.regular + p.x_widths.last, n);
      EXPECT_EQ((p.global_ny - 1) * p.y_widths.regular + p.y_widths.last, 2 * n);
      EXPECT_GE(p.x_widths.last, 1);
      EXPECT_LE(p.x_widths.last, p.x_widths.regular);
    }
  }
}

// The narrow column goes to a rank that has one more than the others.
TEST(Decomposition, DealsANarrowLastColumnWithOneMore) {
  const Decomposition d({33, 33, 5, 2, ProcessGrid{2, 1}});
  EXPECT_EQ(d.of_rank(0).partition().nx, 16);
  EXPECT_EQ(d.of_rank(1).partition().nx, 17);
  EXPECT_EQ(d.of_rank(1).partition(4).nx, 2);
  EXPECT_EQ(d.of_rank(1).partition(4).x_widths, (ColumnWidths{16, 1}));
}

TEST(Decomposition, DealsTheCoarsestLevelEvenly) {
  // 7 coarse columns on 3 ranks: 3, 2, 2, times 4.
  const Decomposition d({28, 28, 3, 3, ProcessGrid{3, 1}});
  EXPECT_EQ(d.of_rank(0).partition().nx, 12);
  EXPECT_EQ(d.of_rank(1).partition().nx, 8);
  EXPECT_EQ(d.of_rank(2).partition().first_i, 20);
  EXPECT_EQ(d.of_rank(2).partition().nx, 8);
  EXPECT_EQ(d.of_rank(2).partition(2).nx, 2);
}

TEST(Decomposition, MaxLevels) {
  EXPECT_EQ(max_levels(128, 128, ProcessGrid{1, 1}), 8);
  EXPECT_EQ(max_levels(128, 128, ProcessGrid{2, 2}), 7);
  EXPECT_EQ(max_levels(128, 128, ProcessGrid{3, 2}), 6);
  EXPECT_EQ(max_levels(96, 128, ProcessGrid{3, 1}), 12);
  EXPECT_EQ(max_levels(127, 128, ProcessGrid{1, 1}), 8);
  EXPECT_EQ(max_levels(127, 128, ProcessGrid{2, 1}), 7);
  EXPECT_EQ(max_levels(33, 33, ProcessGrid{1, 1}), 7);
  EXPECT_EQ(max_levels(33, 33, ProcessGrid{2, 2}), 5);
  EXPECT_EQ(max_levels(4, 4, ProcessGrid{5, 1}), 0);
  EXPECT_EQ(max_levels(128, 16, 8), 6);
  EXPECT_EQ(Decomposition({96, 96, 2, 4, ProcessGrid{4, 1}}).max_levels(), 5);
}

TEST(Decomposition, SizesOfTenToTheTwelveUnknowns) {
  const int n = 1 << 17;
  const Decomposition d({n, n, 8, 1 << 14, {}}, (1 << 14) - 1);
  EXPECT_EQ(d.process_grid(), (ProcessGrid{128, 128}));
  EXPECT_EQ(d.partition().first_i, n - 1024);
  EXPECT_EQ(d.partition().ny, 1024);
}

TEST(ProcessGridChoice, ShortestPerimeter) {
  EXPECT_EQ(choose_process_grid(128, 128, 5, 1), (ProcessGrid{1, 1}));
  EXPECT_EQ(choose_process_grid(128, 128, 5, 2), (ProcessGrid{1, 2}));
  EXPECT_EQ(choose_process_grid(128, 128, 5, 4), (ProcessGrid{2, 2}));
  EXPECT_EQ(choose_process_grid(256, 64, 1, 4), (ProcessGrid{4, 1}));
  EXPECT_EQ(choose_process_grid(256, 128, 1, 8), (ProcessGrid{4, 2}));
  EXPECT_EQ(choose_process_grid(512, 512, 5, 64), (ProcessGrid{8, 8}));
}

TEST(ProcessGridChoice, TakesWhatTheLevelsAllow) {
  // Five levels leave 2 x 32 coarse columns: 4 x 2 would have no room.
  EXPECT_EQ(choose_process_grid(32, 512, 5, 8), (ProcessGrid{1, 8}));
  EXPECT_EQ(choose_process_grid(64, 16, 5, 4), (ProcessGrid{4, 1}));
  // 66 x 66 columns on 2 levels: 33 coarse rows in 11 equal parts.
  EXPECT_EQ(choose_process_grid(66, 66, 2, 11), (ProcessGrid{1, 11}));
}

TEST(ProcessGridChoice, BusiestRankDecidesWhereRanksCannotBeEqual) {
  // 3 x 3 coarse columns of 16: 2 x 2 leaves a rank with 2 x 2 of them, 1 x 4 does not fit.
  EXPECT_EQ(choose_process_grid(48, 48, 5, 4), (ProcessGrid{2, 2}));
  EXPECT_EQ(choose_process_grid(48, 48, 5, 9), (ProcessGrid{3, 3}));
  // 10 x 9 columns: owned and halo (5 + 1) x (2 + 2) on 2 x 5 ranks, (1 + 2) x 9 on 10 x 1.
  EXPECT_EQ(choose_process_grid(10, 9, 1, 10), (ProcessGrid{2, 5}));
}

TEST(DecompositionErrors, NameTheValueAndWhatWouldBeRight) {
  using Expected = std::pair<Fault, std::string>;
  const auto grid = [](int px, int py) { return ProcessGrid{px, py}; };
  EXPECT_EQ(error_of({128, 128, 5, 4, grid(3, 2)}),
            Expected(Fault::process_grid,
                     "process grid 3 x 2 has 6 ranks, but the run has 4; 2 x 2 would fit"));
  EXPECT_EQ(error_of({128, 128, 5, 4, grid(-2, -2)}).first, Fault::process_grid);
  EXPECT_EQ(error_of({128, 128, 5, 4, grid(65536, 65536)}).first, Fault::process_grid);
  EXPECT_EQ(error_of({4, 64, 1, 8, grid(8, 1)}),
            Expected(Fault::process_grid, "process grid 8 x 1 has more ranks in a direction than "
                                          "4 x 64 columns; 1 x 8 would fit"));
  EXPECT_EQ(error_of({2, 2, 1, 8, grid(8, 1)}),
            Expected(Fault::process_grid, "process grid 8 x 1 has more ranks in a direction than "
                                          "2 x 2 columns; no process grid of 8 ranks fits"));
  EXPECT_EQ(error_of({100, 100, 8, 4, grid(2, 2)}),
            Expected(Fault::levels,
                     "8 levels: 100 x 100 columns on a process grid of 2 x 2 allow at most 7"));
  EXPECT_EQ(error_of({128, 16, 6, 8, grid(1, 8)}),
            Expected(Fault::levels, "6 levels: 128 x 16 columns on a process grid of 1 x 8 allow "
                                    "at most 5 (4 x 2 would allow 6)"));
  EXPECT_EQ(error_of({100, 100, 9, 4, {}}),
            Expected(Fault::levels, "9 levels: 100 x 100 columns on 4 ranks allow at most 7"));
  EXPECT_EQ(
      error_of({4, 4, 1, 17, {}}),
      Expected(Fault::ranks, "17 ranks: no process grid fits 4 x 4 columns; expected fewer ranks"));
  EXPECT_EQ(error_of({0, 4, 1, 1, {}}),
            Expected(Fault::size, "0 x 4 columns: each side needs at least 1"));
  EXPECT_EQ(error_of({4, 4, 0, 1, {}}), Expected(Fault::levels, "0 levels: at least 1 is needed"));
  EXPECT_EQ(error_of({4, 4, 1, 0, {}}), Expected(Fault::ranks, "0 ranks: at least 1 is needed"));
}

TEST(DecompositionErrors, RanksAndLevelsThatThereAreNot) {
  const auto text = [](const auto& call) -> std::string {
    try {
      call();
    } catch (const DecompositionError& e) {
      return e.what();
    }
    return "no error";
  };
  EXPECT_EQ(text([] {
              Decomposition({8, 8, 1, 2, {}}, 2);
            }),
            "rank 2 of 2: expected one from 0 to 1");
  EXPECT_EQ(text([] {
              Decomposition({8, 8, 1, 2, {}}, -1);
            }),
            "rank -1 of 2: expected one from 0 to 1");
  for (const int level : {-1, 2})
    EXPECT_EQ(text([level] {
                (void)Decomposition({8, 8, 2, 1, {}}).partition(level);
              }),
              "level " + std::to_string(level) +
                  " is asked for of a decomposition with levels 0 to 1");
}

namespace {

/// The columns of a box whose levels halve these axes.
DecompositionSpec with_halvings(int nx, int ny, int levels, ProcessGrid grid,
                                const std::vector<Coarsening>& halvings, Periodic periodic = {}) {
  return {nx, ny, levels, grid.px * grid.py, grid, periodic, halvings};
}
constexpr Coarsening both_axes{true, true}, x_alone{true, false}, y_alone{false, true},
    none{false, false};

} // namespace

TEST(DecompositionHalvings, LevelsFollowTheGivenAxes) {
  // Automatically 16 x 64 columns would halve y alone at first.
  const std::vector<Coarsening> halvings{both_axes, none, x_alone, y_alone};
  const Decomposition d(with_halvings(16, 64, 5, {2, 2}, halvings));
  const std::pair<int, int> sizes[] = {{16, 64}, {8, 32}, {8, 32}, {4, 32}, {4, 16}};
  for (int level = 0; level < 5; ++level) {
    EXPECT_EQ(d.partition(level).global_nx, sizes[level].first);
    EXPECT_EQ(d.partition(level).global_ny, sizes[level].second);
    EXPECT_EQ(badly_covered(d, level), 0);
    if (level == 0) continue;
    for (int r = 0; r < 4; ++r) {
      const Partition fine = d.of_rank(r).partition(level - 1);
      ASSERT_TRUE(fine.can_coarsen(halvings[std::size_t(level) - 1]));
      EXPECT_EQ(d.of_rank(r).partition(level), fine.coarsened(halvings[std::size_t(level) - 1]));
    }
  }
}

TEST(DecompositionHalvings, EverySmallOddSizeIsDistributedSoundly) {
  const std::vector<std::vector<Coarsening>> ways{
      {both_axes, both_axes}, {x_alone, both_axes}, {y_alone, y_alone}, {none, x_alone}};
  for (int nx = 1; nx <= 11; ++nx)
    for (int ny = 1; ny <= 11; ++ny)
      for (const auto& halvings : ways)
        for (const ProcessGrid grid : {ProcessGrid{1, 1}, {2, 1}, {1, 3}, {2, 2}}) {
          if (nx < grid.px || ny < grid.py) continue;
          DecompositionSpec spec = with_halvings(nx, ny, 1, grid, halvings);
          const int most = Decomposition(spec).max_levels();
          for (spec.levels = 1; spec.levels <= most; ++spec.levels) {
            const Decomposition d(spec);
            for (int level = 0; level < spec.levels; ++level) EXPECT_EQ(badly_covered(d, level), 0);
            for (int level = 1; level < spec.levels; ++level)
              for (int r = 0; r < spec.ranks; ++r)
                EXPECT_EQ(
                    d.of_rank(r).partition(level),
                    d.of_rank(r).partition(level - 1).coarsened(halvings[std::size_t(level) - 1]));
          }
        }
}

TEST(DecompositionHalvings, EndWhereTheyDoOrWhereRanksHaveNoColumns) {
  EXPECT_EQ(max_levels(with_halvings(64, 64, 1, {1, 1}, {both_axes, both_axes})), 3);
  EXPECT_EQ(Decomposition(with_halvings(64, 64, 1, {2, 1}, {both_axes, both_axes})).max_levels(),
            3);
  EXPECT_EQ(
      Decomposition(with_halvings(8, 8, 1, {4, 1}, {both_axes, both_axes, both_axes})).max_levels(),
      2);
  EXPECT_EQ(
      Decomposition(with_halvings(8, 8, 1, {4, 1}, {y_alone, both_axes, both_axes})).max_levels(),
      3);
  EXPECT_EQ(
      error_of(with_halvings(64, 64, 4, {2, 1}, {both_axes, both_axes})),
      std::pair(Fault::levels, std::string("4 levels: 64 x 64 columns on a process grid of 2 x "
                                           "1 allow at most 3")));
  EXPECT_EQ(
      error_of(with_halvings(8, 8, 3, {4, 1}, {both_axes, both_axes})),
      std::pair(Fault::levels, std::string("3 levels: 8 x 8 columns on a process grid of 4 x 1 "
                                           "allow at most 2 (2 x 2 would allow 3)")));
}

TEST(HaloPattern, BuffersHoldEachBlockOnceAndEdgesFirst) {
  const HaloPattern p = halo_pattern(FieldShape::of<double>(7, 5, 3), {0, 1, 2, 3, 4, 5, 6, 7});
  for (const HaloSide* side : {&p.sent, &p.received}) {
    EXPECT_EQ(side->blocks(Halo::edges), 4);
    EXPECT_EQ(side->blocks(Halo::edges_and_corners), 8);
    EXPECT_EQ(side->size(Halo::edges), 2 * 3 * (7 + 5));
    EXPECT_EQ(side->size(Halo::edges_and_corners), 2 * 3 * (7 + 5) + 4 * 3);
    EXPECT_EQ(side->runs(Halo::edges_and_corners), 8); // of several lines each
    std::ptrdiff_t next = 0;
    for (const HaloRun& run : side->run_list()) {
      EXPECT_EQ(run.buffer, next);
      next += std::ptrdiff_t(run.lines) * run.length;
    }
    EXPECT_EQ(next, side->size(Halo::edges_and_corners));
  }
}

TEST(HaloPattern, NothingWithoutNeighbours) {
  const HaloPattern p =
      halo_pattern(FieldShape::of<float>(7, 5, 3), {-1, -1, -1, -1, -1, -1, -1, -1});
  EXPECT_TRUE(p.empty());
  EXPECT_EQ(p.size(Halo::edges_and_corners), 0);
}

TEST(HaloPattern, MessageLargerThanMpiCanCount) {
  const auto build = [](int ny) {
    halo_pattern(FieldShape::of<float>(64, ny, 128), {1, -1, -1, -1, -1, -1, -1, -1});
  };
  EXPECT_NO_THROW(build((1 << 24) - 1));
  try {
    build(1 << 24);
    FAIL() << "no error";
  } catch (const DecompositionError& e) {
    EXPECT_EQ(e.fault(), Fault::size);
    EXPECT_EQ(std::string(e.what()),
              "a halo of 2147483648 numbers (64 x 16777216 columns a rank, 128 layers) is more "
              "than one MPI message can hold (2147483647): use more ranks");
  }
}

/// Along the axes that ranks share.
TEST(Decomposition, KnowsTheLeastColumnsOfRanks) {
  EXPECT_EQ(Decomposition({16, 7, 1, 4, ProcessGrid{2, 2}}).least_columns_of_ranks(), 3);
  EXPECT_EQ(Decomposition({16, 90, 1, 3, ProcessGrid{3, 1}}, 2).least_columns_of_ranks(), 5);
  EXPECT_EQ(Decomposition({16, 90, 1, 3, ProcessGrid{1, 3}}, 1).least_columns_of_ranks(), 30);
  EXPECT_EQ(Decomposition({4, 4, 1, 1}).least_columns_of_ranks(), std::numeric_limits<int>::max());
}

TEST(BufferBytes, PredictedFromTheDecomposition) {
  // Rank 0 of 2 x 2: two edges and a corner, sent and received. The second level halves x alone.
  const Decomposition d({16, 8, 2, 4, ProcessGrid{2, 2}});
  const Int64 numbers = 2 * 5 * (8 + 4 + 1) + 2 * 5 * (4 + 4 + 1);
  const BufferBytes device = MpiCommunicators<double>::bytes(d, 5, Transport::device);
  EXPECT_EQ(device.device, numbers * 8);
  EXPECT_EQ(device.host, 0);
  const BufferBytes staged = MpiCommunicators<float>::bytes(d, 5, Transport::staged);
  EXPECT_EQ(staged.device, numbers * 4);
  EXPECT_EQ(staged.host, numbers * 4);
  // Two buffers for what is received, and on a host those of the others, which it stores into.
  const BufferBytes peer = MpiCommunicators<double>::bytes(d, 5, Transport::peer);
  EXPECT_EQ(peer.device, (on_host ? 2 : 1) * numbers * 8);
  EXPECT_EQ(peer.host, 0);
  const BufferBytes segment = MpiCommunicators<double>::bytes(d, 5, Transport::segment);
  EXPECT_EQ(segment.total(), 2 * numbers * 8);
}
