#include "topology/halo_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace isobar {

namespace {

int lines_of_a_run(const HaloBlock& b) { return std::max(1, run_numbers / b.length); }
int end_of_runs(const HaloBlock& b) {
  const int lines = lines_of_a_run(b);
  return b.run + (b.lines + lines - 1) / lines;
}

} // namespace

void HaloSide::add(HaloBlock block, Halo of) {
  block.buffer = size(Halo::edges_and_corners);
  block.run = runs(Halo::edges_and_corners);
  blocks_.push_back(block);
  if (of == Halo::edges) edges_ = int(blocks_.size());
}

Int64 HaloSide::size(Halo halo) const {
  const int n = blocks(halo);
  return n == 0 ? 0 : blocks_[std::size_t(n) - 1].buffer + blocks_[std::size_t(n) - 1].size();
}

int HaloSide::first_run(int block) const {
  return block == 0 ? 0 : end_of_runs(blocks_[std::size_t(block) - 1]);
}

std::vector<HaloRun> HaloSide::run_list(const int* places) const {
  std::vector<HaloRun> runs;
  for (const HaloBlock& b : blocks_) {
    for (int n = 0; n < b.lines; n += lines_of_a_run(b)) {
      const std::ptrdiff_t before = std::ptrdiff_t(n) * b.length;
      runs.push_back({b.field, std::min(lines_of_a_run(b), b.lines - n), b.length, b.line_stride,
                      b.stride, b.places ? 0 : b.first + n * b.line_stride, b.buffer + before,
                      b.places ? places + before : nullptr});
    }
    if (b.places) places += b.size();
  }
  return runs;
}

std::vector<int> HaloSide::place_list() const {
  std::vector<int> list;
  for (const HaloBlock& b : blocks_)
    if (b.places) list.insert(list.end(), b.places->begin(), b.places->end());
  return list;
}

int HaloSide::block_of_run(int run) const {
  int b = 0;
  while (run >= end_of_runs(blocks_[std::size_t(b)])) ++b;
  return b;
}

int HaloSide::block_of(int rank, int n) const {
  for (int b = 0; b < int(blocks_.size()); ++b)
    if (blocks_[std::size_t(b)].rank == rank && n-- == 0) return b;
  return -1;
}

HaloPattern HaloPattern::with(const std::function<bool(int)>& wanted) const {
  HaloPattern part{shapes, {}, {}};
  for (const auto& [from, to] :
       {std::pair(&sent, &part.sent), std::pair(&received, &part.received)})
    for (int b = 0; b < int(from->all().size()); ++b)
      if (const HaloBlock& block = from->all()[std::size_t(b)]; wanted(block.rank))
        to->add(block, b < from->blocks(Halo::edges) ? Halo::edges : Halo::edges_and_corners);
  return part;
}

HaloPattern countable(HaloPattern pattern) {
  constexpr Int64 limit = std::numeric_limits<int>::max();
  const FieldShape& s = pattern.shapes.front();
  for (const HaloSide* side : {&pattern.sent, &pattern.received}) {
    std::map<std::pair<int, bool>, Int64> numbers; // by rank, and whether they are edges
    for (int b = 0; b < int(side->all().size()); ++b) {
      const HaloBlock& block = side->all()[std::size_t(b)];
      const Int64 sum = numbers[{block.rank, b < side->blocks(Halo::edges)}] += block.size();
      if (sum > limit)
        throw DecompositionError(
            DecompositionError::Fault::size,
            fmt::format("a halo of {} numbers ({} x {} columns a rank, {} layers) is more than one "
                        "MPI message can hold ({}): use more ranks",
                        sum, s.nx, s.ny, s.nz, limit));
    }
  }
  return pattern;
}

HaloBlock block_of_columns(const FieldShape& s, int rank, int i, int j, int columns,
                           std::ptrdiff_t from_column_to_column) {
  HaloBlock b{rank, 0, columns, s.nz, from_column_to_column, s.layer_stride(), s.place(i, 0, j)};
  if (from_column_to_column == 1) { // the run is the row, not the column
    std::swap(b.lines, b.length);
    std::swap(b.line_stride, b.stride);
  }
  return b;
}

