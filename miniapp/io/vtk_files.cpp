#include "io/vtk_files.hpp"

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

StagedVtk stage_vtk_files(const VtkNames& names, bool beside, const MpiComm& comm,
                          const VtkWriters& writers) {
  const auto written = [beside](const std::string& name) {
    return beside ? unconverged_name(name) : name;
  };
  std::vector<std::string> pieces;
  for (const std::string& name : names.pieces) pieces.push_back(written(name));
  const std::size_t own = pieces.size() / std::size_t(comm.size());
  const std::size_t first = own * std::size_t(comm.rank());
  StagedVtk staged;
  staged.pieces.resize(own);
  throw_file_error_on_all(comm, file_problem([&] {
                            for (std::size_t n = 0; n < own; ++n)
                              writers.piece(staged.pieces[n], pieces[first + n], int(n));
                          }));
  for (std::string& piece : pieces) piece = std::filesystem::path(piece).filename().string();
  throw_file_error_on_all(comm, file_problem([&] {
                            if (comm.rank() == 0)
                              stage_index(staged, written(names.index), writers.index(pieces));
                          }));
  return staged;
}

} // namespace isobar
