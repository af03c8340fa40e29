#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace isobar::npy {

/// The three entries of a NumPy file's dictionary, as they stand there: "'<f8'", "False",
/// "(7, 13, 5)"; empty where one is missing.
struct Dictionary {
  std::string descr, fortran_order, shape;
  std::string problem; ///< "has a broken header (shape stands twice)"; empty if nothing is wrong
};

/// Reads a Python dictionary with no other keys than these, each at most once, in any order. Its
/// values are split off with care for quotes and brackets, and not looked into.
Dictionary parse_dictionary(std::string_view text);

/// Whether a value is a tuple of just these lengths, as Python writes it: spaces and a comma behind
/// the last may be there, and behind a single one must be. `long_suffix` allows for Python 2's L behind long integers.
bool is_tuple(std::string_view value, const std::vector<std::string>& lengths, bool long_suffix);

} // namespace isobar::npy
