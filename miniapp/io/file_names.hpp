#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// The files that names stand for, and the names that follow from them.
namespace isobar {

/// The file that a name stands for: absolute, with all links followed, also one whose target does
/// not exist yet. Two names of one file give one path.
std::filesystem::path resolved(const std::string& name);

/// The directory in which the file of a name stands, absolute and with all links followed. A link by the file's own name is not.
std::filesystem::path resolved_directory(const std::string& name);

/// The names of files that a run writes one after the other: `f.nc` becomes `f_at_0001.nc`, `f_at_0002.nc` and so on.
struct NumberedName {
  std::string before, after; ///< of the number, directory included
  std::string with(int number) const;
};
NumberedName numbered_name(const std::string& name);

/// The name of a result that missed the tolerance: `f.npy` becomes `f.unconverged.npy`. The stem is
/// cut where the whole would be too long for its directory.
std::string unconverged_name(const std::string& name);
/// Whether a name is one that unconverged_name() gives.
bool is_unconverged_name(const std::string& name);

/// Name of the index file that belongs to the path of VTK files, and of a rank's file: vts of structured grids, vtu of unstructured ones.
std::string vtk_index(const std::string& path, std::string_view extension = "vts");
std::string vtk_piece(const std::string& path, int rank, std::string_view extension = "vts");

/// The VTK files of a path. Each rank writes equally many pieces, those of rank 0 first.
struct VtkNames {
  std::string index;
  std::vector<std::string> pieces;
};
/// An index of ranks' pieces, one a rank.
VtkNames vtk_names(const std::string& path, int ranks, std::string_view extension = "vts");
/// An index of blocks (.vtm), which has so many structured grids.
VtkNames vtk_block_names(const std::string& path, int pieces);

/// Whether the name is that of a pipe or a terminal, or of a standard stream (/dev/stdout), which no
/// complete file can replace.
bool is_stream(const std::string& name);

} // namespace isobar
