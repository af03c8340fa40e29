#include <isobar/comm/topology/column_blocks.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace isobar {
namespace {

constexpr int nobody = -1;

std::string text(const ColumnBlock& b) {
  return fmt::format("{} x {} columns from ({}, {}) on", b.nx, b.ny, b.first_i, b.first_j);
}

[[noreturn]] void refuse(const std::string& line) { throw std::invalid_argument(line); }

void check_block(const ColumnBlock& b, int rank, int nx, int ny) {
  if (b.empty())
    refuse(fmt::format("blocks: rank {} has a block of {}; expected at least 1 x 1, or no block",
                       rank, text(b)));
  // A sum of large numbers would overflow.
  const bool inside =
      b.first_i >= 0 && b.first_j >= 0 && b.first_i <= nx - b.nx && b.first_j <= ny - b.ny;
  if (!inside)
    refuse(fmt::format("blocks: rank {} has a block of {}, beyond the domain's {} x {}", rank,
                       text(b), nx, ny));
}

int place(const std::vector<int>& cuts, int index) {
  return int(std::ranges::upper_bound(cuts, index) - cuts.begin()) - 1;
}

void sort_unique(std::vector<int>& numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

} // namespace

ColumnBlock common_columns(const ColumnBlock& a, const ColumnBlock& b) {
  const int i = std::max(a.first_i, b.first_i), j = std::max(a.first_j, b.first_j);
  return {i, j, std::min(a.first_i + a.nx, b.first_i + b.nx) - i,
          std::min(a.first_j + a.ny, b.first_j + b.ny) - j};
}

BlockMap::BlockMap(int nx, int ny, std::vector<std::vector<ColumnBlock>> of_rank)
    : of_rank_(std::move(of_rank)), cuts_x_{0, nx}, cuts_y_{0, ny} {
  for (int rank = 0; rank < ranks(); ++rank)
    for (const ColumnBlock& b : this->of_rank(rank)) {
      check_block(b, rank, nx, ny);
      cuts_x_.insert(cuts_x_.end(), {b.first_i, b.first_i + b.nx});
      cuts_y_.insert(cuts_y_.end(), {b.first_j, b.first_j + b.ny});
    }
  sort_unique(cuts_x_);
  sort_unique(cuts_y_);
  const std::size_t width = cuts_x_.size() - 1;
  owners_.assign(width * (cuts_y_.size() - 1), nobody);
  for (int rank = 0; rank < ranks(); ++rank)
    for (const ColumnBlock& b : this->of_rank(rank))
      for (int y = place(cuts_y_, b.first_j); cuts_y_[std::size_t(y)] < b.first_j + b.ny; ++y)
        for (int x = place(cuts_x_, b.first_i); cuts_x_[std::size_t(x)] < b.first_i + b.nx; ++x) {
          int& owner = owners_[std::size_t(y) * width + std::size_t(x)];
          if (owner != nobody)
            refuse(fmt::format("blocks: column ({}, {}) is in blocks of rank {} and rank {}; "
                               "expected each column in one block",
                               cuts_x_[std::size_t(x)], cuts_y_[std::size_t(y)], owner, rank));
          owner = rank;
        }
  if (const auto none = std::ranges::find(owners_, nobody); none != owners_.end()) {
    const auto at = std::size_t(none - owners_.begin());
    refuse(fmt::format("blocks: column ({}, {}) is in no block; expected each column in one block",
                       cuts_x_[at % width], cuts_y_[at / width]));
  }
}

int BlockMap::owner(int i, int j) const {
  const int x = place(cuts_x_, std::min(i, cuts_x_.back() - 1)),
            y = place(cuts_y_, std::min(j, cuts_y_.back() - 1));
  return owners_[std::size_t(y) * (cuts_x_.size() - 1) + std::size_t(x)];
}

} // namespace isobar
