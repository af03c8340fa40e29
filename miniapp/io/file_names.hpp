#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Resolves names of files, and derives names from them.
namespace isobar {

/// The file behind a name: absolute, with all links followed, even if
/// the target does not exist yet. Two names of one file give one path.
std::filesystem::path resolved(const std::string& name);

/// The directory of a name's file, absolute and with all links followed, except a link by the file's own name.
std::filesystem::path resolved_directory(const std::string& name);

/// The names of files that a run writes one after the other: `f.nc` becomes `f_at_0001.nc`, `f_at_0002.nc` and so on.
struct NumberedName {
  std::string before, after; ///< the parts around the number, with the directory
  std::string with(int number) const;
};
NumberedName numbered_name(const std::string& name);

/// The name of a result that missed the tolerance: `f.npy` becomes `f.unconverged.npy`.
/// The stem is cut if the whole would be too long for its directory.
std::string unconverged_name(const std::string& name);
/// Whether a name is one that unconverged_name() gives.
bool is_unconverged_name(const std::string& name);

/// Name of the index file of a path of VTK files, and of a rank's file: vts for structured grids, vtu for unstructured ones.
std::string vtk_index(const std::string& path, std::string_view extension = "vts");
std::string vtk_piece(const std::string& path, int rank, std::string_view extension = "vts");

/// The VTK files of a path. Each rank writes the same number of pieces, rank 0's first.
struct VtkNames {
  std::string index;
  std::vector<std::string> pieces;
};
/// An index of ranks' pieces, one a rank.
VtkNames vtk_names(const std::string& path, int ranks, std::string_view extension = "vts");
/// An index of blocks (.vtm) with so many structured grids.
VtkNames vtk_block_names(const std::string& path, int pieces);

/// Whether the name is that of a pipe, a terminal or a standard
/// stream (/dev/stdout), which a complete file cannot replace.
bool is_stream(const std::string& name);

} // namespace isobar
