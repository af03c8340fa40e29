#pragma once
#include "library/block_cells.hpp"

#include <string>
#include <vector>

namespace isobar {

/// The largest absolute value of this rank's cells; infinity if a number is not finite.
double largest(BlocksIn cells);

/// Returns "" if each of these blocks has the cells that
/// it must have; else one line, which calls them `name`.
std::string shape_problem(const char* name, BlocksIn cells, const std::vector<ColumnBlock>& blocks,
                          int nz, int rank);

/// Returns "" if each cell to be written has memory of its own; else one line.
std::string written_problem(const char* name, BlocksIn cells, int rank);

/// Returns "" if the kind is valid; else one line.
std::string right_side_problem(RightSide kind);

/// Returns "" if all numbers are finite; else one line about the first cell whose number is not.
std::string line_about_numbers(const char* name, BlocksIn cells,
                               const std::vector<ColumnBlock>& blocks);

} // namespace isobar
