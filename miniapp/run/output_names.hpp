#pragma once
#include "deck/deck.hpp"

#include <filesystem>
#include <string>
#include <vector>

/// The names of a run's output files, looked at before anything is computed. No MPI here: one rank
/// asks.
namespace isobar {

/// The file that a name stands for: absolute, with all links followed, also one whose target does
/// not exist yet. Two names of one file give one path.
std::filesystem::path resolved(const std::string& name);

/// Where a result goes that did not reach the tolerance: `f.npy` becomes `f.unconverged.npy`. A
/// name that would get too long for its directory loses letters in front of that.
std::string unconverged_name(const std::string& name);

/// Name of the index file that belongs to the path of VTK files, and of a rank's file.
std::string vtk_index(const std::string& path);
std::string vtk_piece(const std::string& path, int rank);

/// Whether a report of this name is written piece by piece to where it goes, because that is a pipe
/// or a terminal (/dev/stdout) that no complete file can replace.
bool is_stream(const std::string& name);

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
/// expected, files that could not be written or would grow beyond the limit on a file's size.
/// Changes nothing that is there.
std::string output_problem(const Deck& deck, int ranks);

/// Which file system has less free space than the outputs that go there need; empty if none has.
/// Old files of the same names do not help, as they stand until the new ones are complete.
std::string space_problem(const Deck& deck, int ranks);

} // namespace isobar
