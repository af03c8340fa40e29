#pragma once
#include "io/file_names.hpp"
#include "io/partial_file.hpp"

#include <isobar/comm/mpi/mpi.hpp>

#include <functional>
#include <string>
#include <vector>

/// Files for ParaView from many ranks: a piece of each rank and an index.
namespace isobar {

/// Complete and checked files under the names of partial files.
struct StagedVtk {
  std::vector<PartialFile> pieces; ///< of this rank
  PartialFile index;               ///< on rank 0 only
  Checksum index_checksum;
};

/// Functions that write a rank's n-th piece to a file, which they finish, and that make the index's text from the names of all pieces.
struct VtkWriters {
  std::function<void(PartialFile& file, const std::string& name, int n)> piece;
  std::function<std::string(const std::vector<std::string>& pieces)> index;
};

/// Stages the pieces, then on rank 0 the index; if `beside`, under their unconverged names (file_names.hpp). All ranks
/// commit their pieces before rank 0 commits the index. Collective. Throws FileError on all ranks if any cannot write.
StagedVtk stage_vtk_files(const VtkNames& names, bool beside, const MpiComm& comm,
                          const VtkWriters& writers);

} // namespace isobar
