#include "io/vtk_files.hpp"

#include "io/file_names.hpp"
#include "io/files.hpp"

namespace isobar {
namespace {

void stage_index(StagedVtk& staged, const std::string& name, const std::string& text) {
  staged.index = PartialFile(resolved(name), Int64(text.size()));
  FileWriter file(staged.index);
  file.append(text);
  staged.index_checksum = file.finish();
}

} // namespace

StagedVtk stage_vtk_files(const std::string& path, std::string_view extension, bool beside,
                          const MpiComm& comm, const VtkWriters& writers) {
  const auto written = [beside](const std::string& name) {
    return beside ? unconverged_name(name) : name;
  };
  std::vector<std::string> pieces;
  for (int rank = 0; rank < comm.size(); ++rank)
    pieces.push_back(written(vtk_piece(path, rank, extension)));
  StagedVtk staged;
  throw_file_error_on_all(comm, file_problem([&] {
                            staged.piece_checksum =
                                writers.piece(staged.piece, pieces[std::size_t(comm.rank())]);
                          }));
  for (std::string& piece : pieces) piece = std::filesystem::path(piece).filename().string();
  throw_file_error_on_all(comm, file_problem([&] {
                            if (comm.rank() == 0)
                              stage_index(staged, written(vtk_index(path, extension)),
                                          writers.index(pieces));
                          }));
  return staged;
}

} // namespace isobar
