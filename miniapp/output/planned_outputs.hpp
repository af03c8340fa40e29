#pragma once
#include "deck/deck.hpp"

#include <string>
#include <vector>

/// The output files of a run as its deck asks for them, and what is wrong with their names before
/// anything is computed. No MPI here: one rank asks.
namespace isobar {

/// A file that a run may write.
struct PlannedOutput {
  std::string origin; ///< where it was given: `deck.toml:12: output.report = "r.json"`
  std::string name;   ///< as given, or derived from what was given
  Int64 bytes = 0;    ///< about how large it will be
  bool may_be_stream = false;
};
/// Whether it is written to a stream, and no file takes its name.
bool goes_to_stream(const PlannedOutput& output);

/// All that a run of this deck on so many ranks may write under the names that were given.
std::vector<PlannedOutput> planned_outputs(const Deck& deck, int ranks);

/// What is wrong with the names, as one line that says what would be right; empty if nothing is:
/// outputs that are the same file as another or as an input, directories and devices where files are
/// expected, NetCDF without PnetCDF, files that could not be written or would grow beyond the limit on a file's size.
/// Changes nothing that is there.
std::string output_problem(const Deck& deck, int ranks);

/// Which file system has less free space than the outputs that go there need; empty if none has.
/// Old files of the same names do not help, as they stand until the new ones are complete.
std::string space_problem(const Deck& deck, int ranks);

} // namespace isobar
