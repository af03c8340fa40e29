#pragma once
#include <isobar/comm/topology/column_blocks.hpp>

#include <cstddef>
#include <random>
#include <vector>

namespace isobar {

/// Rectangles of 1 x 1 columns and more that hold each column of a domain once, distributed over
/// ranks at random. Some ranks have several, some may have none.
inline std::vector<std::vector<ColumnBlock>> random_blocks(int nx, int ny, int ranks, int seed) {
  std::minstd_rand numbers{std::minstd_rand::result_type(seed)};
  const auto below = [&](int n) { return int(numbers() % std::minstd_rand::result_type(n)); };
  std::vector<ColumnBlock> blocks{{0, 0, nx, ny}};
  for (int n = 0; n < 2 * ranks + 1; ++n) { // a block is cut in two, in x or in y
    ColumnBlock& b = blocks[std::size_t(below(int(blocks.size())))];
    ColumnBlock other = b;
    if (b.nx > 1 && (b.ny == 1 || below(2) == 0)) {
      b.nx = 1 + below(b.nx - 1);
      other.first_i += b.nx;
      other.nx -= b.nx;
    } else if (b.ny > 1) {
      b.ny = 1 + below(b.ny - 1);
      other.first_j += b.ny;
      other.ny -= b.ny;
    } else continue;
    blocks.push_back(other);
  }
  std::vector<std::vector<ColumnBlock>> of_rank(static_cast<std::size_t>(ranks));
  for (const ColumnBlock& b : blocks) of_rank[std::size_t(below(ranks))].push_back(b);
  return of_rank;
}

} // namespace isobar
