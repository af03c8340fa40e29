#pragma once
#include "io/partial_file.hpp"

#include <isobar/comm/mpi/mpi.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// Files for ParaView of many ranks: a piece of each rank and an index.
namespace isobar {

/// Complete, checked, under the names of partial files.
struct StagedVtk {
  PartialFile piece, index; ///< the index on rank 0 only
  Checksum piece_checksum, index_checksum;
};

/// How a rank's piece is written to a file, which it finishes, and the text of the index from the pieces' names.
struct VtkWriters {
  std::function<Checksum(PartialFile& file, const std::string& name)> piece;
  std::function<std::string(const std::vector<std::string>& pieces)> index;
};

/// Stages the pieces, then on rank 0 the index, by the names of vtk_piece() and vtk_index(); if `beside`, under their
/// unconverged names (file_names.hpp). All ranks commit their pieces before rank 0 commits the index. Collective. Throws FileError
/// on all ranks if one of them cannot write.
StagedVtk stage_vtk_files(const std::string& path, std::string_view extension, bool beside,
                          const MpiComm& comm, const VtkWriters& writers);

} // namespace isobar
