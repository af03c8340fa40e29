#pragma once
#include <isobar/core/base/types.hpp>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// How a NetCDF file begins and where its numbers lie (CDF-5: 64-bit sizes, big endian). PnetCDF composes it, in memory
/// and on one rank. No file is written here.
namespace isobar::netcdf {

struct Dimension {
  std::string name;
  Int64 length;
};
/// Text or a float64.
struct Attribute {
  std::string name;
  std::variant<std::string, double> value;
};
/// A float64 variable.
struct Variable {
  std::string name;
  std::vector<std::string> dimensions; ///< by name, the slowest first
  std::vector<Attribute> attributes;
};
/// All that a file holds but the numbers.
struct Contents {
  std::vector<Dimension> dimensions;
  std::vector<Variable> variables;
  std::vector<Attribute> attributes; ///< of the file
};

struct Layout {
  std::string head;          ///< from byte 0 on
  std::vector<Int64> begins; ///< of the variables' numbers, growing
  Int64 bytes = 0;           ///< of the whole file
};

/// One line for a program without PnetCDF; empty if it has it.
std::string_view what_is_missing();

/// Lays out a file with these contents, whose names must be unique. Throws FileError, which names
/// `target`, where PnetCDF fails. Requires PnetCDF and MPI.
Layout lay_out(const Contents& contents, const std::string& target);

} // namespace isobar::netcdf
