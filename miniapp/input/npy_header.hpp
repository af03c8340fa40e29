#pragma once
#include <isobar/core/base/types.hpp>

#include <string>
#include <string_view>
#include <vector>

/// The head of a NumPy file (numpy.lib.format): magic, version, and a
/// Python dictionary that describes the numbers behind it. No MPI here.
namespace isobar::npy {

/// Shape of an array: (n_y, n_x, n_z) of a global field, (n_y, n_x) of numbers of columns, or a list's length.
using Shape = std::vector<Int64>;

/// "(64, 128, 32)", "(32,)"
std::string to_string(const Shape& shape);

/// Head of a file of version 1.0 with float64 numbers, little endian, in C order. Its length is
/// a multiple of 64, so that the numbers are aligned.
std::string header(const Shape& shape);

/// The longest accepted head: NumPy's own limit for the dictionary, and the bytes before it.
inline constexpr std::size_t longest_dictionary = 10'000;
inline constexpr std::size_t longest_head = 12 + longest_dictionary;

/// The start of the numbers, or the fault of the file.
struct Head {
  Int64 data_offset = 0;
  std::string problem; ///< "is truncated (100 bytes); expected ...", empty if nothing is wrong
};

/// Reads the head of a file that should hold float64 numbers, little endian, in C order, of this
/// shape (one to three lengths). Compares the file's size with it.
Head read_head(const std::string& path, const Shape& shape);

/// The same from the first bytes of such a file, at least
/// longest_head or all of them, and its size in bytes.
Head parse_head(std::string_view start, Int64 size, const Shape& shape);

} // namespace isobar::npy
