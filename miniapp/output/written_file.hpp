#pragma once
#include "io/checksum.hpp"

#include <string>

namespace isobar {

/// A file that a run has written, or the reason why it has not.
struct WrittenFile {
  std::string what;    ///< "solution", "netcdf", "vtk" (the index) or "report"
  std::string name;    ///< as given in the deck, or beside that
  Checksum checksum;   ///< of its bytes; none for a report, which cannot hold its own
  std::string problem; ///< one line; empty if the file is complete under its name
};

} // namespace isobar