namespace {

/// The cells beside one edge or corner of a field: its own, or the halo behind it.
HaloBlock edge_block(const FieldShape& s, Direction d, int neighbour, bool halo) {
  const auto [x, y] = step(d);
  const int i = (x > 0 ? s.nx - 1 : 0) + (halo ? x : 0),
            j = (y > 0 ? s.ny - 1 : 0) + (halo ? y : 0);
  if (x == 0) return block_of_columns(s, neighbour, i, j, s.nx, s.column_stride());
  return block_of_columns(s, neighbour, i, j, y == 0 ? s.ny : 1, s.row_stride());
}

/// Rows from `first` up to, but without, `end`, counted over the whole level.
struct Rows {
  int first, end;
};
Rows common(Rows a, Rows b) { return {std::max(a.first, b.first), std::min(a.end, b.end)}; }
Rows owned_rows(const LevelPart& p) { return {p.owned.first_j, p.owned.first_j + p.owned.ny}; }
/// The rows of a rank's fields that lie in the domain.
Rows held_rows(const LevelPart& p, int beyond) {
  const Partition c = p.computed.with_rows(beyond);
  return {c.first_j, c.first_j + c.ny};
}

/// A block for each row.
void add_rows(HaloSide& side, const FieldShape& s, const LevelPart& part, int rank, Rows rows) {
  for (int j = rows.first; j < rows.end; ++j)
    side.add(block_of_columns(s, rank, 0, j - part.computed.first_j, s.nx, s.column_stride()));
}

} // namespace

HaloPattern halo_pattern(const FieldShape& shape,
                         const std::array<int, direction_count>& neighbours) {
  HaloPattern pattern{{shape}, {}, {}};
  const auto rank_at = [&](int d) { return neighbours[std::size_t(d)]; };
  const auto add = [&](int first, int end, Halo of) {
    for (int n = first; n < end; ++n) {
      const int rank = rank_at(n);
      bool is_new = rank >= 0;
      for (int before = first; before < n; ++before) is_new = is_new && rank_at(before) != rank;
      // All of one rank's blocks, in the order of the sender's directions.
      for (int d = first; is_new && d < end; ++d) {
        const Direction towards = Direction(d), from = opposite(towards);
        if (rank_at(d) == rank) pattern.sent.add(edge_block(shape, towards, rank, false), of);
        if (rank_at(int(from)) == rank)
          pattern.received.add(edge_block(shape, from, rank, true), of);
      }
    }
  };
  add(0, edge_count, Halo::edges);
  add(edge_count, direction_count, Halo::edges_and_corners);
  return countable(pattern);
}

HaloPattern overlap_pattern(const FieldShape& shape, const std::vector<LevelPart>& parts, int rank,
                            int beyond) {
  HaloPattern pattern{{shape}, {}, {}};
  const LevelPart& own = parts[std::size_t(rank)];
  if (own.owned.is_whole()) return pattern;
  for (int other = 0; other < int(parts.size()); ++other) {
    if (other == rank) continue;
    const LevelPart& its = parts[std::size_t(other)];
    add_rows(pattern.sent, shape, own, other, common(owned_rows(own), held_rows(its, beyond)));
    add_rows(pattern.received, shape, own, other, common(owned_rows(its), held_rows(own, beyond)));
  }
  return countable(pattern);
}

HaloPattern together(const std::vector<HaloPattern>& patterns) {
  HaloPattern all;
  std::vector<int> ranks;
  for (const HaloPattern& p : patterns) {
    all.shapes.push_back(p.shapes.at(0));
    for (const HaloBlock& b : p.sent.all()) ranks.push_back(b.rank);
  }
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  // One rank's edges make one message, and so do its corners.
  const auto add_all = [&](HaloSide HaloPattern::*side, int rank, Halo of) {
    for (int f = 0; f < int(patterns.size()); ++f) {
      const HaloSide& own = patterns[std::size_t(f)].*side;
      const int edges = own.blocks(Halo::edges);
      for (int n = of == Halo::edges ? 0 : edges; n < own.blocks(of); ++n) {
        HaloBlock b = own.all()[std::size_t(n)];
        b.field = f;
        if (b.rank == rank) (all.*side).add(b, of);
      }
    }
  };
  for (const Halo of : {Halo::edges, Halo::edges_and_corners})
    for (const int rank : ranks) {
      add_all(&HaloPattern::sent, rank, of);
      add_all(&HaloPattern::received, rank, of);
    }
  return countable(all);
}

} // namespace isobar
