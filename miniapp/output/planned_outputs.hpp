#pragma once
#include "deck/deck_base.hpp"
#include "deck/deck_shared.hpp"
#include "io/file_fingerprint.hpp"
#include "io/file_names.hpp"

#include <isobar/core/base/types.hpp>

#include <string>
#include <vector>

/// The output files for which a deck asks, and the problems of their names
/// before anything is computed. This code needs no MPI: one rank asks.
namespace isobar {

/// A file that a run may write.
struct PlannedOutput {
  std::string origin; ///< where the deck gives it: `deck.toml:12: output.report = "r.json"`
  std::string name;   ///< as the deck gives it, or derived from it
  Int64 bytes = 0;    ///< its approximate size
  bool may_be_stream = false;
  /// Where the deck gives the file that the run reads, if this
  /// output may replace that file. It has been read by then.
  std::string may_replace{};
};
/// Whether the output goes to a stream, so that no file takes its name.
bool goes_to_stream(const PlannedOutput& output);

/// Files that a run writes on the way: one for each number from 1 on, or for each number and each rank.
struct PlannedSeries {
  std::string origin;
  std::vector<std::string> texts; ///< the texts before, between and after the numbers in a name
};

/// A file that a run reads.
struct PlannedInput {
  std::string origin, name;
};

/// All files of a run, under their given names.
struct OutputPlan {
  std::string deck; ///< the path of the deck
  deck::ReportOutput report;
  std::vector<PlannedInput> inputs;
  std::vector<PlannedSeries> series{};
  std::vector<PlannedOutput> outputs;
  std::string problem{}; ///< why no file can be written; empty if unknown
};
/// The plan of a deck with its report alone, and with
/// the files that the run reads by keys of the deck.
OutputPlan plan_outputs(const DeckBase& deck, const deck::ReportOutput& report,
                        const std::vector<FileToRead>& inputs);
/// Adds the file of a key; does nothing if the name is empty.
void add_output(OutputPlan& plan, const DeckBase& deck, std::string_view key,
                const std::string& name, Int64 bytes);
/// Adds the file of output.netcdf, which only a program with PnetCDF can write.
void add_netcdf(OutputPlan& plan, const DeckBase& deck, const std::string& name, Int64 bytes);
/// Adds the index and the pieces of output.vtk, which have so
/// many bytes together; does nothing if the path is empty.
void add_vtk(OutputPlan& plan, const DeckBase& deck, const std::string& path, int ranks,
             Int64 bytes, std::string_view extension = "vts");
/// Adds VTK files with these names.
void add_vtk(OutputPlan& plan, const DeckBase& deck, const VtkNames& names, Int64 bytes);
/// Adds the files of a name that the run writes on the way; does nothing if the name is empty.
void add_series(OutputPlan& plan, const std::string& origin, const std::string& name);
/// Adds VTK files that the run writes on the way: indices and pieces.
void add_vtk_series(OutputPlan& plan, const std::string& origin, const std::string& path);

/// The problem of the names, as one line that says what would be right; empty if there is none. An
/// output must not be the same file as another output or an input, whatever numbers later files
/// have. It must not be a directory or a device, nor NetCDF without PnetCDF. It must not be a file
/// that could not be written or would exceed the limit on a file's size. Changes no existing file.
std::string output_problem(const OutputPlan& plan);

/// The file system that has less free space than its outputs need; empty if there is none. Old
/// files of the same names do not help, because they stay until the new ones are complete.
std::string space_problem(const OutputPlan& plan);

} // namespace isobar
