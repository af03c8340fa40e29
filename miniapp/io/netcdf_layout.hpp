#pragma once
#include <isobar/core/base/types.hpp>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The head of a NetCDF file and the places of its numbers (CDF-5: 64-bit sizes, big
/// endian). PnetCDF composes it, in memory and on one rank. No file is written here.
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
/// The contents of a file without the numbers.
struct Contents {
  std::vector<Dimension> dimensions;
  std::vector<Variable> variables;
  std::vector<Attribute> attributes; ///< of the file
};

struct Layout {
  std::string head;          ///< from byte 0 on
  std::vector<Int64> begins; ///< where the variables' numbers begin, ascending
  Int64 bytes = 0;           ///< of the whole file
};

/// One line if the program has no PnetCDF; otherwise empty.
std::string_view what_is_missing();

/// Lays out a file with these contents, whose names must be unique. Throws
/// FileError, with the name of `target`, if PnetCDF fails. Requires PnetCDF and MPI.
Layout lay_out(const Contents& contents, const std::string& target);

} // namespace isobar::netcdf
