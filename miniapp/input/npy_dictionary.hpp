#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace isobar::npy {

/// The three entries of a NumPy file's dictionary as they are
/// written: "'<f8'", "False", "(7, 13, 5)"; empty if one is missing.
struct Dictionary {
  std::string descr, fortran_order, shape;
  std::string problem; ///< "has a broken header (shape stands twice)"; empty if nothing is wrong
};

/// Reads a Python dictionary with no other keys than these, each at most once, in any
/// order. It splits off the values at quotes and brackets, and does not interpret them.
Dictionary parse_dictionary(std::string_view text);

/// Whether a value is a tuple of exactly these lengths in Python's form. Spaces and a comma may
/// follow the last length, and a comma must follow a single one. `long_suffix` allows Python 2's L
/// behind long integers.
bool is_tuple(std::string_view value, const std::vector<std::string>& lengths, bool long_suffix);

} // namespace isobar::npy
