#pragma once
#include "io/checksum.hpp"

#include <string>

namespace isobar {

/// A file that a run has written, or the reason why it was not written.
struct WrittenFile {
  std::string what;    ///< "solution", "netcdf", "vtk" (the index) or "report"
  std::string name;    ///< the deck's name, or the unconverged name beside it
  Checksum checksum;   ///< of its bytes; none for a report, which cannot hold its own
  std::string problem; ///< one line; empty if the file is complete under its name
};

} // namespace isobar
