// The checksum of a file from its pieces.
#include "io/checksum.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace {

using isobar::Checksum;
using isobar::Int64;

Checksum of(const std::string& text) {
  Checksum checksum;
  checksum.add(text.data(), Int64(text.size()));
  return checksum;
}

TEST(Checksum, IsThatOfZip) { EXPECT_EQ(of("123456789").crc, 0xcbf43926U); }

TEST(Checksum, OfPiecesInAnyOrderIsThatOfTheWhole) {
  std::vector<std::string> pieces = {"", "a", "bc", std::string(1000, '\0'), "defghij"};
  std::string whole;
  for (const std::string& piece : pieces) whole += piece;
  std::vector<std::size_t> order = {0, 1, 2, 3, 4};
  do {
    Checksum sum;
    for (const std::size_t n : order) {
      std::size_t behind = 0;
      for (std::size_t m = n + 1; m < pieces.size(); ++m) behind += pieces[m].size();
      sum.add_piece(of(pieces[n]), Int64(behind));
    }
    ASSERT_EQ(sum, of(whole));
  } while (std::ranges::next_permutation(order).found);
}

} // namespace
